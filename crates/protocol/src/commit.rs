//! The protocol of a commit: the engine requests actions, and the shell performs them and answers.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::file::{FileState, MergeReport};
use crate::process::Process;
use crate::refusal::Refusal;
use crate::text::Text;

/// The capabilities of a shell's file system, and the shell's process.
#[allow(clippy::struct_excessive_bools, reason = "each is a capability of its own")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Capabilities {
    /// Whether a file can be created atomically only if it does not exist, so that it can serve as
    /// a lock.
    pub exclusive_create: bool,
    /// Whether a rename replaces an existing file in one step. Otherwise the target is removed
    /// first, and a crash in between leaves only the source.
    pub atomic_replace: bool,
    /// Whether bytes can be appended to a file without writing the rest of it. Otherwise a log is
    /// replaced as a whole, which is safer than [`Action::Append`] there.
    #[serde(default)]
    pub append: bool,
    /// Whether the shell can take the lock of the operating system on a file, for
    /// [`Action::LockFile`].
    #[serde(default)]
    pub file_locks: bool,
    /// The shell's process; `None` if other programs cannot look it up.
    #[serde(default)]
    pub process: Option<Process>,
    /// Identifies the folder of the project on its disk: another one for each copy of the folder, such
    /// as a clone. `None` if the shell cannot tell copies apart.
    #[serde(default)]
    pub place: Option<String>,
    /// Whether files may be open with unsaved changes in editors that the shell can reach. If so,
    /// a commit sends [`Action::SettleEditors`] before it takes the lock.
    #[serde(default)]
    pub editors: bool,
}

/// A request to the shell. Paths are relative to `.handoff/`; the shell refuses a path outside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Action {
    /// Create this file with this content, or answer `exists` if it exists. Creates missing
    /// parents. Nothing is flushed: it serves as a lock, which ends with its process.
    Create {
        path: String,
        #[serde(with = "serde_bytes")]
        #[ts(type = "Uint8Array")]
        bytes: Vec<u8>,
    },
    /// Read the file: `bytes`, or `missing`.
    Read { path: String },
    /// Read the file from an offset to its end: `part`, or `missing`.
    ReadFrom {
        path: String,
        /// The number of bytes to skip. If the file has fewer, the part is empty.
        #[ts(type = "number")]
        offset: u64,
    },
    /// List the names in a folder: `names`, or `missing`.
    List {
        /// Path of the folder; empty for `.handoff/` itself.
        path: String,
    },
    /// Write a file (in practice a temporary one). Creates missing parents.
    Write {
        path: String,
        #[serde(with = "serde_bytes")]
        #[ts(type = "Uint8Array")]
        bytes: Vec<u8>,
        /// Whether it is flushed to the disk, so that it survives a loss of power.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        flush: bool,
    },
    /// Append to a file that has exactly `size` bytes (0: it may also be missing). If it has another
    /// size, change nothing and answer `differs`. Creates missing parents. A failure may leave a
    /// part of the bytes.
    Append {
        path: String,
        /// The expected size of the file.
        #[ts(type = "number")]
        size: u64,
        /// The bytes to add.
        #[serde(with = "serde_bytes")]
        #[ts(type = "Uint8Array")]
        bytes: Vec<u8>,
        /// Whether it is flushed to the disk, so that it survives a loss of power.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        flush: bool,
    },
    /// Compare the target with `expected` (`None`: it must not exist) and rename `from` over it if
    /// they are equal, with as little time in between as the system allows. Otherwise change
    /// nothing and answer `differs`.
    Replace {
        /// The temporary file.
        from: String,
        to: String,
        /// The expected content of the target.
        #[serde(with = "serde_bytes")]
        #[ts(type = "Uint8Array | null")]
        expected: Option<Vec<u8>>,
        /// Whether it is flushed to the disk, so that it survives a loss of power.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        flush: bool,
    },
    /// Rename a file or folder: `ok`, `missing` if the source does not exist, or `exists` if the
    /// target does. Creates missing parents of the target.
    Move { from: String, to: String },
    /// Remove a file: `ok`, or `missing`.
    Remove {
        path: String,
        /// Whether it is flushed to the disk, so that it survives a loss of power.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[ts(optional, as = "Option<bool>")]
        flush: bool,
    },
    /// Create a folder and its parents; `ok` if it exists already.
    MakeFolder { path: String },
    /// Remove an empty folder: `ok`, `exists` if it is not empty, or `missing`.
    RemoveFolder { path: String },
    /// Create the file if it does not exist and take the operating system's exclusive lock on it, as
    /// `flock` does, without waiting: `ok`, `exists` if another program holds it, `missing` if there is
    /// no folder for the file, or `unknown` if such a file cannot be locked.
    LockFile { path: String },
    /// Release the lock on a file.
    UnlockFile { path: String },
    /// Look up a process of this host: `ok` if it is running, `missing` if it has ended, or
    /// `unknown`.
    CheckProcess {
        pid: u32,
        /// Start time, as in [`Process::started`]. A process with another start time has reused the
        /// ID.
        started: Option<String>,
    },
    /// Report what other programs have changed since the engine's tree was last brought up to date:
    /// `changes`, or `unknown` if the shell would have to look at every file.
    FindChanges {},
    /// Offer to save the unsaved editors of files at or below these paths. Answer `ok` if none was
    /// unsaved, `saved` with the content of the saved files, or `declined`.
    SettleEditors {
        /// Every path that the commit is about to change.
        paths: Vec<String>,
    },
    /// Wait, then answer `ok`.
    Wait { ms: u32 },
    /// The commit has ended; there is no further action.
    End { outcome: Outcome },
}

