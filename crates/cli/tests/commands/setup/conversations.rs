//! The hooks of a client in the order of two conversations, on a project with history, beside the
//! server that the agent uses.

use serde_json::{Value, json};

use super::Home;
use super::hooks::hook;
use crate::support::server::Server;

/// Runs the hook of a conversation's start and returns the restored context.
fn start(home: &Home, input: &Value) -> String {
    let output: Value = serde_json::from_str(&hook(home, &["session-start"], input)).unwrap();
    output["hookSpecificOutput"]["additionalContext"].as_str().unwrap().to_owned()
}

fn reminder(home: &Home, input: &Value) -> String {
    hook(home, &["stop"], input)
}

fn assert_has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part} is missing:\n{text}");
    }
}

/// A project after two conversations.
fn with_history(layout: &str) -> Home {
    let home = Home::new();
    home.stdout(&["init", "Harbour", "--layout", layout]);
    let mut agent = Server::start(&home.path(""), &[]);
    let tasks = json!({"tasks": [
        {"title": "Parse", "ref": "parse", "schedule": {"estimate_hours": 2}, "done_criteria": ["rows", "dates"]},
        {"title": "Write", "dependencies": ["parse"], "schedule": {"estimate_hours": 1}},
    ]});
    agent.call("handoff_update_task", &tasks);
    let first = json!({
        "summary": "Feed chosen", "blockers": ["Licence of the feed"], "checklist": [{"item": "Ask Noor", "owner": "user"}],
        "decisions": [{"decision": "Use SQLite", "reason": "one file", "confidence": "estimated"}],
        "environment": {"test": "cargo nextest run"},
    });
    agent.call("handoff_save_context", &first);
    let caution = json!({"note": "Rows repeat at midnight", "category": "caution"});
    agent.call("handoff_save_context", &json!({"summary": "Rows looked at", "handoff_notes": [caution]}));
    home
}

/// What the two conversations said.
const KNOWN: [&str; 6] = [
    "Use SQLite (estimated) — one file",
    "Licence of the feed",
    "Ask Noor (user)",
    "Rows repeat at midnight",
    "test: cargo nextest run",
    "waits for",
];

#[test]
fn conversation_with_a_compaction_loses_nothing() {
    for layout in ["json", "toml"] {
        let home = with_history(layout);
        let id = "t1";
        let input = json!({"session_id": "c3", "cwd": home.path("")});
        assert_has(&start(&home, &input), &KNOWN);
        assert_eq!(reminder(&home, &input), "", "nothing happened since the last save");

        // The server knows another ID of the conversation than the hooks.
        let mut agent = Server::start_as(&home.path(""), "claude-code");
        agent.call("handoff_update_task", &json!({"task": {"id": id, "status": "in_progress"}}));
        let compacted = json!({"session_id": "c3", "cwd": home.path(""), "source": "compact"});
        let begun = json!({"session_id": "c9", "cwd": home.path(""), "source": "startup"});
        assert_has(&start(&home, &begun), &["## At work\n- claude-code (conversation "]);
        assert_has(&reminder(&home, &input), &[&format!("{id} Parse (0/2) changed since the last save")]);
        assert_eq!(reminder(&home, &input), "", "one reminder for each conversation");

        // Twice, as a long conversation is compacted more than once.
        for _ in 0..2 {
            assert_eq!(hook(&home, &["pre-compact"], &input), "");
            let loaded = start(&home, &compacted);
            assert_has(&loaded, &[&format!("## Next\n- Go on with {id}\n")]);
            assert!(!loaded.contains("## At work"), "the task is its own: {loaded}");
            assert_has(&loaded, &KNOWN);
            assert_has(&loaded, &["Active session s-", "Last session", "Rows looked at"]);
            assert_eq!(loaded.matches("Draft before compaction").count(), 1, "{loaded}");
        }
        let other = json!({"session_id": "c4", "cwd": home.path("")});
        assert_has(&reminder(&home, &other), &["Parse"]);
        for input in [&input, &other, &input, &other] {
            assert_eq!(reminder(&home, input), "", "each conversation has had its reminder");
        }
        let elsewhere = home.path("quay").display().to_string();
        std::fs::create_dir(&elsewhere).unwrap();
        home.stdout(&["--project", &elsewhere, "init", "Quay", "--nested", "--layout", layout]);
        home.stdout(&["--project", &elsewhere, "task", "create", "Pier", "--estimate", "1"]);
        assert_has(&reminder(&home, &json!({"session_id": "c3", "cwd": elsewhere})), &["Pier"]);

        // The real save takes the place of the draft, and adds to what was known.
        agent.call("handoff_save_context", &json!({"summary": "Rows are parsed", "decisions": ["Keep feet"]}));
        assert_eq!(reminder(&home, &other), "", "the work is saved");
        let loaded = start(&home, &other);
        assert_has(&loaded, &KNOWN);
        assert_has(&loaded, &["Keep feet", "Rows are parsed"]);
        assert!(!loaded.contains("Draft before compaction"), "{loaded}");
    }
}

#[test]
fn crashed_conversation_leaves_a_draft_and_all_that_was_known() {
    for layout in ["json", "toml"] {
        let home = with_history(layout);
        let id = "t1";
        let input = json!({"session_id": "c3", "cwd": home.path("")});
        let mut agent = Server::start(&home.path(""), &[]);
        let begun = json!({"summary": "Dates", "session_status": "active", "handoff_notes": [
            {"note": "Try chrono next", "category": "suggestion"}]});
        agent.call("handoff_save_context", &begun);
        agent.call("handoff_update_session", &json!({"add_decision": {"decision": "Dates are civil days"}}));
        agent.call("handoff_update_task", &json!({"task": {"id": id, "status": "in_progress"}}));
        hook(&home, &["pre-compact"], &input);
        agent.child.kill().unwrap();
        agent.child.wait().unwrap();

        let next = json!({"session_id": "c4", "cwd": home.path("")});
        let loaded = start(&home, &next);
        assert_has(&loaded, &KNOWN);
        assert_has(&loaded, &["Dates are civil days", "Try chrono next", "Draft before compaction"]);
        assert_has(&loaded, &[&format!("{id} Parse")]);
        assert_has(&reminder(&home, &next), &["Parse"]);
    }
}
