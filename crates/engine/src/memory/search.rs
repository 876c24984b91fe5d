//! Memories by how well they fit a question: BM25, as described by S. Robertson and H. Zaragoza, "The probabilistic relevance framework",
//! 2009, with a bonus for the paths that a memory is about.

use std::collections::{BTreeMap, BTreeSet};

use crate::memory::MemoryEntry;
use crate::memory::words::words;

/// How soon more of the same word says nothing more.
const SATURATION: f64 = 1.2;
/// How much a long text counts for less.
const LENGTH: f64 = 0.75;
/// What a path is worth.
const PATH: f64 = 2.0;
/// Fewer memories than this are weighed as if they were so many: among few, that a word is in one of them makes it rare all the same.
const FEW: f64 = 10.0;
/// How often a keyword counts.
const KEYWORD: u32 = 2;

/// All memories with their scores, best first.
pub(super) fn search(entries: Vec<MemoryEntry>, question: &[String], paths: &[String]) -> Vec<(MemoryEntry, f64)> {
    let counted: Vec<BTreeMap<String, u32>> = entries.iter().map(counts).collect();
    let lengths: Vec<f64> = counted.iter().map(|counts| f64::from(counts.values().sum::<u32>())).collect();
    let size = exact(entries.len());
    let mean = (lengths.iter().sum::<f64>() / size.max(1.0)).max(1.0);
    let question: BTreeSet<&str> = question.iter().map(String::as_str).collect();
    let mut scored: Vec<(MemoryEntry, f64)> = Vec::new();
    let mut weights: BTreeMap<&str, f64> = BTreeMap::default();
    for word in &question {
        let with = exact(counted.iter().filter(|counts| counts.contains_key(*word)).count());
        weights.insert(*word, (1.0 + (size.max(FEW) - with + 0.5) / (with + 0.5)).ln());
    }
    for ((entry, counts), length) in entries.into_iter().zip(&counted).zip(&lengths) {
        let mut score = 0.0;
        for (word, weight) in &weights {
            let often = counts.get(*word).copied().map_or(0.0, f64::from);
            let damped = often + SATURATION * (1.0 - LENGTH + LENGTH * length / mean);
            score += weight * often * (SATURATION + 1.0) / damped;
        }
        let scopes = &entry.memory.scope_paths;
        let about = |path: &String| scopes.iter().any(|scope| !scope.is_empty() && path.contains(scope.as_str()));
        if paths.iter().any(about) {
            score += PATH;
        }
        scored.push((entry, score));
    }
    scored.sort_by(|a, b| b.1.total_cmp(&a.1));
    scored
}

fn exact(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

/// How often each word counts.
fn counts(entry: &MemoryEntry) -> BTreeMap<String, u32> {
    let mut counts: BTreeMap<String, u32> = BTreeMap::default();
    let memory = &entry.memory;
    let keywords = memory.keywords.iter().map(|keyword| (keyword.as_str(), KEYWORD));
    let tags = memory.tags.iter().map(|tag| (tag.as_str(), 1));
    for (text, weight) in std::iter::once((memory.text.as_str(), 1)).chain(tags).chain(keywords) {
        for word in words(text) {
            *counts.entry(word).or_default() += weight;
        }
    }
    counts
}
