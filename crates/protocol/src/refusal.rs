//! Refusals of commands.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::context::Actor;
use crate::text::Text;

/// The kind of a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export, export_to = "protocol.ts")]
pub enum RefusalCode {
    /// The command is invalid.
    BadCommand,
    /// A value is not allowed in this field.
    BadValue,
    /// No task has this ID.
    UnknownTask,
    /// More than one task has this ID.
    AmbiguousTask,
    /// A task with this ID exists already.
    IdTaken,
    /// An ID that cannot be a folder name.
    BadId,
    /// A done criterion is still open.
    OpenCriterion,
    /// The project wants a proof of each done criterion.
    NeedsProof,
    /// The project wants a person to finish tasks.
    NeedsReview,
    /// A subtask is neither done nor skipped.
    OpenChild,
    /// The project requires an estimate before work starts.
    EstimateRequired,
    /// The dependency would create a cycle.
    DependencyCycle,
    /// A task cannot be moved under itself or its descendants.
    MoveIntoItself,
    /// The file cannot be parsed, and is not overwritten.
    BrokenFile,
    /// The value has changed since the person began to edit it.
    Stale,
    /// The file of a task is missing at the moment. Some programs remove a file before they write it
    /// anew.
    FileMissing,
    /// The folder has no project.
    NotInitialized,
    /// The folder has a project already.
    AlreadyInitialized,
    /// The folder has files of another program.
    OtherProgram,
    /// The session exists, but is not active.
    SessionNotActive,
    NoActiveSession,
    /// Nothing to undo or redo.
    NothingToUndo,
    /// The path is outside `.handoff/`.
    BadPath,
    /// Another Handoff program holds the lock.
    Locked,
    /// The user keeps an editor of an affected file unsaved.
    UnsavedEditor,
    /// The project cannot be written: the workspace is untrusted or read-only.
    ReadOnly,
    /// Writing is paused.
    Paused,
    /// Another actor holds the task.
    Held,
    /// Only the holder of the task or a person may do this.
    NotHolder,
}

/// The reason why a command was refused. Nothing was written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Refusal {
    /// The kind.
    pub code: RefusalCode,
    /// Message for a person or an agent, with what to do.
    pub text: Text,
    /// ID of the task concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub task: Option<String>,
    /// The field concerned, as in [`crate::TaskPatch`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub field: Option<String>,
    /// Who caused it, such as the author of a newer value, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub by: Option<Box<Actor>>,
}
