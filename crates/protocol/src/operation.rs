//! The questions of an operation to a shell that is reached by messages, and the answers. A shell reads
//! within limits, follows no links and decides nothing.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::command::Command;
use crate::commit::Outcome;

/// A question of an operation.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum OperationRequest {
    /// Commit a command in the project: `committed`.
    Commit { command: Command },
    /// Commit a command in another project: `committed`.
    CommitElsewhere {
        /// The folder of that project, as the person wrote it.
        folder: String,
        /// Whether the folder was found through the project's configuration, and not named by the
        /// caller. It needs the approval of a person on this machine then.
        is_found: bool,
        command: Command,
    },
    /// Commit a command in the user's store of packages: `committed`.
    CommitForUser { command: Command },
    /// Prepare the folder of a new project: `done`.
    PrepareFolder {
        /// Whether the folder may be inside a project.
        nested: bool,
        /// Whether it may be a folder with other uses.
        beside: bool,
    },
    /// Search for other projects.
    FindProjects {
        /// Where to search.
        search: Search,
    },
    /// Read the state of the Git working tree: `git`.
    ReadGit,
    /// Read the Git history of the tasks.
    ReadHistory,
    /// Read files of the project: `files`.
    ReadFiles { requests: Vec<FileRequest> },
    /// Load the packages of the project: `done`.
    LoadPackages,
    /// Load the trash and the whole activity log: `done`.
    LoadTrash,
    /// Load what figures need of the activity log: `done`.
    LoadLog,
    /// Revert the last change of this conversation.
    Undo,
}

/// The answer to an [`OperationRequest`].
#[derive(Clone, Debug, PartialEq, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum OperationAnswer {
    Done,
    /// The outcome of a command.
    Committed {
        outcome: Outcome,
    },
    Git {
        state: GitState,
    },
    /// The contents at the paths of the requests, in their order.
    Files {
        answers: Vec<FileAnswer>,
    },
    /// This shell cannot do it. An operation that only reads goes on without it.
    Unavailable {
        /// A sentence that says why.
        reason: String,
    },
}

/// A request to read a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct FileRequest {
    /// Path relative to the project's folder.
    pub path: String,
    /// The commit from which to follow renames of the file, as a record has it. `None` does not
    /// follow renames.
    pub since: Option<String>,
}

/// The answer to a [`FileRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct FileAnswer {
    /// The current path, if the file was renamed.
    pub renamed: Option<String>,
    /// The content at the path.
    pub found: PathProbe,
}

/// The content at a path.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum PathProbe {
    File {
        #[serde(with = "serde_bytes")]
        #[ts(type = "Uint8Array")]
        bytes: Vec<u8>,
    },
    Folder,
    /// Nothing.
    Gone,
    /// Not read: too large, outside the project, behind a symbolic link, or an I/O error.
    Closed,
}

/// A search for projects below some folders. The folders themselves are not results.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Search {
    /// Folders to search. `~/` is the home folder, and relative paths are below the project.
    pub folders: Vec<String>,
    /// Maximum depth.
    #[ts(type = "number")]
    pub depth: u64,
    /// Names of folders to skip.
    pub without: Vec<String>,
    /// Whether to search folders whose name begins with a dot.
    pub hidden: bool,
    /// Whether to skip, below each project and below the folders, what the project there excludes in
    /// `dashboard.exclude_patterns`.
    pub obeys_projects: bool,
}

/// The state of the Git repository of the project's folder. If there is none, `absence` has the
/// reason and all other fields are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export, export_to = "protocol.ts")]
pub struct GitState {
    /// The branch; `HEAD` if none is checked out.
    pub branch: Option<String>,
    /// Short hash of the current commit; `None` before the first commit.
    pub commit: Option<String>,
    /// Number of commits that the branch is ahead of its upstream and behind it.
    pub distance: Option<(u32, u32)>,
    /// The last commits, newest first: short hash and subject.
    pub recent: Vec<String>,
    /// The paths of the files that each of them changed, in the same order.
    #[ts(optional, as = "Option<Vec<Vec<String>>>")]
    pub recent_files: Vec<Vec<String>>,
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
