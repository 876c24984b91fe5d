//! Ranks memories by how well they match a query and the paths that the work is about.

use crate::ground::words::bm25::{WordCounts, path_bonus, scores, sort_by_score};
use crate::knowledge::memory::MemoryEntry;

/// The number of occurrences that a keyword counts for.
const KEYWORD_WEIGHT: u32 = 2;

/// Returns all memories with their scores, best first.
pub(super) fn search(entries: Vec<MemoryEntry>, query: &str, paths: &[String]) -> Vec<(MemoryEntry, f64)> {
    let texts: Vec<WordCounts> = entries.iter().map(count_words).collect();
    let bonus = |entry: &MemoryEntry| path_bonus(&entry.memory.scope_paths, paths);
    let scored = entries.into_iter().zip(scores(&texts, query));
    let mut scored: Vec<(MemoryEntry, f64)> = scored
        .map(|(entry, score)| {
            let bonus = bonus(&entry);
            (entry, score + bonus)
        })
        .collect();
    sort_by_score(&mut scored);
    scored
}

/// Counts the words of a memory.
fn count_words(entry: &MemoryEntry) -> WordCounts {
    let mut counts = WordCounts::default();
    let memory = &entry.memory;
    counts.add(&memory.text, 1);
    memory.tags.iter().for_each(|tag| counts.add(tag, 1));
    memory.keywords.iter().for_each(|keyword| counts.add(keyword, KEYWORD_WEIGHT));
    counts
}
