//! Texts of people in Markdown.

use handoff_format::single_line;

/// Escapes a text so that it is one line without markup, wherever in a paragraph or an item of a list
/// it is. Of a longer text the first `max` characters are kept.
pub(crate) fn escape(text: &str, max: usize) -> String {
    let line = single_line(text);
    let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut escaped = String::with_capacity(words.len());
    // Markers of lists count at the beginning only.
    let mut is_lead = true;
    let mut characters = words.chars().enumerate().peekable();
    while let Some((position, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        if position == max {
            escaped.push('…');
            break;
        }
        let is_marker = match character {
            // `:` and `@` make addresses into links, `$` and `~` are markup in common dialects.
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '#' | '|' | '!' | '~' | '$' | ':' | '@' => true,
            '-' | '+' => position == 0 && !next.is_some_and(|next| next.is_ascii_digit()),
            '.' | ')' => is_lead && position > 0 && next.is_none_or(|next| next == ' '),
            _ => false,
        };
        if is_marker {
            escaped.push('\\');
        }
        escaped.push(character);
        is_lead = is_lead && character.is_ascii_digit();
    }
    // An address without a scheme is a link as well.
    escaped.replace("www.", "www\\.")
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn no_text_becomes_markup() {
        for (text, escaped) in [
            ("Draw the map", "Draw the map"),
            ("# Title", "\\# Title"),
            ("- item", "\\- item"),
            ("1. item, 2. item", "1\\. item, 2. item"),
            ("a\n\n## b\u{2028}c", "a \\#\\# b c"),
            ("<script>&lt;", "\\<script\\>\\&lt;"),
            ("[x](https://e.org) ![y](z)", "\\[x\\](https\\://e.org) \\!\\[y\\](z)"),
            ("**b** _i_ `c` ~~d~~ | $e$", "\\*\\*b\\*\\* \\_i\\_ \\`c\\` \\~\\~d\\~\\~ \\| \\$e\\$"),
            ("www.e.org me@e.org", "www\\.e.org me\\@e.org"),
            ("\t    code", "code"),
            ("2.5", "2.5"),
            ("-3", "-3"),
            ("--- +", "\\--- +"),
            ("", ""),
        ] {
            assert_eq!(escape(text, 100), escaped, "{text}");
        }
        assert_eq!(escape("abcdef", 3), "abc…");
    }
}
