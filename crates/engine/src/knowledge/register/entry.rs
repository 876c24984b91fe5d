//! An entry of the register.

use handoff_format::Value;

use crate::knowledge::sessions::authors;
use crate::knowledge::sessions::removed::entry_id;

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryKind {
    /// A decision. It is valid until it is superseded or withdrawn.
    Decision,
    /// A note of the category `caution`. It is valid until it is removed.
    Caution,
    /// A blocker. It is valid until it is removed.
    Blocker,
    /// A checklist item. It is valid until it is ticked or removed.
    OpenItem,
    /// A context pointer, told apart by path and lines.
    Pointer,
    /// A reference, told apart by label and URI.
    Reference,
    /// A note of the category `suggestion`: what to do next. It is valid until it is removed, or until
    /// its author gives others in a later session.
    Suggestion,
    /// A note of the category `context`, which is a fact. It is valid until it is removed.
    ContextNote,
}

impl EntryKind {
    /// Every kind.
    pub const ALL: [EntryKind; 8] = [
        EntryKind::Decision,
        EntryKind::Caution,
        EntryKind::Blocker,
        EntryKind::OpenItem,
        EntryKind::Pointer,
        EntryKind::Reference,
        EntryKind::Suggestion,
        EntryKind::ContextNote,
    ];

    /// Returns the key of the list in a session's file that has the entries of this kind.
    pub const fn list(self) -> &'static str {
        match self {
            EntryKind::Decision => "decisions",
            EntryKind::Caution | EntryKind::Suggestion | EntryKind::ContextNote => "handoff_notes",
            EntryKind::Blocker => "blockers",
            EntryKind::OpenItem => "checklist",
            EntryKind::Pointer => "context_pointers",
            EntryKind::Reference => "references",
        }
    }

    /// Returns the kinds whose entries are in a list.
    pub fn of_list(list: &str) -> impl Iterator<Item = EntryKind> {
        EntryKind::ALL.into_iter().filter(move |kind| kind.list() == list)
    }

    /// Returns the kind of an entry of a list, `None` if it is of none.
    pub fn of(list: &str, entry: &Value) -> Option<EntryKind> {
        if list != EntryKind::Caution.list() {
            return EntryKind::of_list(list).next();
        }
        match entry.get("category").and_then(Value::as_str) {
            Some("caution") => Some(EntryKind::Caution),
            Some("suggestion") => Some(EntryKind::Suggestion),
            // Notes with a kind are those that programs write.
            Some("context") | None if entry.get("kind").is_none() => Some(EntryKind::ContextNote),
            _ => None,
        }
    }

    /// Returns whether the entries of a session take the place of those of the same author in earlier
    /// sessions.
    pub(crate) const fn is_replaced(self) -> bool {
        matches!(self, EntryKind::Suggestion)
    }

    /// Returns the name of one entry and of several.
    pub const fn nouns(self) -> (&'static str, &'static str) {
        match self {
            EntryKind::Decision => ("decision", "decisions"),
            EntryKind::Caution => ("caution", "cautions"),
            EntryKind::Blocker => ("blocker", "blockers"),
            EntryKind::OpenItem => ("open item", "open items"),
            EntryKind::Pointer => ("pointer", "pointers"),
            EntryKind::Reference => ("reference", "references"),
            EntryKind::Suggestion => ("suggestion", "suggestions"),
            EntryKind::ContextNote => ("note", "notes"),
        }
    }

    /// Returns the ID of an entry, see [`entry_id`].
    pub(super) fn id(self, name: &str) -> String {
        entry_id(self.list(), name)
    }
}

/// Whether an entry is valid, or why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryState {
    /// It is valid.
    Standing,
    /// A later decision replaced this one. Holds the name of the later one.
    Superseded(String),
    /// It was withdrawn or removed. Holds the reason, if one was given.
    Withdrawn(Option<String>),
    /// The checklist item was ticked.
    Done,
    /// The author gave other suggestions in a later session.
    Replaced,
}

/// Something that a project knows, from all sessions that state it.
#[derive(Clone, Debug, PartialEq)]
pub struct RegisterEntry {
    /// A letter for the kind and eight digits of the hash of its name.
    pub id: String,
    /// Its kind.
    pub kind: EntryKind,
    /// Its text; of a pointer the path and lines, of a reference the label and URI.
    pub name: String,
    /// The entry as it was last stated.
    pub value: Value,
    /// The IDs of the sessions that state it, oldest first.
    pub sessions: Vec<String>,
    /// When it was first stated, RFC 3339: the time in the entry, else that of its session.
    pub since: Option<String>,
    /// The person or agent who stated it last, if recorded.
    pub author: Option<String>,
    /// Whether it is valid.
    pub state: EntryState,
    /// The position of the session that stated it last in the order in which sessions began.
    pub(super) age: usize,
    /// Whether only private sessions state it.
    pub is_private: bool,
    /// The names of the decisions that it superseded.
    pub supersedes: Vec<String>,
}

impl RegisterEntry {
    /// Returns whether it is valid.
    pub fn is_standing(&self) -> bool {
        self.state == EntryState::Standing
    }

    /// Returns whether another statement of the entry has the same content, by any author at any time.
    pub fn has_content_of(&self, other: &RegisterEntry) -> bool {
        authors::content(&self.value) == authors::content(&other.value)
    }

    /// Returns its texts: name, reason and notes.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        [self.name.as_str()].into_iter().chain(["reason", "notes"].into_iter().filter_map(|key| self.text(key)))
    }

    /// Returns the text under a key, `None` if it is empty.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.value.get(key)?.as_str().filter(|text| !text.is_empty())
    }
}
