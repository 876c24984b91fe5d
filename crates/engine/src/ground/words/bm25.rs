//! Ranks texts by how well they match a query: BM25, as described by S. Robertson and H. Zaragoza,
//! "The probabilistic relevance framework", 2009.

use std::collections::{BTreeMap, BTreeSet};

use super::search_words::search_words;
use super::to_f64;

/// The BM25 parameter k1: how soon repeated words stop adding to the score.
const SATURATION: f64 = 1.2;
/// The BM25 parameter b: how much a long text lowers the score.
const LENGTH_WEIGHT: f64 = 0.75;
/// The bonus of a matching path.
const PATH_BONUS: f64 = 2.0;
/// The minimum number of texts that the weight of a word assumes. In a small project a word that
/// is in one text would otherwise count as common.
const MIN_COUNT: f64 = 10.0;

/// How often each word occurs in a text.
#[derive(Clone, Debug, Default)]
pub(crate) struct WordCounts(BTreeMap<String, u32>);

impl WordCounts {
    /// Adds the words of a text, each as `weight` occurrences.
    pub(crate) fn add(&mut self, text: &str, weight: u32) {
        for word in search_words(text) {
            *self.0.entry(word).or_default() += weight;
        }
    }
}

/// Returns the score of each text for a query, in the order of the texts.
pub(crate) fn scores(texts: &[WordCounts], query: &str) -> Vec<f64> {
    let lengths: Vec<f64> = texts.iter().map(|WordCounts(counts)| f64::from(counts.values().sum::<u32>())).collect();
    let text_count = to_f64(texts.len());
    let mean_length = (lengths.iter().sum::<f64>() / text_count.max(1.0)).max(1.0);
    let query: BTreeSet<String> = search_words(query).into_iter().collect();
    let weight = |word: &str| {
        let matching = to_f64(texts.iter().filter(|WordCounts(counts)| counts.contains_key(word)).count());
        (1.0 + (text_count.max(MIN_COUNT) - matching + 0.5) / (matching + 0.5)).ln()
    };
    let weights: Vec<(&str, f64)> = query.iter().map(|word| (word.as_str(), weight(word))).collect();
    let score = |(WordCounts(counts), length): (&WordCounts, &f64)| {
        let length_factor = 1.0 - LENGTH_WEIGHT + LENGTH_WEIGHT * length / mean_length;
        let of_word = |(word, weight): &(&str, f64)| {
            let frequency = counts.get(*word).copied().map_or(0.0, f64::from);
            weight * frequency * (SATURATION + 1.0) / (frequency + SATURATION * length_factor)
        };
        weights.iter().map(of_word).sum::<f64>()
    };
    texts.iter().zip(&lengths).map(score).collect()
}

/// Returns the bonus of a record that applies to one of some paths.
pub(crate) fn path_bonus(scopes: &[String], paths: &[String]) -> f64 {
    let is_in_scope = |path: &String| scopes.iter().any(|scope| !scope.is_empty() && path.contains(scope.as_str()));
    if paths.iter().any(is_in_scope) { PATH_BONUS } else { 0.0 }
}

/// Sorts scored records, best first. Records with equal scores keep their order.
pub(crate) fn sort_by_score<T>(scored: &mut [(T, f64)]) {
    scored.sort_by(|a, b| b.1.total_cmp(&a.1));
}
