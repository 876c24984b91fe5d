//! The questions of a publication to its caller.

use handoff_engine::conversation::{AnswerSlot, Conversation, Mailbox};
use serde::{Deserialize, Serialize};

use crate::HandoffError;
use crate::handover::publish::PublishReport;
use crate::handover::publish::call::{GitAnswer, GitCall};
use crate::handover::publish::destination::Destination;
use crate::handover::publish::failure::{PublishFailure, PublishFault, texts};

/// A publication that is under way.
pub type Publish = Conversation<PublishQuestion, Result<PublishReport, PublishFailure>>;

/// A moment at which a pause stops the publication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PublishPoint {
    /// Before hooks run and a commit is made.
    BeforeCommit,
    /// Before anything is sent to the remote.
    BeforePush,
}

/// A question of a publication.
#[derive(Debug)]
pub enum PublishQuestion {
    /// Run Git.
    Git(GitCall, AnswerSlot<Result<GitAnswer, HandoffError>>),
    /// Write a file of Handoff in the Git folder, whether or not it exists.
    Write {
        /// The absolute path.
        path: String,
        /// The content.
        bytes: Vec<u8>,
        /// Whether it was written.
        slot: AnswerSlot<Result<(), HandoffError>>,
    },
    /// Remove files of Handoff in the Git folder, as far as they exist.
    Remove {
        /// The absolute paths.
        paths: Vec<String>,
        /// Whether they were removed.
        slot: AnswerSlot<Result<(), HandoffError>>,
    },
    /// Say why writing is paused at this point; `None` if it is not.
    Pause(PublishPoint, AnswerSlot<Option<String>>),
    /// Say whether the person has approved a push with exactly these values on this machine.
    Approve(Destination, AnswerSlot<bool>),
}

/// The caller of a publication.
pub(super) struct Caller(pub(super) Mailbox<PublishQuestion>);

impl Caller {
    /// Runs Git.
    pub(super) async fn git(&self, call: GitCall) -> Result<GitAnswer, PublishFailure> {
        self.0.ask(|slot| PublishQuestion::Git(call, slot)).await.map_err(|error| not_done(&error))
    }

    /// Writes a file.
    pub(super) async fn write(&self, path: String, bytes: Vec<u8>) -> Result<(), PublishFailure> {
        self.0.ask(|slot| PublishQuestion::Write { path, bytes, slot }).await.map_err(|error| not_done(&error))
    }

    /// Removes files.
    pub(super) async fn remove(&self, paths: Vec<String>) -> Result<(), PublishFailure> {
        self.0.ask(|slot| PublishQuestion::Remove { paths, slot }).await.map_err(|error| not_done(&error))
    }

    /// Fails if writing is paused.
    pub(super) async fn check_pause(&self, point: PublishPoint) -> Result<(), PublishFailure> {
        let pause = self.0.ask(|slot| PublishQuestion::Pause(point, slot)).await;
        let paused = |reason| PublishFailure::new(PublishFault::Paused, texts::PAUSED, [("reason", reason)]);
        pause.map_or(Ok(()), |reason| Err(paused(reason)))
    }

    /// Fails unless the person has approved the destination.
    pub(super) async fn approve(&self, destination: &Destination) -> Result<(), PublishFailure> {
        let is_approved = self.0.ask(|slot| PublishQuestion::Approve(destination.clone(), slot)).await;
        if is_approved { Ok(()) } else { Err(destination.refusal()) }
    }
}

fn not_done(error: &HandoffError) -> PublishFailure {
    PublishFailure::new(PublishFault::Git, texts::NOT_STARTED, [("reason", error.to_string())])
}
