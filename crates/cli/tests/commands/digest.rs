//! `handoff digest`: what happened since a time.

use serde_json::json;

use crate::support::Folder;

#[test]
fn digest_tells_what_happened_by_task_and_by_actor() {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour"]);
    assert_eq!(folder.stdout(&["digest"]), "Nothing was changed.\n");
    for title in ["Parse", "Draw", "Test"] {
        folder.stdout(&["task", "create", title, "--estimate", "1"]);
    }
    let agent = |arguments: &[&str]| {
        let mut command = folder.command(arguments);
        assert!(command.env("HANDOFF_ACTOR", "codex").output().unwrap().status.success(), "{arguments:?}");
    };
    agent(&["task", "update", "t1", "--status", "in_progress"]);
    agent(&["task", "update", "t1", "--status", "review"]);
    folder.stdout(&["task", "send-back", "t1", "Empty rows are lost."]);
    agent(&["task", "update", "t1", "--status", "done"]);
    folder.stdout(&["session", "save", "Saved", "--decision", "Use metres"]);
    folder.stdout(&["task", "update", "t2", "--priority", "high"]);

    let value = folder.value(&["digest", "--since", "today"]);
    let tasks = value["tasks"].as_array().unwrap();
    let ids: Vec<_> = tasks.iter().map(|task| (&task["id"], &task["status"])).collect();
    assert_eq!(ids[0], (&json!("t1"), &json!("done")), "{value}");
    assert_eq!((&tasks[0]["sent_back"], &tasks[0]["is_new"]), (&json!(1), &json!(true)));
    assert!(tasks[0]["by"].as_array().unwrap().contains(&json!("codex")));
    assert_eq!(value["decisions"][0]["text"], "Use metres");
    assert_eq!(value["actors"].as_array().unwrap().len(), 2, "{value}");
    let text = folder.stdout(&["digest"]);
    assert!(
        text.starts_with("[done] t1 Parse: ")
            && text.contains("sent back once")
            && text.contains("\nDecisions:\n  Use metres"),
        "{text}"
    );

    assert_eq!(folder.failure(&["digest", "--since", "soon"]).0, 2);
    assert!(folder.stdout(&["digest", "--since", "0m"]).starts_with("Nothing was changed."));
}

#[test]
fn change_that_was_taken_back_is_told_so() {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour"]);
    folder.stdout(&["task", "create", "Parse", "--estimate", "1"]);
    let before = chrono::Utc::now().to_rfc3339();
    folder.stdout(&["task", "update", "t1", "--title", "Parse rows"]);
    folder.stdout(&["undo"]);
    let value = folder.value(&["digest", "--since", &before]);
    assert_eq!(
        (&value["tasks"][0]["is_reverted"], &value["tasks"][0]["title"]),
        (&json!(true), &json!("Parse")),
        "{value}"
    );
}
