//! Changes to the content of a session.
//!
//! Invariant: an entry that the project knows is lost only by a removal that names it, or by a list
//! that replaces another one and says so.

use handoff_format::timestamp;
use handoff_protocol::agent::{ListSave, Removal, SessionPatch};
use handoff_protocol::{Change, Context, Refusal, RefusalCode, Text};
use serde_json::{Map, Value, json};

use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::refusal::refuse;
use crate::ground::texts;
use crate::knowledge::register::acts::{AT, SUPERSEDES, WITHDRAWS, decision_names};
use crate::knowledge::register::{EntryKind, Register, RegisterEntry};
use crate::knowledge::sessions::authors;
use crate::knowledge::sessions::inheritance;
use crate::knowledge::sessions::is_private;
use crate::knowledge::sessions::removed::Removed;

/// A session that is being changed.
pub(in crate::change::plan) struct ContentChange<'a> {
    pub(in crate::change::plan) id: &'a str,
    pub(in crate::change::plan) register: &'a Register,
    pub(in crate::change::plan) context: &'a Context,
    /// Whether the session is private.
    pub(in crate::change::plan) is_private: bool,
}

impl ContentChange<'_> {
    /// Applies a patch to the content of the session.
    pub(in crate::change::plan) fn apply(&self, content: &Value, patch: &SessionPatch) -> Result<Value, Refusal> {
        let mut members = content.as_object().cloned().unwrap_or_default();
        let mut record = inheritance::record(content);
        for (key, value) in &patch.values {
            let value = inheritance::merge_value(key, members.get(key), value);
            put(&mut members, key, value);
        }
        for (key, value) in &patch.record {
            put(&mut record, key, value.clone());
        }
        self.remove(&mut members, &mut record, &patch.remove)?;
        for list in &patch.lists {
            self.tick(&mut record, &list.key, &list.given);
        }
        // The record is part of the environment. Set it last, so that a new environment keeps it.
        inheritance::set_record(&mut members, record);
        for list in &patch.lists {
            let current = members.get(&list.key).and_then(Value::as_array).cloned().unwrap_or_default();
            let mut given =
                list.given.iter().map(|entry| self.stamp(&list.key, entry)).collect::<Result<Vec<_>, _>>()?;
            let is_new = |entry: &Value| {
                let name = inheritance::name(&list.key, entry);
                name.is_none() || !current.iter().any(|known| inheritance::name(&list.key, known) == name)
            };
            given.iter_mut().filter(|entry| is_new(entry)).for_each(|entry| self.sign(&members, entry));
            let new = if list.replace {
                replace(&current, list, given)
            } else {
                inheritance::merge_lists(&list.key, current, &given)
            };
            put(&mut members, &list.key, Value::Array(new));
        }
        inheritance::update_base_note(&mut members);
        Ok(Value::Object(members))
    }

    /// Adds entries to lists. A draft note replaces the previous draft.
    pub(in crate::change::plan) fn add(
        &self,
        members: &mut Map<String, Value>,
        entries: &[(String, Value)],
    ) -> Result<(), Refusal> {
        for (key, entry) in entries {
            let mut entry = self.stamp(key, entry)?;
            self.sign(members, &mut entry);
            append(members, key, entry);
        }
        Ok(())
    }

    /// Names the author of an entry if another actor began the session.
    fn sign(&self, members: &Map<String, Value>, entry: &mut Value) {
        if !inheritance::is_draft(entry) {
            let session_author = authors::of_session(&Value::Object(members.clone()));
            authors::sign_entry(entry, &self.context.actor.name, session_author.as_deref());
        }
    }

    /// Returns an entry as it is saved. A decision that supersedes others gets their names and the
    /// time, which gives the order of such changes.
    fn stamp(&self, key: &str, entry: &Value) -> Result<Value, Refusal> {
        let references = decision_names(entry.get(SUPERSEDES));
        if key != EntryKind::Decision.list() || references.is_empty() {
            return Ok(entry.clone());
        }
        let own = inheritance::name(key, entry);
        let mut names: Vec<String> = Vec::new();
        for reference in references {
            let name = self.decision(&reference)?;
            if Some(&name) == own.as_ref() {
                return Err(refuse(
                    RefusalCode::BadValue,
                    Text::with(texts::DECISION_SUPERSEDES_ITSELF, [("name", name)]),
                ));
            }
            names.push(name);
        }
        let mut entry = entry.clone();
        if let Some(members) = entry.as_object_mut() {
            members.insert(SUPERSEDES.to_owned(), json!(names));
            members.entry(AT).or_insert_with(|| json!(timestamp(self.context.now)));
        }
        Ok(entry)
    }

    /// Returns the name of the decision that a text names.
    fn decision(&self, text: &str) -> Result<String, Refusal> {
        let unknown =
            || refuse(RefusalCode::BadValue, Text::with(texts::DECISION_UNKNOWN, [("name", text.to_owned())]));
        self.register.decision(text).map(|entry| self.public_name(entry)).ok_or_else(unknown)
    }

    /// Returns the name of an entry, or its ID if the text must not get into this session.
    pub(in crate::change::plan) fn public_name(&self, entry: &RegisterEntry) -> String {
        if entry.is_private && !self.is_private { entry.id.clone() } else { entry.name.clone() }
    }

    /// Records that items which are given as ticked are also ticked in other sessions.
    fn tick(&self, record: &mut Map<String, Value>, list: &str, given: &[Value]) {
        let is_checked = |entry: &&Value| entry.get("checked") == Some(&Value::Bool(true));
        let mut removed = Removed::all(record);
        for entry in given.iter().filter(is_checked).filter(|_| list == EntryKind::OpenItem.list()) {
            let Some(known) = self.register.find(list, entry).filter(|entry| entry.is_standing()) else { continue };
            let sessions: Vec<String> = known.sessions.iter().filter(|id| *id != self.id).cloned().collect();
            if !sessions.is_empty() {
                let (list, entry) = (list.to_owned(), self.public_name(known));
                removed.push(Removed { list, entry, sessions, reason: None, is_done: true });
            }
        }
        Removed::write(&removed, record);
    }

    /// Removes entries from the session's own lists, and records the removal from other sessions.
    pub(in crate::change::plan) fn remove(
        &self,
        members: &mut Map<String, Value>,
        record: &mut Map<String, Value>,
        removals: &[Removal],
    ) -> Result<(), Refusal> {
        let mut removed = Removed::all(record);
        for Removal { list, entry, reason } in removals {
            if list == EntryKind::Decision.list() && reason.is_some() {
                let name = self.decision(entry)?;
                let decision = Text::with(texts::WITHDRAWN_DECISION, [("name", name.clone())]).to_string();
                let act = json!({
                    "decision": decision, "reason": reason, WITHDRAWS: name, AT: timestamp(self.context.now),
                });
                append(members, list, act);
                continue;
            }
            let entries: Vec<_> = EntryKind::of_list(list).flat_map(|kind| self.register.named(kind, entry)).collect();
            if let Some(Value::Array(own)) = members.get_mut(list) {
                let is_named = |value: &Value| {
                    inheritance::is_named_by(list, value, entry)
                        || inheritance::name(list, value)
                            .is_some_and(|name| entries.iter().any(|entry| entry.name == name))
                };
                own.retain(|value| !is_named(value));
            }
            for entry in entries {
                let sessions: Vec<String> = entry.sessions.iter().filter(|id| *id != self.id).cloned().collect();
                if !sessions.is_empty() {
                    let (list, entry, reason) = (list.clone(), self.public_name(entry), reason.clone());
                    removed.push(Removed { list, entry, sessions, reason, is_done: false });
                }
            }
        }
        Removed::write(&removed, record);
        Ok(())
    }
}

