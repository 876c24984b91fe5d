//! Characters that a reader does not see.

use crate::single_line::is_break;

/// Returns true for a character that has no shape or changes the direction of text: Unicode's format
/// characters (category Cf), line separators and tags.
pub fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}'
        | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns whether a character has no shape or reorders text, ends no line, and no letter or emoji needs it, as they need
/// joiners, variation selectors, and marks of Arabic, Syriac, Kaithi and hieroglyphs.
pub fn is_hidden(character: char) -> bool {
    let is_needed = matches!(character,
        '\u{200c}' | '\u{200d}' | '\u{600}'..='\u{605}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}'
        | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}' | '\u{e0100}'..='\u{e01ef}');
    is_invisible(character) && !is_needed && !is_break(character)
}
