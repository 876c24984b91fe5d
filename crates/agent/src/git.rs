//! The state of the Git working tree, as the shell reports it.

use handoff_protocol::agent::SessionPatch;
use serde_json::{Value, json};

/// The state of the Git repository of the project's folder. If there is none, `absence` has the reason and all
/// other fields are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GitState {
    /// The branch; `HEAD` if none is checked out.
    pub branch: Option<String>,
    /// Short hash of the current commit; `None` before the first commit.
    pub commit: Option<String>,
    /// Number of commits that the branch is ahead of its upstream and behind it.
    pub distance: Option<(u32, u32)>,
    /// The last commits, newest first: short hash and subject.
    pub recent: Vec<String>,
    /// Lines of `git status --porcelain`.
    pub dirty: Vec<String>,
    /// Whether `dirty` is incomplete, because of the limit on its length or a timeout.
    pub dirty_cut: bool,
    /// The main working tree whose `.handoff/` is used, if the folder is a linked worktree without its own.
    pub borrowed_from: Option<String>,
    /// The reason why there is no state.
    pub absence: Option<String>,
}

impl GitState {
    /// Adds branch, commit and changed files to a session.
    pub(crate) fn add_to(&self, patch: &mut SessionPatch) {
        let dirty = if self.dirty.is_empty() { Value::Null } else { json!(self.dirty) };
        let values = [
            ("branch", json!(self.branch_or_unknown())),
            ("commit", json!(self.commit_or_unknown())),
            ("dirty_files", dirty),
        ];
        patch.values.extend(values.map(|(key, value)| (key.to_owned(), value)));
    }

    /// Returns the branch as sessions save it, which is `unknown` if there is none.
    pub(crate) fn branch_or_unknown(&self) -> &str {
        self.branch.as_deref().unwrap_or("unknown")
    }

    /// Returns the commit as sessions save it, which is `unknown` if there is none.
    pub(crate) fn commit_or_unknown(&self) -> &str {
        self.commit.as_deref().unwrap_or("unknown")
    }
}
