//! What is wrong with the files (problems) and why a command is not carried out (refusals).

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::command::Command;
use crate::text::Text;

/// How much a problem hurts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Severity {
    /// Worth knowing; nothing is lost.
    Information,
    /// Works, but probably not as meant.
    Warning,
    /// A record cannot be used until it is repaired.
    Error,
}

/// A stretch of a file. Lines and columns count from 0; columns are UTF-16 code units, as editors count.
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
    /// Column behind the last character.
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
    /// A key stands twice in one object.
    DuplicateKey,
    /// A value has the wrong type, null where a list belongs included.
    WrongType,
    /// A required key is missing.
    MissingKey,
    /// A date or time that does not exist.
    BadDate,
    /// Bytes that are not UTF-8.
    NotText,
    /// The operating system did not give the content.
    Unreadable,
    /// A symbolic link, which is not followed.
    Link,
    /// A task folder has two or more status files, or both layouts' files.
    TwoStatusFiles,
    /// A folder in the task tree without a task.
    NoTaskFile,
    /// Two folders hold tasks with one id.
    DuplicateId,
    /// The folder's name and the id inside disagree.
    IdMismatch,
    /// A status that does not exist.
    UnknownStatus,
    /// A dependency names no task.
    DanglingDependency,
    /// Dependencies form a circle.
    DependencyCycle,
    /// An assignee or milestone that the configuration does not know.
    UnknownName,
    /// A commit was interrupted and could not be completed because another program changed a file meanwhile.
    InterruptedCommit,
    /// A file name that no record has.
    UnknownFile,
    /// A private record, or a file of this machine only, that Git has or would take.
    Exposed,
}

/// Something wrong with a file. Everything else stays usable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Problem {
    /// The kind.
    pub code: ProblemCode,
    /// How much it hurts.
    pub severity: Severity,
    /// The file at which it is shown. For a folder without a task that is the file of the task above, else the configuration.
    pub path: String,
    /// Where in the file; its beginning where the whole file is meant.
    pub position: Position,
    /// The task concerned, when it is known.
    pub task: Option<String>,
    /// What is wrong and what to do.
    pub text: Text,
    /// What it costs until it is settled, where a whole task is hidden; said behind the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub cost: Option<Text>,
    /// Ways to settle it.
    pub repairs: Vec<Repair>,
}

/// A way to settle a problem.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Repair {
    /// What it does, as a verb: "Remove the dependency on t777".
    pub title: Text,
    /// The command that does it.
    pub command: Command,
    /// Whether it belongs to the set of repairs that is offered as a whole. No two repairs of that set contradict each other.
    pub proposed: bool,
}

/// The kind of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export, export_to = "protocol.ts")]
pub enum RefusalCode {
    /// The command itself cannot be understood.
    BadCommand,
    /// A value is not allowed in this field.
    BadValue,
    /// No task with that id.
    UnknownTask,
    /// Two tasks have that id.
    AmbiguousTask,
    /// A task with that id is already there.
    IdTaken,
    /// An id that cannot be a folder name.
    BadId,
    /// A done criterion is still open.
    OpenCriterion,
    /// A child is neither done nor skipped.
    OpenChild,
    /// The project wants an estimate before work starts.
    EstimateRequired,
    /// The dependency would close a circle.
    DependencyCycle,
    /// A task cannot go below itself.
    MoveIntoItself,
    /// The file cannot be parsed and is not overwritten.
    BrokenFile,
    /// The value changed since the person began to edit it.
    Stale,
    /// There is no project here yet.
    NotInitialized,
    /// There already is a project here.
    AlreadyInitialized,
    /// The session exists, but is not active.
    SessionNotActive,
    /// No session is active.
    NoActiveSession,
    /// Nothing to undo or redo.
    NothingToUndo,
    /// The path would leave `.handoff/`.
    BadPath,
    /// Another program of ours is writing.
    Locked,
    /// The project cannot be written: untrusted or read-only.
    ReadOnly,
}

/// Why a command is not carried out. Nothing was written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Refusal {
    /// The kind.
    pub code: RefusalCode,
    /// A sentence on which a person or an agent can act.
    pub text: Text,
    /// The task concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub task: Option<String>,
    /// The field concerned, as in [`crate::TaskPatch`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub field: Option<String>,
}
