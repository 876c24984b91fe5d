//! The hooks that note that an agent waits for a person.

use std::fs;

use serde_json::{Value, json};

use crate::support::Folder;

/// Runs a hook of Claude Code with the input of an event.
fn hook(folder: &Folder, verb: &str, event: &str, more: &Value) {
    let mut input = json!({"session_id": "s1", "hook_event_name": event, "cwd": folder.path()});
    input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let output = folder.run_with_input(&["hook", verb, "--client", "claude"], &input.to_string());
    assert!(output.status.success());
}

/// Returns the kind, the text and the author of what is noted.
fn noted(folder: &Folder) -> Option<(String, String, Value)> {
    let mut files = fs::read_dir(folder.at(".handoff/local/claims/needs")).ok()?;
    let file = files.next()?.unwrap();
    let need: Value = serde_json::from_str(&fs::read_to_string(file.path()).unwrap()).unwrap();
    assert!(files.next().is_none());
    let text = |key: &str| need[key].as_str().unwrap().to_owned();
    Some((text("kind"), text("text"), need["actor"].clone()))
}

fn claim(folder: &Folder) {
    let mut next = folder.command(&["task", "next", "--claim"]);
    assert!(next.env("HANDOFF_ACTOR", "claude-code").output().unwrap().status.success());
}

#[test]
fn permission_is_noted_until_the_tool_was_used() {
    let folder = Folder::new();
    let request = json!({"tool_name": "Bash", "tool_input": {"command": "npm test"}});
    hook(&folder, "needs-you", "PermissionRequest", &request);
    assert!(!folder.at(".handoff").exists(), "there is no project");
    folder.stdout(&["init", "Harbour"]);
    folder.stdout(&["task", "create", "Parse", "--estimate", "1"]);

    hook(&folder, "needs-you", "PermissionRequest", &request);
    hook(&folder, "needs-you", "Notification", &json!({"notification_type": "permission_prompt", "message": "Vague"}));
    let (kind, text, actor) = noted(&folder).unwrap();
    assert_eq!((kind.as_str(), text.as_str(), &actor["name"]), ("permission", "Bash: npm test", &json!("claude-code")));
    for event in ["goes-on", "prompt", "stop", "session-end"] {
        hook(&folder, "needs-you", "PermissionRequest", &request);
        assert!(noted(&folder).is_some(), "{event}");
        hook(&folder, event, "Any", &json!({}));
        assert_eq!(noted(&folder), None, "{event}");
    }
    hook(&folder, "goes-on", "PostToolUse", &json!({}));
}

#[test]
fn ended_turn_is_noted_if_the_agent_holds_a_task() {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour"]);
    folder.stdout(&["task", "create", "Parse", "--estimate", "1"]);
    folder.stdout(&["session", "save", "Saved"]);
    let words = json!({"last_assistant_message": "Shall I go on?\nI can.", "stop_hook_active": true});
    hook(&folder, "stop", "Stop", &words);
    assert_eq!(noted(&folder), None, "it holds no task");
    claim(&folder);
    hook(&folder, "stop", "Stop", &words);
    let (kind, text, _) = noted(&folder).unwrap();
    assert_eq!((kind.as_str(), text.as_str()), ("instruction", "Shall I go on? I can."));
    hook(&folder, "prompt", "UserPromptSubmit", &json!({}));
    assert_eq!(noted(&folder), None);
}

#[test]
fn agent_in_a_terminal_has_the_conversation_that_the_terminal_was_given() {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour"]);
    folder.stdout(&["task", "create", "Parse", "--estimate", "1"]);
    let run = |arguments: &[&str], input: Option<&str>| {
        let mut command = folder.command(arguments);
        command.env("HANDOFF_CONVERSATION", "terminal-1");
        if input.is_none() {
            command.env("HANDOFF_ACTOR", "claude-code");
        }
        let file = folder.at("input.json");
        fs::write(&file, input.unwrap_or_default()).unwrap();
        assert!(command.stdin(fs::File::open(file).unwrap()).output().unwrap().status.success());
    };
    run(&["task", "next", "--claim"], None);
    run(&["hook", "stop", "--client", "claude"], Some(r#"{"session_id": "s1", "stop_hook_active": true}"#));
    let actor = noted(&folder).unwrap().2;
    let claim: Value =
        serde_json::from_str(&fs::read_to_string(folder.at(".handoff/local/claims/t1.json")).unwrap()).unwrap();
    assert_eq!((&actor["conversation"], &claim["actor"]), (&json!("terminal-1"), &actor));
}
