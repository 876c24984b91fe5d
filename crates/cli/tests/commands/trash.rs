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
        &["task", "create", "Parse", "--parent", "01"],
        &["task", "create", "Read", "--parent", "01.1"],
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
    folder.stdout(&["task", "delete", "01.1"]);
    let deleted = tasks(&folder);

    let entries = folder.value(&["trash", "list"])["entries"].clone();
    let [entry] = entries.as_array().unwrap().as_slice() else { panic!("{entries}") };
    assert_eq!(
        [&entry["kind"], &entry["id"], &entry["title"], &entry["parent"], &entry["subtasks"], &entry["origin"]],
        [
            &json!("task"),
            &json!("01.1"),
            &json!("Parse"),
            &json!("01"),
            &json!(1),
            &json!("tasks/01-todo--build/01.1-todo--parse")
        ]
    );
    let path = entry["path"].as_str().unwrap();
    let list = folder.stdout(&["trash", "list"]);
    assert!(list.contains("Parse") && list.contains(path) && list.contains("trash restore"), "{list}");

    let plan = folder.stdout(&["trash", "restore", "01.1", "--dry-run"]);
    assert!(plan.contains(&format!("move   {path} -> tasks/01-todo--build/01.1-todo--parse")), "{plan}");
    assert_eq!(tasks(&folder), deleted, "a dry run changes nothing");
    assert_eq!(folder.stdout(&["trash", "restore", path]), "Restored 01.1 “Parse”.\n");
    assert_eq!(tasks(&folder), before);
    assert_eq!(folder.stdout(&["trash", "list"]), "The trash is empty.\n");

    folder.stdout(&["undo"]);
    assert_eq!(tasks(&folder), deleted);
    let (_, message) = folder.failure(&["trash", "restore", "05"]);
    assert_eq!(message, "05 is not in the trash.");
}

#[test]
fn restored_task_gets_a_new_id_if_its_own_is_taken() {
    let folder = project();
    folder.stdout(&["task", "delete", "02"]);
    folder.stdout(&["task", "create", "Announce"]);
    let text = folder.stdout(&["trash", "restore", "02"]);
    assert!(text.contains("02 is the ID of another task now, so the restored task “Ship” has the ID 03."), "{text}");
    assert_eq!(folder.value(&["task", "get", "03"])["title"], "Ship");
}

#[test]
fn agent_restores_a_task_that_a_command_deleted() {
    let folder = project();
    let before = tasks(&folder);
    let mut server = Server::start(folder.path(), &["--tools", "rest"]);
    folder.stdout(&["task", "delete", "01"]);
    let list = server.call("handoff_trash", &json!({}));
    let entries: Vec<Value> = list["entries"].as_array().unwrap().clone();
    assert_eq!(entries.iter().map(|entry| &entry["id"]).collect::<Vec<_>>(), ["01"]);
    let reply = server.call("handoff_trash", &json!({"restore": ["01"]}));
    assert_eq!(reply["restored"], json!(["01"]));
    assert_eq!(tasks(&folder), before);
    let list = server.call("handoff_trash", &json!({}));
    assert_eq!(list["entries"], json!([]));
}
