//! Mappings and lists, in block and flow style.

use std::ops::Range;

use serde_json::Map;

use super::scalar::plain_value;
use super::{MAX_DEPTH, Reader, is_space};
use crate::document::fault::Fault;
use crate::{Value, texts};

impl Reader<'_> {
    /// The mapping whose first key stands here; the places of its keys are added.
    pub(super) fn mapping(&mut self, places: &mut Vec<(String, Range<usize>)>) -> Result<Map<String, Value>, Fault> {
        let column = self.column();
        let mut values = Map::new();
        loop {
            let start = self.at;
            let Some((key, end)) = self.key()? else { return Err(self.fail(texts::YAML_NO_KEY)) };
            places.push((key.clone(), start..end));
            let value = self.value(column, true)?;
            values.insert(key, value);
            if self.is_over(column)? {
                return Ok(values);
            }
        }
    }

    fn list(&mut self) -> Result<Value, Fault> {
        let column = self.column();
        let mut values = Vec::new();
        while self.starts_with_mark('-') {
            self.at += 1;
            values.push(self.value(column, false)?);
            if self.is_over(column)? {
                break;
            }
        }
        Ok(Value::Array(values))
    }

    /// Goes to what comes next, and tells whether a collection at this column ends before it.
    fn is_over(&mut self, column: usize) -> Result<bool, Fault> {
        self.skip()?;
        match self.column() {
            _ if self.is_at_end() => Ok(true),
            next if next > column => Err(self.fail(texts::YAML_INDENT)),
            next => Ok(next < column),
        }
    }

    /// A key with the colon behind it; none when something else stands here.
    pub(super) fn key(&mut self) -> Result<Option<(String, usize)>, Fault> {
        let start = self.at;
        let line = self.line();
        if line.starts_with(['"', '\'']) {
            let key = self.quoted()?;
            let end = self.at;
            self.skip_spaces();
            if self.starts_with_mark(':') {
                self.at += 1;
                return Ok(Some((key, end)));
            }
            self.at = start;
            return Ok(None);
        }
        if self.starts_with_mark('?') {
            return Err(self.fail(texts::YAML_NOT_READ));
        }
        if self.starts_with_mark('-') || line.starts_with(|first| "[]{},&*!|>@`%#".contains(first)) {
            return Ok(None);
        }
        let line = line.split_once(" #").map_or(line, |(before, _)| before);
        let colon = line.find(": ").or_else(|| line.find(":\t")).or_else(|| Some(line.strip_suffix(':')?.len()));
        Ok(colon.and_then(|colon| line.get(..colon)).map(|key| {
            self.at += key.len() + 1;
            let key = key.trim_end_matches(is_space);
            (key.to_owned(), start + key.len())
        }))
    }

    /// What belongs to a key, or to the dash of a list, that stands at a column.
    fn value(&mut self, parent: usize, of_key: bool) -> Result<Value, Fault> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.fail(texts::YAML_DEEP));
        }
        let on_same_line = !self.is_line_over();
        if on_same_line {
            self.skip_spaces();
        } else {
            self.skip()?;
        }
        let is_list = self.starts_with_mark('-');
        let is_below = self.column() > parent || of_key && is_list && self.column() == parent;
        let value = if self.is_at_end() || !is_below {
            Value::Null
        } else if on_same_line && of_key {
            self.inline(parent)?
        } else if is_list {
            self.list()?
        } else {
            let start = self.at;
            if self.key()?.is_some() {
                self.at = start;
                Value::Object(self.mapping(&mut Vec::new())?)
            } else {
                self.inline(parent)?
            }
        };
        self.depth -= 1;
        Ok(value)
    }

    /// A text or a flow collection below what stands at a column.
    fn inline(&mut self, parent: usize) -> Result<Value, Fault> {
        let value = match self.peek() {
            Some('|' | '>') => return self.block_text(parent).map(Value::String),
            Some('"' | '\'') => Value::String(self.quoted()?),
            Some('[' | '{') => {
                let start = self.at;
                let value = self.flow()?;
                self.check_flow_lines(start, parent)?;
                value
            }
            _ => return self.plain(parent),
        };
        if self.is_line_over() { Ok(value) } else { Err(self.fail(texts::YAML_LINE_GOES_ON)) }
    }

    /// The further lines of a flow collection stand deeper than what it belongs to; its end may stand below that.
    fn check_flow_lines(&self, start: usize, parent: usize) -> Result<(), Fault> {
        let text = self.text.get(start..self.at).unwrap_or_default();
        let stands = |line: &str| {
            let content = line.trim_start_matches(' ');
            line.len() - content.len() > parent || content.trim().is_empty() || content.starts_with([']', '}', '#'])
        };
        if text.split('\n').skip(1).all(stands) { Ok(()) } else { Err(self.fail(texts::YAML_INDENT)) }
    }

    fn flow(&mut self) -> Result<Value, Fault> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.fail(texts::YAML_DEEP));
        }
        let value = match self.peek() {
            Some('[') => {
                self.at += 1;
                let mut values = Vec::new();
                while self.flow_goes_on(']', values.is_empty())? {
                    values.push(self.flow()?);
                }
                Value::Array(values)
            }
            Some('{') => {
                self.at += 1;
                let mut values = Map::new();
                while self.flow_goes_on('}', values.is_empty())? {
                    let key = self.flow_text()?.1;
                    self.skip()?;
                    let mut value = Value::Null;
                    if self.peek() == Some(':') {
                        self.at += 1;
                        self.skip()?;
                        if !matches!(self.peek(), Some(',' | '}')) {
                            value = self.flow()?;
                        }
                    }
                    values.insert(key, value);
                }
                Value::Object(values)
            }
            _ => {
                let (is_quoted, text) = self.flow_text()?;
                if is_quoted { Value::String(text) } else { plain_value(&text) }
            }
        };
        self.depth -= 1;
        Ok(value)
    }

    /// Goes over a comma to the next item; false behind the closing bracket.
    fn flow_goes_on(&mut self, close: char, is_first: bool) -> Result<bool, Fault> {
        self.skip()?;
        match self.peek() {
            Some(',') if !is_first => self.at += 1,
            Some(found) if is_first || found == close => {}
            _ => return Err(self.fail(texts::YAML_OPEN_LIST)),
        }
        self.skip()?;
        let is_over = self.peek() == Some(close);
        self.at += usize::from(is_over);
        Ok(!is_over)
    }

    /// A text inside a flow collection, and whether it was in quotes.
    fn flow_text(&mut self) -> Result<(bool, String), Fault> {
        if let Some('"' | '\'') = self.peek() {
            return Ok((true, self.quoted()?));
        }
        self.check_plain()?;
        let line = self.line();
        let line = line.split_once(" #").map_or(line, |(before, _)| before);
        let end = line.char_indices().find(|(at, character)| {
            let next = line.get(at + 1..).and_then(|rest| rest.chars().next());
            ",[]{}".contains(*character)
                || *character == ':' && next.is_none_or(|next| is_space(next) || ",[]{}".contains(next))
        });
        let text = line.get(..end.map_or(line.len(), |(at, _)| at)).unwrap_or_default().trim_end_matches(is_space);
        if text.is_empty() {
            return Err(self.fail(texts::YAML_OPEN_LIST));
        }
        self.at += text.len();
        Ok((false, text.to_owned()))
    }
}
