//! Writes values as YAML: block collections, and scalars that every YAML parser reads as the same
//! value.

use std::fmt::Write as _;

use serde_json::Map;

use super::plain_value;
use crate::Value;

/// Words that YAML 1.1 reads as booleans or null.
const WORDS: [&str; 11] = ["yes", "no", "on", "off", "y", "n", "true", "false", "null", ".nan", ".inf"];

/// Returns the lines of a mapping.
pub(crate) fn to_yaml(values: &Map<String, Value>) -> String {
    let mut yaml = String::new();
    push_members(&mut yaml, values, 0);
    yaml
}

/// Adds the members of a mapping. The caller has indented the first line.
fn push_members(yaml: &mut String, members: &Map<String, Value>, indent: usize) {
    for (index, (key, value)) in members.iter().enumerate() {
        if index > 0 {
            push_indent(yaml, indent);
        }
        yaml.push_str(&scalar_text(key));
        yaml.push(':');
        match value {
            Value::Array(items) if !items.is_empty() => {
                yaml.push('\n');
                push_items(yaml, items, indent);
            }
            Value::Object(inner) if !inner.is_empty() => {
                yaml.push('\n');
                push_indent(yaml, indent + 2);
                push_members(yaml, inner, indent + 2);
            }
            _ => push_inline(yaml, value),
        }
    }
}

/// Adds the items of a list, whose dashes have the indentation of their key.
fn push_items(yaml: &mut String, items: &[Value], indent: usize) {
    for item in items {
        push_indent(yaml, indent);
        yaml.push('-');
        match item {
            Value::Object(members) if !members.is_empty() => {
                yaml.push(' ');
                push_members(yaml, members, indent + 2);
            }
            _ => push_inline(yaml, item),
        }
    }
}

/// Adds a space and a value on the same line. A list inside a list is written as JSON.
fn push_inline(yaml: &mut String, value: &Value) {
    yaml.push(' ');
    match value {
        Value::String(text) => yaml.push_str(&scalar_text(text)),
        other => yaml.push_str(&escape_controls(&other.to_string())),
    }
    yaml.push('\n');
}

fn push_indent(yaml: &mut String, indent: usize) {
    yaml.extend(std::iter::repeat_n(' ', indent));
}

/// Returns a text as a scalar: without quotes, in single quotes, or as a JSON string.
fn scalar_text(text: &str) -> String {
    let is_printable = |character: char| !character.is_control() && !is_special(character);
    if !text.chars().all(is_printable) {
        return escape_controls(&Value::from(text).to_string());
    }
    if is_plain(text) { text.to_owned() } else { format!("'{}'", text.replace('\'', "''")) }
}

fn is_plain(text: &str) -> bool {
    let is_word = WORDS.contains(&text.to_lowercase().trim_start_matches(['-', '+']));
    let is_number = text.parse::<f64>().is_ok() || is_number_of_yaml_1_1(text);
    !text.is_empty()
        && text.trim() == text
        && !text.starts_with(['-', '?', ':', ',', '[', ']', '{', '}', '#', '&', '*', '!', '|', '>', '\'', '"', '%'])
        && !text.starts_with(['@', '`', '=', '~', '.'])
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with(':')
        && !is_word
        && !is_number
        && plain_value(text).is_string()
}

/// Returns whether YAML 1.1 reads a text as a number in another base, or with underscores.
fn is_number_of_yaml_1_1(text: &str) -> bool {
    let digits = text.trim_start_matches(['+', '-']);
    let consists_of = |digits: &str, is_digit: fn(&u8) -> bool| {
        digits.starts_with(|first: char| first.is_ascii_hexdigit())
            && digits.bytes().all(|byte| is_digit(&byte) || byte == b'_')
    };
    let prefixed = ["0x", "0o", "0b"].into_iter().find_map(|prefix| digits.strip_prefix(prefix));
    prefixed.is_some_and(|digits| consists_of(digits, u8::is_ascii_hexdigit)) || consists_of(digits, u8::is_ascii_digit)
}

/// Returns whether YAML does not allow a character outside of double quotes, or takes it for a line
/// break.
fn is_special(character: char) -> bool {
    matches!(character, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

/// Escapes the characters in a JSON text that YAML does not allow, which only strings contain.
fn escape_controls(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for character in json.chars() {
        if character.is_control() || is_special(character) {
            // Writing to a string does not fail.
            let _ = write!(escaped, "\\u{:04x}", u32::from(character));
        } else {
            escaped.push(character);
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::parse;
    use super::super::tests::any_value;
    use super::to_yaml;
    use crate::Value;

    #[test]
    fn to_yaml_writes_blocks_without_indented_lists() {
        let value = json!({
            "id": "doc-1", "title": "A: b", "tags": ["x", "データ"], "empty": [], "none": null, "count": 2, "flag": false,
            "at": "2026-11-21T02:57:27.409045465+00:00", "hash": "569da2752005d5f2", "digits": "1234567890123456",
            "items": [{"seq": null, "heading": "", "refs": [{"path": "a", "lines": "1-10"}], "sub": []}, {"seq": 1}],
            "source": {"origin": "authored"}, "odd": [[1, "a"], {}], "lines": "a\nb", "yes": "no", "quote": "it's"
        });
        let yaml = to_yaml(value.as_object().unwrap());
        let expected = "id: doc-1\ntitle: 'A: b'\ntags:\n- x\n- データ\nempty: []\nnone: null\ncount: 2\nflag: false\n\
            at: 2026-11-21T02:57:27.409045465+00:00\nhash: 569da2752005d5f2\ndigits: '1234567890123456'\n\
            items:\n- seq: null\n  heading: ''\n  refs:\n  - path: a\n    lines: 1-10\n  sub: []\n- seq: 1\n\
            source:\n  origin: authored\nodd:\n- [1,\"a\"]\n- {}\nlines: \"a\\nb\"\n'yes': 'no'\nquote: it's\n";
        assert_eq!(yaml, expected);
    }

    proptest! {
        #[test]
        fn written_values_parse_to_themselves(values in prop::collection::btree_map("\\PC{0,8}", any_value(), 0..5)) {
            let value: Value = values.into_iter().collect();
            let yaml = to_yaml(value.as_object().unwrap());
            let front = parse(&yaml, 0);
            prop_assert!(front.is_ok(), "{yaml}: {}", front.expect_err("an error").text);
            prop_assert_eq!(Value::Object(front.expect("valid YAML").values), value, "{}", yaml);
        }
    }
}
