//! The words by which texts are searched.

use std::collections::BTreeSet;

use lexsim::{is_cl_ngram, is_stopword, tokenize};

use super::{is_spaceless, push_pairs};

/// English articles, pronouns, prepositions, conjunctions, auxiliaries and negations.
const FUNCTION_WORDS: &str = "a about all also always an and any are as at be been before being but by can can't could \
    did do does doesn't don't each every for from had has have he her his how i if in instead into is isn't it it's its \
    just may me might more most must my never no nor not of off on only or other our out over own shall she should so \
    some such than that the their them then there these they this those to too until up us via was we were what when \
    where which while who whom whose why will with without would you your";

/// Returns the words of a text in lower case, without function words. The parts of an identifier
/// such as `atomic_write` or `parseFeedRows` follow the identifier. A word of a script without
/// spaces counts by pairs of characters, because its ends are uncertain.
pub(super) fn search_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let is_break = |character: char| character.is_whitespace() || matches!(character, '。' | '、');
    for part in text.split(is_break).filter(|part| !part.is_empty()) {
        // The tokenizer repeats the parts of an identifier.
        let tokens: BTreeSet<String> = tokenize(part).into_iter().collect();
        for word in tokens {
            if is_cl_ngram(&word) || is_stopword(&word) || is_function_word(&word) {
                continue;
            }
            if word.chars().all(is_spaceless) {
                push_pairs(&word.chars().collect::<Vec<char>>(), &mut words);
            } else {
                words.push(word);
            }
        }
    }
    words
}

/// Returns whether a word in lower case is an English function word.
pub(super) fn is_function_word(word: &str) -> bool {
    FUNCTION_WORDS.split_whitespace().any(|function_word| function_word == word)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::search_words;

    #[test]
    fn search_words_splits_identifiers_and_skips_function_words() {
        for (text, expected) in [
            ("Use atomic_write for every file.", "atomic atomic_write file use write"),
            ("parseFeedRows", "feed parse parsefeedrows rows"),
            ("temp-file, src/feed.rs", "feed feed.rs file rs src temp"),
            ("for the", ""),
            ("にする", ""),
            ("画面は日本語にする", "日本 本語 画面"),
            ("", ""),
        ] {
            let words: BTreeSet<String> = search_words(text).into_iter().collect();
            assert_eq!(words.into_iter().collect::<Vec<_>>().join(" "), expected, "{text}");
        }
    }
}
