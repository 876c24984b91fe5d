//! The hooks that agents run.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use serde_json::{Value, json};

use super::Home;
use crate::support::program;
use crate::support::server::git;

/// Runs a hook as a client does, from another folder; returns its output. It must succeed.
pub(super) fn hook(home: &Home, arguments: &[&str], input: &Value) -> String {
    let mut command = home.command(program());
    command.arg("hook").args(arguments).current_dir(home.0.at("home"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.to_string().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()),
        (Some(0), ""),
        "{arguments:?}"
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn hooks_load_context_draft_sessions_and_remind_once() {
    for layout in ["json", "toml"] {
        let home = Home::new();
        let input = json!({"session_id": "c1", "cwd": home.path("")});
        assert_eq!(hook(&home, &["session-start"], &input), "", "there is no project");
        home.stdout(&["init", "Harbour", "--layout", layout]);
        git(&home.path(""), &["init", "-q"]);
        let below = json!({"session_id": "c1", "cwd": home.path("src")});
        fs::create_dir_all(home.path("src")).unwrap();
        let created: Value = serde_json::from_str(&hook(&home, &["session-start"], &below)).unwrap();
        assert_eq!(created["hookSpecificOutput"]["hookEventName"], "SessionStart");
        assert!(created["hookSpecificOutput"]["additionalContext"].as_str().unwrap().contains("Harbour"), "{created}");
        let cursor =
            hook(&home, &["session-start", "--client", "cursor"], &json!({"workspace_roots": [home.path("")]}));
        assert!(
            serde_json::from_str::<Value>(&cursor).unwrap()["additional_context"].as_str().unwrap().contains("Harbour")
        );

        assert_eq!(hook(&home, &["stop"], &input), "", "nothing is in progress");
        assert_eq!(hook(&home, &["pre-compact"], &input), "");
        assert_eq!(fs::read_dir(home.path(".handoff/sessions")).unwrap().count(), 0, "nothing to save");
        home.stdout(&["task", "create", "Parse", "--estimate", "1", "--criterion", "works"]);
        let id = if layout == "json" { "t1" } else { "01" };
        home.stdout(&["task", "update", id, "--status", "in_progress"]);
        let reminded: Value = serde_json::from_str(&hook(&home, &["stop"], &input)).unwrap();
        assert!(
            reminded["systemMessage"].as_str().unwrap().contains(&format!("{id} Parse (0/1) changed")),
            "{reminded}"
        );
        assert_eq!(hook(&home, &["stop"], &input), "", "only once");

        for _ in 0..2 {
            assert_eq!(hook(&home, &["pre-compact"], &input), "");
        }
        let sessions: Vec<_> =
            fs::read_dir(home.path(".handoff/sessions")).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(sessions.len(), 1, "{sessions:?}");
        assert!(sessions[0].to_string_lossy().contains(".active."));
        let draft = fs::read_to_string(&sessions[0]).unwrap();
        assert_eq!(draft.matches("Draft before compaction").count(), 1, "{draft}");
        let other = json!({"session_id": "c2", "cwd": home.path("")});
        let reminded: Value = serde_json::from_str(&hook(&home, &["stop"], &other)).unwrap();
        assert!(reminded["systemMessage"].as_str().unwrap().contains("Parse"), "the draft is no save: {reminded}");

        // The end of a conversation leaves a draft as well, unless everything is saved.
        assert_eq!(hook(&home, &["session-end"], &input), "");
        let draft = fs::read_to_string(&sessions[0]).unwrap();
        assert_eq!(draft.matches("Draft at the end of the conversation").count(), 1, "{draft}");
        assert!(!draft.contains("Draft before compaction"), "{draft}");
        home.stdout(&["session", "save", "Parser begun"]);
        let files = || fs::read_dir(home.path(".handoff/sessions")).unwrap().count();
        let before = files();
        assert_eq!(hook(&home, &["session-end"], &input), "");
        assert_eq!(files(), before, "nothing has changed since the save");

        // A load still shows the last save together with the draft; a save replaces both.
        home.stdout(&["session", "save", "Feed parser", "--decision", "Use SQLite"]);
        home.stdout(&["task", "update", id, "--notes", "more"]);
        assert_eq!(hook(&home, &["pre-compact"], &input), "");
        let loaded: Value = serde_json::from_str(&hook(&home, &["session-start"], &input)).unwrap();
        let loaded = loaded["hookSpecificOutput"]["additionalContext"].as_str().unwrap();
        assert!(
            loaded.contains("Use SQLite")
                && loaded.contains("Last session (saved ")
                && loaded.contains("): Feed parser\n"),
            "{loaded}"
        );
        assert!(loaded.contains("\nDraft before compaction") && loaded.contains("Active session s-"), "{loaded}");
        let third = json!({"session_id": "c3", "cwd": home.path("")});
        assert!(hook(&home, &["stop"], &third).contains("Parse"), "neither is this one");
        home.stdout(&["session", "save", "Rows"]);
        assert!(!home.stdout(&["session", "load"]).contains("Draft before compaction"));
    }
}

#[test]
fn hooks_accept_any_input() {
    let home = Home::new();
    home.stdout(&["init", "Harbour"]);
    for input in [json!(null), json!([]), json!({"cwd": 3}), json!({"cwd": "/nowhere/at/all", "session_id": {}})] {
        for moment in ["session-start", "pre-compact", "stop", "session-end"] {
            hook(&home, &[moment], &input);
        }
    }
    home.write(".handoff/config.toml", "[project");
    for moment in ["session-start", "pre-compact", "stop"] {
        hook(&home, &[moment], &json!({"cwd": home.path("")}));
    }
}
