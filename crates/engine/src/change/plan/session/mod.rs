//! Commands for sessions: save, pause, activate, update, fork and merge.
//!
//! Invariant: a session is in exactly one file before and after. Fields that a command does not
//! name stay, including unknown keys.

mod branch;
mod content;
mod edit_item;
mod history;
mod merge;
mod privacy;
mod restate;
mod save;
mod update;

pub(in crate::change::plan) use branch::fork;
pub(in crate::change::plan) use merge::merge;
pub(in crate::change::plan) use save::{import, save};
pub(in crate::change::plan) use update::update;

use handoff_format::{Container, DataFile, session_slug, write_session};
use handoff_protocol::agent::Pause;
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, SessionStatus, Text, TextArg};
use serde_json::Value;

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::new_ids::compact_time;
use crate::change::plan::refusal::refuse;
use crate::ground::texts;
use crate::ground::tree::join;
use crate::knowledge::sessions;
use crate::knowledge::sessions::authors;
use crate::knowledge::sessions::inheritance;
use crate::knowledge::sessions::{ANY_STATE, FOLDER, PAUSABLE, SessionEntry, SessionLookupError, find, is_private};
use crate::model::project::unread;

/// Maximum length of a summary that is made of an entry.
const MAX_SUMMARY_CHARS: usize = 80;

/// Pauses sessions.
pub(in crate::change::plan) fn pause(
    project: &Project,
    context: &Context,
    which: &Pause,
) -> Result<ChangeSet, Refusal> {
    let sessions = all_sessions(project)?;
    let mut builder = new_builder(project, context);
    for session in sessions_to_pause(&sessions, which, context)? {
        warn_of_owner(&mut builder, session);
        set_status(&mut builder, project, session, SessionStatus::Paused)?;
        builder.warn(Text::with(texts::SESSION_PAUSED, [("id", session.id())]));
    }
    Ok(builder.finish(Text::plain(texts::SESSIONS_PAUSED)))
}

/// Makes a session active.
pub(in crate::change::plan) fn activate(project: &Project, context: &Context, id: &str) -> Result<ChangeSet, Refusal> {
    let sessions = all_sessions(project)?;
    let session = find_session(&sessions, id, &ANY_STATE)?;
    if session.status() == Some(SessionStatus::Closed) {
        return Err(refuse(RefusalCode::BadCommand, Text::with(texts::SESSION_IS_CLOSED, [("id", session.id())])));
    }
    let mut builder = new_builder(project, context);
    if session.status() != Some(SessionStatus::Active) && session.conversation().is_some() {
        let mut new = session.content().clone();
        if let Some(members) = new.as_object_mut() {
            authors::leave_session(members);
        }
        rewrite(&mut builder, project, session, &new)?;
    }
    set_status(&mut builder, project, session, SessionStatus::Active)?;
    Ok(builder.finish(Text::with(texts::SESSION_CONTINUED, [("id", session.id())])))
}

/// Returns all sessions. Refuses if one could not be read, because another one would be mistaken
/// for the current one.
fn all_sessions(project: &Project) -> Result<Vec<SessionEntry>, Refusal> {
    unread::check_sessions(project)?;
    Ok(sessions::all(project))
}

/// Creates a builder for a change of sessions.
fn new_builder<'a>(project: &'a Project, context: &'a Context) -> ChangeSetBuilder<'a> {
    let mut builder = ChangeSetBuilder::new(project, context);
    rely_on_sessions(&mut builder, project);
    builder
}

/// Makes a change depend on all sessions. Which entries are valid is decided over all of them, and the entries
/// of a session that leaves the history are handed on.
fn rely_on_sessions(builder: &mut ChangeSetBuilder<'_>, project: &Project) {
    if project.tree.is_folder(FOLDER) {
        builder.evidence().insert(FOLDER.to_owned());
        builder.evidence().extend(project.tree.children(FOLDER).map(|(name, _)| join(FOLDER, name)));
    }
}

