//! The journal: the edits of a commit, written before its first edit, so that any Handoff process
//! can complete them.
//!
//! Invariant: `decode` returns the edits that `encode` wrote. No journal names a path outside
//! `.handoff/`.

use handoff_protocol::Edit;
use serde::{Deserialize, Serialize};

use crate::change::commit::identity::Identity;
use crate::ground::stored_content::StoredContent;

/// The version of the format; there has been only one.
const VERSION: u32 = 1;
/// The maximum length in bytes of a file name inside a temporary name. File systems allow 255; the
/// rest is for the suffix.
const MAX_STEM_LEN: usize = 120;

/// The content of `.handoff/.journal-<nonce>.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Journal {
    version: u32,
    /// The writer whose commit it is.
    pub writer: String,
    /// The time of writing, in milliseconds since 1970-01-01 UTC.
    pub since: i64,
    /// The folder in which the edits are to be carried out. A copy of it, such as a clone of a
    /// repository that contains the journal, is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The boot of the host, if the journal was written without a flush. After the next boot the journal is
    /// ignored: its change is on the disk as a whole or not at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boot: Option<String>,
    /// Whether the writer's file system replaces a file in two actions: remove the target, then
    /// rename.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub replaces_in_two: bool,
    /// The edits, in order.
    #[serde(rename = "steps")]
    pub edits: Vec<JournalEdit>,
}

/// An edit of the disk, with the states before and after it and the name of its temporary file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(super) enum JournalEdit {
    /// Writes a file by renaming a temporary file.
    Write { path: String, temp: String, before: Option<StoredContent>, after: StoredContent },
    /// Appends lines to a log that has this size; `None` if it does not exist.
    Append { path: String, size: Option<u64>, lines: String },
    /// Removes lines that were appended to a log that had this size. A part of them may be missing.
    Cut { path: String, temp: String, size: Option<u64>, lines: String },
    /// Removes a file: renames it to a temporary name, compares its content again, then deletes it.
    Remove { path: String, temp: String, before: StoredContent },
    /// Renames a file or folder.
    Move { from: String, to: String },
    /// Creates a folder.
    MakeFolder { path: String },
    /// Removes an empty folder.
    RemoveFolder { path: String },
}

impl Journal {
    pub(super) fn new(me: &Identity, since: i64, replaces_in_two: bool, edits: Vec<JournalEdit>) -> Journal {
        let (writer, place) = (me.writer.clone(), me.place.clone());
        Journal { version: VERSION, writer, since, place, boot: None, replaces_in_two, edits }
    }

    pub(super) fn encode(&self) -> Vec<u8> {
        handoff_protocol::to_json(self).into_bytes()
    }

    /// Returns `None` if the bytes are no journal, have another version or name a path that is not
    /// allowed.
    pub(super) fn decode(bytes: &[u8]) -> Option<Journal> {
        let journal: Journal = serde_json::from_slice(bytes).ok()?;
        let is_allowed =
            |edit: &JournalEdit| edit.paths().chain(edit.temp()).all(|path| handoff_format::check_path(path).is_ok());
        (journal.version == VERSION && journal.edits.iter().all(is_allowed)).then_some(journal)
    }
}

impl JournalEdit {
    /// Returns the edit for an edit. `None` for an append, whose log must be read first, and for a
    /// write that changes nothing.
    pub(super) fn from_edit(edit: &Edit, temps: &mut TempNames) -> Option<JournalEdit> {
        Some(match edit.clone() {
            Edit::Write { before, after, .. } if before.as_ref() == Some(&after) => return None,
            Edit::Write { path, before, after } => JournalEdit::Write {
                temp: temps.temp_path(&path),
                path,
                before: before.map(StoredContent),
                after: StoredContent(after),
            },
            Edit::Remove { path, before } => {
                JournalEdit::Remove { temp: temps.temp_path(&path), path, before: StoredContent(before) }
            }
            Edit::Move { from, to } => JournalEdit::Move { from, to },
            Edit::MakeFolder { path } => JournalEdit::MakeFolder { path },
            Edit::RemoveFolder { path } => JournalEdit::RemoveFolder { path },
            Edit::Append { .. } => return None,
        })
    }

