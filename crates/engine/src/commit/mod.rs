//! Committing: a conversation in which the engine says what the shell must do next and hears how it went.
//!
//! Invariant: whatever the shell answers, also nothing any more, the project is as it was before the command or as it is after
//! it, once the next conversation has completed what a journal says. Content that a plan did not expect is never overwritten.

mod commit_change_set;
mod execute;
mod io;
mod journal;
mod journal_progress;
mod lock;
mod outcome;
mod recover;
mod rescan;

use std::fmt;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};

use handoff_protocol::{Action, Answer, Capabilities, ChangeSet, Command, Context, FileState, Outcome, Refusal, Text};

use crate::model::Interruption;
use crate::texts;
use crate::tree::Tree;
use io::{Io, Mailbox, Request, hold};

/// The project that a commit works for.
pub(crate) trait Host {
    /// What the host believes to be on disk.
    fn tree(&self) -> &Tree;
    /// The project's revision.
    fn revision(&self) -> u32;
    /// What a command writes, by what the host believes.
    fn plan(&mut self, command: &Command, context: &Context) -> Result<ChangeSet, Refusal>;
    /// Takes in what was found on disk.
    fn feed(&mut self, files: Vec<FileState>, now: i64);
    /// Takes over a change set that is on disk now, and gives the new revision.
    fn committed(&mut self, command: &Command, changes: &ChangeSet, now: i64) -> u32;
    /// Hears of an interrupted commit that could not be completed.
    fn interrupted(&mut self, interruption: Interruption);
}

/// One conversation.
pub(crate) struct Commit {
    mailbox: Arc<Mutex<Mailbox>>,
    work: Pin<Box<dyn Future<Output = Outcome> + Send>>,
    ended: Option<Outcome>,
}

impl fmt::Debug for Commit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Commit").field("ended", &self.ended).finish_non_exhaustive()
    }
}

impl Commit {
    /// Begins to carry out a command.
    pub(crate) fn begin(
        host: &mut dyn Host,
        command: Command,
        context: Context,
        capabilities: Capabilities,
    ) -> (Commit, Action) {
        Commit::start(host, context.now, &capabilities.clone(), |io| {
            Box::pin(commit_change_set::save(io, command, context, capabilities))
        })
    }

    /// Begins to complete what an interrupted commit left behind.
    pub(crate) fn recover(host: &mut dyn Host, context: Context, capabilities: Capabilities) -> (Commit, Action) {
        Commit::start(host, context.now, &capabilities.clone(), |io| {
            Box::pin(recover::recover(io, context, capabilities))
        })
    }

    /// Takes the report on the last action, at a time in milliseconds since 1970-01-01 UTC, and says what to do next.
    pub(crate) fn step(&mut self, host: &mut dyn Host, answer: Answer, now: i64) -> Action {
        hold(&self.mailbox).answer(answer, now);
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
        let mut commit = Commit { mailbox, work, ended: None };
        let action = commit.advance(host);
        (commit, action)
    }

    fn advance(&mut self, host: &mut dyn Host) -> Action {
        loop {
            if let Some(outcome) = &self.ended {
                return Action::End { outcome: outcome.clone() };
            }
            let polled = pin!(&mut self.work).poll(&mut std::task::Context::from_waker(Waker::noop()));
            let asked = hold(&self.mailbox).take_asked();
            match (polled, asked) {
                (Poll::Ready(outcome), _) => self.ended = Some(outcome),
                (Poll::Pending, Some(Request::Action(action))) => return action,
                (Poll::Pending, Some(Request::Host(call))) => call(host),
                (Poll::Pending, None) => self.ended = Some(unasked()),
            }
        }
    }
}

/// The work waits although it asked for nothing, which it never does.
fn unasked() -> Outcome {
    Outcome::Failed { path: String::new(), text: Text::plain(texts::COMMIT_STUCK) }
}
