//! YAML front matter as values: what the `handoff-mcp` server and people write there. Read only.
//!
//! Invariant: what is read means here what it means in YAML 1.2. Block and flow collections, all styles of text and comments are read;
//! anchors, aliases, tags, directives and keys that are no plain or quoted texts are refused with a reason.

mod collection;
#[cfg(test)]
mod oracle;
mod scalar;

use std::ops::Range;

use handoff_protocol::{ProblemCode, Text};
use serde_json::Map;

use crate::document::fault::Fault;
use crate::{Value, texts};

/// Deeper nesting is refused.
const MAX_DEPTH: usize = 127;

/// A mapping with the places of its keys.
#[derive(Debug, Default)]
pub(crate) struct FrontMatter {
    pub(crate) values: Map<String, Value>,
    places: Vec<(String, Range<usize>)>,
}

impl FrontMatter {
    /// Where a key stands in the text.
    pub(crate) fn place(&self, key: &str) -> Option<Range<usize>> {
        self.places.iter().rev().find(|(known, _)| known == key).map(|(_, span)| span.clone())
    }
}

/// Reads the part of a text that lies within a range.
pub(crate) fn parse(text: &str, range: Range<usize>) -> Result<FrontMatter, Fault> {
    let mut reader = Reader { text: text.get(..range.end).unwrap_or_default(), at: range.start, depth: 0 };
    let mut front = FrontMatter::default();
    reader.skip()?;
    if reader.is_at_end() {
        return Ok(front);
    }
    if reader.key()?.is_none() {
        return Err(reader.fail(texts::YAML_NO_MAPPING));
    }
    reader.at = range.start;
    reader.skip()?;
    front.values = reader.mapping(&mut front.places)?;
    if reader.is_at_end() { Ok(front) } else { Err(reader.fail(texts::YAML_INDENT)) }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// What is left of the line, without its end.
    fn line(&self) -> &'t str {
        let line = self.rest().split('\n').next().unwrap_or_default();
        line.strip_suffix('\r').unwrap_or(line)
    }

    /// What stands before this place on its line.
    fn margin(&self) -> &'t str {
        self.text.get(..self.at).and_then(|before| before.rsplit('\n').next()).unwrap_or_default()
    }

    /// How far this place is from the beginning of its line; what makes structure stands behind spaces and dashes alone.
    fn column(&self) -> usize {
        self.margin().len()
    }

    fn skip_while(&mut self, is_skipped: impl Fn(char) -> bool) {
        self.at += self.rest().find(|character| !is_skipped(character)).unwrap_or(self.rest().len());
    }

    fn skip_spaces(&mut self) {
        self.skip_while(is_space);
    }

    /// Goes over spaces, comments and line ends to what comes next.
    fn skip(&mut self) -> Result<(), Fault> {
        loop {
            self.skip_spaces();
            match self.peek() {
                Some('\n' | '\r') => self.at += 1,
                Some('#') if self.margin().is_empty() || self.margin().ends_with(is_space) => {
                    self.at += self.line().len();
                }
                Some(_) if self.margin().contains('\t') && self.margin().trim().is_empty() => {
                    return Err(self.fail(texts::YAML_TAB));
                }
                _ => return Ok(()),
            }
        }
    }

    /// Whether nothing but a comment follows on the line.
    fn is_line_over(&self) -> bool {
        let line = self.line();
        let rest = line.trim_start_matches(is_space);
        rest.is_empty() || rest.starts_with('#') && (rest.len() < line.len() || self.margin().ends_with(is_space))
    }

    fn starts_with_mark(&self, mark: char) -> bool {
        self.line().strip_prefix(mark).is_some_and(|rest| rest.is_empty() || rest.starts_with(is_space))
    }

    fn fail(&self, reason: &str) -> Fault {
        let text = Text::with(texts::YAML_SYNTAX, [("reason", reason.to_owned())]);
        Fault::new(ProblemCode::Syntax, self.at..self.at, text)
    }
}

fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::parse;

    #[test]
    fn texts_are_read_as_in_yaml() {
        for (text, value) in [
            ("a: b", json!({"a": "b"})),
            ("a: b # c\n# d\n\n  # e\n", json!({"a": "b"})),
            ("a: b#c: d", json!(null)),
            ("a: b#c:d", json!({"a": "b#c:d"})),
            ("a:\nb: ~\nc: null\nd: NULL", json!({"a": null, "b": null, "c": null, "d": null})),
            ("a: true\nb: False\nc: yes", json!({"a": true, "b": false, "c": "yes"})),
            (
                "a: 1\nb: -2.5\nc: 2026-01-01\nd: 1e3\ne: .nan",
                json!({"a": 1, "b": -2.5, "c": "2026-01-01", "d": 1000.0, "e": ".nan"}),
            ),
            ("a: ''\nb: 'it''s'\nc: \"\\u00e9\\n\\\"\"", json!({"a": "", "b": "it's", "c": "é\n\""})),
            ("\"a b\": c\n'd' : e\nf g: h", json!({"a b": "c", "d": "e", "f g": "h"})),
            ("a: b\n  c\n\n  d\ne: f", json!({"a": "b c\nd", "e": "f"})),
            ("a: 'b\n  c\n\n  d'", json!({"a": "b c\nd"})),
            ("a: \"b \\\n  c\\  \n  d\"", json!({"a": "b c  d"})),
            ("a: |\n  b\n   c\n\n  d\ne: f", json!({"a": "b\n c\n\nd\n", "e": "f"})),
            ("a: |-\n  b\n\nc: |+\n  d\n\n", json!({"a": "b", "c": "d\n\n"})),
            ("a: |2-\n   b\n", json!({"a": " b"})),
            ("a: >\n  b\n  c\n\n  d\n    e\n  f\n", json!({"a": "b c\nd\n  e\nf\n"})),
            ("a: |\nb: c", json!({"a": "", "b": "c"})),
            ("a: https://b.example/c#d\r\ne: f\r\n", json!({"a": "https://b.example/c#d", "e": "f"})),
        ] {
            let found = parse(text, 0..text.len()).map_or(json!(null), |front| front.values.into());
            assert_eq!(found, value, "{text}");
        }
    }

    #[test]
    fn collections_are_read_as_in_yaml() {
        for (text, value) in [
            ("a:\n- b\n- c\nd: e", json!({"a": ["b", "c"], "d": "e"})),
            ("a:\n  - b\n  -\n  - - c\n    - d\n", json!({"a": ["b", null, ["c", "d"]]})),
            ("a:\n- b: c\n  d:\n  - e\n- f: g\n", json!({"a": [{"b": "c", "d": ["e"]}, {"f": "g"}]})),
            ("a:\n  b:\n    c: d\n  e: f\ng: h", json!({"a": {"b": {"c": "d"}, "e": "f"}, "g": "h"})),
            ("a: []\nb: {}\nc: [d, 'e', 1, [f]] # g", json!({"a": [], "b": {}, "c": ["d", "e", 1, ["f"]]})),
            ("a: {b: c, \"d\":e, f: [g], h}\n", json!({"a": {"b": "c", "d": "e", "f": ["g"], "h": null}})),
            ("a: [b, # c\n  d,\n]\ne: f", json!({"a": ["b", "d"], "e": "f"})),
            ("a:\n  b\nc: d", json!({"a": "b", "c": "d"})),
            ("a: b\na: c", json!({"a": "c"})),
            ("# only this\n", json!({})),
            ("", json!({})),
        ] {
            let found: serde_json::Value = parse(text, 0..text.len())
                .map_or_else(|fault| fault.text.to_string().into(), |front| front.values.into());
            assert_eq!(found, value, "{text}");
        }
    }

    #[test]
    fn what_is_no_front_matter_is_refused_at_its_place() {
        let deep = format!("a: {}", "[".repeat(200));
        for (text, at) in [
            ("a", 0),
            ("- a", 0),
            ("a: b: c", 3),
            ("a: - b", 3),
            ("a: b\n c: d", 6),
            ("a:\n  b: c\n d: e", 11),
            ("  a: b\nc: d", 7),
            ("a:\n\tb: c", 4),
            ("a: &b c", 3),
            ("a: *b", 3),
            ("a: !b c", 3),
            ("a: @b", 3),
            ("a: 'b", 5),
            ("a: \"b", 5),
            ("a: \"\\q\"", 4),
            ("a: \"\\ud800\"", 4),
            ("a: 'b' c", 6),
            ("a: [b] c", 6),
            ("a: [b, c", 8),
            ("a: [b\nc: d", 6),
            ("a: [b,\nc:d]", 11),
            ("a: |\n  \n b", 8),
            ("a: {b", 5),
            ("a: [b: c]", 5),
            ("a: [b [c]]", 6),
            ("a: [,]", 4),
            ("a: |x\n  b", 4),
            ("? a\n: b", 0),
            (&deep, 129),
        ] {
            let fault = parse(text, 0..text.len()).expect_err(text);
            assert_eq!(fault.span.start, at, "{text}: {}", fault.text);
        }
    }
}
