//! Sessions saved, set aside, picked up, forked and merged.
//!
//! Invariant: a session is in one file before and after; what a call does not speak of stays, keys that nobody knows included.

mod branch;
mod content;
mod history;
mod merge;
mod privacy;
mod save;
mod update;

pub(in crate::plan) use branch::fork;
pub(in crate::plan) use merge::merge;
pub(in crate::plan) use save::{import, save};
pub(in crate::plan) use update::update;

use handoff_format::{Container, Document, note_stamp, session_slug, write_session};
use handoff_protocol::agent::Pause;
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, SessionStatus, Text};
use serde_json::Value;

use crate::Project;
use crate::plan::change_set_builder::Draft;
use crate::plan::refusal::refuse;
use crate::project::unread;
use crate::sessions;
use crate::sessions::{ANY_STATE, FOLDER, NoSession, PAUSABLE, SessionEntry, find, is_private};

const UNKNOWN: &str = "There is no session {id}.";
const UNKNOWN_ACTIVE: &str = "There is no active session {id}. Active: {ids}.";
const ELSEWHERE: &str = "The session {id} is {status}. Load it first (handoff_load_context with session_id).";
const AMBIGUOUS: &str = "Several sessions have an ID like {id}: {ids}.";
const UNREADABLE: &str = "{path}: {reason}";
const NOTHING_TO_PAUSE: &str = "There is no active or open session {id} to pause.";
const PAUSED: &str = "Paused {id}.";
const PAUSE: &str = "Pause sessions";
const ACTIVATE: &str = "Continue the session {id}";

/// Sets sessions aside.
pub(in crate::plan) fn pause(project: &Project, context: &Context, which: &Pause) -> Result<ChangeSet, Refusal> {
    let sessions = readable(project)?;
    let mut draft = begin(project, context);
    for session in to_pause(&sessions, which)? {
        transfer(&mut draft, project, session, SessionStatus::Paused)?;
        draft.warn(Text::with(PAUSED, [("id", session.id())]));
    }
    Ok(draft.finish(Text::plain(PAUSE)))
}

/// Picks a session up.
pub(in crate::plan) fn activate(project: &Project, context: &Context, id: &str) -> Result<ChangeSet, Refusal> {
    let sessions = readable(project)?;
    let session = chosen(&sessions, id, &ANY_STATE)?;
    if session.status() == Some(SessionStatus::Closed) {
        let args = [("id", session.id()), ("status", SessionStatus::Closed.name().to_owned())];
        return Err(refuse(RefusalCode::BadCommand, Text::with("The session {id} is {status}; fork it.", args)));
    }
    let mut draft = begin(project, context);
    transfer(&mut draft, project, session, SessionStatus::Active)?;
    Ok(draft.finish(Text::with(ACTIVATE, [("id", session.id())])))
}

/// All sessions. Refused where one may be hidden, since another one would be taken for the one that is at work.
fn readable(project: &Project) -> Result<Vec<SessionEntry>, Refusal> {
    unread::check_sessions(project)?;
    Ok(sessions::all(project))
}

/// A change that was judged by which sessions there are.
fn begin<'a>(project: &'a Project, context: &'a Context) -> Draft<'a> {
    let mut draft = Draft::new(project, context);
    if project.tree.is_folder(FOLDER) {
        draft.evidence().insert(FOLDER.to_owned());
    }
    draft
}

/// The sessions that are to be set aside.
fn to_pause<'s>(sessions: &'s [SessionEntry], which: &Pause) -> Result<Vec<&'s SessionEntry>, Refusal> {
    match which {
        Pause::Nothing => Ok(Vec::new()),
        Pause::Active => Ok(active(sessions)),
        Pause::One(id) => match find(sessions, id, &PAUSABLE) {
            Ok(session) => Ok(vec![session]),
            Err(NoSession::Ambiguous(ids)) => Err(ambiguous(id, &ids)),
            Err(NoSession::Unknown) => {
                Err(refuse(RefusalCode::BadCommand, Text::with(NOTHING_TO_PAUSE, [("id", id.clone())])))
            }
        },
    }
}

/// The active sessions, by the names of their files.
fn active(sessions: &[SessionEntry]) -> Vec<&SessionEntry> {
    sessions.iter().filter(|session| session.status() == Some(SessionStatus::Active)).collect()
}

/// The session that an id means among those that stand so.
fn chosen<'s>(
    sessions: &'s [SessionEntry],
    id: &str,
    states: &[Option<SessionStatus>],
) -> Result<&'s SessionEntry, Refusal> {
    find(sessions, id, states).map_err(|reason| no_session(sessions, id, reason))
}

