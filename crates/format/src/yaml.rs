//! YAML front matter as values. Read only.
//!
//! Invariant: the result is no larger than the text: aliases are not expanded and read as null.

use std::collections::BTreeMap;

use handoff_protocol::{Position, ProblemCode, Text};
use saphyr_parser::{Event, Marker, Parser, ScalarStyle, ScanError, StrInput};
use serde_json::Map;

use crate::{Finding, Value, texts};

/// Deeper nesting is refused.
const MAX_DEPTH: usize = 127;

/// A mapping with the places of its keys.
#[derive(Debug, Default)]
pub(crate) struct FrontMatter {
    pub(crate) values: Map<String, Value>,
    pub(crate) places: BTreeMap<String, Position>,
}

/// Reads a text whose first line has this number in its file.
pub(crate) fn parse(text: &str, first_line: u32) -> Result<FrontMatter, Finding> {
    let mut reader = Reader { parser: Parser::new_from_str(text), first_line };
    let mut front = FrontMatter::default();
    loop {
        match reader.next()? {
            (Event::StreamStart | Event::DocumentStart(_) | Event::Nothing, _) => {}
            (Event::MappingStart(..), _) => {
                reader.mapping(0, &mut front.values, &mut front.places)?;
                return Ok(front);
            }
            (Event::StreamEnd | Event::DocumentEnd, _) => return Ok(front),
            (Event::Scalar(text, ..), _) if text.is_empty() => {}
            (_, place) => return Err(fault(place, "a mapping of keys to values belongs here")),
        }
    }
}

struct Reader<'t> {
    parser: Parser<'t, StrInput<'t>>,
    first_line: u32,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> Result<(Event<'t>, Position), Finding> {
        match self.parser.next_event() {
            Some(Ok((event, span))) => Ok((event, self.place(&span.start))),
            Some(Err(error)) => Err(self.scan_fault(&error)),
            None => Ok((Event::StreamEnd, Position::default())),
        }
    }

    fn place(&self, marker: &Marker) -> Position {
        let line = u32::try_from(marker.line().saturating_sub(1)).unwrap_or(u32::MAX).saturating_add(self.first_line);
        let column = u32::try_from(marker.col()).unwrap_or(u32::MAX);
        Position { line, column, end_line: line, end_column: column }
    }

    fn scan_fault(&self, error: &ScanError) -> Finding {
        fault(self.place(error.marker()), error.info())
    }

    fn mapping(
        &mut self,
        depth: usize,
        values: &mut Map<String, Value>,
        places: &mut BTreeMap<String, Position>,
    ) -> Result<(), Finding> {
        loop {
            let (event, mut place) = self.next()?;
            if matches!(event, Event::MappingEnd | Event::StreamEnd) {
                return Ok(());
            }
            let key = match self.value(event, place, depth + 1)? {
                Value::String(key) => key,
                other => other.to_string(),
            };
            place.end_column = place.column.saturating_add(u32::try_from(key.encode_utf16().count()).unwrap_or(0));
            places.insert(key.clone(), place);
            let (event, place) = self.next()?;
            let value = self.value(event, place, depth + 1)?;
            values.insert(key, value);
        }
    }

    fn value(&mut self, event: Event<'t>, place: Position, depth: usize) -> Result<Value, Finding> {
        if depth > MAX_DEPTH {
            return Err(fault(place, "values are nested too deeply"));
        }
        match event {
            Event::Scalar(text, ScalarStyle::Plain, ..) => Ok(plain(&text)),
            Event::Scalar(text, ..) => Ok(Value::String(text.into_owned())),
            Event::MappingStart(..) => {
                let mut values = Map::new();
                self.mapping(depth, &mut values, &mut BTreeMap::new())?;
                Ok(Value::Object(values))
            }
            Event::SequenceStart(..) => {
                let mut values = Vec::new();
                loop {
                    match self.next()? {
                        (Event::SequenceEnd | Event::StreamEnd, _) => return Ok(Value::Array(values)),
                        (event, place) => values.push(self.value(event, place, depth + 1)?),
                    }
                }
            }
            _ => Ok(Value::Null),
        }
    }
}

/// A scalar without quotes, by the rules of YAML's core schema.
fn plain(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Bool(true),
        "false" | "False" | "FALSE" => return Value::Bool(false),
        _ => {}
    }
    let is_number = text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '-' | '+' | '.'));
    let whole = || text.parse::<i64>().ok().map(Value::from);
    let real = || text.parse::<f64>().ok().and_then(serde_json::Number::from_f64).map(Value::Number);
    let number = if is_number { whole().or_else(real) } else { None };
    number.unwrap_or_else(|| Value::String(text.to_owned()))
}

fn fault(position: Position, reason: &str) -> Finding {
    let text = Text::with(texts::YAML_SYNTAX, [("reason", reason.to_owned())]);
    Finding { code: ProblemCode::Syntax, position: Some(position), text, key: Vec::new() }
}
