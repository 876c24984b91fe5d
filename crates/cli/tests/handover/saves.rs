//! Saves that close a session are performed as handovers, by the command and by the server.

use std::fs;

use serde_json::{Value, json};

use super::{CHECKPOINT, LAYOUTS, checkpoint, declare, outcome, project};
use crate::support::Folder;
use crate::support::server::Server;

fn sessions(folder: &Folder, status: &str) -> Vec<Value> {
    folder.value(&["session", "list", "--status", status])["sessions"].as_array().unwrap().clone()
}

#[test]
fn closing_save_leaves_a_completed_handover() {
    for layout in LAYOUTS {
        let folder = project(layout);
        assert!(!folder.at(CHECKPOINT).exists(), "a save that keeps the session active is no handover");
        let text = folder.stdout(&["session", "save", "Done"]);
        assert!(text.starts_with("Session saved: Done\n"), "{text}");
        let value = checkpoint(&folder);
        assert_eq!((&value["status"], &value["inputs"]["session"]["summary"]), (&json!("completed"), &json!("Done")));
        assert_eq!(sessions(&folder, "closed").len(), 1);
        assert_eq!(sessions(&folder, "active").len(), 0);
        // The ID of the handover is in the file of the session, and in no answer.
        let id = sessions(&folder, "closed")[0]["id"].as_str().unwrap().to_owned();
        assert!(!folder.stdout(&["session", "show", &id, "--json"]).contains("handover_run"));
    }
}

#[test]
fn run_that_closes_the_session_of_another_conversation_says_so() {
    let folder = super::project("toml");
    let mut server = Server::start(folder.path(), &[]);
    let id =
        server.call("handoff_save_context", &json!({"summary": "Parser", "session_status": "active"}))["session_id"]
            .as_str()
            .unwrap()
            .to_owned();
    for session in sessions(&folder, "active").iter().filter(|session| session["id"] != json!(id)) {
        folder.stdout(&["session", "close", session["id"].as_str().unwrap()]);
    }
    let (code, _, error) = outcome(&folder, &["handover", "run"]);
    assert_eq!(code, 0, "{error}");
    assert!(error.contains(&format!("Closed the session {id}, which is that of")), "{error}");
}

