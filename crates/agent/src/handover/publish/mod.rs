//! Publishes files of a project through Git: decides which Git calls are made.
//!
//! The caller answers each question, so every shell publishes by the same rules.
//!
//! Invariants:
//! * Only files below the requested paths get into a commit. Other files, and what the user has
//!   staged of them, stay as they are.
//! * References move by compare-and-swap from the commit that the new one was built on.
//! * After an interruption at any point, publishing again completes.
//! * Nothing is sent to a destination that the caller has not approved.

mod branch;
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
mod types;

use handoff_engine::conversation::Conversation;

pub use crate::handover::publish::destination::Destination;
pub use crate::handover::publish::failure::{PublishFailure, PublishFault};
use crate::handover::publish::questions::Caller;
pub use crate::handover::publish::questions::{Publish, PublishQuestion};
use crate::handover::publish::repository::Repository;
pub use crate::handover::publish::types::{GitAnswer, GitCall, PublishPoint, PublishReport, PublishRequest};

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
    let reference = branch::current_branch(&repository).await?;
    let destination = Some(repository.destination(&reference)?);
    Ok(PublishReport { reference, destination, ..PublishReport::default() })
}

async fn run(caller: Caller, request: PublishRequest) -> Result<PublishReport, PublishFailure> {
    let mut repository = Repository::open(caller, request).await?;
    // A run that was killed leaves files that would block this one.
    repository.remove_temporary_files().await?;
    let result = branch::publish(&mut repository).await;
    repository.remove_temporary_files().await?;
    result
}
