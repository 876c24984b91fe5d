//! Reports in words.

use std::fmt::Write;

use handoff_format::parse_date;
use handoff_protocol::report::WrittenReport;
use handoff_protocol::{Context, View};
use serde_json::json;

use crate::metrics::examples::{CHANGES, END, FILES, log};
use crate::support::{Bench, context};

fn written(bench: &mut Bench, context: &Context, request: &serde_json::Value) -> WrittenReport {
    let query = json!({"kind": "writtenReport", "request": request}).to_string();
    let View::WrittenReport(report) = bench.ask(context, &query) else { panic!("no report") };
    report
}

fn markdown(bench: &mut Bench, context: &Context, request: &serde_json::Value) -> String {
    let report = written(bench, context, request);
    assert_eq!(report.refusal, None, "{request}");
    report.markdown()
}

/// The context of the worked example of `docs/metrics.md`.
fn example() -> (Bench, Context) {
    (Bench::from_text(&format!("{FILES}{}", log(&CHANGES))), Context { now: END, ..context() })
}

#[test]
fn reports_of_the_worked_example_match_snapshots() {
    let (mut bench, context) = example();
    for (name, request) in [
        ("weekly", json!({"type": "weekly"})),
        ("weekly_of_a_day", json!({"type": "weekly", "week": parse_date("2026-11-04")})),
        ("milestone", json!({"type": "milestone", "name": "M"})),
        ("effort", json!({"type": "effort"})),
    ] {
        insta::assert_snapshot!(format!("written_example_{name}"), markdown(&mut bench, &context, &request));
    }
}

#[test]
fn reports_of_the_example_project_match_snapshots() {
    let mut bench = Bench::atlas();
    for (name, request) in [
        ("weekly", json!({"type": "weekly"})),
        ("milestone", json!({"type": "milestone", "name": "alpha"})),
        ("effort", json!({"type": "effort"})),
    ] {
        insta::assert_snapshot!(format!("written_atlas_{name}"), markdown(&mut bench, &context(), &request));
    }
}

#[test]
fn an_empty_project_gets_a_sentence_for_each_section() {
    let mut bench = Bench::from_text("=== config.toml\n[project]\nname = \"Empty\"\n");
    for request in [json!({"type": "weekly"}), json!({"type": "effort"})] {
        let text = markdown(&mut bench, &context(), &request);
        let mut blocks = text.split("\n\n").skip_while(|block| !block.starts_with("## "));
        while let Some(heading) = blocks.next() {
            let block = blocks.next().unwrap_or_default();
            assert!(heading.starts_with("## ") && !block.is_empty() && !block.starts_with('#'), "{text}");
        }
    }
    let weekly = markdown(&mut bench, &context(), &json!({"type": "weekly"}));
    insta::assert_snapshot!("written_empty_weekly", weekly);
}

#[test]
fn names_and_titles_do_not_become_markup() {
    let mut text = String::from("=== config.toml\n[project]\nname = \"# <b>P</b>\"\n[milestones.\"*M*\"]\n");
    for (id, title) in [
        ("t1", r"a\n\n# Injected\n- [x](javascript:1) <script>"),
        ("t2", "**bold** ![image](https://example.org/i.png) `code`"),
        ("t3", "1. list"),
    ] {
        let _ = write!(
            text,
            "=== tasks/{id}-a/_task.todo.json\n{{\"id\": \"{id}\", \"title\": \"{title}\", \"assignee\": \"_me_\", \
             \"schedule\": {{\"due_date\": \"2026-10-01\", \"milestone\": \"*M*\"}}}}\n"
        );
    }
    let mut bench = Bench::from_text(&text);
    for (name, request) in
        [("weekly", json!({"type": "weekly"})), ("milestone", json!({"type": "milestone", "name": "*M*"}))]
    {
        let text = markdown(&mut bench, &context(), &request);
        let headings = text.lines().filter(|line| line.trim_start().starts_with('#')).count();
        assert_eq!(headings, text.matches("\n## ").count() + 1, "{text}");
        insta::assert_snapshot!(format!("written_hostile_{name}"), text);
    }
}

#[test]
fn long_lists_name_twenty_entries_and_the_number_of_the_others() {
    let mut text = String::from("=== config.toml\n[project]\nname = \"Long\"\n");
    for number in 0..50 {
        let _ = write!(
            text,
            "=== tasks/t{number}-a/_task.todo.json\n{{\"id\": \"t{number}\", \"title\": \"{}\", \
             \"schedule\": {{\"due_date\": \"2026-10-01\"}}}}\n",
            "long ".repeat(200)
        );
    }
    let weekly = markdown(&mut Bench::from_text(&text), &context(), &json!({"type": "weekly"}));
    let late = weekly.split("## ").find(|section| section.starts_with("Late")).unwrap();
    assert_eq!(late.lines().filter(|line| line.starts_with("- ")).count(), 21, "{late}");
    assert!(late.contains("- … and 30 more\n"), "{late}");
    assert!(weekly.lines().all(|line| line.len() < 400), "{weekly}");
}

#[test]
fn invalid_requests_get_a_sentence() {
    let (mut bench, context) = example();
    let mut refusal = |request| written(&mut bench, &context, &request).refusal.map(|text| text.to_string());
    for (request, sentence) in [
        (json!({"type": "milestone", "name": "N"}), "There is no milestone \"N\". The milestones are: M."),
        (
            json!({"type": "weekly", "week": parse_date("2026-11-16")}),
            "The week of 2026-11-16 has not begun. Name a day until today.",
        ),
        (
            json!({"type": "effort", "from": parse_date("2026-11-10")}),
            "2026-11-10 has not come. Name a day until today.",
        ),
    ] {
        assert_eq!(refusal(request.clone()).as_deref(), Some(sentence), "{request}");
    }
    for week in [i32::MIN, -1, i32::MAX] {
        refusal(json!({"type": "weekly", "week": week}));
        refusal(json!({"type": "effort", "from": week, "to": week}));
    }
}
