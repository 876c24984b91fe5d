//! Who said what. A session names the actor who began it, and an agent's conversation; an entry names
//! its own author if that is another one.

use handoff_format::Value;
use handoff_protocol::Actor;
use serde_json::{Map, json};

use crate::knowledge::sessions::SessionEntry;
use crate::knowledge::sessions::inheritance;

/// The key of a session's record with the name of the actor who began it.
pub(crate) const AUTHOR: &str = "author";
/// The key of a session's record with the ID of the conversation to which it belongs.
pub(crate) const CONVERSATION: &str = "conversation";
/// The key of an entry with the name of the actor who said it.
const BY: &str = "by";
/// The key of an entry with the time when it was saved.
pub(crate) const AT: &str = "at";

/// Returns the author of a session.
pub(crate) fn of_session(content: &Value) -> Option<String> {
    inheritance::record(content).get(AUTHOR)?.as_str().map(str::to_owned)
}

/// Returns the ID of the conversation to which a session belongs, `None` for one that a person, or
/// another program, began.
pub(crate) fn conversation(content: &Value) -> Option<String> {
    inheritance::record(content).get(CONVERSATION)?.as_str().map(str::to_owned)
}

/// Returns the author that an entry names.
pub(crate) fn of_entry(entry: &Value) -> Option<String> {
    entry.get(BY)?.as_str().map(str::to_owned)
}

/// Returns whether an entry of a list is a session's own, whatever author it names.
pub(crate) fn says(session: &SessionEntry, list: &str, entry: &Value) -> bool {
    let entry = content(entry);
    session.own_list(list).iter().any(|own| content(own) == entry)
}

/// Returns what an entry says, without who said it and when.
pub(crate) fn content(entry: &Value) -> Value {
    let mut entry = entry.clone();
    if let Some(members) = entry.as_object_mut() {
        members.shift_remove(BY);
        members.shift_remove(AT);
    }
    entry
}

/// Names the author and the conversation of a new session.
pub(crate) fn sign_session(members: &mut Map<String, Value>, actor: &Actor) {
    let mut record = inheritance::record(&Value::Object(members.clone()));
    if !actor.name.is_empty() {
        record.insert(AUTHOR.to_owned(), json!(actor.name));
    }
    inheritance::set_record(members, record);
    take_session(members, actor);
}

/// Names the conversation of the actor in a session that belongs to none.
pub(crate) fn take_session(members: &mut Map<String, Value>, actor: &Actor) {
    let Some(conversation) = &actor.conversation else { return };
    let mut record = inheritance::record(&Value::Object(members.clone()));
    record.entry(CONVERSATION).or_insert_with(|| json!(conversation));
    inheritance::set_record(members, record);
}

/// Removes the conversation of a session.
pub(crate) fn leave_session(members: &mut Map<String, Value>) {
    let mut record = inheritance::record(&Value::Object(members.clone()));
    record.shift_remove(CONVERSATION);
    inheritance::set_record(members, record);
}

/// Names the author of an entry, unless it is that of the session or the entry names one already. An
/// entry that is a plain text cannot name one.
pub(crate) fn sign_entry(entry: &mut Value, author: &str, session_author: Option<&str>) {
    if let Some(members) = entry.as_object_mut()
        && !author.is_empty()
        && session_author != Some(author)
    {
        members.entry(BY).or_insert_with(|| json!(author));
    }
}
