//! Texts that act on a terminal, or hide or reorder what it shows.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::Folder;

const HOSTILE: &str = "A\u{1b}]52;c;cm0=\u{7}B\u{1b}[2JC\u{9b}2JD\rE\u{7f}\u{202e}F\u{2066}G\u{200b}\u{61c}\u{2028}H";
/// The place of the hostile text in the files of the project.
const MARK: &str = "MARK";

/// Puts the hostile text in place of the mark, in all files below a folder.
fn put_hostile_text(folder: &Path) {
    let escaped = Value::from(HOSTILE).to_string().replace('\u{7f}', "\\u007f");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            put_hostile_text(&path);
        } else {
            let text = fs::read_to_string(&path).unwrap();
            fs::write(&path, text.replace(MARK, escaped.trim_matches('"'))).unwrap();
        }
    }
}

/// Creates a project with the hostile text in each kind of record.
fn project(layout: &str) -> Folder {
    let folder = Folder::new();
    for arguments in [
        &["init", "Harbour", "--layout", layout, "--description", MARK] as &[&str],
        &[
            "task",
            "create",
            MARK,
            "--id",
            "q",
            "--notes",
            MARK,
            "--criterion",
            MARK,
            "--label",
            MARK,
            "--assignee",
            MARK,
        ],
        &["task", "create", MARK, "--id", "r", "--depends-on", "q", "--estimate", "2", "--due", "2026-01-02"],
        &["session", "save", MARK, "--decision", MARK, "--suggest", MARK, "--item", MARK, "--active"],
        &["memory", "save", MARK],
        &["document", "save", "tides", "--title", MARK, "--body", MARK, "--type", "spec"],
        &["milestone", "add", "m", "--description", MARK],
        &["assignee", "add", "maya", "--name", MARK],
        &["task", "create", MARK, "--id", "s"],
        &["task", "delete", "s"],
    ] {
        folder.stdout(arguments);
    }
    put_hostile_text(&folder.at(".handoff"));
    folder
}

fn assert_clean(output: &[u8], what: &str) {
    let text = std::str::from_utf8(output).unwrap();
    let is_unsafe = |character: char| {
        character.is_control() && !matches!(character, '\n' | '\t')
            || matches!(character, '\u{200b}' | '\u{61c}' | '\u{2028}' | '\u{202e}' | '\u{2066}')
    };
    assert!(!text.contains(is_unsafe), "{what}: {text:?}");
}

#[test]
fn no_command_prints_a_control_or_hidden_character() {
    let unknown = format!("x{HOSTILE}");
    let unknown = unknown.as_str();
    for layout in ["toml", "json"] {
        let folder = project(layout);
        for arguments in [
            &["task", "list"] as &[&str],
            &["task", "get", "q"],
            &["task", "get", unknown],
            &["task", "next"],
            &["task", "claim", "q"],
            &["task", "update", "q", "--status", "in_progress"],
            &["task", "check", "q", "1"],
            &["task", "check", "q", unknown],
            &["task", "log", "q", "1"],
            &["task", "log", "q", unknown],
            &["task", "create", "One", "--status", unknown],
            &["task", "update", "q", "--title", unknown, "--dry-run"],
            &["session", "load"],
            &["session", "list"],
            &["session", "show", "s-"],
            &["session", "load", unknown],
            &["session", "update", "--tick", "1"],
            &["session", "update", "--tick", unknown],
            &["memory", "query", "A"],
            &["memory", "delete", unknown],
            &["document", "list"],
            &["document", "show", "tides"],
            &["milestone", "list"],
            &["assignee", "list"],
            &["labels", "list"],
            &["config", "get"],
            &["config", "get", unknown],
            &["calendar", "show"],
            &["metrics"],
            &["report"],
            &["report", "cycle"],
            &["report", unknown],
            &["capacity"],
            &["schedule", "--dry-run"],
            &["dashboard", "."],
            &["dashboard", unknown],
            &["timer", "add", "q", "1h", "--note", unknown],
            &["timer", "list"],
            &["timer", "get", "q"],
            &["referral", "list"],
            &["referral", "get", unknown],
            &["trash", "list"],
            &["trash", "restore", unknown],
            &["handover", "status"],
            &["handover", "check"],
            &["import", unknown],
            &["pause", "--reason", unknown],
            &["task", "create", "Two"],
            &["resume"],
            &["setup", unknown],
            &["setup", "--check", "claude"],
            &["doctor"],
            &["package", "show", unknown],
            &["retrieve", "--name", unknown],
            &["package", "search", unknown],
            &["task", "delete", "r"],
            &["undo", "--dry-run"],
            &["undo"],
            &["undo", "--actor", unknown],
            &["--layout", unknown, "task", "list"],
            &["--project", unknown, "task", "list"],
            &[unknown],
            &["task", unknown],
        ] {
            let output = folder.run(arguments);
            for part in [&output.stdout, &output.stderr] {
                assert_clean(part, &format!("{arguments:?}"));
            }
            assert!(!output.stdout.is_empty() || !output.stderr.is_empty(), "{arguments:?} said nothing");
        }
    }
}

#[test]
fn several_packages_are_text_and_one_is_data() {
    let folder = project("toml");
    let content = format!("{HOSTILE}\r\n");
    assert!(folder.run_with_input(&["store", "--name", "n"], &content).status.success());
    assert_eq!(folder.run(&["retrieve", "--name", "n"]).stdout, content.as_bytes());
    assert_clean(&folder.run(&["retrieve", "--budget", "1000"]).stdout, "retrieve --budget");
}

#[test]
fn json_has_every_character_escaped() {
    for layout in ["toml", "json"] {
        let folder = project(layout);
        for arguments in [&["task", "get", "q", "--json"] as &[&str], &["task", "list", "--json"]] {
            let output = folder.stdout(arguments);
            assert_clean(output.as_bytes(), &format!("{arguments:?}"));
            assert!(output.contains(r"\u007f") && output.contains(r"\u202e"), "{output}");
        }
        let task = folder.value(&["task", "get", "q"]);
        assert_eq!((task["title"].as_str(), task["notes"].as_str()), (Some(HOSTILE), Some(HOSTILE)));
    }
}
