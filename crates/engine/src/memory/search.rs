//! Ranks memories by how well they match a query: BM25, as described by S. Robertson and H.
//! Zaragoza, "The probabilistic relevance framework", 2009, with a bonus for the paths that a
//! memory is about.

use std::collections::{BTreeMap, BTreeSet};

use crate::memory::MemoryEntry;
use crate::words::{to_f64, words};

/// The BM25 parameter k1: how soon repeated words stop adding to the score.
const SATURATION: f64 = 1.2;
/// The BM25 parameter b: how much a long text lowers the score.
const LENGTH_WEIGHT: f64 = 0.75;
/// The bonus of a matching path.
const PATH_BONUS: f64 = 2.0;
/// The minimum number of memories that the weight of a word assumes. In a small project a word that
/// is in one memory would otherwise count as common.
const MIN_COUNT: f64 = 10.0;
/// The number of occurrences that a keyword counts for.
const KEYWORD_WEIGHT: u32 = 2;

/// Returns all memories with their scores, best first.
pub(super) fn search(entries: Vec<MemoryEntry>, query: &[String], paths: &[String]) -> Vec<(MemoryEntry, f64)> {
    let word_counts: Vec<BTreeMap<String, u32>> = entries.iter().map(count_words).collect();
    let lengths: Vec<f64> = word_counts.iter().map(|counts| f64::from(counts.values().sum::<u32>())).collect();
    let memory_count = to_f64(entries.len());
    let mean_length = (lengths.iter().sum::<f64>() / memory_count.max(1.0)).max(1.0);
    let query: BTreeSet<&str> = query.iter().map(String::as_str).collect();
    let mut scored: Vec<(MemoryEntry, f64)> = Vec::new();
    let mut weights: BTreeMap<&str, f64> = BTreeMap::default();
    for word in &query {
        let matching = to_f64(word_counts.iter().filter(|counts| counts.contains_key(*word)).count());
        weights.insert(*word, (1.0 + (memory_count.max(MIN_COUNT) - matching + 0.5) / (matching + 0.5)).ln());
    }
    for ((entry, counts), length) in entries.into_iter().zip(&word_counts).zip(&lengths) {
        let mut score = 0.0;
        for (word, weight) in &weights {
            let frequency = counts.get(*word).copied().map_or(0.0, f64::from);
            let length_factor = 1.0 - LENGTH_WEIGHT + LENGTH_WEIGHT * length / mean_length;
            let damped = frequency + SATURATION * length_factor;
            score += weight * frequency * (SATURATION + 1.0) / damped;
        }
        let scopes = &entry.memory.scope_paths;
        let is_in_scope = |path: &String| scopes.iter().any(|scope| !scope.is_empty() && path.contains(scope.as_str()));
        if paths.iter().any(is_in_scope) {
            score += PATH_BONUS;
        }
        scored.push((entry, score));
    }
    scored.sort_by(|a, b| b.1.total_cmp(&a.1));
    scored
}

/// Counts the words of a memory.
fn count_words(entry: &MemoryEntry) -> BTreeMap<String, u32> {
    let mut counts: BTreeMap<String, u32> = BTreeMap::default();
    let memory = &entry.memory;
    let keywords = memory.keywords.iter().map(|keyword| (keyword.as_str(), KEYWORD_WEIGHT));
    let tags = memory.tags.iter().map(|tag| (tag.as_str(), 1));
    for (text, weight) in std::iter::once((memory.text.as_str(), 1)).chain(tags).chain(keywords) {
        for word in words(text) {
            *counts.entry(word).or_default() += weight;
        }
    }
    counts
}
