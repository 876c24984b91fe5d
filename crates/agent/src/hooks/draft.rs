//! A draft note, written without the agent before a client compacts or ends a conversation. It is not a
//! save: the time and the status of the last save do not change, and loading still shows its
//! content.

use handoff_engine::ProjectReader;
use handoff_engine::sessions::{SessionEntry, current};
use handoff_protocol::agent::{ListSave, Pause, SessionPatch, SessionSave, SessionTarget, SessionUpdate};
use handoff_protocol::{Actor, Command, GitState, SessionStatus};
use serde_json::{Value, json};

use crate::hooks::capture::Capture;
use crate::secrets::redact_text;

/// Returns the command that writes a draft to the current session of an actor, in place of an earlier draft, or
/// else to a new session. `title` says when it was written, `about` what is in progress; what was captured of the
/// conversation takes the place of that.
pub fn draft(
    reader: ProjectReader<'_>,
    actor: &Actor,
    title: &str,
    about: &str,
    captured: &Capture,
    git: Option<&GitState>,
) -> Command {
    let sessions = reader.sessions();
    let active = current(&sessions, actor);
    let at = git.and_then(revision).unwrap_or_default();
    let text = if captured.has_work() {
        format!("{title}{at}, captured: {}.", captured.text())
    } else {
        format!("{title}{at}: {about}.")
    };
    let note = SessionEntry::draft_note(&redact_text(text));
    if let Some(active) = active {
        let update = SessionUpdate { add: vec![("handoff_notes".to_owned(), note)], ..SessionUpdate::default() };
        return Command::UpdateSession { id: Some(active.id()), update };
    }
    let summary = captured.summary().filter(|_| captured.has_work()).map(|request| format!("Not saved: {request}"));
    let summary = summary.unwrap_or_else(|| redact_text(format!("In progress: {about}")));
    let mut patch = SessionPatch::default();
    patch.values.insert("summary".to_owned(), json!(summary));
    patch.values.insert("ended_at".to_owned(), Value::Null);
    patch.lists.push(ListSave { key: "handoff_notes".to_owned(), given: vec![note], replace: false, seen: Vec::new() });
    Command::SaveSession {
        save: SessionSave { target: SessionTarget::New, patch, status: SessionStatus::Active, pause: Pause::Nothing },
    }
}

/// Returns branch and commit of the working tree, such as " (main at abc1234)".
fn revision(git: &GitState) -> Option<String> {
    let branch = git.branch.as_deref()?;
    let commit = git.commit.as_deref().map(|commit| format!(" at {commit}")).unwrap_or_default();
    Some(format!(" ({branch}{commit})"))
}
