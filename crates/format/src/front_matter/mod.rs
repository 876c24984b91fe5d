//! Reads and edits the YAML front matter of a page: values, with the positions of the top-level keys.
//!
//! Invariant: what is accepted means here what it means in YAML 1.2. Hostile input neither
//! overflows the stack nor expands: nesting is limited, and aliases are refused.

mod edit;
mod write;

use std::ops::Range;

use handoff_protocol::{ProblemCode, Text};
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, StrInput};
use serde_json::{Map, Number};

use crate::finding::ParseError;
use crate::{Value, texts};

pub(crate) use edit::set_keys;
pub(crate) use write::to_yaml;

/// The maximum nesting of mappings and lists.
const MAX_DEPTH: usize = 127;

/// The message with which the parser refuses more nested flow collections than it can count.
const PARSER_LIMIT: &str = "recursion limit exceeded";

/// The values of a front matter, and the spans of its keys.
#[derive(Debug)]
pub(crate) struct FrontMatter<'t> {
    pub(crate) values: Map<String, Value>,
    keys: Vec<(String, Span)>,
    source: Source<'t>,
}

impl FrontMatter<'_> {
    /// Returns the byte offsets at which the top-level keys begin.
    fn key_starts(&self) -> impl Iterator<Item = usize> {
        self.keys.iter().map(|(_, span)| self.source.bytes(*span).start)
    }

    /// Returns the byte offsets of a top-level key: the last one if the key is repeated.
    pub(crate) fn key_span(&self, key: &str) -> Option<Range<usize>> {
        let (_, span) = self.keys.iter().rev().find(|(name, _)| name == key)?;
        Some(self.source.bytes(*span))
    }
}

/// Parses `yaml`, which begins at the byte offset `start` of its file.
pub(crate) fn parse(yaml: &str, start: usize) -> Result<FrontMatter<'_>, ParseError> {
    let source = Source { yaml, start };
    if let Some(at) = yaml.find('\0') {
        // The parser would treat it as the end of the input.
        return Err(invalid(start + at..start + at + 1, texts::YAML_NUL));
    }
    let mut reader = EventReader { source, parser: Parser::new_from_str(yaml) };
    let (values, keys) = reader.document()?;
    Ok(FrontMatter { values, keys, source })
}

/// The parsed text, used to convert the parser's positions, which count characters.
#[derive(Clone, Copy, Debug)]
struct Source<'t> {
    yaml: &'t str,
    start: usize,
}

impl Source<'_> {
    fn bytes(&self, span: Span) -> Range<usize> {
        let byte = |chars| self.yaml.char_indices().nth(chars).map_or(self.yaml.len(), |(byte, _)| byte);
        self.start + byte(span.start.index())..self.start + byte(span.end.index())
    }

    fn error(&self, error: &ScanError) -> ParseError {
        let span = self.bytes(Span::empty(*error.marker()));
        if error.info() == PARSER_LIMIT { too_deep(span) } else { invalid(span, error.info()) }
    }

    fn unsupported(&self, span: Span) -> ParseError {
        ParseError::new(ProblemCode::Syntax, self.bytes(span), Text::plain(texts::YAML_UNSUPPORTED))
    }
}

fn invalid(span: Range<usize>, reason: &str) -> ParseError {
    let text = Text::with(texts::YAML_SYNTAX, [("reason", reason.to_owned())]);
    ParseError::new(ProblemCode::Syntax, span, text)
}

fn too_deep(span: Range<usize>) -> ParseError {
    let text = Text::with(texts::TOO_DEEP, [("limit", MAX_DEPTH.to_string())]);
    ParseError::new(ProblemCode::Syntax, span, text)
}

/// The values of a mapping, and all its keys in order.
type Mapping = (Map<String, Value>, Vec<(String, Span)>);

struct EventReader<'t> {
    source: Source<'t>,
    parser: Parser<'t, StrInput<'t>>,
}

impl<'t> EventReader<'t> {
    fn next(&mut self) -> Result<(Event<'t>, Span), ParseError> {
        match self.parser.next_event() {
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => Err(self.source.error(&error)),
            None => Ok((Event::StreamEnd, Span::default())),
        }
    }

