//! Sessions as agents see them: all that their files hold, also what this program does not know.
//!
//! Invariant: a file that cannot be read is left out here and never touched; it stands in the way of no other.

pub(crate) mod inheritance;

use handoff_format::{Container, Document, PathKind, Value, classify};
use handoff_protocol::agent::{Pause, SessionSave, SessionTarget};
use handoff_protocol::{SessionStatus, Text};
use serde_json::Map;

use crate::Project;
use crate::sessions::inheritance::ResolvedSession;
use crate::tree::{Entry, join, name};

/// The keys of a session's record that are about what it builds on.
pub use crate::sessions::inheritance::BUILDING;

/// Where sessions lie.
pub(crate) use crate::model::SESSIONS as FOLDER;

/// A session's file.
#[derive(Clone, Debug)]
pub struct SessionEntry {
    path: String,
    container: Container,
    status: Option<SessionStatus>,
    content: Value,
    /// What its file holds, where that is not all.
    own: Option<Value>,
    chain: Vec<String>,
    gap: Option<Text>,
}

impl SessionEntry {
    /// Its file below `.handoff/`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The last part of that.
    pub fn file_name(&self) -> &str {
        name(&self.path)
    }

    /// From the file's name; none where no known status stands there.
    pub fn status(&self) -> Option<SessionStatus> {
        self.status
    }

    /// How its file is written.
    pub(crate) fn container(&self) -> Container {
        self.container
    }

    /// All that the session holds; a table.
    pub fn content(&self) -> &Value {
        &self.content
    }

    /// What its file holds, which is less where it builds on another session.
    pub fn own(&self) -> &Value {
        self.own.as_ref().unwrap_or(&self.content)
    }

    /// The sessions on which it builds, the nearest first.
    pub fn chain(&self) -> &[String] {
        &self.chain
    }

    /// What of these cannot be shown, and why.
    pub fn gap(&self) -> Option<&Text> {
        self.gap.as_ref()
    }

    /// What is noted of it beside its content: whose it is, who may see it, on what it builds.
    pub fn record(&self) -> Map<String, Value> {
        inheritance::record(self.own())
    }

    /// Returns whether a text that names what to remove from a list means an entry.
    pub fn is_named_by(key: &str, entry: &Value, text: &str) -> bool {
        inheritance::is_named_by(key, entry, text)
    }

    /// Returns whether lists that are saved into it add to its own instead of replacing them.
    pub fn adds(&self) -> bool {
        inheritance::adds(&inheritance::record(self.own()))
    }

    /// Returns whether it says anything beside its summary.
    pub fn has_content(&self) -> bool {
        inheritance::has_content(&self.content)
    }

    /// Returns the text of the draft that was left in it before its conversation was compacted.
    pub fn draft(&self) -> Option<&str> {
        inheritance::draft(&self.content)?.get("note")?.as_str()
    }

    /// Returns whether an entry of its notes is such a draft.
    pub fn is_draft(note: &Value) -> bool {
        inheritance::is_draft(note)
    }

    /// Returns the note of a draft.
    pub fn draft_note(text: &str) -> Value {
        inheritance::draft_note(text)
    }

    /// Its id; one made of the file's name where the file has none.
    pub fn id(&self) -> String {
        self.text("id").map_or_else(
            || format!("s-{}-000000", self.file_name().chars().take(15).collect::<String>()),
            str::to_owned,
        )
    }

    /// The text under a key.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.content.get(key).and_then(Value::as_str)
    }

    /// The list under a key; empty where none is.
    pub fn list(&self, key: &str) -> &[Value] {
        self.content.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
    }

    /// When it was saved last, in a form that sorts by time; empty where it never was.
    pub fn saved_at(&self) -> String {
        self.text("ended_at").map(crate::timestamp::sortable).unwrap_or_default()
    }
}

impl SessionEntry {
    /// Whether it never leaves this machine.
    pub fn is_private(&self) -> bool {
        is_private(self.own())
    }
}

/// Whether a session with that content never leaves this machine.
pub(crate) fn is_private(content: &Value) -> bool {
    inheritance::record(content).get("visibility").and_then(Value::as_str) == Some("private")
}

/// Why an id names no single session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoSession {
    /// None has it.
    Unknown,
    /// Several begin like it.
    Ambiguous(Vec<String>),
}

/// The same with all that they build on.
pub(crate) fn whole(project: &Project) -> Vec<SessionEntry> {
    let sessions = all(project);
    let whole = |session: &SessionEntry| {
        let mut session = session.clone();
        let record = inheritance::record(&session.content);
        if !record.is_empty() {
            let ResolvedSession { content, chain, gap } =
                inheritance::whole(&session.id(), &session.content, &sessions);
            session.own = Some(std::mem::replace(&mut session.content, inheritance::shown(content, record)));
            session.chain = chain;
            session.gap = gap;
        }
        session
    };
    sessions.iter().map(whole).collect()
}

