//! The command as a person at a shell has it: what it prints, and how it ends.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test ends where something is not as it should be"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

static FOLDERS: AtomicU32 = AtomicU32::new(0);

/// A folder of its own for a test, gone with it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("handoff-command-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn atlas() -> Folder {
        let folder = Folder::new();
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/tide-atlas"), &folder.0);
        folder
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_handoff"));
        command.args(arguments).current_dir(&self.0).env_remove("CLAUDE_PROJECT_DIR").env_remove("HANDOFF_LAYOUT");
        command.env("XDG_STATE_HOME", self.0.join("state"));
        command.output().unwrap()
    }

    /// Standard output of a command that is done.
    fn said(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Exit code and standard error of a command that fails; nothing is on standard output.
    fn failed(&self, arguments: &[&str]) -> (i32, String) {
        let output = self.run(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{arguments:?}");
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap().trim_end().to_owned())
    }

    fn value(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.said(&[arguments, &["--json"]].concat())).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let goal = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &goal);
        } else {
            fs::copy(entry.path(), goal).unwrap();
        }
    }
}

#[test]
fn a_day_at_the_shell() {
    let folder = Folder::new();
    assert_eq!(folder.said(&["init", "Harbour", "--layout", "json"]), "Initialized .handoff/ for Harbour.\n");
    let create =
        ["task", "create", "Parse", "--estimate", "3", "--remaining", "3", "--criterion", "works", "--label", "io"];
    assert_eq!(folder.said(&create), "Created task t1: Parse [todo]\n");
    assert_eq!(
        folder.said(&["task", "create", "Read bytes", "--parent", "t1"]),
        "Created task t1.1: Read bytes [todo]\n"
    );
    assert_eq!(
        folder.said(&["task", "update", "t1", "--status", "in_progress"]),
        "Updated task t1: Parse [in_progress]\n"
    );
    assert_eq!(folder.said(&["task", "log", "t1", "1.5"]), "Logged 1.5h on t1: 1.5h in all, 1.5h remaining.\n");
    assert_eq!(
        folder.said(&["task", "list"]),
        "ID    STATUS       TITLE         HOURS\n\
         t1    in_progress  Parse             3\n\
         t1.1  todo           Read bytes\n\
         \n\
         2 tasks: 1 todo, 1 in_progress\n"
    );
    assert!(folder.said(&["task", "get", "t1"]).starts_with("t1 Parse\nstatus       in_progress\n"));
    assert_eq!(folder.value(&["task", "get", "t1"])["schedule"]["actual_hours"], 1.5);
    folder.said(&["task", "delete", "t1.1"]);
    assert_eq!(folder.value(&["task", "list"])["task_summary"]["total"], 1);
}

#[test]
fn each_end_has_its_code_and_one_sentence() {
    let folder = Folder::new();
    assert_eq!(
        folder.failed(&["task", "list"]),
        (1, "There is no .handoff folder in this project. Run handoff_init first.".to_owned())
    );
    assert_eq!(
        folder.failed(&["doctor"]),
        (1, "There is no .handoff folder in this project. handoff init makes one.".to_owned())
    );
    let folder = Folder::atlas();
    assert_eq!(
        folder.failed(&["task", "update", "nowhere", "--title", "x"]),
        (1, "There is no task nowhere.".to_owned())
    );
    assert_eq!(
        folder.failed(&["task", "list", "--status", "finished"]),
        (2, "The argument status_filter takes one of todo, in_progress, review, blocked, done, skipped.".to_owned())
    );
    assert_eq!(folder.failed(&["task", "log", "t1", "much"]).0, 2);
    assert_eq!(folder.failed(&["mcp", "--tools", "everything"]).0, 2);
}

#[test]
fn a_broken_file_is_named_and_left_alone() {
    let folder = Folder::atlas();
    let file = folder.0.join(".handoff/tasks/broken");
    fs::create_dir_all(&file).unwrap();
    let file = file.join("_task.todo.json");
    fs::write(&file, "{\"id\": \"t99\",").unwrap();
    let output = folder.run(&["doctor"]);
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("tasks/broken/_task.todo.json:"), "{said}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "{\"id\": \"t99\",");
}

#[test]
fn a_rehearsal_changes_nothing() {
    let folder = Folder::atlas();
    let before = folder.value(&["task", "get", "t1"]);
    let said = folder.said(&["task", "update", "t1", "--title", "Another", "--dry-run"]);
    assert!(said.contains("change tasks/"), "{said}");
    assert_eq!(folder.value(&["task", "get", "t1"]), before);
    assert!(folder.said(&["task", "delete", "t1", "--dry-run"]).contains("move   tasks/"));
    assert_eq!(folder.value(&["task", "get", "t1"]), before);
}

#[test]
fn a_shell_can_complete_it() {
    assert!(Folder::new().said(&["completions", "bash"]).contains("_handoff"));
}

#[test]
fn commands_of_one_person_share_a_log() {
    let folder = Folder::new();
    folder.said(&["init", "Log"]);
    for title in ["One", "Two", "Three"] {
        folder.said(&["task", "create", title]);
    }
    let months: Vec<_> = fs::read_dir(folder.0.join(".handoff/activity")).unwrap().collect();
    let logs: Vec<_> = months
        .into_iter()
        .flat_map(|month| fs::read_dir(month.unwrap().path()).unwrap())
        .map(|log| log.unwrap().path())
        .collect();
    assert!((1..=2).contains(&logs.len()), "one log, or two where a month has just ended: {logs:?}");
    let writer = fs::read_to_string(folder.0.join("state/handoff/writer")).unwrap();
    assert!(logs.iter().all(|log| log.file_stem().is_some_and(|stem| stem.to_string_lossy() == writer)), "{logs:?}");
}
