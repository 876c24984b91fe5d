//! Proofs of done criteria: commands that are run, and tasks that are sent back.

use std::fs;

use serde_json::{Value, json};

use super::verbs::{LAYOUTS, project};
use crate::support::Folder;

/// Returns the exit code and the standard output of a command.
fn outcome(folder: &Folder, arguments: &[&str]) -> (Option<i32>, String) {
    let output = folder.command(arguments).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

fn criteria(folder: &Folder) -> Value {
    folder.value(&["task", "get", "p"])["done_criteria"].clone()
}

#[test]
fn verify_runs_only_approved_commands_and_keeps_what_came_of_them() {
    for layout in LAYOUTS {
        let folder = project(layout);
        fs::write(folder.at("feed.txt"), "one\n").unwrap();
        let create = ["task", "create", "Parse", "--id", "p", "--scope-path", "feed.txt"];
        let criteria_of_task = ["--criterion", "Git is there", "--criterion", "It works"];
        folder.stdout(&[&create[..], &criteria_of_task[..]].concat());
        let without = folder.failure(&["verify", "p"]);
        assert!(without.0 == 1 && without.1.contains("handoff task command p 1 -- cargo test"), "{without:?}");
        folder.stdout(&["task", "command", "p", "1", "--", "git", "--version"]);
        folder.stdout(&["task", "command", "p", "2", "--", "git", "no-such-command"]);

        let (code, message) = folder.failure(&["verify", "p"]);
        let named = message.contains("`git --version`, `git no-such-command`") && message.contains("--allow-commands");
        assert!(code == 2 && named, "{message}");
        assert_eq!(criteria(&folder)[0].get("proof"), None, "nothing was run");

        let (code, text) = outcome(&folder, &["verify", "p", "--allow-commands"]);
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains("Met: Git is there (git --version: exit code 0)\n"), "{text}");
        assert!(text.contains("Failed: It works (git no-such-command: exit code 1)\n"), "{text}");
        assert!(text.ends_with("1 of 2 commands passed.\n"), "{text}");
        let stored = criteria(&folder);
        assert_eq!((&stored[0]["checked"], &stored[1]["checked"]), (&json!(true), &json!(false)));
        assert!(stored[0]["proof"].as_str().unwrap().starts_with("git --version: exit code 0, 20"), "{stored}");
        assert!(stored[1]["output"].as_str().unwrap().contains("no-such-command"), "{stored}");

        folder.stdout(&["task", "check", "p", "2"]);
        let (code, text) = outcome(&folder, &["verify", "p", "--criterion", "2"]);
        assert!(code == Some(1) && text.contains("it stays ticked"), "{text}");
        assert_eq!(criteria(&folder)[1]["checked"], json!(true));

        fs::write(folder.at("feed.txt"), "two\n").unwrap();
        assert_eq!(criteria(&folder)[0]["stale"], json!(["feed.txt"]));
        assert!(folder.stdout(&["task", "get", "p"]).contains("(stale: feed.txt changed since)"));
        folder.stdout(&["verify", "p", "--criterion", "Git"]);
        assert_eq!(criteria(&folder)[0].get("stale"), None);

        // Other words, in the file or on another machine, need another approval.
        folder.stdout(&["task", "command", "p", "1", "--", "git", "--help"]);
        let (code, message) = folder.failure(&["verify", "p", "--criterion", "1"]);
        assert!(code == 2 && message.contains("`git --help`") && !message.contains("no-such"), "{message}");
        assert_eq!(folder.value(&["verify", "p", "--dry-run"])["would_run"].as_array().unwrap().len(), 2);
        folder.stdout(&["task", "command", "p", "1"]);
        assert_eq!(criteria(&folder)[0].get("command"), None);
    }
}

#[cfg(unix)]
#[test]
fn output_is_the_end_without_secrets_and_a_command_is_ended_after_its_timeout() {
    let folder = project("toml");
    folder.stdout(&["task", "create", "Parse", "--id", "p", "--criterion", "Done"]);
    let script = "echo first; echo DB_PASS=xk29fjw8Qz71; echo last >&2; exit 3";
    folder.stdout(&["task", "command", "p", "1", "--", "sh", "-c", script]);
    let (_, text) = outcome(&folder, &["verify", "p", "--allow-commands"]);
    assert!(text.contains("exit code 3") && text.contains("first\n") && text.contains("    last\n"), "{text}");
    let file = fs::read_to_string(folder.at(".handoff/tasks/01-todo--parse/task.toml"));
    let file = file.or_else(|_| fs::read_to_string(folder.at(".handoff/tasks/p-todo--parse/task.toml"))).unwrap();
    let proof = file.split("[handoff_criteria.proof]").nth(1).unwrap();
    assert!(proof.contains("[redacted") && !proof.contains("xk29fjw8Qz71"), "{proof}");

    folder.stdout(&["task", "command", "p", "1", "--", "sh", "-c", "sleep 60 & sleep 60"]);
    let (code, text) = outcome(&folder, &["verify", "p", "--allow-commands", "--timeout", "0"]);
    assert!(
        code == Some(1) && text.contains("did not end by itself") && text.contains("Ended after 0 seconds."),
        "{text}"
    );
    folder.stdout(&["task", "command", "p", "1", "--", "no such program"]);
    let (_, text) = outcome(&folder, &["verify", "p", "--allow-commands"]);
    assert!(text.contains("no such program cannot be started"), "{text}");
}

#[test]
fn task_in_review_is_sent_back_with_a_comment() {
    let folder = project("json");
    folder.stdout(&["task", "create", "Parse", "--id", "p", "--criterion", "Done"]);
    folder.stdout(&["task", "check", "p", "1", "--proof", "https://example.invalid/run/1"]);
    assert!(criteria(&folder)[0]["proof"].as_str().unwrap().starts_with("https://example.invalid/run/1, 20"));
    let refused = folder.failure(&["task", "send-back", "p", "More."]);
    assert!(refused.1.contains("Only a task in review is sent back."), "{refused:?}");
    folder.stdout(&["task", "update", "p", "--status", "review"]);
    let refused = folder.failure(&["task", "send-back", "p", " "]);
    assert!(refused.1.contains("Say what is missing"), "{refused:?}");
    folder.stdout(&["task", "send-back", "p", "Empty rows are lost."]);
    let task = folder.value(&["task", "get", "p"]);
    assert!(task["status"] == "in_progress" && task["notes"].as_str().unwrap().ends_with("Empty rows are lost."));
}
