//! Answers while a part of the project could not be read.

use handoff_agent::FailureKind;
use handoff_protocol::FileState;
use serde_json::json;

use crate::support::Bench;

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
