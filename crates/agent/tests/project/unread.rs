//! Answers while a part of the project could not be read.

use handoff_agent::{FailureKind, ToolSet, estimate_tokens, tools};
use handoff_protocol::FileState;
use serde_json::json;

use crate::support::Bench;
use crate::tools::json_text::object;

fn unreadable(path: &str, is_folder: bool) -> FileState {
    FileState::Unreadable { path: path.to_owned(), reason: "Permission denied".to_owned(), is_folder }
}

/// Returns a project with two tasks and an active session, and the path of the session.
fn project(layout: &str) -> (Bench, String) {
    let mut bench = Bench::new(layout);
    for title in ["One", "Two"] {
        bench.call("handoff_update_task", &json!({"task": {"title": title, "schedule": {"estimate_hours": 1}}}));
    }
    let save = bench.call("handoff_save_context", &json!({"summary": "Work", "session_status": "active"}));
    assert_eq!(save.failed, None, "{}", save.text);
    let session = bench.tree.children("sessions").next().expect("a session").0.to_owned();
    (bench, format!("sessions/{session}"))
}

const LISTS: [&str; 3] = ["handoff_list_tasks", "handoff_get_metrics", "handoff_auto_schedule"];

#[test]
fn unreadable_tasks_are_not_reported_as_no_tasks() {
    for layout in ["json", "toml"] {
        for gap in [unreadable("tasks", true), FileState::Link { path: "tasks".to_owned() }, unreadable("", true)] {
            let (mut bench, _) = project(layout);
            bench.feed(vec![gap.clone()]);
            for tool in LISTS {
                let reply = bench.call(tool, &json!({}));
                assert_eq!(reply.failed, Some(FailureKind::Broken), "{tool} with {gap:?}: {}", reply.text);
            }
            let reply = bench.call("handoff_load_context", &json!({}));
            assert!(!reply.text.to_string().contains("No tasks yet"), "{gap:?}: {}", reply.text);
            assert!(!reply.text.to_string().contains("handoff_init"), "{gap:?}: {}", reply.text);
            let says = if gap == (FileState::Link { path: "tasks".to_owned() }) {
                "symbolic link"
            } else {
                "Permission denied"
            };
            assert!(reply.text.to_string().contains(says), "{gap:?}: {}", reply.text);
        }
    }
}

#[test]
fn partial_list_warns_about_unread_tasks() {
    let (mut bench, _) = project("toml");
    let folder = bench.tree.children("tasks").next().expect("a task").0.to_owned();
    bench.feed(vec![unreadable(&format!("tasks/{folder}"), true)]);
    let warning = format!("Warning: tasks/{folder} could not be read (Permission denied).");
    let list = bench.call("handoff_list_tasks", &json!({})).structured.expect("a value");
    assert_eq!(list["task_summary"]["total"], 1);
    assert!(list["note"].as_str().is_some_and(|note| note.starts_with(&warning)), "{list}");
    let loaded = bench.call("handoff_load_context", &json!({"format": "json"})).structured.expect("a value");
    let answer = loaded["warning"].as_str().unwrap_or_default();
    assert!(answer.contains("could not be read (Permission denied)"), "{loaded}");
}

#[test]
fn unreadable_session_is_not_replaced_by_another() {
    for layout in ["json", "toml"] {
        let (_, path) = project(layout);
        for gap in [unreadable(&path, false), unreadable("sessions", true)] {
            let (mut bench, _) = project(layout);
            bench.feed(vec![gap.clone()]);
            for (tool, arguments) in [
                ("handoff_save_context", json!({"summary": "More", "session_status": "active"})),
                ("handoff_save_context", json!({"summary": "More"})),
                ("handoff_update_session", json!({"add_decision": {"decision": "d", "reason": "r"}})),
            ] {
                let reply = bench.call(tool, &arguments);
                assert!(reply.failed.is_some(), "{tool} with {gap:?}: {}", reply.text);
                assert!(
                    reply.text.to_string().contains("could not be read (Permission denied)"),
                    "{tool} with {gap:?}: {}",
                    reply.text
                );
            }
            let loaded = bench.call("handoff_load_context", &json!({}));
            assert_eq!(loaded.failed, None, "reading still works: {}", loaded.text);
            assert!(loaded.text.to_string().contains("could not be read (Permission denied)"), "{}", loaded.text);
        }
    }
}

#[test]
fn unreadable_closed_session_blocks_nothing() {
    let (mut bench, path) = project("json");
    bench.call("handoff_save_context", &json!({"summary": "Done", "session_status": "closed"}));
    let closed = bench.tree.children("sessions").next().expect("a session").0.to_owned();
    assert_ne!(format!("sessions/{closed}"), path);
    bench.feed(vec![unreadable(&format!("sessions/{closed}"), false)]);
    let reply = bench.call("handoff_save_context", &json!({"summary": "More", "session_status": "active"}));
    assert_eq!(reply.failed, None, "{}", reply.text);
}

