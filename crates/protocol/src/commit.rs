//! The conversation of a commit: the engine says what to do, the shell does it and reports.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::file::{FileState, MergeReport};
use crate::problem::Refusal;
use crate::text::Text;

/// What a shell's file system can do, and the process that the shell runs in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Capabilities {
    /// Whether a file can be created only if it does not exist, atomically, and so serve as a lock.
    pub exclusive_create: bool,
    /// Whether a rename replaces an existing file in one step. Otherwise the target is removed first, and a crash in
    /// between leaves only the source.
    pub atomic_replace: bool,
    /// The process that the shell runs in; none where other programs cannot look it up.
    #[serde(default)]
    pub process: Option<Process>,
    /// Whether files may be open with unsaved changes in editors that the shell can reach. If so,
    /// a commit sends [`Action::SettleEditors`] before it takes the lock.
    #[serde(default)]
    pub editors: bool,
}

/// Identifies a process, so that a lock can name its holder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Process {
    /// The machine and, where the system has them, the namespace of process IDs. Two processes with the same host can look each other up.
    pub host: String,
    /// Differs each time the machine is booted; none where the system does not say.
    pub boot: Option<String>,
    /// The process ID.
    pub pid: u32,
    /// When the process was started, in the system's own form; none where the system does not say. A later process with the same ID has
    /// another one.
    pub started: Option<String>,
}

/// What the shell must do next. Paths are relative to `.handoff/`; the shell refuses a path that leaves it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Action {
    /// Create this file with this content, failing with `exists` when it is there. Parents are made.
    Create {
        /// Where.
        path: String,
        /// The content.
        #[serde(with = "serde_bytes")]
        #[ts(type = "Uint8Array")]
        bytes: Vec<u8>,
    },
    /// Read the file: `bytes`, or `missing`.
    Read {
        /// Where.
        path: String,
    },
    /// List the names in a folder: `names`, or `missing`.
    List {
        /// Where; empty for `.handoff/` itself.
        path: String,
    },
    /// Write a file (in practice a temporary or journal file) and flush it to the disk. Parents are made.
    Write {
        /// Where.
        path: String,
        /// The content.
        #[serde(with = "serde_bytes")]
        #[ts(type = "Uint8Array")]
        bytes: Vec<u8>,
    },
    /// Compare the target with `expected` (none: must not exist) and, when equal, rename `from` over it, with as little
    /// time between the two as the system allows. Otherwise change nothing and answer `differs`.
    Replace {
        /// The temporary file.
        from: String,
        /// The target.
        to: String,
        /// What must be found at the target.
        #[serde(with = "serde_bytes")]
        #[ts(type = "Uint8Array | null")]
        expected: Option<Vec<u8>>,
    },
    /// Rename a file or folder. Parents of the goal are made. `missing` when the source is not there, `exists` when the goal is.
    Move {
        /// What.
        from: String,
        /// Where it goes.
        to: String,
    },
    /// Remove a file: `ok`, or `missing`.
    Remove {
        /// Where.
        path: String,
    },
    /// Make a folder and its parents; `ok` when it is there already.
    MakeFolder {
        /// Where.
        path: String,
    },
    /// Remove an empty folder; `exists` when something is in it, `missing` when it is gone.
    RemoveFolder {
        /// Where.
        path: String,
    },
    /// Look up a process of this host: `ok` when it is running, `missing` when it has ended, `unknown` when the shell cannot say.
    CheckProcess {
        /// The process ID.
        pid: u32,
        /// When it was started, as in [`Process::started`]. Another start time means that the process has ended and its ID was reused.
        started: Option<String>,
    },
    /// Offer to save the unsaved editors of files at or below these paths. Answer `ok` if none was
    /// unsaved, `saved` with the content of the saved files, or `declined`.
    SettleEditors {
        /// Every path that the commit is about to change.
        paths: Vec<String>,
    },
    /// Wait, then answer `ok`.
    Wait {
        /// Milliseconds.
        ms: u32,
    },
    /// The commit is over; ask no further.
    End {
        /// How it ended.
        outcome: Outcome,
    },
}

/// What the shell reports. Every answer carries the time, since the engine has no clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Answer {
    /// Done as told.
    Ok {},
    /// The content of a file.
    Bytes {
        /// All of it.
        #[serde(with = "serde_bytes")]
        #[ts(type = "Uint8Array")]
        bytes: Vec<u8>,
    },
    /// The names in a folder.
    Names {
        /// Without path.
        names: Vec<String>,
    },
    /// It is not there.
    Missing {},
    /// Something is there that should not be.
    Exists {},
    /// The target's content was not the expected one; nothing was changed.
    Differs {},
    /// The shell cannot say.
    Unknown {},
    /// Editors were saved.
    Saved {
        /// The saved files, as they are on disk now.
        files: Vec<FileState>,
    },
    /// The user keeps an editor unsaved; nothing may be changed.
    Declined {},
    /// The system refused.
    Failed {
        /// How it may be handled.
        fault: Fault,
        /// In the system's words.
        reason: String,
    },
}

/// The kind of an I/O failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Fault {
    /// May pass by itself: sharing violation, busy.
    Transient,
    /// No permission, or a read-only file system.
    Denied,
    /// Something else than a regular file is there, such as a folder, a pipe, a socket or a device.
    NotAFile,
    /// No space left.
    Full,
    /// Anything else.
    Other,
}

/// How a commit ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Outcome {
    /// Everything is on disk and in the model.
    Done {
        /// The project's revision.
        revision: u32,
        /// What was done.
        summary: Text,
        /// Ids of created tasks, first the one that was asked for.
        created: Vec<String>,
        /// What the person should know.
        warnings: Vec<Text>,
        /// False when the change wrote nothing because everything already was as wanted.
        changed: bool,
        /// What a merge of sessions added.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        merged: Option<MergeReport>,
    },
    /// The command is refused; nothing was written.
    Refused {
        /// Why.
        refusal: Refusal,
    },
    /// Another program changed the same thing meanwhile and the change could not be planned again; nothing of it is left.
    Conflict {
        /// Where.
        path: String,
        /// What happened.
        text: Text,
    },
    /// The system failed; what was begun was taken back, or will be completed at the next open.
    Failed {
        /// Where.
        path: String,
        /// What happened.
        text: Text,
    },
}
