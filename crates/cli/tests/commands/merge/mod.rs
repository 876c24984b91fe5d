//! Merges of two branches by Git with the merge driver.

mod deletions;
mod files;
mod handover;
mod tasks;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::support::{Folder, program};

/// A repository with a project, whose files are merged by the `handoff` command.
struct Repository(Folder);

impl Repository {
    fn new(layout: &str) -> Repository {
        let repository = Repository(Folder::new());
        repository.git(&["init", "-q", "-b", "main"]);
        repository.handoff(&["setup", "git"]);
        repository.handoff(&["init", "Harbour", "--layout", layout]);
        repository
    }

    fn copy(&self) -> Repository {
        Repository(Folder::copy_of(&self.0))
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Output {
        let mut command = Command::new(program);
        for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "CLAUDE_PROJECT_DIR", "HANDOFF_LAYOUT"] {
            command.env_remove(variable);
        }
        command.env("HOME", self.0.at(".git/home")).env("XDG_STATE_HOME", self.0.at(".git/state"));
        command.env("GIT_CONFIG_NOSYSTEM", "1").env("LC_ALL", "C");
        // Otherwise each commit starts a process that looks whether there is something to clean up.
        let quiet = [("COUNT", "1"), ("KEY_0", "maintenance.auto"), ("VALUE_0", "false")];
        command.envs(quiet.map(|(name, value)| (format!("GIT_CONFIG_{name}"), value)));
        for (name, value) in [("NAME", "Kim"), ("EMAIL", "kim@example.invalid")] {
            command.env(format!("GIT_AUTHOR_{name}"), value).env(format!("GIT_COMMITTER_{name}"), value);
        }
        command.args(arguments).current_dir(self.0.path()).output().unwrap()
    }

    fn git(&self, arguments: &[&str]) -> String {
        let output = self.command("git", arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn handoff(&self, arguments: &[&str]) -> String {
        let output = self.command(program(), arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Returns the lines of `handoff doctor`.
    fn doctor(&self) -> Vec<String> {
        let output = self.command(program(), &["doctor"]);
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
    }

    /// Runs a repair that the doctor offers.
    fn repair(&self, title: &str) {
        let message = self.doctor();
        let line =
            message.iter().find(|line| line.ends_with(title)).unwrap_or_else(|| panic!("{title} in {message:?}"));
        self.handoff(&["doctor", "--repair", line.split_whitespace().nth(1).unwrap()]);
    }

    fn task(&self, id: &str) -> Value {
        serde_json::from_str(&self.handoff(&["task", "get", id, "--json"])).unwrap()
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.at(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.0.at(path)).unwrap()
    }

    fn commit(&self) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-qm", "Step"]);
    }

    /// Makes one change on a branch and one on main, and merges. Returns whether Git succeeded, and
    /// its output.
    fn merge(&self, side: impl FnOnce(&Repository), main: impl FnOnce(&Repository)) -> (bool, String) {
        self.commit();
        self.git(&["checkout", "-qb", "side"]);
        side(self);
        self.commit();
        self.git(&["checkout", "-q", "main"]);
        main(self);
        self.commit();
        let output = self.command("git", &["merge", "--no-edit", "side"]);
        let message = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(message).unwrap())
    }

    /// Merges and checks that no conflict and no problem remains.
    fn merge_cleanly(&self, side: impl FnOnce(&Repository), main: impl FnOnce(&Repository)) {
        let (is_clean, message) = self.merge(side, main);
        assert!(is_clean, "{message}\n{}", self.git(&["diff"]));
        assert_eq!(self.doctor(), ["No problems."]);
    }

    /// Returns the path of a task file.
    fn file(&self, id: &str) -> String {
        let mine = |path: &String| {
            let folder = path.rsplit('/').nth(1).unwrap();
            folder.strip_prefix(id).is_some_and(|rest| rest.starts_with('-'))
        };
        self.task_files().into_iter().find(mine).map(|path| format!(".handoff/tasks/{path}")).unwrap()
    }

    /// Replaces texts in a task file by hand, with the text of either layout.
    fn change(&self, id: &str, from: &[&str], to: &[&str]) {
        let path = self.file(id);
        let old = self.read(&path);
        let new = from.iter().zip(to).fold(old.clone(), |text, (from, to)| text.replace(from, to));
        assert_ne!(old, new);
        self.write(&path, &new);
    }

    /// Returns the paths of the task files below `tasks/`.
    fn task_files(&self) -> Vec<String> {
        let mut entries = Vec::new();
        collect(&self.0.at(".handoff/tasks"), "", &mut entries);
        entries.sort();
        entries
    }
}

fn collect(folder: &Path, above: &str, entries: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{above}{}", entry.file_name().to_string_lossy());
        if entry.file_type().unwrap().is_dir() {
            collect(&entry.path(), &format!("{path}/"), entries);
        } else if entry.file_name() != ".lock" {
            entries.push(path);
        }
    }
}

/// The ID of the first task.
const FIRST: &str = "t1";
/// The ID of its first subtask.
const SUBTASK: &str = "t1.1";

fn with_task(layout: &str) -> (Repository, &'static str) {
    let repository = Repository::new(layout);
    repository.handoff(&[
        "task",
        "create",
        "Parse the input",
        "--estimate",
        "3",
        "--remaining",
        "3",
        "--label",
        "io",
        "--criterion",
        "works",
    ]);
    (repository, FIRST)
}

const LAYOUTS: [&str; 2] = ["json", "toml"];
