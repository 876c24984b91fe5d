//! The Gantt chart: rows and groups, spans, actual dates, links, and the saved options.

use handoff_format::format_date;
use handoff_protocol::gantt::{GanttRow, GanttView};
use handoff_protocol::{DependencyKind, Query, View};

use crate::support::{self, Bench, context};

const PROJECT: &str = r##"
    === config.toml
    [project]
    name = "P"
    [calendar]
    closed_weekdays = ["sun"]
    closed_dates = ["2026-12-25"]
    [assignees.noor]
    work_hours_per_day = 4.0
    [assignees.kim]
    [milestones.beta]
    date = "2026-12-04"
    color = "red"
    [milestones.alpha]
    date = "2026-12-02"
    color = "#112233"
    [milestones.someday]
    === tasks/t1-a/_task.todo.json
    {"id": "t1", "title": "Alpha", "schedule": {"start_date": "2026-01-01", "due_date": "2026-01-02", "estimate_hours": 99, "milestone": "beta"}}
    === tasks/t1-a/t1.1-b/_task.done.json
    {"id": "t1.1", "title": "Beta", "assignee": "kim", "completed_at": "2026-11-28T23:30:00Z", "schedule": {"start_date": "2026-11-26", "due_date": "2026-11-27", "estimate_hours": 6, "actual_hours": 7}}
    === tasks/t1-a/t1.2-c/_task.in_progress.json
    {"id": "t1.2", "title": "Gamma", "assignee": "noor", "dependencies": ["t1.1", "t2", "t2", "t99"], "handoff_dependencies": [{"id": "t1.1", "kind": "SS", "lag": 2}, {"id": "t5", "kind": "FF", "lag": 0}], "schedule": {"start_date": "2026-11-28", "due_date": "2026-12-07", "estimate_hours": 2, "actual_hours": 1, "remaining_hours": 3}}
    === tasks/t1-a/t1.3-d/_task.skipped.json
    {"id": "t1.3", "title": "Delta"}
    === tasks/t2-e/_task.todo.json
    {"id": "t2", "title": "Epsilon", "assignee": "noor", "schedule": {"due_date": "2026-11-30", "milestone": "alpha", "pinned": true}}
    === tasks/t10-f/_task.todo.json
    {"id": "t10", "title": "Zeta", "assignee": "stranger", "schedule": {"start_date": "2026-11-01", "due_date": "not a day"}}
    === tasks/t7-g/_task.blocked.json
    {"id": "t7"
    === activity/2026-11/noor.jsonl
    {"id":"e1","at":"2026-11-27T08:00:00Z","actor":{"kind":"human","name":"Noor"},"task":"t1.2","change":{"kind":"field","field":"status","from":"todo","to":"in_progress"}}
    {"id":"e2","at":"2026-11-30T08:00:00Z","actor":{"kind":"human","name":"Noor"},"task":"t1.2","change":{"kind":"field","field":"status","from":"review","to":"in_progress"}}
"##;

fn gantt(bench: &mut Bench, rest: &str) -> GanttView {
    let query: Query = serde_json::from_str(&format!(r#"{{"kind":"gantt"{rest}}}"#)).expect("a query");
    match bench.engine.view(&query, &context()) {
        View::Gantt(view) => view,
        other => panic!("{other:?}"),
    }
}

fn project() -> Bench {
    Bench::from_text(&support::dedent(PROJECT))
}

/// Formats a day as month and day: `12-07`.
fn month_and_day(day: i32) -> String {
    let date = format_date(day);
    date.split_once('-').expect("a year").1.to_owned()
}

/// Formats a row as its ID, or the title of the group, and its days: `t1.2 11-28–12-07`.
fn describe(row: &GanttRow) -> String {
    let month_and_day = |day: Option<i32>| day.map(month_and_day).unwrap_or_default();
    let name = if row.id.is_empty() { format!("[{}]", row.title) } else { row.id.clone() };
    let indent = "  ".repeat(usize::try_from(row.depth).unwrap());
    let days = match (row.start, row.due) {
        (None, None) => String::new(),
        (start, due) => format!(" {}–{}", month_and_day(start), month_and_day(due)),
    };
    format!("{indent}{name}{days}{}", if row.context { " (context)" } else { "" })
}

fn rows(view: &GanttView) -> Vec<String> {
    view.rows.iter().map(describe).collect()
}

fn row<'v>(view: &'v GanttView, id: &str) -> &'v GanttRow {
    view.rows.iter().find(|row| row.id == id).expect("a row")
}

#[test]
fn parents_span_their_subtasks() {
    let view = gantt(&mut project(), "");
    assert_eq!(
        rows(&view),
        ["t1 11-26–12-07", "  t1.1 11-26–11-27", "  t1.2 11-28–12-07", "  t1.3", "t2 –11-30", "t7", "t10 11-01–"],
    );
    assert_eq!(view.rows.iter().map(|row| row.below).collect::<Vec<_>>(), [3, 0, 0, 0, 0, 0, 0]);
    assert_eq!(view.end.map(format_date).as_deref(), Some("2026-12-07"));
    assert_eq!(format_date(view.today), "2026-12-01");
    let parent = row(&view, "t1");
    assert_eq!((parent.hours, parent.actual_hours, parent.remaining_hours), (Some(8.0), Some(8.0), Some(3.0)));
    // 6 hours done, a quarter of 2 hours, and a skipped task that counts as one day of 8 hours.
    assert_eq!(parent.progress, 90);
}

#[test]
fn finished_tasks_are_below_a_heading_of_their_group() {
    for (rest, expected) in [
        ("", &["t1", "  t1.2", "  finished:t1 1+1", "    t1.1", "    t1.3", "t2", "t7", "t10"][..]),
        // The other one does not match.
        (r#","filter":{"assignees":["kim"]}"#, &["t1", "  finished:t1 1+0", "    t1.1"]),
        (r#","filter":{"assignees":["noor"]}"#, &["t1", "  t1.2", "t2"]),
        (r#","filter":{"text":"beta"}"#, &["t1", "  t1.1"]),
        (r#","filter":{"statuses":["done"]}"#, &["t1", "  t1.1"]),
        (
            r#","group":"assignee""#,
            &[
                "group:kim 0+0",
                "  finished:group:kim 1+0",
                "    t1.1",
                "group:noor 0+0",
                "  t1.2",
                "  t2",
                "group:stranger 0+0",
                "  t10",
                "group: 0+0",
                "  t7",
                "  finished:group: 0+1",
                "    t1.3",
            ],
        ),
    ] {
        let view = gantt(&mut project(), &format!(r#","foldFinished":true{rest}"#));
        let names = view.rows.iter().map(|row| {
            let counts = row.finished.unwrap_or_default();
            let name = if row.id.is_empty() {
                format!("{} {}+{}", row.key, counts.done, counts.skipped)
            } else {
                row.id.clone()
            };
            format!("{}{name}", "  ".repeat(usize::try_from(row.depth).unwrap()))
        });
        assert_eq!(names.collect::<Vec<_>>(), expected, "{rest}");
        for (at, row) in view.rows.iter().enumerate() {
            let below = view.rows[at + 1..].iter().take_while(|other| other.depth > row.depth).count();
            assert_eq!(usize::try_from(row.below).unwrap(), below, "{}", row.key);
        }
    }
    let folded = gantt(&mut project(), r#","foldFinished":true"#);
    let heading = folded.rows.iter().find(|row| row.finished.is_some()).unwrap();
    assert_eq!((describe(heading).as_str(), heading.progress), ("  [] 11-26–11-27", 100));
    assert_eq!(row(&folded, "t1"), &GanttRow { below: 4, ..row(&gantt(&mut project(), ""), "t1").clone() });
    let finished = "=== tasks/t1-a/_task.done.json\n{\"id\": \"t1\", \"title\": \"A\"}\n";
    assert_eq!(rows(&gantt(&mut Bench::from_text(finished), r#","foldFinished":true"#)), ["t1"]);
}

#[test]
fn page_of_a_parent_has_the_days_of_its_bar() {
    let mut bench = Bench::from_text(&support::dedent(PROJECT));
    let chart = gantt(&mut bench, "");
    for id in ["t1", "t1.1"] {
        let View::Task(Some(page)) = bench.ask(&context(), &format!(r#"{{"kind":"task","id":"{id}"}}"#)) else {
            panic!("{id} has a page")
        };
        let days = |row: &GanttRow| [row.start, row.due].map(|day| day.map(format_date).unwrap_or_default());
        let expected = if id == "t1" { days(row(&chart, id)) } else { Default::default() };
        assert_eq!([page.subtasks_start, page.subtasks_due], expected, "{id}");
    }
}

#[test]
fn rows_are_marked_overdue_late_pinned_and_locked() {
    let view = gantt(&mut project(), "");
    let overdue: Vec<&str> = view.rows.iter().filter(|row| row.overdue).map(|row| row.id.as_str()).collect();
    assert_eq!(overdue, ["t2"]);
    // The milestone of t1 applies to all its subtasks.
    let late: Vec<(&str, u32)> = view.rows.iter().map(|row| (row.id.as_str(), row.late)).collect();
    assert_eq!(late, [("t1", 3), ("t1.1", 0), ("t1.2", 3), ("t1.3", 0), ("t2", 0), ("t7", 0), ("t10", 0)]);
    assert!(row(&view, "t2").pinned && !row(&view, "t1").pinned);
    assert!(row(&view, "t7").locked && !row(&view, "t2").locked);
}

#[test]
fn actual_dates_come_from_stamps_and_log() {
    let view = gantt(&mut project(), "");
    let happened =
        |id: &str| (row(&view, id).actual_start.map(format_date), row(&view, id).actual_end.map(format_date));
    let days = |start: &str, end: Option<&str>| (Some(start.to_owned()), end.map(str::to_owned));
    // The planned start and the stamp of completion: 23:30 UTC is still that day in UTC.
    assert_eq!(happened("t1.1"), days("2026-11-26", Some("2026-11-28")));
    // The first start in the log.
    assert_eq!(happened("t1.2"), days("2026-11-27", None));
    assert_eq!(happened("t1"), days("2026-11-26", None));
    assert_eq!(happened("t2"), (None, None));
    assert_eq!(happened("t1.3"), (None, None));
}

#[test]
fn actual_dates_use_the_time_zone_of_the_person() {
    let mut bench = project();
    let query: Query = serde_json::from_str(r#"{"kind":"gantt"}"#).unwrap();
    let mut visible = |offset: i32| {
        let context = handoff_protocol::Context { time_zone: handoff_protocol::TimeZone::fixed(offset), ..context() };
        let View::Gantt(view) = bench.engine.view(&query, &context) else { panic!("another view") };
        (row(&view, "t1.1").actual_end.map(format_date).unwrap(), row(&view, "t1.1").start.map(format_date).unwrap())
    };
    assert_eq!(visible(540), ("2026-11-29".to_owned(), "2026-11-26".to_owned()));
    assert_eq!(visible(-600), ("2026-11-28".to_owned(), "2026-11-26".to_owned()));
}

#[test]
fn calendars_resolve_every_rule() {
    let view = gantt(&mut project(), "");
    assert_eq!(view.calendars[0].week, [0.0, 8.0, 8.0, 8.0, 8.0, 8.0, 8.0]);
    let closed = &view.calendars[0].exceptions;
    assert_eq!(
        closed.iter().map(|day| (format_date(day.day), day.hours)).collect::<Vec<_>>(),
        [("2026-12-25".to_owned(), 0.0)]
    );
    let of = |id: &str| &view.calendars[usize::try_from(row(&view, id).calendar).unwrap()].week;
    assert_eq!(of("t1.2"), &[0.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0]);
    // An assignee without own hours, and one that the configuration does not list.
    assert_eq!((row(&view, "t1.1").calendar, row(&view, "t10").calendar), (0, 0));
}

#[test]
fn links_and_cycles_connect_rows() {
    let view = gantt(&mut project(), "");
    let links: Vec<_> = view.links.iter().map(|link| (link.from, link.to, link.kind, link.lag)).collect();
    assert_eq!(links, [(1, 2, DependencyKind::StartToStart, 2), (4, 2, DependencyKind::FinishToStart, 0)]);
    assert_eq!(view.circle.len(), 0);
    let mut bench = Bench::from_text(&support::dedent(
        r#"
        === tasks/t1-a/_task.todo.json
        {"id": "t1", "title": "A", "dependencies": ["t2"]}
        === tasks/t2-b/_task.todo.json
        {"id": "t2", "title": "B", "dependencies": ["t1"]}
    "#,
    ));
    assert_eq!(gantt(&mut bench, "").circle.len(), 2);
}

#[test]
fn milestones_with_a_date_are_listed() {
    let view = gantt(&mut project(), "");
    let goals: Vec<_> =
        view.milestones.iter().map(|goal| (goal.name.as_str(), goal.color.as_str(), goal.late)).collect();
    assert_eq!(goals, [("alpha", "#112233", 0), ("beta", "#ff0000", 0)]);
}

#[test]
fn filters_keep_ancestors_for_context() {
    let mut bench = project();
    for (filter, expected) in [
        (r#"{"text":"gamma"}"#, vec!["t1 11-26–12-07 (context)", "  t1.2 11-28–12-07"]),
        (r#"{"assignees":["noor"]}"#, vec!["t1 11-26–12-07 (context)", "  t1.2 11-28–12-07", "t2 –11-30"]),
        (r#"{"text":"nothing like it"}"#, vec![]),
    ] {
        assert_eq!(rows(&gantt(&mut bench, &format!(r#","filter":{filter}"#))), expected, "{filter}");
    }
}

#[test]
fn rows_are_sorted_by_the_given_key() {
    let mut bench = project();
    for (sort, expected) in [
        ("manual", "t1 t1.1 t1.2 t1.3 t2 t7 t10"),
        ("start", "t10 t1 t1.1 t1.2 t1.3 t2 t7"),
        ("id", "t1 t1.1 t1.2 t1.3 t2 t7 t10"),
        ("id-desc", "t10 t7 t2 t1 t1.3 t1.2 t1.1"),
        ("status", "t1 t1.2 t1.1 t1.3 t2 t10 t7"),
    ] {
        let view = gantt(&mut bench, &format!(r#","sort":"{sort}""#));
        let ids: Vec<&str> = view.rows.iter().map(|row| row.id.as_str()).collect();
        assert_eq!(ids.join(" "), expected, "{sort}");
    }
}

#[test]
fn groups_list_leaves_below_headings() {
    let mut bench = project();
    assert_eq!(
        rows(&gantt(&mut bench, r#","group":"assignee""#)),
        [
            "[kim] 11-26–11-27",
            "  t1.1 11-26–11-27",
            "[noor] 11-28–12-07",
            "  t1.2 11-28–12-07",
            "  t2 –11-30",
            "[stranger] 11-01–11-01",
            "  t10 11-01–",
            "[]",
            "  t1.3",
            "  t7",
        ],
    );
    let by_milestone = gantt(&mut bench, r#","group":"milestone""#);
    assert_eq!(
        rows(&by_milestone),
        [
            "[alpha] 11-30–11-30",
            "  t2 –11-30",
            "[beta] 11-26–12-07",
            "  t1.1 11-26–11-27",
            "  t1.2 11-28–12-07",
            "  t1.3",
            "[] 11-01–11-01",
            "  t7",
            "  t10 11-01–",
        ],
    );
    assert_eq!(row(&by_milestone, "t1.2").late, 3);
    assert_eq!(by_milestone.links.len(), 2);
}

#[test]
fn query_options_override_saved_options() {
    let lines = |config: &str, rest: &str| {
        let text = format!("=== config.toml\n[project]\nname = \"P\"\n[gantt_view]\n{config}\n");
        let view = gantt(&mut Bench::from_text(&text), rest);
        handoff_protocol::to_json(&view.choices)
    };
    for (config, rest, expected) in [
        ("", "", r#"{"sort":"manual","mode":"plan","group":"tree","showWorkload":false,"filterAssignee":""}"#),
        (
            "sort = \"id-desc\"\nzoom = \"month\"\nmode = \"compare\"\ngroup_by_milestone = true\nshow_workload = true\nfilter_assignee = \"noor\"",
            "",
            r#"{"sort":"id-desc","zoom":"month","mode":"compare","group":"milestone","showWorkload":true,"filterAssignee":"noor"}"#,
        ),
        (
            "sort = \"id-desc\"\ngroup_by_milestone = true\nshow_workload = true",
            r#","sort":"manual","group":"tree","loads":false"#,
            r#"{"sort":"manual","mode":"plan","group":"tree","showWorkload":false,"filterAssignee":""}"#,
        ),
        (
            "sort = \"backwards\"\nzoom = \"aeon\"\nmode = \"\"\ngroup_by_milestone = true\ngroup_by_assignee = true",
            "",
            r#"{"sort":"manual","mode":"plan","group":"assignee","showWorkload":false,"filterAssignee":""}"#,
        ),
    ] {
        assert_eq!(lines(config, rest), expected, "{config} {rest}");
    }
    let mut content = Bench::from_text(
        &support::dedent(PROJECT).replace("[milestones.someday]", "[gantt_view]\nfilter_assignee = \"kim\""),
    );
    assert_eq!(rows(&gantt(&mut content, "")).len(), 2);
    assert_eq!(rows(&gantt(&mut content, r#","filter":{}"#)).len(), 7);
}

#[test]
fn rows_are_compared_with_a_baseline() {
    let plan = r#"
=== baselines/2026-11-01-first.json
{"name": "First", "created_at": "2026-11-01T08:00:00Z", "tasks": [
  {"id": "t1.1", "start_date": "2026-11-23", "due_date": "2026-11-27"},
  {"id": "t1.2", "due_date": "2026-12-04"},
  {"id": "t10", "start_date": "2026-10-01"},
  {"id": "t2", "due_date": "2026-12-02"}
]}
=== baselines/2026-11-08-second.json
{"name": "Second", "created_at": "2026-11-08T08:00:00Z", "tasks": []}
"#;
    let mut bench = Bench::from_text(&(support::dedent(PROJECT) + plan));
    let compared = |view: &GanttView, id: &str| {
        let row = row(view, id);
        (row.baseline_start.map(format_date), row.baseline_due.map(format_date), row.slip)
    };
    let day = |text: &str| Some(text.to_owned());
    let view = gantt(&mut bench, r#","baseline":"baselines/2026-11-01-first.json""#);
    let names: Vec<&str> = view.baselines.iter().map(|baseline| baseline.name.as_str()).collect();
    assert_eq!(names, ["Second", "First"]);
    assert_eq!(compared(&view, "t1.1"), (day("2026-11-23"), day("2026-11-27"), Some(0)));
    // Saturday and Monday: only Sundays are closed in this project.
    assert_eq!(compared(&view, "t1.2"), (None, day("2026-12-04"), Some(2)));
    assert_eq!(compared(&view, "t2"), (None, day("2026-12-02"), Some(-2)));
    assert_eq!(compared(&view, "t1"), (day("2026-11-23"), day("2026-12-04"), Some(2)));
    assert_eq!(compared(&view, "t10"), (day("2026-10-01"), None, None));
    for none in ["", r#","baseline":"baselines/2026-11-08-second.json""#, r#","baseline":"baselines/none.json""#] {
        assert_eq!(compared(&gantt(&mut bench, none), "t1.1"), (None, None, None), "{none}");
    }
}

#[test]
fn rows_and_links_have_slack_and_critical_path() {
    let mut bench = Bench::from_text(&support::dedent(
        r#"
        === tasks/t1-a/_task.todo.json
        {"id": "t1", "title": "A", "schedule": {"start_date": "2026-12-07", "due_date": "2026-12-08"}}
        === tasks/t2-b/_task.todo.json
        {"id": "t2", "title": "B", "dependencies": ["t1"], "schedule": {"start_date": "2026-12-09", "due_date": "2026-12-11"}}
        === tasks/t3-c/_task.todo.json
        {"id": "t3", "title": "C", "dependencies": ["t2"], "schedule": {"start_date": "2026-12-10", "due_date": "2026-12-10"}}
        === tasks/t4-d/_task.todo.json
        {"id": "t4", "title": "D", "schedule": {"start_date": "2026-12-03", "due_date": "2026-12-04"}}
        === tasks/t5-e/_task.done.json
        {"id": "t5", "title": "E", "schedule": {"start_date": "2026-12-03", "due_date": "2026-12-11"}}
    "#,
    ));
    let view = gantt(&mut bench, "");
    let slack: Vec<_> = view.rows.iter().map(|row| (row.id.as_str(), row.slack, row.critical)).collect();
    // The last day is Friday the 11th. C starts too early and can end one day later. B would have
    // to end on the 10th for C to end on the 11th, and A before B. D has no dependency and can end
    // five days later, on the 11th.
    assert_eq!(
        slack,
        [
            ("t1", Some(-1), true),
            ("t2", Some(-1), true),
            ("t3", Some(1), false),
            ("t4", Some(5), false),
            ("t5", None, false)
        ],
    );
    let links: Vec<_> = view.links.iter().map(|link| (link.from, link.to, link.broken, link.critical)).collect();
    assert_eq!(links, [(0, 1, false, true), (1, 2, true, false)]);
}

#[test]
fn load_is_listed_per_assignee() {
    let mut bench = Bench::from_text(&support::dedent(
        r#"
        === config.toml
        [project]
        name = "P"
        [calendar]
        overwork_limit_percent = 120
        [assignees.noor]
        work_hours_per_day = 4
        === tasks/t1-a/_task.todo.json
        {"id": "t1", "title": "A", "assignee": "noor", "schedule": {"start_date": "2026-12-04", "due_date": "2026-12-07", "estimate_hours": 10}}
        === tasks/t2-b/_task.todo.json
        {"id": "t2", "title": "B", "schedule": {"start_date": "2026-12-02", "due_date": "2026-12-02", "estimate_hours": 3}}
        === tasks/t3-c/_task.done.json
        {"id": "t3", "title": "C", "assignee": "kim", "schedule": {"start_date": "2026-12-02", "due_date": "2026-12-02", "estimate_hours": 3}}
    "#,
    ));
    assert_eq!(gantt(&mut bench, "").loads, []);
    let view = gantt(&mut bench, r#","loads":true"#);
    let loads: Vec<_> = view
        .loads
        .iter()
        .map(|load| {
            let days = load.days.iter().map(|day| (month_and_day(day.day), day.hours)).collect::<Vec<_>>();
            (load.assignee.as_str(), load.calendar, load.limit_percent, days)
        })
        .collect();
    // No work falls on the weekend.
    let noor = vec![("12-04".to_owned(), 5.0), ("12-07".to_owned(), 5.0)];
    assert_eq!(loads, [("noor", 1, 120, noor), ("", 0, 120, vec![("12-02".to_owned(), 3.0)])]);
}
