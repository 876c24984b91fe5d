//! What several sessions hold, put into one of them.
//!
//! Invariant: an entry of a source that is not in the target afterwards was there before, or is reported.

use handoff_protocol::{ChangeSet, Context, DecisionConflict, MergeReport, Refusal, RefusalCode, SessionStatus, Text};
use serde_json::{Map, Value};

use crate::Project;
use crate::plan::refusal::refuse;
use crate::plan::session::content::append;
use crate::plan::session::privacy::may_merge;
use crate::plan::session::{begin, chosen, readable, rewrite, transfer};
use crate::sessions::inheritance;
use crate::sessions::{ANY_STATE, SessionEntry};

const MERGE: &str = "Merge sessions into {id}";
const TOO_FEW: &str = "A merge needs at least two different sessions.";
const TARGET: &str = "The target {id} is not one of the merged sessions.";

/// Merges sessions.
pub(in crate::plan) fn merge(
    project: &Project,
    context: &Context,
    sources: &[String],
    target: &str,
    close_sources: bool,
) -> Result<ChangeSet, Refusal> {
    let sessions = readable(project)?;
    let bad = |text| refuse(RefusalCode::BadCommand, text);
    let mut chosen_ones: Vec<&SessionEntry> = Vec::new();
    for id in sources {
        let session = chosen(&sessions, id, &ANY_STATE)?;
        if chosen_ones.iter().all(|known| known.path() != session.path()) {
            chosen_ones.push(session);
        }
    }
    if chosen_ones.len() < 2 {
        return Err(bad(Text::plain(TOO_FEW)));
    }
    let goal = chosen(&sessions, target, &ANY_STATE)?;
    if chosen_ones.iter().all(|session| session.path() != goal.path()) {
        return Err(bad(Text::with(TARGET, [("id", target.to_owned())])));
    }
    let mut draft = begin(project, context);
    let whole = |session: &SessionEntry| inheritance::whole(&session.id(), session.content(), &sessions).content;
    let mut members = whole(goal).as_object().cloned().unwrap_or_default();
    let mut report = MergeReport::default();
    for source in chosen_ones.into_iter().filter(|session| session.path() != goal.path()) {
        may_merge(source, goal.content())?;
        take(&mut members, goal, source, &whole(source), &mut report);
        if close_sources && source.status() != Some(SessionStatus::Closed) {
            transfer(&mut draft, project, source, SessionStatus::Closed)?;
            report.closed.push(source.id());
        }
    }
    rewrite(&mut draft, project, goal, &Value::Object(members))?;
    draft.report_merge(report);
    draft.created(&goal.id());
    Ok(draft.finish(Text::with(MERGE, [("id", goal.id())])))
}

/// Adds what one source has and the target had not. Entries of one source that are called alike all
/// arrive.
fn take(
    members: &mut Map<String, Value>,
    goal: &SessionEntry,
    source: &SessionEntry,
    content: &Value,
    report: &mut MergeReport,
) {
    let before = members.clone();
    let list = |key: &str| content.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    for entry in list("decisions") {
        match called_alike(&before, "decisions", entry) {
            Some(words) => {
                report.conflicts.push(DecisionConflict { decision: words, target: goal.id(), source: source.id() });
            }
            None => add(members, "decisions", entry, &mut report.decisions),
        }
    }
    for entry in list("handoff_notes").iter().filter(|note| !inheritance::is_draft(note)) {
        add(members, "handoff_notes", entry, &mut report.notes);
    }
    for (key, counter) in [
        ("references", &mut report.references),
        ("context_pointers", &mut report.context_pointers),
        ("checklist", &mut 0),
        ("blockers", &mut 0),
        ("related_task_ids", &mut 0),
    ] {
        for entry in list(key) {
            if called_alike(&before, key, entry).is_none() {
                add(members, key, entry, counter);
            }
        }
    }
}

fn add(members: &mut Map<String, Value>, key: &str, entry: &Value, counter: &mut u32) {
    append(members, key, entry.clone());
    *counter += 1;
}

/// The words by which the target has an entry already. An entry without a name is compared whole.
fn called_alike(members: &Map<String, Value>, key: &str, entry: &Value) -> Option<String> {
    let list = members.get(key).and_then(Value::as_array)?;
    match inheritance::name(key, entry) {
        Some(name) => list.iter().any(|known| inheritance::name(key, known).as_ref() == Some(&name)).then_some(name),
        None => list.contains(entry).then(|| entry.to_string()),
    }
}
