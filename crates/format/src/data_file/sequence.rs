//! Inserts and removes elements of a bracketed, comma-separated sequence: lists and objects of
//! JSON, arrays and inline tables of TOML.
//!
//! Invariant: only the elements, their commas and the space between them change. Comments stay.

use std::ops::Range;

/// A span, and the text that replaces it.
pub(crate) type Splice = (Range<usize>, String);

/// A bracketed sequence in a text.
pub(crate) struct Sequence<'t> {
    text: &'t str,
    /// The span between the brackets.
    inner: Range<usize>,
    parts: Vec<Range<usize>>,
}

impl<'t> Sequence<'t> {
    /// Returns the sequence whose brackets are the first and last byte of `span`.
    pub(crate) fn new(text: &'t str, span: &Range<usize>, parts: Vec<Range<usize>>) -> Sequence<'t> {
        let inner = span.start + 1..span.end.saturating_sub(1).max(span.start + 1);
        Sequence { text, inner, parts }
    }

    /// Returns a part of the text. Ranges are made from spans of the parsed text, so they exist.
    fn slice(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }

    /// Returns the span between the part before `index` (or the opening bracket) and the part at
    /// `index` (or the closing one).
    fn gap(&self, index: usize) -> Range<usize> {
        let start =
            index.checked_sub(1).and_then(|before| self.parts.get(before)).map_or(self.inner.start, |part| part.end);
        let end = self.parts.get(index).map_or(self.inner.end, |part| part.start);
        start..end
    }

    /// Returns the offset directly after the comma in a gap.
    fn comma_end(&self, gap: &Range<usize>) -> Option<usize> {
        let mut in_comment = false;
        for (at, byte) in self.slice(gap.clone()).bytes().enumerate() {
            match byte {
                b'#' => in_comment = true,
                b'\n' => in_comment = false,
                b',' if !in_comment => return Some(gap.start + at + 1),
                _ => {}
            }
        }
        None
    }

    /// Returns whether the elements are on lines of their own.
    pub(crate) fn is_multiline(&self) -> bool {
        !self.parts.is_empty() && self.slice(self.gap(0)).contains('\n')
    }

    /// Returns the indentation of the elements if they are on lines of their own.
    pub(crate) fn indentation(&self) -> Option<&'t str> {
        let gap = self.slice(self.gap(0));
        gap.rsplit_once('\n').map(|(_, indentation)| indentation).filter(|_| self.is_multiline())
    }

