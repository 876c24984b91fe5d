//! Why a handover did not end well, with the exit code of the command.

use handoff_agent::{FailureKind, outcome_to_reply};
use handoff_protocol::Outcome;

/// The exit codes of `handoff handover`, as `sysexits.h` numbers them, with their meaning.
pub const EXIT_CODES: [(u8, &str); 5] = [
    (USAGE, "invalid arguments"),
    (DATA, "the declaration or the checkpoint is invalid"),
    (PAUSED, "writing is paused; the handover can be resumed"),
    (FAILED, "a step failed; the handover can be resumed"),
    (BUSY, "another handover is running"),
];

/// Invalid arguments.
pub const USAGE: u8 = 64;
const DATA: u8 = 65;
const PAUSED: u8 = 69;
const FAILED: u8 = 70;
const BUSY: u8 = 75;

/// A failure: one sentence and the exit code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What happened and what to do.
    pub sentence: String,
    /// The exit code.
    pub code: u8,
}

impl Failure {
    /// Invalid arguments.
    pub fn usage(sentence: impl Into<String>) -> Failure {
        Failure { sentence: sentence.into(), code: USAGE }
    }

    /// An invalid file.
    pub fn data(sentence: impl Into<String>) -> Failure {
        Failure { sentence: sentence.into(), code: DATA }
    }

    /// A pause.
    pub fn paused(sentence: impl Into<String>) -> Failure {
        Failure { sentence: sentence.into(), code: PAUSED }
    }

    /// A failed step or a checkpoint that could not be saved.
    pub fn failed(sentence: impl Into<String>) -> Failure {
        Failure { sentence: sentence.into(), code: FAILED }
    }

    /// The failure of a command of the engine.
    pub fn of_outcome(outcome: &Outcome) -> Failure {
        let reply = outcome_to_reply(outcome);
        let sentence = reply.text.to_string();
        match reply.failed {
            Some(FailureKind::Paused) => Failure::paused(sentence),
            Some(FailureKind::Broken) => Failure::data(sentence),
            Some(FailureKind::Arguments | FailureKind::Incomplete | FailureKind::Refused) => Failure::usage(sentence),
            Some(FailureKind::Conflict) => Failure::busy(sentence),
            Some(FailureKind::System) | None => Failure::failed(sentence),
        }
    }

    /// Another run.
    pub fn busy(sentence: impl Into<String>) -> Failure {
        Failure { sentence: sentence.into(), code: BUSY }
    }
}
