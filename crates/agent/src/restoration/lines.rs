//! Lines of the restoration.

use crate::restoration::tokens::estimate_tokens;

/// Returns a line as it is written below a heading, or without one.
pub(super) fn item(title: &str, line: &str, max_tokens: usize) -> String {
    format!("{}{}\n", if title.is_empty() { "" } else { "- " }, cut(&one_line(line), max_tokens))
}

/// Returns a text without line breaks, so that it cannot begin a section.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Cuts a text to a maximum number of tokens and adds an ellipsis.
pub(crate) fn cut(text: &str, max_tokens: usize) -> String {
    let mut tokens = estimate_tokens(text);
    if tokens <= max_tokens {
        return text.to_owned();
    }
    let mut letters: Vec<char> = text.chars().collect();
    while tokens > max_tokens && !letters.is_empty() {
        // Tokens are spread evenly over most texts, so the first cut is close and few more follow.
        let length = (letters.len() * max_tokens / tokens).min(letters.len() - 1);
        letters.truncate(length);
        tokens = estimate_tokens(&letters.iter().collect::<String>()) + 1;
    }
    let text: String = letters.iter().collect();
    // Cut after a word, unless that would remove more than half.
    let text = match text.rsplit_once(' ') {
        Some((words, _)) if words.len() * 2 > text.len() => words,
        _ => &text,
    };
    format!("{}…", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_text_uses_what_there_is_and_ends_after_a_word() {
        let text = "The feed repeats rows when the station restarts. ".repeat(20);
        let words: Vec<&str> = text.split(' ').collect();
        for max in 10..150 {
            let cut = cut(&text, max);
            let tokens = estimate_tokens(&cut);
            assert!(tokens <= max && tokens + 5 >= max, "{tokens} of {max}: {cut}");
            let kept = cut.strip_suffix('…').expect("an ellipsis");
            assert!(words.starts_with(&kept.split(' ').collect::<Vec<_>>()), "{cut}");
        }
    }

    #[test]
    fn cut_text_keeps_most_of_a_long_word() {
        let word = "y".repeat(400);
        let cut = cut(&format!("x {word}"), 20);
        assert!(cut.starts_with("x yyyy") && cut.ends_with("y…"), "{cut}");
        assert_eq!(super::cut("short text", 20), "short text");
    }
}
