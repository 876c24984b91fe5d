//! Sessions as agents see them: the whole content of their files, including keys that this program
//! does not know.
//!
//! Invariant: a file that cannot be parsed is left out here and never changed. It does not affect
//! other sessions.

pub(crate) mod authors;
pub(crate) mod inheritance;
pub(crate) mod removed;
mod selection;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use handoff_format::{Container, DataFile, PathKind, Value, classify};
use handoff_protocol::{Actor, SessionStatus, Text};
use serde_json::Map;

use crate::Project;
use crate::ground::timestamp::sort_key;
use crate::ground::tree::{Entry, join, name};
use crate::knowledge::sessions::inheritance::ResolvedSession;

pub(crate) use crate::knowledge::sessions::selection::PAUSABLE;
pub use crate::knowledge::sessions::selection::{
    ANY_STATE, SessionLookupError, current, find, last_closed, last_for_person, last_saved, session_to_load, target,
    waiting,
};

/// The keys of a session's record that are about inheritance.
pub use crate::knowledge::sessions::inheritance::INHERITANCE_KEYS;

/// The key of a session's record for the ID of the handover that has written it.
pub use crate::knowledge::sessions::inheritance::HANDOVER_RUN;

/// The folder of the sessions.
pub(crate) use crate::model::SESSIONS as FOLDER;

/// A session with its file.
#[derive(Clone, Debug)]
pub struct SessionEntry {
    path: String,
    container: Container,
    status: Option<SessionStatus>,
    content: Value,
    /// The content of its file, if that of its bases was added to `content`.
    own: Option<Value>,
    chain: Vec<String>,
    gap: Option<Text>,
    sort_keys: SortKeys,
}

/// The times by which sessions are sorted, each computed when it is asked for first.
#[derive(Clone, Debug, Default)]
struct SortKeys {
    began_at: OnceLock<String>,
    saved_at: OnceLock<String>,
}

impl SessionEntry {
    /// Creates the session with a file at a path. `None` if that is no path of a session, or the content
    /// is not an object.
    pub(crate) fn new(path: String, content: Value) -> Option<SessionEntry> {
        let PathKind::Session { status, container } = classify(&path) else { return None };
        let (own, chain, gap, sort_keys) = (None, Vec::new(), None, SortKeys::default());
        content.is_object().then_some(SessionEntry { path, container, status, content, own, chain, gap, sort_keys })
    }

    /// Returns the path of its file below `.handoff/`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the last part of the path.
    pub fn file_name(&self) -> &str {
        name(&self.path)
    }

    /// Returns the status in the file's name, `None` if it has no known one.
    pub fn status(&self) -> Option<SessionStatus> {
        self.status
    }

    /// Returns the format of its file.
    pub(crate) fn container(&self) -> Container {
        self.container
    }

    /// Returns the content of the session, an object. After [`resolve`] it includes that of its
    /// bases.
    pub fn content(&self) -> &Value {
        &self.content
    }

    /// Returns the content of its file, without that of its bases.
    pub fn own(&self) -> &Value {
        self.own.as_ref().unwrap_or(&self.content)
    }

    /// Returns the IDs of its bases, the nearest first.
    pub fn chain(&self) -> &[String] {
        &self.chain
    }

    /// Returns which base is missing, and why.
    pub fn gap(&self) -> Option<&Text> {
        self.gap.as_ref()
    }

    /// Returns Handoff's record of it: its owner, its visibility, its base.
    pub fn record(&self) -> Map<String, Value> {
        inheritance::record(self.own())
    }

    /// Returns whether a text that names what to remove from a list matches an entry.
    pub fn is_named_by(key: &str, entry: &Value, text: &str) -> bool {
        inheritance::is_named_by(key, entry, text)
    }

    /// Returns whether it builds on another session.
    pub fn has_base(&self) -> bool {
        inheritance::base(self.own()).is_some()
    }

    /// Returns whether it has an entry in a list that counts as content, see
    /// [`inheritance::has_content`].
    pub fn has_content(&self) -> bool {
        inheritance::has_content(&self.content)
    }

