//! The layout of new records.

use handoff_protocol::agent::{Import, Pause, SessionPatch, SessionSave, SessionTarget, TaskChange};
use handoff_protocol::{Command, FileState, Layout, Query, SessionStatus, TaskPatch, View};
use serde_json::json;

use crate::support::{Bench, command, context, files};

const CONFIG: &str = "=== config.toml\n[project]\nname = \"P\"\n";
const JSON_SETTING: &str =
    "=== config.toml\n[project]\nname = \"P\"\n[settings.custom_fields]\nhandoff_layout = \"json\"\n";
const TOML_SETTING: &str =
    "=== config.toml\n[project]\nname = \"P\"\n[settings.custom_fields]\nhandoff_layout = \"toml\"\n";
const UNKNOWN_SETTING: &str =
    "=== config.toml\n[project]\nname = \"P\"\n[settings.custom_fields]\nhandoff_layout = \"yaml\"\n";
const JSON_TASK: &str = "=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\"}\n";
const TOML_TASKS: &str = "=== tasks/01-todo--a/task.toml\nid = \"01\"\ntitle = \"A\"\n=== tasks/02-todo--b/task.toml\nid = \"02\"\ntitle = \"B\"\n";
const JSON_SESSION: &str =
    "=== sessions/20261101-000000-s.closed.json\n{\"version\": 2, \"id\": \"s-1\", \"summary\": \"s\"}\n";
const TOML_SESSION: &str = "=== sessions/20261101-000000-s.closed.toml\nversion = 2\nid = \"s-1\"\nsummary = \"s\"\n";

/// Plans every command that creates a record and returns the paths of the new files.
fn new_records(bench: &mut Bench) -> Vec<String> {
    let fields = |title: &str| TaskPatch { title: Some(title.to_owned()), ..TaskPatch::default() };
    let task = |title: &str, parent: Option<&str>| TaskChange {
        parent: parent.map(str::to_owned),
        fields: fields(title),
        ..TaskChange::default()
    };
    let create = |task: TaskChange| Command::ChangeTasks { tasks: vec![task], config: Vec::new() };
    let session = || {
        let mut patch = SessionPatch::default();
        patch.values.insert("summary".to_owned(), json!("new"));
        SessionSave { target: SessionTarget::New, patch, status: SessionStatus::Active, pause: Pause::Nothing }
    };
    let mut commands = vec![
        create(task("top", None)),
        Command::SaveSession { save: session() },
        Command::Import(Import {
            tasks: vec![TaskChange { parts: vec![task("part", None)], ..task("in", None) }],
            session: Some(session()),
            close_active: false,
        }),
    ];
    let existing = bench.engine.reader().tasks().first().map(|task| task.fields().id.clone());
    commands.extend(existing.as_deref().map(|id| create(task("below", Some(id)))));
    commands.extend(bench.engine.reader().sessions().first().map(|session| {
        let mut patch = SessionPatch::default();
        patch.values.insert("summary".to_owned(), json!("fork"));
        Command::ForkSession { source: session.id(), inherit: Vec::new(), patch }
    }));
    let mut changes: Vec<_> = commands.iter().map(|command| bench.engine.plan(command, &context()).unwrap()).collect();
    if let Some(id) = existing {
        changes.push(bench.plan(&Command::DuplicateTask { id }).unwrap());
    }
    let edits = changes.into_iter().flat_map(|change| change.edits);
    let made = edits.filter_map(|edit| match edit {
        handoff_protocol::Edit::Write { path, before: None, .. } => Some(path),
        _ => None,
    });
    made.filter(|path| !path.starts_with("activity/")).collect()
}

#[test]
fn new_records_use_the_layout_of_the_project() {
    for (files, layout) in [
        // The setting decides, whatever records exist.
        (format!("{JSON_SETTING}=== tasks/\n"), Layout::Json),
        (format!("{JSON_SETTING}{TOML_TASKS}{TOML_SESSION}"), Layout::Json),
        (format!("{TOML_SETTING}=== tasks/\n"), Layout::Toml),
        (format!("{TOML_SETTING}{JSON_TASK}{JSON_SESSION}"), Layout::Toml),
        // Without the setting a project belongs to `handoff-mcp`,
        (format!("{CONFIG}=== tasks/\n"), Layout::Json),
        (format!("{UNKNOWN_SETTING}=== tasks/\n"), Layout::Json),
        ("=== config.toml\nnot = [\n=== tasks/\n".to_owned(), Layout::Json),
        (format!("{CONFIG}{JSON_TASK}"), Layout::Json),
        (format!("{CONFIG}{JSON_SESSION}"), Layout::Json),
        (format!("{CONFIG}{JSON_TASK}{TOML_TASKS}{TOML_SESSION}"), Layout::Json),
        (format!("{CONFIG}{TOML_TASKS}{JSON_SESSION}"), Layout::Json),
        (JSON_TASK.to_owned(), Layout::Json),
        // unless all its records are TOML.
        (format!("{CONFIG}{TOML_TASKS}"), Layout::Toml),
        (format!("{CONFIG}{TOML_SESSION}=== tasks/\n"), Layout::Toml),
        (format!("{CONFIG}{TOML_TASKS}=== memory/m-1.json\n{{}}\n"), Layout::Toml),
        (TOML_TASKS.to_owned(), Layout::Toml),
        // An empty folder.
        ("=== tasks/\n".to_owned(), Layout::Toml),
    ] {
        let mut bench = Bench::from_text(&files);
        let View::Project(view) = bench.engine.view(&Query::Project {}, &context()) else { panic!() };
        assert_eq!(view.layout, layout, "{files}");
        let ending = if layout == Layout::Json { ".json" } else { ".toml" };
        let made = new_records(&mut bench);
        assert!(made.len() >= 5, "{files}: {made:?}");
        assert!(made.iter().all(|path| path.ends_with(ending)), "{files}: {made:?}");
    }
}

