//! A temporary folder in which the command runs as in a shell.

pub mod contents;
#[path = "../../../../tests/form.rs"]
pub mod form;
pub mod random;
pub mod server;
#[cfg(target_os = "linux")]
pub mod tracing;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

static FOLDERS: AtomicU32 = AtomicU32::new(0);

/// Returns the command that is tested: the native one, or the one that `HANDOFF_TESTED_COMMAND` names.
pub fn program() -> &'static str {
    static PROGRAM: LazyLock<String> =
        LazyLock::new(|| std::env::var("HANDOFF_TESTED_COMMAND").unwrap_or_else(|_| NATIVE.to_owned()));
    &PROGRAM
}

/// The native command, also where another one is tested: tests of races run both kinds on one project.
pub const NATIVE: &str = env!("CARGO_BIN_EXE_handoff");

/// A temporary folder, removed on drop.
pub struct Folder(pub PathBuf);

/// Lets a program run in a folder, with its own home and state folders and without variables of the machine.
pub fn isolate(command: &mut Command, folder: &Path) {
    command.current_dir(folder).env("TZ", "UTC");
    for name in [
        "CLAUDE_PROJECT_DIR",
        "HANDOFF_ACTOR",
        "HANDOFF_CONVERSATION",
        "HANDOFF_LAYOUT",
        "HANDOFF_PAUSE",
        "HANDOFF_TOOLS",
    ] {
        command.env_remove(name);
    }
    command.env("XDG_STATE_HOME", folder.join("state")).env("HOME", folder.join("home"));
}

impl Folder {
    /// Creates an empty folder.
    pub fn new() -> Folder {
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        // The space in the name is intended: folder names can have spaces.
        let folder = std::env::temp_dir().join(format!("handoff test-{}-{number}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder.canonicalize().unwrap())
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the path of an entry in the folder.
    pub fn at(&self, path: impl AsRef<Path>) -> PathBuf {
        self.0.join(path)
    }

    /// Creates a copy of the demo project.
    pub fn atlas() -> Folder {
        let folder = Folder::new();
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/projects/tide-atlas"), &folder.0);
        folder
    }

    /// Creates a copy of a folder.
    pub fn copy_of(other: &Folder) -> Folder {
        let folder = Folder::new();
        copy(&other.0, &folder.0);
        folder
    }

    /// Runs the command in the folder.
    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Returns the command with its own home and state folders.
    pub fn command(&self, arguments: &[&str]) -> Command {
        self.command_of(program(), arguments)
    }

    /// Returns a program with its own home and state folders.
    pub fn command_of(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments);
        isolate(&mut command, &self.0);
        command
    }

    /// Runs the command with a text on standard input.
    pub fn run_with_input(&self, arguments: &[&str], text: &str) -> Output {
        let mut command = self.command(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    }

    /// Runs a command that must succeed; returns its standard output.
    pub fn stdout(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs a command that must fail without standard output; returns exit code and standard error.
    pub fn failure(&self, arguments: &[&str]) -> (i32, String) {
        let output = self.run(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{arguments:?}");
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap().trim_end().to_owned())
    }

    /// Runs a command with `--json`; returns the value.
    pub fn value(&self, arguments: &[&str]) -> Value {
        serde_json::from_str(&self.stdout(&[arguments, &["--json"]].concat())).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A temporary folder that stays is harmless, and `drop` cannot report it.
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
