//! Anchors of lines in files: hashes that are saved with a pointer, so that the lines can be found
//! after the file has changed.
//!
//! Invariant: anchors are saved in files, so the hashes of [`Lines`] must never change.

use handoff_format::fnv1a;

/// The hashes of a file's lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    /// Hashes of the lines without trailing white space, so that other line ends are no change.
    hashes: Vec<u64>,
    /// Hashes of the lines without indentation. `None` for lines with too little text to identify
    /// them.
    keys: Vec<Option<u32>>,
}

/// The anchor of a range of lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Trace {
    /// The first and the last line, counted from 1.
    pub(crate) span: (usize, usize),
    /// Combined hash of all lines.
    pub(crate) hash: u64,
    /// Offsets and keys of up to three of the first lines that have a key, and of the last one.
    pub(crate) inner: Vec<(usize, u32)>,
    /// Keys of the nearest lines above and below that have a key.
    pub(crate) around: [Option<u32>; 2],
}

/// Where the lines of an anchor are now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// At the same place with the same content.
    Unchanged,
    /// With the same content at these lines.
    Moved((usize, usize)),
    /// With other content at about these lines.
    Changed((usize, usize)),
    /// Not found.
    Gone,
}

/// Base of the polynomial hash that combines line hashes. It is odd, so that multiplication keeps
/// all bits.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
/// Number of first lines whose keys are saved.
const FIRST: usize = 3;

impl Lines {
    /// Hashes the lines of a text.
    pub(crate) fn of(text: &str) -> Lines {
        let hashes = text.lines().map(|line| fnv1a(line.trim_end().as_bytes())).collect();
        let keys = text.lines().map(|line| {
            let has_text = line.chars().filter(|character| character.is_alphanumeric()).count() >= 2;
            has_text.then(|| folded(fnv1a(line.trim().as_bytes())))
        });
        Lines { hashes, keys: keys.collect() }
    }

    pub(crate) fn count(&self) -> usize {
        self.hashes.len()
    }

    /// Returns the combined hash of all lines.
    pub(crate) fn fingerprint(&self) -> u64 {
        combined(&self.hashes)
    }

    /// Returns the anchor of a range of lines, which count from 1, or `None` if the file has no
    /// such lines.
    pub(crate) fn trace(&self, (first, last): (usize, usize)) -> Option<Trace> {
        let last = last.min(self.count());
        let lines = self.hashes.get(first.checked_sub(1)?..last).filter(|lines| !lines.is_empty())?;
        let keys = self.keys.get(first - 1..last)?.iter().enumerate();
        let keys: Vec<(usize, u32)> = keys.filter_map(|(offset, key)| Some((offset, (*key)?))).collect();
        let mut inner: Vec<(usize, u32)> = keys.iter().take(FIRST).copied().collect();
        inner.extend(keys.iter().skip(FIRST).last());
        let above = self.keys.get(..first - 1).unwrap_or_default().iter().rev().flatten().next();
        let below = self.keys.get(last..).unwrap_or_default().iter().flatten().next();
        let around = [above.copied(), below.copied()];
        Some(Trace { span: (first, last), hash: combined(lines), inner, around })
    }

    /// Finds the lines of an anchor in this file.
    pub(crate) fn find(&self, trace: &Trace) -> Place {
        match self.find_equal(trace) {
            Some(span) if span == trace.span => Place::Unchanged,
            Some(span) => Place::Moved(span),
            None => self.find_similar(trace).map_or(Place::Gone, Place::Changed),
        }
    }

    /// Finds lines with the same content, the nearest ones if there are several. Uses a rolling
    /// hash.
    fn find_equal(&self, trace: &Trace) -> Option<(usize, usize)> {
        let length = trace.length();
        let mut hash = combined(self.hashes.get(..length)?);
        let highest = (1..length).fold(1_u64, |power, _| power.wrapping_mul(FACTOR));
        let mut nearest: Option<usize> = None;
        for start in 0.. {
            let first = start + 1;
            if hash == trace.hash && nearest.is_none_or(|other| trace.distance(first) < trace.distance(other)) {
                nearest = Some(first);
            }
            let (Some(out), Some(next)) = (self.hashes.get(start), self.hashes.get(start + length)) else { break };
            hash = hash.wrapping_sub(out.wrapping_mul(highest)).wrapping_mul(FACTOR).wrapping_add(*next);
        }
        nearest.map(|first| (first, first + length - 1))
    }

