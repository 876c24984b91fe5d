//! What tools ask the shell for: files of the project, other projects, and the state of Git. The
//! shell reads within limits, follows no links and decides nothing.

use handoff_engine::Engine;
use handoff_protocol::agent::SessionPatch;
use serde_json::{Value, json};

/// A request to read a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRequest {
    /// Path relative to the project's folder.
    pub path: String,
    /// The commit from which to follow renames of the file, as a record has it. `None` does not
    /// follow renames.
    pub since: Option<String>,
}

/// The answer to a [`FileRequest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileAnswer {
    /// The current path, if the file was renamed.
    pub renamed: Option<String>,
    /// What is at the path.
    pub found: PathProbe,
}

/// What is at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathProbe {
    /// The content of a file.
    File(Vec<u8>),
    /// A folder.
    Folder,
    /// Nothing.
    Gone,
    /// Not read: too large, outside the project, behind a symbolic link, or an I/O error.
    Closed,
}

/// A search for projects below some folders. The folders themselves are not results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Folders to search. `~/` is the home folder, and relative paths are below the project.
    pub folders: Vec<String>,
    /// Maximum depth.
    pub depth: u64,
    /// Names of folders to skip.
    pub without: Vec<String>,
    /// Whether to search folders whose name begins with a dot.
    pub hidden: bool,
    /// Whether to skip, below each project and below the folders, what the project there excludes in
    /// `dashboard.exclude_patterns`.
    pub obeys_projects: bool,
}

/// The result of a search, sorted by path.
pub struct Survey {
    /// Folder of the project that the operation works on.
    pub home: String,
    /// The projects.
    pub found: Vec<OtherProject>,
    /// Whether the search was stopped at its limits.
    pub cut: bool,
}

/// Another project.
pub struct OtherProject {
    /// Its folder.
    pub folder: String,
    /// Its engine, with its files loaded.
    pub engine: Engine,
}

/// The packages of the user, beside those of the project.
pub struct UserPackages {
    /// The engine of the user's store, with its packages loaded.
    pub engine: Engine,
    /// Why the project beside it could not be read.
    pub warning: Option<String>,
}

impl Search {
    /// Searches the project's own folder.
    pub(crate) fn inside() -> Search {
        let without = ["node_modules", "target", "dist"].map(str::to_owned).to_vec();
        Search { folders: vec![".".to_owned()], depth: 5, without, ..Search::default() }
    }
}

/// The state of the Git repository of the project's folder. If there is none, `absence` has the
/// reason and all other fields are empty.
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
    /// The main working tree whose `.handoff/` is used, if the folder is a linked worktree without
    /// its own.
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

/// Waits for the state of the working tree.
pub type PendingGit = Box<dyn FnOnce() -> GitState + Send>;
