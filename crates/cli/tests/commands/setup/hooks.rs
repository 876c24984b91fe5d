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
        let id = "t1";
        home.stdout(&["task", "update", id, "--status", "in_progress"]);
        let reminded: Value = serde_json::from_str(&hook(&home, &["stop"], &input)).unwrap();
        assert!(reminded["reason"].as_str().unwrap().contains(&format!("{id} Parse (0/1) changed")), "{reminded}");
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
        assert!(reminded["reason"].as_str().unwrap().contains("Parse"), "the draft is no save: {reminded}");

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
fn clients_get_the_context_in_their_own_words() {
    let home = Home::new();
    home.stdout(&["init", "Harbour"]);
    home.stdout(&["task", "create", "Parse", "--estimate", "1"]);
    let folder = home.path("");
    // The client, its input, where its context is, and whether it shows a message at a stop.
    for (client, input, place, shows_message) in [
        ("claude", json!({"session_id": "a", "cwd": folder}), "/hookSpecificOutput/additionalContext", true),
        ("codex", json!({"session_id": "b", "cwd": folder}), "/hookSpecificOutput/additionalContext", true),
        ("cursor", json!({"conversation_id": "c", "workspace_roots": [folder]}), "/additional_context", true),
        ("gemini", json!({"session_id": "d", "cwd": folder}), "/hookSpecificOutput/additionalContext", true),
        ("opencode", json!({"session_id": "e", "cwd": folder}), "/hookSpecificOutput/additionalContext", true),
        ("copilot", json!({"sessionId": "f", "cwd": folder, "source": "new"}), "/additionalContext", false),
        (
            "copilot",
            json!({"session_id": "g", "cwd": folder, "hook_event_name": "SessionStart"}),
            "/hookSpecificOutput/additionalContext",
            true,
        ),
        (
            "cline",
            json!({"taskId": "h", "workspaceRoots": [folder], "hookName": "TaskStart"}),
            "/contextModification",
            true,
        ),
    ] {
        let answer: Value = serde_json::from_str(&hook(&home, &["session-start", "--client", client], &input)).unwrap();
        let context = answer.pointer(place).and_then(Value::as_str).unwrap_or_default();
        assert!(context.contains("Harbour"), "{client} {input}: {answer}");
        let message = hook(&home, &["stop", "--client", client], &input);
        assert_eq!(message.contains("Parse changed"), shows_message, "{client} {input}: {message}");
    }
}

/// Returns the lines for a POSIX shell in the hooks of a file.
#[cfg(unix)]
fn shell_lines(home: &Home, file: &str) -> Vec<String> {
    let text = home.read(file);
    let Ok(settings) = serde_json::from_str::<Value>(&text) else { return vec![text] };
    let elements = settings["hooks"].as_object().unwrap().values().flat_map(|list| list.as_array().unwrap());
    let line = |element: &Value| {
        let hook = element.get("hooks").map_or(element, |hooks| &hooks[0]);
        hook.get("bash").unwrap_or(&hook["command"]).as_str().unwrap().to_owned()
    };
    elements.map(line).collect()
}

#[test]
#[cfg(unix)]
fn hooks_of_a_project_say_so_if_the_command_is_not_found() {
    let home = Home::new();
    home.stdout(&["init", "Harbour"]);
    home.stdout(&["setup", "claude", "copilot", "cline"]);
    for (file, starts) in [
        (".claude/settings.json", true),
        (".github/hooks/handoff.json", true),
        (".clinerules/hooks/TaskStart", true),
        (".clinerules/hooks/TaskResume", true),
        (".clinerules/hooks/PreCompact", false),
        (".clinerules/hooks/TaskCancel", false),
    ] {
        let run = |line: &str, with_command: bool| {
            let mut command = home.command("/bin/sh");
            if !with_command {
                command.env("PATH", "/usr/bin:/bin");
            }
            let output = command.args(["-c", line]).stdin(Stdio::null()).output().unwrap();
            assert!(output.status.success() && output.stderr.is_empty(), "{line}: {output:?}");
            String::from_utf8(output.stdout).unwrap()
        };
        let lines = shell_lines(&home, file);
        let without: Vec<String> = lines.iter().map(|line| run(line, false)).filter(|text| !text.is_empty()).collect();
        assert_eq!(without.len(), usize::from(starts), "{file}: {without:?}");
        for text in without {
            let message = serde_json::from_str::<Value>(&text).unwrap().to_string();
            assert!(message.contains("does not find the command handoff on its PATH"), "{file}: {message}");
        }
        let with: String = lines.iter().map(|line| run(line, true)).collect();
        assert_eq!(with.contains("Harbour"), starts, "{file}: {with}");
    }
    let mode = fs::metadata(home.path(".clinerules/hooks/TaskStart")).unwrap().permissions();
    assert_eq!(std::os::unix::fs::PermissionsExt::mode(&mode) & 0o111, 0o111);
}

#[test]
fn hooks_accept_any_input() {
    let home = Home::new();
    home.stdout(&["init", "Harbour"]);
    for input in [json!(null), json!([]), json!({"cwd": 3}), json!({"cwd": "/nowhere/at/all", "session_id": {}})] {
        for moment in
            ["session-start", "pre-compact", "stop", "session-end", "prompt", "subagent-start", "subagent-stop"]
        {
            hook(&home, &[moment], &input);
        }
    }
    home.write(".handoff/config.toml", "[project");
    for moment in ["session-start", "pre-compact", "stop", "prompt", "subagent-start", "subagent-stop"] {
        hook(&home, &[moment], &json!({"cwd": home.path("")}));
    }
}
