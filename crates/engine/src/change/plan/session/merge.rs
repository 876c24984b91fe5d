//! Merges of sessions.
//!
//! Invariant: every entry of a source, except draft notes, is added to the target, unless the target
//! has an entry with that name. Such decisions are reported as conflicts.

use handoff_protocol::{ChangeSet, Context, DecisionConflict, MergeReport, Refusal, RefusalCode, SessionStatus, Text};
use serde_json::{Map, Value};

use crate::Project;
use crate::change::plan::refusal::refuse;
use crate::change::plan::session::content::append;
use crate::change::plan::session::privacy::check_merge;
use crate::change::plan::session::{all_sessions, find_session, new_builder, rewrite, set_status, warn_of_owner};
use crate::ground::texts;
use crate::knowledge::register::{EntryKind, EntryState, Register};
use crate::knowledge::sessions;
use crate::knowledge::sessions::authors;
use crate::knowledge::sessions::inheritance;
use crate::knowledge::sessions::{ANY_STATE, SessionEntry};

/// Merges sessions into one of them.
pub(in crate::change::plan) fn merge(
    project: &Project,
    context: &Context,
    sources: &[String],
    target: &str,
    close_sources: bool,
) -> Result<ChangeSet, Refusal> {
    let sessions = all_sessions(project)?;
    let bad = |text| refuse(RefusalCode::BadCommand, text);
    let mut selected: Vec<&SessionEntry> = Vec::new();
    for id in sources {
        let session = find_session(&sessions, id, &ANY_STATE)?;
        if selected.iter().all(|other| other.path() != session.path()) {
            selected.push(session);
        }
    }
    if selected.len() < 2 {
        return Err(bad(Text::plain(texts::MERGE_NEEDS_TWO)));
    }
    let target_session = find_session(&sessions, target, &ANY_STATE)?;
    if selected.iter().all(|session| session.path() != target_session.path()) {
        return Err(bad(Text::with(texts::MERGE_TARGET_MISSING, [("id", target.to_owned())])));
    }
    let mut builder = new_builder(project, context);
    let register = Register::of(&sessions::resolve(&sessions));
    let target_content = inheritance::resolve(&target_session.id(), target_session.content(), &sessions).content;
    let mut members = target_content.as_object().cloned().unwrap_or_default();
    let author = authors::of_session(target_session.content()).unwrap_or_default();
    let mut report = MergeReport::default();
    for source in selected.into_iter().filter(|session| session.path() != target_session.path()) {
        check_merge(source, target_session.content())?;
        let entries = standing(source, &sessions, &register, &author);
        add_entries(&mut members, target_session, source, &entries, &mut report);
        if close_sources && source.status() != Some(SessionStatus::Closed) {
            set_status(&mut builder, project, source, SessionStatus::Closed)?;
            warn_of_owner(&mut builder, source);
            report.closed.push(source.id());
        }
    }
    rewrite(&mut builder, project, target_session, &Value::Object(members))?;
    warn_of_owner(&mut builder, target_session);
    builder.report_merge(report);
    builder.add_created(&target_session.id());
    Ok(builder.finish(Text::with(texts::SESSIONS_MERGED, [("id", target_session.id())])))
}

/// Returns the content of a session with that of its bases, without entries that no longer stand.
/// Checklist items stay, and those that any session ticked are ticked. Entries of another author
/// than that of the target name theirs.
fn standing(session: &SessionEntry, sessions: &[SessionEntry], register: &Register, author: &str) -> Value {
    let mut content = inheritance::resolve(&session.id(), session.content(), sessions).content;
    for kind in EntryKind::ALL {
        let Some(Value::Array(list)) = content.get_mut(kind.list()) else { continue };
        for entry in list.iter_mut() {
            *entry = register.signed(kind.list(), entry, author);
        }
        let state = |entry: &Value| register.find(kind.list(), entry).map(|entry| &entry.state);
        list.iter_mut()
            .filter(|item| state(item) == Some(&EntryState::Done))
            .for_each(|item| inheritance::set_checked(item, true));
        list.retain(|entry| {
            matches!(state(entry), None | Some(EntryState::Standing | EntryState::Done | EntryState::Replaced))
        });
    }
    content
}

/// Adds the entries of a source that the target did not have. Entries of the same name within one
/// source are all added.
fn add_entries(
    members: &mut Map<String, Value>,
    target_session: &SessionEntry,
    source: &SessionEntry,
    content: &Value,
    report: &mut MergeReport,
) {
    let before = members.clone();
    let list = |key: &str| content.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    for entry in list("decisions") {
        match existing_name(&before, "decisions", entry) {
            Some(name) => {
                report.conflicts.push(DecisionConflict {
                    decision: name,
                    target: target_session.id(),
                    source: source.id(),
                });
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
        ("checklist", &mut report.checklist),
        ("blockers", &mut report.blockers),
        ("related_task_ids", &mut report.related_tasks),
    ] {
        for entry in list(key) {
            if existing_name(&before, key, entry).is_none() {
                add(members, key, entry, counter);
            }
        }
    }
}

fn add(members: &mut Map<String, Value>, key: &str, entry: &Value, counter: &mut u32) {
    append(members, key, entry.clone());
    *counter += 1;
}

/// Returns the name of an entry if the target has one with that name. Entries without a name are
/// compared as a whole.
fn existing_name(members: &Map<String, Value>, key: &str, entry: &Value) -> Option<String> {
    let list = members.get(key).and_then(Value::as_array)?;
    match inheritance::name(key, entry) {
        Some(name) => list.iter().any(|other| inheritance::name(key, other).as_ref() == Some(&name)).then_some(name),
        None => list.contains(entry).then(|| entry.to_string()),
    }
}