    /// Reads the only document: a mapping, or nothing but comments.
    fn document(&mut self) -> Result<Mapping, ParseError> {
        let mut root = Mapping::default();
        let mut is_over = false;
        loop {
            match self.next()? {
                (Event::StreamStart, _) => {}
                (Event::StreamEnd, _) => return Ok(root),
                (Event::DocumentStart(false), _) if !is_over => {}
                (Event::DocumentEnd, _) => is_over = true,
                (Event::MappingStart(0, None), _) => root = self.mapping(1)?,
                (Event::Scalar(_, _, 0, None) | Event::SequenceStart(0, None), span) => {
                    return Err(invalid(self.source.bytes(span), texts::YAML_NO_MAPPING));
                }
                (_, span) => return Err(self.source.unsupported(span)),
            }
        }
    }

    /// Reads the rest of a mapping that is inside `depth - 1` collections.
    fn mapping(&mut self, depth: usize) -> Result<Mapping, ParseError> {
        let (mut values, mut keys) = (Map::new(), Vec::new());
        loop {
            let (key, span) = match self.next()? {
                (Event::MappingEnd, _) => return Ok((values, keys)),
                (Event::Scalar(key, _, 0, None), span) => (key.into_owned(), span),
                (Event::MappingStart(0, None) | Event::SequenceStart(0, None), span) => {
                    return Err(ParseError::new(
                        ProblemCode::Syntax,
                        self.source.bytes(span),
                        Text::plain(texts::YAML_KEY),
                    ));
                }
                (_, span) => return Err(self.source.unsupported(span)),
            };
            let (event, value_span) = self.next()?;
            values.insert(key.clone(), self.value(event, value_span, depth)?);
            keys.push((key, span));
        }
    }

    fn list(&mut self, depth: usize) -> Result<Vec<Value>, ParseError> {
        let mut values = Vec::new();
        loop {
            match self.next()? {
                (Event::SequenceEnd, _) => return Ok(values),
                (event, span) => values.push(self.value(event, span, depth)?),
            }
        }
    }

    /// Reads the value that begins with `event`, inside `depth` collections.
    fn value(&mut self, event: Event<'t>, span: Span, depth: usize) -> Result<Value, ParseError> {
        match event {
            Event::Scalar(text, ScalarStyle::Plain, 0, None) => Ok(plain_value(&text)),
            Event::Scalar(text, _, 0, None) => Ok(Value::String(text.into_owned())),
            Event::SequenceStart(0, None) | Event::MappingStart(0, None) if depth == MAX_DEPTH => {
                Err(too_deep(self.source.bytes(span)))
            }
            Event::SequenceStart(0, None) => self.list(depth + 1).map(Value::Array),
            Event::MappingStart(0, None) => Ok(Value::Object(self.mapping(depth + 1)?.0)),
            _ => Err(self.source.unsupported(span)),
        }
    }
}

