//! Changes of single entries of an active session.

use handoff_protocol::agent::{Check, SessionUpdate};
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, SessionStatus, Text};
use serde_json::{Value, json};

use crate::Project;
use crate::plan::refusal::refuse;
use crate::plan::session::content::append;
use crate::plan::session::{active_sessions, all_sessions, find_session, new_builder, rewrite};
use crate::sessions::inheritance;

const NONE_ACTIVE: &str = "There is no active session.";
const NO_ENTRY: &str = "The checklist has {count} entries, but none at {index}.";
const CHANGED: &str = "The checklist has changed in the meantime. Check it and try again.";
const UPDATE: &str = "Change the session {id}";

/// Checks an entry of the check list, and adds entries to lists.
pub(in crate::plan) fn update(
    project: &Project,
    context: &Context,
    id: Option<&str>,
    update: &SessionUpdate,
) -> Result<ChangeSet, Refusal> {
    let sessions = all_sessions(project)?;
    let session = match id {
        Some(id) => find_session(&sessions, id, &[Some(SessionStatus::Active)])?,
        None => active_sessions(&sessions)
            .pop()
            .ok_or_else(|| refuse(RefusalCode::NoActiveSession, Text::plain(NONE_ACTIVE)))?,
    };
    let mut builder = new_builder(project, context);
    // The checked entry may be inherited from the base.
    let mut new = match &update.check {
        Some(_) if inheritance::base(session.content()).is_some() => {
            inheritance::resolve(&session.id(), session.content(), &sessions).content
        }
        _ => session.content().clone(),
    };
    let checklist = new.get("checklist").and_then(Value::as_array).cloned().unwrap_or_default();
    if let Some(members) = new.as_object_mut() {
        if let Some(check) = &update.check {
            let mut list = checklist;
            check_entry(&mut list, check)?;
            members.insert("checklist".to_owned(), Value::Array(list));
        }
        for (key, value) in &update.add {
            append(members, key, value.clone());
        }
    }
    rewrite(&mut builder, project, session, &new)?;
    builder.add_created(&session.id());
    Ok(builder.finish(Text::with(UPDATE, [("id", session.id())])))
}

/// Sets the state of the entry that the caller saw at an index, even if it has moved. An entry that
/// is not a table becomes one.
fn check_entry(list: &mut [Value], check: &Check) -> Result<(), Refusal> {
    let count = list.len();
    let is_seen = |value: &Value| check.seen.as_ref().is_none_or(|seen| seen == value);
    let index = match list.get(check.index) {
        Some(value) if is_seen(value) => Some(check.index),
        _ if check.seen.is_some() => list.iter().position(is_seen),
        _ => None,
    };
    let Some(entry) = index.and_then(|index| list.get_mut(index)) else {
        let args = [("count", count.to_string()), ("index", check.index.to_string())];
        let text = if check.seen.is_some() { Text::plain(CHANGED) } else { Text::with(NO_ENTRY, args) };
        return Err(refuse(RefusalCode::BadValue, text));
    };
    if let Some(members) = entry.as_object_mut() {
        members.insert("checked".to_owned(), json!(check.checked));
    } else {
        let item = entry.as_str().map_or_else(|| entry.to_string(), str::to_owned);
        *entry = json!({"item": item, "checked": check.checked});
    }
    Ok(())
}
