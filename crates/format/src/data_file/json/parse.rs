//! Parses strict JSON into nodes.
//!
//! Invariant: accepts exactly the grammar of RFC 8259, up to the nesting that other programs read.

use std::ops::Range;

use handoff_protocol::{ProblemCode, Text};
use serde_json::Number;

use crate::data_file::PathSegment;
use crate::data_file::change::key_path;
use crate::data_file::node::{Kind, Member, Node, repeated_keys};
use crate::finding::ParseError;
use crate::{Value, texts};

/// The maximum nesting, which is that of the programs with which files are shared.
const MAX_DEPTH: usize = 127;

/// Parses a whole text.
pub(crate) fn parse(text: &str) -> Result<Node, ParseError> {
    let mut parser = JsonParser { text, at: 0 };
    parser.skip_space();
    if parser.peek().is_none() {
        return Err(parser.error(texts::EMPTY_FILE));
    }
    let node = parser.value(0)?;
    parser.skip_space();
    match parser.peek() {
        None => Ok(node),
        Some(_) => Err(ParseError { span: parser.at..text.trim_end().len(), ..parser.error(texts::EXPECTED_END) }),
    }
}

/// Returns an error for each repeated key.
pub(crate) fn find_duplicate_keys(node: &Node) -> Vec<ParseError> {
    let mut duplicates = Vec::new();
    collect_duplicates(node, &mut Vec::new(), &mut duplicates);
    duplicates
}

fn collect_duplicates<'n>(node: &'n Node, path: &mut Vec<PathSegment<'n>>, duplicates: &mut Vec<ParseError>) {
    match &node.kind {
        Kind::Scalar(_) | Kind::Dotted(_) => {}
        Kind::List(nodes) => {
            for (index, node) in nodes.iter().enumerate() {
                path.push(PathSegment::Index(index));
                collect_duplicates(node, path, duplicates);
                path.pop();
            }
        }
        Kind::Table(members) => {
            let repeats = repeated_keys(members);
            for (index, member) in members.iter().enumerate() {
                path.push(PathSegment::Key(&member.key));
                if repeats.binary_search(&index).is_ok() {
                    let key = key_path(path);
                    let text = Text::with(texts::DUPLICATE_KEY, [("key", key.join("."))]);
                    duplicates.push(ParseError {
                        code: ProblemCode::DuplicateKey,
                        span: member.key_span.clone(),
                        text,
                        key,
                    });
                }
                collect_duplicates(&member.node, path, duplicates);
                path.pop();
            }
        }
    }
}

fn error_at(span: Range<usize>, template: &str) -> ParseError {
    ParseError::new(ProblemCode::Syntax, span, Text::plain(template))
}

struct JsonParser<'t> {
    text: &'t str,
    at: usize,
}

