//! Full-text search over all sessions.

use std::collections::BTreeMap;

use handoff_protocol::view::SessionMatch;

use crate::ground::case_fold::{fold, folded_words};
use crate::ground::words::collect_texts;
use crate::ground::words::excerpt::excerpt;
use crate::knowledge::register::Knowledge;
use crate::knowledge::sessions::{SessionEntry, by_time};

/// How much more a word counts in the summary or the label than elsewhere.
const TITLE_WEIGHT: usize = 10;
/// The keys of a session whose texts are its title.
const TITLES: [&str; 2] = ["summary", "label"];

/// The texts of a session's own file.
#[derive(Debug)]
pub(crate) struct SessionTexts {
    /// Whether the text is part of the title, the text, and its folded form.
    texts: Vec<(bool, String, String)>,
}

impl SessionTexts {
    /// Collects every text at any depth, except keys. The ID is one of them.
    fn of(session: &SessionEntry) -> SessionTexts {
        let mut texts = Vec::new();
        let members = session.own().as_object().into_iter().flatten();
        for (key, value) in members {
            let is_title = TITLES.contains(&key.as_str());
            let mut found = Vec::new();
            collect_texts(value, &mut found);
            texts.extend(found.into_iter().map(|text| (is_title, text.to_owned(), fold(text))));
        }
        SessionTexts { texts }
    }

    /// Returns how well the session matches with the best text, or `None` if a word is missing.
    fn score(&self, words: &[String]) -> Option<(usize, &str)> {
        let mut total = 0;
        for word in words {
            let score: usize =
                self.texts.iter().map(|(is_title, _, folded)| weight(*is_title) * occurrences(folded, word)).sum();
            if score == 0 {
                return None;
            }
            total += score;
        }
        let matched = |folded: &str| words.iter().filter(|word| folded.contains(word.as_str())).count();
        // The first of the best texts: the order in the file is that of importance.
        let best = self.texts.iter().rev().max_by_key(|(_, _, folded)| matched(folded))?;
        Some((total, &best.1))
    }
}

fn weight(is_title: bool) -> usize {
    if is_title { TITLE_WEIGHT } else { 1 }
}

fn occurrences(text: &str, word: &str) -> usize {
    text.matches(word).count()
}

/// Returns the texts of each session.
pub(crate) fn texts_of(knowledge: &Knowledge) -> Vec<SessionTexts> {
    knowledge.sessions.iter().map(SessionTexts::of).collect()
}

/// Returns the sessions with all words of a text, best first, and of equally good ones the newest
/// first. Empty for a text without words.
pub(crate) fn search(knowledge: &Knowledge, texts: &[SessionTexts], text: &str) -> Vec<SessionMatch> {
    let words = folded_words(text);
    if words.is_empty() {
        return Vec::new();
    }
    let newest_first = by_time(&knowledge.sessions).into_iter().rev().map(SessionEntry::path);
    let ages: BTreeMap<&str, usize> = newest_first.enumerate().map(|(age, path)| (path, age)).collect();
    let mut matches: Vec<(usize, Option<&usize>, SessionMatch)> = Vec::new();
    for (session, texts) in knowledge.sessions.iter().zip(texts) {
        if let Some((score, best)) = texts.score(&words) {
            matches.push((
                score,
                ages.get(session.path()),
                SessionMatch { id: session.id(), excerpt: excerpt(best, &words) },
            ));
        }
    }
    matches.sort_by(|(a_score, a_age, _), (b_score, b_age, _)| b_score.cmp(a_score).then(a_age.cmp(b_age)));
    matches.into_iter().map(|(_, _, found)| found).collect()
}
