//! The request of a publication, its runs of Git, and its report.

use handoff_protocol::Text;
use serde::{Deserialize, Serialize};

use crate::handover::publish::destination::Destination;

/// What to publish, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishRequest {
    /// Files and folders to publish, relative to the repository, each at or below a `.handoff/` folder.
    pub paths: Vec<String>,
    /// The message of the commit.
    pub message: String,
    /// The branch that a declaration names. Any but the one that is checked out is refused.
    pub target: Option<String>,
    /// The remote to push to. `None`: the remote that Git is configured with for the branch.
    pub remote: Option<String>,
    /// Whether to push.
    pub push: bool,
    /// Files that must never be published, such as private sessions, relative to the repository.
    pub excluded: Vec<String>,
    /// The command line of the merge driver, as Git runs it. `None`: as Git is configured.
    pub merge_driver: Option<String>,
}

/// A run of Git, in the folder of the project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GitCall {
    /// The arguments.
    pub args: Vec<String>,
    /// Environment variables to set, or to remove if the value is `None`.
    pub env: Vec<(String, Option<String>)>,
    /// Standard input.
    pub input: Option<Vec<u8>>,
    /// The timeout in seconds. Git is terminated after it.
    pub timeout_secs: u32,
}

/// The result of a run of Git.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GitAnswer {
    /// The exit code, or `None` if a signal ended Git.
    pub code: Option<i32>,
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: String,
    /// Whether Git was terminated after the timeout.
    pub timed_out: bool,
    /// Whether standard output is incomplete because it is too long.
    pub truncated: bool,
}

/// A moment at which a pause stops the publication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PublishPoint {
    /// Before hooks run and a commit is made.
    BeforeCommit,
    /// Before anything is sent to the remote.
    BeforePush,
}

/// What a publication did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishReport {
    /// The full name of the branch or reference.
    pub reference: String,
    /// The new commit, or `None` if nothing has changed.
    pub commit: Option<String>,
    /// The files in the new commit.
    pub files: usize,
    /// Where commits were pushed to, or `None` if there was nothing to push.
    pub destination: Option<Destination>,
    /// The commit at the tip of the reference.
    pub tip: Option<String>,
    /// Whether changes of the remote were merged.
    pub merged: bool,
    /// What the user should know although publishing succeeded.
    pub notes: Vec<Text>,
}
