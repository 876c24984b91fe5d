//! Problems inside one file.
//!
//! Invariant: the text says what is wrong and what to do, and the position lies in the file.

use handoff_protocol::{Position, ProblemCode, Text};

/// A problem inside one file, whose path the caller knows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Finding {
    /// The kind of problem.
    pub code: ProblemCode,
    /// The position, or `None` if the problem is about the whole file.
    pub position: Option<Position>,
    /// The message: what is wrong and what to do.
    pub text: Text,
    /// The parts of the key, with list indices as decimal numbers. May be empty.
    pub key: Vec<String>,
}
