//! A block of lines in a text file, between two lines that mark it.
//!
//! Invariant: only the marked lines, and the blank line before them, are ours.

use thiserror::Error;

const NAME: &str = "handoff";

/// The comment syntax of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comment {
    /// Markdown.
    Html,
    /// Files of Git.
    Hash,
}

impl Comment {
    fn mark(self, word: &str) -> String {
        match self {
            Comment::Html => format!("<!-- {NAME}:{word} -->"),
            Comment::Hash => format!("# {NAME}:{word}"),
        }
    }
}

/// The error that a block has no last line.
#[derive(Debug, Error)]
#[error("the line {0} is missing in it")]
pub struct MissingLine(String);

/// Returns the text with the block, in place of the present one, else at the end.
pub fn insert(text: &str, comment: Comment, body: &str) -> Result<String, MissingLine> {
    let end = line_end(text);
    let block = [&comment.mark("begin"), body.trim_end(), &comment.mark("end"), ""].join("\n").replace('\n', end);
    if let Some((before, after)) = split_at_block(text, comment)? {
        return Ok([before, &block, after].concat());
    }
    let gap = match text {
        "" => String::new(),
        text if text.ends_with('\n') => end.to_owned(),
        _ => end.repeat(2),
    };
    Ok([text, &gap, &block].concat())
}

/// Returns the text without the block and the blank line before it.
pub fn remove(text: &str, comment: Comment) -> Result<String, MissingLine> {
    let Some((before, after)) = split_at_block(text, comment)? else { return Ok(text.to_owned()) };
    let end = line_end(text);
    let before = before.strip_suffix(end).filter(|before| before.ends_with('\n')).unwrap_or(before);
    Ok([before, after].concat())
}

/// Returns the text before and after the block; the block includes its line breaks.
fn split_at_block(text: &str, comment: Comment) -> Result<Option<(&str, &str)>, MissingLine> {
    let (begin, end) = (comment.mark("begin"), comment.mark("end"));
    // A byte order mark stays in front of the block.
    let mut offset = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut before = None;
    for line in text.split_at(offset).1.split_inclusive('\n') {
        if line.trim() == begin && before.is_none() {
            before = Some(text.split_at(offset).0);
        }
        offset += line.len();
        if line.trim() == end
            && let Some(before) = before
        {
            return Ok(Some((before, text.split_at(offset).1)));
        }
    }
    if before.is_some() { Err(MissingLine(end)) } else { Ok(None) }
}

fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn block_is_inserted_and_removed_without_other_changes() {
        for text in ["", "# Title\n", "# Title\r\n\r\nWords\r\n", "a\n\n\n"] {
            let with = insert(text, Comment::Html, "One\nTwo\n").unwrap();
            assert_eq!(insert(&with, Comment::Html, "One\nTwo").unwrap(), with);
            assert_eq!(remove(&with, Comment::Html).unwrap(), text);
            let other = insert(&with, Comment::Html, "Three").unwrap();
            assert!(other.contains("Three") && !other.contains("Two"));
            assert_eq!(with.contains("\r\n"), text.contains("\r\n"));
        }
        let marked = |body: &str| format!("\u{feff}{}", insert("", Comment::Html, body).unwrap());
        assert_eq!(insert(&marked("One"), Comment::Html, "Two").unwrap(), marked("Two"));
        assert_eq!(remove(&marked("One"), Comment::Html).unwrap(), "\u{feff}");
        assert_eq!(insert("x", Comment::Hash, "y").unwrap(), "x\n\n# handoff:begin\ny\n# handoff:end\n");
        assert!(insert("<!-- handoff:begin -->\n", Comment::Html, "x").is_err());
    }
}
