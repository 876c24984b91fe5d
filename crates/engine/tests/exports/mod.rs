//! The exports, parsed by independent readers.

mod csv;
mod icalendar;
mod ms_project;

use handoff_protocol::gantt::GanttView;
use handoff_protocol::{ExportFormat, Filter, GanttGroup, GanttSort, Query, View};

use crate::support::{Bench, context, dedent};

/// Texts with special characters of each format, every kind of dependency, and tasks with two, one
/// or no dates.
const ODD: &str = r#"
    === config.toml
    started_at = "2026-11-11"

    [project]
    name = "Odd, & <sound>"

    [calendar]
    closed_dates = ["2026-12-03"]
    [calendar.day_hours]
    fri = 20

    [assignees.maya]
    display_name = "Maya; Ito"
    open_dates = ["2026-12-03"]
    work_hours_per_day = 6

    [milestones."beta, soon"]
    date = "2026-12-09"
    description = "All \\ done"
    === tasks/t1-a/_task.todo.json
    {"id": "t1", "title": "=1+1, \"quoted\"", "assignee": "maya", "labels": ["a,b", "c"], "created_at": "2026-11-21T02:57:17.72Z", "notes": "one\r\n\ttwo; \u0007 ]]> & <b>三</b> 長い長い長い長い長い長い長い長い長い長い長い長い長い長い長い長い長い", "schedule": {"start_date": "2026-12-02", "due_date": "2026-12-03", "estimate_hours": 9, "milestone": "beta, soon"}}
    === tasks/t2-b/_task.in_progress.json
    {"id": "t2", "title": "-2", "assignee": "nobody known", "dependencies": ["t1", "t9"], "handoff_dependencies": [{"id": "t1", "kind": "SS", "lag": 2}], "schedule": {"due_date": "2026-12-04", "estimate_hours": 8, "actual_hours": 3, "remaining_hours": 6.5}}
    === tasks/t3-c/_task.done.json
    {"id": "t3", "title": "Parent", "priority": "high", "dependencies": ["t1"], "handoff_dependencies": [{"id": "t1", "kind": "FF", "lag": -1}]}
    === tasks/t3-c/t3.1-d/_task.done.json
    {"id": "t3.1", "title": "Below", "dependencies": ["t2"], "handoff_dependencies": [{"id": "t2", "kind": "SF"}], "schedule": {"start_date": "2026-12-05", "estimate_hours": 2}}
    === tasks/t4-e/_task.blocked.json
    {"id": "t4", "title": "Undated", "priority": "low", "dependencies": ["t3.1"], "handoff_dependencies": [{"id": "t3.1", "lag": 1}]}
"#;

fn odd() -> Bench {
    Bench::from_text(&dedent(ODD))
}

fn export(bench: &mut Bench, format: ExportFormat) -> String {
    match bench.engine.view(&Query::Export { format }, &context()) {
        View::Export(text) => text,
        other => panic!("{other:?}"),
    }
}

/// Returns the chart of all tasks.
fn chart(bench: &mut Bench) -> GanttView {
    let query = Query::Gantt {
        filter: Some(Filter::default()),
        sort: Some(GanttSort::Manual),
        group: Some(GanttGroup::Tree),
        baseline: None,
        loads: None,
        fold_finished: false,
    };
    match bench.engine.view(&query, &context()) {
        View::Gantt(chart) => chart,
        other => panic!("{other:?}"),
    }
}

fn date(day: Option<i32>) -> String {
    day.map(handoff_format::format_date).unwrap_or_default()
}

fn hours(text: &str) -> Option<f64> {
    (!text.is_empty()).then(|| text.parse().unwrap())
}

#[test]
fn exports_match_snapshots() {
    for (format, name) in [(ExportFormat::Csv, "csv"), (ExportFormat::ICalendar, "ics")] {
        insta::assert_snapshot!(name, export(&mut odd(), format));
    }
}