/// Resolves a scalar without quotes by the core schema of YAML. Numbers in another base than ten
/// and numbers that are not finite remain texts.
fn plain_value(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Bool(true),
        "false" | "False" | "FALSE" => return Value::Bool(false),
        _ => {}
    }
    let is_number = text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '-' | '+' | '.'));
    let integer = || text.parse::<i64>().ok().map(Number::from);
    let float = || text.parse::<f64>().ok().and_then(Number::from_f64);
    let number = if is_number { integer().or_else(float) } else { None };
    number.map_or_else(|| Value::String(text.to_owned()), Value::Number)
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::{MAX_DEPTH, parse};
    use crate::Value;

    #[test]
    fn parse_resolves_scalars() {
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
            let values = parse(text, 0).map_or(json!(null), |front| front.values.into());
            assert_eq!(values, value, "{text}");
        }
    }

    #[test]
    fn parse_reads_collections() {
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
            ("{a: b, c: [d: e]}", json!({"a": "b", "c": [{"d": "e"}]})),
            ("? a\n: b\n...\n", json!({"a": "b"})),
        ] {
            let values: serde_json::Value =
                parse(text, 0).map_or_else(|error| error.text.to_string().into(), |front| front.values.into());
            assert_eq!(values, value, "{text}");
        }
    }

    #[test]
    fn parse_reports_errors_at_their_offset() {
        let deep = format!("a: {}", "[".repeat(200));
        for (text, at) in [
            ("a", 0),
            ("- a", 0),
            ("''", 0),
            ("a: b: c", 4),
            ("a: - b", 3),
            ("a: b\n c: d", 7),
            ("a:\n  b: c\n d: e", 11),
            ("  a: b\nc: d", 7),
            ("a:\n\tb: c", 4),
            ("a: &b c", 3),
            ("a: *b", 3),
            ("a: !b c", 3),
            ("&a b: c", 0),
            ("!!map {a: b}", 0),
            ("a: @b", 3),
            ("a: 'b", 3),
            ("a: \"b", 3),
            ("a: \"\\q\"", 3),
            ("a: \"\\ud800\"", 3),
            ("a: 'b' c", 7),
            ("a: [b] c", 7),
            ("a: [b, c", 8),
            ("a: [b\nc: d", 7),
            ("a: [b,\nc:d]", 7),
            ("a: |\n  \n b", 9),
            ("a: {b", 5),
            ("a: [b [c]]", 6),
            ("a: [,]", 4),
            ("a: |x\n  b", 3),
            ("[a]: b", 0),
            ("? {a: b}\n: c", 2),
            ("a: b\0c\nd: e", 4),
            ("--- \na: b", 0),
            ("a: b\n--- \nc: d", 5),
            ("a: b\n... \nc: d", 10),
            ("%YAML 1.2\n--- \na: b", 10),
            ("é: '🌊' # 🌊\nb: [", 22),
            (&deep, 129),
        ] {
            let error = parse(text, 0).expect_err(text);
            assert_eq!(error.span.start, at, "{text}: {}", error.text);
        }
    }

    #[test]
    fn parse_rejects_deep_nesting_without_overflow() {
        let indented: Vec<String> = (0..1_000).map(|depth| format!("{}a:", " ".repeat(depth))).collect();
        for text in [
            format!("a: {}", "[".repeat(100_000)),
            format!("a: {}{}", "[".repeat(200), "]".repeat(200)),
            format!("a: {}", "[\n ".repeat(100_000)),
            format!("a: {}", "{a: ".repeat(100_000)),
            format!("a:\n  {}", "- ".repeat(100_000)),
            indented.join("\n"),
        ] {
            let error = parse(&text, 0).expect_err("deep nesting");
            assert!(error.text.to_string().contains("nested more than 127 levels"), "{}", error.text);
        }
        let allowed = format!("a: {}{}", "[".repeat(MAX_DEPTH - 1), "]".repeat(MAX_DEPTH - 1));
        assert!(parse(&allowed, 0).is_ok());
        assert!(parse(&allowed.replacen('[', "[[", 1), 0).is_err());
    }

    #[test]
    fn key_span_is_the_last_one_of_a_repeated_key() {
        let text = "é: '🌊'\na: |\n 🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊🌊\n'b c': {a: 1}\r\na: 2\n";
        let front = parse(text, 10).expect("valid YAML");
        let at = |key| front.key_span(key).and_then(|span| text.get(span.start - 10..span.end - 10));
        assert_eq!((at("é"), at("b c"), at("a"), at("d")), (Some("é"), Some("'b c'"), Some("a"), None));
        assert_eq!(front.key_span("a").map(|span| span.start - 10), text.rfind("a: 2"));
        assert_eq!(Value::Object(front.values), json!({"é": "🌊", "a": 2, "b c": {"a": 1}}));
    }

    pub(super) fn any_value() -> impl Strategy<Value = Value> {
        let scalar = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            prop::num::f64::NORMAL.prop_map(Value::from),
            "(\\PC|\n|\t){0,12}".prop_map(Value::from),
        ];
        scalar.prop_recursive(4, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map("\\PC{0,8}", inner, 0..4).prop_map(|map| map.into_iter().collect()),
            ]
        })
    }

    proptest! {
        /// JSON is a subset of YAML.
        #[test]
        fn parse_reads_json(values in prop::collection::btree_map("\\PC{0,8}", any_value(), 0..5), is_multiline in any::<bool>()) {
            let value: Value = values.into_iter().collect();
            let text = if is_multiline { format!("{value:#}\n") } else { value.to_string() };
            let front = parse(&text, 0);
            prop_assert!(front.is_ok(), "{text}: {}", front.expect_err("an error").text);
            prop_assert_eq!(Value::Object(front.expect("valid YAML").values), value);
        }
    }
}
