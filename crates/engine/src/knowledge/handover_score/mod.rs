//! The score of a handover: how well a session's record serves the session after it.
//!
//! Invariant: the score is computed from the records and stored nowhere. A part that is not known
//! does not count.

mod facts;
mod specific;

use std::cmp::Reverse;

use handoff_protocol::Text;
use handoff_protocol::view::{HandoverScore, PointerChange, ScorePart, ScorePartKind};

use crate::ground::texts;
pub use crate::knowledge::handover_score::facts::HandoverScores;

/// A score below this is poor: a save says what to fix, and a load says that it is poor.
pub const POOR_SCORE: u32 = 60;

/// Maximum age in days of a handover that is fully fresh.
const FRESH_DAYS: u32 = 3;
/// Age in days from which a handover is not fresh at all.
const STALE_DAYS: u32 = 30;
/// Maximum number of names in a remark.
const MAX_NAMES: usize = 3;
/// Maximum number of characters of a next step in a remark.
const MAX_STEP_CHARS: usize = 60;

/// The parts of a complete handover, the most valuable first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Next,
    Places,
    Background,
    Decisions,
    Summary,
}

const PIECES: [Piece; 5] = [Piece::Next, Piece::Places, Piece::Background, Piece::Decisions, Piece::Summary];

/// The facts behind the score of a handover.
#[derive(Clone, Debug, Default)]
struct HandoverFacts {
    /// The [`PIECES`] that are present.
    pieces: Vec<Piece>,
    /// The next steps, and whether each names something to begin with.
    steps: Vec<(String, bool)>,
    /// The state of each context pointer by its path, as far as it is known.
    pointers: Vec<(String, PointerChange)>,
    /// Whether a later session has begun.
    is_read: bool,
    /// Whole days from the save until a later session began, or until now.
    age_days: u32,
    /// The pointers and tasks that it names, and whether the next session touched each. `None` until
    /// the next session is closed.
    uses: Option<Vec<(String, bool)>>,
}

/// Computes the score.
fn score(facts: &HandoverFacts) -> HandoverScore {
    let parts = vec![complete(facts), specific(facts), grounded(facts), fresh(facts), used(facts)];
    let known = || parts.iter().filter_map(|part| Some((part.weight, part.percent?)));
    let points: u32 = known().map(|(weight, percent)| weight * percent).sum();
    let weights: u32 = known().map(|(weight, _)| weight).sum();
    HandoverScore { total: rounded(points, weights), parts }
}

/// Returns at most `count` remarks of the known parts that are worth most points, the best first.
pub fn best_fixes(score: &HandoverScore, count: usize) -> Vec<&Text> {
    let mut fixes: Vec<(u32, &Text)> = Vec::new();
    for ScorePart { weight, percent, remarks, .. } in &score.parts {
        let (Some(percent), Ok(shares)) = (percent, u32::try_from(remarks.len())) else { continue };
        for remark in remarks {
            let points = weight * 100_u32.saturating_sub(*percent) / shares;
            match fixes.iter_mut().find(|(_, other)| *other == remark) {
                // The same gap can cost points of two parts.
                Some((sum, _)) => *sum += points,
                None => fixes.push((points, remark)),
            }
        }
    }
    fixes.sort_by_key(|(points, _)| Reverse(*points));
    fixes.into_iter().map(|(_, remark)| remark).take(count).collect()
}

fn complete(facts: &HandoverFacts) -> ScorePart {
    let missing = PIECES.iter().filter(|piece| !facts.pieces.contains(piece));
    let remarks: Vec<Text> = missing.map(|piece| piece.fix()).collect();
    part(ScorePartKind::Complete, Some(share(PIECES.len() - remarks.len(), PIECES.len())), remarks)
}

impl Piece {
    fn fix(self) -> Text {
        Text::plain(match self {
            Piece::Next => texts::SCORE_ADD_NEXT,
            Piece::Places => texts::SCORE_ADD_PLACES,
            Piece::Background => texts::SCORE_ADD_BACKGROUND,
            Piece::Decisions => texts::SCORE_ADD_DECISIONS,
            Piece::Summary => texts::SCORE_ADD_SUMMARY,
        })
    }
}

