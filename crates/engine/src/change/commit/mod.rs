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
mod task_locks;
mod transaction;

pub use outcome::summary_of;

use std::future::Future;
use std::mem;

use handoff_protocol::{Action, Answer, Capabilities, ChangeSet, Command, Context, FileState, Outcome, Refusal, Text};

use crate::ground::conversation::{AnswerSlot, Conversation, Turn};
use crate::ground::texts;
use crate::ground::tree::Tree;
use crate::model::Interruption;
use io::{Io, Question};

/// The project that a commit changes.
pub(crate) trait Host {
    /// Returns the files as last read or written.
    fn tree(&self) -> &Tree;
    /// Returns the project's revision.
    fn revision(&self) -> u32;
    /// Returns the refusal of a command, or of a recovery, while writing is paused. Looks at the
    /// files as last read or written.
    fn pause_refusal(&self, command: Option<&Command>, context: &Context) -> Option<Refusal>;
    /// Returns the folders of the tasks whose file is missing or which have several: another program may be
    /// about to write or remove one.
    fn unsettled_folders(&self) -> Vec<String>;
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

/// A commit that is under way.
#[derive(Debug)]
pub(crate) struct Commit(State);

#[derive(Debug)]
enum State {
    Waiting { conversation: Conversation<Question, Outcome>, slot: AnswerSlot<(Answer, i64)> },
    Ended(Outcome),
}

impl Commit {
    /// Begins to execute a command. Returns the first action.
    pub(crate) fn begin(
        host: &mut dyn Host,
        command: Command,
        context: Context,
        capabilities: Capabilities,
    ) -> (Commit, Action) {
        Commit::start(host, context.now, capabilities.atomic_replace, |io| {
            transaction::run(io, command, context, capabilities)
        })
    }

    /// Begins to complete what an interrupted commit left. Returns the first action.
    pub(crate) fn recover(host: &mut dyn Host, context: Context, capabilities: Capabilities) -> (Commit, Action) {
        Commit::start(host, context.now, capabilities.atomic_replace, |io| recover::recover(io, context, capabilities))
    }

    /// Takes the answer to the last action and returns the next action. `now` is in milliseconds
    /// since 1970-01-01 UTC.
    pub(crate) fn answer(&mut self, host: &mut dyn Host, answer: Answer, now: i64) -> Action {
        match mem::replace(&mut self.0, State::Ended(stuck())) {
            State::Waiting { conversation, slot } => {
                slot.fill((answer, now));
                self.advance(conversation, host)
            }
            State::Ended(outcome) => self.end(outcome),
        }
    }

    fn start<F>(host: &mut dyn Host, now: i64, is_atomic: bool, work: impl FnOnce(Io) -> F) -> (Commit, Action)
    where
        F: Future<Output = Outcome> + Send + 'static,
    {
        let conversation = Conversation::new(|mailbox| work(Io::new(mailbox, now, is_atomic)));
        let mut commit = Commit(State::Ended(stuck()));
        let action = commit.advance(conversation, host);
        (commit, action)
    }

    fn advance(&mut self, mut conversation: Conversation<Question, Outcome>, host: &mut dyn Host) -> Action {
        loop {
            match conversation.advance() {
                Turn::Ask(Question::Host(call)) => call(host),
                Turn::Ask(Question::Action(action, slot)) => {
                    self.0 = State::Waiting { conversation, slot };
                    return action;
                }
                Turn::Done(outcome) => return self.end(outcome),
                Turn::Unanswered => return self.end(stuck()),
            }
        }
    }

    fn end(&mut self, outcome: Outcome) -> Action {
        self.0 = State::Ended(outcome.clone());
        Action::End { outcome }
    }
}

/// Returns the outcome of work that waits without a request. Every `await` in it makes one.
fn stuck() -> Outcome {
    Outcome::Failed { path: String::new(), text: Text::plain(texts::COMMIT_STUCK) }
}
