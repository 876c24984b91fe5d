//! Claims of conversations: each server is one.

#[cfg(unix)]
use std::process::Command;

use serde_json::json;

use crate::support::Folder;
use crate::support::server::Server;

fn project() -> Folder {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour"]);
    for (id, title) in [("t1", "Piles"), ("t2", "Crane"), ("t3", "Lamp")] {
        folder.stdout(&["task", "create", title, "--id", id]);
    }
    folder
}

/// Returns who holds a task, for a new process.
fn holder(folder: &Folder, id: &str) -> String {
    folder.value(&["task", "get", id])["held_by"].as_str().unwrap_or("nobody").to_owned()
}

#[test]
fn conversation_holds_its_tasks_until_it_ends() {
    let folder = project();
    let (mut one, mut two) = (Server::start(folder.path(), &[]), Server::start(folder.path(), &[]));
    assert_eq!(one.call("handoff_claim_task", &json!({}))["id"], "t1");
    assert_eq!(two.call("handoff_next_task", &json!({}))["task"]["id"], "t2");
    assert_eq!(two.call("handoff_claim_task", &json!({}))["id"], "t2", "the same client in another conversation");
    assert_eq!(one.call("handoff_claim_task", &json!({"task_id": "t1"}))["id"], "t1", "a conversation keeps its task");
    assert_eq!(one.call("handoff_claim_task", &json!({}))["id"], "t3", "and gets none twice unless it asks for it");
    assert_eq!([holder(&folder, "t1"), holder(&folder, "t3")], ["t, heard just now"; 2]);
    one.close();
    one.child.wait().unwrap();
    assert_eq!([holder(&folder, "t1"), holder(&folder, "t3")], ["nobody"; 2]);
    assert_eq!(two.call("handoff_get_task", &json!({"task_id": "t2"}))["held_by"], "you");
}

#[cfg(unix)]
#[test]
fn terminated_server_releases_its_tasks() {
    let folder = project();
    for signal in ["-TERM", "-INT", "-HUP"] {
        let mut server = Server::start(folder.path(), &[]);
        server.call("handoff_claim_task", &json!({"task_id": "t1"}));
        let kill = Command::new("kill").arg(signal).arg(server.child.id().to_string()).status().unwrap();
        assert!(kill.success() && server.child.wait().unwrap().success(), "{signal}");
        assert_eq!(holder(&folder, "t1"), "nobody", "{signal}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn task_of_a_killed_server_is_free_at_once() {
    let folder = project();
    let mut waiting = Server::start(folder.path(), &[]);
    let mut server = Server::start(folder.path(), &[]);
    server.call("handoff_claim_task", &json!({"task_id": "t1"}));
    assert_eq!(waiting.call("handoff_next_task", &json!({}))["task"]["id"], "t2");
    server.child.kill().unwrap();
    server.child.wait().unwrap();
    assert_eq!(holder(&folder, "t1"), "nobody");
    assert_eq!(waiting.call("handoff_claim_task", &json!({"task_id": "t1"}))["id"], "t1");
}

#[test]
fn former_holder_is_told_once_that_a_person_took_over() {
    let folder = project();
    let mut server = Server::start(folder.path(), &[]);
    server.call("handoff_claim_task", &json!({"task_id": "t1"}));
    let (code, message) = folder.failure(&["task", "claim", "t1"]);
    assert_eq!(code, 4, "{message}");
    assert!(message.starts_with("t1 is held by t, heard just now."), "{message}");
    let taken = folder.stdout(&["task", "claim", "t1", "--take-over"]);
    assert!(taken.contains("Taken over from t"), "{taken}");
    let list = server.call("handoff_list_tasks", &json!({}));
    assert_eq!(list["note"], "t1 was taken over by a person.");
    assert_eq!(server.call("handoff_list_tasks", &json!({})).get("note"), None);
    assert_eq!(folder.value(&["task", "next"])["task"]["id"], "t1", "a person goes on with what the person holds");
    folder.stdout(&["task", "release"]);
    assert_eq!(holder(&folder, "t1"), "nobody");
}

#[test]
fn begun_task_is_claimed_and_its_start_can_be_undone() {
    let folder = project();
    let mut server = Server::start(folder.path(), &[]);
    let begin = json!({"task": {"id": "t1", "status": "in_progress", "schedule": {"estimate_hours": 1}}});
    server.call("handoff_update_task", &begin);
    assert_eq!(holder(&folder, "t1"), "t, heard just now");
    folder
        .command(&["task", "update", "t2", "--status", "in_progress", "--estimate", "1"])
        .env("HANDOFF_ACTOR", "codex")
        .output()
        .unwrap();
    assert_eq!(holder(&folder, "t2"), "codex, heard just now");
    folder.stdout(&["undo", "--actor", "codex", "--yes"]);
    assert_eq!(folder.value(&["task", "get", "t2"])["status"], "todo");
    assert!(folder.stdout(&["doctor"]).contains("No problems"));
}
