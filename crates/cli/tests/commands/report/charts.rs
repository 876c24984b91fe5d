//! Charts of reports as SVG.

use std::fs;

use super::project;
use crate::support::Folder;

/// Returns the texts of an SVG document, which must be well-formed and self-contained.
fn texts(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let root = document.root_element();
    assert_eq!((root.tag_name().name(), root.attribute("role")), ("svg", Some("img")));
    let children: Vec<&str> =
        root.children().filter(roxmltree::Node::is_element).map(|node| node.tag_name().name()).collect();
    assert_eq!(children[..2], ["title", "desc"]);
    assert!(!svg.contains("href"), "{svg}");
    let texts = document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")));
    texts.map(|node| node.text().unwrap_or_default().trim().to_owned()).collect()
}

#[test]
fn report_draws_every_series_as_svg() {
    let folder = project();
    folder.stdout(&["config", "set", "effort_budget.total_hours", "20"]);
    folder.stdout(&["milestone", "add", "M", "--date", "2030-01-01"]);
    folder.stdout(&["task", "update", "01", "--actual", "6", "--start", "2026-11-02", "--due", "2026-11-03"]);
    folder.stdout(&["task", "update", "02", "--milestone", "M"]);
    for (name, series) in [
        ("burndown", &["Scope", "Remaining", "Tasks", "Hours", "Date"][..]),
        ("burnup", &["Scope", "Finished", "Tasks", "Hours"]),
        ("effort", &["Budget left", "Work remaining", "Used", "Hours"]),
        ("flow", &["Todo", "In progress", "Review", "Blocked", "Done", "Skipped"]),
        ("throughput", &["Done", "Rolling mean", "Tasks per week", "Hours per week"]),
        ("cycle", &["Cycle time", "Lead time", "Cycle time 50 %", "Cycle time 85 %", "Cycle time 95 %", "Days"]),
        ("estimates", &["Tasks", "As estimated", "Estimated hours", "Actual hours"]),
        ("earned-value", &["Planned value", "Earned value", "Actual cost"]),
        ("milestones", &["Milestone", "M (0/1)"]),
    ] {
        let texts = texts(&folder.stdout(&["report", name, "--svg"]));
        assert_eq!(texts[0], format!("Reports: {name}"));
        for text in series {
            assert!(texts.iter().any(|other| other == text), "{name}: {text} is not in {texts:?}");
        }
    }
    // A forecast needs a longer past.
    for name in ["forecast", "sessions"] {
        assert!(texts(&folder.stdout(&["report", name, "--svg"])).len() > 1, "{name}");
    }
}

#[test]
fn report_writes_the_chart_to_a_file_or_standard_output() {
    let folder = project();
    let text = folder.stdout(&["report", "burndown", "--svg", "-"]);
    assert_eq!(folder.stdout(&["report", "burndown", "--svg", "chart.svg"]), "Written to chart.svg.\n");
    assert_eq!(fs::read_to_string(folder.at("chart.svg")).unwrap(), text);
    assert!(!folder.at("-").exists());
    let (code, sentence) = folder.failure(&["report", "summary", "--svg"]);
    assert_eq!(code, 1);
    assert!(sentence.contains("no chart") && sentence.contains("burndown"), "{sentence}");
    for other in ["--json", "--csv"] {
        assert_eq!(folder.run(&["report", "burndown", other, "--svg"]).status.code(), Some(2));
    }
}

#[test]
fn charts_escape_names_and_say_when_they_are_empty() {
    let folder = Folder::new();
    folder.stdout(&["init", "A <b>&\"'潮\u{202e}"]);
    let empty = texts(&folder.stdout(&["report", "burndown", "--svg"]));
    assert!(empty.iter().any(|text| text.contains("No task matches")), "{empty:?}");
    let long = format!("</text><script>alert(1)</script>{}", "潮".repeat(90));
    folder.stdout(&["task", "create", "One", "--assignee", "x & <y>"]);
    folder.stdout(&["task", "create", "Two", "--milestone", &long]);
    let flow = folder.stdout(&["report", "flow", "--group", "assignee", "--svg"]);
    assert!(texts(&flow).iter().any(|text| text == "x & <y>"), "{flow}");
    let milestones = folder.stdout(&["report", "milestones", "--svg"]);
    texts(&milestones);
    assert!(!milestones.contains("<script"), "{milestones}");
}
