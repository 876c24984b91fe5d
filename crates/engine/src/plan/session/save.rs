//! A session saved: into the one that goes on, or into a new one.

use handoff_format::{new_session_document, timestamp};
use handoff_protocol::agent::{SessionSave, SessionTarget};
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, SessionStatus, Text};
use serde_json::{Map, Value, json};

use crate::Project;
use crate::container::of_layout;
use crate::plan::change_set_builder::Draft;
use crate::plan::refusal::refuse;
use crate::plan::session::privacy;
use crate::plan::session::privacy::guarded;
use crate::plan::session::{
    PAUSED, active, begin, ending, fresh_id, history, no_session, readable, rename, rewrite, stem, stem_of, to_pause,
    transfer,
};
use crate::plan::staged_tasks::fresh_stamp;
use crate::sessions;
use crate::sessions::inheritance;
use crate::sessions::{FOLDER, SessionEntry, is_private};

const SAVE: &str = "Save the session {id}";
const CLOSED: &str = "Closed {id}.";
const NO_BASE: &str = "There is no session {base} to build on.";
const ITSELF: &str = "The session {base} cannot build on itself.";
const CIRCLE: &str = "The session {base} already builds on {id}, so {id} cannot build on it.";
/// So many sessions may build on each other; the next one is whole again.
const LONGEST: usize = 8;
const NO_SUMMARY: &str = "A session needs a summary.";

/// Saves a session.
pub(in crate::plan) fn save(project: &Project, context: &Context, save: &SessionSave) -> Result<ChangeSet, Refusal> {
    let sessions = readable(project)?;
    let mut draft = begin(project, context);
    let pausing = to_pause(&sessions, &save.pause)?;
    let target = sessions::target(&sessions, save).map_err(|(id, reason)| no_session(&sessions, &id, reason))?;
    let is_target = |session: &SessionEntry| target.is_some_and(|target| target.path() == session.path());
    let set_aside = target.is_some_and(|target| pausing.iter().any(|session| session.path() == target.path()));
    let stays = matches!(&save.target, SessionTarget::Active(_)) && save.status == SessionStatus::Active;
    let closes = matches!(save.target, SessionTarget::Unfinished(_));
    let status = if set_aside && !stays && !closes { SessionStatus::Paused } else { save.status };
    for session in pausing.iter().filter(|session| !is_target(session)) {
        transfer(&mut draft, project, session, SessionStatus::Paused)?;
        draft.warn(Text::with(PAUSED, [("id", session.id())]));
    }
    let closes = status == SessionStatus::Closed;
    let leaving: Vec<&str> = target.map(SessionEntry::path).into_iter().collect();
    let surplus = history::surplus(project, closes, &leaving);
    let around = SaveContext { sessions: &sessions, gone: &history::ids(&sessions, &surplus) };
    let id = match target {
        Some(target) => {
            write(&mut draft, project, context, target, save, status, &around)?;
            target.id()
        }
        None => create(&mut draft, project, context, save, &around)?,
    };
    if set_aside && status == SessionStatus::Paused {
        draft.warn(Text::with(PAUSED, [("id", id.clone())]));
    }
    history::prune(&mut draft, project, context, &sessions, &surplus, target.map(SessionEntry::path))?;
    draft.created(&id);
    Ok(draft.finish(Text::with(SAVE, [("id", id)])))
}

/// A session that came with an import, in a change that others make.
pub(in crate::plan) fn import(
    draft: &mut Draft<'_>,
    project: &Project,
    context: &Context,
    save: &SessionSave,
    close_active: bool,
) -> Result<(), Refusal> {
    let sessions = readable(project)?;
    for session in active(&sessions).into_iter().filter(|_| close_active) {
        transfer(draft, project, session, SessionStatus::Closed)?;
        draft.warn(Text::with(CLOSED, [("id", session.id())]));
    }
    let surplus = history::surplus(project, false, &[]);
    let around = SaveContext { sessions: &sessions, gone: &history::ids(&sessions, &surplus) };
    let id = create(draft, project, context, save, &around)?;
    history::prune(draft, project, context, &sessions, &surplus, None)?;
    draft.created(&id);
    Ok(())
}

/// What a session that is saved stands beside.
#[derive(Clone, Copy)]
pub(super) struct SaveContext<'a> {
    pub(super) sessions: &'a [SessionEntry],
    /// The ids of those that go with the change.
    pub(super) gone: &'a [String],
}