/// Logs the decisions that a change of a session supersedes or withdraws. Nothing of a private
/// session is logged, because Git stores the log.
pub(in crate::change::plan) fn log_superseded(builder: &mut ChangeSetBuilder<'_>, id: &str, old: &Value, new: &Value) {
    let list = |content: &Value| -> Vec<Value> {
        content.get(EntryKind::Decision.list()).and_then(Value::as_array).cloned().unwrap_or_default()
    };
    let before = list(old);
    for entry in list(new).iter().filter(|entry| !is_private(new) && !before.contains(entry)) {
        let reason = entry.get("reason").and_then(Value::as_str).unwrap_or("").to_owned();
        let by = inheritance::name(EntryKind::Decision.list(), entry);
        for decision in decision_names(entry.get(SUPERSEDES)) {
            builder.log_session(id, Change::Superseded { decision, by: by.clone(), reason: reason.clone() });
        }
        for decision in decision_names(entry.get(WITHDRAWS)) {
            builder.log_session(id, Change::Superseded { decision, by: None, reason: reason.clone() });
        }
    }
}

/// Returns the given list, followed by the entries that others have added since the caller read it.
fn replace(current: &[Value], list: &ListSave, given: Vec<Value>) -> Vec<Value> {
    let is_added = |value: &&Value| !list.seen.contains(value) && !list.given.contains(value) && !given.contains(value);
    let added: Vec<Value> = current.iter().filter(is_added).cloned().collect();
    given.into_iter().chain(added).collect()
}

/// Sets a value. `null` removes the key.
pub(in crate::change::plan) fn put(members: &mut Map<String, Value>, key: &str, value: Value) {
    if value.is_null() {
        members.shift_remove(key);
    } else {
        members.insert(key.to_owned(), value);
    }
}

/// Appends an entry to a list. A draft note replaces the previous draft. A value that is not a list
/// becomes the first entry.
pub(in crate::change::plan) fn append(members: &mut Map<String, Value>, key: &str, value: Value) {
    match members.get_mut(key) {
        Some(Value::Array(list)) if inheritance::is_draft(&value) => {
            list.retain(|entry| !inheritance::is_draft(entry));
            list.push(value);
        }
        Some(Value::Array(list)) => list.push(value),
        Some(Value::Null) | None => {
            members.insert(key.to_owned(), json!([value]));
        }
        Some(other) => *other = json!([other.take(), value]),
    }
}