#[test]
fn score_is_shown_after_a_poor_save_and_with_the_session() {
    let folder = project("toml");
    folder.stdout(&["session", "save", "Done"]);
    let text = folder.stdout(&["session", "save", "Done again"]);
    assert!(
        text.contains("\nHandover score 27 of 100; another save can add what is missing. Say what is next"),
        "{text}"
    );
    let row = sessions(&folder, "closed").into_iter().find(|row| row["summary"] == "Done again").unwrap();
    assert_eq!(row["handover_score"], json!(27));
    let id = row["id"].as_str().unwrap();
    assert_eq!(folder.value(&["session", "show", id])["handover_score"]["total"], json!(27));
    let text = folder.stdout(&["session", "show", id]);
    for part in ["27 of 100", "- specific: 0% — Say what is next", "- used: not known — Known when"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(folder.stdout(&["session", "list"]).contains("SCORE"));
}

#[test]
fn server_answers_and_then_performs_the_rest() {
    let folder = project("toml");
    let mut server = Server::start(&folder.0, &[]);
    let answer = server.call("handoff_save_context", &json!({"summary": "Closed by the agent"}));
    assert_eq!(answer["status"], json!("closed"));
    let note = answer["note"].as_str().unwrap_or_default();
    assert!(note.starts_with("Handover score") && note.lines().count() == 1, "nothing about the handover: {note}");
    server.close();
    server.child.wait().unwrap();
    let value = checkpoint(&folder);
    assert_eq!(value["status"], json!("completed"), "{value:#}");
    assert_eq!(sessions(&folder, "closed").len(), 1);
}

#[test]
fn refused_save_leaves_no_handover() {
    let folder = project("toml");
    let mut server = Server::start(&folder.0, &[]);
    let arguments = json!({"summary": "x", "session_id": "nowhere"});
    let answer = server.ask("tools/call", &json!({"name": "handoff_save_context", "arguments": arguments}));
    assert_eq!(answer["isError"], json!(true), "{answer}");
    assert!(!folder.at(CHECKPOINT).exists());
    server.call("handoff_save_context", &json!({"summary": "Done"}));
}

#[test]
fn interrupted_save_is_found_by_the_next_load_and_completed_by_the_next_save() {
    for layout in LAYOUTS {
        let folder = project(layout);
        let active = sessions(&folder, "active")[0]["id"].as_str().unwrap().to_owned();
        // The state that a process leaves which was killed before it saved the session.
        let interrupted = json!({
            "status": "in_progress",
            "steps": {"session": "pending", "facts": "pending", "note": "pending", "current_state": "pending", "archive": "pending"},
            "started_at": "2026-12-01T08:00:00.000000+00:00", "finished_at": null, "run": "h-1",
            "inputs": {"session": {"summary": "Closed late", "session_id": active}}, "inputs_hash": "of these inputs",
        });
        fs::create_dir_all(folder.at(".handoff/local/handover")).unwrap();
        fs::write(folder.at(CHECKPOINT), interrupted.to_string()).unwrap();
        let mut server = Server::start(&folder.0, &[]);
        let text = server.call("handoff_load_context", &json!({}));
        let text = text.as_str().unwrap();
        assert!(text.contains("is half done: done nothing; pending session, facts, note"), "{text}");
        server.call("handoff_save_context", &json!({"summary": "The next one"}));
        server.close();
        let summaries: Vec<Value> = sessions(&folder, "closed").iter().map(|row| row["summary"].clone()).collect();
        assert_eq!(summaries.len(), 2, "{summaries:?}");
        assert!(summaries.contains(&json!("Closed late")) && summaries.contains(&json!("The next one")));
        assert_eq!(checkpoint(&folder)["status"], json!("completed"));
    }
}

#[test]
fn save_whose_mark_is_missing_is_not_repeated() {
    let folder = project("toml");
    folder.stdout(&["session", "save", "Done"]);
    let mut value = checkpoint(&folder);
    value["status"] = json!("in_progress");
    value["steps"]["session"] = json!("pending");
    fs::write(folder.at(CHECKPOINT), value.to_string()).unwrap();
    assert!(outcome(&folder, &["handover", "run"]).1.contains("session"));
    assert_eq!(sessions(&folder, "closed").len(), 1);
}

#[cfg(unix)]
#[test]
fn failing_later_step_does_not_fail_the_save() {
    let folder = project("toml");
    let step = "[[step]]\nname = \"tests\"\nkind = \"command\"\ncommand = [\"false\"]\n";
    declare(&folder, &format!("[[step]]\nname = \"session\"\nkind = \"session\"\n{step}"));
    // Nobody has approved the program, so the save leaves it out.
    let text = folder.stdout(&["session", "save", "Done"]);
    assert!(!text.contains("tests"), "{text}");
    assert_eq!(checkpoint(&folder)["status"], json!("completed"));
    assert_eq!(outcome(&folder, &["handover", "run", "--allow-commands"]).0, 70);
    outcome(&folder, &["handover", "run", "--discard"]);
    fs::remove_file(folder.at(CHECKPOINT)).unwrap();
    folder.stdout(&["session", "save", "Next", "--active"]);
    let text = folder.stdout(&["session", "save", "Next"]);
    assert!(text.contains("Session saved: Next") && text.contains("The step tests failed: false ended"), "{text}");
    assert_eq!(sessions(&folder, "closed").len(), 2);
}

#[test]
fn hook_performs_the_declared_handover_before_a_compaction() {
    let folder = project("toml");
    let output = folder.run_with_input(&["hook", "pre-compact"], "{}");
    assert!(output.status.success() && !folder.at(CHECKPOINT).exists(), "the conversation goes on");
    fs::write(folder.at(".handoff/handover.toml"), "[handover]\ntag = \"feed\"\n").unwrap();
    let output = folder.run_with_input(&["hook", "pre-compact"], "{}");
    assert!(output.status.success());
    let value = checkpoint(&folder);
    assert_eq!((&value["status"], &value["inputs"]["event"]), (&json!("completed"), &json!("pre-compact")));
    assert_eq!(sessions(&folder, "active").len(), 1);
    assert!(folder.stdout(&["session", "load"]).contains("Draft before compaction"));
}

#[test]
fn running_timers_are_among_the_facts() {
    let folder = project("json");
    fs::create_dir_all(folder.at(".handoff/timer")).unwrap();
    let timer = |state: &str, started_at: Value| json!({"state": state, "elapsed_ms": 60_000, "started_at": started_at, "paused_by_idle": false, "base_hours": 0.0});
    let timers = json!({"t1": timer("tracking", json!("2026-11-01T08:00:00Z")), "t2": timer("paused", Value::Null)});
    let state =
        json!({"version": 1, "owner": "vscode", "timers": timers, "updated_at": "2026-11-01T08:00:00Z"}).to_string();
    fs::write(folder.at(".handoff/timer/state.json"), state).unwrap();
    folder.stdout(&["session", "save", "Done"]);
    let timers = checkpoint(&folder)["results"]["facts"]["timers"].clone();
    assert_eq!((timers.as_array().unwrap().len(), &timers[0]["task"]), (1, &json!("t1")));
    assert!(timers[0]["minutes"].as_u64().unwrap() > 0);
}
