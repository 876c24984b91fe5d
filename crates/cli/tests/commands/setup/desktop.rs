//! Claude Desktop: one file for the person, whose entry names one project.

use std::fs;

use serde_json::{Value, json};

use super::Home;

const FILE: &str = "~/.config/Claude/claude_desktop_config.json";

fn server(home: &Home) -> Value {
    let config: Value = serde_json::from_str(&home.read(FILE)).unwrap();
    config["mcpServers"]["handoff"].clone()
}

#[test]
fn claude_desktop_gets_a_command_and_a_project_by_their_paths() {
    let home = Home::new();
    let project = home.path(".").canonicalize().unwrap();
    home.write(FILE, "{\"globalShortcut\": \"\"}");
    home.stdout(&["setup", "claude-desktop"]);
    let entry = server(&home);
    let command = entry["command"].as_str().unwrap();
    assert!(std::path::Path::new(command).is_absolute() && command.ends_with("handoff"), "{command}");
    assert_eq!(entry["args"], json!(["mcp", "--project", project]));
    home.stdout(&["setup", "claude-desktop", "--check"]);

    // Another project takes the entry over, and its removal leaves the entry of the other alone.
    let other = home.path("other");
    fs::create_dir(&other).unwrap();
    let other = other.display().to_string();
    assert_eq!(home.states(&["claude-desktop", "--check", "--project", &other])[0].2, "different");
    home.stdout(&["setup", "claude-desktop", "--uninstall", "--project", &other]);
    assert_eq!(server(&home), entry);
    home.stdout(&["setup", "claude-desktop", "--project", &other]);
    assert_eq!(server(&home)["args"][2], json!(other));
    home.stdout(&["setup", "claude-desktop", "--uninstall", "--project", &other]);
    assert_eq!(home.read(FILE), "{\"globalShortcut\": \"\"}");
}

#[test]
fn claude_desktop_is_set_up_only_by_name_and_for_a_project() {
    let home = Home::new();
    home.write(FILE, "{}");
    home.write("CLAUDE.md", "");
    home.stdout(&["setup"]);
    assert_eq!(home.read(FILE), "{}", "it is not set up because of other clients");
    let states = home.states(&["claude-desktop", "--user"]);
    assert_eq!(states, [("server".to_owned(), String::new(), "skipped".to_owned())]);
    assert_eq!(home.read(FILE), "{}");
}
