//! Problems of files.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::command::Command;
use crate::text::Text;

/// The severity of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Severity {
    /// A hint without any loss.
    Information,
    /// Something that works, but probably not as intended.
    Warning,
    /// A record cannot be used until it is repaired.
    Error,
}

/// A range of a file. Lines and columns count from 0. Columns are UTF-16 code units, as in editors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Position {
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column after the last character.
    pub end_column: u32,
}

/// The kind of a problem, for documentation links and tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export, export_to = "protocol.ts")]
pub enum ProblemCode {
    /// JSON, TOML or front matter that does not parse.
    Syntax,
    /// The file starts with a byte order mark, which the `handoff-mcp` server cannot read.
    ByteOrderMark,
    /// An object has the same key twice.
    DuplicateKey,
    /// A value has the wrong type, such as null instead of a list.
    WrongType,
    /// A required key is missing.
    MissingKey,
    /// An invalid date or time.
    BadDate,
    /// Bytes that are not UTF-8.
    NotText,
    /// The operating system could not read the file.
    Unreadable,
    /// A symbolic link, which is not followed.
    Link,
    /// A task folder has two or more status files, or both layouts' files.
    TwoStatusFiles,
    /// A folder in the task tree without a task.
    NoTaskFile,
    /// Two tasks have the same ID.
    DuplicateId,
    /// The ID in the folder's name is not that in the file.
    IdMismatch,
    /// An ID that some file systems take for another one or for a device, or that people cannot see.
    OddId,
    UnknownStatus,
    /// A dependency on a task that does not exist.
    DanglingDependency,
    /// Dependencies form a cycle.
    DependencyCycle,
    /// An assignee or milestone that is not configured.
    UnknownName,
    /// A commit was interrupted and could not be completed because another program changed a file
    /// meanwhile.
    InterruptedCommit,
    /// A file whose name is not that of a record.
    UnknownFile,
    /// A private or machine-local file that Git tracks or would add.
    Exposed,
    /// Git does not merge the files by their values, or leaves them out.
    MergeSetup,
    /// A path so long that Windows may refuse it.
    LongPath,
    /// A task that one side of a merge deleted and the other changed.
    KeptByMerge,
    /// A task has fewer hours than its time entries.
    FewHours,
}

/// A problem of a file. Everything else remains usable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Problem {
    /// The kind.
    pub code: ProblemCode,
    pub severity: Severity,
    /// Path of the file at which to show it. For a folder without a task: the file of the parent
    /// task, or else the configuration.
    pub path: String,
    /// Range in the file; its start if the whole file is concerned.
    pub position: Position,
    /// ID of the task concerned, if known.
    pub task: Option<String>,
    /// Message: what is wrong and what to do.
    pub text: Text,
    /// The consequence if a whole task is hidden because of the problem; shown after `text`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub cost: Option<Text>,
    /// Repairs to choose from.
    pub repairs: Vec<Repair>,
}

/// A repair of a problem.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Repair {
    /// Title, such as "Remove the dependency on t777".
    pub title: Text,
    /// The command that applies it.
    pub command: Command,
    /// Whether it belongs to the set that is offered as a whole. No two repairs of that set
    /// conflict.
    pub proposed: bool,
}