#[test]
fn unmarked_json_project_stays_json_without_records() {
    let mut bench = Bench::from_text(&format!("{CONFIG}{JSON_TASK}"));
    bench.run(&command(r#"{"kind":"deleteTasks","ids":["t1"]}"#)).unwrap();
    let made = bench.run(&command(r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"B"}}]}"#)).unwrap();
    assert_eq!(made.created, ["t1"]);
}

#[test]
fn project_keeps_its_initial_layout() {
    for (layout, other, first) in [("toml", JSON_TASK, "t1"), ("json", TOML_TASKS, "t1")] {
        let mut bench = Bench::new(Vec::new());
        bench.run(&command(&format!(r#"{{"kind":"initProject","name":"New","layout":"{layout}"}}"#))).unwrap();
        let make = command(r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"One"}}]}"#);
        assert_eq!(bench.run(&make).unwrap().created, [first]);
        bench.run(&command(&format!(r#"{{"kind":"deleteTasks","ids":["{first}"]}}"#))).unwrap();
        // Another program or branch adds records of the other layout.
        bench.feed(files(other));
        let View::Project(view) = bench.engine.view(&Query::Project {}, &context()) else { panic!() };
        assert_eq!(view.layout, if layout == "toml" { Layout::Toml } else { Layout::Json });
    }
}

#[test]
fn new_ids_can_be_links_unless_most_tasks_have_plain_numbers() {
    let task = |id: &&str| format!("=== tasks/{id}-todo--a/task.toml\nid = \"{id}\"\ntitle = \"A\"\n");
    for (setting, present, expected) in [
        (TOML_SETTING, vec![], ["t1", "t1.1"]),
        (TOML_SETTING, vec!["t1", "t12"], ["t13", "t13.1"]),
        (TOML_SETTING, vec!["feat-login", "2026-x"], ["t1", "t1.1"]),
        // Older projects, also with a task of another form.
        (TOML_SETTING, vec!["01"], ["02", "02.1"]),
        (TOML_SETTING, vec!["01", "09", "t5"], ["10", "10.1"]),
        // A number that somebody chose.
        (TOML_SETTING, vec!["t1", "7"], ["t2", "t2.1"]),
        (JSON_SETTING, vec!["01", "02"], ["t1", "t1.1"]),
    ] {
        let mut bench = Bench::from_text(&format!("{setting}{}", present.iter().map(task).collect::<String>()));
        let tasks = json!([{"fields": {"title": "B"}, "parts": [{"fields": {"title": "C"}}]}]);
        let made = bench.run(&command(&json!({"kind": "changeTasks", "tasks": tasks}).to_string())).unwrap();
        assert_eq!(made.created, expected, "{setting}{present:?}");
    }
}

#[test]
fn copy_into_the_other_layout_keeps_unknown_keys() {
    let task = "=== tasks/01-todo--a/task.toml\n# mine\nid = \"01\"\ntitle = \"A\"\ncolor = \"red\"\n\n[schedule]\ndue_date = 2026-12-04\n\n[deep]\nkey = [1, 2]\n";
    let mut bench = Bench::from_text(&format!("{JSON_SETTING}{task}"));
    let copied = bench.run(&command(r#"{"kind":"duplicateTask","id":"01"}"#)).unwrap();
    assert_eq!(copied.created, ["t1"]);
    let text = String::from_utf8_lossy(bench.tree.file("tasks/t1-a/_task.todo.json").unwrap()).into_owned();
    let copy: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&copy["color"], &copy["deep"]), (&json!("red"), &json!({"key": [1, 2]})));
    assert_eq!((&copy["title"], &copy["schedule"]), (&json!("A"), &json!({"due_date": "2026-12-04"})));

    let task =
        "=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\", \"none\": null, \"color\": \"red\"}\n";
    let mut bench = Bench::from_text(&format!("{TOML_SETTING}{task}"));
    bench.run(&command(r#"{"kind":"duplicateTask","id":"t1"}"#)).unwrap();
    let text = String::from_utf8_lossy(bench.tree.file("tasks/t2-todo--a/task.toml").unwrap()).into_owned();
    assert!(text.contains("id = \"t2\"") && text.contains("color = \"red\"") && !text.contains("none"), "{text}");
    let state = FileState::File { path: "tasks/t2-todo--a/task.toml".to_owned(), bytes: text.into_bytes() };
    bench.feed(vec![state]);
    assert_eq!(bench.engine.reader().tasks().len(), 2);
}
