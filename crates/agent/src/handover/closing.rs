//! Which saves end the work of a conversation, so that they are performed as a handover.

use handoff_engine::ProjectReader;
use handoff_engine::sessions::{HANDOVER_RUN, SessionEntry, current};
use handoff_protocol::Actor;
use serde_json::{Map, Value};

use crate::handover::inputs::Inputs;
use crate::operations::sessions::save::SaveContext;
use crate::tool::Tool;

/// Returns the inputs of the handover that performs a save, or `None` if it closes no session. The
/// inputs name the current session of the actor, so that a later resume changes no other one.
pub fn closing_inputs(reader: ProjectReader<'_>, actor: &Actor, arguments: &Map<String, Value>) -> Option<Inputs> {
    let given = arguments;
    let decoded = Tool::of::<SaveContext>().decode(arguments);
    let arguments = decoded.as_ref().map_or(arguments, |decoded| &decoded.arguments);
    let text = |key: &str| arguments.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
    let is_set = |key: &str| arguments.get(key) == Some(&Value::Bool(true));
    let pauses = is_set("pause_only") || is_set("pause_active") || text("pause_session_id").is_some();
    let names_session = text("close_session_id").is_some();
    let closes = names_session || (text("session_status").is_none_or(|status| status == "closed") && !pauses);
    let is_handover = text(HANDOVER_RUN).is_some();
    // A call without a summary is refused, unless it only closes a session.
    let is_complete = names_session || text("summary").is_some();
    if !closes || is_handover || !is_complete || !reader.is_initialized() {
        return None;
    }
    let mut session = given.clone();
    if !names_session && text("session_id").is_none() {
        let sessions = reader.sessions();
        let id = current(&sessions, actor).map(SessionEntry::id);
        session.extend(id.map(|id| ("session_id".to_owned(), Value::from(id))));
    }
    // The folder of the project is that of the checkpoint.
    session.shift_remove("project_dir");
    Some(Inputs { session: Some(session), ..Inputs::default() }.redacted())
}

/// Returns the inputs of the handover of a client's event, such as `pre-compact`.
pub fn draft_inputs(event: &str) -> Inputs {
    Inputs { event: Some(event.to_owned()), ..Inputs::default() }
}
