//! Finds the end of a private key. A key without its end line ends with its last line, so nothing
//! behind it is taken.

use crate::secrets::identifier::is_identifier;
use crate::secrets::value::is_varied;

/// Returns the length in bytes of the body of a key at the start of a text, with its end line, or
/// `None` if there is no key.
pub(super) fn key_length(body: &str) -> Option<usize> {
    const END: &str = "-----END ";
    let mut rest = body;
    let mut length = None;
    let mut width = 0;
    loop {
        rest = past_headers(rest);
        if let Some(label) = rest.strip_prefix(END) {
            let tail = label.split_once("-----").map_or(rest, |(_, tail)| tail);
            return length.map(|_| body.len() - tail.len());
        }
        let (line, after) = rest.split_at(base64_length(rest));
        let is_last = past_separators(after).starts_with(END) && length.is_some();
        if line.is_empty() || !(is_last || line.len() == width || is_key_text(line)) {
            return length;
        }
        // All lines of a body except the last have the same length, which is longer than words.
        if line.len() >= 40 {
            width = line.len();
        }
        length = Some(body.len() - after.len());
        rest = after;
    }
}

/// Skips the characters around the lines of a key: white space, escaped line breaks, and marks that
/// quote lines.
fn past_separators(text: &str) -> &str {
    let mut rest = text;
    loop {
        let escape = rest.strip_prefix('\\').map(|escape| escape.trim_start_matches('\\'));
        let unescaped = escape.map(|escape| escape.strip_prefix(['n', 'r', 't']).unwrap_or(escape));
        let next = unescaped.unwrap_or(rest);
        let next =
            next.trim_start_matches(|character: char| character.is_whitespace() || "\"'`,+|>#*".contains(character));
        if next.len() == rest.len() {
            return rest;
        }
        rest = next;
    }
}

/// Skips separators and the header fields of a key, one per line.
fn past_headers(text: &str) -> &str {
    const FIELDS: [&str; 6] = ["Proc-Type:", "DEK-Info:", "Version:", "Comment:", "Charset:", "Hash:"];
    let mut rest = past_separators(text);
    while FIELDS.iter().any(|field| rest.starts_with(field)) {
        let end = rest.find(['\n', '\\']).unwrap_or(rest.len());
        rest = past_separators(rest.get(end..).unwrap_or_default());
    }
    rest
}

/// Returns the length in bytes of the base64 text at the start of a text. Some programs write `/`
/// as `\/` in JSON.
fn base64_length(text: &str) -> usize {
    let is_base64 = |character: char| character.is_ascii_alphanumeric() || matches!(character, '+' | '/' | '=');
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(is_base64);
        match rest.strip_prefix("\\/") {
            Some(after) => rest = after,
            None => return text.len() - rest.len(),
        }
    }
}

/// Returns true if base64 text cannot be a word, a name or a path.
fn is_key_text(line: &str) -> bool {
    let has = |class: fn(&u8) -> bool| line.as_bytes().iter().any(class);
    let has_all = has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) && has(u8::is_ascii_digit);
    line.len() >= 16 && has_all && is_varied(line) && !is_identifier(line)
}
