//! Parses JSON of other programs past a byte order mark, and past halves of surrogate pairs, which
//! programs leave that cut texts by UTF-16 units.

use handoff_format::replace_lone_surrogates;
use serde_json::{Error, Value};

/// A byte order mark in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Parses JSON. Returns the number of halves of surrogate pairs that were replaced by U+FFFD as well.
pub fn parse(bytes: &[u8]) -> Result<(Value, usize), Error> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let error = match serde_json::from_slice(bytes) {
        Ok(value) => return Ok((value, 0)),
        Err(error) => error,
    };
    match std::str::from_utf8(bytes).map(replace_lone_surrogates) {
        Ok((text, count)) if count > 0 => Ok((serde_json::from_str(&text)?, count)),
        _ => Err(error),
    }
}

/// Returns the note about halves of surrogate pairs that were replaced, `None` if there were none.
pub fn note(replaced: usize) -> Option<String> {
    let places = if replaced == 1 { "1 place".to_owned() } else { format!("{replaced} places") };
    let note = format!(
        "In {places} the text had half of a surrogate pair, as when an emoji is cut; it is U+FFFD (\u{fffd}) now."
    );
    (replaced > 0).then_some(note)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn marks_and_half_characters_are_read_past() {
        for (text, expected) in [
            (r#"{"a": "x"}"#, Some((json!({"a": "x"}), 0))),
            ("\u{feff}[1]", Some((json!([1]), 0))),
            (r#""cut \ud83d\u2026""#, Some((json!("cut \u{fffd}\u{2026}"), 1))),
            (
                r#""\ud83d\ude00 \ude00 \ud83d \ud83d\ud83d\ude00""#,
                Some((json!("\u{1f600} \u{fffd} \u{fffd} \u{fffd}\u{1f600}"), 3)),
            ),
            (r#""\\ud83d \"\ud83d\"""#, Some((json!("\\ud83d \"\u{fffd}\""), 1))),
            (r#""\ud83d"#, None),
            ("\u{feff}\u{feff}1", None),
            ("", None),
        ] {
            assert_eq!(parse(text.as_bytes()).ok(), expected, "{text}");
        }
        assert!(parse(b"\"\xed\xa0\xbd \\ud83d\"").is_err(), "bytes that are not UTF-8");
    }
}
