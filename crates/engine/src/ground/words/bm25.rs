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

/// How often each word of a query occurs in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Occurrences {
    /// In the order of the words.
    pub(crate) counts: Vec<u32>,
    /// The length of the text, in any unit.
    pub(crate) length: u32,
}

/// What the weight of a word depends on: in how many texts it is, and how long these are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statistics {
    texts: usize,
    length: f64,
    matching: Vec<usize>,
}

impl Statistics {
    /// Adds a text.
    pub(crate) fn add(&mut self, text: &Occurrences) {
        self.texts += 1;
        self.length += f64::from(text.length);
        self.matching.resize(text.counts.len(), 0);
        for (matching, count) in self.matching.iter_mut().zip(&text.counts) {
            *matching += usize::from(*count > 0);
        }
    }

    /// Returns the weight of each word.
    pub(crate) fn weights(&self) -> Vec<f64> {
        let texts = to_f64(self.texts).max(MIN_COUNT);
        let weight = |matching: &usize| (1.0 + (texts - to_f64(*matching) + 0.5) / (to_f64(*matching) + 0.5)).ln();
        self.matching.iter().map(weight).collect()
    }

    /// Returns the score of a text. `weights` are those of the words.
    pub(crate) fn score(&self, weights: &[f64], text: &Occurrences) -> f64 {
        let mean_length = (self.length / to_f64(self.texts).max(1.0)).max(1.0);
        let length_factor = 1.0 - LENGTH_WEIGHT + LENGTH_WEIGHT * f64::from(text.length) / mean_length;
        let of_word = |(weight, count): (&f64, &u32)| {
            let frequency = f64::from(*count);
            weight * frequency * (SATURATION + 1.0) / (frequency + SATURATION * length_factor)
        };
        weights.iter().zip(&text.counts).map(of_word).sum()
    }
}

/// Returns the score of each text for a query, in the order of the texts.
pub(crate) fn scores(texts: &[WordCounts], query: &str) -> Vec<f64> {
    let words: BTreeSet<String> = search_words(query).into_iter().collect();
    let occurrences = |WordCounts(counts): &WordCounts| Occurrences {
        counts: words.iter().map(|word| counts.get(word).copied().unwrap_or_default()).collect(),
        length: counts.values().sum(),
    };
    let texts: Vec<Occurrences> = texts.iter().map(occurrences).collect();
    let mut statistics = Statistics::default();
    for text in &texts {
        statistics.add(text);
    }
    let weights = statistics.weights();
    texts.iter().map(|text| statistics.score(&weights, text)).collect()
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
