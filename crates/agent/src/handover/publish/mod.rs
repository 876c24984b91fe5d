//! Publishes files of a project through Git: decides which Git calls are made.
//!
//! The caller runs each action and reports the answer, so every shell publishes by the same rules.
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
mod conversation;
mod destination;
mod failure;
mod local_files;
mod merge;
mod options;
mod own_ref;
mod push;
mod repository;
mod secrets_check;
mod snapshot;
mod types;

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use crate::handover::publish::conversation::{Conversation, Mailbox, lock};
pub use crate::handover::publish::destination::Destination;
pub use crate::handover::publish::failure::{PublishFailure, PublishFault};
use crate::handover::publish::repository::Repository;
pub use crate::handover::publish::types::{
    GitAnswer, GitCall, PublishAction, PublishAnswer, PublishPoint, PublishReport, PublishRequest, PublishStep,
    PublishTarget,
};

type Work = Pin<Box<dyn Future<Output = Result<PublishReport, PublishFailure>> + Send>>;

/// A publication that is under way.
pub struct Publish {
    work: Work,
    mailbox: Arc<Mutex<Mailbox>>,
}

impl Publish {
    /// Begins to publish. Returns the conversation and its first step.
    pub fn start(request: PublishRequest) -> (Publish, PublishStep) {
        Publish::converse(|conversation| Box::pin(run(conversation, request)))
    }

    /// Begins to find where the publication would push to. Its report has the destination, and
    /// nothing is changed.
    pub fn find_destination(request: PublishRequest) -> (Publish, PublishStep) {
        Publish::converse(|conversation| {
            Box::pin(async move { destination::find(&Repository::open(conversation, request).await?).await })
        })
    }

    fn converse(work: impl FnOnce(Conversation) -> Work) -> (Publish, PublishStep) {
        let mailbox = Arc::new(Mutex::new(Mailbox::default()));
        let work = work(Conversation::new(mailbox.clone()));
        let mut publish = Publish { work, mailbox };
        let step = publish.advance();
        (publish, step)
    }

    /// Passes the answer to the last action. Returns the next step.
    pub fn answer(&mut self, answer: PublishAnswer) -> PublishStep {
        lock(&self.mailbox).answer = Some(answer);
        self.advance()
    }

    fn advance(&mut self) -> PublishStep {
        match self.work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Ok(report)) => PublishStep::Done(report),
            Poll::Ready(Err(failure)) => PublishStep::Failed(failure),
            // Every wait makes a request.
            Poll::Pending => match lock(&self.mailbox).action.take() {
                Some(action) => PublishStep::Act(action),
                None => PublishStep::Failed(PublishFailure::without_answer()),
            },
        }
    }
}

async fn run(conversation: Conversation, request: PublishRequest) -> Result<PublishReport, PublishFailure> {
    let mut repository = Repository::open(conversation, request).await?;
    // A run that was killed leaves files that would block this one.
    repository.remove_temporary_files().await?;
    let result = match repository.request.target.clone() {
        PublishTarget::CurrentBranch => branch::publish(&mut repository).await,
        PublishTarget::Ref(name) => own_ref::publish(&mut repository, &name).await,
    };
    repository.remove_temporary_files().await?;
    result
}
