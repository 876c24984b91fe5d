//! The hook before an edit, which gives an agent what is known about the file.

use std::fs;

use serde_json::{Value, json};

use super::Home;
use super::hooks::hook;

/// Returns a project that knows something about `src/feed.rs`.
fn harbour(layout: &str) -> Home {
    let home = Home::new();
    home.stdout(&["init", "Harbour", "--layout", layout]);
    fs::create_dir_all(home.path("src")).unwrap();
    fs::write(home.path("src/feed.rs"), "fn parse() {}\n").unwrap();
    home.stdout(&["session", "save", "Parser in", "--decision", "src/feed.rs reads lazily"]);
    home
}

fn edit(home: &Home, conversation: &str, file: &str) -> String {
    let input = json!({
        "session_id": conversation, "cwd": home.path("src"), "hook_event_name": "PreToolUse", "tool_name": "Edit",
        "tool_input": {"file_path": file, "old_string": "a", "new_string": "b"},
    });
    hook(home, &["pre-edit"], &input)
}

#[test]
fn edit_is_told_what_is_known_once_in_a_conversation() {
    for layout in ["json", "toml"] {
        let home = harbour(layout);
        let file = home.path("src/feed.rs").to_string_lossy().into_owned();
        let told: Value = serde_json::from_str(&edit(&home, "c1", &file)).unwrap();
        let expected = json!({"hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "additionalContext": "Known about src/feed.rs:\n- decision: src/feed.rs reads lazily",
        }});
        assert_eq!(told, expected);
        assert_eq!(edit(&home, "c1", &file), "", "only once");
        assert_eq!(edit(&home, "c1", "feed.rs"), "", "the same file");
        assert_ne!(edit(&home, "c2", "feed.rs"), "", "in another conversation");

        let start = |source: &str| json!({"session_id": "c1", "cwd": home.path(""), "source": source});
        hook(&home, &["session-start"], &start("resume"));
        assert_eq!(edit(&home, "c1", &file), "", "it is still in the conversation");
        hook(&home, &["session-start"], &start("compact"));
        assert_ne!(edit(&home, "c1", &file), "", "a compacted conversation has lost it");
        assert_eq!(home.read(".handoff/local/recalled/.gitignore"), "*\n");
    }
}

#[test]
fn edit_of_another_file_says_nothing() {
    let home = harbour("toml");
    for file in [home.path("src/none.rs"), home.path("../elsewhere/feed.rs"), "/".into(), "".into(), "..".into()] {
        assert_eq!(edit(&home, "c1", &file.to_string_lossy()), "", "{}", file.display());
    }
    for input in
        [json!(null), json!({"cwd": home.path("")}), json!({"cwd": home.path(""), "tool_input": {"file_path": 3}})]
    {
        assert_eq!(hook(&home, &["pre-edit"], &input), "");
    }
    assert!(!home.path(".handoff/local/recalled").exists(), "nothing was told");
}

#[test]
#[cfg(unix)]
fn list_of_a_conversation_is_not_written_through_a_link() {
    let home = harbour("toml");
    let outside = home.path("../outside");
    fs::create_dir_all(&outside).unwrap();
    fs::create_dir_all(home.path(".handoff/local")).unwrap();
    std::os::unix::fs::symlink(&outside, home.path(".handoff/local/recalled")).unwrap();
    assert_ne!(edit(&home, "c1", "feed.rs"), "");
    assert_ne!(edit(&home, "c1", "feed.rs"), "", "it could not be remembered");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 0);
}

#[test]
fn setup_registers_the_hook_for_tools_that_change_files() {
    let home = Home::new();
    home.stdout(&["init", "Harbour"]);
    home.stdout(&["setup", "claude"]);
    let settings: Value = serde_json::from_str(&home.read(".claude/settings.json")).unwrap();
    let hook = &settings["hooks"]["PreToolUse"][0];
    assert_eq!(hook["matcher"], "Edit|Write|MultiEdit|NotebookEdit");
    assert!(hook["hooks"][0]["command"].as_str().unwrap().contains(" hook pre-edit --client claude"), "{hook}");
    home.stdout(&["setup", "claude", "--uninstall"]);
    assert!(!home.path(".claude/settings.json").exists() || !home.read(".claude/settings.json").contains("pre-edit"));
}
