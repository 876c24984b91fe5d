//! Parses TOML text into tables.
//!
//! Invariant: `toml_parser` decides what the grammar allows. This module assembles its events and
//! enforces the rules on where a table may be defined.

use std::ops::Range;

use handoff_protocol::{ProblemCode, Text};
use toml_parser::parser::{Event, EventKind, RecursionGuard};
use toml_parser::{Expected, ParseError as TomlError, Raw, Source, Span};

use super::build::{Builder, Key, key_error};
use super::scalar;
use crate::data_file::node::{Kind, Member, Node, effective_member};
use crate::data_file::tables::{Block, Table};
use crate::finding::ParseError;
use crate::{Value, texts};

/// The maximum nesting of brackets and dotted keys together, as in other programs.
const MAX_DEPTH: u8 = 80;

/// A header, or an entry below it.
enum Statement {
    Header { span: Range<usize>, keys: Vec<Key>, is_array: bool },
    Entry { keys: Vec<Key>, node: Node },
}

/// Parses a whole text.
pub(crate) fn parse(text: &str) -> Result<(Vec<Block>, Table), ParseError> {
    let mut builder = Builder::new(text);
    each_statement(text, |statement| match statement {
        Statement::Header { span, keys, is_array } => builder.header(span, &keys, is_array),
        Statement::Entry { keys, node } => builder.entry(&keys, node),
    })?;
    Ok(builder.finish())
}

/// Returns the spans of all mentions of a key: in headers, in dotted keys and in inline tables.
pub(crate) fn key_spans(text: &str, path: &[&str]) -> Result<Vec<Range<usize>>, ParseError> {
    let mut table: Vec<Key> = Vec::new();
    let mut spans = Vec::new();
    each_statement(text, |statement| {
        match statement {
            Statement::Header { keys, .. } => {
                spans.extend(span_in(&[], &keys, path));
                table = keys;
            }
            Statement::Entry { keys, node } => {
                spans.extend(span_in(&table, &keys, path));
                let names: Vec<&str> = table.iter().chain(&keys).map(|key| key.name.as_str()).collect();
                if let Some(inner) = path.strip_prefix(names.as_slice()) {
                    spans.extend(member_span(&node, inner));
                }
            }
        }
        Ok(())
    })?;
    Ok(spans)
}

/// Returns the span of the last key of a path if it is one of `keys`, which are below `table`.
fn span_in(table: &[Key], keys: &[Key], path: &[&str]) -> Option<Range<usize>> {
    let at = path.len().checked_sub(table.len() + 1)?;
    let matches = table.iter().chain(keys).zip(path).all(|(key, name)| key.name == *name);
    keys.get(at).filter(|_| matches).map(|key| key.span.clone())
}

/// Returns the span of the key at a path in an inline table.
fn member_span(node: &Node, path: &[&str]) -> Option<Range<usize>> {
    let (first, rest) = path.split_first()?;
    let Kind::Table(members) = &node.kind else { return None };
    let member = effective_member(members, first)?;
    if rest.is_empty() { Some(member.key_span.clone()) } else { member_span(&member.node, rest) }
}

/// Parses a text and passes on its statements, up to the first error.
fn each_statement(text: &str, mut pass_on: impl FnMut(Statement) -> Result<(), ParseError>) -> Result<(), ParseError> {
    let source = Source::new(text);
    let tokens = source.lex().into_vec();
    let mut events: Vec<Event> = Vec::with_capacity(tokens.len());
    let mut errors: Option<TomlError> = None;
    toml_parser::parser::parse_document(&tokens, &mut RecursionGuard::new(&mut events, MAX_DEPTH.into()), &mut errors);
    let mut parser = TomlParser { source, text, events: events.into_iter().peekable(), errors };
    let result = parser.each_statement(&mut pass_on);
    match parser.errors {
        Some(error) => Err(syntax_error(&error, text)),
        None => result,
    }
}

