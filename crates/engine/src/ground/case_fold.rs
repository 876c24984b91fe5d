//! Case-insensitive comparison of texts.

use unicode_normalization::UnicodeNormalization as _;

/// Returns a text in lower case. Each letter is folded by itself, so that the beginning of a word
/// matches as well: the final sigma becomes the other small sigma.
pub(crate) fn fold(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).map(|letter| if letter == 'ς' { 'σ' } else { letter }).collect()
}

/// Returns the form of a name that is equal for names that some file systems take for one: they
/// differ in case or in the composition of characters only.
pub(crate) fn fold_name(name: &str) -> String {
    if name.is_ascii() { name.to_ascii_lowercase() } else { fold(&name.nfc().collect::<String>()) }
}

/// Returns whether some file systems take two names for one.
pub(crate) fn is_same_name(a: &str, b: &str) -> bool {
    // A folder may have thousands of names, nearly all of them ASCII.
    if a.is_ascii() && b.is_ascii() { a.eq_ignore_ascii_case(b) } else { fold_name(a) == fold_name(b) }
}

/// Returns the folded words of a text that was typed to search.
pub(crate) fn folded_words(text: &str) -> Vec<String> {
    fold(text).split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::{fold, fold_name, is_same_name};

    #[test]
    fn fold_name_ignores_case_and_composition() {
        for (a, b, is_same) in [
            ("CAFE\u{301}", "caf\u{e9}", true),
            ("cafe", "caf\u{e9}", false),
            ("T1-a", "t1-A", true),
            ("a", "b", false),
        ] {
            assert_eq!((fold_name(a) == fold_name(b), is_same_name(a, b)), (is_same, is_same), "{a} {b}");
        }
    }

    #[test]
    fn fold_ignores_case_and_final_sigma() {
        for (text, folded) in
            [("Tide Atlas", "tide atlas"), ("ΟΔΟΣ", "οδοσ"), ("οδος", "οδοσ"), ("ÄÉ", "äé"), ("潮汐", "潮汐")]
        {
            assert_eq!(fold(text), folded);
        }
    }
}
