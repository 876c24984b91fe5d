//! Saves sessions: into an existing one, or into a new one.

use handoff_format::{Container, new_session_document, timestamp};
use handoff_protocol::agent::{ListSave, SessionSave, SessionTarget, SessionUpdate};
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, SessionStatus, Text};
use serde_json::{Map, Value, json};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::refusal::refuse;
use crate::change::plan::session::content::{ContentChange, log_superseded};
use crate::change::plan::session::privacy::{self, inherit_privacy};
use crate::change::plan::session::restate::{TakenOver, restate};
use crate::change::plan::session::{
    active_sessions, all_sessions, file_stem, history, new_builder, new_id, new_stem, no_session, provisional_summary,
    rely_on_sessions, rename, rewrite, sessions_to_pause, set_status, suffix, warn_of_others, warn_of_owner,
};
use crate::change::plan::task_file::next_timestamp;
use crate::ground::texts;
use crate::knowledge::register::Register;
use crate::knowledge::sessions;
use crate::knowledge::sessions::authors;
use crate::knowledge::sessions::inheritance;
use crate::knowledge::sessions::{FOLDER, SessionEntry, is_private};

/// Maximum length of a chain of bases. The next session is saved with its complete content.
const MAX_CHAIN: usize = 8;

/// Saves a session.
pub(in crate::change::plan) fn save(
    project: &Project,
    context: &Context,
    save: &SessionSave,
) -> Result<ChangeSet, Refusal> {
    let sessions = all_sessions(project)?;
    let mut builder = new_builder(project, context);
    let to_pause = sessions_to_pause(&sessions, &save.pause, context)?;
    let target =
        sessions::target(&sessions, save, &context.actor).map_err(|(id, reason)| no_session(&sessions, &id, reason))?;
    let is_target = |session: &SessionEntry| target.is_some_and(|target| target.path() == session.path());
    let is_paused = target.is_some_and(|target| to_pause.iter().any(|session| session.path() == target.path()));
    let stays_active = matches!(&save.target, SessionTarget::Active(_)) && save.status == SessionStatus::Active;
    let finishes = matches!(save.target, SessionTarget::Unfinished(_));
    let status = if is_paused && !stays_active && !finishes { SessionStatus::Paused } else { save.status };
    if let Some(target) = target {
        let given =
            |list: &ListSave| list.given.iter().map(|entry| (list.key.clone(), entry.clone())).collect::<Vec<_>>();
        let given: Vec<(String, Value)> = save.patch.lists.iter().flat_map(given).collect();
        restate(&mut builder, project, &sessions, &target.id(), &given)?;
    }
    for session in to_pause.iter().filter(|session| !is_target(session)) {
        set_status(&mut builder, project, session, SessionStatus::Paused)?;
        builder.warn(Text::with(texts::SESSION_PAUSED, [("id", session.id())]));
    }
    let closes = status == SessionStatus::Closed;
    let excluded: Vec<&str> = target.map(SessionEntry::path).into_iter().collect();
    let surplus = history::surplus(project, closes, &excluded);
    let register = Register::of(&sessions::resolve(&sessions));
    let removed = history::ids(&sessions, &surplus);
    let author =
        target.map_or_else(|| Some(context.actor.name.clone()), |target| authors::of_session(target.content()));
    let taken_over = TakenOver::of(&register, &sessions, &removed, &author.unwrap_or_default());
    let save_context =
        SaveContext { sessions: &sessions, removed: &removed, register: &register, taken_over: &taken_over };
    let id = if let Some(target) = target {
        warn_of_owner(&mut builder, target);
        write(&mut builder, project, context, target, save, status, &save_context)?;
        target.id()
    } else {
        warn_of_others(&mut builder, &sessions, save.target == SessionTarget::Current);
        create(&mut builder, project, context, save, &save_context)?
    };
    if is_paused && status == SessionStatus::Paused {
        builder.warn(Text::with(texts::SESSION_PAUSED, [("id", id.clone())]));
    }
    history::prune(&mut builder, project, context, &sessions, &surplus, target.map(SessionEntry::path))?;
    builder.add_created(&id);
    Ok(builder.finish(Text::with(texts::SESSION_SAVED, [("id", id)])))
}

