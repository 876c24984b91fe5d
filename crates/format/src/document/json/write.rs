//! Values as JSON text, in the style of their surroundings.
//!
//! Invariant: with the canonical style the text is what the `handoff-mcp` server writes, byte for byte.

use crate::Value;

/// How a document is laid out.
#[derive(Clone, Debug)]
pub(crate) struct Style {
    /// The line end.
    pub(crate) newline: &'static str,
    /// One level of indentation.
    pub(crate) unit: String,
    /// What stands between a key and its value.
    pub(crate) colon: String,
    /// What follows a comma on one line.
    pub(crate) space: &'static str,
    /// What stands inside the braces of an object on one line.
    pub(crate) pad: &'static str,
    /// Whether lists without tables stand on one line even where tables do not.
    pub(crate) short_lists: bool,
}

impl Style {
    /// The prescribed style.
    pub(crate) fn canonical() -> Style {
        Style { newline: "\n", unit: "  ".to_owned(), colon: ": ".to_owned(), space: " ", pad: "", short_lists: false }
    }
}

/// A value; `indent` is the indentation of the line on which it starts, none to keep it on that line.
pub(crate) fn render(value: &Value, style: &Style, indent: Option<&str>) -> String {
    let mut text = String::new();
    write_value(&mut text, value, style, indent);
    text
}

/// A string in double quotes, with only the escapes that JSON requires.
fn quoted(string: &str) -> String {
    Value::from(string).to_string()
}

/// A member of an object.
pub(crate) fn render_member(key: &str, value: &Value, style: &Style, indent: Option<&str>) -> String {
    let mut text = String::new();
    write_member(&mut text, key, value, style, indent);
    text
}

fn write_member(text: &mut String, key: &str, value: &Value, style: &Style, indent: Option<&str>) {
    text.push_str(&quoted(key));
    text.push_str(&style.colon);
    write_value(text, value, style, indent);
}

fn write_value(text: &mut String, value: &Value, style: &Style, indent: Option<&str>) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(flag) => text.push_str(if *flag { "true" } else { "false" }),
        Value::Number(number) => text.push_str(&number.to_string()),
        Value::String(string) => text.push_str(&quoted(string)),
        Value::Array(values) => {
            let short = style.short_lists && !values.iter().any(|value| value.is_object() || value.is_array());
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
    style: &Style,
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
