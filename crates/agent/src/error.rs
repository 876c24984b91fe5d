//! Why an operation did nothing, in sentences for its caller.

use handoff_protocol::{Outcome, Refusal, RefusalCode, SessionStatus, Text, TextArg};
use thiserror::Error;

use crate::InvalidArgument;
use crate::Message;
use crate::Suggestion;

/// Why an operation did nothing: the reason, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HandoffError {
    /// A rule forbids it, or its target does not exist.
    #[error("{0}")]
    Refused(Message),
    /// A required value is missing. The lines after the first one show agents a call that has it.
    #[error("{0}")]
    Incomplete(Message),
    /// The arguments are invalid.
    #[error("{0}")]
    Arguments(Message),
    /// A required file cannot be read.
    #[error("{0}")]
    Broken(Message),
    /// Another program changed the same file meanwhile, or holds the lock.
    #[error("{0}")]
    Conflict(Message),
    /// All writes are paused.
    #[error("{0}")]
    Paused(Message),
    /// An I/O error.
    #[error("{0}")]
    System(Message),
}

impl HandoffError {
    /// Creates a refusal.
    pub fn refused(text: impl Into<Message>) -> HandoffError {
        HandoffError::Refused(text.into())
    }

    /// Returns the failure to find the result of a change that was saved.
    pub fn missing_result() -> HandoffError {
        HandoffError::System("The change was saved, but its result is missing.".into())
    }

    /// Returns the refusal of a call in a folder without a project.
    pub(crate) fn not_initialized() -> HandoffError {
        let text = Message::from("There is no .handoff folder in this project. Run ");
        HandoffError::Refused(text.then(Suggestion::Init).then(" first."))
    }

    /// Returns the refusal for a folder with files of another program.
    pub(crate) fn other_program() -> HandoffError {
        let text = Message::from(
            "The folder .handoff here belongs to another program. To add a project beside its files, use ",
        );
        HandoffError::Refused(text.then(Suggestion::InitBeside).then("."))
    }

    /// Returns the text.
    pub fn message(&self) -> &Message {
        match self {
            HandoffError::Refused(text)
            | HandoffError::Incomplete(text)
            | HandoffError::Arguments(text)
            | HandoffError::Broken(text)
            | HandoffError::Conflict(text)
            | HandoffError::Paused(text)
            | HandoffError::System(text) => text,
        }
    }

    fn message_mut(&mut self) -> &mut Message {
        match self {
            HandoffError::Refused(text)
            | HandoffError::Incomplete(text)
            | HandoffError::Arguments(text)
            | HandoffError::Broken(text)
            | HandoffError::Conflict(text)
            | HandoffError::Paused(text)
            | HandoffError::System(text) => text,
        }
    }

    /// Adds a text at the end.
    #[must_use]
    pub fn then(mut self, next: impl Into<Message>) -> HandoffError {
        self.message_mut().append(next.into());
        self
    }
}

impl From<InvalidArgument> for HandoffError {
    fn from(invalid: InvalidArgument) -> HandoffError {
        HandoffError::Arguments(invalid.to_string().into())
    }
}

/// The code of the refusal decides which call the text suggests.
impl From<&Refusal> for HandoffError {
    fn from(refusal: &Refusal) -> HandoffError {
        let text = Message::from(refusal.text.to_string());
        match refusal.code {
            RefusalCode::NotInitialized => HandoffError::not_initialized(),
            RefusalCode::OtherProgram => HandoffError::other_program(),
            RefusalCode::BrokenFile => HandoffError::Broken(text),
            RefusalCode::Held => {
                let text = text.then(" Choose another task, or take it over with ");
                HandoffError::Conflict(text.then(Suggestion::TakeOver).then("."))
            }
            RefusalCode::Locked | RefusalCode::Stale | RefusalCode::FileMissing | RefusalCode::NotHolder => {
                HandoffError::Conflict(text)
            }
            RefusalCode::Paused => HandoffError::Paused(text),
            RefusalCode::SessionNotActive if is_about_closed(&refusal.text) => {
                let text = text.then(" It stays closed, and what it says still stands. Go on with ");
                HandoffError::Refused(text.then(Suggestion::Save).then("."))
            }
            RefusalCode::SessionNotActive => {
                HandoffError::Refused(text.then(" Load it first (").then(Suggestion::LoadSession).then(")."))
            }
            RefusalCode::NoActiveSession => {
                HandoffError::Refused(text.then(" Begin one with ").then(Suggestion::BeginSessionWith).then("."))
            }
            _ => HandoffError::Refused(text),
        }
    }
}

impl HandoffError {
    /// Returns why a command was not executed; `None` if it was.
    pub fn of_outcome(outcome: &Outcome) -> Option<HandoffError> {
        Some(match outcome {
            Outcome::Done { .. } => return None,
            Outcome::Refused { refusal } => HandoffError::from(refusal),
            Outcome::Conflict { text, .. } => HandoffError::Conflict(text.to_string().into()),
            Outcome::Failed { text, .. } => HandoffError::System(text.to_string().into()),
        })
    }
}

/// Returns whether a sentence about the status of a session is about a closed one.
fn is_about_closed(text: &Text) -> bool {
    matches!(text.args.get("status"), Some(TextArg::Plain(status)) if status == SessionStatus::Closed.name())
}
