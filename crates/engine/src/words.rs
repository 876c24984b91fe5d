//! Splits text into words, to compare and search texts.

use std::collections::BTreeSet;

/// Returns the words of a text in lower case. A script without spaces between words counts by pairs
/// of characters.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut spaceless_run: Vec<char> = Vec::new();
    for character in text.chars().flat_map(char::to_lowercase).chain([' ']) {
        let is_spaceless = is_spaceless(character);
        if !is_spaceless && !spaceless_run.is_empty() {
            push_pairs(&spaceless_run, &mut words);
            spaceless_run.clear();
        }
        if is_spaceless {
            spaceless_run.push(character);
        } else if character.is_alphanumeric() || character == '_' {
            word.push(character);
            continue;
        }
        if !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
    }
    words
}

/// Adds each pair of neighbouring characters, or the only character.
fn push_pairs(run: &[char], words: &mut Vec<String>) {
    if run.len() == 1 {
        words.extend(run.iter().map(char::to_string));
    }
    words.extend(run.windows(2).map(|pair| pair.iter().collect::<String>()));
}

/// Returns whether a character is Kana or Han.
fn is_spaceless(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// Returns the Jaccard similarity of two sets of words, from 0 to 1.
pub(crate) fn similarity(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    let shared = a.intersection(b).count();
    let all = a.len() + b.len() - shared;
    if all == 0 { 0.0 } else { to_f64(shared) / to_f64(all) }
}

/// Converts a count, which is far below `u32::MAX`.
pub(crate) fn to_f64(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_splits_spaced_and_spaceless_scripts() {
        for (text, expected) in [
            ("Write atomically: temp-file, fsync!", vec!["write", "atomically", "temp", "file", "fsync"]),
            ("潮汐マップ v1.0", vec!["潮汐", "汐マ", "マッ", "ップ", "v1", "0"]),
            ("a潮b", vec!["a", "潮", "b"]),
            ("snake_case ÉCOLE", vec!["snake_case", "école"]),
            (" ,.", vec![]),
        ] {
            assert_eq!(words(text), expected, "{text}");
        }
    }
}
