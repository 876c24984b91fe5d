//! Claims by several processes at once, in one folder and in linked worktrees.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::support::{Folder, NATIVE, program};

/// Creates a project with this many tasks that can be started.
fn project(tasks: usize) -> Folder {
    let folder = Folder::new();
    folder.stdout(&["init", "Harbour"]);
    for number in 1..=tasks {
        folder.stdout(&["task", "create", &format!("Task {number}"), "--id", &format!("t{number}")]);
    }
    folder
}

/// Runs commands at the same time.
fn run_together(commands: Vec<Command>) -> Vec<Output> {
    let start = |mut command: Command| command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let children: Vec<_> = commands.into_iter().map(start).collect();
    children.into_iter().map(|child| child.wait_with_output().unwrap()).collect()
}

/// Returns the IDs of the tasks that some commands have claimed.
fn claimed(outputs: &[Output]) -> Vec<String> {
    let id = |output: &Output| {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let value: Value = serde_json::from_slice(&output.stdout).unwrap();
        value["id"].as_str().unwrap().to_owned()
    };
    outputs.iter().map(id).collect()
}

#[test]
fn eight_processes_at_once_get_eight_tasks() {
    for actor in [None, Some("codex")] {
        let folder = project(9);
        let command = |number: usize| {
            let program = if number.is_multiple_of(2) { program() } else { NATIVE };
            let mut command = folder.command_of(program, &["task", "next", "--claim", "--json"]);
            command.envs(actor.map(|actor| ("HANDOFF_ACTOR", actor)));
            command
        };
        let ids = claimed(&run_together((0..8).map(command).collect()));
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), 8, "{actor:?}: {ids:?}");
        let files = fs::read_dir(folder.at(".handoff/local/claims")).unwrap();
        assert_eq!(files.count(), 8, "nothing but the claims is left");
        let next = folder.value(&["task", "next"]);
        let id = next["task"]["id"].as_str().unwrap();
        assert!(actor.is_none() || !ids.contains(&id.to_owned()), "{next}");
    }
}

fn git(folder: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "init.defaultBranch=main"];
    let output = Command::new("git").args(identity).args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn linked_worktrees_share_claims() {
    let main = project(9);
    git(main.path(), &["init", "-q"]);
    fs::write(main.at(".gitignore"), "/state/\n/home/\n/one/\n/two/\n").unwrap();
    git(main.path(), &["add", "."]);
    git(main.path(), &["commit", "-qm", "Plan"]);
    git(main.path(), &["worktree", "add", "-q", "one"]);
    git(main.path(), &["worktree", "add", "-q", "two"]);
    let at = |folder: &str, actor: &str, arguments: &[&str]| {
        let mut command = main.command(arguments);
        command.current_dir(main.at(folder)).env("HANDOFF_ACTOR", actor);
        command
    };
    let folders = [".", "one", "two"];
    let command =
        |number: usize| at(folders[number % 3], &format!("agent-{number}"), &["task", "next", "--claim", "--json"]);
    let ids = claimed(&run_together((0..8).map(command).collect()));
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), 8, "{ids:?}");
    assert_eq!(fs::read_dir(main.at(".handoff/local/claims")).unwrap().count(), 8);
    assert!(!main.at("one/.handoff/local/claims").exists() && !main.at("two/.handoff/local/claims").exists());

    let refused = at("one", "agent-9", &["task", "claim", &ids[2]]).output().unwrap();
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(4), "{message}");
    assert!(message.contains(&format!("{} is held by agent-2", ids[2])), "{message}");
    let status = Command::new("git").args(["status", "--porcelain"]).current_dir(main.path()).output().unwrap();
    let status = String::from_utf8(status.stdout).unwrap();
    assert!(!status.contains("local"), "{status}");
}

#[test]
fn lists_and_tasks_name_the_holder() {
    let folder = project(2);
    let claim = folder.command(&["task", "claim", "t1"]).env("HANDOFF_ACTOR", "codex").output().unwrap();
    assert!(claim.status.success());
    let list = folder.stdout(&["task", "list"]);
    assert!(list.contains("HELD BY") && list.contains("codex, heard just now"), "{list}");
    let task = folder.stdout(&["task", "get", "t1"]);
    assert!(task.lines().any(|line| line.contains("held by") && line.contains("codex, heard just now")), "{task}");
    assert!(!folder.stdout(&["task", "get", "t2"]).contains("held by"));
    let (code, message) = folder.failure(&["task", "claim", "t1"]);
    assert_eq!(code, 4);
    let expected = "t1 is held by codex, heard just now. Choose another task, or take it over with handoff task claim ID --take-over.";
    assert_eq!(message.trim(), expected);
    assert_eq!(folder.stdout(&["task", "release", "t2"]).trim(), "Nobody holds t2.");
}
