//! Forks of sessions.

use handoff_protocol::agent::{ListSave, Pause, SessionPatch, SessionSave, SessionTarget};
use handoff_protocol::{ChangeSet, Context, MergeReport, Refusal, SessionStatus, Text};
use serde_json::{Value, json};

use crate::Project;
use crate::change::plan::session::restate::TakenOver;
use crate::change::plan::session::save::SaveContext;
use crate::change::plan::session::{all_sessions, find_session, new_builder, save};
use crate::ground::texts;
use crate::knowledge::register::acts::{SUPERSEDES, decision_names};
use crate::knowledge::register::{Register, RegisterEntry};
use crate::knowledge::sessions;
use crate::knowledge::sessions::ANY_STATE;
use crate::knowledge::sessions::authors;
use crate::knowledge::sessions::inheritance;

/// Creates a session with a part of the content of another one, which does not change.
pub(in crate::change::plan) fn fork(
    project: &Project,
    context: &Context,
    source: &str,
    inherit: &[String],
    own: &SessionPatch,
) -> Result<ChangeSet, Refusal> {
    let sessions = all_sessions(project)?;
    let source = find_session(&sessions, source, &ANY_STATE)?;
    let mut patch = own.clone();
    // The record with owner and visibility is inherited, except the base and the author.
    for (key, value) in inheritance::record(source.content()) {
        if !inheritance::INHERITANCE_KEYS.contains(&key.as_str())
            && ![authors::AUTHOR, authors::CONVERSATION].contains(&key.as_str())
        {
            patch.record.entry(key).or_insert(value);
        }
    }
    patch.values.insert("parent_session_id".to_owned(), json!(source.id()));
    // A fork has not been saved yet, so it has no `ended_at`.
    patch.values.insert("ended_at".to_owned(), Value::Null);
    let inherited = inherit.iter().map(String::as_str).chain(["timeline"]);
    let register = Register::of(&sessions::resolve(&sessions));
    let mut source_content = inheritance::resolve(&source.id(), source.content(), &sessions).content;
    inheritance::remove_draft(&mut source_content);
    let mut report = MergeReport::default();
    for key in inherited.filter(|key| !own.values.contains_key(*key)) {
        match source_content.get(key) {
            Some(Value::Array(list)) => {
                let stands = |entry: &&Value| register.find(key, entry).is_none_or(RegisterEntry::is_standing);
                let copy = |entry: &Value| copy(key, entry, &register, context);
                let given: Vec<Value> = list.iter().filter(stands).map(copy).collect();
                if let Some(counter) = counter(&mut report, key) {
                    *counter = u32::try_from(given.len()).unwrap_or(u32::MAX);
                }
                patch.lists.push(ListSave { key: key.to_owned(), given, replace: false, seen: Vec::new() });
            }
            Some(value) => {
                patch.values.insert(key.to_owned(), value.clone());
            }
            None => {}
        }
    }
    let save = SessionSave { target: SessionTarget::New, patch, status: SessionStatus::Active, pause: Pause::Nothing };
    let mut builder = new_builder(project, context);
    let taken_over = TakenOver::default();
    let save_context = SaveContext { sessions: &sessions, removed: &[], register: &register, taken_over: &taken_over };
    let id = save::create(&mut builder, project, context, &save, &save_context)?;
    builder.report_merge(report);
    builder.add_created(&id);
    Ok(builder.finish(Text::with(texts::SESSION_FORKED, [("id", source.id())])))
}

/// Returns the number of a list in the report.
fn counter<'r>(report: &'r mut MergeReport, list: &str) -> Option<&'r mut u32> {
    match list {
        "decisions" => Some(&mut report.decisions),
        "handoff_notes" => Some(&mut report.notes),
        "references" => Some(&mut report.references),
        "context_pointers" => Some(&mut report.context_pointers),
        "checklist" => Some(&mut report.checklist),
        "blockers" => Some(&mut report.blockers),
        "related_task_ids" => Some(&mut report.related_tasks),
        _ => None,
    }
}

/// Returns an entry as a fork gets it: signed by its author. A decision no longer supersedes others that
/// were deleted since.
fn copy(list: &str, entry: &Value, register: &Register, context: &Context) -> Value {
    let mut entry = register.signed(list, entry, &context.actor.name);
    let is_known = |name: &String| register.decision(name).is_some();
    let known: Vec<String> = decision_names(entry.get(SUPERSEDES)).into_iter().filter(is_known).collect();
    if let Some(members) = entry.as_object_mut()
        && members.contains_key(SUPERSEDES)
    {
        if known.is_empty() {
            members.remove(SUPERSEDES);
        } else {
            members.insert(SUPERSEDES.to_owned(), json!(known));
        }
    }
    entry
}