    /// Returns the edit that undoes this one.
    pub(super) fn inverse(&self, temps: &mut TempNames) -> JournalEdit {
        match self.clone() {
            JournalEdit::Write { path, before: Some(before), after, .. } => {
                JournalEdit::Write { temp: temps.temp_path(&path), path, before: Some(after), after: before }
            }
            JournalEdit::Write { path, before: None, after, .. } => {
                JournalEdit::Remove { temp: temps.temp_path(&path), path, before: after }
            }
            JournalEdit::Append { path, size, lines } => {
                JournalEdit::Cut { temp: temps.temp_path(&path), path, size, lines }
            }
            JournalEdit::Cut { path, size, lines, .. } => JournalEdit::Append { path, size, lines },
            JournalEdit::Remove { path, before, .. } => {
                JournalEdit::Write { temp: temps.temp_path(&path), path, before: None, after: before }
            }
            JournalEdit::Move { from, to } => JournalEdit::Move { from: to, to: from },
            JournalEdit::MakeFolder { path } => JournalEdit::RemoveFolder { path },
            JournalEdit::RemoveFolder { path } => JournalEdit::MakeFolder { path },
        }
    }

    /// Returns the path that the edit changes; of a move the source.
    pub(super) fn path(&self) -> &str {
        match self {
            JournalEdit::Write { path, .. }
            | JournalEdit::Append { path, .. }
            | JournalEdit::Cut { path, .. }
            | JournalEdit::Remove { path, .. }
            | JournalEdit::MakeFolder { path }
            | JournalEdit::RemoveFolder { path }
            | JournalEdit::Move { from: path, .. } => path,
        }
    }

    /// Returns every path that the edit changes: of a move the source and the target.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        let target = match self {
            JournalEdit::Move { to, .. } => Some(to.as_str()),
            _ => None,
        };
        [self.path()].into_iter().chain(target)
    }

    /// Returns whether the edit can be carried out again after it was done, without an effect. Such
    /// an edit says nothing about how far a series of edits got.
    pub(super) fn is_repeatable(&self) -> bool {
        matches!(self, JournalEdit::Append { .. } | JournalEdit::Cut { .. })
    }

    /// Returns the path of the temporary file that the edit uses.
    pub(super) fn temp(&self) -> Option<&str> {
        match self {
            JournalEdit::Write { temp, .. } | JournalEdit::Cut { temp, .. } | JournalEdit::Remove { temp, .. } => {
                Some(temp)
            }
            _ => None,
        }
    }
}

/// Generates unique names for temporary files: `.<name>.tmp.<writer>-<nonce>-<number>`.
pub(super) struct TempNames {
    owner: String,
    next: u32,
}

impl TempNames {
    pub(super) fn new(writer: &str, nonce: &str) -> TempNames {
        TempNames { owner: format!("{writer}-{nonce}"), next: 0 }
    }

    /// Returns the path of a temporary file in the folder of `path`.
    pub(super) fn temp_path(&mut self, path: &str) -> String {
        let name = crate::ground::tree::name(path);
        let (stem, _) = name.split_at(name.floor_char_boundary(MAX_STEM_LEN));
        self.hidden_temp_path(&crate::ground::tree::join(crate::ground::tree::parent(path), &format!(".{stem}")))
    }

    /// Returns the path of a temporary file for a `path` whose name begins with a dot already.
    pub(super) fn hidden_temp_path(&mut self, path: &str) -> String {
        let number = self.next;
        self.next = self.next.wrapping_add(1);
        format!("{path}.tmp.{}-{number}", self.owner)
    }
}