fn specific(facts: &HandoverFacts) -> ScorePart {
    let kind = ScorePartKind::Specific;
    if facts.steps.is_empty() {
        return part(kind, Some(0), vec![Piece::Next.fix()]);
    }
    let vague = || facts.steps.iter().filter(|(_, is_specific)| !is_specific);
    let steps = names(vague().map(|(step, _)| format!("“{}”", clipped(step))));
    let remark = || Text::with(texts::SCORE_NAME_IN_STEPS, [("steps", steps)]);
    let count = vague().count();
    let percent = share(facts.steps.len() - count, facts.steps.len());
    part(kind, Some(percent), if count > 0 { vec![remark()] } else { Vec::new() })
}

fn grounded(facts: &HandoverFacts) -> ScorePart {
    let kind = ScorePartKind::Grounded;
    if facts.is_read {
        return part(kind, None, vec![Text::plain(texts::SCORE_GROUNDED_UNTIL_READ)]);
    }
    if facts.pointers.is_empty() {
        return part(kind, None, vec![Text::plain(texts::SCORE_NO_FILES)]);
    }
    // Half a file counts if its text is different.
    let halves = |change: &PointerChange| match change {
        PointerChange::Unchanged | PointerChange::Moved => 2,
        PointerChange::Changed => 1,
        PointerChange::Gone => 0,
    };
    let points: usize = facts.pointers.iter().map(|(_, change)| halves(change)).sum();
    let wrong: Vec<String> =
        facts.pointers.iter().filter(|(_, change)| halves(change) < 2).map(|(path, _)| path.clone()).collect();
    let remark = |wrong: Vec<String>| Text::with(texts::SCORE_CHECK_POINTERS, [("paths", names(wrong.into_iter()))]);
    let percent = share(points, 2 * facts.pointers.len());
    part(kind, Some(percent), if wrong.is_empty() { Vec::new() } else { vec![remark(wrong)] })
}

fn fresh(facts: &HandoverFacts) -> ScorePart {
    let days = facts.age_days;
    let percent = rounded(100 * (STALE_DAYS - days.clamp(FRESH_DAYS, STALE_DAYS)), STALE_DAYS - FRESH_DAYS);
    let remark = || Text::with(texts::SCORE_OLD, [("days", days.to_string())]);
    part(ScorePartKind::Fresh, Some(percent), if percent < 100 { vec![remark()] } else { Vec::new() })
}

fn used(facts: &HandoverFacts) -> ScorePart {
    let kind = ScorePartKind::Used;
    let Some(uses) = &facts.uses else {
        return part(kind, None, vec![Text::plain(texts::SCORE_USED_LATER)]);
    };
    if uses.is_empty() {
        return part(kind, None, vec![Text::plain(texts::SCORE_NOTHING_TO_USE)]);
    }
    let unused: Vec<String> = uses.iter().filter(|(_, is_used)| !is_used).map(|(name, _)| name.clone()).collect();
    let percent = share(uses.len() - unused.len(), uses.len());
    let remark = |unused: Vec<String>| Text::with(texts::SCORE_UNUSED, [("names", names(unused.into_iter()))]);
    part(kind, Some(percent), if unused.is_empty() { Vec::new() } else { vec![remark(unused)] })
}

fn part(kind: ScorePartKind, percent: Option<u32>, remarks: Vec<Text>) -> ScorePart {
    let weight = match kind {
        ScorePartKind::Complete => 30,
        ScorePartKind::Specific | ScorePartKind::Grounded | ScorePartKind::Used => 20,
        ScorePartKind::Fresh => 10,
    };
    ScorePart { kind, weight, percent, remarks }
}

/// Returns a share in percent; 0 of nothing.
fn share(count: usize, of: usize) -> u32 {
    u32::try_from((200 * count + of).checked_div(2 * of).unwrap_or(0)).unwrap_or(100)
}

/// Divides and rounds; 0 without a divisor.
fn rounded(dividend: u32, divisor: u32) -> u32 {
    (2 * dividend + divisor).checked_div(2 * divisor).unwrap_or(0)
}

/// Joins the first names, and says that there are more.
fn names(names: impl Iterator<Item = String>) -> String {
    let mut names: Vec<String> = names.take(MAX_NAMES + 1).collect();
    if let Some(last) = names.get_mut(MAX_NAMES) {
        "…".clone_into(last);
    }
    names.join(", ")
}

fn clipped(step: &str) -> String {
    match step.char_indices().nth(MAX_STEP_CHARS) {
        Some((end, _)) => format!("{}…", step.get(..end).unwrap_or(step).trim_end()),
        None => step.to_owned(),
    }
}

#[cfg(test)]
mod tests;