/// The shell's answer to an [`Action`]. It is passed to the engine with the current time, because
/// the engine has no clock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Answer {
    /// The action was performed.
    Ok {},
    /// The content of a file.
    Bytes {
        #[serde(with = "serde_bytes")]
        #[ts(type = "Uint8Array")]
        bytes: Vec<u8>,
    },
    /// The end of a file.
    Part {
        /// The size of the whole file.
        #[ts(type = "number")]
        size: u64,
        /// The content from the offset on.
        #[serde(with = "serde_bytes")]
        #[ts(type = "Uint8Array")]
        bytes: Vec<u8>,
    },
    /// The names in a folder.
    Names {
        /// The names, without a path.
        names: Vec<String>,
    },
    /// The file or folder does not exist.
    Missing {},
    /// The target exists but should not.
    Exists {},
    /// The target does not have the expected content. Nothing was changed.
    Differs {},
    /// The shell cannot find out.
    Unknown {},
    /// The differences to the engine's tree.
    Changes {
        /// The changed paths, each folder before its content.
        states: Vec<FileState>,
    },
    /// Editors were saved.
    Saved {
        /// The saved files, as they are on disk now.
        files: Vec<FileState>,
    },
    /// The user keeps an editor unsaved; nothing may be changed.
    Declined {},
    /// The system returned an error.
    Failed {
        fault: Fault,
        /// The system's error message.
        reason: String,
    },
}

/// The kind of an I/O failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Fault {
    /// May succeed when repeated, such as a sharing violation or a busy file.
    Transient,
    /// No permission, or a read-only file system.
    Denied,
    /// Not a regular file but a folder, a pipe, a socket or a device.
    NotAFile,
    /// No space left.
    Full,
    /// Anything else.
    Other,
}

/// The result of a commit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Outcome {
    /// The change is on disk and in the model.
    Done {
        revision: u32,
        /// Description of the change.
        summary: Text,
        /// IDs of what was created, first the one that was asked for; of a claim the task's.
        created: Vec<String>,
        /// Warnings for the person.
        warnings: Vec<Text>,
        /// False if nothing had to be written.
        changed: bool,
        /// The entries that a merge of sessions added.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        merged: Option<MergeReport>,
        /// ID of the proposal that was stored instead of making the changes of the command.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        proposed: Option<String>,
    },
    /// The command was refused. Nothing was written.
    Refused { refusal: Refusal },
    /// Another program changed the same file and the command could not be planned again. Nothing of
    /// it remains.
    Conflict { path: String, text: Text },
    /// An I/O error. The change was rolled back, or will be completed when the project is opened
    /// next.
    Failed { path: String, text: Text },
}