    /// Returns the space before an element: a line break and indentation, or the space after a
    /// comma.
    fn separator(&self, neighbour: usize, space: &'t str) -> &'t str {
        let gap = self.gap(neighbour);
        let from = if neighbour == 0 { Some(gap.start) } else { self.comma_end(&gap) };
        let gap = self.slice(from.unwrap_or(gap.start)..gap.end);
        match gap.rfind('\n') {
            Some(at) => gap.get(line_break(gap, at)..).unwrap_or_default(),
            None if neighbour == 0 => space,
            None => gap,
        }
    }

    /// Returns the space before a new element at `index`, copied from a neighbour.
    fn separator_at(&self, index: usize, space: &'t str) -> &'t str {
        let last = self.parts.len().saturating_sub(1);
        self.separator(index.clamp(1.min(last), last), space)
    }

    /// Inserts an element into a sequence that is not empty. `space` follows a comma if no
    /// neighbour shows the spacing.
    pub(crate) fn insert(&self, index: usize, element: &str, space: &'t str) -> Vec<Splice> {
        let index = index.min(self.parts.len());
        let separator = self.separator_at(index, space);
        let gap = self.gap(index);
        if index == 0 {
            return vec![self.insert_first(&gap, separator, element)];
        }
        let text = self.slice(gap.clone());
        let Some(comma) = self.comma_end(&gap) else {
            return self.append(&gap, separator, element);
        };
        if self.slice(gap.start..comma).contains('\n') && !text.contains('#') {
            let before_comma = self.slice(gap.start..comma);
            let space = self.slice(comma..gap.end);
            let space = if index < self.parts.len() { space } else { "" };
            return vec![(gap.start..gap.start, format!("{before_comma}{space}{element}"))];
        }
        let at = self.end_of_line(comma..gap.end).unwrap_or(comma);
        vec![(at..at, format!("{separator}{element},"))]
    }

    fn insert_first(&self, gap: &Range<usize>, separator: &str, element: &str) -> Splice {
        let text = self.slice(gap.clone());
        match self.end_of_line(gap.clone()) {
            Some(at) if text.contains('#') => (at..at, format!("{separator}{element},")),
            _ => (gap.end..gap.end, format!("{element},{separator}")),
        }
    }

    /// Appends an element after the last one, which has no comma.
    fn append(&self, gap: &Range<usize>, separator: &str, element: &str) -> Vec<Splice> {
        match self.end_of_line(gap.clone()) {
            Some(at) if self.slice(gap.clone()).contains('#') => {
                vec![(gap.start..gap.start, ",".to_owned()), (at..at, format!("{separator}{element}"))]
            }
            _ => {
                let comma = self.leading_comma();
                let separator = if comma == "," { separator } else { "" };
                vec![(gap.start..gap.start, format!("{comma}{separator}{element}"))]
            }
        }
    }

    /// Returns the text before an element that is not the first: a comma, or, if lines start with
    /// commas, everything up to the element.
    fn leading_comma(&self) -> &'t str {
        let gap = self.gap(1);
        let is_leading = self.parts.len() > 1
            && self.comma_end(&gap).is_some_and(|comma| self.slice(gap.start..comma).contains('\n'));
        if is_leading && !self.slice(gap.clone()).contains('#') { self.slice(gap) } else { "," }
    }

    /// Returns the end of the line, before its line break, if it is in the range.
    fn end_of_line(&self, range: Range<usize>) -> Option<usize> {
        let text = self.slice(range.clone());
        let at = text.find('\n')?;
        Some(range.start + line_break(text, at))
    }

    /// Removes an element.
    pub(crate) fn remove(&self, index: usize) -> Vec<Splice> {
        let Some(part) = self.parts.get(index) else { return Vec::new() };
        let (before, behind) = (self.gap(index), self.gap(index + 1));
        let (before_text, behind_text) = (self.slice(before.clone()), self.slice(behind.clone()));
        if before_text.contains('#') || behind_text.contains('#') {
            return self.remove_among_comments(part, before, behind);
        }
        let range = if self.parts.len() == 1 {
            self.inner.clone()
        } else if index > 0 {
            before.start..part.end
        } else {
            part.start..behind.end
        };
        vec![(range, String::new())]
    }

    /// Removes an element together with a comment on its line.
    fn remove_among_comments(&self, part: &Range<usize>, before: Range<usize>, behind: Range<usize>) -> Vec<Splice> {
        let before_text = self.slice(before.clone());
        let own_line = before_text.rfind('\n').map(|at| before.start + line_break(before_text, at));
        let comma = self.comma_end(&behind);
        let end = comma.unwrap_or(part.end);
        match (own_line, self.end_of_line(end..behind.end)) {
            (Some(start), Some(end)) => vec![(start..end, String::new())],
            _ => vec![(part.start..end, String::new())],
        }
    }

    /// Reorders the elements: the element at `order[i]` moves to index `i`.
    pub(crate) fn permute(&self, order: &[usize]) -> Vec<Splice> {
        let slots = self.parts.iter().zip(order).enumerate().filter(|(to, (_, from))| to != *from);
        slots
            .filter_map(|(_, (slot, from))| Some((slot.clone(), self.slice(self.parts.get(*from)?.clone()).to_owned())))
            .collect()
    }
}

/// Returns the start of the line break whose line feed is at `at`.
fn line_break(text: &str, at: usize) -> usize {
    at - usize::from(text.get(..at).is_some_and(|before| before.ends_with('\r')))
}

/// Applies splices to a text. Those that remove text may overlap. Returns `None` if one is
/// outside the text.
pub(crate) fn apply(text: &str, mut splices: Vec<Splice>) -> Option<String> {
    splices.sort_by_key(|(range, _)| range.start);
    let mut changed = String::with_capacity(text.len() + splices.iter().map(|(_, new)| new.len()).sum::<usize>());
    let mut at = 0;
    for (range, new) in splices {
        changed.push_str(text.get(at..range.start.max(at))?);
        changed.push_str(&new);
        at = range.end.max(at);
    }
    changed.push_str(text.get(at..)?);
    Some(changed)
}

/// Returns the index at which `key` is inserted into `keys`: after its nearest predecessor in
/// `order`, else before the first of its successors, else at the end.
pub(crate) fn insertion_index(keys: &[&str], key: &str, order: &[&str]) -> usize {
    let Some(index) = order.iter().position(|other| *other == key) else { return keys.len() };
    let position_of = |other: &&str| keys.iter().rposition(|present| present == other);
    let before = order.iter().take(index).rev().find_map(position_of).map(|index| index + 1);
    let is_behind = |present: &&str| order.iter().skip(index + 1).any(|other| other == present);
    before.or_else(|| keys.iter().position(is_behind)).unwrap_or(keys.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(text: &str, splices: Vec<Splice>) -> String {
        apply(text, splices).expect("splices inside the text")
    }

    /// Returns a sequence whose elements are single letters.
    fn sequence(text: &str) -> Sequence<'_> {
        let mut parts = Vec::new();
        let mut in_comment = false;
        for (at, character) in text.char_indices() {
            match character {
                '#' => in_comment = true,
                '\n' => in_comment = false,
                letter if letter.is_ascii_lowercase() && !in_comment => parts.push(at..at + 1),
                _ => {}
            }
        }
        Sequence::new(text, &(0..text.len()), parts)
    }

    #[test]
    fn insert_copies_the_style_of_neighbours() {
        for (text, index, expected) in [
            ("[a]", 0, "[x, a]"),
            ("[a]", 1, "[a, x]"),
            ("[a,b]", 1, "[a,x,b]"),
            ("[a,b]", 2, "[a,b,x]"),
            ("[ a , b ]", 2, "[ a , b, x ]"),
            ("[\n  a\n]", 1, "[\n  a,\n  x\n]"),
            ("[\n  a\n]", 0, "[\n  x,\n  a\n]"),
            ("[\r\n\ta,\r\n\tb\r\n]", 1, "[\r\n\ta,\r\n\tx,\r\n\tb\r\n]"),
            ("[\n  a,\n  b,\n]", 2, "[\n  a,\n  b,\n  x,\n]"),
            ("[\n  a, # one\n  b, # two\n]", 1, "[\n  a, # one\n  x,\n  b, # two\n]"),
            ("[\n  a, # one\n  b # two\n]", 2, "[\n  a, # one\n  b, # two\n  x\n]"),
            ("[ # all\n  a,\n]", 0, "[ # all\n  x,\n  a,\n]"),
            ("[ a\n, b\n]", 1, "[ a\n, x\n, b\n]"),
            ("[ a\n, b\n]", 2, "[ a\n, b\n, x\n]"),
        ] {
            assert_eq!(applied(text, sequence(text).insert(index, "x", " ")), expected, "{text:?} at {index}");
        }
    }

    #[test]
    fn remove_keeps_the_other_elements() {
        for (text, index, expected) in [
            ("[a]", 0, "[]"),
            ("[\n  a\n]", 0, "[]"),
            ("[a, b]", 0, "[b]"),
            ("[a, b]", 1, "[a]"),
            ("[ a , b , c ]", 1, "[ a , c ]"),
            ("[\n  a,\n  b,\n]", 1, "[\n  a,\n]"),
            ("[\n  a, # one\n  b, # two\n  c # three\n]", 1, "[\n  a, # one\n  c # three\n]"),
            ("[\n  a, # one\n  b, # two\n  c # three\n]", 0, "[\n  b, # two\n  c # three\n]"),
            ("[\n  a, # one\n  b # two\n]", 1, "[\n  a, # one\n]"),
        ] {
            assert_eq!(applied(text, sequence(text).remove(index)), expected, "{text:?} at {index}");
        }
    }

    #[test]
    fn remove_reverts_insert() {
        for text in
            ["[a]", "[a,b]", "[ a, b ]", "[\n  a,\n  b\n]", "[\n a,\n b,\n]", "[ a\n, b\n]", "[\n  a, # 1\n  b, # 2\n]"]
        {
            for index in 0..=sequence(text).parts.len() {
                let with = applied(text, sequence(text).insert(index, "x", " "));
                assert_eq!(applied(&with, sequence(&with).remove(index)), text, "{text:?} at {index} via {with:?}");
            }
        }
    }

    #[test]
    fn permute_keeps_the_space_between_elements() {
        let text = "[\n  a, # first\n  b,\n  c\n]";
        assert_eq!(applied(text, sequence(text).permute(&[2, 0, 1])), "[\n  c, # first\n  a,\n  b\n]");
    }

    #[test]
    fn apply_rejects_splices_outside_the_text() {
        assert_eq!(applied("abcd", vec![(1..3, String::new()), (2..4, String::new())]), "a");
        assert_eq!(apply("abcd", vec![(3..9, String::new())]), None);
        assert_eq!(apply("é", vec![(1..1, "a".to_owned())]), None);
    }

    #[test]
    fn insertion_index_follows_the_nearest_predecessor() {
        let order = ["a", "b", "c", "d"];
        for (keys, key, index) in [
            (vec!["a", "b", "d"], "c", 2),
            (vec!["b", "x"], "c", 1),
            (vec!["b", "a"], "c", 1),
            (vec!["x", "c"], "a", 1),
            (vec!["x"], "a", 1),
            (vec!["x", "a"], "unknown", 2),
            (vec![], "a", 0),
        ] {
            assert_eq!(insertion_index(&keys, key, &order), index, "{key} in {keys:?}");
        }
    }
}
