//! Changes to the content of a session.

use handoff_protocol::agent::{ListSave, SessionPatch};
use serde_json::{Map, Value, json};

use crate::sessions::inheritance;

/// Applies a patch to the content of a session. If the session builds on another one, the lists of
/// the patch are added to its own; otherwise they replace them.
pub(in crate::plan) fn apply_patch(content: &Value, patch: &SessionPatch) -> Value {
    let mut members = content.as_object().cloned().unwrap_or_default();
    let mut record = inheritance::record(content);
    for (key, value) in &patch.values {
        put(&mut members, key, value.clone());
    }
    for (key, value) in &patch.record {
        match value {
            Value::Object(texts) if key == "remove" => inheritance::remove(&mut members, &mut record, texts),
            value => put(&mut record, key, value.clone()),
        }
    }
    let adds = inheritance::adds(&record);
    if !adds {
        record.shift_remove("remove");
    }
    // The record is part of the environment. Set it last, so that a new environment keeps it.
    inheritance::set_record(&mut members, record);
    for list in &patch.lists {
        let current = members.get(&list.key).and_then(Value::as_array).cloned().unwrap_or_default();
        let new =
            if adds { inheritance::merge_lists(&list.key, current, &list.given) } else { replace(&current, list) };
        put(&mut members, &list.key, Value::Array(new));
    }
    inheritance::update_base_note(&mut members);
    Value::Object(members)
}

/// Returns the list of the patch, followed by the entries that others have added since the caller
/// read it.
fn replace(current: &[Value], list: &ListSave) -> Vec<Value> {
    let added = current.iter().filter(|value| !list.seen.contains(value) && !list.given.contains(value));
    list.given.iter().chain(added).cloned().collect()
}

/// Sets a value. `null` removes the key.
pub(in crate::plan) fn put(members: &mut Map<String, Value>, key: &str, value: Value) {
    if value.is_null() {
        members.shift_remove(key);
    } else {
        members.insert(key.to_owned(), value);
    }
}

/// Appends an entry to a list. A draft note replaces the previous draft. A value that is not a list
/// becomes the first entry.
pub(in crate::plan) fn append(members: &mut Map<String, Value>, key: &str, value: Value) {
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
