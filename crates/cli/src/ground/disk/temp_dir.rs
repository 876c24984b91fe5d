//! Temporary folders for tests.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A temporary folder, removed when the value is dropped.
pub struct TempDir(pub PathBuf);

impl TempDir {
    pub fn new(name: &str) -> TempDir {
        let folder = std::env::temp_dir().join(format!("handoff-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        TempDir(folder.canonicalize().unwrap())
    }

    /// Runs Git in the folder.
    pub fn git(&self, arguments: &[&str]) {
        git(&self.0, arguments);
    }

    /// Runs a merge that ends with conflicts.
    pub fn git_with_conflicts(&self, arguments: &[&str]) {
        assert_eq!(run_git(&self.0, arguments).status.code(), Some(1), "{arguments:?}");
    }

    /// Creates a main checkout and another worktree beside it.
    pub fn worktrees(&self) -> (PathBuf, PathBuf) {
        let main = self.0.join("main");
        std::fs::create_dir_all(&main).unwrap();
        git(&main, &["init", "-q"]);
        git(&main, &["commit", "-q", "--allow-empty", "-m", "x"]);
        git(&main, &["worktree", "add", "-q", "../side"]);
        (main, self.0.join("side"))
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn run_git(folder: &Path, arguments: &[&str]) -> Output {
    let identity = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "init.defaultBranch=main"];
    Command::new("git").args(identity).args(arguments).current_dir(folder).output().unwrap()
}

fn git(folder: &Path, arguments: &[&str]) {
    let output = run_git(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}