    /// Finds the lines that replaced those of an anchor: by lines of the range that still exist, or
    /// else by the lines around it.
    fn find_similar(&self, trace: &Trace) -> Option<(usize, usize)> {
        let inner = trace.inner.iter().find_map(|(offset, key)| Some((*offset, self.nearest(*key, trace, *offset)?)));
        if let Some((offset, line)) = inner {
            let first = line.saturating_sub(offset).max(1);
            let end = trace.inner.last().filter(|(last, _)| *last > offset);
            let end = end.and_then(|(last, key)| {
                let line = self.next(*key, line, trace.length() * 2 + 20)?;
                Some(line + trace.length() - 1 - last)
            });
            let last = end.unwrap_or(first + trace.length() - 1).min(self.count());
            return Some((first.min(last), last));
        }
        let above = trace.around[0].and_then(|line| self.nearest(line, trace, 0)).map(|line| line + 1);
        let below = trace.around[1].and_then(|line| self.nearest(line, trace, trace.length())).map(|line| line - 1);
        let length = trace.length();
        let (first, last) = match (above, below) {
            (Some(first), Some(last)) if first <= last => (first, last),
            // No line is left between them.
            (Some(_), Some(_)) | (None, None) => return None,
            (Some(first), None) => (first, first + length - 1),
            (None, Some(last)) => ((last + 1).saturating_sub(length).max(1), last),
        };
        let last = last.min(self.count());
        (first <= last).then_some((first, last))
    }

    /// Returns the line with a key that is nearest to its old place, `offset` lines after the
    /// anchor's first line.
    fn nearest(&self, key: u32, trace: &Trace, offset: usize) -> Option<usize> {
        let old = trace.span.0 + offset;
        let lines = self.keys.iter().enumerate().filter(|(_, other)| **other == Some(key));
        lines.map(|(index, _)| index + 1).min_by_key(|line| line.abs_diff(old))
    }

    /// Returns the first line with a key among the `count` lines after a line.
    fn next(&self, key: u32, after: usize, count: usize) -> Option<usize> {
        let lines = self.keys.iter().enumerate().skip(after).take(count);
        lines.filter(|(_, other)| **other == Some(key)).map(|(index, _)| index + 1).next()
    }
}

impl Trace {
    fn length(&self) -> usize {
        self.span.1 + 1 - self.span.0
    }

    fn distance(&self, first: usize) -> usize {
        first.abs_diff(self.span.0)
    }

    /// Writes the anchor as it is saved in files: `10-40 9f86d081884c7d65 0:a1b2c3d4,2:00ff00ff
    /// 0a0b0c0d,-`.
    pub(crate) fn to_text(&self) -> String {
        let key = |key: &u32| format!("{key:08x}");
        let inner: Vec<String> = self.inner.iter().map(|(offset, key)| format!("{offset}:{key:08x}")).collect();
        let around: Vec<String> =
            self.around.iter().map(|near| near.as_ref().map_or_else(|| "-".to_owned(), key)).collect();
        let inner = if inner.is_empty() { "-".to_owned() } else { inner.join(",") };
        format!("{}-{} {:016x} {inner} {}", self.span.0, self.span.1, self.hash, around.join(","))
    }

    /// Parses a saved anchor. Returns `None` if the text is not an anchor.
    pub(crate) fn from_text(text: &str) -> Option<Trace> {
        let key = |key: &str| u32::from_str_radix(key, 16).ok();
        let mut parts = text.split(' ');
        let span = span(parts.next()?)?;
        let hash = u64::from_str_radix(parts.next()?, 16).ok()?;
        let inner = parts.next()?;
        let parse_inner = |text: &str| {
            let (offset, text) = text.split_once(':')?;
            Some((offset.parse().ok().filter(|offset| *offset <= span.1 - span.0)?, key(text)?))
        };
        let inner = if inner == "-" { Vec::new() } else { inner.split(',').map(parse_inner).collect::<Option<_>>()? };
        let mut around = parts.next()?.split(',').map(key);
        let around = [around.next()?, around.next()?];
        Some(Trace { span, hash, inner, around })
    }
}

