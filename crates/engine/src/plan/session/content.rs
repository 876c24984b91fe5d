//! What a session holds, changed.

use handoff_protocol::agent::{ListSave, SessionPatch};
use serde_json::{Map, Value, json};

use crate::sessions::inheritance;

/// What a session holds with the patch applied. Where it builds on another one, given lists add to
/// its own; else they replace them.
pub(in crate::plan) fn patched(content: &Value, patch: &SessionPatch) -> Value {
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
    // Whoever gives another environment does not mean what is noted there.
    inheritance::set_record(&mut members, record);
    for list in &patch.lists {
        let there = members.get(&list.key).and_then(Value::as_array).cloned().unwrap_or_default();
        let new = if adds { inheritance::joined(&list.key, there, &list.given) } else { replaced(&there, list) };
        put(&mut members, &list.key, Value::Array(new));
    }
    inheritance::mark(&mut members);
    Value::Object(members)
}

/// The list that was given, with what somebody else added behind the back of whoever gave it.
fn replaced(there: &[Value], list: &ListSave) -> Vec<Value> {
    let news = there.iter().filter(|value| !list.seen.contains(value) && !list.given.contains(value));
    list.given.iter().chain(news).cloned().collect()
}

/// Sets a value in its place; null takes it away.
pub(in crate::plan) fn put(members: &mut Map<String, Value>, key: &str, value: Value) {
    if value.is_null() {
        members.shift_remove(key);
    } else {
        members.insert(key.to_owned(), value);
    }
}

/// Adds an entry at the end of a list. A draft takes the place of the one before. A value that is no
/// list becomes its first entry.
pub(in crate::plan) fn append(members: &mut Map<String, Value>, key: &str, value: Value) {
    match members.get_mut(key) {
        Some(Value::Array(list)) if inheritance::is_draft(&value) => {
            list.retain(|known| !inheritance::is_draft(known));
            list.push(value);
        }
        Some(Value::Array(list)) => list.push(value),
        Some(Value::Null) | None => drop(members.insert(key.to_owned(), json!([value]))),
        Some(other) => *other = json!([other.take(), value]),
    }
}
