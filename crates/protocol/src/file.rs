//! Files that shells read, and change sets that they write. Paths are relative to `.handoff/` and
//! use `/`.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::context::Actor;
use crate::event::Event;
use crate::text::Text;

/// The maximum size of a file of a project in MB, except for logs, which are read in parts. A larger one
/// counts as unreadable.
pub const MAX_FILE_MB: u32 = 64;

/// The state of one path on disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum FileState {
    /// A file and its whole content.
    File {
        path: String,
        #[serde(with = "serde_bytes")]
        #[ts(type = "Uint8Array")]
        bytes: Vec<u8>,
    },
    /// The end of a log. What is before it is as it was when last read, or has not been read.
    LogEnd {
        path: String,
        /// The position at which the end begins.
        #[ts(type = "number")]
        offset: u64,
        /// The content from there on. Empty if only the size of the log is known.
        #[serde(with = "serde_bytes")]
        #[ts(type = "Uint8Array")]
        bytes: Vec<u8>,
    },
    /// A folder. Empty folders matter too, because they reserve a task number.
    Folder { path: String },
    /// A symbolic link. It is not followed.
    Link { path: String },
    /// A file or folder that could not be read.
    Unreadable {
        path: String,
        /// The system's error message.
        reason: String,
        /// Whether it is a folder, so that its content is unknown.
        is_folder: bool,
    },
    /// Nothing exists at or below the path.
    Gone { path: String },
}

/// All writes of a command, with a description. Applied as a whole or not at all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ChangeSet {
    /// Description, such as "Move t1.2 to done".
    pub summary: Text,
    /// The edits in order. A path is valid at the time of its edit, after the edits before it.
    pub edits: Vec<Edit>,
    /// Files and folders that the plan depends on and does not change. A commit compares them again
    /// before its first edit.
    pub relies_on: Vec<String>,
    /// Events for the activity log. The last edits append them.
    pub events: Vec<Event>,
    /// IDs of created tasks, first the one that was asked for.
    pub created: Vec<String>,
    /// Warnings for the person, such as references to a deleted task.
    pub warnings: Vec<Text>,
    /// Damage that it repairs. Only the undo of this change may restore it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub settled: Option<RepairedDamage>,
    /// The entries that a merge of sessions added, or a fork inherits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub merged: Option<MergeReport>,
    /// ID of the proposal that it stores instead of making the changes of the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub proposed: Option<String>,
}

/// A committed change set with its author: the content of a file in `.handoff/local/history/`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct UndoStep {
    /// Time of the commit, RFC 3339.
    pub at: String,
    pub actor: Actor,
    /// IDs of the tasks that it changed.
    pub tasks: Vec<String>,
    /// Paths in the trash that it filled. To revert it, feed the files below them first.
    pub trash: Vec<String>,
    /// Whether it changed packages. To revert it, feed them first.
    pub packages: bool,
    /// A summary of the change.
    pub summary: Text,
    /// The content of the file, for [`crate::Command::Revert`].
    pub source: String,
}

/// The number of entries that a merge of sessions added to its target, or that a fork inherits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct MergeReport {
    /// Number of decisions added.
    pub decisions: u32,
    /// Number of notes added.
    pub notes: u32,
    /// Number of references added.
    pub references: u32,
    /// Number of context pointers added.
    pub context_pointers: u32,
    /// Number of checklist items added.
    #[serde(default)]
    pub checklist: u32,
    /// Number of blockers added.
    #[serde(default)]
    pub blockers: u32,
    /// Number of related tasks added.
    #[serde(default)]
    pub related_tasks: u32,
    /// Decisions that the target already had.
    pub conflicts: Vec<DecisionConflict>,
    /// IDs of the source sessions that were closed.
    pub closed: Vec<String>,
}

/// A decision that two merged sessions have. The target's version stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct DecisionConflict {
    pub decision: String,
    /// ID of the target session.
    pub target: String,
    /// ID of the source session.
    pub source: String,
}

/// Damage that a change set repairs. Other programs can cause it, commands cannot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct RepairedDamage {
    /// IDs that more than one task had.
    pub shared_ids: Vec<String>,
    /// Groups of task IDs that formed a dependency cycle.
    pub circles: Vec<Vec<String>>,
}

/// One step of a change set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Edit {
    /// Replaces or creates a file. Creates missing parents.
    Write {
        path: String,
        /// The expected content; `None` if the file must not exist.
        #[serde(with = "serde_bytes")]
        #[ts(type = "Uint8Array | null")]
        before: Option<Vec<u8>>,
        #[serde(with = "serde_bytes")]
        #[ts(type = "Uint8Array")]
        after: Vec<u8>,
    },
    Remove {
        path: String,
        /// The expected content.
        #[serde(with = "serde_bytes")]
        #[ts(type = "Uint8Array")]
        before: Vec<u8>,
    },
    /// Renames a file or folder. The target must not exist. Creates its missing parents.
    Move { from: String, to: String },
    /// Creates an empty folder.
    MakeFolder { path: String },
    /// Removes an empty folder.
    RemoveFolder { path: String },
    /// Appends whole lines to a log or to `.gitignore`, whatever its content is then. It has no
    /// inverse.
    Append {
        path: String,
        /// The lines, each with a line end.
        lines: String,
    },
}
