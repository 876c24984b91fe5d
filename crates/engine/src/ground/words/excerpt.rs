//! The part of a text around what was searched for.

use crate::ground::case_fold::fold;

/// Length of an excerpt, and of its part before the match, in characters.
const EXCERPT: usize = 140;
const BEFORE: usize = 40;

/// Returns the part of a text around the first of the folded words that it contains, on one line.
pub(crate) fn excerpt(text: &str, words: &[String]) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let length = text.chars().count();
    let folded = fold(&text);
    let byte = words.iter().filter_map(|word| folded.find(word.as_str())).min().unwrap_or_default();
    // Folding may change the number of characters; the room before the match is enough for that.
    let first = folded.get(..byte).map_or(0, |before| before.chars().count()).min(length);
    let start = if length <= EXCERPT { 0 } else { first.saturating_sub(BEFORE) };
    let part: String = text.chars().skip(start).take(EXCERPT).collect();
    let before = if start > 0 { "…" } else { "" };
    let after = if start + EXCERPT < length { "…" } else { "" };
    format!("{before}{}{after}", part.trim())
}