/// A refusal because an id names no single session.
fn no_session(sessions: &[SessionEntry], id: &str, reason: NoSession) -> Refusal {
    match reason {
        NoSession::Ambiguous(ids) => ambiguous(id, &ids),
        NoSession::Unknown => refuse(RefusalCode::BadCommand, absent(sessions, id)),
    }
}

/// Why there is no such session, with what may help.
fn absent(sessions: &[SessionEntry], id: &str) -> Text {
    if let Ok(session) = find(sessions, id, &ANY_STATE) {
        let status = session.status().map_or("unknown", SessionStatus::name).to_owned();
        return Text::with(ELSEWHERE, [("id", session.id()), ("status", status)]);
    }
    let ids: Vec<String> = active(sessions).into_iter().map(SessionEntry::id).collect();
    if ids.is_empty() {
        return Text::with(UNKNOWN, [("id", id.to_owned())]);
    }
    Text::with(UNKNOWN_ACTIVE, [("id", id.to_owned()), ("ids", ids.join(", "))])
}

fn ambiguous(id: &str, ids: &[String]) -> Refusal {
    let args = [("id", id.to_owned()), ("ids", ids.join(", "))];
    refuse(RefusalCode::BadCommand, Text::with(AMBIGUOUS, args))
}

/// Gives a session's file the name for where it stands now; what is in it stays.
fn transfer(
    draft: &mut Draft<'_>,
    project: &Project,
    session: &SessionEntry,
    status: SessionStatus,
) -> Result<(), Refusal> {
    let stem = stem_of(session);
    // Another program may have given it a name that everybody sees.
    let private = is_private(session.content());
    let hides = private && !privacy::is_marked(&stem);
    if session.status() != Some(status) || hides {
        if private {
            privacy::ignore(draft, project)?;
        }
        rename(draft, session, &if hides { privacy::marked(&stem) } else { stem }, status);
    }
    Ok(())
}

/// A file's name without the status.
fn stem_of(session: &SessionEntry) -> String {
    let name = session.file_name();
    let bare = name.rsplit_once('.').map_or(name, |(bare, _)| bare);
    match session.status() {
        Some(_) => bare.rsplit_once('.').map_or(bare, |(stem, _)| stem).to_owned(),
        None => bare.to_owned(),
    }
}

fn rename(draft: &mut Draft<'_>, session: &SessionEntry, stem: &str, status: SessionStatus) {
    let goal = draft.free_file(FOLDER, stem, &ending(status, session.container()));
    draft.rename(session.path(), goal);
}

/// Writes what a session holds now, where that differs.
fn rewrite(draft: &mut Draft<'_>, project: &Project, session: &SessionEntry, new: &Value) -> Result<(), Refusal> {
    let broken = |text: &Text| {
        let args = [("path", session.path().to_owned()), ("reason", text.to_string())];
        refuse(RefusalCode::BrokenFile, Text::with(UNREADABLE, args))
    };
    let bytes = project.tree.file(session.path()).unwrap_or_default();
    let mut document = Document::parse(session.container(), bytes).map_err(|finding| broken(&finding.text))?;
    write_session(&mut document, session.content(), new).map_err(|finding| broken(&finding.text))?;
    draft.write(session.path(), document.render());
    Ok(())
}

/// A file's name for a session that was saved at a time, without the status.
fn stem(now: i64, summary: &str) -> String {
    let digits: String = note_stamp(now).chars().filter(|character| *character != '-' && *character != ':').collect();
    digits.replace('T', "-") + "-" + &session_slug(summary)
}

fn ending(status: SessionStatus, container: Container) -> String {
    let extension = match container {
        Container::Json => "json",
        Container::Toml => "toml",
    };
    format!(".{}.{extension}", status.name())
}

/// An id of now that no session has: `s-YYYYMMDD-HHMMSS-uuuuuu`.
fn fresh_id(context: &Context, sessions: &[SessionEntry]) -> String {
    let digits: String = note_stamp(context.now).chars().filter(char::is_ascii_digit).collect();
    let (day, time) = digits.split_at_checked(8).unwrap_or((&digits, ""));
    let fraction = context.now.rem_euclid(1000) * 1000;
    let known: Vec<String> = sessions.iter().map(SessionEntry::id).collect();
    let mut micros = (0..1_000_000).map(|step| (fraction + i64::from(context.seed % 1000) + step) % 1_000_000);
    let id = |micros: i64| format!("s-{day}-{time}-{micros:06}");
    micros.find(|micros| !known.contains(&id(*micros))).map_or_else(|| id(fraction), id)
}
