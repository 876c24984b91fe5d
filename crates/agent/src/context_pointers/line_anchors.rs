//! What is remembered of lines of a file, and where they are when the file is looked at again.
//!
//! Invariant: what a trace says stands in files, so the numbers of [`Lines`] may never change.

use handoff_format::fnv1a;

/// A file's text as numbers, one for each line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    /// Each line without what stands behind its last word, so that other line ends are no change.
    whole: Vec<u64>,
    /// Each line without its indentation; none where it says nothing by which it could be known.
    known_by: Vec<Option<u32>>,
}

/// What is remembered of some lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Trace {
    /// The first of them, counted from 1, and the last.
    pub(crate) span: (usize, usize),
    /// All of them in one number.
    pub(crate) text: u64,
    /// Up to three of the first lines that say something, and the last one of these, each with how far it stands below the first line.
    pub(crate) own: Vec<(usize, u32)>,
    /// The nearest line above that says something, and the nearest one below.
    pub(crate) around: [Option<u32>; 2],
}

/// Where some lines are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Where they were, as they were.
    Unchanged,
    /// As they were, at other lines.
    Moved((usize, usize)),
    /// Others; what is there in their place stands at about these lines.
    Changed((usize, usize)),
    /// Nowhere.
    Gone,
}

/// A factor by which numbers of lines become one; odd, so that nothing is lost.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
/// How many of the first lines are remembered.
const FIRST: usize = 3;

impl Lines {
    pub(crate) fn of(text: &str) -> Lines {
        let whole = text.lines().map(|line| fnv1a(line.trim_end().as_bytes())).collect();
        let known_by = text.lines().map(|line| {
            let says = line.chars().filter(|character| character.is_alphanumeric()).count() >= 2;
            let number = fnv1a(line.trim().as_bytes());
            // Half of it is enough to know a line again among those of one file.
            says.then(|| u32::try_from((number ^ (number >> 32)) & 0xffff_ffff).unwrap_or_default())
        });
        Lines { whole, known_by: known_by.collect() }
    }

    pub(crate) fn count(&self) -> usize {
        self.whole.len()
    }

    /// All lines in one number.
    pub(crate) fn fingerprint(&self) -> u64 {
        folded(&self.whole)
    }

    /// What to remember of the lines from one to another, both counted from 1; none where the file has no such lines.
    pub(crate) fn trace(&self, (first, last): (usize, usize)) -> Option<Trace> {
        let last = last.min(self.count());
        let lines = self.whole.get(first.checked_sub(1)?..last).filter(|lines| !lines.is_empty())?;
        let own = self.known_by.get(first - 1..last)?.iter().enumerate();
        let own: Vec<(usize, u32)> = own.filter_map(|(at, line)| Some((at, (*line)?))).collect();
        let mut kept: Vec<(usize, u32)> = own.iter().take(FIRST).copied().collect();
        kept.extend(own.iter().skip(FIRST).last());
        let above = self.known_by.get(..first - 1).unwrap_or_default().iter().rev().flatten().next();
        let below = self.known_by.get(last..).unwrap_or_default().iter().flatten().next();
        let around = [above.copied(), below.copied()];
        Some(Trace { span: (first, last), text: folded(lines), own: kept, around })
    }

    /// Where the lines of a trace are here.
    pub(crate) fn find(&self, trace: &Trace) -> Place {
        match self.same(trace) {
            Some(span) if span == trace.span => Place::Unchanged,
            Some(span) => Place::Moved(span),
            None => self.alike(trace).map_or(Place::Gone, Place::Changed),
        }
    }

    /// Where the same lines stand, the nearest to where they were.
    fn same(&self, trace: &Trace) -> Option<(usize, usize)> {
        let length = trace.length();
        let mut sum = folded(self.whole.get(..length)?);
        let highest = (1..length).fold(1_u64, |power, _| power.wrapping_mul(FACTOR));
        let mut found: Option<usize> = None;
        for start in 0.. {
            let first = start + 1;
            if sum == trace.text && found.is_none_or(|known| trace.distance(first) < trace.distance(known)) {
                found = Some(first);
            }
            let (Some(out), Some(next)) = (self.whole.get(start), self.whole.get(start + length)) else { break };
            sum = sum.wrapping_sub(out.wrapping_mul(highest)).wrapping_mul(FACTOR).wrapping_add(*next);
        }
        found.map(|first| (first, first + length - 1))
    }

