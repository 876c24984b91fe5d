//! Rows of the register.

use handoff_format::Value;
use handoff_protocol::view::{EntryList, RegisterKind, RegisterRow, RegisterState};

use crate::knowledge::register::{EntryKind, EntryState, Knowledge, RegisterEntry};
use crate::knowledge::sessions::SessionEntry;
use crate::read::view::card::count;

/// Returns every entry of the register, newest first.
pub(crate) fn register(knowledge: &Knowledge) -> Vec<RegisterRow> {
    let mut rows: Vec<RegisterRow> =
        knowledge.register().entries().iter().map(|entry| row(entry, &entry.value)).collect();
    rows.reverse();
    rows
}

/// Returns the first standing entries of a kind that `is_wanted` accepts, newest first.
pub(crate) fn standing(
    knowledge: &Knowledge,
    kind: EntryKind,
    limit: usize,
    is_wanted: impl Fn(&RegisterEntry) -> bool,
) -> EntryList {
    let entries: Vec<&RegisterEntry> =
        knowledge.register().newest(kind).into_iter().filter(|entry| is_wanted(entry)).collect();
    EntryList {
        total: count(entries.len()),
        entries: entries.into_iter().take(limit).map(|entry| row(entry, &entry.value)).collect(),
    }
}

/// Returns the rows of a session's entries of a kind. Other programs may state an entry twice.
pub(super) fn rows_of(session: &SessionEntry, kind: EntryKind, knowledge: &Knowledge) -> Vec<RegisterRow> {
    let mut rows: Vec<RegisterRow> = Vec::new();
    for value in session.list(kind.list()) {
        if let Some(entry) = knowledge.register().find(kind.list(), value)
            && entry.kind == kind
            && rows.iter().all(|row| row.id != entry.id)
        {
            rows.push(row(entry, value));
        }
    }
    rows
}

/// Returns the row of an entry as a session states it. A plain text is its own name.
pub(crate) fn row(entry: &RegisterEntry, value: &Value) -> RegisterRow {
    let stated = |key: &str| value.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
    let text = |key: &str| stated(key).unwrap_or_default().to_owned();
    let named = |key: &str| stated(key).unwrap_or(&entry.name).to_owned();
    let (kind, name, reason, detail) = match entry.kind {
        EntryKind::Decision => (RegisterKind::Decision, named("decision"), text("reason"), String::new()),
        EntryKind::Caution => (RegisterKind::Caution, named("note"), String::new(), String::new()),
        EntryKind::Blocker => (RegisterKind::Blocker, named("blocker"), text("reason"), String::new()),
        EntryKind::OpenItem => (RegisterKind::OpenItem, named("item"), String::new(), text("owner")),
        EntryKind::Pointer => (RegisterKind::Pointer, named("path"), text("reason"), text("lines")),
        EntryKind::Reference => (RegisterKind::Reference, named("label"), text("notes"), text("uri")),
        EntryKind::Suggestion => (RegisterKind::Suggestion, named("note"), String::new(), String::new()),
        EntryKind::ContextNote => (RegisterKind::ContextNote, named("note"), String::new(), String::new()),
    };
    RegisterRow {
        id: entry.id.clone(),
        kind,
        text: name,
        reason,
        confidence: text("confidence"),
        detail,
        state: match &entry.state {
            EntryState::Standing => RegisterState::Standing,
            EntryState::Superseded(by) => RegisterState::Superseded { by: by.clone() },
            EntryState::Withdrawn(reason) => RegisterState::Withdrawn { reason: reason.clone().unwrap_or_default() },
            EntryState::Done => RegisterState::Done,
            EntryState::Replaced => RegisterState::Replaced,
        },
        since: entry.since.clone().unwrap_or_default(),
        author: entry.author.clone().unwrap_or_default(),
        sessions: entry.sessions.clone(),
        supersedes: entry.supersedes.clone(),
        private: entry.is_private,
    }
}
