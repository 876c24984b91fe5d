//! Commits, each a conversation: the engine returns the next action, the shell performs it and
//! answers.
//!
//! Invariant: whatever the shell answers, and if it stops answering, the project is as before the
//! command or as after it, once the next commit has completed the journal. Content that a plan did
//! not expect is never overwritten.

mod execute;
mod identity;
mod io;
mod journal;
mod journal_progress;
mod lock;
mod logs;
mod outcome;
mod pause;
mod planning;
mod recover;
mod rescan;
mod transaction;

pub use outcome::summary_of;

use std::fmt;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};

use handoff_protocol::{Action, Answer, Capabilities, ChangeSet, Command, Context, FileState, Outcome, Refusal, Text};

use crate::model::Interruption;
use crate::texts;
use crate::tree::Tree;
use io::{Io, Mailbox, Request, lock};

/// The project that a commit changes.
pub(crate) trait Host {
    /// Returns the files as last read or written.
    fn tree(&self) -> &Tree;
    /// Returns the project's revision.
    fn revision(&self) -> u32;
    /// Returns the refusal of a command, or of a recovery, while writing is paused. Looks at the
    /// files as last read or written.
    fn pause_refusal(&self, command: Option<&Command>, context: &Context) -> Option<Refusal>;
    /// Returns the folders of the tasks whose file is missing.
    fn missing_folders(&self) -> Vec<String>;
    /// Plans a command from the files as last read or written.
    fn plan(&mut self, command: &Command, context: &Context) -> Result<ChangeSet, Refusal>;
    /// Updates the model with files that were found on disk.
    fn feed(&mut self, files: Vec<FileState>, now: i64);
    /// Updates the model with a change set that is on disk now. Returns the new revision.
    fn committed(&mut self, command: &Command, changes: &ChangeSet, now: i64) -> u32;
    /// Reports an interrupted commit that was not completed.
    fn interrupted(&mut self, interruption: Interruption);
    /// Withdraws the reports of interrupted commits that were still to be completed.
    fn no_pending_interruption(&mut self);
}

/// One conversation. The work is a future that is polled once after each answer; no runtime is
/// involved.
pub(crate) struct Commit {
    mailbox: Arc<Mutex<Mailbox>>,
    work: Pin<Box<dyn Future<Output = Outcome> + Send>>,
    outcome: Option<Outcome>,
}

impl fmt::Debug for Commit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Commit").field("outcome", &self.outcome).finish_non_exhaustive()
    }
}

impl Commit {
    /// Begins to execute a command. Returns the first action.
    pub(crate) fn begin(
        host: &mut dyn Host,
        command: Command,
        context: Context,
        capabilities: Capabilities,
    ) -> (Commit, Action) {
        Commit::start(host, context.now, &capabilities.clone(), |io| {
            Box::pin(transaction::run(io, command, context, capabilities))
        })
    }

    /// Begins to complete what an interrupted commit left. Returns the first action.
    pub(crate) fn recover(host: &mut dyn Host, context: Context, capabilities: Capabilities) -> (Commit, Action) {
        Commit::start(host, context.now, &capabilities.clone(), |io| {
            Box::pin(recover::recover(io, context, capabilities))
        })
    }

    /// Takes the answer to the last action and returns the next action. `now` is in milliseconds
    /// since 1970-01-01 UTC.
    pub(crate) fn step(&mut self, host: &mut dyn Host, answer: Answer, now: i64) -> Action {
        lock(&self.mailbox).answer(answer, now);
        self.advance(host)
    }

    fn start(
        host: &mut dyn Host,
        now: i64,
        capabilities: &Capabilities,
        work: impl FnOnce(Io) -> Pin<Box<dyn Future<Output = Outcome> + Send>>,
    ) -> (Commit, Action) {
        let mailbox = Arc::new(Mutex::new(Mailbox::new(now)));
        let work = work(Io::new(mailbox.clone(), capabilities));
        let mut commit = Commit { mailbox, work, outcome: None };
        let action = commit.advance(host);
        (commit, action)
    }

    fn advance(&mut self, host: &mut dyn Host) -> Action {
        loop {
            if let Some(outcome) = &self.outcome {
                return Action::End { outcome: outcome.clone() };
            }
            let polled = pin!(&mut self.work).poll(&mut std::task::Context::from_waker(Waker::noop()));
            let request = lock(&self.mailbox).take_request();
            match (polled, request) {
                (Poll::Ready(outcome), _) => self.outcome = Some(outcome),
                (Poll::Pending, Some(Request::Action(action))) => return action,
                (Poll::Pending, Some(Request::Host(call))) => call(host),
                (Poll::Pending, None) => self.outcome = Some(stuck()),
            }
        }
    }
}

/// Returns the outcome of work that waits without a request. Every `await` in it makes one.
fn stuck() -> Outcome {
    Outcome::Failed { path: String::new(), text: Text::plain(texts::COMMIT_STUCK) }
}
