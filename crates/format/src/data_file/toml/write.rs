//! Renders values as TOML text.
//!
//! Invariant: the text parses to the same value. Nulls, which TOML does not have, are not written.

use std::fmt::Write as _;

use crate::Value;
use serde_json::{Map, Number};

/// The layout of a data file.
#[derive(Clone, Debug)]
pub(crate) struct TomlStyle {
    pub(crate) newline: &'static str,
    /// The text between a key and its value.
    pub(crate) equals: String,
    /// The indentation of list elements, if lists with two or more elements span several lines.
    pub(crate) list_indentation: Option<String>,
}

/// The width from which a list spans several lines, if the data file has no list to follow.
const LINE_WIDTH: usize = 100;

impl TomlStyle {
    pub(crate) fn canonical() -> TomlStyle {
        TomlStyle { newline: "\n", equals: " = ".to_owned(), list_indentation: None }
    }
}

/// Returns whether a value is written with headers of its own.
pub(crate) fn is_block(value: &Value) -> bool {
    match value {
        Value::Object(_) => true,
        Value::Array(values) => !values.is_empty() && values.iter().all(Value::is_object),
        _ => false,
    }
}

/// Renders a key, in quotes if it needs them.
pub(crate) fn render_key(key: &str) -> String {
    let bare = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    if bare {
        return key.to_owned();
    }
    let mut text = String::new();
    write_basic(&mut text, key);
    text
}

/// Renders a value behind an equals sign. Returns `None` if TOML cannot express it.
pub(crate) fn render_value(value: &Value, style: &TomlStyle) -> Option<String> {
    match value {
        Value::String(string) if string.contains('\n') => Some(render_multiline_string(string, style.newline)),
        Value::Array(values) => render_list(values, style),
        other => render_inline(other),
    }
}

fn render_list(values: &[Value], style: &TomlStyle) -> Option<String> {
    let parts: Vec<String> = values.iter().map(render_inline).collect::<Option<_>>()?;
    let short = format!("[{}]", parts.join(", "));
    let indentation = match &style.list_indentation {
        Some(indentation) if parts.len() > 1 => indentation.as_str(),
        None if short.chars().count() > LINE_WIDTH => "    ",
        _ => return Some(short),
    };
    let newline = style.newline;
    let lines: Vec<String> = parts.iter().map(|part| format!("{indentation}{part},{newline}")).collect();
    Some(format!("[{newline}{}]", lines.concat()))
}

/// Renders a value on one line.
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

/// Renders a number. An integer outside the range of `i64` becomes a float.
fn render_number(number: &Number) -> String {
    match number.as_f64().and_then(Number::from_f64) {
        Some(float) if number.is_u64() && !number.is_i64() => float.to_string(),
        _ => number.to_string(),
    }
}

/// Renders the lines of the table at `path`: its entries, then its tables, then its lists of
/// tables, each under its header.
pub(crate) fn render_table(path: &[String], table: &Map<String, Value>, style: &TomlStyle) -> Option<String> {
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

/// Renders a table, or a list of tables, with headers.
pub(crate) fn render_blocks(path: &[String], value: &Value, style: &TomlStyle) -> Option<String> {
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

/// Joins a header and its lines, with a blank line between them if the table has no entry.
fn join(header: &str, lines: &str, table: &Map<String, Value>, style: &TomlStyle) -> String {
    let has_entries = table.values().any(|value| !is_block(value) && !value.is_null());
    let blank = if header.is_empty() || lines.is_empty() || has_entries { "" } else { style.newline };
    format!("{header}{blank}{lines}")
}

fn header(path: &[String], open: &str, close: &str, style: &TomlStyle) -> String {
    let keys: Vec<String> = path.iter().map(|key| render_key(key)).collect();
    format!("{open}{}{close}{}", keys.join("."), style.newline)
}

/// Renders an entry. `key` is already quoted if it needs to be.
pub(crate) fn render_entry(key: &str, value: &Value, style: &TomlStyle) -> Option<String> {
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
            // Writing to a string cannot fail.
            let _ = write!(text, "\\u{:04X}", u32::from(control));
        }
        other => text.push(other),
    }
}

/// Renders a multi-line string.
fn render_multiline_string(string: &str, newline: &str) -> String {
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

/// Renders a string in single quotes, if it can be written so.
pub(crate) fn render_literal(string: &str) -> Option<String> {
    let fits = string.chars().all(|character| character != '\'' && (character == '\t' || !character.is_control()));
    fits.then(|| format!("'{string}'"))
}
