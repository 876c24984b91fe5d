//! The views of the surfaces: filters, sort orders, limits, and tasks in every state.

use std::fmt::Write as _;

use std::collections::BTreeMap;

use handoff_protocol::view::{BoardView, ExplorerView, ProjectView, TaskView};
use handoff_protocol::{Actor, Context, Severity, Status, View};

use crate::support::{Bench, NOW, command, context, dedent, files};

const PROJECT: &str = r#"
    === config.toml
    [project]
    name = "P"
    [settings.custom_fields.wip_limits]
    todo = 2
    === tasks/t1-a/_task.todo.json
    {"id": "t1", "title": "Alpha", "priority": "low", "labels": ["x"], "schedule": {"due_date": "2026-12-01"}}
    === tasks/t1-a/t1.1-b/_task.done.json
    {"id": "t1.1", "title": "Beta harbour"}
    === tasks/t1-a/t1.2-c/_task.in_progress.json
    {"id": "t1.2", "title": "Gamma", "assignee": "noor", "dependencies": ["t1.1", "t2", "t2", "t99"], "notes": "Tide", "schedule": {"due_date": "2026-12-01"}}
    === tasks/t2-d/_task.blocked.json
    {"id": "t2", "title": "Delta", "priority": "high", "schedule": {"milestone": "m"}, "scope_paths": ["src/tide.rs"]}
    === tasks/10-todo--e/task.toml
    id = "10"
    title = "Epsilon"
    === tasks/t4-broken/_task.review.json
    {"id": "t4"
    === tasks/t5-one/_task.todo.json
    {"id": "t5", "title": "One"}
    === tasks/t5-two/_task.todo.json
    {"id": "t5", "title": "Two"}
"#;

fn explorer(bench: &mut Bench, rest: &str) -> ExplorerView {
    match bench.ask(&context(), &format!(r#"{{"kind":"explorer"{rest}}}"#)) {
        View::Explorer(view) => view,
        other => panic!("{other:?}"),
    }
}

fn keys(view: &ExplorerView) -> String {
    view.rows.iter().map(|row| row.card.key.as_str()).collect::<Vec<_>>().join(" ")
}

fn board(bench: &mut Bench, rest: &str) -> BoardView {
    match bench.ask(&context(), &format!(r#"{{"kind":"board"{rest}}}"#)) {
        View::Board(view) => view,
        other => panic!("{other:?}"),
    }
}

fn task(bench: &mut Bench, id: &str) -> Option<TaskView> {
    match bench.ask(&context(), &format!(r#"{{"kind":"task","id":"{id}"}}"#)) {
        View::Task(view) => view.map(|view| *view),
        other => panic!("{other:?}"),
    }
}

#[test]
fn filters_keep_ancestors_and_manual_order_breaks_ties() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    for (rest, rows, matches) in [
        ("", "10 t1 t2 t4 tasks/t5-one tasks/t5-two", 8),
        (r#","sort":"priority""#, "t2 t1 10 t4 tasks/t5-one tasks/t5-two", 8),
        (r#","sort":"due""#, "t1 10 t2 t4 tasks/t5-one tasks/t5-two", 8),
        (r#","sort":"status""#, "10 t1 tasks/t5-one tasks/t5-two t4 t2", 8),
        (r#","parent":"t1""#, "t1.1 t1.2", 2),
        (r#","parent":"t99""#, "", 0),
        (r#","filter":{"text":"HARBOUR beta"}"#, "t1", 1),
        (r#","parent":"t1","filter":{"text":"tide"}"#, "t1.2", 1),
        (r#","filter":{"text":"SRC/tide.rs"}"#, "t2", 1),
        (r#","filter":{"assignees":["noor"]}"#, "t1", 1),
        (r#","filter":{"assignees":["", "noor"],"statuses":["todo"]}"#, "10 t1 tasks/t5-one tasks/t5-two", 4),
        (r#","filter":{"labels":["x"]}"#, "t1", 1),
        (r#","filter":{"labels":[""],"statuses":["blocked"]}"#, "t2", 1),
        (r#","filter":{"milestones":["m"]}"#, "t2", 1),
        (r#","filter":{"priorities":["low","high"]}"#, "t1 t2", 2),
        (r#","filter":{"priorities":[null],"statuses":["done"]}"#, "t1", 1),
    ] {
        let view = explorer(&mut bench, rest);
        assert_eq!((keys(&view).as_str(), view.matches), (rows, matches), "{rest}");
    }
    let view = explorer(&mut bench, r#","filter":{"text":"beta"}"#);
    assert_eq!((view.rows[0].matches, view.rows[0].children), (false, 1));
}

#[test]
fn cards_show_dependencies_subtasks_and_problems() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let view = board(&mut bench, "");
    let todo = &view.columns[0];
    assert_eq!((todo.total, todo.wip, todo.limit), (4, 3, Some(2)), "the parent does not count beside its subtasks");
    let card =
        |id: &str| view.columns.iter().flat_map(|column| &column.cards).find(|card| card.id == id).expect("a card");
    assert_eq!(card("t1.2").blocked_by, ["t2"]);
    assert!(card("t1.2").troubled, "a dependency names no task");
    assert_eq!((card("t1").subtasks.done, card("t1").subtasks.total), (1, 2));
    assert_eq!(card("t1.2").parent_title.as_deref(), Some("Alpha"));
    assert!(card("t4").troubled && card("t5").troubled && !card("t1").troubled && !card("10").troubled);
    let leaves = board(&mut bench, r#","leavesOnly":true,"filter":{"text":"alpha"}"#);
    assert_eq!((leaves.columns[0].total, leaves.columns[0].wip), (0, 3));
    assert_eq!((view.unfiltered, leaves.unfiltered), (8, 7), "the parent is not a card of the second");
}

#[test]
fn cards_say_where_a_word_was_found_in_the_notes_only() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    for (text, found) in [("tide", Some(true)), ("GAMMA tide", Some(true)), ("gamma noor", None), ("", None)] {
        let view = board(&mut bench, &format!(r#","filter":{{"text":"{text}"}}"#));
        let card = view.columns.iter().flat_map(|column| &column.cards).find(|card| card.id == "t1.2");
        assert_eq!(card.expect("a card").found_in_notes, found, "{text}");
    }
}

#[test]
fn a_project_counts_the_values_of_filters() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let counts = project_view(&mut bench, &context()).filter_counts;
    let pairs = |counts: &BTreeMap<String, u32>| {
        counts.iter().map(|(value, count)| format!("{value}:{count}")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(pairs(&counts.assignees), ":6 noor:1");
    assert_eq!(pairs(&counts.labels), ":7", "the parent has the label");
    assert_eq!(pairs(&counts.milestones), ":6 m:1");
    assert_eq!(pairs(&counts.priorities), ":6 high:1");
}

#[test]
fn overdue_uses_the_time_zone_of_the_person() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    for (offset, overdue) in [(0, 0), (15 * 60, 0), (16 * 60, 1), (-9 * 60, 0)] {
        let context = Context { time_zone: handoff_protocol::TimeZone::fixed(offset), ..context() };
        match bench.ask(&context, r#"{"kind":"project"}"#) {
            View::Project(view) => assert_eq!(view.overdue, overdue, "{offset}"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn broken_tasks_are_shown_read_only() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    for (key, editable, title) in
        [("t1", true, "Alpha"), ("10", true, "Epsilon"), ("t4", false, "t4-broken"), ("tasks/t5-two", false, "Two")]
    {
        let view = task(&mut bench, key).expect("a task");
        assert_eq!((view.editable, view.card.title.as_str()), (editable, title), "{key}");
        assert_eq!(view.problems.is_empty(), editable, "{key}");
    }
    assert_eq!(task(&mut bench, "t5"), None);
    assert_eq!(task(&mut bench, "t99"), None);
    let view = task(&mut bench, "t2").expect("a task");
    assert_eq!(view.dependents.iter().map(|task| task.id.as_str()).collect::<Vec<_>>(), ["t1.2"]);
    let view = task(&mut bench, "t1.2").expect("a task");
    assert_eq!(
        view.dependencies.iter().map(|actual| actual.task.is_some()).collect::<Vec<_>>(),
        [true, true, true, false]
    );
}

#[test]
fn broken_task_keeps_the_title_that_its_text_has() {
    for (file, content, title) in [
        (
            "t1-slug/_task.todo.json",
            r#"{"id": "t1", "title": "Say \"high\" water", "notes": oops}"#,
            "Say \"high\" water",
        ),
        ("t1-slug/_task.todo.json", "{\r\n  \"title\" : \"Ebb\",\r\n<<<<<<< ours", "Ebb"),
        ("t1-slug/_task.todo.json", r#"{"titles": ["a"], "title": ["b"], "id"#, "t1-slug"),
        ("t1-slug/_task.todo.json", r#"{"title": " ", "id"#, "t1-slug"),
        ("1-todo--slug/task.toml", "id = \"1\"\r\ntitle = 'Flood tide' # why\r\nnotes = oops\r\n", "Flood tide"),
        ("1-todo--slug/task.toml", "title = \"Half a ti\ntitles = [\n", "1-todo--slug"),
    ] {
        let mut bench = Bench::from_text(&format!("=== tasks/{file}\n{content}\n"));
        let shown = explorer(&mut bench, "");
        assert_eq!(shown.rows[0].card.title, title, "{content}");
        assert!(shown.rows[0].card.troubled, "{content}");
    }
}

#[test]
fn finished_columns_begin_with_what_was_finished_last() {
    let mut text = String::new();
    for (id, status, rest) in [
        ("t1", "done", r#""completed_at": "2026-11-02T10:00:00Z""#),
        ("t2", "done", r#""completed_at": "2026-11-03T01:00:00+09:00""#),
        ("t3", "done", r#""completed_at": "soon""#),
        ("t4", "done", r#""updated_at": "2026-11-20T10:00:00Z", "priority": "low""#),
        ("t5", "done", r#""completed_at": "2026-11-01T10:00:00Z", "priority": "high""#),
        ("t6", "todo", r#""updated_at": "2026-11-01T10:00:00Z""#),
        ("t7", "todo", r#""updated_at": "2026-11-02T10:00:00Z""#),
    ] {
        writeln!(text, "=== tasks/{id}-x/_task.{status}.json\n{{\"id\": \"{id}\", \"title\": \"X\", {rest}}}").unwrap();
    }
    let mut bench = Bench::from_text(&text);
    for (rest, todo, done) in [("", "t6 t7", "t4 t2 t1 t5 t3"), (r#","sort":"priority""#, "t6 t7", "t5 t4 t2 t1 t3")] {
        let view = board(&mut bench, rest);
        let ids = |status| {
            let column = view.columns.iter().find(|column| column.status == status).expect("a column");
            column.cards.iter().map(|card| card.id.as_str()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!((ids(Status::Todo).as_str(), ids(Status::Done).as_str()), (todo, done), "{rest}");
    }
}

#[test]
fn board_columns_are_limited_unless_unlimited() {
    let mut text = String::from("=== config.toml\n[project]\nname = \"P\"\n");
    for number in 1..=150 {
        for status in [Status::Todo, Status::Done] {
            let id = format!("{}{number}", status.name().chars().next().unwrap_or('x'));
            let name = status.name();
            let content = format!("{{\"id\": \"{id}\", \"title\": \"X\"}}");
            text.extend(["=== tasks/", &id, "-x/_task.", name, ".json\n", &content, "\n"]);
        }
    }
    let mut bench = Bench::from_text(&text);
    let visible = |view: &BoardView| {
        let column = |status| view.columns.iter().find(|column| column.status == status).expect("a column");
        [Status::Todo, Status::Done].map(|status| (column(status).cards.len(), column(status).total))
    };
    let view = board(&mut bench, "");
    assert_eq!(visible(&view), [(100, 150), (30, 150)]);
    let ids: Vec<&str> = view.columns[0].cards.iter().take(3).map(|card| card.id.as_str()).collect();
    assert_eq!(ids, ["t1", "t2", "t3"]);
    assert_eq!(view.columns[0].cards[99].id, "t100");
    assert_eq!(visible(&board(&mut bench, r#","unlimited":["done"]"#)), [(100, 150), (150, 150)]);
}

#[test]
fn harbour_example_has_no_errors() {
    let mut bench = Bench::test_project("harbour");
    match bench.ask(&context(), r#"{"kind":"problems"}"#) {
        View::Problems(problems) => {
            let grave: Vec<_> = problems.iter().filter(|problem| problem.severity == Severity::Error).collect();
            assert!(grave.is_empty(), "{grave:?}");
        }
        other => panic!("{other:?}"),
    }
    assert_ne!(explorer(&mut bench, "").rows, []);
}

#[test]
fn closed_tasks_are_not_blocked() {
    let project = r#"
    === config.toml
    [project]
    name = "Small"
    === tasks/t1-a/_task.todo.json
    {"id": "t1", "title": "A"}
    === tasks/t2-b/_task.review.json
    {"id": "t2", "title": "B", "dependencies": ["t1"]}
    === tasks/t3-c/_task.done.json
    {"id": "t3", "title": "C", "dependencies": ["t1"]}
    "#;
    let mut bench = Bench::from_text(&dedent(project));
    let rows = explorer(&mut bench, "").rows;
    let waiting: Vec<(&str, &[String])> =
        rows.iter().map(|row| (row.card.id.as_str(), row.card.blocked_by.as_slice())).collect();
    assert_eq!(waiting, [("t1", &[][..]), ("t2", &["t1".to_owned()][..]), ("t3", &[][..])]);
}

fn project_view(bench: &mut Bench, context: &Context) -> ProjectView {
    match bench.ask(context, r#"{"kind":"project"}"#) {
        View::Project(view) => *view,
        other => panic!("{other:?}"),
    }
}

#[test]
fn project_lists_own_and_other_claims_until_they_end() {
    let claim = |id: &str, kind: &str, name: &str, heard_at: &str| {
        let actor = format!(r#""actor": {{"kind": "{kind}", "name": "{name}"}}"#);
        format!(
            "=== local/claims/{id}.json\n{{\"version\": 1, \"task\": \"{id}\", {actor}, \"since\": \"{heard_at}\", \"heard_at\": \"{heard_at}\"}}\n"
        )
    };
    let mut bench = Bench::from_text(&dedent(PROJECT));
    assert_eq!(project_view(&mut bench, &context()).claims, None);
    bench.feed(files(&claim("t1", "agent", "codex", "2026-12-01T07:58:00Z")));
    bench.feed(files(&claim("t2", "human", "Noor", "2026-12-01T07:59:00Z")));
    let minutes_later = |minutes: i64| Context { now: NOW + minutes * 60_000, ..context() };
    let mut claims = |context: &Context| {
        let claims = project_view(&mut bench, context).claims;
        claims.map(|claims| (claims.own.join(" "), claims.others.join(" "), claims.next_end - NOW))
    };
    let first_end = 13 * 60_000 + 1;
    assert_eq!(claims(&context()), Some(("t2".to_owned(), "t1".to_owned(), first_end)));
    let other = Context { actor: Actor::person("Ana"), ..context() };
    assert_eq!(claims(&other), Some((String::new(), "t1 t2".to_owned(), first_end)));
    assert_eq!(claims(&minutes_later(13)), Some(("t2".to_owned(), "t1".to_owned(), first_end)));
    assert_eq!(claims(&minutes_later(14)), Some(("t2".to_owned(), String::new(), 14 * 60_000 + 1)));
    assert_eq!(claims(&minutes_later(15)), None);
}

#[test]
fn assignees_are_agents_if_the_project_lists_them() {
    let kinds = |fields: &str| {
        let config =
            format!("=== config.toml\n[project]\nname = \"P\"\n{fields}\n[assignees.ai]\ncolor = \"#112233\"\n");
        let task = "=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\", \"assignee\": \"codex\"}\n";
        let view = project_view(&mut Bench::from_text(&format!("{config}{task}")), &context());
        view.assignees.iter().map(|person| format!("{} {:?}", person.key, person.kind)).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(kinds(""), "ai Agent, codex Human");
    assert_eq!(kinds("[settings.custom_fields]\nagents = [\"codex\"]"), "ai Human, codex Agent");
}

#[test]
fn project_counts_what_waits_for_the_person_as_the_dashboard_lists_it() {
    let project = r#"
        === tasks/t1-a/_task.review.json
        {"id": "t1", "title": "A"}
        === tasks/t1-a/t1.1-b/_task.review.json
        {"id": "t1.1", "title": "B"}
        === tasks/t1-a/t1.2-c/_task.blocked.json
        {"id": "t1.2", "title": "C"}
        === sessions/s1.active.json
        {"id": "s1", "checklist": [{"item": "Call the harbour", "owner": "user"}, {"item": "Test", "owner": "ai"}],
         "decisions": [{"decision": "Keep feet", "confidence": "unverified"}, {"decision": "Use UTC", "confidence": "verified"}]}
    "#;
    let mut bench = Bench::from_text(&dedent(project));
    let view = project_view(&mut bench, &context());
    assert_eq!((view.needs_you.items, view.needs_you.decisions), (1, 1));
    let View::Glance(glance) = bench.ask(&context(), r#"{"kind":"glance"}"#) else { panic!("a card") };
    assert_eq!((glance.waiting, view.needs_you.total()), (4 + view.errors, 4 + view.errors));
    assert_eq!((view.needs_you.review, view.needs_you.blocked), (1, 1), "a parent is not counted beside its subtasks");
    let View::Dashboard(dashboard) = bench.ask(&context(), r#"{"kind":"dashboard"}"#) else { panic!("a dashboard") };
    assert_eq!((dashboard.review.total, dashboard.blocked.total), (1, 1));
}

#[test]
fn current_task_is_one_that_the_person_holds_or_has_begun() {
    let tasks = |config: &str, assignee: &str| {
        let config = if config.is_empty() { String::new() } else { format!("=== config.toml\n{config}\n") };
        format!(
            "{config}=== tasks/t1-a/_task.todo.json\n{{\"id\": \"t1\", \"title\": \"A\", \"assignee\": \"{assignee}\"}}\n\
             === tasks/t2-b/_task.in_progress.json\n{{\"id\": \"t2\", \"title\": \"B\", \"assignee\": \"{assignee}\"}}\n"
        )
    };
    let as_maya = Context { actor: Actor::person("Maya Ito"), ..context() };
    let named = "[assignees.maya]\ndisplay_name = \"Maya Ito\"";
    for (config, assignee, person, expected) in [
        ("", "Maya Ito", Some("Maya Ito"), Some("t2")),
        (named, "maya", Some("maya"), Some("t2")),
        (named, "kim", Some("maya"), None),
        ("", "maya", None, None),
        ("[assignees.\"Maya Ito\"]\n[settings.custom_fields]\nagents = [\"Maya Ito\"]", "kim", None, None),
    ] {
        let mut bench = Bench::from_text(&tasks(config, assignee));
        let view = project_view(&mut bench, &as_maya);
        let current_task = view.current_task.map(|task| task.id);
        assert_eq!((view.person.as_deref(), current_task.as_deref()), (person, expected), "{config} {assignee}");
    }
    let mut bench = Bench::from_text(&tasks(named, "maya"));
    bench.commit_as(&as_maya.actor, &command(r#"{"kind":"claimTask","id":"t1","takeOver":false}"#));
    assert_eq!(project_view(&mut bench, &as_maya).current_task.map(|task| task.id).as_deref(), Some("t1"));
}

#[test]
fn project_says_why_its_configuration_cannot_be_read() {
    for (project, is_told) in [
        ("=== config.toml\n[project]\nname = \"P\"\n", false),
        ("=== config.toml\n[project\nname = 3\n", true),
        // Such a folder is reported at the configuration too.
        ("=== config.toml\n[project]\nname = \"P\"\n=== tasks/t1-a/notes.md\nText\n", false),
    ] {
        let mut bench = Bench::from_text(project);
        assert_eq!(project_view(&mut bench, &context()).config_problem.is_some(), is_told, "{project}");
    }
}
