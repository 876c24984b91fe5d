//! Merges texts by lines, and notes by entries.

use crate::ground::merge::lines;
use crate::ground::merge::lines::Hunk;
use crate::ground::words::notes::heading;

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

/// Takes an entry that was appended to notes back from notes that have changed since. Returns `None` if
/// it is no longer there, or if the notes were not only appended to.
pub(super) fn take_back(before: &str, after: &str, now: &str) -> Option<String> {
    let appended = after.strip_prefix(before).filter(|appended| !appended.trim().is_empty())?;
    if let Some(rest) = now.strip_prefix(after) {
        let rest = if before.is_empty() { rest.trim_start_matches('\n') } else { rest };
        return Some(format!("{before}{rest}"));
    }
    if let Some((start, end)) = now.split_once(appended) {
        return (!end.contains(appended)).then(|| format!("{start}{end}"));
    }
    // The entry became the first one when those before it were taken back.
    let entry = appended.trim_start_matches('\n');
    let rest = now.strip_prefix(entry).filter(|rest| rest.is_empty() || rest.starts_with('\n'))?;
    (!rest.contains(entry)).then(|| rest.trim_start_matches('\n').to_owned())
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
        (Some(one), Some(other)) => one.cmp(&other),
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
            Some(last) if heading(line).is_none() || last.iter().all(|line| line.trim().is_empty()) => last.push(line),
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

fn stamp_of<'t>(entry: &[&'t str]) -> Option<(&'t str, &'t str)> {
    entry.iter().find_map(|line| heading(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appended_entry_is_taken_back_wherever_it_is_now() {
        for (before, after, now, expected) in [
            ("", "A", "A\n\nB", Some("B")),
            ("A", "A\n\nB", "A\n\nB\n\nC", Some("A\n\nC")),
            ("A", "A\n\nB", "B", Some("")),
            ("A", "A\n\nB", "B\n\nC", Some("C")),
            ("A\n\nB", "A\n\nB\n\nC", "A\n\nC", Some("A")),
            ("A", "A\n\nB", "Before\n\nB\n\nC", Some("Before\n\nC")),
            ("A", "A\n\nB", "Bee", None),
            ("A", "A\n\nB", "C", None),
            ("A", "C", "C\n\nD", None),
        ] {
            assert_eq!(take_back(before, after, now).as_deref(), expected, "{before:?} {after:?} {now:?}");
        }
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

    #[test]
    fn entries_begin_at_headings_with_the_blank_lines_before_them() {
        for (lines, expected) in [
            (vec!["A", "B"], vec![vec!["A", "B"]]),
            (
                vec!["A", "B", "", "--- 2026-03-02T08:00:00", "C", "", "", "--- 2026-03-02T09:00:00"],
                vec![vec!["A", "B"], vec!["", "--- 2026-03-02T08:00:00", "C"], vec!["", "", "--- 2026-03-02T09:00:00"]],
            ),
            (vec!["", "--- 2026-03-02T08:00:00"], vec![vec!["", "--- 2026-03-02T08:00:00"]]),
        ] {
            assert_eq!(entries_of(&lines), expected, "{lines:?}");
        }
    }
}