/// Converts an error of the parser.
fn syntax_error(error: &TomlError, text: &str) -> ParseError {
    let span = error.unexpected().or(error.context()).map_or(text.len()..text.len(), range);
    let expected = error.expected().unwrap_or_default().iter().map(|expected| match expected {
        // A line break is the only expected literal that is not visible.
        Expected::Literal(literal) => format!("`{}`", literal.replace('\n', "\\n")),
        Expected::Description(words) => (*words).to_owned(),
        _ => String::new(),
    });
    let expected: Vec<String> = expected.filter(|words| !words.is_empty()).collect();
    let reason = match expected.as_slice() {
        [] => error.description().to_owned(),
        expected => format!("{}, expected {}", error.description(), expected.join(", ")),
    };
    ParseError::new(ProblemCode::Syntax, span, Text::with(texts::TOML_SYNTAX, [("reason", reason)]))
}

pub(crate) fn range(span: Span) -> Range<usize> {
    span.start()..span.end()
}

fn too_deep(span: Range<usize>) -> ParseError {
    ParseError::new(ProblemCode::Syntax, span, Text::with(texts::TOO_DEEP, [("limit", MAX_DEPTH.to_string())]))
}

struct TomlParser<'t> {
    source: Source<'t>,
    text: &'t str,
    events: std::iter::Peekable<std::vec::IntoIter<Event>>,
    errors: Option<TomlError>,
}