/// Returns the sessions to pause.
fn sessions_to_pause<'s>(
    sessions: &'s [SessionEntry],
    which: &Pause,
    context: &Context,
) -> Result<Vec<&'s SessionEntry>, Refusal> {
    match which {
        Pause::Nothing => Ok(Vec::new()),
        Pause::Active => {
            let mut active = active_sessions(sessions);
            active.retain(|session| !session.is_reserved_from(&context.actor));
            Ok(active)
        }
        Pause::One(id) => match find(sessions, id, &PAUSABLE) {
            Ok(session) => Ok(vec![session]),
            Err(SessionLookupError::Ambiguous(ids)) => Err(ambiguous(id, &ids)),
            Err(SessionLookupError::Unknown) => {
                Err(refuse(RefusalCode::BadCommand, Text::with(texts::SESSION_NOT_PAUSABLE, [("id", id.clone())])))
            }
        },
    }
}

/// Warns of a change to the session of another conversation.
fn warn_of_owner(builder: &mut ChangeSetBuilder<'_>, session: &SessionEntry) {
    if session.is_of_other(&builder.context().actor) {
        builder.warn(Text::with(texts::SESSION_OF_OTHER, [("id", session.id())]).with_arg("author", owner(session)));
    }
}

/// Warns an agent that begins a session beside the active one of another conversation. `is_default` is
/// whether the call left the choice of the session to the engine.
fn warn_of_others(builder: &mut ChangeSetBuilder<'_>, sessions: &[SessionEntry], is_default: bool) {
    if let Some(other) = sessions::waiting(sessions, &builder.context().actor).filter(|_| is_default) {
        builder.warn(Text::with(texts::SESSION_BESIDE_OTHER, [("id", other.id())]).with_arg("author", owner(other)));
    }
}

/// Returns the author of a session for a sentence.
fn owner(session: &SessionEntry) -> TextArg {
    session.author().map_or_else(|| TextArg::Text(Text::plain(texts::AN_AGENT)), TextArg::Plain)
}

/// Returns the summary of a session that is begun without one: the text of its first entry, which is in
/// the list of this name.
fn provisional_summary(first: Option<(&str, &Value)>) -> String {
    let text = first.and_then(|(list, entry)| inheritance::name(list, entry));
    let text = text.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).filter(|text| !text.is_empty());
    text.map_or_else(|| texts::PROVISIONAL_SUMMARY.to_owned(), |text| text.chars().take(MAX_SUMMARY_CHARS).collect())
}

/// Returns the active sessions, by the names of their files.
fn active_sessions(sessions: &[SessionEntry]) -> Vec<&SessionEntry> {
    sessions.iter().filter(|session| session.status() == Some(SessionStatus::Active)).collect()
}

/// Returns the session with an id among those with one of the statuses.
fn find_session<'s>(
    sessions: &'s [SessionEntry],
    id: &str,
    states: &[Option<SessionStatus>],
) -> Result<&'s SessionEntry, Refusal> {
    find(sessions, id, states).map_err(|reason| no_session(sessions, id, reason))
}

/// Creates the refusal for an id that does not name exactly one session.
fn no_session(sessions: &[SessionEntry], id: &str, reason: SessionLookupError) -> Refusal {
    match reason {
        SessionLookupError::Ambiguous(ids) => ambiguous(id, &ids),
        SessionLookupError::Unknown => unknown_session(sessions, id),
    }
}

/// Refuses an ID that no session has, with a hint.
fn unknown_session(sessions: &[SessionEntry], id: &str) -> Refusal {
    if let Ok(session) = find(sessions, id, &ANY_STATE) {
        let status = session.status().map_or("unknown", SessionStatus::name).to_owned();
        let text = Text::with(texts::SESSION_NOT_ACTIVE, [("id", session.id()), ("status", status)]);
        return refuse(RefusalCode::SessionNotActive, text);
    }
    let ids: Vec<String> = active_sessions(sessions).into_iter().map(SessionEntry::id).collect();
    let text = if ids.is_empty() {
        Text::with(texts::SESSION_UNKNOWN, [("id", id.to_owned())])
    } else {
        Text::with(texts::SESSION_UNKNOWN_AMONG_ACTIVE, [("id", id.to_owned()), ("ids", ids.join(", "))])
    };
    refuse(RefusalCode::BadCommand, text)
}

