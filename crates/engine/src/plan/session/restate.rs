//! Entries that are stated again after they were removed, and entries of sessions that leave the
//! history.
//!
//! Invariant: what stands before a change and is not removed by it stands after it.

use handoff_protocol::Refusal;
use serde_json::{Map, Value, json};

use crate::Project;
use crate::plan::change_set_builder::ChangeSetBuilder;
use crate::plan::session::rewrite;
use crate::register::acts::{AT, SUPERSEDES, WITHDRAWS, texts};
use crate::register::{EntryKind, Register, RegisterEntry};
use crate::sessions::SessionEntry;
use crate::sessions::inheritance;
use crate::sessions::removed::Removed;

/// Takes back the removals, by other sessions, of entries that a session states again.
pub(in crate::plan) fn restate(
    builder: &mut ChangeSetBuilder<'_>,
    project: &Project,
    sessions: &[SessionEntry],
    id: &str,
    entries: &[(String, Value)],
) -> Result<(), Refusal> {
    let is_stated = |removed: &Removed| {
        entries
            .iter()
            .any(|(list, entry)| inheritance::name(list, entry).is_some_and(|name| removed.is_of(list, &name)))
    };
    for session in sessions {
        let mut record = session.record();
        let before = Removed::all(&record);
        let mut removed = before.clone();
        for removal in removed.iter_mut().filter(|removal| is_stated(removal)) {
            removal.sessions.retain(|session| session != id);
        }
        removed.retain(|removal| !removal.sessions.is_empty());
        if removed == before {
            continue;
        }
        Removed::write(&removed, &mut record);
        let Some(mut members) = session.content().as_object().cloned() else { continue };
        inheritance::set_record(&mut members, record);
        rewrite(builder, project, session, &Value::Object(members))?;
    }
    Ok(())
}

/// What the saved session takes over from sessions that leave the history.
#[derive(Default)]
pub(in crate::plan) struct TakenOver {
    entries: Vec<(String, Value)>,
    removed: Vec<Removed>,
}

impl TakenOver {
    /// Collects what only the sessions with the IDs `leaving` say. Private sessions leave nothing.
    pub(in crate::plan) fn of(register: &Register, sessions: &[SessionEntry], leaving: &[String]) -> TakenOver {
        let is_leaving = |id: &String| leaving.contains(id);
        let mut taken = TakenOver::default();
        for entry in register.entries().iter().filter(|entry| !entry.is_private) {
            if entry.is_standing() && entry.sessions.iter().all(is_leaving) {
                taken.entries.push((entry.kind.list().to_owned(), with_origin(entry)));
            }
        }
        let stays = |name: &String| register.decision(name).is_some_and(|entry| !entry.sessions.iter().all(is_leaving));
        for session in sessions.iter().filter(|session| is_leaving(&session.id()) && !session.is_private()) {
            for entry in session.own_list(EntryKind::Decision.list()) {
                let targets = [texts(entry.get(SUPERSEDES)), texts(entry.get(WITHDRAWS))].concat();
                if targets.iter().any(stays) && !taken.entries.iter().any(|(_, other)| is_same_decision(other, entry)) {
                    taken.entries.push((EntryKind::Decision.list().to_owned(), entry.clone()));
                }
            }
            for mut removal in Removed::all(&session.record()) {
                removal.sessions.retain(|id| !is_leaving(id));
                if !removal.sessions.is_empty() {
                    taken.removed.push(removal);
                }
            }
        }
        taken
    }

    /// Adds it to the content of a session.
    pub(in crate::plan) fn add_to(&self, content: &mut Value) {
        let Some(members) = content.as_object_mut() else { return };
        for (list, entry) in &self.entries {
            let current = members.get(list).and_then(Value::as_array).cloned().unwrap_or_default();
            let is_known = current.iter().any(|other| inheritance::name(list, other) == inheritance::name(list, entry));
            if !is_known {
                let new = inheritance::merge_lists(list, current, std::slice::from_ref(entry));
                members.insert(list.clone(), Value::Array(new));
            }
        }
        if !self.removed.is_empty() {
            let mut record = inheritance::record(&Value::Object(members.clone()));
            let removed = [Removed::all(&record), self.removed.clone()].concat();
            Removed::write(&removed, &mut record);
            inheritance::set_record(members, record);
        }
    }
}

fn is_same_decision(entry: &Value, other: &Value) -> bool {
    let list = EntryKind::Decision.list();
    inheritance::name(list, entry) == inheritance::name(list, other)
}

/// Returns an entry with the time when it was first stated.
fn with_origin(entry: &RegisterEntry) -> Value {
    let mut value = entry.value.clone();
    if let (Some(members), Some(since)) = (value.as_object_mut(), &entry.since) {
        let members: &mut Map<String, Value> = members;
        members.entry(AT).or_insert_with(|| json!(since));
    }
    value
}
