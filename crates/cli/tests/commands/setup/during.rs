//! The hooks of a client while a conversation goes on, beside the server that the agent uses.

use serde_json::{Value, json};

use super::Home;
use super::hooks::hook;
use crate::support::server::{Server, git};

/// Returns the text for the agent in the answer of a hook; empty without an answer.
fn told(home: &Home, arguments: &[&str], input: &Value) -> String {
    let output = hook(home, arguments, input);
    if output.is_empty() {
        return output;
    }
    let output: Value = serde_json::from_str(&output).unwrap();
    output["hookSpecificOutput"]["additionalContext"].as_str().unwrap().to_owned()
}

fn project(layout: &str) -> (Home, [String; 2]) {
    let home = Home::new();
    home.stdout(&["init", "Harbour", "--layout", layout]);
    home.stdout(&["task", "create", "Parse", "--estimate", "1", "--criterion", "works"]);
    home.stdout(&["task", "create", "Write", "--estimate", "1"]);
    let ids = ["t1", "t2"];
    (home, ids.map(str::to_owned))
}

fn start(server: &mut Server, id: &str) {
    server.call("handoff_update_task", &json!({"task": {"id": id, "status": "in_progress"}}));
}

#[test]
fn request_tells_once_what_others_have_changed() {
    for layout in ["json", "toml"] {
        let (home, [parse, write]) = project(layout);
        let input = json!({"session_id": "c1", "cwd": home.path("")});
        assert_eq!(told(&home, &["prompt"], &input), "", "it is not known since when");
        told(&home, &["session-start"], &input);
        assert_eq!(told(&home, &["prompt"], &input), "", "the load has told all");

        let mut own = Server::start_as(&home.path(""), "claude-code");
        start(&mut own, &parse);
        assert_eq!(told(&home, &["prompt"], &input), "", "its own changes");
        let mut other = Server::start_as(&home.path(""), "codex");
        start(&mut other, &write);
        let text = told(&home, &["prompt"], &input);
        assert!(text.contains(&format!("{write} in_progress")) && !text.contains(&parse), "{text}");
        assert_eq!(told(&home, &["prompt"], &input), "", "once");

        // A conversation that is resumed has the context.
        let resumed = json!({"session_id": "c1", "cwd": home.path(""), "source": "resume"});
        assert_eq!(told(&home, &["session-start"], &resumed), "");
        other.call("handoff_update_task", &json!({"task": {"id": write, "status": "blocked", "notes_append": "Wind"}}));
        let text = told(&home, &["session-start"], &resumed);
        assert!(text.contains(&format!("{write} blocked")) && !text.contains("Harbour"), "{text}");
        let elsewhere = json!({"session_id": "c2", "cwd": home.path(""), "source": "resume"});
        assert!(told(&home, &["session-start"], &elsewhere).contains("Harbour"), "it was never told");
    }
}

/// Writes the transcript of a conversation that has edited a file and run the tests.
fn transcript(home: &Home, name: &str) -> String {
    let edited = home.path("src/feed.rs").display().to_string();
    let lines = [
        json!({"type": "user", "message": {"content": "Make the feed faster"}}),
        json!({"type": "assistant", "message": {"content": [
            {"type": "tool_use", "id": "1", "name": "Edit", "input": {"file_path": edited}},
            {"type": "tool_use", "id": "2", "name": "Bash", "input": {"command": "cargo test"}}]}}),
        json!({"type": "user", "message": {"content": [
            {"type": "tool_result", "tool_use_id": "2", "content": "3 passed; 1 failed", "is_error": true}]}}),
        json!({"type": "assistant", "message": {"content": [{"type": "text", "text": "test_endless hangs and is next."}]}}),
    ];
    home.write(name, &lines.map(|line| line.to_string()).join("\n"));
    home.path(name).display().to_string()
}

const CAPTURED: &str = "captured: asked: Make the feed faster. edited: src/feed.rs. last test: cargo test — failed (3 passed; 1 failed). said last: test_endless hangs and is next.";

#[test]
fn what_the_agent_did_not_save_is_captured_from_its_transcript() {
    for (layout, event) in [("json", "pre-compact"), ("toml", "session-end")] {
        let (home, _) = project(layout);
        home.stdout(&["session", "save", "Planned"]);
        git(&home.path(""), &["init", "-q", "-b", "main"]);
        git(&home.path(""), &["commit", "-q", "--allow-empty", "-m", "Begin"]);
        let input = json!({"session_id": "c1", "cwd": home.path(""), "transcript_path": transcript(&home, "a.jsonl")});
        for _ in 0..2 {
            assert_eq!(hook(&home, &[event], &input), "");
        }
        let next = json!({"session_id": "c2", "cwd": home.path("")});
        let loaded = told(&home, &["session-start"], &next);
        assert_eq!(loaded.matches(CAPTURED).count(), 1, "{loaded}");
        assert!(loaded.contains("Not saved: Make the feed faster") && loaded.contains(" (main at "), "{loaded}");
        home.stdout(&["session", "save", "Feed is faster"]);
        assert!(!told(&home, &["session-start"], &next).contains("captured"), "the save replaces it");
    }
}

#[test]
fn stop_asks_the_agent_once_to_save() {
    let (home, _) = project("toml");
    let asked = |client: &str, input: Value| {
        let output = hook(&home, &["stop", "--client", client], &input);
        if output.is_empty() { Value::Null } else { serde_json::from_str(&output).unwrap() }
    };
    let input = |conversation: &str| json!({"session_id": conversation, "cwd": home.path("")});
    let going_on = json!({"session_id": "c1", "cwd": home.path(""), "stop_hook_active": true});
    assert_eq!(asked("claude", going_on), Value::Null);
    for (client, conversation) in [("claude", "c1"), ("codex", "c2")] {
        let answer = asked(client, input(conversation));
        assert_eq!(answer["decision"], "block");
        assert!(answer["reason"].as_str().unwrap().contains("handoff_save_context"), "{answer}");
        assert_eq!(asked(client, input(conversation)), Value::Null, "once");
    }
    let answer = asked("gemini", input("c3"));
    assert!(answer["systemMessage"].as_str().unwrap().contains("Ask the agent") && answer["decision"].is_null());
}

#[test]
fn subagent_gets_its_task_and_leaves_its_result() {
    for layout in ["json", "toml"] {
        let (home, [parse, _]) = project(layout);
        let mut agent = Server::start_as(&home.path(""), "claude-code");
        agent.call("handoff_claim_task", &json!({"task_id": parse, "as": "tests"}));
        let input = json!({
            "session_id": "c1", "cwd": home.path(""), "agent_id": "a-1", "agent_type": "tests",
            "agent_transcript_path": transcript(&home, "sub.jsonl"), "last_assistant_message": "Rows are parsed.",
        });
        let text = told(&home, &["subagent-start"], &input);
        assert!(text.contains(&format!("{parse} Parse")) && text.contains("open: works"), "{text}");
        assert_eq!(hook(&home, &["subagent-stop"], &input), "");
        let note = "Subagent tests ended (captured): edited: src/feed.rs. last test: cargo test — failed (3 passed; 1 failed). said last: Rows are parsed";
        let notes = home.stdout(&["task", "get", &parse]);
        assert!(notes.contains(note), "{notes}");
    }
}