/// Parses a range of lines such as `42-78`, `L42-L78` or `42`. Lines count from 1.
pub(crate) fn span(text: &str) -> Option<(usize, usize)> {
    let number = |text: &str| text.trim().trim_start_matches(['L', 'l']).parse::<usize>().ok();
    let (first, last) = match text.split_once(['-', '–']) {
        Some((first, last)) => (number(first)?, number(last)?),
        None => (number(text)?, number(text)?),
    };
    // Larger numbers could overflow.
    (first >= 1 && first <= last && last < 1 << 31).then_some((first, last))
}

/// Combines the hashes of lines to one.
fn combined(hashes: &[u64]) -> u64 {
    hashes.iter().fold(0, |sum: u64, hash| sum.wrapping_mul(FACTOR).wrapping_add(*hash))
}

/// Folds a hash to half its size, which is enough to identify a line within a file.
#[allow(clippy::cast_possible_truncation, reason = "the upper half has been combined with the lower one")]
fn folded(hash: u64) -> u32 {
    (hash ^ (hash >> 32)) as u32
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, clippy::string_slice, reason = "a failed check ends the test")]

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    const TEXT: &str =
        "use std::io;\n\nfn parse(text: &str) {\n    let rows = text.lines();\n    rows.count()\n}\n\nfn main() {\n}\n";

    fn trace() -> Trace {
        Lines::of(TEXT).trace((3, 6)).expect("lines")
    }

    #[test]
    fn lines_are_found_after_edits() {
        let body = "fn parse(text: &str) {\n    let rows = text.lines();\n    rows.count()\n}\n";
        let rest = "use std::io;\n\n";
        let indented = body.replace("fn", "    fn").replace("    ", "\t");
        for (text, place) in [
            (TEXT.to_owned(), Place::Unchanged),
            (TEXT.replace('\n', "\r\n"), Place::Unchanged),
            (format!("// a\n// b\n{TEXT}"), Place::Moved((5, 8))),
            (body.to_owned(), Place::Moved((1, 4))),
            // The content occurs twice: the nearest one is found.
            (format!("{TEXT}\n{body}"), Place::Unchanged),
            (TEXT.replace("rows.count()", "rows.count() + 1"), Place::Changed((3, 6))),
            (format!("// a\n{}", TEXT.replace("rows.count()", "rows.len();\n    0")), Place::Changed((4, 7))),
            (format!("{rest}{indented}\nfn main() {{\n}}\n"), Place::Changed((3, 6))),
            // None of the lines is left, only those around them.
            (format!("{rest}struct Row;\nfn main() {{\n}}\n"), Place::Changed((2, 3))),
            (format!("{rest}struct Row;\n"), Place::Changed((2, 3))),
            ("use std::io;\nfn main() {\n}\n".to_owned(), Place::Gone),
            ("all else\n".to_owned(), Place::Gone),
            (String::new(), Place::Gone),
        ] {
            assert_eq!(Lines::of(&text).find(&trace()), place, "{text}");
        }
    }

    #[test]
    fn changed_lines_are_found_by_what_is_left_of_them() {
        let numbered = |count: usize| (0..count).fold(String::new(), |text, line| text + &format!("new {line}\n"));
        let text = "zero 0\none 1\ntwo 2\nthree 3\nfour 4\nfive 5\nsix 6\n";
        let trace = |span| Lines::of(text).trace(span).expect("lines");
        for (span, text, expected) in [
            // Lines were added in the middle.
            ((2, 6), text.replace("three", "new 7\nnew 8\nthree"), Some((2, 8))),
            // The last line may be up to twice as far, and twenty lines, behind the first one.
            ((2, 6), text.replace("three", &format!("{}three", numbered(26))), Some((2, 32))),
            ((2, 6), text.replace("three", &format!("{}three", numbered(27))), Some((2, 6))),
            // The first line is gone.
            ((2, 6), text.replace("one 1", "new"), Some((2, 6))),
            ((2, 3), "two 2\n".to_owned(), Some((1, 1))),
            // Only the line before them is left, or only that after them.
            ((2, 3), format!("zero 0\n{}", numbered(5)), Some((2, 3))),
            ((2, 3), format!("{}three 3\n", numbered(4)), Some((3, 4))),
            ((2, 3), "new 1\nthree 3\n".to_owned(), Some((1, 1))),
            ((2, 3), "zero 0\n".to_owned(), None),
            ((2, 3), "zero 0\nthree 3\n".to_owned(), None),
        ] {
            let expected = expected.map_or(Place::Gone, Place::Changed);
            assert_eq!(Lines::of(&text).find(&trace(span)), expected, "{span:?} {text}");
        }
    }

    #[test]
    fn anchors_round_trip_as_text() {
        let text = trace().to_text();
        assert_eq!(Trace::from_text(&text), Some(trace()));
        assert_eq!(
            text, "3-6 639ebcc6575d6a50 0:c99142dc,1:5a0088d1,2:bb04176a 12688b07,5874ebed",
            "saved anchors must stay valid"
        );
        let blank = Lines::of("\n\n").trace((1, 2)).expect("lines");
        assert_eq!(Trace::from_text(&blank.to_text()), Some(blank));
        for invalid in ["", "3-6", "3-6 xyz a b,c", "6-3 00 - -,-", "0-1 00 - -,-", "1-2 00 - -"] {
            assert_eq!(Trace::from_text(invalid), None, "{invalid}");
        }
        assert_eq!(Lines::of(TEXT).trace((10, 12)), None, "there are no such lines");
        assert_eq!(Lines::of(TEXT).trace((8, 99)).map(|trace| trace.span), Some((8, 9)));
        for (text, lines) in [("42-78", Some((42, 78))), ("L4–L9", Some((4, 9))), ("7", Some((7, 7))), ("0-1", None)]
        {
            assert_eq!(span(text), lines);
        }
    }

    /// Generates texts with many equal lines.
    fn texts() -> impl Strategy<Value = Vec<String>> {
        vec(prop_oneof![Just(String::new()), Just("}".to_owned()), "[ab]{1,3}", "let [a-z]{3} = 潮;"], 1..40)
    }

    proptest! {
        #[test]
        fn moved_lines_are_found_at_nearest_match(
            text in texts(), above in texts(), at in (0_usize..40, 0_usize..10), below in texts(),
        ) {
            let lines = Lines::of(&text.join("\n"));
            let first = at.0 % text.len() + 1;
            let Some(trace) = lines.trace((first, first + at.1)) else { return Ok(()) };
            prop_assert_eq!(lines.find(&trace), Place::Unchanged);
            prop_assert_eq!(Trace::from_text(&trace.to_text()), Some(trace.clone()));

            let moved: Vec<String> = above.iter().chain(&text).chain(&below).cloned().collect();
            let place = Lines::of(&moved.join("\n")).find(&trace);
            let at = |first: usize| moved.get(first - 1..first - 1 + trace.length());
            let own = text.get(trace.span.0 - 1..trace.span.1);
            let nearest = (1..=moved.len()).filter(|first| at(*first) == own).min_by_key(|first| trace.distance(*first));
            let first = match place {
                Place::Unchanged => Some(trace.span.0),
                Place::Moved(span) => Some(span.0),
                _ => None,
            };
            prop_assert_eq!(first.map(|first| trace.distance(first)), nearest.map(|first| trace.distance(first)));
        }

        #[test]
        fn found_lines_are_within_the_file(text in texts(), other in texts(), at in (0_usize..40, 0_usize..10)) {
            let first = at.0 % text.len() + 1;
            let other = Lines::of(&other.join("\n"));
            let Some(trace) = Lines::of(&text.join("\n")).trace((first, first + at.1)) else { return Ok(()) };
            if let Place::Moved((first, last)) | Place::Changed((first, last)) = other.find(&trace) {
                prop_assert!(1 <= first && first <= last && last <= other.count());
            }
        }
    }
}
