//! The format of comments in the notes of a task: a line with the time in UTC and, where a person wrote
//! it, the name of the author, then the text in Markdown. `handoff-mcp` appends the same without a name.
//!
//! ```text
//! --- 2026-11-21T02:57:17 Maya Ito
//! The feed repeats rows after midnight.
//! ```

use handoff_format::{is_date, note_stamp};
use handoff_protocol::{Actor, ActorKind};

/// Begins the line above each comment.
const MARK: &str = "--- ";

/// The notes of a task in their parts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Notes<'t> {
    /// The text above the first comment.
    pub(crate) description: &'t str,
    /// In the order of the text.
    pub(crate) entries: Vec<Entry<'t>>,
}

/// One comment.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Entry<'t> {
    /// As written, `YYYY-MM-DDTHH:MM:SS` in UTC.
    pub(crate) stamp: &'t str,
    /// Empty if the comment is not signed.
    pub(crate) author: &'t str,
    /// Markdown.
    pub(crate) text: &'t str,
}

/// Returns the notes with a comment at their end. Only a person signs it: the log names the agent.
pub(crate) fn append(notes: Option<&str>, text: &str, now: i64, author: Option<&Actor>) -> String {
    let name = author.filter(|author| author.kind == ActorKind::Human).map_or_else(String::new, signature);
    let entry = format!("{MARK}{}{name}\n{text}", note_stamp(now));
    match notes.filter(|notes| !notes.is_empty()) {
        Some(notes) => format!("{notes}\n\n{entry}"),
        None => entry,
    }
}

/// Returns a name in one line, after a blank.
fn signature(author: &Actor) -> String {
    let words: Vec<&str> = author.name.split(|c: char| c.is_whitespace() || c.is_control()).collect();
    words.iter().filter(|word| !word.is_empty()).fold(String::new(), |name, word| format!("{name} {word}"))
}

/// Splits notes into the description and the comments.
pub(crate) fn split(notes: &str) -> Notes<'_> {
    let mut starts: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    for line in notes.split_inclusive('\n') {
        if heading(line).is_some() {
            starts.push((at, at + line.len()));
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).map(|(start, _)| *start).chain([notes.len()]);
    let entry = |((start, text), end): (&(usize, usize), usize)| {
        let (stamp, author) = heading(notes.get(*start..*text)?)?;
        Some(Entry { stamp, author, text: notes.get(*text..end)?.trim() })
    };
    let description = notes.get(..starts.first().map_or(notes.len(), |(start, _)| *start)).unwrap_or_default();
    Notes { description: description.trim_end(), entries: starts.iter().zip(ends).filter_map(entry).collect() }
}

/// Returns the time and the author of a line above a comment.
pub(crate) fn heading(line: &str) -> Option<(&str, &str)> {
    let words = line.strip_prefix(MARK)?.trim_end();
    let (stamp, author) = words.split_once(' ').unwrap_or((words, ""));
    let (date, time) = stamp.split_once('T')?;
    (is_date(date) && time.starts_with(|first: char| first.is_ascii_digit())).then_some((stamp, author.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-12-01 08:00:00 UTC.
    const NOW: i64 = 1_796_112_000_000;

    #[test]
    fn comments_are_appended_under_the_time_and_signed_by_people() {
        let maya = Actor::person("Maya\n Ito");
        for (notes, author, expected) in [
            (None, Some(&maya), "--- 2026-12-01T08:00:00 Maya Ito\nText"),
            (Some(""), None, "--- 2026-12-01T08:00:00\nText"),
            (Some("Before"), Some(&Actor::agent("bot")), "Before\n\n--- 2026-12-01T08:00:00\nText"),
            (Some("Before"), Some(&Actor::person("")), "Before\n\n--- 2026-12-01T08:00:00\nText"),
        ] {
            assert_eq!(append(notes, "Text", NOW, author), expected);
        }
    }

    #[test]
    fn notes_are_split_at_the_lines_with_a_time() {
        let entry = |stamp, author, text| Entry { stamp, author, text };
        for (notes, description, entries) in [
            ("", "", vec![]),
            ("Goal\n\n---\n\n--- soon\n", "Goal\n\n---\n\n--- soon", vec![]),
            (
                "Goal\n\n--- 2026-12-01T08:00:00 Maya Ito\nOne\n\nTwo\n\n--- 2026-12-02T08:00:00  \r\nThree\r\n",
                "Goal",
                vec![entry("2026-12-01T08:00:00", "Maya Ito", "One\n\nTwo"), entry("2026-12-02T08:00:00", "", "Three")],
            ),
            (
                "--- 2026-12-01T08:00:00\n--- 2026-12-01T09:00:00+09:00 健二",
                "",
                vec![entry("2026-12-01T08:00:00", "", ""), entry("2026-12-01T09:00:00+09:00", "健二", "")],
            ),
        ] {
            assert_eq!(split(notes), Notes { description, entries }, "{notes:?}");
        }
    }
}