/// All sessions that can be read, by the names of their files.
pub(crate) fn all(project: &Project) -> Vec<SessionEntry> {
    files(project).filter_map(|(path, kind, bytes)| entry(path, &kind, bytes)).collect()
}

/// The files of sessions that cannot be read.
pub(crate) fn unreadable(project: &Project) -> Vec<String> {
    let broken = |(path, kind, bytes): (String, PathKind, &[u8])| {
        let unread = entry(path.clone(), &kind, bytes).is_none();
        unread.then_some(path)
    };
    files(project).filter_map(broken).collect()
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

fn entry(path: String, kind: &PathKind, bytes: &[u8]) -> Option<SessionEntry> {
    let PathKind::Session { status, container } = *kind else { return None };
    let content = Document::parse(container, bytes).ok()?.root();
    let (own, chain, gap) = (None, Vec::new(), None);
    content.is_object().then_some(SessionEntry { path, container, status, content, own, chain, gap })
}

/// The session that an id means, or one that begins like it or of which it is a longer form, among those that stand so. An exact id comes
/// before a part of one, and the states in turn.
pub fn find<'s>(
    sessions: &'s [SessionEntry],
    wanted: &str,
    states: &[Option<SessionStatus>],
) -> Result<&'s SessionEntry, NoSession> {
    let of = |state: Option<SessionStatus>| sessions.iter().filter(move |session| session.status == state);
    for exact in [true, false] {
        for state in states {
            let fits = |session: &&SessionEntry| {
                let id = session.id();
                if exact {
                    id == wanted
                } else {
                    !wanted.is_empty() && !id.is_empty() && (id.starts_with(wanted) || wanted.starts_with(&id))
                }
            };
            let found: Vec<&SessionEntry> = of(*state).filter(fits).collect();
            match found.as_slice() {
                [] => {}
                [one] => return Ok(one),
                many => return Err(NoSession::Ambiguous(many.iter().map(|session| session.id()).collect())),
            }
        }
    }
    Err(NoSession::Unknown)
}

/// Returns the session into which something is saved, or `None` for a new one. A call that also sets
/// sessions aside saves into one of them only where it names it as the target. The error has the id
/// that fits no single session.
pub fn target<'s>(
    sessions: &'s [SessionEntry],
    save: &SessionSave,
) -> Result<Option<&'s SessionEntry>, (String, NoSession)> {
    let one = |id: &String, states: &[Option<SessionStatus>]| {
        find(sessions, id, states).map(Some).map_err(|reason| (id.clone(), reason))
    };
    let current = || sessions.iter().rfind(|session| session.status == Some(SessionStatus::Active));
    match (&save.target, &save.pause) {
        // What is set aside stays as it is.
        (SessionTarget::New, _) | (SessionTarget::Current, Pause::One(_) | Pause::Active) => Ok(None),
        (SessionTarget::Active(id), _) => one(id, &[Some(SessionStatus::Active)]),
        (SessionTarget::Unfinished(id), _) => {
            one(id, &[Some(SessionStatus::Active), Some(SessionStatus::Open), Some(SessionStatus::Paused)])
        }
        (SessionTarget::Exactly(id), _) => match sessions.iter().find(|session| session.id() == *id) {
            None => Err((id.clone(), NoSession::Unknown)),
            found => Ok(found),
        },
        (SessionTarget::Current, Pause::Nothing) => Ok(current()),
    }
}

/// The states in which a session can be set aside.
pub(crate) const PAUSABLE: [Option<SessionStatus>; 2] = [Some(SessionStatus::Active), Some(SessionStatus::Open)];

/// Every state in which a session can be, most alive first.
pub const ANY_STATE: [Option<SessionStatus>; 5] = [
    Some(SessionStatus::Active),
    Some(SessionStatus::Open),
    Some(SessionStatus::Paused),
    Some(SessionStatus::Closed),
    None,
];

/// Returns the closed session that was saved last among those that say anything, else among all.
pub fn last_closed(sessions: &[SessionEntry]) -> Option<&SessionEntry> {
    let mut closed: Vec<&SessionEntry> =
        sessions.iter().filter(|session| session.status == Some(SessionStatus::Closed)).collect();
    closed.sort_by_key(|a| (a.has_content(), a.saved_at()));
    closed.pop()
}

/// Returns the session whose content a load shows: the current one, unless it says nothing and the
/// last closed one does.
pub fn shown<'s>(sessions: &'s [SessionEntry], current: Option<&'s SessionEntry>) -> Option<&'s SessionEntry> {
    let last = last_closed(sessions);
    match current {
        Some(current) if current.has_content() => Some(current),
        Some(current) => last.filter(|last| last.has_content()).or(Some(current)),
        None => last,
    }
}
