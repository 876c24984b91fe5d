//! What a tool answers, at once or after the engine has carried something out.

use handoff_protocol::agent::AgentCommand;
use handoff_protocol::{Command, Outcome, Refusal, RefusalCode, Text};
use serde_json::Value;

use crate::{Complaint, Desk, Search, ThenSurvey};

/// A tool's answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// For the agent to read.
    pub text: String,
    /// The same for programs, by the tool's output schema; none where the text is all.
    pub structured: Option<Value>,
    /// Why the tool could not do what was asked; none when it did.
    pub failed: Option<Trouble>,
}

/// Why something could not be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A rule forbids it, or what it is about is not there.
    Refused,
    /// The arguments make no sense.
    Arguments,
    /// A file that it needs cannot be read.
    Broken,
    /// Another program changed the same thing at the same time, or holds it.
    Conflict,
    /// The system failed.
    System,
}

impl Reply {
    /// A sentence.
    pub fn text(text: impl Into<String>) -> Reply {
        Reply { text: text.into(), structured: None, failed: None }
    }

    /// A value that programs read, whose text is the value itself.
    pub fn value(value: Value) -> Reply {
        Reply { text: format!("{value:#}"), structured: Some(value), failed: None }
    }

    /// Why it is refused, and what to do.
    pub fn failure(text: impl Into<String>) -> Reply {
        Reply::trouble(Trouble::Refused, text)
    }

    /// Why it could not be done, and what to do.
    pub fn trouble(trouble: Trouble, text: impl Into<String>) -> Reply {
        Reply { text: format!("Error: {}", text.into()), structured: None, failed: Some(trouble) }
    }
}

impl Reply {
    /// With what should be known although it was done.
    pub(crate) fn warned(mut self, warnings: &[Text]) -> Reply {
        for warning in warnings {
            self.text.push_str("\nWarning: ");
            self.text.push_str(&plain(warning));
        }
        self
    }
}

/// What happens next for a call.
pub enum Step {
    /// It is answered.
    Done(Reply),
    /// The engine is to carry this out first.
    Commit {
        /// What.
        wish: Box<Wish>,
        /// What its end means.
        then: Then,
    },
    /// The engine of another project is to carry this out first.
    Elsewhere {
        /// That project's folder, as people write it.
        folder: String,
        /// What.
        wish: Box<Wish>,
        /// What its end means, seen from here.
        then: Then,
    },
    /// The shell is to look for other projects first.
    Survey {
        /// Where.
        search: Search,
        /// What is made of what it finds.
        then: ThenSurvey,
    },
}

/// What the engine is to carry out.
#[allow(clippy::large_enum_variant, reason = "wishes are few and short-lived")]
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// What surfaces ask for too.
    Command(Command),
    /// What only agents and the command line ask for.
    Agent(AgentCommand),
}

impl From<Command> for Wish {
    fn from(command: Command) -> Wish {
        Wish::Command(command)
    }
}

impl From<AgentCommand> for Wish {
    fn from(command: AgentCommand) -> Wish {
        Wish::Agent(command)
    }
}

/// What is made of the end of a wish.
pub type Then = Box<dyn FnOnce(Desk<'_>, Outcome) -> Step + Send>;

impl Step {
    /// Carries out a wish, and answers when it is done; every other end is a failure with its sentence.
    pub(crate) fn commit(
        wish: impl Into<Wish>,
        answer: impl FnOnce(Desk<'_>, Vec<String>) -> Reply + Send + 'static,
    ) -> Step {
        let then = move |desk: Desk<'_>, outcome: Outcome| {
            Step::Done(match outcome {
                Outcome::Done { created, warnings, .. } => answer(desk, created).warned(&warnings),
                other => self::outcome(&other),
            })
        };
        Step::Commit { wish: Box::new(wish.into()), then: Box::new(then) }
    }
}

impl Step {
    /// Carries out a wish whose end says all.
    pub(crate) fn carry_out(wish: impl Into<Wish>) -> Step {
        let then = |_: Desk<'_>, outcome: Outcome| {
            Step::Done(match &outcome {
                Outcome::Done { summary, warnings, .. } => Reply::text(format!("Done: {summary}.")).warned(warnings),
                other => self::outcome(other),
            })
        };
        Step::Commit { wish: Box::new(wish.into()), then: Box::new(then) }
    }
}

impl From<Complaint> for Step {
    fn from(complaint: Complaint) -> Step {
        Step::Done(Reply::trouble(Trouble::Arguments, complaint.to_string()))
    }
}

/// How a command ended, in words.
pub fn outcome(outcome: &Outcome) -> Reply {
    match outcome {
        Outcome::Done { summary, .. } => Reply::text(plain(summary)),
        Outcome::Refused { refusal } => refused(refusal),
        Outcome::Conflict { text, .. } => Reply::trouble(Trouble::Conflict, plain(text)),
        Outcome::Failed { text, .. } => Reply::trouble(Trouble::System, plain(text)),
    }
}

/// Why the engine refused something.
pub fn refused(refusal: &Refusal) -> Reply {
    let trouble = match refusal.code {
        RefusalCode::NotInitialized => return Reply::failure(NOT_INITIALIZED),
        RefusalCode::BadCommand => Trouble::Arguments,
        RefusalCode::BrokenFile => Trouble::Broken,
        RefusalCode::Locked | RefusalCode::Stale => Trouble::Conflict,
        _ => Trouble::Refused,
    };
    Reply::trouble(trouble, plain(&refusal.text))
}

/// What is said where there is no project.
pub(crate) const NOT_INITIALIZED: &str = "There is no .handoff folder in this project. Run handoff_init first.";

/// A sentence of the engine in English.
pub(crate) fn plain(text: &Text) -> String {
    text.to_string()
}
