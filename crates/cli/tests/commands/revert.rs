//! Undo of what an agent did over MCP, by the agent and by a person.

use std::fs;

use serde_json::{Value, json};

use crate::support::Folder;
use crate::support::server::Server;

/// Creates a project with a task, in a layout.
fn project(layout: &str) -> Folder {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour", "--layout", layout]);
    folder.stdout(&["task", "create", "One", "--id", "t1", "--estimate", "2"]);
    folder
}

fn task(folder: &Folder, id: &str) -> Value {
    folder.value(&["task", "get", id])
}

fn update(server: &mut Server, task: &Value) {
    server.call("handoff_update_task", &json!({"task": task}));
}

#[test]
fn person_undoes_what_an_agent_did_and_keeps_what_others_changed() {
    for layout in ["toml", "json"] {
        let folder = project(layout);
        let mut server = Server::start(folder.path(), &[]);
        update(&mut server, &json!({"id": "t1", "title": "Mine", "status": "in_progress", "assignee": "codex"}));
        update(&mut server, &json!({"title": "New", "schedule": {"estimate_hours": 1}}));
        server.call("handoff_save_context", &json!({"summary": "Begun", "decisions": ["Use feet"]}));
        folder.stdout(&["task", "update", "t1", "--title", "Theirs"]);
        drop(server);

        let preview = folder.stdout(&["undo", "--actor", "T", "--dry-run"]);
        for line in ["    kept: t1 keeps its title:", "    status: in_progress -> todo", "  delete  ", "sessions/"] {
            assert!(preview.contains(line), "{line} in {preview}");
        }
        assert_eq!(task(&folder, "t1")["assignee"], "codex", "a dry run changes nothing");
        let value = folder.value(&["undo", "--actor", "t", "--since", "1h"]);
        let ids: Vec<&Value> = value["tasks"].as_array().unwrap().iter().map(|task| &task["id"]).collect();
        assert!(ids.len() == 2 && ids.contains(&&json!("t1")), "{value}");
        let t1 = task(&folder, "t1");
        assert_eq!((&t1["title"], &t1["status"], &t1["assignee"]), (&json!("Theirs"), &json!("todo"), &Value::Null));
        assert_eq!(folder.value(&["task", "list"])["task_summary"]["total"], 1);
        assert_eq!(folder.value(&["session", "list"])["sessions"].as_array().unwrap().len(), 0);
        // The person's own undo takes the revert back as one step, and then the person's own change.
        folder.stdout(&["undo"]);
        assert_eq!(folder.value(&["task", "list"])["task_summary"]["total"], 2);
        assert_eq!(task(&folder, "t1")["status"], "in_progress");
        folder.stdout(&["undo"]);
        assert_eq!(task(&folder, "t1")["title"], "Mine");
        let problems = folder.value(&["doctor"]);
        assert_eq!(problems["problems"].as_array().map(Vec::len), Some(0), "{problems}");
    }
}

#[test]
fn actors_and_times_that_match_nothing_are_explained() {
    let folder = project("toml");
    let mut server = Server::start(folder.path(), &[]);
    update(&mut server, &json!({"id": "t1", "title": "Mine"}));
    let (code, text) = folder.failure(&["undo", "--actor", "gpt"]);
    assert_eq!(code, 1);
    assert!(
        text.starts_with(
            "No change of gpt is stored on this machine. There are changes of:\n  t (agent, conversation c-"
        ),
        "{text}"
    );
    assert!(text.contains("(person): 2 changes, the last at "), "{text}");
    // The conversation is a name too.
    let conversation = text.split("conversation ").nth(1).unwrap().split(')').next().unwrap().to_owned();
    assert!(folder.stdout(&["undo", "--actor", &conversation, "--dry-run"]).contains("title: Mine -> One"));
    let (code, text) = folder.failure(&["undo", "--actor", "t", "--since", "0m"]);
    assert!(code == 1 && text.starts_with("t has changed nothing since then."), "{text}");
    let (code, text) = folder.failure(&["undo", "--actor", "t", "--since", "yesterday"]);
    assert!(code == 2 && text.starts_with("yesterday is not a time. Give a span such as 30m,"), "{text}");
    assert_eq!(folder.failure(&["undo", "--since", "2h"]).0, 2, "a time needs an actor");
    assert_eq!(task(&folder, "t1")["title"], "Mine");
}

#[test]
fn agent_undoes_its_own_last_changes_and_no_others() {
    for layout in ["toml", "json"] {
        let folder = project(layout);
        let (mut server, mut other) = (Server::start(folder.path(), &[]), Server::start(folder.path(), &[]));
        let undo = |server: &mut Server| server.call("handoff_undo", &json!({}));
        let nothing = |server: &mut Server| {
            let result = server.ask("tools/call", &json!({"name": "handoff_undo", "arguments": {}}));
            assert_eq!(result["isError"], true);
            result["content"][0]["text"].as_str().unwrap().to_owned()
        };
        let sentence = "Error: Nothing to undo: no change of this conversation is stored.";
        assert_eq!(nothing(&mut server), sentence, "the person's changes are not the agent's");
        update(&mut server, &json!({"id": "t1", "title": "First"}));
        update(&mut server, &json!({"id": "t1", "priority": "high", "labels": ["mine"]}));
        update(&mut other, &json!({"id": "t1", "title": "Other"}));
        assert_eq!(undo(&mut server)["done"], "Undone: Changed t1 “First”.");
        let t1 = task(&folder, "t1");
        assert_eq!((&t1["priority"], &t1["title"]), (&Value::Null, &json!("Other")));
        let answer = undo(&mut server);
        assert_eq!(answer["done"], "Nothing was left to undo of: Renamed t1 “One” to “First”.");
        assert!(answer["note"].as_str().unwrap().starts_with("Warning: t1 keeps its title: "), "{answer}");
        assert_eq!(nothing(&mut server), sentence);
        assert_eq!(undo(&mut other)["done"], "Undone: Renamed t1 “First” to “Other”.");
        assert_eq!(task(&folder, "t1")["title"], "First");
    }
}

#[test]
fn deleted_tasks_come_back_from_the_trash() {
    for layout in ["toml", "json"] {
        let folder = project(layout);
        folder.stdout(&["task", "create", "Below", "--id", "t1.1", "--parent", "t1", "--estimate", "1"]);
        let before = folder.value(&["task", "list"]);
        let mut agent = folder.command(&["task", "delete", "t1"]);
        assert!(agent.env("HANDOFF_ACTOR", "night-bot").output().unwrap().status.success());
        assert_eq!(folder.value(&["task", "list"])["task_summary"]["total"], 0);
        assert!(folder.stdout(&["undo", "--actor", "night-bot", "--yes"]).contains("restore t1 One"));
        assert_eq!(folder.value(&["task", "list"]), before);
        assert!(fs::read_dir(folder.at(".handoff/trash")).unwrap().next().is_none());
    }
}
