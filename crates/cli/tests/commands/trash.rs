//! Deleted tasks are listed and restored by another process than the one that deleted them.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::Folder;
use crate::support::server::Server;

/// Returns the paths and contents of all files of the task tree.
fn tasks(folder: &Folder) -> BTreeMap<PathBuf, String> {
    let mut pending = vec![folder.at(".handoff/tasks")];
    let mut files = BTreeMap::new();
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            pending.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            let text = fs::read_to_string(&path).unwrap();
            files.insert(path, text);
        }
    }
    files
}

/// A project with a task that has a subtask, and another task.
fn project() -> Folder {
    let folder = Folder::new();
    for arguments in [
        &["init", "Trash"][..],
        &["task", "create", "Build"],
        &["task", "create", "Parse", "--parent", "t1"],
        &["task", "create", "Read", "--parent", "t1.1"],
        &["task", "create", "Ship"],
    ] {
        folder.stdout(arguments);
    }
    folder
}

#[test]
fn deleted_task_is_listed_and_restored_with_its_subtasks() {
    let folder = project();
    assert_eq!(folder.stdout(&["trash", "list"]), "The trash is empty.\n");
    let before = tasks(&folder);
    folder.stdout(&["task", "delete", "t1.1"]);
    let deleted = tasks(&folder);

    let entries = folder.value(&["trash", "list"])["entries"].clone();
    let [entry] = entries.as_array().unwrap().as_slice() else { panic!("{entries}") };
    assert_eq!(
        [&entry["kind"], &entry["id"], &entry["title"], &entry["parent"], &entry["subtasks"], &entry["origin"]],
        [
            &json!("task"),
            &json!("t1.1"),
            &json!("Parse"),
            &json!("t1"),
            &json!(1),
            &json!("tasks/t1-todo--build/t1.1-todo--parse")
        ]
    );
    let path = entry["path"].as_str().unwrap();
    let list = folder.stdout(&["trash", "list"]);
    assert!(list.contains("Parse") && list.contains(path) && list.contains("trash restore"), "{list}");

    let plan = folder.stdout(&["trash", "restore", "t1.1", "--dry-run"]);
    assert!(plan.contains(&format!("move   {path} -> tasks/t1-todo--build/t1.1-todo--parse")), "{plan}");
    assert_eq!(tasks(&folder), deleted, "a dry run changes nothing");
    assert_eq!(folder.stdout(&["trash", "restore", path]), "Restored t1.1 “Parse”.\n");
    assert_eq!(tasks(&folder), before);
    assert_eq!(folder.stdout(&["trash", "list"]), "The trash is empty.\n");

    folder.stdout(&["undo"]);
    assert_eq!(tasks(&folder), deleted);
    let (_, message) = folder.failure(&["trash", "restore", "t5"]);
    assert_eq!(message, "t5 is not in the trash.");
}

#[test]
fn restored_task_gets_a_new_id_if_its_own_is_taken() {
    let folder = project();
    folder.stdout(&["task", "delete", "t2"]);
    folder.stdout(&["task", "create", "Announce"]);
    let text = folder.stdout(&["trash", "restore", "t2"]);
    assert!(text.contains("t2 is the ID of another task now, so the restored task “Ship” has the ID t3."), "{text}");
    assert_eq!(folder.value(&["task", "get", "t3"])["title"], "Ship");
}

#[test]
fn agent_restores_a_task_that_a_command_deleted() {
    let folder = project();
    let before = tasks(&folder);
    let mut server = Server::start(folder.path(), &["--tools", "rest"]);
    folder.stdout(&["task", "delete", "t1"]);
    let list = server.call("handoff_trash", &json!({}));
    let entries: Vec<Value> = list["entries"].as_array().unwrap().clone();
    assert_eq!(entries.iter().map(|entry| &entry["id"]).collect::<Vec<_>>(), ["t1"]);
    let reply = server.call("handoff_trash", &json!({"restore": ["t1"]}));
    assert_eq!(reply["restored"], json!(["t1"]));
    assert_eq!(tasks(&folder), before);
    let list = server.call("handoff_trash", &json!({}));
    assert_eq!(list["entries"], json!([]));
}
