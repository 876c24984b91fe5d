//! The score of a handover in answers.

use handoff_engine::sessions::SessionEntry;
use handoff_engine::{POOR_SCORE, best_fixes};
use handoff_protocol::view::{HandoverScore, PointerChange, ScorePart, ScorePartKind};
use serde_json::{Map, Value, json};

use crate::ToolContext;
use crate::context_pointers::{Places, path};
use crate::params::Object;
use crate::tool_result::to_english;

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
    let fixes: Vec<String> = fixes.map(to_english).collect();
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

/// Returns the total and all parts with their remarks.
pub(crate) fn full(score: &HandoverScore) -> Object {
    let part = |part: &ScorePart| {
        let remarks: Vec<String> = part.remarks.iter().map(to_english).collect();
        json!({"part": part.kind.name(), "weight": part.weight, "percent": part.percent, "remarks": remarks})
    };
    let parts: Vec<Value> = score.parts.iter().map(part).collect();
    Map::from_iter([("total".to_owned(), json!(score.total)), ("parts".to_owned(), json!(parts))])
}