    /// Returns the text of the draft that a client wrote before it compacted the conversation.
    pub fn draft(&self) -> Option<&str> {
        inheritance::draft(&self.content)?.get("note")?.as_str()
    }

    /// Returns whether a note is such a draft.
    pub fn is_draft(note: &Value) -> bool {
        inheritance::is_draft(note)
    }

    /// Returns the note of a draft.
    pub fn draft_note(text: &str) -> Value {
        inheritance::draft_note(text)
    }

    /// Returns its ID. If the file has none, it is made of the file's name.
    pub fn id(&self) -> String {
        self.text("id").map_or_else(
            || format!("s-{}-000000", self.file_name().chars().take(15).collect::<String>()),
            str::to_owned,
        )
    }

    /// Returns the text under a key.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.content.get(key).and_then(Value::as_str)
    }

    /// Returns the list under a key, an empty one if there is none.
    pub fn list(&self, key: &str) -> &[Value] {
        self.content.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the list under a key in its file, without the entries of its bases.
    pub fn own_list(&self, key: &str) -> &[Value] {
        self.own().get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns the time when it began as a text that sorts by time: `started_at`, else the time in
    /// its file's name.
    pub fn began_at(&self) -> &str {
        self.sort_keys.began_at.get_or_init(|| {
            sort_key(self.text("started_at").unwrap_or(&time_of_name(self.file_name()).unwrap_or_default()))
        })
    }

    /// Returns the time when it was saved last as a text that sorts by time. Empty if it never was.
    pub fn saved_at(&self) -> &str {
        self.sort_keys.saved_at.get_or_init(|| self.text("ended_at").map(sort_key).unwrap_or_default())
    }

    /// Returns who began it, if that is known.
    pub fn author(&self) -> Option<String> {
        authors::of_session(self.own())
    }

    /// Returns the ID of the conversation to which it belongs, `None` for one that a person, or another
    /// program, began.
    pub fn conversation(&self) -> Option<String> {
        authors::conversation(self.own())
    }

    /// Returns whether it belongs to another conversation than that of an actor.
    pub fn is_of_other(&self, actor: &Actor) -> bool {
        let conversation = self.conversation();
        conversation.is_some() && conversation != actor.conversation
    }

    /// Returns whether an actor in a conversation leaves it alone unless it is named: it belongs to
    /// another conversation. A person has no conversation, and goes on with any session.
    pub fn is_reserved_from(&self, actor: &Actor) -> bool {
        actor.conversation.is_some() && self.is_of_other(actor)
    }

    /// Returns whether it must not leave this machine.
    pub fn is_private(&self) -> bool {
        is_private(self.own())
    }
}

/// Returns the time in the name of a session's file: "20261122-075300-…" was begun at 07:53.
fn time_of_name(name: &str) -> Option<String> {
    let mut parts = name.split('-');
    let (day, time) = (parts.next()?, parts.next()?);
    if day.len() != 8 || time.len() != 6 || !day.is_ascii() || !time.is_ascii() {
        return None;
    }
    let (year, month_day) = day.split_at(4);
    let (month, day) = month_day.split_at(2);
    let (hour, minute_second) = time.split_at(2);
    let (minute, second) = minute_second.split_at(2);
    Some(format!("{year}-{month}-{day}T{hour}:{minute}:{second}Z"))
}

/// Returns sessions in the order in which they began.
pub fn by_time(sessions: &[SessionEntry]) -> Vec<&SessionEntry> {
    let mut sessions: Vec<&SessionEntry> = sessions.iter().collect();
    sessions.sort_by_cached_key(|session| (session.began_at(), session.id()));
    sessions
}

/// Sessions by ID.
pub(crate) type ById<'s> = BTreeMap<String, &'s SessionEntry>;

/// Returns sessions by ID.
pub(crate) fn by_id<'s>(sessions: &[&'s SessionEntry]) -> ById<'s> {
    sessions.iter().map(|session| (session.id(), *session)).collect()
}

