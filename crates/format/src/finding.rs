//! What is wrong inside one file.
//!
//! Invariant: the text says what is wrong and what to do, and the position, where there is one, lies in the file.

use handoff_protocol::{Position, ProblemCode, Text};

/// Something wrong inside one file; the caller knows the path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Finding {
    /// The kind.
    pub code: ProblemCode,
    /// Where; absent when the whole file is meant.
    pub position: Option<Position>,
    /// What is wrong and what to do.
    pub text: Text,
    /// The parts of the key concerned, list positions as decimal numbers; may be empty.
    pub key: Vec<String>,
}
