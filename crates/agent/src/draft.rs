//! What is saved of a conversation without its agent: what it is about, and the state of the working tree.

use handoff_engine::Reading;
use handoff_engine::sessions::SessionEntry;
use handoff_protocol::SessionStatus;
use handoff_protocol::agent::{AgentCommand, ListSave, Pause, SessionPatch, SessionSave, SessionTarget};
use serde_json::{Map, Value, json};

use crate::{GitState, secrets};

/// What a draft's note begins with.
const MARK: &str = "Draft before compaction: ";

/// Saves a draft into the session that goes on, in the place of its former one; else into a new session. It speaks of nothing else in that
/// session, so that whatever others write there meanwhile stays.
pub fn draft(reading: Reading<'_>, about: &str, git: Option<&GitState>) -> AgentCommand {
    let sessions = reading.sessions();
    let active = sessions.iter().rfind(|session| session.status() == Some(SessionStatus::Active));
    let mut patch = SessionPatch::default();
    if active.is_none() {
        patch.values = clean([("summary", json!(format!("In progress: {about}")))]);
    }
    if let Some(git) = git {
        git.note(&mut patch);
    }
    let note = clean([("note", json!(format!("{MARK}{about}."))), ("category", json!("context"))]);
    let seen = active.map(former).unwrap_or_default();
    patch.lists.push(ListSave { key: "handoff_notes".to_owned(), given: vec![Value::Object(note)], seen });
    let target = active.map_or(SessionTarget::New, |session| SessionTarget::Active(session.id()));
    AgentCommand::SaveSession {
        save: SessionSave { target, patch, status: SessionStatus::Active, pause: Pause::Nothing },
    }
}

/// The drafts in a session.
fn former(session: &SessionEntry) -> Vec<Value> {
    let is_draft = |note: &&Value| note.get("note").and_then(Value::as_str).is_some_and(|note| note.starts_with(MARK));
    session.list("handoff_notes").iter().filter(is_draft).cloned().collect()
}

/// Members without secrets.
fn clean<const N: usize>(members: [(&str, Value); N]) -> Map<String, Value> {
    let members = members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    secrets::redacted(&members).map_or(members, |(clean, _)| clean)
}
