//! Texts in their five styles: plain, in single and double quotes, literal and folded blocks.

use super::{Reader, is_space};
use crate::document::fault::Fault;
use crate::{Value, texts};

/// A text without quotes as a value, by the rules of YAML's core schema.
pub(super) fn plain_value(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Bool(true),
        "false" | "False" | "FALSE" => return Value::Bool(false),
        _ => {}
    }
    let is_number = text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '-' | '+' | '.'));
    let whole = || text.parse::<i64>().ok().map(Value::from);
    let real = || text.parse().ok().and_then(serde_json::Number::from_f64).map(Value::Number);
    let number = if is_number { whole().or_else(real) } else { None };
    number.unwrap_or_else(|| Value::String(text.to_owned()))
}

impl Reader<'_> {
    /// A text without quotes, with the lines that go on with it.
    pub(super) fn plain(&mut self, parent: usize) -> Result<Value, Fault> {
        self.check_plain()?;
        let mut text = String::new();
        loop {
            let line = self.line();
            let part = line.split_once(" #").map_or(line, |(before, _)| before).trim_end_matches(is_space);
            if part.contains(": ") || part.contains(":\t") || part.ends_with(':') {
                return Err(self.fail(texts::YAML_COLON));
            }
            text.push_str(part);
            self.at += part.len();
            let (end, is_commented) = (self.at, self.line().trim_start_matches(is_space).starts_with('#'));
            let kept = text.len();
            self.fold(&mut text, kept);
            if is_commented || self.is_at_end() || self.column() <= parent || self.peek() == Some('#') {
                text.truncate(kept);
                self.at = end;
                return Ok(plain_value(&text));
            }
        }
    }

    /// Refuses what cannot begin a text without quotes.
    pub(super) fn check_plain(&self) -> Result<(), Fault> {
        match self.peek() {
            Some('&' | '*' | '!') => Err(self.fail(texts::YAML_NOT_READ)),
            Some('@' | '`' | '%' | '|' | '>' | '#') => Err(self.fail(texts::YAML_NEEDS_QUOTES)),
            _ if ['-', '?', ':'].into_iter().any(|mark| self.starts_with_mark(mark)) => {
                Err(self.fail(texts::YAML_NEEDS_QUOTES))
            }
            _ => Ok(()),
        }
    }

    /// A text in quotes.
    pub(super) fn quoted(&mut self) -> Result<String, Fault> {
        let quote = self.peek().unwrap_or('"');
        self.at += 1;
        let mut text = String::new();
        // What an escape gave is not trimmed at a line's end.
        let mut kept = 0;
        loop {
            match self.peek() {
                None => return Err(self.fail(texts::YAML_OPEN_QUOTE)),
                Some('\'') if quote == '\'' && self.rest().starts_with("''") => {
                    text.push('\'');
                    self.at += 2;
                }
                Some(found) if found == quote => {
                    self.at += 1;
                    return Ok(text);
                }
                Some('\\') if quote == '"' => {
                    self.escape(&mut text)?;
                    kept = text.len();
                }
                Some('\n' | '\r') => {
                    self.fold(&mut text, kept);
                    kept = text.len();
                }
                Some(found) => {
                    text.push(found);
                    self.at += found.len_utf8();
                }
            }
        }
    }

    fn escape(&mut self, text: &mut String) -> Result<(), Fault> {
        let unknown = self.fail(texts::YAML_ESCAPE);
        self.at += 1;
        let Some(letter) = self.peek() else { return Err(unknown) };
        self.at += letter.len_utf8();
        let digits = match letter {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            '\n' | '\r' => {
                self.skip_while(|character| matches!(character, '\n' | '\r'));
                self.skip_spaces();
                return Ok(());
            }
            _ => 0,
        };
        let number = self.rest().get(..digits).filter(|number| number.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let meant = match letter {
            '0' => Some('\0'),
            'a' => Some('\u{7}'),
            'b' => Some('\u{8}'),
            't' | '\t' => Some('\t'),
            'n' => Some('\n'),
            'v' => Some('\u{b}'),
            'f' => Some('\u{c}'),
            'r' => Some('\r'),
            'e' => Some('\u{1b}'),
            'N' => Some('\u{85}'),
            '_' => Some('\u{a0}'),
            'L' => Some('\u{2028}'),
            'P' => Some('\u{2029}'),
            ' ' | '"' | '/' | '\\' => Some(letter),
            'x' | 'u' | 'U' => number.and_then(|number| char::from_u32(u32::from_str_radix(number, 16).ok()?)),
            _ => None,
        };
        text.push(meant.ok_or(unknown)?);
        self.at += digits;
        Ok(())
    }

    /// Goes over line ends as YAML folds them: one becomes a space, more become one less.
    fn fold(&mut self, text: &mut String, kept: usize) {
        let trimmed = text.trim_end_matches(is_space).len();
        text.truncate(trimmed.max(kept));
        let start = self.at;
        self.skip_while(|character| is_space(character) || matches!(character, '\n' | '\r'));
        let passed = self.text.get(start..self.at).unwrap_or_default();
        match passed.matches('\n').count() {
            0 | 1 => text.push(' '),
            more => text.extend(std::iter::repeat_n('\n', more - 1)),
        }
    }

    /// A literal (`|`) or folded (`>`) block below what stands at a column.
    pub(super) fn block_text(&mut self, parent: usize) -> Result<String, Fault> {
        let is_folded = self.peek() == Some('>');
        self.at += 1;
        let (mut indent, mut chomp) = (None, None);
        while let Some(found) = self.peek() {
            match found {
                '+' | '-' if chomp.is_none() => chomp = Some(found),
                '1'..='9' if indent.is_none() => {
                    indent = found.to_digit(10).and_then(|more| usize::try_from(more).ok());
                }
                _ => break,
            }
            self.at += 1;
        }
        if !self.is_line_over() {
            return Err(self.fail(texts::YAML_LINE_GOES_ON));
        }
        self.at += self.line().len();
        self.skip_while(|character| character == '\r');
        self.at += usize::from(!self.is_at_end());
        let lines = self.block_lines(parent, indent)?;
        let mut text = if is_folded { folded(&lines) } else { lines.join("\n") };
        let content = text.trim_end_matches('\n').len();
        match chomp {
            Some('+') if !lines.is_empty() => text.push('\n'),
            Some('+') => {}
            Some(_) => text.truncate(content),
            None => {
                text.truncate(content);
                text.extend((content > 0).then_some('\n'));
            }
        }
        Ok(text)
    }

    /// The lines of a block without their indentation; goes behind them.
    fn block_lines(&mut self, parent: usize, indent: Option<usize>) -> Result<Vec<&str>, Fault> {
        let mut lines = Vec::new();
        let mut deepest_blank = 0;
        let mut indent = indent.map(|more| parent + more);
        while !self.is_at_end() {
            let line = self.line();
            let spaces = line.len() - line.trim_start_matches(' ').len();
            if spaces < line.len() {
                if spaces < indent.unwrap_or(parent + 1) {
                    break;
                }
                if indent.is_none() && deepest_blank > spaces {
                    return Err(self.fail(texts::YAML_INDENT));
                }
                indent = indent.or(Some(spaces));
            }
            deepest_blank = deepest_blank.max(spaces);
            lines.push(line.get(indent.unwrap_or(spaces)..).unwrap_or_default());
            self.at += self.rest().find('\n').map_or(self.rest().len(), |end| end + 1);
        }
        Ok(lines)
    }
}

/// Lines as one text: a single line end between lines that are not indented further becomes a space.
fn folded(lines: &[&str]) -> String {
    let mut text = String::new();
    let (mut breaks, mut was_indented, mut has_begun) = (0, false, false);
    for line in lines {
        if line.is_empty() {
            breaks += 1;
            continue;
        }
        let is_indented = line.starts_with(is_space);
        if has_begun {
            match breaks {
                0 if !is_indented && !was_indented => text.push(' '),
                _ => breaks += usize::from(is_indented || was_indented),
            }
        }
        text.extend(std::iter::repeat_n('\n', breaks));
        text.push_str(line);
        (breaks, was_indented, has_begun) = (0, is_indented, true);
    }
    text.extend(std::iter::repeat_n('\n', breaks));
    text
}
