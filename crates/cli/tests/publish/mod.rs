//! Publishing through Git, with real repositories.

mod approvals;
mod commits;
mod declared;
mod interruptions;
mod refusals;
mod relay;
mod remotes;
mod repositories;
mod signatures;

#[path = "../../src/ground/git/publish.rs"]
#[allow(dead_code, reason = "the command has no library; the tests use the parts of this module")]
mod executor;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use handoff_agent::handover::publish::{
    self as publishing, PublishFailure, PublishFault, PublishQuestion, PublishReport, PublishRequest,
};
use handoff_engine::conversation::Turn;

use crate::support::{Folder, program};
use executor::Executor;

/// A temporary folder with a home folder, a remote and clones.
struct World(Folder);

impl World {
    fn new() -> World {
        let world = World(Folder::new());
        fs::create_dir_all(world.0.at("home")).unwrap();
        let config = "[user]\n\tname = Kim\n\temail = kim@example.invalid\n[init]\n\tdefaultBranch = main\n";
        fs::write(world.0.at("home/.gitconfig"), config).unwrap();
        world
    }

    /// Creates a repository with a first commit.
    fn repository(&self, name: &str) -> Repository {
        let repository = self.empty_repository(name);
        repository.write("src/main.txt", "one\ntwo\nthree\n");
        repository.write(".handoff/config.toml", "name = \"Harbour\"\n");
        repository.git(&["add", "-A"]);
        repository.git(&["commit", "-qm", "First"]);
        repository
    }

    fn empty_repository(&self, name: &str) -> Repository {
        let repository = self.at(name);
        fs::create_dir_all(&repository.folder).unwrap();
        repository.git(&["init", "-q"]);
        repository
    }

    /// Creates a bare remote with a first commit, and returns two clones of it.
    fn clones(&self) -> (Repository, Repository) {
        let first = self.repository("first");
        first.git(&["init", "-q", "--bare", "../remote.git"]);
        first.git(&["remote", "add", "origin", "../remote.git"]);
        first.git(&["push", "-q", "-u", "origin", "main"]);
        first.git(&["clone", "-q", "../remote.git", "../second"]);
        (first, self.at("second"))
    }

    fn remote(&self) -> Repository {
        self.at("remote.git")
    }

    fn at(&self, name: &str) -> Repository {
        Repository { folder: self.0.at(name), home: self.0.at("home") }
    }
}

/// A repository.
struct Repository {
    folder: PathBuf,
    home: PathBuf,
}

impl Repository {
    fn environment(&self) -> Vec<(String, String)> {
        let home = self.home.display().to_string();
        let variables =
            [("HOME", home.as_str()), ("XDG_CONFIG_HOME", &home), ("GIT_CONFIG_NOSYSTEM", "1"), ("TZ", "UTC")];
        variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "CLAUDE_PROJECT_DIR", "HANDOFF_LAYOUT"] {
            command.env_remove(name);
        }
        command.envs(self.environment()).env("LC_ALL", "C").env("XDG_STATE_HOME", self.home.join("state"));
        command.args(arguments).current_dir(&self.folder);
        command
    }

    /// Runs Git, which must succeed.
    fn git(&self, arguments: &[&str]) -> String {
        let output = self.command("git", arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    }

    /// Runs Git and returns whether it succeeded.
    fn try_git(&self, arguments: &[&str]) -> bool {
        self.command("git", arguments).output().unwrap().status.success()
    }

    /// Runs the `handoff` command. Returns its exit code and what it has printed.
    fn try_handoff(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = self.command(program(), arguments).output().unwrap();
        let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.code(), text.concat())
    }

    /// Runs the `handoff` command, which must succeed.
    fn handoff(&self, arguments: &[&str]) -> String {
        let (code, text) = self.try_handoff(arguments);
        assert_eq!(code, Some(0), "{arguments:?}: {text}");
        text
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.folder.join(path)).unwrap()
    }

    /// Returns what Git says about files that are not ours.
    fn foreign_state(&self) -> String {
        let outside = ["--", ".", ":(exclude,top).handoff"];
        let run = |arguments: &[&str]| self.git(&[arguments, &outside].concat());
        [run(&["diff", "--cached"]), run(&["diff"]), run(&["status", "--porcelain=v2"]), run(&["ls-files", "-s"])]
            .join("\n=\n")
    }

    /// Returns the names of the files that a commit changes.
    fn files_of(&self, commit: &str) -> Vec<String> {
        let names = self.git(&["diff-tree", "-r", "-z", "--root", "--no-commit-id", "--name-only", commit]);
        names.split('\0').filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }

    fn tip(&self, reference: &str) -> String {
        self.git(&["rev-parse", reference])
    }

    fn executor(&self) -> Executor {
        let mut executor = Executor::new(&self.folder);
        executor.environment = self.environment();
        executor
    }

    /// Publishes `.handoff`.
    fn publish(&self, change: impl FnOnce(&mut PublishRequest)) -> Result<PublishReport, PublishFailure> {
        let mut request = request();
        change(&mut request);
        let result = conduct(&self.executor(), request, Some);
        let git = self.git(&["rev-parse", "--absolute-git-dir"]);
        assert_eq!(leftovers(Path::new(&git)), [""; 0], "no file of ours stays");
        result
    }

    /// Publishes and pushes `.handoff`, which must succeed.
    fn push(&self) -> PublishReport {
        self.publish(|request| request.push = true).unwrap_or_else(|failure| panic!("{}", failure.text))
    }

    /// Publishes and pushes, which must fail; returns the sentence.
    fn fail(&self, fault: PublishFault, change: impl FnOnce(&mut PublishRequest)) -> String {
        let failure = self.publish(change).unwrap_err();
        assert_eq!(failure.fault, fault, "{}", failure.text);
        failure.text.to_string()
    }

    #[cfg(unix)]
    fn script(&self, path: &str, text: &str) {
        use std::os::unix::fs::PermissionsExt as _;
        self.write(path, &format!("#!/bin/sh\n{text}\n"));
        fs::set_permissions(self.folder.join(path), fs::Permissions::from_mode(0o755)).unwrap();
    }
}

fn request() -> PublishRequest {
    PublishRequest {
        paths: vec![".handoff".to_owned()],
        message: "Hand over".to_owned(),
        target: None,
        remote: None,
        push: false,
        excluded: Vec::new(),
        merge_driver: Some(format!("'{}' merge-driver %O %A %B %L %P %X %Y", program())),
    }
}

/// Publishes; `intercept` returns the question for the executor, or answers it.
fn conduct(
    executor: &Executor,
    request: PublishRequest,
    mut intercept: impl FnMut(PublishQuestion) -> Option<PublishQuestion>,
) -> Result<PublishReport, PublishFailure> {
    let mut publish = publishing::publish(request);
    loop {
        match publish.advance() {
            Turn::Ask(question) => {
                if let PublishQuestion::Git(call, _) = &question {
                    assert!(call.env.contains(&("LC_ALL".to_owned(), Some("C".to_owned()))), "Git speaks English");
                }
                if let Some(question) = intercept(question) {
                    executor.answer(question, &mut || None, &|_| true);
                }
            }
            Turn::Done(result) => return result,
            Turn::Unanswered => panic!("a question without an answer"),
        }
    }
}

/// Returns files of ours and locks in a Git folder.
fn leftovers(git: &Path) -> Vec<String> {
    let names = fs::read_dir(git).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with("handoff-publish") || name.contains(".lock")).collect()
}