/// Saves into a session that is there. A closed one is named anew after its last save.
fn write(
    draft: &mut Draft<'_>,
    project: &Project,
    context: &Context,
    target: &SessionEntry,
    save: &SessionSave,
    status: SessionStatus,
    around: &SaveContext<'_>,
) -> Result<(), Refusal> {
    let leaves_base = save.patch.record.get("base").is_some_and(Value::is_null);
    let mut known = match inheritance::base(target.content()) {
        Some(_) if leaves_base => inheritance::whole(&target.id(), target.content(), around.sessions).content,
        _ => target.content().clone(),
    };
    inheritance::drop_draft(&mut known);
    let mut new = crate::plan::session::content::patched(&known, &save.patch);
    if let Some(members) = new.as_object_mut() {
        let id = Value::from(target.id());
        members.entry("version").or_insert(json!(2));
        members.entry("id").or_insert(id);
        members.insert("ended_at".to_owned(), json!(fresh_stamp(context.now, target.text("ended_at"))));
    }
    let new = settled(&target.id(), new, around)?;
    let stem = name(draft, project, context, Some(target), &new, status)?;
    rewrite(draft, project, target, &new)?;
    if target.status() != Some(status) || stem_of(target) != stem {
        rename(draft, target, &stem, status);
    }
    Ok(())
}

/// The name of a session's file without the status. It stays as long as the session goes on, and tells nothing of a private one.
fn name(
    draft: &mut Draft<'_>,
    project: &Project,
    context: &Context,
    target: Option<&SessionEntry>,
    new: &Value,
    status: SessionStatus,
) -> Result<String, Refusal> {
    let fresh = stem(context.now, &summary(new)?);
    let known = target.filter(|_| status != SessionStatus::Closed).map(stem_of);
    if is_private(new) {
        privacy::ignore(draft, project)?;
        return Ok(known.filter(|stem| privacy::is_marked(stem)).unwrap_or_else(|| privacy::marked(&fresh)));
    }
    Ok(known.filter(|stem| !privacy::is_marked(stem)).unwrap_or(fresh))
}

/// A new session with the patch; gives its id.
pub(in crate::plan) fn create(
    draft: &mut Draft<'_>,
    project: &Project,
    context: &Context,
    save: &SessionSave,
    around: &SaveContext<'_>,
) -> Result<String, Refusal> {
    let now = timestamp(context.now);
    let mut fresh = Map::new();
    let id = fresh_id(context, around.sessions);
    fresh.insert("version".to_owned(), json!(2));
    fresh.insert("id".to_owned(), json!(id));
    fresh.insert("started_at".to_owned(), json!(now));
    if save.patch.values.get("ended_at") != Some(&Value::Null) {
        fresh.insert("ended_at".to_owned(), json!(now));
    }
    let filled = settled(&id, crate::plan::session::content::patched(&Value::Object(fresh), &save.patch), around)?;
    let stem = name(draft, project, context, None, &filled, save.status)?;
    let container = of_layout(project.model.layout());
    let path = draft.free_file(FOLDER, &stem, &ending(save.status, container));
    let members = filled.as_object().cloned().unwrap_or_default();
    let document =
        new_session_document(container, &members).map_err(|finding| refuse(RefusalCode::BadValue, finding.text))?;
    draft.create(path, document.render());
    Ok(id)
}

/// A content that builds on a session that is there and stays, in a chain that is not too long; else it becomes whole. What it builds on
/// is also the session from which it comes, for programs that know of no bases.
fn settled(id: &str, mut content: Value, around: &SaveContext<'_>) -> Result<Value, Refusal> {
    let Some(base) = inheritance::base(&content) else { return guarded(id, content, &[], around.sessions) };
    if let Some(members) = content.as_object_mut() {
        members.entry("parent_session_id").or_insert_with(|| json!(base));
    }
    let whole = inheritance::whole(id, &content, around.sessions);
    if whole.chain.first() != Some(&base) {
        let template = if base == id { ITSELF } else { NO_BASE };
        return Err(refuse(RefusalCode::BadCommand, Text::with(template, [("base", base)])));
    }
    if base_of(&whole.chain, around).as_deref() == Some(id) {
        return Err(refuse(RefusalCode::BadCommand, Text::with(CIRCLE, [("base", base), ("id", id.to_owned())])));
    }
    let is_long = whole.chain.len() >= LONGEST;
    let settled = if is_long || around.gone.contains(&base) { whole.content } else { content };
    guarded(id, settled, &whole.chain, around.sessions)
}

/// The session on which the last of a chain builds.
fn base_of(chain: &[String], around: &SaveContext<'_>) -> Option<String> {
    let last = chain.last()?;
    inheritance::base(around.sessions.iter().find(|session| session.id() == *last)?.content())
}

fn summary(content: &Value) -> Result<String, Refusal> {
    let summary = content.get("summary").and_then(Value::as_str).filter(|summary| !summary.trim().is_empty());
    let refusal = || refuse(RefusalCode::BadValue, Text::plain(NO_SUMMARY));
    summary.map(str::to_owned).ok_or_else(refusal)
}
