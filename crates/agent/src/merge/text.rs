//! Merges texts and files by lines.

use crate::merge::lines;
use crate::merge::lines::Hunk;

/// How to write clashing lines.
#[derive(Clone, Copy)]
pub(super) enum Clashes<'a> {
    /// Both versions between conflict markers, as in Git.
    Marked(Marks<'a>),
    /// The lines of this side.
    Ours,
    /// The lines of the other side.
    Theirs,
    /// Added lines of this side and then of the other one. For changed lines, those of this side.
    Both,
}

/// The format of conflict markers.
#[derive(Clone, Copy, Debug)]
pub struct Marks<'a> {
    /// Number of marker characters.
    pub size: usize,
    /// Label of this side.
    pub ours: &'a str,
    /// Label of the other side.
    pub theirs: &'a str,
}

/// Merges files. The second value is true if no lines clashed.
pub(super) fn merge_files(base: &[u8], ours: &[u8], theirs: &[u8], clashes: Clashes<'_>) -> (Vec<u8>, bool) {
    let (base, ours, theirs) = (file_lines(base), file_lines(ours), file_lines(theirs));
    let end: &[u8] = if ours.first().is_some_and(|line| line.ends_with(b"\r\n")) { b"\r\n" } else { b"\n" };
    let (mut text, mut clean) = (Vec::new(), true);
    for hunk in lines::merge(&base, &ours, &theirs) {
        match (hunk, clashes) {
            (Hunk::Settled(part), _) => text.extend(part.concat()),
            (Hunk::Clash { base, ours, theirs }, Clashes::Ours | Clashes::Theirs | Clashes::Both) => {
                let takes_ours = !matches!(clashes, Clashes::Theirs);
                text.extend(if takes_ours { ours.concat() } else { theirs.concat() });
                if matches!(clashes, Clashes::Both) && base.is_empty() {
                    text.extend(theirs.concat());
                }
                clean = false;
            }
            (Hunk::Clash { ours, theirs, .. }, Clashes::Marked(marks)) => {
                mark(&mut text, ours, theirs, marks, end);
                clean = false;
            }
        }
    }
    (text, clean)
}

/// Writes two versions of some lines between markers, without their common first and last lines.
fn mark(text: &mut Vec<u8>, ours: &[&[u8]], theirs: &[&[u8]], marks: Marks<'_>, end: &[u8]) {
    let head = ours.iter().zip(theirs).take_while(|(ours, theirs)| ours == theirs).count();
    let max_tail = ours.len().min(theirs.len()) - head;
    let tail =
        ours.iter().rev().zip(theirs.iter().rev()).take(max_tail).take_while(|(ours, theirs)| ours == theirs).count();
    let inner = |lines: &[&[u8]]| lines.get(head..lines.len() - tail).unwrap_or_default().concat();
    let line = |text: &mut Vec<u8>, sign: &str, name: &str| {
        if !text.is_empty() && !text.ends_with(b"\n") {
            text.extend(end);
        }
        text.extend(sign.repeat(marks.size).as_bytes());
        if !name.is_empty() {
            text.push(b' ');
            text.extend(name.as_bytes());
        }
        text.extend(end);
    };
    text.extend(ours.get(..head).unwrap_or_default().concat());
    line(text, "<", marks.ours);
    text.extend(inner(ours));
    line(text, "=", "");
    text.extend(inner(theirs));
    line(text, ">", marks.theirs);
    text.extend(ours.get(ours.len() - tail..).unwrap_or_default().concat());
}

/// Splits a file into lines with their line ends.
fn file_lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split_inclusive(|byte| *byte == b'\n').collect()
}

/// Merges a text with several lines. Returns `None` if both sides changed the same line. With
/// `keeps_both`, lines that both sides added at the same place do not clash but are sorted by time.
pub(super) fn merge_text(base: &str, ours: &str, theirs: &str, keeps_both: bool) -> Option<String> {
    let (base, ours, theirs) = (text_lines(base), text_lines(ours), text_lines(theirs));
    let mut merged = Vec::new();
    for hunk in lines::merge(&base, &ours, &theirs) {
        match hunk {
            Hunk::Settled(part) => merged.extend_from_slice(part),
            Hunk::Clash { base: [], ours, theirs } if keeps_both => merged.extend(in_time_order(ours, theirs)),
            Hunk::Clash { .. } => return None,
        }
    }
    Some(merged.join("\n"))
}

fn text_lines(text: &str) -> Vec<&str> {
    if text.is_empty() { Vec::new() } else { text.split('\n').collect() }
}

