//! Pointers that name a line by its text, such as `fn parse`. The text is right wherever the line goes.

use serde_json::Value;

use crate::context_pointers::line_anchors::span;

/// Minimum number of letters and digits of a text that can name a line.
const MIN_LETTERS: usize = 2;

/// Returns the text by which a pointer names a line, `None` if it has numbers of lines or none.
pub(super) fn symbol(pointer: &Value) -> Option<&str> {
    let lines = pointer.get("lines")?.as_str()?.trim();
    let has_number = lines.trim_start_matches(['L', 'l']).starts_with(|first: char| first.is_ascii_digit());
    let is_range = lines.split(',').any(|part| span(part).is_some());
    let letters = lines.chars().filter(|letter| letter.is_alphanumeric()).count();
    (letters >= MIN_LETTERS && !has_number && !is_range).then_some(lines)
}

/// Returns the line that a text names, counted from 1: one that begins with it is better than one that
/// contains it, whole words are better than parts of them, and of several the one nearest to `near` is
/// taken, else the first.
pub(super) fn find_symbol(text: &str, symbol: &str, near: Option<usize>) -> Option<usize> {
    let matches = text.lines().enumerate().filter_map(|(index, line)| Some((rank(line.trim(), symbol)?, index + 1)));
    matches.min_by_key(|(rank, line)| (*rank, near.map_or(*line, |near| near.abs_diff(*line)))).map(|(_, line)| line)
}

/// Returns how well a line fits, from 0, `None` if it does not have the text.
fn rank(line: &str, symbol: &str) -> Option<u8> {
    let is_word = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    let has_word_ends = (is_word(symbol.chars().next()), is_word(symbol.chars().next_back()));
    let rank = |(at, _): (usize, &str)| {
        let before = line.get(..at).and_then(|before| before.chars().next_back());
        let after = line.get(at + symbol.len()..).and_then(|after| after.chars().next());
        let is_part = has_word_ends.0 && is_word(before) || has_word_ends.1 && is_word(after);
        u8::from(at > 0) + 2 * u8::from(is_part)
    };
    line.match_indices(symbol).map(rank).min()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{find_symbol, symbol};

    #[test]
    fn symbol_is_a_text_without_numbers_of_lines() {
        for (lines, expected) in [
            ("fn parse", Some("fn parse")),
            (" def occurrences(a, b) ", Some("def occurrences(a, b)")),
            ("## 規則", Some("## 規則")),
            ("10-20", None),
            ("5, 30-40", None),
            ("L7", None),
            ("10-20 (the parser)", None),
            ("?", None),
            ("", None),
        ] {
            assert_eq!(symbol(&json!({"path": "a", "lines": lines})), expected, "{lines}");
        }
        assert_eq!(symbol(&json!({"path": "a", "lines": 7})), None);
        assert_eq!(symbol(&json!("a")), None);
    }

    #[test]
    fn symbol_is_found_as_a_whole_word_first() {
        let text =
            "// parse\r\nfn parse_all() {}\n    pub fn parse() {}\nfn parse() {}\nfn main() {\n    fn parse()\n}\n";
        for (symbol, near, expected) in [
            ("fn parse", None, Some(4)),
            ("fn parse", Some(7), Some(6)),
            ("pub fn parse", None, Some(3)),
            ("parse", None, Some(1)),
            ("rse_a", None, Some(2)),
            ("fn parse() {}", Some(1), Some(4)),
            ("struct", None, None),
        ] {
            assert_eq!(find_symbol(text, symbol, near), expected, "{symbol}");
        }
        assert_eq!(find_symbol("", "fn", None), None);
    }
}
