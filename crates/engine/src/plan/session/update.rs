//! Single entries of a session that goes on.

use handoff_protocol::agent::{Check, SessionUpdate};
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, SessionStatus, Text};
use serde_json::{Value, json};

use crate::Project;
use crate::plan::refusal::refuse;
use crate::plan::session::content::append;
use crate::plan::session::{active, begin, chosen, readable, rewrite};
use crate::sessions::inheritance;

const NONE_ACTIVE: &str = "There is no active session. Begin one with handoff_save_context and session_status active.";
const NO_ENTRY: &str = "The checklist has {count} entries, but none at {index}.";
const CHANGED: &str = "The checklist has changed in the meantime. Check it and try again.";
const UPDATE: &str = "Change the session {id}";

/// Ticks and adds entries.
pub(in crate::plan) fn update(
    project: &Project,
    context: &Context,
    id: Option<&str>,
    update: &SessionUpdate,
) -> Result<ChangeSet, Refusal> {
    let sessions = readable(project)?;
    let session = match id {
        Some(id) => chosen(&sessions, id, &[Some(SessionStatus::Active)])?,
        None => active(&sessions).pop().ok_or_else(|| refuse(RefusalCode::BadCommand, Text::plain(NONE_ACTIVE)))?,
    };
    let mut draft = begin(project, context);
    // The entry that is ticked may be one of what it builds on.
    let mut new = match &update.check {
        Some(_) if inheritance::base(session.content()).is_some() => {
            inheritance::whole(&session.id(), session.content(), &sessions).content
        }
        _ => session.content().clone(),
    };
    let checklist = new.get("checklist").and_then(Value::as_array).cloned().unwrap_or_default();
    if let Some(members) = new.as_object_mut() {
        if let Some(check) = &update.check {
            let mut list = checklist;
            tick(&mut list, check)?;
            members.insert("checklist".to_owned(), Value::Array(list));
        }
        for (key, value) in &update.add {
            append(members, key, value.clone());
        }
    }
    rewrite(&mut draft, project, session, &new)?;
    draft.created(&session.id());
    Ok(draft.finish(Text::with(UPDATE, [("id", session.id())])))
}

/// Ticks the entry that was seen at a position, wherever it is by now. One that is no table becomes one.
fn tick(list: &mut [Value], check: &Check) -> Result<(), Refusal> {
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
