//! The search over everything that a project has, ranked.
//!
//! Invariant: the time is linear in the size of the project, and the results are bounded in number and
//! length.

mod records;

use handoff_protocol::view::{SearchHit, SearchResults};

use crate::Project;
use crate::ground::timestamp::sort_key;
use crate::ground::words::bm25::{Occurrences, Statistics, sort_by_score};
use crate::ground::words::search_query::SearchQuery;
use crate::knowledge::register::Knowledge;
use crate::read::search::records::{Record, Sources};

/// How often a word of the title counts.
const TITLE_WEIGHT: u32 = 3;
/// The factor for what is over: a closed task, a superseded decision.
const PAST: f64 = 0.9;
/// What a record counts for whose ID is in the query: more than any number of words.
const NAMED: f64 = 1000.0;
/// The share of the best score that a hit must have.
const MIN_SHARE: f64 = 0.2;

/// A record that has a word of the query.
struct Match<'p> {
    record: Record<'p>,
    occurrences: Occurrences,
    is_named: bool,
}

/// Searches projects and stores of packages, the latter without anything else. Packages have to be loaded
/// before. `now` is in milliseconds since 1970-01-01 UTC; expired packages are not found.
pub(crate) fn search(places: &[(&Project, &Knowledge)], text: &str, limit: u32, now: i64) -> SearchResults {
    let query = SearchQuery::of(text, SearchResults::MAX_QUERY);
    let sources: Vec<Sources<'_>> =
        places.iter().map(|(project, knowledge)| Sources::of(project, knowledge, now)).collect();
    let mut statistics = Statistics::default();
    let mut matches: Vec<Match<'_>> = Vec::new();
    for record in sources.iter().flat_map(Sources::records) {
        let mut occurrences = query.nothing();
        query.add(&record.title(), TITLE_WEIGHT, &mut occurrences);
        record.texts().iter().for_each(|text| query.add(text, 1, &mut occurrences));
        statistics.add(&occurrences);
        let is_named = query.names(&record.id());
        if is_named || occurrences.counts.iter().any(|count| *count > 0) {
            matches.push(Match { record, occurrences, is_named });
        }
    }
    let mut scored = with_scores(matches, &statistics);
    let best = scored.iter().filter(|(found, _)| !found.is_named).map(|(_, score)| *score).fold(0.0, f64::max);
    scored.retain(|(_, score)| *score >= best * MIN_SHARE);
    // Of equally good ones, the newest is first.
    scored.sort_by_cached_key(|(found, _)| std::cmp::Reverse(found.record.at().map(sort_key)));
    sort_by_score(&mut scored);
    let total = u32::try_from(scored.len()).unwrap_or(u32::MAX);
    let limit = usize::try_from(limit.min(SearchResults::MAX_HITS)).unwrap_or_default();
    let hits: Vec<SearchHit> = scored.iter().take(limit).map(|(found, _)| found.record.hit(&query)).collect();
    SearchResults { hits, total }
}

/// Returns the matches with their scores. A match that has few of the words has a lower one.
fn with_scores<'p>(matches: Vec<Match<'p>>, statistics: &Statistics) -> Vec<(Match<'p>, f64)> {
    let weights = statistics.weights();
    let all: f64 = weights.iter().sum();
    let score = |found: &Match<'p>| {
        let counts = &found.occurrences.counts;
        let present: f64 = weights.iter().zip(counts).filter(|(_, count)| **count > 0).map(|(weight, _)| weight).sum();
        let share = if all > 0.0 { present / all } else { 0.0 };
        let state = if found.record.is_past() { PAST } else { 1.0 };
        statistics.score(&weights, &found.occurrences) * share * state + if found.is_named { NAMED } else { 0.0 }
    };
    matches
        .into_iter()
        .map(|found| {
            let score = score(&found);
            (found, score)
        })
        .collect()
}

#[cfg(test)]
mod tests;
