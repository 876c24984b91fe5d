//! The score of a handover in answers.

use handoff_engine::sessions::SessionEntry;
use handoff_engine::{POOR_SCORE, best_fixes};
use handoff_protocol::view::{HandoverScore, PointerChange, ScorePart, ScorePartKind};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::ToolContext;
use crate::context_pointers::{Places, path};

/// The key of a score in answers. Sessions of other programs may have a key `score`.
pub(crate) const SCORE: &str = "handover_score";
/// Maximum number of remarks in the answer to a save.
const MAX_FIXES: usize = 2;

/// Returns what to fix in a session that has just been closed, if its score is poor. `missing` are the
/// paths of pointers without a file. `without_next` leaves the next step out, of which another line
/// says that it is missing.
pub(crate) fn hint(
    ctx: ToolContext<'_>,
    session: &SessionEntry,
    missing: &[String],
    without_next: bool,
) -> Option<String> {
    let reader = ctx.engine.reader();
    let sessions = reader.sessions();
    let change = |pointer: &Value| {
        let is_missing = path(pointer).is_some_and(|path| missing.iter().any(|other| other == path));
        Some(if is_missing { PointerChange::Gone } else { PointerChange::Unchanged })
    };
    let mut score = reader.handover_scores(&sessions, ctx.context.now).score(session, change)?;
    if score.total >= POOR_SCORE {
        return None;
    }
    // Another line of the answer names the missing files.
    score.parts.iter_mut().filter(|part| part.kind == ScorePartKind::Grounded).for_each(|part| part.remarks.clear());
    // A missing next step costs more than anything else, so it comes first.
    let fixes = best_fixes(&score, MAX_FIXES).into_iter().skip(usize::from(without_next));
    let fixes: Vec<String> = fixes.map(ToString::to_string).collect();
    let total = score.total;
    Some(format!("Handover score {total} of 100; another save can add what is missing. {}", fixes.join(" ")))
}

/// Returns how the file of a pointer has changed.
pub(crate) fn change(places: &Places, pointer: &Value) -> Option<PointerChange> {
    places.change(pointer).map(|(change, _)| change)
}

/// Returns the total and the percentage of each known part.
pub(crate) fn short(score: &HandoverScore) -> Value {
    let mut members = Map::from_iter([("total".to_owned(), json!(score.total))]);
    let known = score.parts.iter().filter_map(|part| Some((part.kind.name().to_owned(), json!(part.percent?))));
    members.extend(known);
    Value::Object(members)
}

/// The total and all parts of a score.
#[derive(Debug, Serialize)]
pub struct ScoreAnswer {
    pub total: u32,
    pub parts: Vec<PartAnswer>,
}

/// A part of a score.
#[derive(Debug, Serialize)]
pub struct PartAnswer {
    pub part: &'static str,
    pub weight: u32,
    /// `None` if it is not known.
    pub percent: Option<u32>,
    pub remarks: Vec<String>,
}

impl From<HandoverScore> for ScoreAnswer {
    fn from(score: HandoverScore) -> ScoreAnswer {
        let part = |part: &ScorePart| PartAnswer {
            part: part.kind.name(),
            weight: part.weight,
            percent: part.percent,
            remarks: part.remarks.iter().map(ToString::to_string).collect(),
        };
        ScoreAnswer { total: score.total, parts: score.parts.iter().map(part).collect() }
    }
}
