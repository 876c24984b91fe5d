//! Errors in a text, with byte offsets.

use std::ops::Range;

use handoff_protocol::{ProblemCode, Text};

use super::position::position;
use crate::Finding;

/// An error at a span of a text.
#[derive(Clone, Debug)]
pub(crate) struct ParseError {
    pub(crate) code: ProblemCode,
    pub(crate) span: Range<usize>,
    pub(crate) text: Text,
    pub(crate) key: Vec<String>,
}

impl ParseError {
    pub(crate) fn new(code: ProblemCode, span: Range<usize>, text: Text) -> ParseError {
        ParseError { code, span, text, key: Vec::new() }
    }

    /// Converts the span to lines and columns of the text.
    pub(crate) fn into_finding(self, text: &str) -> Finding {
        Finding { code: self.code, position: Some(position(text, &self.span)), text: self.text, key: self.key }
    }
}