/// Adds the session of an import to a change set.
pub(in crate::change::plan) fn import(
    builder: &mut ChangeSetBuilder<'_>,
    project: &Project,
    context: &Context,
    save: &SessionSave,
    close_active: bool,
) -> Result<(), Refusal> {
    let sessions = all_sessions(project)?;
    rely_on_sessions(builder, project);
    let is_closed = |session: &&SessionEntry| close_active && !session.is_reserved_from(&context.actor);
    for session in active_sessions(&sessions).into_iter().filter(is_closed) {
        set_status(builder, project, session, SessionStatus::Closed)?;
        builder.warn(Text::with(texts::SESSION_CLOSED, [("id", session.id())]));
    }
    let surplus = history::surplus(project, false, &[]);
    let register = Register::of(&sessions::resolve(&sessions));
    let removed = history::ids(&sessions, &surplus);
    let taken_over = TakenOver::of(&register, &sessions, &removed, &context.actor.name);
    let save_context =
        SaveContext { sessions: &sessions, removed: &removed, register: &register, taken_over: &taken_over };
    let id = create(builder, project, context, save, &save_context)?;
    history::prune(builder, project, context, &sessions, &surplus, None)?;
    builder.add_created(&id);
    Ok(())
}

/// The other sessions during a save.
#[derive(Clone, Copy)]
pub(super) struct SaveContext<'a> {
    pub(super) sessions: &'a [SessionEntry],
    /// The ids of sessions that the same change moves to the trash.
    pub(super) removed: &'a [String],
    pub(super) register: &'a Register,
    /// The entries that the session takes over from these.
    pub(super) taken_over: &'a TakenOver,
}

impl<'a> SaveContext<'a> {
    fn change(&self, id: &'a str, context: &'a Context, is_private: bool) -> ContentChange<'a> {
        ContentChange { id, register: self.register, context, is_private }
    }
}

/// Saves into an existing session. The file of a closed one gets the time of its last save as its
/// name.
fn write(
    builder: &mut ChangeSetBuilder<'_>,
    project: &Project,
    context: &Context,
    target: &SessionEntry,
    save: &SessionSave,
    status: SessionStatus,
    save_context: &SaveContext<'_>,
) -> Result<(), Refusal> {
    let leaves_base = save.patch.record.get("base").is_some_and(Value::is_null);
    let mut old = match inheritance::base(target.content()) {
        Some(_) if leaves_base => inheritance::resolve(&target.id(), target.content(), save_context.sessions).content,
        _ => target.content().clone(),
    };
    inheritance::remove_draft(&mut old);
    let id = target.id();
    let change = save_context.change(&id, context, is_private(&old));
    let mut new = change.apply(&old, &save.patch)?;
    save_context.taken_over.add_to(&mut new);
    if let Some(members) = new.as_object_mut() {
        let id = Value::from(target.id());
        members.entry("version").or_insert(json!(2));
        members.entry("id").or_insert(id);
        authors::take_session(members, &context.actor);
        members.insert("ended_at".to_owned(), json!(next_timestamp(context.now, target.text("ended_at"))));
    }
    let new = check_base(&target.id(), new, save_context)?;
    log_superseded(builder, &id, target.content(), &new);
    let stem = name(builder, project, context, Some(target), &new, status)?;
    rewrite(builder, project, target, &new)?;
    if target.status() != Some(status) || file_stem(target) != stem {
        rename(builder, target, &stem, status);
    }
    Ok(())
}

/// Returns the name of a session's file without the status. It stays until the session is closed.
/// That of a private session does not contain the summary.
fn name(
    builder: &mut ChangeSetBuilder<'_>,
    project: &Project,
    context: &Context,
    target: Option<&SessionEntry>,
    new: &Value,
    status: SessionStatus,
) -> Result<String, Refusal> {
    let new_stem = new_stem(context.now, &summary(new)?);
    let current = target.filter(|_| status != SessionStatus::Closed).map(file_stem);
    if is_private(new) {
        privacy::ignore(builder, project)?;
        return Ok(current.filter(|stem| privacy::is_marked(stem)).unwrap_or_else(|| privacy::marked_stem(&new_stem)));
    }
    Ok(current.filter(|stem| !privacy::is_marked(stem)).unwrap_or(new_stem))
}