fn ambiguous(id: &str, ids: &[String]) -> Refusal {
    let args = [("id", id.to_owned()), ("ids", ids.join(", "))];
    refuse(RefusalCode::BadCommand, Text::with(texts::SESSION_AMBIGUOUS, args))
}

/// Renames a session's file for a status. The content stays.
fn set_status(
    builder: &mut ChangeSetBuilder<'_>,
    project: &Project,
    session: &SessionEntry,
    status: SessionStatus,
) -> Result<(), Refusal> {
    let stem = file_stem(session);
    let is_private = is_private(session.content());
    // Another program may have given it a name that Git does not ignore.
    let needs_mark = is_private && !privacy::is_marked(&stem);
    if session.status() != Some(status) || needs_mark {
        if is_private {
            privacy::ignore(builder, project)?;
        }
        rename(builder, session, &if needs_mark { privacy::marked_stem(&stem) } else { stem }, status);
    }
    Ok(())
}

/// Returns the name of a session's file without status and extension.
fn file_stem(session: &SessionEntry) -> String {
    let name = session.file_name();
    let bare = name.rsplit_once('.').map_or(name, |(bare, _)| bare);
    match session.status() {
        Some(_) => bare.rsplit_once('.').map_or(bare, |(stem, _)| stem).to_owned(),
        None => bare.to_owned(),
    }
}

fn rename(builder: &mut ChangeSetBuilder<'_>, session: &SessionEntry, stem: &str, status: SessionStatus) {
    let target = builder.free_file(FOLDER, stem, &suffix(status, session.container()));
    builder.rename(session.path(), target);
}

/// Writes the new content of a session, if it differs.
fn rewrite(
    builder: &mut ChangeSetBuilder<'_>,
    project: &Project,
    session: &SessionEntry,
    new: &Value,
) -> Result<(), Refusal> {
    let broken = |text: &Text| {
        let args = [("path", session.path().to_owned()), ("why", text.to_string())];
        refuse(RefusalCode::BrokenFile, Text::with(texts::CANNOT_WRITE, args))
    };
    let bytes = project
        .tree
        .file(session.path())
        .ok_or_else(|| broken(&Text::with(texts::NOTHING_THERE, [("path", session.path().to_owned())])))?;
    let mut data = DataFile::parse(session.container(), bytes).map_err(|finding| broken(&finding.text))?;
    write_session(&mut data, session.content(), new).map_err(|finding| broken(&finding.text))?;
    builder.write(session.path(), data.render());
    Ok(())
}

/// Returns the file name of a session that is saved now, without status and extension.
fn new_stem(now: i64, summary: &str) -> String {
    format!("{}-{}", compact_time(now), session_slug(summary))
}

/// Returns the end of a session's file name, such as `.active.json`.
fn suffix(status: SessionStatus, container: Container) -> String {
    let extension = match container {
        Container::Json => "json",
        Container::Toml => "toml",
    };
    format!(".{}.{extension}", status.name())
}

/// Returns an unused id of now: `s-YYYYMMDD-HHMMSS-uuuuuu`.
fn new_id(context: &Context, sessions: &[SessionEntry]) -> String {
    let second = compact_time(context.now);
    let fraction = context.now.rem_euclid(1000) * 1000;
    let existing: Vec<String> = sessions.iter().map(SessionEntry::id).collect();
    let mut micros = (0..1_000_000).map(|step| (fraction + i64::from(context.seed % 1000) + step) % 1_000_000);
    let id = |micros: i64| format!("s-{second}-{micros:06}");
    micros.find(|micros| !existing.contains(&id(*micros))).map_or_else(|| id(fraction), id)
}
