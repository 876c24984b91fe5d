//! The content of files inside JSON: of the journal, and of the steps of the history.
//!
//! Invariant: every content is read as it was written, UTF-8 or not.

use serde::{Deserialize, Serialize};

/// The bytes of a file. Written as text if they are UTF-8, else as hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "WrittenContent", try_from = "WrittenContent")]
pub(crate) struct StoredContent(pub Vec<u8>);

#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum WrittenContent {
    Text { text: String },
    Hex { digits: String },
}

impl From<StoredContent> for WrittenContent {
    fn from(content: StoredContent) -> WrittenContent {
        match String::from_utf8(content.0) {
            Ok(text) => WrittenContent::Text { text },
            Err(error) => {
                let digits = error.into_bytes().into_iter().flat_map(|byte| [byte >> 4, byte & 15]);
                let digits = digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect();
                WrittenContent::Hex { digits }
            }
        }
    }
}

/// A text is not made of pairs of hexadecimal digits.
#[derive(Debug, thiserror::Error)]
#[error("not hexadecimal digits")]
struct NotHex;

impl TryFrom<WrittenContent> for StoredContent {
    type Error = NotHex;

    fn try_from(written: WrittenContent) -> Result<StoredContent, Self::Error> {
        let digits = match written {
            WrittenContent::Text { text } => return Ok(StoredContent(text.into_bytes())),
            WrittenContent::Hex { digits } => digits,
        };
        let bytes = digits.as_bytes().chunks(2).map(|pair| {
            let is_whole = pair.len() == 2 && pair.iter().all(u8::is_ascii_hexdigit);
            let digits = std::str::from_utf8(pair).ok().filter(|_| is_whole)?;
            u8::from_str_radix(digits, 16).ok()
        });
        bytes.collect::<Option<_>>().map(StoredContent).ok_or(NotHex)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_survives_json_and_damaged_digits_are_rejected() {
        for bytes in [&b""[..], b"{\"id\": 1}\r\n", "\u{1f600}".as_bytes(), b"\xff\x00\n"] {
            let json = serde_json::to_string(&StoredContent(bytes.to_vec())).unwrap();
            assert_eq!(serde_json::from_str::<StoredContent>(&json).unwrap(), StoredContent(bytes.to_vec()), "{json}");
        }
        for digits in ["f", "fg", "+1", "\u{e9}"] {
            let json = serde_json::json!({"kind": "hex", "digits": digits}).to_string();
            assert!(serde_json::from_str::<StoredContent>(&json).is_err(), "{digits}");
        }
    }
}
