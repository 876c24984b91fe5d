//! One rule for overdue tasks: all counts, lists and filters of surfaces agree on it.

use std::collections::BTreeSet;

use handoff_protocol::View;
use handoff_protocol::report::ReportSeries;
use handoff_protocol::view::ListedTask;

use crate::support::{Bench, context, dedent};

/// Today is 2026-12-01. t1.1 and t3 are overdue, and t6, which somebody only has to close. t1 and t5 have open subtasks, t2
/// is done, t4 is due today.
const PROJECT: &str = r#"
    === config.toml
    [project]
    name = "P"
    === tasks/t1-a/_task.todo.json
    {"id": "t1", "title": "Parent", "schedule": {"due_date": "2026-11-01"}}
    === tasks/t1-a/t1.1-b/_task.in_progress.json
    {"id": "t1.1", "title": "Late", "schedule": {"due_date": "2026-11-20"}}
    === tasks/t1-a/t1.2-c/_task.todo.json
    {"id": "t1.2", "title": "Without a date"}
    === tasks/t2-d/_task.done.json
    {"id": "t2", "title": "Finished late", "schedule": {"due_date": "2026-11-02"}}
    === tasks/t3-e/_task.blocked.json
    {"id": "t3", "title": "Blocked and late", "schedule": {"due_date": "2026-11-30"}}
    === tasks/t4-f/_task.todo.json
    {"id": "t4", "title": "Due today", "schedule": {"due_date": "2026-12-01"}}
    === tasks/t5-g/_task.blocked.json
    {"id": "t5", "title": "Blocked parent", "schedule": {"due_date": "2026-11-01"}}
    === tasks/t5-g/t5.1-h/_task.todo.json
    {"id": "t5.1", "title": "Subtask"}
    === tasks/t6-i/_task.in_progress.json
    {"id": "t6", "title": "All subtasks are done"}
    === tasks/t6-i/t6.1-j/_task.done.json
    {"id": "t6.1", "title": "Done", "schedule": {"due_date": "2026-11-10"}}
"#;

const LATE: [&str; 3] = ["t1.1", "t3", "t6"];

#[test]
fn counts_lists_and_filters_have_the_same_overdue_tasks() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let View::Dashboard(dashboard) = bench.ask(&context(), r#"{"kind":"dashboard"}"#) else { panic!("no dashboard") };
    let listed: Vec<&str> = dashboard.overdue.tasks.iter().map(|task| task.card.id.as_str()).collect();
    assert_eq!((dashboard.overdue.total, listed), (3, vec!["t6", "t1.1", "t3"]), "the longest overdue first");
    let View::Project(project) = bench.ask(&context(), r#"{"kind":"project"}"#) else { panic!("no project") };
    assert_eq!((project.overdue, project.needs_you.blocked), (3, dashboard.blocked.total));
    let View::Glance(glance) = bench.ask(&context(), r#"{"kind":"glance"}"#) else { panic!("no glance") };
    assert_eq!((glance.overdue, glance.blocked), (3, 1));

    let filter = r#""filter":{"overdue":true}"#;
    for leaves_only in [false, true] {
        let query = format!(r#"{{"kind":"board","leavesOnly":{leaves_only},{filter}}}"#);
        let View::Board(board) = bench.ask(&context(), &query) else { panic!("no board") };
        let cards: BTreeSet<&str> =
            board.columns.iter().flat_map(|column| &column.cards).map(|card| card.id.as_str()).collect();
        assert_eq!(cards, BTreeSet::from(LATE), "a group that somebody only has to close is a card, too");
    }
    let since = |task: &ListedTask| task.overdue_since.clone();
    let since: Vec<Option<String>> = dashboard.overdue.tasks.iter().map(since).collect();
    assert!(since.iter().all(Option::is_some) && since.is_sorted(), "{since:?}");
    let View::Explorer(tree) = bench.ask(&context(), &format!(r#"{{"kind":"explorer",{filter}}}"#)) else {
        panic!("no tree")
    };
    let rows: Vec<(&str, bool)> = tree.rows.iter().map(|row| (row.card.id.as_str(), row.matches)).collect();
    assert_eq!((rows, tree.matches), (vec![("t1", false), ("t3", true), ("t6", true)], 3), "ancestors are shown");
    let View::Gantt(chart) = bench.ask(&context(), &format!(r#"{{"kind":"gantt",{filter}}}"#)) else {
        panic!("no chart")
    };
    let rows: Vec<&str> = chart.rows.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(rows, ["t1", "t1.1", "t3", "t6"]);
    let View::Gantt(chart) = bench.ask(&context(), r#"{"kind":"gantt"}"#) else { panic!("no chart") };
    let marked: Vec<&str> = chart.rows.iter().filter(|row| row.overdue).map(|row| row.id.as_str()).collect();
    assert_eq!(marked, LATE);
}

#[test]
fn reports_filter_by_what_is_overdue_today() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let query = r#"{"kind":"report","report":"summary","filter":{"overdue":true}}"#;
    let View::Report(report) = bench.ask(&context(), query) else { panic!("no report") };
    let ReportSeries::Summary(summary) = report.series else { panic!("no summary") };
    let overdue: Vec<&str> = summary.overdue.iter().map(|task| task.id.as_str()).collect();
    assert_eq!((summary.tasks.total, overdue), (2, vec!["t6", "t1.1", "t3"]));
}

#[test]
fn an_overdue_filter_is_combined_with_other_conditions() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    for (filter, matches) in [
        (r#"{"overdue":true,"statuses":["blocked"]}"#, 1),
        (r#"{"overdue":true,"text":"parent"}"#, 0),
        (r#"{"overdue":false}"#, 10),
    ] {
        let query = format!(r#"{{"kind":"explorer","filter":{filter}}}"#);
        let View::Explorer(tree) = bench.ask(&context(), &query) else { panic!("no tree") };
        assert_eq!(tree.matches, matches, "{filter}");
    }
}

#[test]
fn row_of_the_tree_counts_what_is_inside() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let View::Explorer(explorer) = bench.ask(&context(), r#"{"kind":"explorer"}"#) else { panic!("no explorer") };
    let inside = |id: &str| {
        let row = explorer.rows.iter().find(|row| row.card.id == id).expect("the row");
        (row.inside.open, row.inside.at_work, row.inside.late, row.inside.blocked)
    };
    for (id, expected) in [("t1", (2, 1, 1, 0)), ("t3", (0, 0, 0, 0)), ("t5", (1, 0, 0, 0)), ("t6", (0, 0, 0, 0))] {
        assert_eq!(inside(id), expected, "{id}");
    }
}
