//! Publishes files of a project through Git: decides which Git calls are made.
//!
//! The caller answers each question, so every shell publishes by the same rules.
//!
//! Invariants:
//! * Only files below the requested paths get into a commit. Other files, and what the user has
//!   staged of them, stay as they are.
//! * The branch moves by compare-and-swap from the commit that the new one was built on.
//! * After an interruption at any point, publishing again completes.
//! * Nothing is sent to a destination that the caller has not approved.

mod call;
mod commit;
mod destination;
mod failure;
mod local_files;
mod merge;
mod options;
mod push;
mod questions;
mod repository;
mod secrets_check;
mod snapshot;

use handoff_engine::conversation::Conversation;
use handoff_protocol::Text;
use serde::{Deserialize, Serialize};

pub use crate::handover::publish::call::{GitAnswer, GitCall};
pub use crate::handover::publish::destination::Destination;
pub use crate::handover::publish::failure::{PublishFailure, PublishFault};
use crate::handover::publish::questions::Caller;
pub use crate::handover::publish::questions::{Publish, PublishPoint, PublishQuestion};
use crate::handover::publish::repository::Repository;

/// The files to publish, and the destination.
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

/// The result of a publication.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishReport {
    /// The branch.
    pub branch: String,
    /// The new commit, or `None` if nothing has changed.
    pub commit: Option<String>,
    /// The files in the new commit.
    pub files: usize,
    /// Where commits were pushed to, or `None` if there was nothing to push.
    pub destination: Option<Destination>,
    /// The commit at the tip of the branch.
    pub tip: Option<String>,
    /// Whether changes of the remote were merged.
    pub merged: bool,
    /// Warnings although publishing succeeded.
    pub notes: Vec<Text>,
}

/// Publishes.
pub fn publish(request: PublishRequest) -> Publish {
    Conversation::new(|mailbox| run(Caller(mailbox), request))
}

/// Finds where the publication would push to. Its report has the destination, and nothing is changed.
pub fn find_destination(request: PublishRequest) -> Publish {
    Conversation::new(|mailbox| find(Caller(mailbox), request))
}

async fn find(caller: Caller, request: PublishRequest) -> Result<PublishReport, PublishFailure> {
    let repository = Repository::open(caller, request).await?;
    let branch = repository.current_branch().await?;
    let destination = Some(repository.destination(&branch)?);
    Ok(PublishReport { branch, destination, ..PublishReport::default() })
}

async fn run(caller: Caller, request: PublishRequest) -> Result<PublishReport, PublishFailure> {
    let mut repository = Repository::open(caller, request).await?;
    // A run that was killed leaves files that would block this one.
    repository.remove_temporary_files().await?;
    let result = commit_and_push(&mut repository).await;
    repository.remove_temporary_files().await?;
    result
}

async fn commit_and_push(repository: &mut Repository) -> Result<PublishReport, PublishFailure> {
    let branch = repository.current_branch().await?;
    repository.refuse_unfinished_operation().await?;
    repository.read_index().await?;
    let mut report = PublishReport { branch, ..PublishReport::default() };
    repository.commit(&mut report).await?;
    let Some(tip) = repository.tip(&report.branch).await? else { return Ok(report) };
    report.tip = Some(tip.clone());
    if !repository.request.push {
        return Ok(report);
    }
    let made = report.commit.clone();
    let pushed = repository.push(&report.branch, &tip).await;
    let pushed = pushed.map_err(|failure| PublishFailure { commit: made, ..failure })?;
    report.destination = pushed.destination;
    report.merged = pushed.tip != tip;
    if report.merged {
        repository.fast_forward(&pushed.tip, &mut report).await?;
    }
    report.tip = Some(pushed.tip);
    Ok(report)
}
