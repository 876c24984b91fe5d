//! The dashboard: what its lists contain, in which order, and what others have changed.

use std::fmt::Write as _;

use handoff_protocol::view::{
    ActorChanges, ChangedSubject, DashboardHistory, DashboardView, ListedTask, Outlook, ProjectGlance, SubjectKind,
    TaskList,
};
use handoff_protocol::{Actor, Change, Context, Query, Status, View};
use serde_json::json;

use crate::support::{Bench, NOW, context, dedent};

/// Today is 2026-12-01.
const PROJECT: &str = r#"
    === config.toml
    [project]
    name = "P"
    [milestones.beta]
    date = "2026-12-10"
    === tasks/t1-a/_task.todo.json
    {"id": "t1", "title": "Parent", "schedule": {"due_date": "2026-11-01"}}
    === tasks/t1-a/t1.1-b/_task.in_progress.json
    {"id": "t1.1", "title": "Late", "assignee": "noor", "schedule": {"due_date": "2026-11-20", "milestone": "beta"}}
    === tasks/t1-a/t1.2-c/_task.done.json
    {"id": "t1.2", "title": "Finished late", "schedule": {"due_date": "2026-11-02"}}
    === tasks/t2-d/_task.blocked.json
    {"id": "t2", "title": "Blocked", "dependencies": ["t3"], "schedule": {"due_date": "2026-11-10"}}
    === tasks/t3-e/_task.todo.json
    {"id": "t3", "title": "Next", "priority": "high", "schedule": {"start_date": "2026-12-02", "due_date": "2026-12-04"}}
    === tasks/t4-f/_task.review.json
    {"id": "t4", "title": "Recent review", "done_criteria": [{"item": "Tested", "checked": true}, {"item": "Read by two people", "checked": false}]}
    === tasks/t5-g/_task.review.json
    {"id": "t5", "title": "Old review", "schedule": {"start_date": "2026-12-28", "due_date": "2027-01-05"}}
    === tasks/t6-h/_task.todo.json
    {"id": "t6", "title": "Far away", "schedule": {"start_date": "2026-12-29", "due_date": "2027-01-05"}}
    === tasks/t7-i/_task.in_progress.json
    {"id": "t7", "title": "Held", "updated_at": "2026-11-30T10:00:00Z"}
    === local/claims/t7.json
    {"version": 1, "task": "t7", "actor": {"kind": "agent", "name": "codex"}, "since": "2026-12-01T07:50:00Z", "heard_at": "2026-12-01T07:59:00Z"}
    === timer/state.json
    {"version": 1, "owner": "vscode", "updated_at": "2026-12-01T07:59:00Z", "timers": {"t7": {"state": "tracking", "elapsed_ms": 60000, "started_at": "2026-12-01T07:59:00Z"}}}
    === sessions/20261101-090000-first.closed.json
    {"version": 2, "id": "s-1", "started_at": "2026-11-01T08:00:00Z", "ended_at": "2026-11-01T09:30:00Z", "summary": "First",
     "decisions": [{"decision": "Keep feet", "confidence": "unverified"}, {"decision": "Use files", "confidence": "confirmed"},
                   {"decision": "Use SQLite", "confidence": "unverified"}],
     "checklist": [{"item": "Ask Maya", "owner": "user"}, {"item": "Run it", "owner": "ai"}, {"item": "Done", "owner": "user", "checked": true}]}
    === sessions/20261102-090000-second.active.json
    {"version": 2, "id": "s-2", "started_at": "2026-11-02T09:00:00Z", "summary": "Second",
     "decisions": [{"decision": "Use tiles", "supersedes": ["Use SQLite"]}], "checklist": [{"item": "Sign", "owner": "user"}]}
"#;

/// Time, actor, task, change.
type Line = (&'static str, (&'static str, &'static str), Option<&'static str>, serde_json::Value);

fn status(from: &str, to: &str) -> serde_json::Value {
    json!({"kind": "field", "field": "status", "from": from, "to": to})
}

fn bench(lines: &[Line]) -> Bench {
    let log: Vec<String> = lines
        .iter()
        .enumerate()
        .map(|(number, (at, (kind, name), task, change))| {
            let mut event = json!({"id": format!("e{number}-0"), "at": at, "actor": {"kind": kind, "name": name}, "change": change});
            if let Some(task) = task {
                event["task"] = json!(task);
            }
            event.to_string()
        })
        .collect();
    Bench::from_text(&format!("{}\n=== activity/2026-11/noor.jsonl\n{}\n", dedent(PROJECT), log.join("\n")))
}

