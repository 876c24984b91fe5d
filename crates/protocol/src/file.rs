//! Files in (deltas) and files out (change sets). Paths are relative to `.handoff/`, with `/` between parts.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::event::Event;
use crate::text::Text;

/// What a shell found at one path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum FileState {
    /// A file and its whole content.
    File {
        /// Where.
        path: String,
        /// The bytes.
        #[serde(with = "serde_bytes")]
        #[ts(type = "Uint8Array")]
        bytes: Vec<u8>,
    },
    /// A folder; needed because an empty one still reserves a task number.
    Folder {
        /// Where.
        path: String,
    },
    /// A symbolic link, never followed.
    Link {
        /// Where.
        path: String,
    },
    /// Something that exists and could not be read.
    Unreadable {
        /// Where.
        path: String,
        /// Why, in the operating system's words.
        reason: String,
        /// Whether it is a folder, so that it is unknown what lies below it.
        is_folder: bool,
    },
    /// Nothing is there any more; what lay below it is gone too.
    Gone {
        /// Where.
        path: String,
    },
}

/// The answer to a feed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Fed {
    /// The project's revision after the feed.
    pub revision: u32,
    /// Whether anything that a view can show changed.
    pub changed: bool,
    /// Set while other programs were seen to do something that stands in no log yet: after how many milliseconds
    /// `Command::RecordObserved {}` writes it down, together with what follows until then.
    pub record_after_ms: Option<u32>,
    /// Set while a task folder has lost its status file, which another program may be about to write again.
    pub recheck: Option<Recheck>,
}

/// A request to look at some folders again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Recheck {
    /// The folders to list, read and feed again.
    pub folders: Vec<String>,
    /// After how many milliseconds.
    pub after_ms: u32,
}

/// Everything that one user action writes, and its description. Applied whole or not at all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ChangeSet {
    /// What it does, for the undo toast: "Move t1.2 to done".
    pub summary: Text,
    /// The edits, in the order in which they are applied. Each path is as it is when its turn comes.
    pub edits: Vec<Edit>,
    /// Files and folders that it leaves as they are, but by whose content or names it was judged; a commit looks at them once more.
    pub relies_on: Vec<String>,
    /// What the activity log gets; the last edits append these lines.
    pub events: Vec<Event>,
    /// The ids of tasks that the change created, first the one that the person asked for.
    pub created: Vec<String>,
    /// What the person should know although nothing is refused, such as references to a deleted task.
    pub warnings: Vec<Text>,
    /// What it repairs that no command may bring about; undo brings it back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub settled: Option<Settled>,
    /// What a merge of sessions added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub merged: Option<MergeReport>,
}

/// What a merge of sessions added to its target.
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
    /// The text of the decision.
    pub decision: String,
    /// ID of the target session.
    pub target: String,
    /// ID of the source session.
    pub source: String,
}

/// Damage that a change set repairs. Other programs can do it, commands cannot.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Settled {
    /// IDs that several tasks had.
    pub shared_ids: Vec<String>,
    /// Groups of tasks, by ID, in which each waited for each other one.
    pub circles: Vec<Vec<String>>,
}

/// One step of a change set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Edit {
    /// Replaces or creates a file. Missing parent folders are made.
    Write {
        /// Where.
        path: String,
        /// The content that must be found; none when the file must not exist.
        #[serde(with = "serde_bytes")]
        #[ts(type = "Uint8Array | null")]
        before: Option<Vec<u8>>,
        /// The content that is left.
        #[serde(with = "serde_bytes")]
        #[ts(type = "Uint8Array")]
        after: Vec<u8>,
    },
    /// Removes a file.
    Remove {
        /// Where.
        path: String,
        /// The content that must be found.
        #[serde(with = "serde_bytes")]
        #[ts(type = "Uint8Array")]
        before: Vec<u8>,
    },
    /// Renames a file or folder; nothing may be at the goal. Missing parent folders of the goal are made.
    Move {
        /// What.
        from: String,
        /// Where it goes.
        to: String,
    },
    /// Makes an empty folder.
    MakeFolder {
        /// Where.
        path: String,
    },
    /// Removes a folder, which must be empty.
    RemoveFolder {
        /// Where.
        path: String,
    },
    /// Adds whole lines at the end of a log or of `.gitignore`, whatever it holds by then. It has no inverse: such a file only grows.
    Append {
        /// Where.
        path: String,
        /// The lines, each with its line end.
        lines: String,
    },
}
