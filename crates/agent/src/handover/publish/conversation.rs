//! The conversation with the caller: one action at a time.

use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;

use crate::handover::publish::destination::Destination;
use crate::handover::publish::failure::{PublishFailure, PublishFault, texts};
use crate::handover::publish::types::{GitAnswer, GitCall, PublishAction, PublishAnswer, PublishPoint};

/// Shared mailbox between the future and its driver: the pending action and the last answer.
#[derive(Default)]
pub(super) struct Mailbox {
    pub(super) action: Option<PublishAction>,
    pub(super) answer: Option<PublishAnswer>,
}

/// Locks a mutex, poisoned or not: its data are plain values that no panic leaves half written.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The future's side of the mailbox.
pub(super) struct Conversation {
    mailbox: Arc<Mutex<Mailbox>>,
}

impl Conversation {
    pub(super) fn new(mailbox: Arc<Mutex<Mailbox>>) -> Conversation {
        Conversation { mailbox }
    }

    async fn act(&self, action: PublishAction) -> PublishAnswer {
        lock(&self.mailbox).action = Some(action);
        poll_fn(|_| lock(&self.mailbox).answer.take().map_or(Poll::Pending, Poll::Ready)).await
    }

    /// Runs Git.
    pub(super) async fn git(&self, call: GitCall) -> Result<GitAnswer, PublishFailure> {
        match self.act(PublishAction::Git(call)).await {
            PublishAnswer::Git(answer) => Ok(answer),
            other => Err(unexpected(other)),
        }
    }

    /// Writes a file.
    pub(super) async fn write(&self, path: &str, bytes: Vec<u8>) -> Result<(), PublishFailure> {
        self.complete(PublishAction::Write { path: path.to_owned(), bytes }).await
    }

    /// Removes files.
    pub(super) async fn remove(&self, paths: Vec<String>) -> Result<(), PublishFailure> {
        self.complete(PublishAction::Remove { paths }).await
    }

    /// Fails if the caller stops here.
    pub(super) async fn ask(&self, point: PublishPoint) -> Result<(), PublishFailure> {
        self.complete(PublishAction::Ask(point)).await
    }

    /// Fails unless the person has approved the destination.
    pub(super) async fn approve(&self, destination: &Destination) -> Result<(), PublishFailure> {
        match self.act(PublishAction::Approve(destination.clone())).await {
            PublishAnswer::NotApproved => Err(destination.refusal()),
            PublishAnswer::Done => Ok(()),
            other => Err(unexpected(other)),
        }
    }

    async fn complete(&self, action: PublishAction) -> Result<(), PublishFailure> {
        match self.act(action).await {
            PublishAnswer::Done => Ok(()),
            other => Err(unexpected(other)),
        }
    }
}

/// Returns the failure for an answer that does not let the publication go on.
fn unexpected(answer: PublishAnswer) -> PublishFailure {
    match answer {
        PublishAnswer::Failed(reason) => {
            PublishFailure::new(PublishFault::Git, texts::NOT_STARTED, [("reason", reason)])
        }
        PublishAnswer::Paused(reason) => PublishFailure::new(PublishFault::Paused, texts::PAUSED, [("reason", reason)]),
        PublishAnswer::Git(_) | PublishAnswer::Done | PublishAnswer::NotApproved => PublishFailure::without_answer(),
    }
}
