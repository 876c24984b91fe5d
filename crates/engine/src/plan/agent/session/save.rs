//! A session saved: into the one that goes on, or into a new one.

use handoff_format::{new_session_document, timestamp};
use handoff_protocol::agent::{SessionSave, SessionTarget};
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, SessionStatus, Text};
use serde_json::{Map, Value, json};

use super::{
    PAUSED, active, begin, container, ending, fresh_id, history, no_session, rename, rewrite, stem, stem_of, to_pause,
    transfer,
};
use crate::Project;
use crate::plan::draft::Draft;
use crate::plan::refusal::refuse;
use crate::plan::stage::fresh_stamp;
use crate::sessions::{self, FOLDER, SessionEntry};

const SAVE: &str = "Save the session {id}";
const CLOSED: &str = "Closed {id}.";
const NO_SUMMARY: &str = "A session needs a summary.";

/// Saves a session.
pub(in crate::plan::agent) fn save(
    project: &Project,
    context: &Context,
    save: &SessionSave,
) -> Result<ChangeSet, Refusal> {
    let sessions = sessions::all(project);
    let mut draft = begin(project, context);
    let pausing = to_pause(&sessions, &save.pause)?;
    let target = sessions::target(&sessions, save).map_err(|(id, reason)| no_session(&sessions, &id, reason))?;
    let is_target = |session: &SessionEntry| target.is_some_and(|target| target.path() == session.path());
    let set_aside = target.is_some_and(|target| pausing.iter().any(|session| session.path() == target.path()));
    let stays = matches!(&save.target, SessionTarget::Active(_)) && save.status == SessionStatus::Active;
    let closes = matches!(save.target, SessionTarget::Unfinished(_));
    let status = if set_aside && !stays && !closes { SessionStatus::Paused } else { save.status };
    for session in pausing.iter().filter(|session| !is_target(session)) {
        transfer(&mut draft, session, SessionStatus::Paused);
        draft.warn(Text::with(PAUSED, [("id", session.id())]));
    }
    let (id, path) = match target {
        Some(target) => (target.id(), write(&mut draft, project, context, target, save, status)?),
        None => create(&mut draft, project, context, &sessions, save)?,
    };
    if set_aside && status == SessionStatus::Paused {
        draft.warn(Text::with(PAUSED, [("id", id.clone())]));
    }
    let leaving: Vec<&str> = target.map(SessionEntry::path).into_iter().collect();
    let saved = (status == SessionStatus::Closed).then_some(path.as_str());
    history::prune(&mut draft, project, context, saved, &leaving);
    draft.created(&id);
    Ok(draft.finish(Text::with(SAVE, [("id", id)])))
}

/// A session that came with an import, in a change that others make.
pub(in crate::plan::agent) fn import(
    draft: &mut Draft<'_>,
    project: &Project,
    context: &Context,
    save: &SessionSave,
    close_active: bool,
) -> Result<(), Refusal> {
    let sessions = sessions::all(project);
    for session in active(&sessions).into_iter().filter(|_| close_active) {
        transfer(draft, session, SessionStatus::Closed);
        draft.warn(Text::with(CLOSED, [("id", session.id())]));
    }
    let (id, _) = create(draft, project, context, &sessions, save)?;
    history::prune(draft, project, context, None, &[]);
    draft.created(&id);
    Ok(())
}

/// Saves into a session that is there. A closed one is named anew after its last save.
fn write(
    draft: &mut Draft<'_>,
    project: &Project,
    context: &Context,
    target: &SessionEntry,
    save: &SessionSave,
    status: SessionStatus,
) -> Result<String, Refusal> {
    let mut new = super::content::patched(target.content(), &save.patch);
    if let Some(members) = new.as_object_mut() {
        let id = Value::from(target.id());
        members.entry("version").or_insert(json!(2));
        members.entry("id").or_insert(id);
        members.insert("ended_at".to_owned(), json!(fresh_stamp(context.now, target.text("ended_at"))));
    }
    let summary = summary(&new)?;
    rewrite(draft, project, target, &new)?;
    if status == SessionStatus::Closed {
        let stem = stem(context.now, &summary);
        if target.status() != Some(status) || stem_of(target) != stem {
            rename(draft, target, &stem, status);
        }
    } else {
        transfer(draft, target, status);
    }
    Ok(draft.place_of(target.path()))
}

/// A new session with the patch; gives its id and file.
pub(super) fn create(
    draft: &mut Draft<'_>,
    project: &Project,
    context: &Context,
    sessions: &[SessionEntry],
    save: &SessionSave,
) -> Result<(String, String), Refusal> {
    let now = timestamp(context.now);
    let mut fresh = Map::new();
    let id = fresh_id(context, sessions);
    fresh.insert("version".to_owned(), json!(2));
    fresh.insert("id".to_owned(), json!(id));
    fresh.insert("started_at".to_owned(), json!(now));
    if save.patch.values.get("ended_at") != Some(&Value::Null) {
        fresh.insert("ended_at".to_owned(), json!(now));
    }
    let filled = super::content::patched(&Value::Object(fresh), &save.patch);
    let stem = stem(context.now, &summary(&filled)?);
    let container = container(project, sessions);
    let path = draft.free_file(FOLDER, &stem, &ending(save.status, container));
    let members = filled.as_object().cloned().unwrap_or_default();
    draft.create(path.clone(), new_session_document(container, &members).render());
    Ok((id, path))
}

fn summary(content: &Value) -> Result<String, Refusal> {
    let summary = content.get("summary").and_then(Value::as_str).filter(|summary| !summary.trim().is_empty());
    let refusal = || refuse(RefusalCode::BadValue, Text::plain(NO_SUMMARY));
    summary.map(str::to_owned).ok_or_else(refusal)
}
