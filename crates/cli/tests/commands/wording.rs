//! Texts for people name verbs, not the tools of agents.

use std::fs;

use serde_json::{Value, json};

use crate::support::Folder;

const PAGE: &str = include_str!("../../../../docs/command.md");

/// Runs a command and returns all its output.
fn all_output(folder: &Folder, arguments: &[&str]) -> String {
    let output = folder.run(arguments);
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

fn assert_without_tools(arguments: &[&str], text: &str) {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let word = text.split(|letter| !is_part(letter)).find(|word| handoff_agent::find(word).is_some());
    assert_eq!(word, None, "{arguments:?}: {text}");
}

#[test]
fn help_names_no_tools() {
    let folder = Folder::new();
    let verbs = PAGE.lines().filter_map(|line| line.strip_prefix("### `handoff "));
    let mut count = 0;
    for verb in verbs {
        let words = verb.trim_end_matches('`').split(' ').take_while(|word| word.chars().all(char::is_alphabetic));
        let arguments: Vec<&str> = words.chain(["--help"]).collect();
        assert_without_tools(&arguments, &folder.stdout(&arguments));
        count += 1;
    }
    assert!(count > 40, "{count} verbs");
}

#[test]
fn answers_and_refusals_name_no_tools() {
    for layout in ["toml", "json"] {
        let folder = Folder::new();
        folder.stdout(&["init", "Harbour", "--layout", layout]);
        let show = |line: &str| {
            let arguments: Vec<&str> = line.split(' ').collect();
            let text = all_output(&folder, &arguments);
            assert_without_tools(&arguments, &text);
            text
        };
        let id_of = |summary: &str| {
            let sessions = folder.value(&["session", "list"])["sessions"].clone();
            let session = sessions.as_array().unwrap().iter().find(|session| session["summary"] == summary).unwrap();
            session["id"].as_str().unwrap().to_owned()
        };
        assert!(show("session load").contains("handoff session save SUMMARY --active begins one."));
        assert!(show("session update --note x").contains("handoff session save SUMMARY --active."));
        show("referral get none");
        show("referral send x --folder .");
        fs::create_dir(folder.0.join("empty")).unwrap();
        show("referral send x --folder empty");
        show("task list --project empty");

        let task = |number: usize| {
            let title = format!("A task whose title takes some of the room that there is, number {number}");
            let status = ["todo", "blocked"][number % 2];
            json!({"title": title, "status": status})
        };
        fs::write(folder.0.join("plan.json"), (0..40).map(task).collect::<Value>().to_string()).unwrap();
        folder.stdout(&["import", "plan.json"]);
        let save = ["session", "save", "Closed", "--decision", "One :: for a long reason that takes some room"];
        folder.stdout(&[&save[..], &["--item", "Write", "--item", "Test"]].concat());
        let text = show("session load --budget 300");
        assert!(text.contains("Left out: 3") && text.contains("(handoff session load --budget 600)"), "{text}");
        assert!(show(&format!("session load {}", id_of("Closed"))).starts_with("Session [closed] s-"));
        show("session load unknown");
        show(&format!("session save x --session {}", id_of("Closed")));

        for name in ["one", "two"] {
            fs::write(folder.0.join(name), "Notes.").unwrap();
            show(&format!("import {name}"));
        }
        let answer = show("session load");
        assert!(
            answer.contains("\nWarning: Several sessions wait. handoff session load ID goes on with one: s-"),
            "{answer}"
        );
        for line in ["task next", "task list", "session list", "metrics", "schedule --dry-run", "capacity", "doctor"] {
            show(line);
        }
    }
}

#[test]
fn session_load_keeps_tool_names_in_notes() {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour"]);
    let note = "Left out: 2 blocked (handoff_list_sessions)";
    let warning = "Warning: Session s-1 is closed; handoff_fork_session goes on from it.";
    folder.stdout(&["session", "save", warning, "--active", "--suggest", note]);
    let text = folder.stdout(&["session", "load"]);
    assert!(text.contains(&format!("- {note}\n")) && text.contains(warning), "{text}");
}

#[test]
fn values_name_tools_as_agents_read_them() {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour"]);
    let value = folder.value(&["session", "load"]);
    let message = value["session_guidance"]["message"].as_str().unwrap();
    assert_eq!(message, "No session is active. handoff_save_context with session_status active begins one.");
}
