//! Problems inside one file, and the conversion of byte offsets to positions.
//!
//! Invariant: the text says what is wrong and what to do, and the position is in the file. Lines
//! and columns count from 0, and columns in UTF-16 code units, as in editors. A byte order mark is
//! not counted.

use std::ops::Range;

use handoff_protocol::{Position, ProblemCode, Text};

use crate::texts;

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

impl Finding {
    /// Returns whether a `\u` escape is half of a surrogate pair, which can be replaced.
    pub fn is_lone_surrogate(&self) -> bool {
        self.text.template == texts::BAD_SURROGATE
    }
}

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

/// Returns the position of a span.
pub(crate) fn position(text: &str, span: &Range<usize>) -> Position {
    let (line, column) = line_and_column(text, span.start);
    let (end_line, end_column) = line_and_column(text, span.end.max(span.start));
    Position { line, column, end_line, end_column }
}

fn line_and_column(text: &str, offset: usize) -> (u32, u32) {
    let (before, _) = text.split_at(text.floor_char_boundary(offset));
    let line = before.bytes().filter(|byte| *byte == b'\n').count();
    let last_line = before.rsplit_once('\n').map_or(before, |(_, line)| line);
    let column: usize = last_line.chars().map(char::len_utf16).sum();
    (u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_counts_utf16_columns() {
        let text = "ab\r\n🌊é=\n";
        for (span, expected) in [
            (0..1, (0, 0, 0, 1)),
            (4..8, (1, 0, 1, 2)),
            (8..11, (1, 2, 1, 4)),
            (99..99, (2, 0, 2, 0)),
            (6..6, (1, 0, 1, 0)),
        ] {
            let Position { line, column, end_line, end_column } = position(text, &span);
            assert_eq!((line, column, end_line, end_column), expected, "{span:?}");
        }
    }
}