impl JsonParser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Returns an error at the next character.
    fn error(&self, template: &str) -> ParseError {
        let length = self.text.get(self.at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        error_at(self.at..self.at + length, template)
    }

    /// Returns an error at the next character. Comments and single quotes have sentences of their
    /// own.
    fn error_at_next(&self, template: &str) -> ParseError {
        match self.peek() {
            Some(b'/' | b'#') => self.error(texts::COMMENT),
            Some(b'\'') => self.error(texts::SINGLE_QUOTES),
            _ => self.error(template),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node, ParseError> {
        if depth >= MAX_DEPTH && matches!(self.peek(), Some(b'{' | b'[')) {
            let text = Text::with(texts::TOO_DEEP, [("limit", MAX_DEPTH.to_string())]);
            return Err(ParseError { text, ..self.error("") });
        }
        let start = self.at;
        let kind = match self.peek() {
            Some(b'{') => self.table(depth)?,
            Some(b'[') => self.list(depth)?,
            Some(b'"') => Kind::Scalar(Value::String(self.string()?)),
            Some(b'-' | b'0'..=b'9') => Kind::Scalar(Value::Number(self.number()?)),
            _ => Kind::Scalar(self.word()?),
        };
        Ok(Node { span: start..self.at, kind })
    }

    fn word(&mut self) -> Result<Value, ParseError> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        let value = match rest.get(..length) {
            Some("null") => Value::Null,
            Some("true") => Value::Bool(true),
            Some("false") => Value::Bool(false),
            _ if length > 0 => return Err(error_at(self.at..self.at + length, texts::EXPECTED_VALUE)),
            _ => return Err(self.error_at_next(texts::EXPECTED_VALUE)),
        };
        self.at += length;
        Ok(value)
    }

    fn list(&mut self, depth: usize) -> Result<Kind, ParseError> {
        let mut nodes = Vec::new();
        self.at += 1;
        self.skip_space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Kind::List(nodes));
        }
        loop {
            nodes.push(self.value(depth + 1)?);
            if self.consume_comma_or(b']', texts::EXPECTED_COMMA_OR_BRACKET)? {
                return Ok(Kind::List(nodes));
            }
        }
    }

    fn table(&mut self, depth: usize) -> Result<Kind, ParseError> {
        let mut members = Vec::new();
        self.at += 1;
        self.skip_space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Kind::Table(members));
        }
        loop {
            if self.peek() != Some(b'"') {
                return Err(self.error_at_next(texts::EXPECTED_KEY));
            }
            let start = self.at;
            let key = self.string()?;
            let key_span = start..self.at;
            self.skip_space();
            if self.peek() != Some(b':') {
                return Err(self.error_at_next(texts::EXPECTED_COLON));
            }
            self.at += 1;
            self.skip_space();
            let node = self.value(depth + 1)?;
            members.push(Member { key, key_span, node });
            if self.consume_comma_or(b'}', texts::EXPECTED_COMMA_OR_BRACE)? {
                return Ok(Kind::Table(members));
            }
        }
    }

    /// Consumes a comma or the closing character, and returns whether it was the latter.
    fn consume_comma_or(&mut self, close: u8, template: &str) -> Result<bool, ParseError> {
        self.skip_space();
        match self.peek() {
            Some(b',') => {
                let comma = self.at;
                self.at += 1;
                self.skip_space();
                match self.peek() {
                    Some(byte) if byte == close => Err(error_at(comma..comma + 1, texts::TRAILING_COMMA)),
                    _ => Ok(false),
                }
            }
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(true)
            }
            _ => Err(self.error_at_next(template)),
        }
    }

    fn string(&mut self) -> Result<String, ParseError> {
        let open = self.at;
        self.at += 1;
        let mut decoded = self.unescaped_run().to_owned();
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(decoded);
                }
                Some(b'\\') => {
                    decoded.push(self.escape()?);
                    decoded.push_str(self.unescaped_run());
                }
                None | Some(b'\n' | b'\r') => return Err(error_at(open..self.at, texts::UNFINISHED_TEXT)),
                Some(_) => return Err(self.error(texts::CONTROL_CHARACTER)),
            }
        }
    }

    /// Consumes the characters of a string up to the next quote, escape or control character.
    fn unescaped_run(&mut self) -> &str {
        let start = self.at;
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        let is_special = |byte: &u8| *byte < 0x20 || *byte == b'"' || *byte == b'\\';
        self.at += rest.iter().position(is_special).unwrap_or(rest.len());
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn escape(&mut self) -> Result<char, ParseError> {
        let start = self.at;
        let letter = self.text.as_bytes().get(start + 1).copied();
        self.at += 2;
        Ok(match letter {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(start),
            _ => return Err(error_at(start..start + 1, texts::BAD_ESCAPE)),
        })
    }

    /// Parses the rest of a `\u` escape, and of the second one of a surrogate pair.
    fn unicode(&mut self, start: usize) -> Result<char, ParseError> {
        let first = self.hex(start)?;
        if let Some(character) = char::from_u32(first) {
            return Ok(character);
        }
        let broken = || error_at(start..start + 6, texts::BAD_SURROGATE);
        let low = self.at;
        if first >= 0xDC00 || self.text.get(low..low + 2) != Some("\\u") {
            return Err(broken());
        }
        self.at += 2;
        let second = self.hex(low)?;
        if !(0xDC00..0xE000).contains(&second) {
            return Err(broken());
        }
        char::from_u32(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)).ok_or_else(broken)
    }

    fn hex(&mut self, start: usize) -> Result<u32, ParseError> {
        let digits =
            self.text.get(self.at..self.at + 4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let number = number.ok_or_else(|| error_at(start..start + 2, texts::BAD_ESCAPE))?;
        self.at += 4;
        Ok(number)
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        self.at - start
    }

    fn number(&mut self) -> Result<Number, ParseError> {
        let start = self.at;
        self.at += usize::from(self.peek() == Some(b'-'));
        let leading_zero = self.peek() == Some(b'0');
        let whole = self.digits();
        let mut good = whole == 1 || (whole > 1 && !leading_zero);
        let mut integer = true;
        if self.peek() == Some(b'.') {
            self.at += 1;
            integer = false;
            good &= self.digits() > 0;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            integer = false;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            good &= self.digits() > 0;
        }
        let text = self.text.get(start..self.at).unwrap_or_default();
        if !good {
            return Err(error_at(start..self.at, texts::BAD_NUMBER));
        }
        let natural = || text.parse::<u64>().ok().map(Number::from);
        let negative = || text.parse::<i64>().ok().map(Number::from);
        let whole = if integer && text != "-0" { natural().or_else(negative) } else { None };
        let real = || text.parse().ok().and_then(Number::from_f64);
        whole.or_else(real).ok_or_else(|| error_at(start..self.at, texts::HUGE_NUMBER))
    }
}
/// The length of a `\u` escape.
const ESCAPE: usize = 6;

/// Replaces each `\u` escape that is half of a surrogate pair without its other half by that of
/// U+FFFD. Returns the text and the number of replacements.
pub fn replace_lone_surrogates(json: &str) -> (String, usize) {
    let (mut text, mut count) = (String::with_capacity(json.len()), 0);
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        text.push_str(before);
        let is_half =
            |at: usize, first: u32| code_unit(escape, at).is_some_and(|unit| (first..first + 0x400).contains(&unit));
        let length = match (is_half(0, 0xD800), is_half(0, 0xDC00), is_half(ESCAPE, 0xDC00)) {
            (true, _, true) => 2 * ESCAPE,
            (true, _, false) | (_, true, _) => {
                text.push_str("\\ufffd");
                count += 1;
                rest = escape.get(ESCAPE..).unwrap_or_default();
                continue;
            }
            // A backslash and the character that it escapes.
            _ => 1 + escape.chars().nth(1).map_or(0, char::len_utf8),
        };
        let (kept, after) = escape.split_at(length);
        text.push_str(kept);
        rest = after;
    }
    text.push_str(rest);
    (text, count)
}

/// Returns the number in the `\u` escape at an offset, `None` if there is no such escape.
fn code_unit(text: &str, at: usize) -> Option<u32> {
    let digits = text.get(at..at + ESCAPE)?.strip_prefix("\\u")?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)
}
