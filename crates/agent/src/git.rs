//! The state of the working tree, as the shell saw it.

use handoff_protocol::agent::SessionPatch;
use serde_json::{Value, json};

/// What Git says about the project's folder. Everything is absent where there is no repository, and `absence` says why.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GitState {
    /// The branch; `HEAD` when none is checked out.
    pub branch: Option<String>,
    /// The short hash of the commit; none before the first.
    pub commit: Option<String>,
    /// How many commits the branch is ahead of its upstream, and how many behind.
    pub distance: Option<(u32, u32)>,
    /// The last commits, newest first: short hash and subject.
    pub recent: Vec<String>,
    /// Lines of `git status --porcelain`.
    pub dirty: Vec<String>,
    /// Whether there are more of these than were asked for, or they could not be counted in time.
    pub dirty_cut: bool,
    /// The main checkout whose `.handoff/` is used, where the folder is another worktree without one of its own.
    pub borrowed_from: Option<String>,
    /// Why nothing is known.
    pub absence: Option<String>,
}

impl GitState {
    /// Adds it to what a session gets.
    pub(crate) fn note(&self, patch: &mut SessionPatch) {
        let dirty = if self.dirty.is_empty() { Value::Null } else { json!(self.dirty) };
        let values = [
            ("branch", json!(self.branch_or_unknown())),
            ("commit", json!(self.commit_or_unknown())),
            ("dirty_files", dirty),
        ];
        patch.values.extend(values.map(|(key, value)| (key.to_owned(), value)));
    }

    /// As sessions have it: `unknown` where nothing is known.
    pub(crate) fn branch_or_unknown(&self) -> &str {
        self.branch.as_deref().unwrap_or("unknown")
    }

    /// As sessions have it: `unknown` where nothing is known.
    pub(crate) fn commit_or_unknown(&self) -> &str {
        self.commit.as_deref().unwrap_or("unknown")
    }
}
