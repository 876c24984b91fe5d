//! What is wrong in a text, by byte offsets.

use std::ops::Range;

use handoff_protocol::{ProblemCode, Text};

use super::place::position;
use crate::Finding;

/// Something wrong at a stretch of text.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) code: ProblemCode,
    pub(crate) span: Range<usize>,
    pub(crate) text: Text,
    pub(crate) key: Vec<String>,
}

impl Fault {
    pub(crate) fn new(code: ProblemCode, span: Range<usize>, text: Text) -> Fault {
        Fault { code, span, text, key: Vec::new() }
    }

    /// The same by line and column of the text.
    pub(crate) fn in_text(self, text: &str) -> Finding {
        Finding { code: self.code, position: Some(position(text, &self.span)), text: self.text, key: self.key }
    }
}