    /// Where the lines are that took their place, by lines of theirs that are still there, else by what stands around them.
    fn alike(&self, trace: &Trace) -> Option<(usize, usize)> {
        let own = trace.own.iter().find_map(|(at, line)| Some((*at, self.nearest(*line, trace, *at)?)));
        if let Some((at, line)) = own {
            let first = line.saturating_sub(at).max(1);
            let end = trace.own.last().filter(|(last, _)| *last > at);
            let end = end.and_then(|(last, known_by)| {
                let found = self.next(*known_by, line, trace.length() * 2 + 20)?;
                Some(found + trace.length() - 1 - last)
            });
            let last = end.unwrap_or(first + trace.length() - 1).min(self.count());
            return Some((first.min(last), last));
        }
        let above = trace.around[0].and_then(|line| self.nearest(line, trace, 0)).map(|line| line + 1);
        let below = trace.around[1].and_then(|line| self.nearest(line, trace, trace.length())).map(|line| line - 1);
        let length = trace.length();
        let (first, last) = match (above, below) {
            (Some(first), Some(last)) if first <= last => (first, last),
            // Nothing stands between them any more.
            (Some(_), Some(_)) | (None, None) => return None,
            (Some(first), None) => (first, first + length - 1),
            (None, Some(last)) => ((last + 1).saturating_sub(length).max(1), last),
        };
        let last = last.min(self.count());
        (first <= last).then_some((first, last))
    }

    /// The line that is known by a number and is the nearest to where it stood: so many below the first.
    fn nearest(&self, known_by: u32, trace: &Trace, below: usize) -> Option<usize> {
        let wanted = trace.span.0 + below;
        let lines = self.known_by.iter().enumerate().filter(|(_, known)| **known == Some(known_by));
        lines.map(|(at, _)| at + 1).min_by_key(|line| line.abs_diff(wanted))
    }

    /// The next line after one that is known by a number, within so many.
    fn next(&self, known_by: u32, after: usize, within: usize) -> Option<usize> {
        let lines = self.known_by.iter().enumerate().skip(after).take(within);
        lines.filter(|(_, known)| **known == Some(known_by)).map(|(at, _)| at + 1).next()
    }
}

impl Trace {
    fn length(&self) -> usize {
        self.span.1 + 1 - self.span.0
    }

    fn distance(&self, first: usize) -> usize {
        first.abs_diff(self.span.0)
    }

    /// As files have it: `10-40 9f86d081884c7d65 0:a1b2c3d4,2:00ff00ff 0a0b0c0d,-`.
    pub(crate) fn to_text(&self) -> String {
        let line = |line: &u32| format!("{line:08x}");
        let own: Vec<String> = self.own.iter().map(|(at, known_by)| format!("{at}:{known_by:08x}")).collect();
        let around: Vec<String> =
            self.around.iter().map(|near| near.as_ref().map_or_else(|| "-".to_owned(), line)).collect();
        let own = if own.is_empty() { "-".to_owned() } else { own.join(",") };
        format!("{}-{} {:016x} {own} {}", self.span.0, self.span.1, self.text, around.join(","))
    }

    /// Reads that; none of what no trace is.
    pub(crate) fn from_text(text: &str) -> Option<Trace> {
        let line = |line: &str| u32::from_str_radix(line, 16).ok();
        let mut parts = text.split(' ');
        let span = span(parts.next()?)?;
        let sum = u64::from_str_radix(parts.next()?, 16).ok()?;
        let own = parts.next()?;
        let placed = |text: &str| {
            let (at, known_by) = text.split_once(':')?;
            Some((at.parse().ok().filter(|at| *at <= span.1 - span.0)?, line(known_by)?))
        };
        let own = if own == "-" { Vec::new() } else { own.split(',').map(placed).collect::<Option<_>>()? };
        let mut around = parts.next()?.split(',').map(line);
        let around = [around.next()?, around.next()?];
        Some(Trace { span, text: sum, own, around })
    }
}

/// The lines that a text like `42-78`, `L42-L78` or `42` names, counted from 1.
pub(crate) fn span(text: &str) -> Option<(usize, usize)> {
    let number = |text: &str| text.trim().trim_start_matches(['L', 'l']).parse::<usize>().ok();
    let (first, last) = match text.split_once(['-', '–']) {
        Some((first, last)) => (number(first)?, number(last)?),
        None => (number(text)?, number(text)?),
    };
    // Nobody means more than fits; what is greater would overflow.
    (first >= 1 && first <= last && last < 1 << 31).then_some((first, last))
}