impl TomlParser<'_> {
    /// Returns the next event that is not layout. Validates comments and line breaks on the way.
    fn next(&mut self) -> Option<Event> {
        loop {
            let event = self.events.next()?;
            let raw = self.source.get(event.span());
            match event.kind() {
                EventKind::Whitespace | EventKind::Error => {}
                EventKind::Comment => raw.into_iter().for_each(|raw| raw.decode_comment(&mut self.errors)),
                EventKind::Newline => raw.into_iter().for_each(|raw| raw.decode_newline(&mut self.errors)),
                _ => return Some(event),
            }
        }
    }

    fn each_statement(
        &mut self,
        pass_on: &mut impl FnMut(Statement) -> Result<(), ParseError>,
    ) -> Result<(), ParseError> {
        while let Some(event) = self.next() {
            match event.kind() {
                EventKind::StdTableOpen | EventKind::ArrayTableOpen => {
                    let (keys, end) = self.keys_until(event, |kind| {
                        matches!(kind, EventKind::StdTableClose | EventKind::ArrayTableClose)
                    })?;
                    let span = event.span().start()..end.end;
                    pass_on(Statement::Header { span, keys, is_array: event.kind() == EventKind::ArrayTableOpen })?;
                }
                EventKind::SimpleKey => {
                    let (keys, _) = self.keys(event)?;
                    let node = self.value(keys.len())?;
                    pass_on(Statement::Entry { keys, node })?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the parts of the key that begins with this event, up to its equals sign.
    fn keys(&mut self, first: Event) -> Result<(Vec<Key>, Range<usize>), ParseError> {
        let start = self.key(first);
        let (mut keys, end) = self.keys_until(first, |kind| kind == EventKind::KeyValSep)?;
        keys.insert(0, start);
        Ok((keys, end))
    }

    fn keys_until(
        &mut self,
        open: Event,
        is_end: impl Fn(EventKind) -> bool,
    ) -> Result<(Vec<Key>, Range<usize>), ParseError> {
        let mut keys = Vec::new();
        let mut end = range(open.span());
        while let Some(event) = self.next() {
            end = range(event.span());
            match event.kind() {
                EventKind::SimpleKey => keys.push(self.key(event)),
                kind if is_end(kind) => break,
                _ => {}
            }
        }
        if keys.len() > usize::from(MAX_DEPTH) { Err(too_deep(range(open.span()))) } else { Ok((keys, end)) }
    }

    fn key(&mut self, event: Event) -> Key {
        let mut name = String::new();
        if let Some(raw) = self.source.get(event) {
            raw.decode_key(&mut name, &mut self.errors);
        }
        Key { name, span: range(event.span()) }
    }

    fn value(&mut self, depth: usize) -> Result<Node, ParseError> {
        let end = self.text.len();
        let Some(event) = self.next() else {
            return Ok(Node { span: end..end, kind: Kind::Scalar(Value::Null) });
        };
        let span = range(event.span());
        if depth > usize::from(MAX_DEPTH) {
            return Err(too_deep(span));
        }
        match event.kind() {
            EventKind::ArrayOpen => self.list(span.start, depth),
            EventKind::InlineTableOpen => self.inline_table(span.start, depth),
            _ => {
                let value = self.scalar(event)?;
                Ok(Node { span, kind: Kind::Scalar(value) })
            }
        }
    }

    /// Consumes the closing bracket and returns its span if it is the next event. Skips separators.
    fn take_close(&mut self, close: EventKind) -> Option<Range<usize>> {
        loop {
            let event = self.events.peek().copied()?;
            match event.kind() {
                EventKind::Whitespace
                | EventKind::Comment
                | EventKind::Newline
                | EventKind::ValueSep
                | EventKind::Error => {
                    let raw = self.source.get(event.span());
                    match event.kind() {
                        EventKind::Comment => raw.into_iter().for_each(|raw| raw.decode_comment(&mut self.errors)),
                        EventKind::Newline => raw.into_iter().for_each(|raw| raw.decode_newline(&mut self.errors)),
                        _ => {}
                    }
                    self.events.next();
                }
                kind if kind == close => return self.events.next().map(|event| range(event.span())),
                _ => return None,
            }
        }
    }

    fn list(&mut self, start: usize, depth: usize) -> Result<Node, ParseError> {
        let mut nodes = Vec::new();
        loop {
            if let Some(close) = self.take_close(EventKind::ArrayClose) {
                return Ok(Node { span: start..close.end, kind: Kind::List(nodes) });
            }
            if self.events.peek().is_none() {
                return Ok(Node { span: start..self.text.len(), kind: Kind::List(nodes) });
            }
            nodes.push(self.value(depth + 1)?);
        }
    }

    fn inline_table(&mut self, start: usize, depth: usize) -> Result<Node, ParseError> {
        let mut members: Vec<Member> = Vec::new();
        let mut has_dotted = false;
        loop {
            let close = self.take_close(EventKind::InlineTableClose);
            let end = close.map(|close| close.end).or_else(|| self.events.peek().is_none().then_some(self.text.len()));
            if let Some(end) = end {
                let kind = if has_dotted { Kind::Dotted(members) } else { Kind::Table(members) };
                return Ok(Node { span: start..end, kind });
            }
            let Some(event) = self.next() else { continue };
            if event.kind() != EventKind::SimpleKey {
                continue;
            }
            let (keys, _) = self.keys(event)?;
            has_dotted |= keys.len() > 1;
            let node = self.value(depth + keys.len())?;
            insert_dotted(&mut members, &keys, node)?;
        }
    }

    fn scalar(&mut self, event: Event) -> Result<Value, ParseError> {
        let Some(raw) = self.source.get(event) else { return Ok(Value::Null) };
        // A line break in a multi-line string is always a line feed.
        let lines = raw.as_str().contains("\r\n").then(|| raw.as_str().replace("\r\n", "\n"));
        let raw = lines.as_deref().map_or(raw, |lines| Raw::new_unchecked(lines, event.encoding(), event.span()));
        scalar::decode(raw, &mut self.errors).map_err(|(code, reason)| {
            ParseError::new(code, range(event.span()), Text::with(texts::TOML_SYNTAX, [("reason", reason)]))
        })
    }
}

/// Inserts a value under a key of an inline table, which may be dotted.
fn insert_dotted(members: &mut Vec<Member>, keys: &[Key], node: Node) -> Result<(), ParseError> {
    let Some((first, rest)) = keys.split_first() else { return Ok(()) };
    let twice = || key_error(ProblemCode::DuplicateKey, first, texts::DUPLICATE_KEY);
    let exists = effective_member(members, &first.name).is_some();
    if rest.is_empty() {
        if exists {
            return Err(twice());
        }
        members.push(Member { key: first.name.clone(), key_span: first.span.clone(), node });
        return Ok(());
    }
    if !exists {
        let span = first.span.start..node.span.end;
        let node = Node { span, kind: Kind::Dotted(Vec::new()) };
        members.push(Member { key: first.name.clone(), key_span: first.span.clone(), node });
    }
    match members.iter_mut().find(|member| member.key == first.name) {
        // A table from dotted keys starts at its key. A table in braces starts after it and cannot
        // be extended.
        Some(Member { key_span, node: Node { span, kind: Kind::Dotted(inner) }, .. })
            if span.start == key_span.start =>
        {
            insert_dotted(inner, rest, node)
        }
        _ => Err(twice()),
    }
}
