//! Texts that have to stay on one line, such as titles and names.

/// Returns whether a character ends a line, or is a control character.
pub fn is_break(character: char) -> bool {
    character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')
}

/// Returns whether a text is a single line without control characters.
pub fn is_single_line(text: &str) -> bool {
    !text.contains(is_break)
}

/// Returns a text with a space in place of each line end and control character.
pub fn single_line(text: &str) -> String {
    text.replace(is_break, " ")
}