/// The numbers of lines as one.
fn folded(lines: &[u64]) -> u64 {
    lines.iter().fold(0, |sum: u64, line| sum.wrapping_mul(FACTOR).wrapping_add(*line))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, clippy::string_slice, reason = "a test ends where something is not as it should be")]

    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    const TEXT: &str =
        "use std::io;\n\nfn parse(text: &str) {\n    let rows = text.lines();\n    rows.count()\n}\n\nfn main() {\n}\n";

    fn trace() -> Trace {
        Lines::of(TEXT).trace((3, 6)).expect("lines")
    }

    #[test]
    fn where_lines_are() {
        let body = "fn parse(text: &str) {\n    let rows = text.lines();\n    rows.count()\n}\n";
        let rest = "use std::io;\n\n";
        let indented = body.replace("fn", "    fn").replace("    ", "\t");
        for (text, place) in [
            (TEXT.to_owned(), Place::Unchanged),
            (TEXT.replace('\n', "\r\n"), Place::Unchanged),
            (format!("// a\n// b\n{TEXT}"), Place::Moved((5, 8))),
            (body.to_owned(), Place::Moved((1, 4))),
            // Twice: the nearest is meant.
            (format!("{TEXT}\n{body}"), Place::Unchanged),
            (TEXT.replace("rows.count()", "rows.count() + 1"), Place::Changed((3, 6))),
            (format!("// a\n{}", TEXT.replace("rows.count()", "rows.len();\n    0")), Place::Changed((4, 7))),
            (format!("{rest}{indented}\nfn main() {{\n}}\n"), Place::Changed((3, 6))),
            // Nothing of them is left, but what stands around them.
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
    fn a_trace_is_written_and_read() {
        let text = trace().to_text();
        assert_eq!(Trace::from_text(&text), Some(trace()));
        assert_eq!(
            text, "3-6 639ebcc6575d6a50 0:c99142dc,1:5a0088d1,2:bb04176a 12688b07,5874ebed",
            "these may never change"
        );
        let blank = Lines::of("\n\n").trace((1, 2)).expect("lines");
        assert_eq!(Trace::from_text(&blank.to_text()), Some(blank));
        for none in ["", "3-6", "3-6 xyz a b,c", "6-3 00 - -,-", "0-1 00 - -,-", "1-2 00 - -"] {
            assert_eq!(Trace::from_text(none), None, "{none}");
        }
        assert_eq!(Lines::of(TEXT).trace((10, 12)), None, "there are no such lines");
        assert_eq!(Lines::of(TEXT).trace((8, 99)).map(|trace| trace.span), Some((8, 9)));
        for (text, lines) in [("42-78", Some((42, 78))), ("L4–L9", Some((4, 9))), ("7", Some((7, 7))), ("0-1", None)]
        {
            assert_eq!(span(text), lines);
        }
    }

    /// A text whose lines are often alike.
    fn texts() -> impl Strategy<Value = Vec<String>> {
        vec(prop_oneof![Just(String::new()), Just("}".to_owned()), "[ab]{1,3}", "let [a-z]{3} = 潮;"], 1..40)
    }

    proptest! {
        #[test]
        fn lines_are_found_exactly_where_they_stand(
            text in texts(), above in texts(), at in (0_usize..40, 0_usize..10), below in texts(),
        ) {
            let lines = Lines::of(&text.join("\n"));
            let first = at.0 % text.len() + 1;
            let Some(trace) = lines.trace((first, first + at.1)) else { return Ok(()) };
            prop_assert_eq!(lines.find(&trace), Place::Unchanged);
            prop_assert_eq!(Trace::from_text(&trace.to_text()), Some(trace.clone()));

            let moved: Vec<String> = above.iter().chain(&text).chain(&below).cloned().collect();
            let found = Lines::of(&moved.join("\n")).find(&trace);
            let at = |first: usize| moved.get(first - 1..first - 1 + trace.length());
            let own = text.get(trace.span.0 - 1..trace.span.1);
            let nearest = (1..=moved.len()).filter(|first| at(*first) == own).min_by_key(|first| trace.distance(*first));
            let place = match found {
                Place::Unchanged => Some(trace.span.0),
                Place::Moved(span) => Some(span.0),
                _ => None,
            };
            prop_assert_eq!(place.map(|first| trace.distance(first)), nearest.map(|first| trace.distance(first)));
        }

        #[test]
        fn what_is_found_lies_in_the_file(text in texts(), other in texts(), at in (0_usize..40, 0_usize..10)) {
            let first = at.0 % text.len() + 1;
            let other = Lines::of(&other.join("\n"));
            let Some(trace) = Lines::of(&text.join("\n")).trace((first, first + at.1)) else { return Ok(()) };
            if let Place::Moved((first, last)) | Place::Changed((first, last)) = other.find(&trace) {
                prop_assert!(1 <= first && first <= last && last <= other.count());
            }
        }
    }
}
