//! Renders values as JSON text, in the style of the data file.
//!
//! Invariant: in the canonical style the text equals what the `handoff-mcp` server writes, byte for
//! byte.

use crate::Value;

/// The layout of a data file.
#[derive(Clone, Debug)]
pub(crate) struct JsonStyle {
    /// The line break.
    pub(crate) newline: &'static str,
    /// One level of indentation.
    pub(crate) unit: String,
    /// The text between a key and its value.
    pub(crate) colon: String,
    /// The space after a comma between elements on one line.
    pub(crate) space: &'static str,
    /// The space inside the braces of an object on one line.
    pub(crate) pad: &'static str,
    /// Whether lists of scalars are on one line although objects are not.
    pub(crate) inline_lists: bool,
}

impl JsonStyle {
    /// Returns the style of new data files.
    pub(crate) fn canonical() -> JsonStyle {
        JsonStyle {
            newline: "\n",
            unit: "  ".to_owned(),
            colon: ": ".to_owned(),
            space: " ",
            pad: "",
            inline_lists: false,
        }
    }
}

/// Renders a value. `indent` is the indentation of the line on which it starts, or `None` to keep
/// all of it on that line.
pub(crate) fn render(value: &Value, style: &JsonStyle, indent: Option<&str>) -> String {
    let mut text = String::new();
    write_value(&mut text, value, style, indent);
    text
}

/// Renders a string in double quotes, with only the escapes that JSON requires.
fn quote(string: &str) -> String {
    Value::from(string).to_string()
}

/// Renders a member of an object.
pub(crate) fn render_member(key: &str, value: &Value, style: &JsonStyle, indent: Option<&str>) -> String {
    let mut text = String::new();
    write_member(&mut text, key, value, style, indent);
    text
}

fn write_member(text: &mut String, key: &str, value: &Value, style: &JsonStyle, indent: Option<&str>) {
    text.push_str(&quote(key));
    text.push_str(&style.colon);
    write_value(text, value, style, indent);
}

fn write_value(text: &mut String, value: &Value, style: &JsonStyle, indent: Option<&str>) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(flag) => text.push_str(if *flag { "true" } else { "false" }),
        Value::Number(number) => text.push_str(&number.to_string()),
        Value::String(string) => text.push_str(&quote(string)),
        Value::Array(values) => {
            let short = style.inline_lists && !values.iter().any(|value| value.is_object() || value.is_array());
            let indent = indent.filter(|_| !short);
            write_parts(text, '[', ']', style, indent, values.iter(), |text, value, indent| {
                write_value(text, value, style, indent);
            });
        }
        Value::Object(table) => {
            write_parts(text, '{', '}', style, indent, table.iter(), |text, (key, value), indent| {
                write_member(text, key, value, style, indent);
            });
        }
    }
}

fn write_parts<T>(
    text: &mut String,
    open: char,
    close: char,
    style: &JsonStyle,
    indent: Option<&str>,
    parts: impl ExactSizeIterator<Item = T>,
    mut write: impl FnMut(&mut String, T, Option<&str>),
) {
    text.push(open);
    let empty = parts.len() == 0;
    let deeper = indent.map(|indent| format!("{indent}{}", style.unit));
    for (index, part) in parts.enumerate() {
        if index > 0 {
            text.push(',');
        }
        match &deeper {
            Some(deeper) => {
                text.push_str(style.newline);
                text.push_str(deeper);
            }
            None if index > 0 => text.push_str(style.space),
            None if open == '{' => text.push_str(style.pad),
            None => {}
        }
        write(text, part, deeper.as_deref());
    }
    match indent {
        Some(indent) if !empty => {
            text.push_str(style.newline);
            text.push_str(indent);
        }
        None if !empty && close == '}' => text.push_str(style.pad),
        _ => {}
    }
    text.push(close);
}
