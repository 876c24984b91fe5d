//! The words of a query, and how often texts have them.
//!
//! Only the query is split into words. Texts are searched for these, which is the same for scripts
//! with and without spaces, finds the beginnings of words and the parts of identifiers, and takes far
//! less time than to split all texts of a project.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization as _;

use crate::ground::case_fold::fold;
use crate::ground::words::bm25::Occurrences;
use crate::ground::words::search_words::search_words;
use crate::ground::words::{is_spaceless, words};

/// Maximum number of words of a query that count.
const MAX_WORDS: usize = 24;
/// A word of fewer characters is found only as a whole word: "go" is not in "category".
const MIN_PART: usize = 3;
/// What counts for a word that begins where a word of the text begins, and for one inside of it.
const AT_START: u32 = 2;
const INSIDE: u32 = 1;

/// A query that texts are compared with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SearchQuery {
    /// Folded, without the endings of plurals.
    words: Vec<String>,
    /// The folded parts between spaces, which may be IDs.
    parts: Vec<String>,
}

impl SearchQuery {
    /// Splits the first `max_length` characters of a text.
    pub(crate) fn of(text: &str, max_length: usize) -> SearchQuery {
        let text = folded(&text.chars().take(max_length).collect::<String>());
        let mut unique: BTreeSet<String> = search_words(&text).into_iter().collect();
        if unique.is_empty() {
            // Nothing but function words: these are meant.
            unique = words(&text).into_iter().collect();
        }
        let words: BTreeSet<String> = unique.iter().map(|word| stem(word).to_owned()).collect();
        let parts = text.split_whitespace().map(str::to_owned).take(MAX_WORDS).collect();
        SearchQuery { words: words.into_iter().take(MAX_WORDS).collect(), parts }
    }

    /// Returns the words, folded.
    pub(crate) fn words(&self) -> &[String] {
        &self.words
    }

    /// Returns whether an ID is a part of the query.
    pub(crate) fn names(&self, id: &str) -> bool {
        !id.is_empty() && self.parts.iter().any(|part| *part == folded(id))
    }

    /// Returns the occurrences in no text.
    pub(crate) fn nothing(&self) -> Occurrences {
        Occurrences { counts: vec![0; self.words.len()], length: 0 }
    }

    /// Adds the occurrences in a text, each `weight` times.
    pub(crate) fn add(&self, text: &str, weight: u32, into: &mut Occurrences) {
        let text = folded(text);
        into.length = into.length.saturating_add(u32::try_from(text.len()).unwrap_or(u32::MAX));
        for (word, count) in self.words.iter().zip(&mut into.counts) {
            *count = count.saturating_add(weight.saturating_mul(occurrences(&text, word)));
        }
    }

    /// Returns the text that has the most of the words, with its position; the first one of several.
    pub(crate) fn best<'t>(&self, texts: impl Iterator<Item = &'t str>) -> Option<(usize, &'t str)> {
        let mut best: Option<(usize, (usize, &str))> = None;
        for (position, text) in texts.enumerate() {
            let folded = folded(text);
            let count = self.words.iter().filter(|word| occurrences(&folded, word) > 0).count();
            if count > best.map_or(0, |(most, _)| most) {
                best = Some((count, (position, text)));
            }
        }
        best.map(|(_, found)| found)
    }
}

/// Returns a text in lower case, with one form for each letter: wide and half-width forms as well.
fn folded(text: &str) -> String {
    if text.is_ascii() { text.to_ascii_lowercase() } else { fold(&text.nfkc().collect::<String>()) }
}

/// Returns an English word without the ending of a plural, so that the singular is found too.
fn stem(word: &str) -> &str {
    let stem = word.strip_suffix("ies").or_else(|| word.strip_suffix('s').filter(|stem| !stem.ends_with('s')));
    stem.filter(|stem| stem.is_ascii() && stem.len() >= MIN_PART).unwrap_or(word)
}

/// Returns how much a word occurs in a text.
fn occurrences(text: &str, word: &str) -> u32 {
    let is_part_of_word = |character: Option<char>| {
        character.is_some_and(|character| character.is_alphanumeric() && !is_spaceless(character))
    };
    let is_short = word.chars().count() < MIN_PART && !word.chars().any(is_spaceless);
    let weight = |(at, matched): (usize, &str)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + matched.len()..).and_then(|after| after.chars().next());
        match (is_part_of_word(before), is_short) {
            (true, true) => 0,
            (false, true) if is_part_of_word(after) => 0,
            (true, false) if !matched.starts_with(is_spaceless) => INSIDE,
            _ => AT_START,
        }
    };
    text.match_indices(word).map(weight).fold(0, u32::saturating_add)
}

#[cfg(test)]
mod tests {
    use super::SearchQuery;

    #[test]
    fn query_is_split_and_found_in_both_languages() {
        for (query, text, expected) in [
            ("tokens", "Token rotation", 2),
            ("dependencies", "A dependency", 2),
            ("status", "statuses", 2),
            ("feed", "parseFeedRows", 1),
            ("atomic", "Use atomic_write", 2),
            ("go", "the category", 0),
            ("go", "in Go.", 2),
            ("why did we drop heapq?", "heapq", 2),
            ("the", "the end", 2),
            ("潮位", "潮位は分単位で保存する", 2),
            ("ＡＰＩ", "the API", 2),
            ("ﾒﾓﾘ", "メモリを使う", 4),
            ("にする", "画面は日本語にする", 4),
            ("lighthouse", "潮位", 0),
            ("", "text", 0),
        ] {
            let query_words = SearchQuery::of(query, 100);
            let mut found = query_words.nothing();
            query_words.add(text, 1, &mut found);
            assert_eq!(found.counts.iter().sum::<u32>(), expected, "{query} in {text}: {query_words:?}");
            assert_eq!(query_words.best([text].into_iter()).is_some(), expected > 0, "{query} in {text}");
        }
    }

    #[test]
    fn best_text_has_the_most_words() {
        let query = SearchQuery::of("chart datum", 400);
        let texts = ["none", "the datum", "above chart datum", "a chart of the datum"];
        assert_eq!(query.best(texts.into_iter()), Some((2, "above chart datum")));
    }

    #[test]
    fn query_is_bounded_and_names_ids() {
        let long = "alpha ".repeat(10_000) + "omega";
        assert_eq!(SearchQuery::of(&long, 400).best(["omega"].into_iter()), None);
        let many = (0..200).fold(String::new(), |text, index| text + &format!("w{index}x "));
        assert_eq!(SearchQuery::of(&many, 4_000).words().len(), super::MAX_WORDS);
        let query = SearchQuery::of("see T1.2", 400);
        assert_eq!((query.names("t1.2"), query.names("t1"), query.names("")), (true, false, false));
    }
}