/// Returns the session of which another one is a fork.
pub(crate) fn parent<'s>(session: &SessionEntry, sessions: &ById<'s>) -> Option<&'s SessionEntry> {
    let id = session.own().get("parent_session_id")?.as_str()?;
    sessions.get(id).copied().filter(|parent| parent.path() != session.path())
}

/// Returns the timeline that was given last. An empty one clears it.
pub fn timeline(sessions: &[SessionEntry]) -> Option<String> {
    let ordered = by_time(sessions);
    let by_id = by_id(&ordered);
    let said = |session: &&SessionEntry| {
        let timeline = session.own().get("timeline")?.as_str()?;
        let is_copy = parent(session, &by_id).is_some_and(|parent| parent.text("timeline") == Some(timeline));
        (!is_copy).then(|| timeline.to_owned())
    };
    ordered.iter().rev().find_map(said).filter(|timeline| !timeline.trim().is_empty())
}

/// Returns the members of the environment, each as it was given last: those given first come first.
/// An empty text or `null` clears a member.
pub fn environment(sessions: &[SessionEntry]) -> Vec<(String, Value)> {
    let ordered = by_time(sessions);
    let by_id = by_id(&ordered);
    let mut members: Vec<(String, Value)> = Vec::new();
    for session in &ordered {
        let parent = parent(session, &by_id).map(|parent| inheritance::environment(parent.content()));
        for (key, value) in inheritance::environment(session.own()) {
            if parent.as_ref().is_some_and(|parent| parent.contains(&(key, value))) {
                continue;
            }
            members.retain(|(other, _)| other != key);
            members.push((key.to_owned(), value.clone()));
        }
    }
    members.retain(|(_, value)| !value.is_null() && value.as_str() != Some(""));
    members
}

/// Returns whether a session with this content must not leave this machine.
pub(crate) fn is_private(content: &Value) -> bool {
    inheritance::record(content).get("visibility").and_then(Value::as_str) == Some("private")
}

/// Returns all sessions that can be parsed with the content of their bases, by file name.
pub(crate) fn resolve_all(project: &Project) -> Vec<SessionEntry> {
    resolve(&all(project))
}

/// Returns sessions with the content of their bases.
pub(crate) fn resolve(sessions: &[SessionEntry]) -> Vec<SessionEntry> {
    let resolve = |session: &SessionEntry| {
        let mut session = session.clone();
        let record = inheritance::record(&session.content);
        if !record.is_empty() {
            let ResolvedSession { content, chain, gap } =
                inheritance::resolve(&session.id(), &session.content, sessions);
            session.own = Some(std::mem::replace(&mut session.content, inheritance::to_answer(content, record)));
            session.sort_keys = SortKeys::default();
            session.chain = chain;
            session.gap = gap;
        }
        session
    };
    sessions.iter().map(resolve).collect()
}

/// Returns all sessions that can be parsed, by file name.
pub(crate) fn all(project: &Project) -> Vec<SessionEntry> {
    files(project).filter_map(|(path, kind, bytes)| parse(path, &kind, bytes)).collect()
}

/// Returns the paths of session files that cannot be parsed.
pub(crate) fn unreadable(project: &Project) -> Vec<String> {
    let broken_path = |(path, kind, bytes): (String, PathKind, &[u8])| {
        let is_broken = parse(path.clone(), &kind, bytes).is_none();
        is_broken.then_some(path)
    };
    files(project).filter_map(broken_path).collect()
}

fn files(project: &Project) -> impl Iterator<Item = (String, PathKind, &[u8])> {
    project.tree.children(FOLDER).filter_map(|(name, entry)| {
        let path = join(FOLDER, name);
        let kind = classify(&path);
        match entry {
            Entry::File(bytes) if matches!(kind, PathKind::Session { .. }) => Some((path, kind, bytes.as_slice())),
            _ => None,
        }
    })
}

pub(crate) fn parse(path: String, kind: &PathKind, bytes: &[u8]) -> Option<SessionEntry> {
    let PathKind::Session { container, .. } = *kind else { return None };
    SessionEntry::new(path, DataFile::parse(container, bytes).ok()?.root())
}