/// Returns the entries of two parts of notes, without duplicates, sorted by timestamp. Entries
/// without a timestamp come first.
fn in_time_order<'t>(ours: &[&'t str], theirs: &[&'t str]) -> Vec<&'t str> {
    let mut entries: Vec<Vec<&str>> = Vec::new();
    for entry in entries_of(ours).into_iter().chain(entries_of(theirs)) {
        if !entries.contains(&entry) {
            entries.push(entry);
        }
    }
    entries.sort_by(|one, other| match (stamp_of(one), stamp_of(other)) {
        (Some(one), Some(other)) => one.cmp(other),
        (one, other) => one.is_some().cmp(&other.is_some()),
    });
    let mut lines: Vec<&str> = Vec::new();
    for entry in entries {
        let blank = |line: Option<&&str>| line.is_none_or(|line| line.trim().is_empty());
        if !blank(lines.last()) && !blank(entry.first()) {
            lines.push("");
        }
        lines.extend(entry);
    }
    lines
}

/// Splits lines into entries before each heading with a timestamp. Blank lines before a heading
/// belong to it.
fn entries_of<'t>(lines: &[&'t str]) -> Vec<Vec<&'t str>> {
    let mut entries: Vec<Vec<&str>> = Vec::new();
    for line in lines {
        let last = entries.last_mut();
        match last {
            Some(last) if stamp(line).is_none() || last.iter().all(|line| line.trim().is_empty()) => last.push(line),
            Some(last) => {
                let words = last.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |at| at + 1);
                let mut next = last.split_off(words);
                next.push(line);
                entries.push(next);
            }
            None => entries.push(vec![line]),
        }
    }
    entries
}

fn stamp_of<'t>(entry: &[&'t str]) -> Option<&'t str> {
    entry.iter().find_map(|line| stamp(line))
}

/// Returns the timestamp of a line such as `--- 2026-11-21T02:57:17`.
fn stamp(line: &str) -> Option<&str> {
    let stamp = line.trim_end().strip_prefix("--- ")?;
    let (date, time) = stamp.split_once('T')?;
    (handoff_format::is_date(date) && time.starts_with(|first: char| first.is_ascii_digit())).then_some(stamp)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKS: Marks<'_> = Marks { size: 7, ours: "main", theirs: "side" };

    #[test]
    fn markers_enclose_differences_and_use_the_line_ends_of_the_file() {
        let marked = |base: &str, ours: &str, theirs: &str| {
            let (text, clean) =
                merge_files(base.as_bytes(), ours.as_bytes(), theirs.as_bytes(), Clashes::Marked(MARKS));
            (String::from_utf8(text).unwrap(), clean)
        };
        assert_eq!(marked("a\nb\n", "a\nb\nc\n", "x\nb\n"), ("x\nb\nc\n".to_owned(), true));
        let (text, clean) = marked("a\nb\nc", "a\n1\nx\nc", "a\n2\nx\nc");
        assert_eq!((text.as_str(), clean), ("a\n<<<<<<< main\n1\n=======\n2\n>>>>>>> side\nx\nc", false));
        let (text, _) = marked("a\r\n", "b\r\n", "c");
        assert_eq!(text, "<<<<<<< main\r\nb\r\n=======\r\nc\r\n>>>>>>> side\r\n");
    }

    #[test]
    fn notes_of_both_sides_are_kept_in_time_order() {
        let merged = |base, ours, theirs| merge_text(base, ours, theirs, true);
        for (base, ours, theirs, expected) in [
            (
                "Start",
                "Start\n\n--- 2026-03-02T09:15:00\nLate",
                "Start\n\n--- 2026-03-02T08:00:00\nEarly\nmore",
                "Start\n\n--- 2026-03-02T08:00:00\nEarly\nmore\n\n--- 2026-03-02T09:15:00\nLate",
            ),
            (
                "Start\n",
                "Start\n\n--- 2026-03-02T09:15:00\nLate\n",
                "Start\n\n--- 2026-03-02T08:00:00\nEarly\n",
                "Start\n\n--- 2026-03-02T08:00:00\nEarly\n\n--- 2026-03-02T09:15:00\nLate\n",
            ),
            ("", "One", "Two", "One\n\nTwo"),
            ("a\nb\nc", "A\nb\nc", "a\nb\nC", "A\nb\nC"),
            (
                "x",
                "x\n\n--- 2026-03-02T08:00:00\nBoth",
                "x\n\n--- 2026-03-02T08:00:00\nBoth",
                "x\n\n--- 2026-03-02T08:00:00\nBoth",
            ),
        ] {
            assert_eq!(merged(base, ours, theirs).as_deref(), Some(expected));
        }
        assert_eq!(merged("a", "b", "c"), None);
        assert_eq!(merge_text("", "One", "Two", false), None);
    }
}
