//! A stretch of a text file between two lines that mark it.
//!
//! Invariant: only the lines between the marks, and the blank line before them, are ours.

const NAME: &str = "handoff";

/// How a line becomes a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comment {
    /// As in Markdown.
    Html,
    /// As in most files of Git.
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

/// Puts the block in place of the one that is there, else at the end.
pub fn put(text: &str, comment: Comment, body: &str) -> Result<String, String> {
    let end = line_end(text);
    let block = [&comment.mark("begin"), body.trim_end(), &comment.mark("end"), ""].join("\n").replace('\n', end);
    if let Some((from, to)) = found(text, comment)? {
        let (before, behind) = (text.get(..from).unwrap_or_default(), text.get(to..).unwrap_or_default());
        return Ok([before, &block, behind].concat());
    }
    let gap = match text {
        "" => String::new(),
        text if text.ends_with('\n') => end.to_owned(),
        _ => end.repeat(2),
    };
    Ok([text, &gap, &block].concat())
}

/// Takes the block away, with the blank line before it.
pub fn take(text: &str, comment: Comment) -> Result<String, String> {
    let Some((from, to)) = found(text, comment)? else { return Ok(text.to_owned()) };
    let before = text.get(..from).unwrap_or_default();
    let end = line_end(text);
    let before = before.strip_suffix(end).filter(|before| before.ends_with('\n')).unwrap_or(before);
    Ok([before, text.get(to..).unwrap_or_default()].concat())
}

/// Where the block begins and ends, its line breaks included.
fn found(text: &str, comment: Comment) -> Result<Option<(usize, usize)>, String> {
    let (begin, end) = (comment.mark("begin"), comment.mark("end"));
    let mut at = 0;
    let mut from = None;
    for line in text.split_inclusive('\n') {
        if line.trim() == begin && from.is_none() {
            from = Some(at);
        }
        at += line.len();
        if line.trim() == end
            && let Some(from) = from
        {
            return Ok(Some((from, at)));
        }
    }
    if from.is_some() { Err(format!("the line {end} is missing in it")) } else { Ok(None) }
}

fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_comes_goes_and_leaves_the_rest_alone() {
        for text in ["", "# Title\n", "# Title\r\n\r\nWords\r\n", "a\n\n\n"] {
            let with = put(text, Comment::Html, "One\nTwo\n").unwrap();
            assert_eq!(put(&with, Comment::Html, "One\nTwo").unwrap(), with);
            assert_eq!(take(&with, Comment::Html).unwrap(), text);
            let other = put(&with, Comment::Html, "Three").unwrap();
            assert!(other.contains("Three") && !other.contains("Two"));
            assert_eq!(with.contains("\r\n"), text.contains("\r\n"));
        }
        assert_eq!(put("x", Comment::Hash, "y").unwrap(), "x\n\n# handoff:begin\ny\n# handoff:end\n");
        assert!(put("<!-- handoff:begin -->\n", Comment::Html, "x").is_err());
    }
}
