//! Folders for tests.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder of its own that goes away with the test.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        let place = std::env::temp_dir().join(format!("handoff-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&place).unwrap();
        Scratch(place.canonicalize().unwrap())
    }

    /// Runs Git in the folder.
    pub fn git(&self, arguments: &[&str]) {
        git(&self.0, arguments);
    }

    /// A main checkout, and another worktree beside it.
    pub fn worktrees(&self) -> (PathBuf, PathBuf) {
        let main = self.0.join("main");
        std::fs::create_dir_all(&main).unwrap();
        git(&main, &["init", "-q"]);
        git(&main, &["commit", "-q", "--allow-empty", "-m", "x"]);
        git(&main, &["worktree", "add", "-q", "../side"]);
        (main, self.0.join("side"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn git(folder: &Path, arguments: &[&str]) {
    let who = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "init.defaultBranch=main"];
    let done = Command::new("git").args(who).args(arguments).current_dir(folder).output().unwrap();
    assert!(done.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
}