fn dashboard(bench: &mut Bench) -> DashboardView {
    match bench.engine.view(&Query::Dashboard {}, &context()) {
        View::Dashboard(view) => *view,
        other => panic!("{other:?}"),
    }
}

fn history(bench: &mut Bench, since: Option<i64>, context: &Context) -> DashboardHistory {
    history_of(bench, since, false, context)
}

fn history_of(bench: &mut Bench, since: Option<i64>, all: bool, context: &Context) -> DashboardHistory {
    match bench.engine.view(&Query::DashboardHistory { since, all }, context) {
        View::DashboardHistory(view) => *view,
        other => panic!("{other:?}"),
    }
}

fn glance(bench: &mut Bench) -> ProjectGlance {
    match bench.engine.view(&Query::Glance {}, &context()) {
        View::Glance(view) => *view,
        other => panic!("{other:?}"),
    }
}

fn ids(list: &TaskList) -> String {
    list.tasks.iter().map(|task| task.card.id.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn lists_contain_tasks_without_subtasks_in_their_order() {
    let noor = ("human", "Noor");
    let mut bench = bench(&[
        ("2026-11-28T10:00:00Z", noor, Some("t4"), status("in_progress", "review")),
        ("2026-11-20T10:00:00Z", noor, Some("t5"), status("in_progress", "review")),
        ("2026-11-10T10:00:00Z", noor, Some("t2"), status("todo", "blocked")),
        // The log does not know the current status.
        ("2026-11-10T10:00:00Z", noor, Some("t1.1"), status("todo", "review")),
    ]);
    let view = dashboard(&mut bench);
    for (name, list, expected) in [
        ("overdue", &view.overdue, "t2 t1.1"),
        ("review", &view.review, "t5 t4"),
        ("blocked", &view.blocked, "t2"),
        ("next", &view.next, "t3 t6"),
        ("working", &view.working, "t7 t1.1"),
    ] {
        assert_eq!(ids(list), expected, "{name}");
    }
    assert_eq!((view.completion.done, view.completion.total), (1, 8));
    let counts: Vec<u32> = view.counts.iter().map(|count| count.count).collect();
    assert_eq!(counts, [2, 2, 2, 1, 1, 0], "{:?}", view.counts);
    let ListedTask { since, waits_for, .. } = &view.blocked.tasks[0];
    assert_eq!(since.as_deref(), Some("2026-11-10T10:00:00Z"));
    let criteria: Vec<&str> = view.review.tasks[1].open_criteria.iter().map(|open| open.item.as_str()).collect();
    assert_eq!((criteria, view.review.tasks[1].open_criteria[0].index), (vec!["Read by two people"], 1));
    assert_eq!(waits_for.iter().map(|task| task.title.as_str()).collect::<Vec<_>>(), ["Next"]);
    assert_eq!(view.working.tasks[1].since, None);
}

#[test]
fn entries_wait_for_the_user_only_while_they_stand() {
    let mut bench = bench(&[]);
    let view = history(&mut bench, None, &context());
    let texts = |entries: &[handoff_protocol::view::RegisterRow]| {
        entries.iter().map(|entry| entry.text.clone()).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(texts(&view.items.entries), "Sign, Ask Maya");
    assert_eq!(texts(&view.decisions.entries), "Keep feet");
    assert_eq!(view.sessions.iter().map(|session| session.id.as_str()).collect::<Vec<_>>(), ["s-2"]);
    let timers = dashboard(&mut bench).timers;
    let timer = &timers[0];
    assert_eq!((timer.id.as_str(), timer.title.as_str(), timer.elapsed_ms), ("t7", "Held", 120_000));
}

#[test]
fn the_timeline_has_late_tasks_before_the_open_tasks_of_four_weeks() {
    let view = dashboard(&mut bench(&[]));
    let bars: Vec<(&str, i32, i32)> = view
        .timeline
        .bars
        .iter()
        .map(|bar| (bar.card.id.as_str(), bar.start - view.timeline.from, bar.end - view.timeline.from))
        .collect();
    assert_eq!(bars, [("t2", -21, -21), ("t1.1", -11, -11), ("t3", 1, 3), ("t5", 27, 35)]);
    assert_eq!((view.timeline.to - view.timeline.from, view.timeline.closed.len(), view.timeline.total), (27, 8, 4));
}

#[test]
fn many_late_tasks_leave_room_in_the_timeline() {
    let mut text = String::from("=== config.toml\n[project]\nname = \"P\"\n");
    for number in 10..=30 {
        let month = if number % 2 == 0 { 11 } else { 12 };
        let content =
            format!(r#"{{"id": "t{number}", "title": "X", "schedule": {{"due_date": "2026-{month}-{number}"}}}}"#);
        text.extend(["=== tasks/t", &number.to_string(), "-x/_task.todo.json\n", &content, "\n"]);
    }
    let timeline = dashboard(&mut Bench::from_text(&text)).timeline;
    let ids: Vec<&str> = timeline.bars.iter().map(|bar| bar.card.id.as_str()).collect();
    assert_eq!(ids, ["t10", "t12", "t14", "t16", "t11", "t13", "t15", "t17", "t19", "t21"]);
    assert_eq!(timeline.total, 11 + 9);
}

#[test]
fn without_a_forecast_a_notice_says_what_it_needs_and_from_when() {
    let project = |created: &str, milestone: &str| {
        let task = format!(r#"{{"id": "t1", "title": "A", "created_at": "{created}T08:00:00Z"{milestone}}}"#);
        Bench::from_text(&format!("=== config.toml\n[project]\nname = \"P\"\n=== tasks/t1-a/_task.todo.json\n{task}\n"))
    };
    let in_beta = r#", "schedule": {"milestone": "beta"}"#;
    let days = "A forecast needs a done task and 5 working days with tasks. So far: 0 done, 2 of 5 days. Possible from 2026-12-04.";
    let tasks = "A forecast needs a done task. None was done in the last 22 working days.";
    // 2026-12-01 is the second working day.
    for (created, milestone, expected) in [
        ("2026-11-30", "", days),
        ("2026-11-30", in_beta, days),
        ("2026-11-02", "", tasks),
        ("2026-11-02", in_beta, tasks),
    ] {
        let mut bench = project(created, milestone);
        let notice = history(&mut bench, None, &context()).notice.map(|text| text.to_string());
        assert_eq!(notice.as_deref(), Some(expected), "{created} {milestone}");
        assert_eq!(glance(&mut bench).notice.map(|text| text.to_string()), notice);
    }
    let mut done = bench(&[("2026-11-02T10:00:00Z", ("human", "Noor"), Some("t1.2"), status("todo", "done"))]);
    let forecast = history(&mut done, None, &context());
    assert!(forecast.milestones[0].milestone.p50.is_some() && forecast.notice.is_none(), "{forecast:?}");
}

#[test]
fn equal_tasks_are_in_the_order_of_the_tree_and_not_of_reading() {
    let mut text = String::from("=== config.toml\n[project]\nname = \"P\"\n");
    for id in ["t3", "t1", "t4", "t2"] {
        let content = format!(r#"{{"id": "{id}", "title": "X", "schedule": {{"due_date": "2026-11-02"}}}}"#);
        for (status, suffix) in [("review", "a"), ("blocked", "b"), ("in_progress", "c")] {
            let content = content.replace(id, &format!("{id}{suffix}"));
            text.extend(["=== tasks/", id, suffix, "-x/_task.", status, ".json\n", &content, "\n"]);
        }
    }
    let view = dashboard(&mut Bench::from_text(&text));
    assert_eq!(ids(&view.review), "t1a t2a t3a t4a");
    assert_eq!(ids(&view.blocked), "t1b t2b t3b t4b");
    assert_eq!(ids(&view.working), "t1c t2c t3c t4c");
    assert_eq!(ids(&view.overdue), "t1a t1b t1c t2a t2b");
    let bars: Vec<&str> = view.timeline.bars.iter().map(|bar| bar.card.id.as_str()).collect();
    assert_eq!(bars, ["t1a", "t1b", "t1c", "t2a"]);
}

#[test]
fn lists_are_cut_but_count_everything() {
    let mut text = String::from("=== config.toml\n[project]\nname = \"P\"\n");
    for number in 1..=60 {
        let id = format!("t{number}");
        let content =
            format!(r#"{{"id": "{id}", "title": "X", "schedule": {{"due_date": "2026-12-{:02}"}}}}"#, number % 9 + 1);
        text.extend(["=== tasks/", &id, "-x/_task.review.json\n", &content, "\n"]);
    }
    let view = dashboard(&mut Bench::from_text(&text));
    assert_eq!((view.review.total, view.review.tasks.len()), (60, 5));
    // All of them are at work.
    assert_eq!((view.next.total, view.next.tasks.len()), (0, 0));
    assert_eq!((view.timeline.total, view.timeline.bars.len()), (60, 10));
    let review = view.columns.iter().find(|column| column.status == Status::Review).expect("a column");
    assert_eq!((review.total, review.cards.len()), (60, 3));
}

fn subjects(changes: &ActorChanges) -> Vec<(SubjectKind, &str, &str, Vec<&'static str>)> {
    let word = |change: &Change| match change {
        Change::Created { .. } => "created",
        Change::Deleted { .. } => "deleted",
        Change::Field { field, .. } if field == "status" => "status",
        Change::Field { .. } => "field",
        Change::Session { .. } => "session",
        _ => "other",
    };
    let to_row = |subject: &'_ ChangedSubject| subject.events.iter().map(|event| word(&event.change)).collect();
    changes
        .subjects
        .iter()
        .map(|subject| (subject.kind, subject.id.as_str(), subject.title.as_str(), to_row(subject)))
        .collect()
}

#[test]
fn changes_are_those_of_others_since_the_time() {
    let (codex, noor) = (("agent", "codex"), ("human", "Noor"));
    let field = |field: &str, from: &str, to: &str| json!({"kind": "field", "field": field, "from": from, "to": to});
    let mut bench = bench(&[
        ("2026-11-29T10:00:00Z", codex, Some("t3"), field("title", "Old", "Next")),
        ("2026-11-30T10:00:00Z", codex, Some("t4"), field("title", "A", "B")),
        ("2026-11-30T10:00:01Z", codex, Some("t4"), status("todo", "in_progress")),
        ("2026-11-30T10:00:02Z", codex, Some("t4"), status("in_progress", "review")),
        ("2026-11-30T10:01:00Z", noor, Some("t5"), status("in_progress", "review")),
        ("2026-11-30T10:02:00Z", codex, Some("t99"), json!({"kind": "deleted", "title": "Gone"})),
        ("2026-11-30T10:03:00Z", codex, Some("t3"), field("boardRank", "a", "b")),
        ("2026-11-30T10:04:00Z", codex, Some("t6"), field("priority", "low", "high")),
        ("2026-11-30T10:05:00Z", codex, Some("t6"), field("priority", "high", "low")),
        (
            "2026-11-30T10:06:00Z",
            ("human", "Maya"),
            None,
            json!({"kind": "config", "key": "project.name", "from": "Q", "to": "P"}),
        ),
    ]);
    assert_eq!(history(&mut bench, None, &context()).changes, None);
    // 2026-11-30 at midnight.
    let since = NOW - 32 * 3_600_000;
    let changes = history(&mut bench, Some(since), &context()).changes.expect("changes");
    let [maya, codex] = changes.actors.as_slice() else { panic!("{changes:?}") };
    assert_eq!((maya.actor.name.as_str(), codex.actor.name.as_str(), changes.more), ("Maya", "codex", 0));
    assert_eq!(subjects(maya), [(SubjectKind::Project, "", "", vec!["other"])]);
    assert_eq!(
        subjects(codex),
        [
            (SubjectKind::Task, "t99", "Gone", vec!["deleted"]),
            (SubjectKind::Task, "t4", "Recent review", vec!["status", "field"]),
        ]
    );
    let Change::Field { from, to, .. } = &codex.subjects[1].events[0].change else { panic!("{codex:?}") };
    assert_eq!((from, to), (&json!("todo"), &json!("review")));
    assert_eq!((codex.subjects[0].status, codex.subjects[1].status), (None, Some(Status::Review)));
    let maya = Context { actor: Actor::person("Maya"), ..context() };
    let names: Vec<String> = history(&mut bench, Some(since), &maya)
        .changes
        .expect("changes")
        .actors
        .into_iter()
        .map(|changes| changes.actor.name)
        .collect();
    assert_eq!(names, ["codex", "Noor"]);
}

#[test]
fn done_cards_are_the_last_finished_ones() {
    let mut text = String::from("=== config.toml\n[project]\nname = \"P\"\n");
    for (id, day) in [("t1", "01"), ("t2", "05"), ("t3", "03"), ("t4", "04")] {
        let content = format!(r#"{{"id": "{id}", "title": "X", "completed_at": "2026-11-{day}T08:00:00Z"}}"#);
        text.extend(["=== tasks/", id, "-x/_task.done.json\n", &content, "\n"]);
    }
    let view = dashboard(&mut Bench::from_text(&text));
    let done = view.columns.iter().find(|column| column.status == Status::Done).expect("a column");
    let ids: Vec<&str> = done.cards.iter().map(|card| card.id.as_str()).collect();
    assert_eq!((ids, done.total), (vec!["t2", "t4", "t3"], 4));
}

#[test]
fn the_forecast_of_all_tasks_is_that_of_a_last_milestone_with_all_of_them() {
    let mut text = String::from("=== config.toml\n[project]\nname = \"P\"\n");
    for number in 1..=24 {
        let milestone = if number % 2 == 0 { "a" } else { "b" };
        let done = if number <= 12 {
            format!(r#", "completed_at": "2026-11-{:02}T08:00:00Z""#, number + 8)
        } else {
            String::new()
        };
        let status = if number <= 12 { "done" } else { "todo" };
        let content = format!(
            r#"{{"id": "t{number}", "title": "X", "created_at": "2026-11-02T08:00:00Z"{done}, "schedule": {{"milestone": "{milestone}"}}}}"#
        );
        writeln!(text, "=== tasks/t{number}-x/_task.{status}.json\n{content}").unwrap();
    }
    let view = history(&mut Bench::from_text(&text), None, &context());
    let last = &view.milestones.last().expect("a milestone").milestone;
    let forecast = view.forecast.expect("a forecast");
    assert!(forecast.p50.is_some(), "{forecast:?}");
    assert_eq!((forecast.p50, forecast.p85), (last.p50, last.p85));
    let week = forecast.week.expect("a project of a week ago");
    assert!(week.p85.is_some() && week.scope_change == 0, "{week:?}");
}

#[test]
fn all_changes_are_listed_on_request() {
    let field = |field: &str| json!({"kind": "field", "field": field, "from": "old", "to": "new"});
    let mut lines = Vec::new();
    for task in ["t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8"] {
        lines.push(("2026-11-30T10:00:00Z", ("agent", "codex"), Some(task), field("title")));
    }
    for name in ["description", "priority", "due", "assignee"] {
        lines.push(("2026-11-30T10:01:00Z", ("agent", "codex"), Some("t8"), field(name)));
    }
    for name in ["Ann", "Ben", "Cem", "Dag", "Eve", "Fay"] {
        lines.push(("2026-11-30T09:00:00Z", ("human", name), Some("t1"), field("title")));
    }
    let mut bench = bench(&lines);
    let mut counts = |all: bool| {
        let changes = history_of(&mut bench, Some(NOW - 32 * 3_600_000), all, &context()).changes.expect("changes");
        let codex = &changes.actors[0];
        let last = &codex.subjects[0];
        let actors = (changes.actors.len(), changes.more);
        (actors, (codex.subjects.len(), codex.more), (last.id.clone(), last.events.len(), last.more))
    };
    assert_eq!(counts(false), ((5, 2), (6, 2), ("t8".to_owned(), 3, 2)));
    assert_eq!(counts(true), ((7, 0), (8, 0), ("t8".to_owned(), 5, 0)));
}

#[test]
fn a_glance_counts_what_the_dashboard_lists() {
    let view = glance(&mut bench(&[]));
    assert_eq!((view.overdue, view.blocked, view.waiting), (2, 1, 2 + 1 + 2 + 1));
    assert_eq!(ids(&view.working), "t7 t1.1");
    let milestone = view.milestone.expect("a milestone");
    assert_eq!((milestone.milestone.name.as_str(), milestone.outlook, milestone.overdue), ("beta", Outlook::AtRisk, 1));
    assert_eq!(view.last_activity, "2026-11-30T10:00:00Z");
    let empty = glance(&mut Bench::from_text("=== config.toml\n[project]\nname = \"P\"\n"));
    assert_eq!((empty.completion.total, empty.milestone, empty.last_activity.as_str()), (0, None, ""));
}