const SETS: [ToolSet; 9] = [
    ToolSet::Core,
    ToolSet::Planning,
    ToolSet::Team,
    ToolSet::Timer,
    ToolSet::Memory,
    ToolSet::Packages,
    ToolSet::Docs,
    ToolSet::Protocol,
    ToolSet::Rest,
];

/// Breaks a file as a merge in Git does.
fn break_file(bench: &mut Bench, path: &str) {
    let before = bench.file(path).unwrap_or_default();
    bench.put(path, &format!("<<<<<<< HEAD\n{before}"));
}

/// Returns the paths of the project's tasks.
fn task_files(bench: &Bench, name: &str) -> Vec<String> {
    bench.tree.children("tasks").map(|(folder, _)| format!("tasks/{folder}/{name}")).collect()
}

#[test]
fn every_answer_names_what_could_not_be_read() {
    for (layout, task_file) in [("json", "_task.todo.json"), ("toml", "task.toml")] {
        let (bench, session) = project(layout);
        let task = task_files(&bench, task_file).remove(0);
        let records =
            ["memory/m-x.json", "docs/_doc.x.md", "timer/state.json", "referrals/r.open.json", "baselines/b.json"];
        for path in records.into_iter().chain([session.as_str(), &task, "config.toml"]) {
            let (mut bench, _) = project(layout);
            break_file(&mut bench, path);
            let mut checked = 0;
            for tool in tools(&SETS) {
                let reply = bench.call(tool.name, &object(&tool.complete_schema(), None));
                let says = |text: &str| text.contains("Warning: ") && text.contains(path);
                let is_about_state = matches!(reply.failed, None | Some(FailureKind::Refused));
                assert!(
                    !is_about_state || says(&reply.text.to_string()),
                    "{} without {path}: {}",
                    tool.name,
                    reply.text
                );
                let value = reply.structured.filter(|_| is_about_state);
                assert!(value.is_none_or(|value| says(&value.to_string())), "{} without {path}", tool.name);
                checked += usize::from(is_about_state);
            }
            assert!(checked >= 40, "{checked} tools");
        }
    }
}

#[test]
fn names_of_unread_files_take_little_room() {
    let (mut bench, _) = project("toml");
    assert_eq!(handoff_agent::unread_note(bench.engine.reader()), None);
    let mut longest = 0;
    for number in 0..300 {
        bench.put(&format!("memory/m-{number}-{}.json", "long-".repeat(20)), "{");
        let note = handoff_agent::unread_note(bench.engine.reader()).expect("a note");
        longest = longest.max(estimate_tokens(&note));
    }
    assert!(longest <= 60, "{longest} tokens");
    let loaded = bench.text("handoff_load_context", &json!({"budget_tokens": 200}));
    assert!(estimate_tokens(&loaded) <= 200, "{loaded}");
    assert!(loaded.contains("files (handoff doctor lists them)"), "{loaded}");
    assert_eq!(loaded.matches("handoff doctor lists them").count(), 1, "{loaded}");
}

#[test]
fn a_task_that_cannot_be_parsed_is_not_suggested_and_others_wait_for_it() {
    for (layout, task_file) in [("json", "_task.todo.json"), ("toml", "task.toml")] {
        let mut bench = Bench::new(layout);
        let create = |bench: &mut Bench, title: &str, dependencies: &[&str]| {
            let task = json!({"title": title, "dependencies": dependencies, "schedule": {"estimate_hours": 1}});
            bench.value("handoff_update_task", &json!({ "task": task }))
        };
        create(&mut bench, "One", &[]);
        let first = task_files(&bench, task_file).remove(0);
        let id = bench.engine.reader().tasks()[0].key();
        create(&mut bench, "Two", &[&id]);
        break_file(&mut bench, &first);
        let next = bench.value("handoff_next_task", &json!({}));
        assert_eq!(next["task"], json!(null), "{next}");
        bench.feed(vec![unreadable(&first, false)]);
        bench.now += 5000;
        let next = bench.value("handoff_next_task", &json!({}));
        assert_eq!(next["task"], json!(null), "{next}");
        assert!(next["note"].as_str().is_some_and(|note| note.contains(&first)), "{next}");
        let loaded = bench.text("handoff_load_context", &json!({}));
        assert!(!loaded.contains("does not exist"), "{loaded}");
    }
}

#[test]
fn projects_inside_and_beside_name_their_own_files() {
    let (mut other, _) = project("toml");
    break_file(&mut other, "config.toml");
    let (mut bench, _) = project("toml");
    bench.others.push(("/projects/here/part".to_owned(), other));
    for (tool, arguments) in [
        ("handoff_dashboard", json!({})),
        ("handoff_list_tasks", json!({"include_children": true})),
        ("handoff_load_context", json!({})),
        ("handoff_load_context", json!({"format": "json"})),
    ] {
        let reply = bench.call(tool, &arguments);
        assert!(reply.text.to_string().contains("config.toml cannot be parsed"), "{tool}: {}", reply.text);
    }
}