/// Creates a session from the patch and returns its id.
pub(in crate::change::plan) fn create(
    builder: &mut ChangeSetBuilder<'_>,
    project: &Project,
    context: &Context,
    save: &SessionSave,
    save_context: &SaveContext<'_>,
) -> Result<String, Refusal> {
    let now = timestamp(context.now);
    let mut fresh = Map::new();
    let id = new_id(context, save_context.sessions);
    fresh.insert("version".to_owned(), json!(2));
    fresh.insert("id".to_owned(), json!(id));
    fresh.insert("started_at".to_owned(), json!(now));
    if save.patch.values.get("ended_at") != Some(&Value::Null) {
        fresh.insert("ended_at".to_owned(), json!(now));
    }
    authors::sign_session(&mut fresh, &context.actor);
    if save.status == SessionStatus::Active {
        let first = save.patch.lists.iter().find_map(|list| Some((list.key.as_str(), list.given.first()?)));
        fresh.insert("summary".to_owned(), json!(provisional_summary(first)));
    }
    let is_private = save.patch.record.get("visibility").and_then(Value::as_str) == Some("private");
    let mut new = save_context.change(&id, context, is_private).apply(&Value::Object(fresh), &save.patch)?;
    save_context.taken_over.add_to(&mut new);
    let new = check_base(&id, new, save_context)?;
    log_superseded(builder, &id, &Value::Null, &new);
    let stem = name(builder, project, context, None, &new, save.status)?;
    let container = Container::of_layout(project.model.layout());
    let path = builder.free_file(FOLDER, &stem, &suffix(save.status, container));
    write_new(builder, &path, &new)?;
    Ok(id)
}

/// Adds the file of a new session to a change set.
pub(super) fn write_new(builder: &mut ChangeSetBuilder<'_>, path: &str, content: &Value) -> Result<(), Refusal> {
    let container = Container::of_layout(builder.project().model.layout());
    let members = content.as_object().ok_or_else(no_summary)?;
    let data =
        new_session_document(container, members).map_err(|finding| refuse(RefusalCode::BadValue, finding.text))?;
    builder.create(path.to_owned(), data.render());
    Ok(())
}

/// Returns the active session that an update begins, without its entries and not yet in a change set.
pub(super) fn begin(
    builder: &ChangeSetBuilder<'_>,
    project: &Project,
    context: &Context,
    sessions: &[SessionEntry],
    update: &SessionUpdate,
) -> Result<SessionEntry, Refusal> {
    let first = update.add.first().map(|(list, entry)| (list.as_str(), entry));
    let summary = provisional_summary(first);
    let container = Container::of_layout(project.model.layout());
    let stem = new_stem(context.now, &summary);
    let path = builder.free_file(FOLDER, &stem, &suffix(SessionStatus::Active, container));
    let mut members = Map::new();
    members.insert("version".to_owned(), json!(2));
    members.insert("id".to_owned(), json!(new_id(context, sessions)));
    members.insert("started_at".to_owned(), json!(timestamp(context.now)));
    members.insert("summary".to_owned(), json!(summary));
    authors::sign_session(&mut members, &context.actor);
    SessionEntry::new(path, Value::Object(members)).ok_or_else(no_summary)
}

/// Checks the base of a session: it must exist and must not build on the session itself. Returns
/// the content, which is complete if the base is removed or the chain is too long. The base is also
/// recorded as `parent_session_id`, for programs that do not know bases.
fn check_base(id: &str, mut content: Value, save_context: &SaveContext<'_>) -> Result<Value, Refusal> {
    let Some(base) = inheritance::base(&content) else {
        return inherit_privacy(id, content, &[], save_context.sessions);
    };
    if let Some(members) = content.as_object_mut() {
        members.entry("parent_session_id").or_insert_with(|| json!(base));
    }
    let whole = inheritance::resolve(id, &content, save_context.sessions);
    if whole.chain.first() != Some(&base) {
        let template = if base == id { texts::SESSION_BASE_ITSELF } else { texts::SESSION_BASE_UNKNOWN };
        return Err(refuse(RefusalCode::BadCommand, Text::with(template, [("base", base)])));
    }
    if base_of_last(&whole.chain, save_context).as_deref() == Some(id) {
        return Err(refuse(
            RefusalCode::BadCommand,
            Text::with(texts::SESSION_BASE_CYCLE, [("base", base), ("id", id.to_owned())]),
        ));
    }
    let is_too_long = whole.chain.len() >= MAX_CHAIN;
    let content = if is_too_long || save_context.removed.contains(&base) { whole.content } else { content };
    inherit_privacy(id, content, &whole.chain, save_context.sessions)
}

/// Returns the base of the last session in a chain.
fn base_of_last(chain: &[String], save_context: &SaveContext<'_>) -> Option<String> {
    let last = chain.last()?;
    inheritance::base(save_context.sessions.iter().find(|session| session.id() == *last)?.content())
}

/// Returns the summary, which a session must have.
fn summary(content: &Value) -> Result<String, Refusal> {
    let summary = content.get("summary").and_then(Value::as_str).filter(|summary| !summary.trim().is_empty());
    summary.map(str::to_owned).ok_or_else(no_summary)
}

fn no_summary() -> Refusal {
    refuse(RefusalCode::BadValue, Text::plain(texts::SESSION_NEEDS_SUMMARY))
}
