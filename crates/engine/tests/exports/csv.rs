//! The CSV export.

use std::collections::BTreeMap;

use handoff_protocol::ExportFormat;

use super::{chart, date, export, hours, odd};
use crate::support::{Bench, dedent};

fn rows(text: &str) -> Vec<BTreeMap<String, String>> {
    let text = text.strip_prefix('\u{feff}').expect("Excel recognizes UTF-8 by the byte order mark");
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect()
}

#[test]
fn csv_has_the_values_of_the_chart() {
    for mut bench in [Bench::atlas(), Bench::test_project("harbour"), odd()] {
        let chart = chart(&mut bench);
        let text = export(&mut bench, ExportFormat::Csv);
        assert!(text.lines().count() > chart.rows.len() && !text.replace("\r\n", "").contains('\n'));
        let rows = rows(&text);
        assert_eq!(rows.len(), chart.rows.len());
        for (row, expected) in rows.iter().zip(&chart.rows) {
            assert_eq!(row["id"].trim_start_matches('\''), expected.id);
            assert_eq!((&row["start"], &row["due"]), (&date(expected.start), &date(expected.due)), "{row:?}");
            assert_eq!(hours(&row["estimate"]), expected.hours);
            assert_eq!(hours(&row["actual"]), expected.actual_hours);
            assert_eq!(hours(&row["remaining"]), expected.remaining_hours);
            assert_eq!(row["progress"], expected.progress.to_string());
            assert_eq!(row["assignee"], expected.assignee.clone().unwrap_or_default());
            assert_eq!(row["milestone"], expected.milestone.clone().unwrap_or_default());
            assert_eq!(row["title"].trim_start_matches('\''), expected.title);
        }
    }
}

#[test]
fn csv_escapes_formulas_and_writes_dependencies_as_project_does() {
    let rows = rows(&export(&mut odd(), ExportFormat::Csv));
    let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("title"), ["'=1+1, \"quoted\"", "'-2", "Parent", "Below", "Undated"]);
    assert_eq!(column("dependencies"), ["", "t1SS+2d;t9", "t1FF-1d", "t2SF", "t3.1FS+1d"]);
    assert_eq!(column("parent"), ["", "", "", "t3", ""]);
    assert_eq!(column("status"), ["todo", "in_progress", "done", "done", "blocked"]);
    for start in ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"] {
        let project = format!(
            "=== tasks/t1-a/_task.todo.json\n{}",
            serde_json::json!({ "id": "t1", "title": format!("{start}cmd") })
        );
        let rows = self::rows(&export(&mut Bench::from_text(&project), ExportFormat::Csv));
        assert_eq!(rows[0]["title"], format!("'{start}cmd"));
    }
}

#[test]
fn csv_keeps_texts_that_look_like_numbers() {
    let project = r#"
        === tasks/01-a/_task.todo.json
        {"id": "01", "title": "MAY-1", "assignee": "1.10", "schedule": {"milestone": "1/2"}}
        === tasks/01-a/01.10-b/_task.todo.json
        {"id": "01.10", "title": "2026 plan", "labels": ["1e5"], "dependencies": ["01"]}
    "#;
    let rows = rows(&export(&mut Bench::from_text(&dedent(project)), ExportFormat::Csv));
    let texts = ["id", "parent", "title", "assignee", "milestone", "dependencies"];
    let row = |index: usize| texts.map(|name| rows[index][name].as_str());
    assert_eq!(row(0), ["'01", "", "'MAY-1", "'1.10", "'1/2", ""]);
    assert_eq!(row(1), ["'01.10", "'01", "2026 plan", "", "", "'01"]);
}

/// Cases that the CSV of a chart shares (`webviews/shared/charts/data/table.test.ts`).
#[test]
fn texts_that_spreadsheets_take_for_values_are_escaped() {
    let cases: serde_json::Value =
        serde_json::from_str(include_str!("../../../../tests/spreadsheetTexts.json")).unwrap();
    let texts =
        |key: &str| cases[key].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect::<Vec<_>>();
    assert!(texts("escaped").len() > 20);
    for text in texts("escaped") {
        assert_eq!(handoff_engine::csv_text(text), format!("'{text}"));
    }
    for text in texts("plain") {
        assert_eq!(handoff_engine::csv_text(text), text);
    }
}

#[test]
fn csv_quotes_other_separators_and_outer_spaces() {
    for title in ["a;=b", "a\t=b", " a ", "a\r\nb", "a\"b"] {
        let task = serde_json::json!({ "id": "t1", "title": title });
        let mut bench = Bench::from_text(&format!("=== tasks/t1-a/_task.todo.json\n{task}"));
        let text = export(&mut bench, ExportFormat::Csv);
        assert!(text.contains(&format!("\"{}\"", title.replace('"', "\"\""))), "{text}");
        assert_eq!(rows(&text)[0]["title"], title);
    }
}

#[test]
fn csv_of_a_project_without_tasks_is_the_header() {
    let text = export(&mut Bench::from_text("=== config.toml\n"), ExportFormat::Csv);
    assert!(text.starts_with("\u{feff}id,parent,title,") && text.ends_with(",dependencies\r\n"), "{text}");
    assert_eq!(rows(&text).len(), 0);
}
