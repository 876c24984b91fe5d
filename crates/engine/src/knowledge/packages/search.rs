//! Ranks packages by how well they match a query.

use crate::Project;
use crate::ground::words::bm25::{WordCounts, scores, sort_by_score};
use crate::knowledge::packages::PackageEntry;

/// The number of occurrences that a word of the name or a tag counts for.
const NAME_WEIGHT: u32 = 4;
/// The number of occurrences that a word of the summary counts for.
const SUMMARY_WEIGHT: u32 = 2;

/// Returns the packages that match, best first.
pub(super) fn search<'a>(project: &'a Project, entries: Vec<PackageEntry<'a>>, text: &str) -> Vec<PackageEntry<'a>> {
    let texts: Vec<WordCounts> = entries.iter().map(|entry| count_words(project, entry)).collect();
    let mut scored: Vec<(PackageEntry<'a>, f64)> = entries.into_iter().zip(scores(&texts, text)).collect();
    scored.retain(|(_, score)| *score > 0.0);
    sort_by_score(&mut scored);
    scored.into_iter().map(|(entry, _)| entry).collect()
}

fn count_words(project: &Project, entry: &PackageEntry<'_>) -> WordCounts {
    let mut counts = WordCounts::default();
    let package = entry.package();
    counts.add(&package.name, NAME_WEIGHT);
    counts.add(&package.project, 1);
    counts.add(&package.summary, SUMMARY_WEIGHT);
    package.tags.iter().for_each(|tag| counts.add(tag, NAME_WEIGHT));
    counts.add(entry.content(project).unwrap_or_default(), 1);
    counts
}
