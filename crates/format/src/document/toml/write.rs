//! Values as TOML text.
//!
//! Invariant: what is written reads back as the same value; what TOML cannot hold (null) is not written.

use std::fmt::Write as _;

use crate::Value;
use serde_json::{Map, Number};

/// How a document is laid out.
#[derive(Clone, Debug)]
pub(crate) struct Style {
    pub(crate) newline: &'static str,
    /// What stands between a key and its value.
    pub(crate) equals: String,
    /// The indentation of list elements, where lists with two or more stand on several lines.
    pub(crate) tall_lists: Option<String>,
}

/// Longer lists stand on several lines where nothing tells how lists are laid out.
const LINE_WIDTH: usize = 100;

impl Style {
    pub(crate) fn canonical() -> Style {
        Style { newline: "\n", equals: " = ".to_owned(), tall_lists: None }
    }
}

/// Whether a value gets a header, or several, of its own.
pub(crate) fn is_block(value: &Value) -> bool {
    match value {
        Value::Object(_) => true,
        Value::Array(values) => !values.is_empty() && values.iter().all(Value::is_object),
        _ => false,
    }
}

/// A key, quoted where it must be.
pub(crate) fn render_key(key: &str) -> String {
    let bare = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if bare {
        return key.to_owned();
    }
    let mut text = String::new();
    write_basic(&mut text, key);
    text
}

/// A value behind an equals sign; none where TOML cannot hold it.
pub(crate) fn render_value(value: &Value, style: &Style) -> Option<String> {
    match value {
        Value::String(string) if string.contains('\n') => Some(render_tall_string(string, style.newline)),
        Value::Array(values) => render_list(values, style),
        other => render_inline(other),
    }
}

fn render_list(values: &[Value], style: &Style) -> Option<String> {
    let parts: Vec<String> = values.iter().map(render_inline).collect::<Option<_>>()?;
    let short = format!("[{}]", parts.join(", "));
    let indentation = match &style.tall_lists {
        Some(indentation) if parts.len() > 1 => indentation.as_str(),
        None if short.chars().count() > LINE_WIDTH => "    ",
        _ => return Some(short),
    };
    let newline = style.newline;
    let lines: Vec<String> = parts.iter().map(|part| format!("{indentation}{part},{newline}")).collect();
    Some(format!("[{newline}{}]", lines.concat()))
}

/// A value on one line.
pub(crate) fn render_inline(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Number(number) => Some(render_number(number)),
        Value::String(string) => {
            let mut text = String::new();
            write_basic(&mut text, string);
            Some(text)
        }
        Value::Array(values) => {
            let parts: Vec<String> = values.iter().map(render_inline).collect::<Option<_>>()?;
            Some(format!("[{}]", parts.join(", ")))
        }
        Value::Object(table) => {
            let parts = table.iter().filter(|(_, value)| !value.is_null());
            let parts: Vec<String> = parts
                .map(|(key, value)| Some(format!("{} = {}", render_key(key), render_inline(value)?)))
                .collect::<Option<_>>()?;
            Some(if parts.is_empty() { "{}".to_owned() } else { format!("{{ {} }}", parts.join(", ")) })
        }
    }
}

/// Whole numbers beyond 64 bits with a sign can only be written as floats.
fn render_number(number: &Number) -> String {
    match number.as_f64().and_then(Number::from_f64) {
        Some(float) if number.is_u64() && !number.is_i64() => float.to_string(),
        _ => number.to_string(),
    }
}

/// The lines of a table: its entries, then the tables below it, then lists of tables, each under its header. `path` leads to the table.
pub(crate) fn render_table(path: &[String], table: &Map<String, Value>, style: &Style) -> Option<String> {
    let mut text = String::new();
    for (key, value) in table.iter().filter(|(_, value)| !is_block(value) && !value.is_null()) {
        text.push_str(&render_entry(&render_key(key), value, style)?);
    }
    let (single, lists): (Vec<_>, Vec<_>) =
        table.iter().filter(|(_, value)| is_block(value)).partition(|(_, value)| value.is_object());
    for (key, value) in single.into_iter().chain(lists) {
        if !text.is_empty() {
            text.push_str(style.newline);
        }
        let path: Vec<String> = path.iter().chain([key]).cloned().collect();
        text.push_str(&render_blocks(&path, value, style)?);
    }
    Some(text)
}

/// A table, or a list of tables, with headers.
pub(crate) fn render_blocks(path: &[String], value: &Value, style: &Style) -> Option<String> {
    let blocks: Vec<String> = match value {
        Value::Object(table) => {
            let only_tables = !table.is_empty() && table.values().all(is_block);
            let header = if only_tables { String::new() } else { header(path, "[", "]", style) };
            vec![join(&header, &render_table(path, table, style)?, table, style)]
        }
        Value::Array(values) => {
            let tables = values.iter().filter_map(Value::as_object);
            let element =
                |table| Some(join(&header(path, "[[", "]]", style), &render_table(path, table, style)?, table, style));
            tables.map(element).collect::<Option<_>>()?
        }
        _ => return None,
    };
    Some(blocks.join(style.newline))
}

/// A header and its lines; a blank line between them where no entry is.
fn join(header: &str, lines: &str, table: &Map<String, Value>, style: &Style) -> String {
    let has_entries = table.values().any(|value| !is_block(value) && !value.is_null());
    let blank = if header.is_empty() || lines.is_empty() || has_entries { "" } else { style.newline };
    format!("{header}{blank}{lines}")
}

fn header(path: &[String], open: &str, close: &str, style: &Style) -> String {
    let keys: Vec<String> = path.iter().map(|key| render_key(key)).collect();
    format!("{open}{}{close}{}", keys.join("."), style.newline)
}

/// A line, or several where the value needs them. `key` is written already.
pub(crate) fn render_entry(key: &str, value: &Value, style: &Style) -> Option<String> {
    Some(format!("{key}{}{}{}", style.equals, render_value(value, style)?, style.newline))
}

fn write_basic(text: &mut String, string: &str) {
    text.push('"');
    for character in string.chars() {
        write_character(text, character);
    }
    text.push('"');
}

fn write_character(text: &mut String, character: char) {
    match character {
        '"' => text.push_str("\\\""),
        '\\' => text.push_str("\\\\"),
        '\u{8}' => text.push_str("\\b"),
        '\t' => text.push_str("\\t"),
        '\n' => text.push_str("\\n"),
        '\u{c}' => text.push_str("\\f"),
        '\r' => text.push_str("\\r"),
        control if control < ' ' || control == '\u{7f}' => {
            // Writing to a text cannot fail.
            let _ = write!(text, "\\u{:04X}", u32::from(control));
        }
        other => text.push(other),
    }
}

/// A text over several lines.
fn render_tall_string(string: &str, newline: &str) -> String {
    let mut text = format!("\"\"\"{newline}");
    let mut quotes = 0;
    let mut rest = string.chars().peekable();
    while let Some(character) = rest.next() {
        quotes = if character == '"' { quotes + 1 } else { 0 };
        match character {
            '\n' => text.push_str(newline),
            '\t' => text.push('\t'),
            '"' if quotes < 3 && rest.peek().is_some() => text.push('"'),
            '"' => {
                text.push_str("\\\"");
                quotes = 0;
            }
            other => write_character(&mut text, other),
        }
    }
    text.push_str("\"\"\"");
    text
}

/// A text in single quotes, where it can stand there.
pub(crate) fn render_literal(string: &str) -> Option<String> {
    let fits = string.chars().all(|character| character != '\'' && (character == '\t' || !character.is_control()));
    fits.then(|| format!("'{string}'"))
}
