//! The entries of other sessions that a session removed.
//!
//! Invariant: a removal names the sessions that stated the entry at that time. An entry that is
//! stated again in another session, or later in one of these, is valid again.

use handoff_format::{Value, fnv1a_hex};
use serde_json::{Map, json};

/// The key of a session's record with the entries of other sessions that it removed.
pub(crate) const REMOVED: &str = "removed";

/// A removal in a session's record.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Removed {
    /// The key of the list.
    pub(crate) list: String,
    /// The name of the entry; its ID if only private sessions state it and this one is not private.
    pub(crate) entry: String,
    /// The IDs of the sessions that stated it.
    pub(crate) sessions: Vec<String>,
    /// The reason, if one was given.
    pub(crate) reason: Option<String>,
    /// Whether the entry is a checklist item that was ticked.
    pub(crate) is_done: bool,
}

/// Returns the ID of an entry: a letter for its list and eight digits of the hash of its name. It is
/// the same in every session that states the entry.
pub(crate) fn entry_id(list: &str, name: &str) -> String {
    let letter = match list {
        "decisions" => 'd',
        "handoff_notes" => 'c',
        "blockers" => 'b',
        "checklist" => 'i',
        "context_pointers" => 'p',
        _ => 'r',
    };
    let hash: String = fnv1a_hex(name.as_bytes()).chars().take(8).collect();
    format!("{letter}-{hash}")
}

/// Returns whether a text has the form of an ID.
pub(crate) fn is_entry_id(text: &str) -> bool {
    let is_hash = |hash: &str| hash.len() == 8 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    text.split_once('-').is_some_and(|(letter, hash)| letter.len() == 1 && is_hash(hash))
}

impl Removed {
    /// Returns whether it removes the entry of a list with a name.
    pub(crate) fn is_of(&self, list: &str, name: &str) -> bool {
        self.list == list && (self.entry == name || self.entry == entry_id(list, name))
    }

    /// Returns the removals in a session's record.
    pub(crate) fn all(record: &Map<String, Value>) -> Vec<Removed> {
        let list = record.get(REMOVED).and_then(Value::as_array).into_iter().flatten();
        list.filter_map(Removed::parse).collect()
    }

    fn parse(value: &Value) -> Option<Removed> {
        let text = |key: &str| value.get(key)?.as_str().map(str::to_owned);
        let sessions = value.get("sessions")?.as_array()?;
        Some(Removed {
            list: text("list")?,
            entry: text("entry")?,
            sessions: sessions.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            reason: text("reason"),
            is_done: value.get("done") == Some(&Value::Bool(true)),
        })
    }

    /// Writes the removals into a session's record.
    pub(crate) fn write(all: &[Removed], record: &mut Map<String, Value>) {
        if all.is_empty() {
            record.shift_remove(REMOVED);
        } else {
            record.insert(REMOVED.to_owned(), all.iter().map(Removed::to_json).collect());
        }
    }

    fn to_json(&self) -> Value {
        let mut members = Map::new();
        members.insert("list".to_owned(), json!(self.list));
        members.insert("entry".to_owned(), json!(self.entry));
        members.insert("sessions".to_owned(), json!(self.sessions));
        members.extend(self.reason.iter().map(|reason| ("reason".to_owned(), json!(reason))));
        if self.is_done {
            members.insert("done".to_owned(), json!(true));
        }
        Value::Object(members)
    }
}

#[cfg(test)]
mod tests {
    use super::{entry_id, is_entry_id};

    #[test]
    fn only_ids_have_the_form_of_an_id() {
        for list in ["decisions", "handoff_notes", "blockers", "checklist", "context_pointers", "references"] {
            assert!(is_entry_id(&entry_id(list, "Keep feet")), "{list}");
        }
        for text in ["", "d", "d-", "d-1234567", "d-123456789", "d-1234567g", "ab-12345678", "-12345678", "12345678"] {
            assert!(!is_entry_id(text), "{text}");
        }
    }
}
