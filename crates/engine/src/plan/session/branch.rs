//! A session that begins with a part of what another one holds.

use handoff_protocol::agent::{ListSave, Pause, SessionPatch, SessionSave, SessionTarget};
use handoff_protocol::{ChangeSet, Context, Refusal, SessionStatus, Text};
use serde_json::{Value, json};

use crate::Project;
use crate::plan::session::save::SaveContext;
use crate::plan::session::{begin, chosen, readable, save};
use crate::sessions::ANY_STATE;
use crate::sessions::inheritance;

const FORK: &str = "Fork the session {id}";

/// Forks a session; the other one stays as it is.
pub(in crate::plan) fn fork(
    project: &Project,
    context: &Context,
    source: &str,
    inherit: &[String],
    own: &SessionPatch,
) -> Result<ChangeSet, Refusal> {
    let sessions = readable(project)?;
    let source = chosen(&sessions, source, &ANY_STATE)?;
    let mut patch = own.clone();
    // Whose it is and who may see it goes over too.
    for (key, value) in inheritance::record(source.content()) {
        if !inheritance::BUILDING.contains(&key.as_str()) {
            patch.record.entry(key).or_insert(value);
        }
    }
    patch.values.insert("parent_session_id".to_owned(), json!(source.id()));
    // It has not been saved yet.
    patch.values.insert("ended_at".to_owned(), Value::Null);
    let inherited = inherit.iter().map(String::as_str).chain(["timeline"]);
    let mut known = inheritance::whole(&source.id(), source.content(), &sessions).content;
    inheritance::drop_draft(&mut known);
    for key in inherited.filter(|key| !own.values.contains_key(*key)) {
        match known.get(key) {
            Some(Value::Array(list)) => {
                patch.lists.push(ListSave { key: key.to_owned(), given: list.clone(), seen: Vec::new() });
            }
            Some(value) => drop(patch.values.insert(key.to_owned(), value.clone())),
            None => {}
        }
    }
    let wanted =
        SessionSave { target: SessionTarget::New, patch, status: SessionStatus::Active, pause: Pause::Nothing };
    let mut draft = begin(project, context);
    let around = SaveContext { sessions: &sessions, gone: &[] };
    let id = save::create(&mut draft, project, context, &wanted, &around)?;
    draft.created(&id);
    Ok(draft.finish(Text::with(FORK, [("id", source.id())])))
}
