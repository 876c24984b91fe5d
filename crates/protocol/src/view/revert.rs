//! The preview of a revert.

use serde::Serialize;
use ts_rs::TS;

use crate::refusal::Refusal;
use crate::text::Text;

/// The preview of a revert. Everything that it leaves as it is has a conflict.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct RevertPreview {
    /// The tasks, by ID.
    pub tasks: Vec<TaskRevert>,
    /// Other files, by path.
    pub files: Vec<FileRevert>,
    /// Why nothing can be reverted at all.
    pub refusal: Option<Refusal>,
}

/// The effect of a revert on a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum RevertKind {
    /// Fields were changed and get their previous values.
    Changed,
    /// The task was created and is moved to the trash.
    Created,
    /// The task was deleted and comes back from the trash.
    Deleted,
    /// The task was moved and goes back to its previous parent. Fields may have been changed too.
    Moved,
}

/// The effect of a revert on a task.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct TaskRevert {
    pub id: String,
    /// Its title before the revert.
    pub title: String,
    /// The change that is reverted.
    pub kind: RevertKind,
    /// The fields that change, and those that cannot. Empty for created tasks.
    pub fields: Vec<FieldRevert>,
    /// Why the task as a whole is left as it is; fields have their own reasons.
    pub conflict: Option<Text>,
}

/// The effect of a revert on a field.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct FieldRevert {
    /// Name of the field: of a task as in [`crate::TaskPatch`], and `parent`; of another file its
    /// dotted key.
    pub field: String,
    /// The current value; null if there is none.
    #[ts(type = "unknown")]
    pub now: serde_json::Value,
    /// The value after the revert or, with a conflict, the one that would have been restored.
    #[ts(type = "unknown")]
    pub then: serde_json::Value,
    /// Why the field keeps its current value.
    pub conflict: Option<Text>,
}

/// The effect of a revert on a file that is no task.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct FileRevert {
    /// Its path before the revert.
    pub path: String,
    /// The change that is reverted.
    pub kind: RevertKind,
    /// Keys that cannot be restored.
    pub fields: Vec<FieldRevert>,
    /// Why the file as a whole is left as it is.
    pub conflict: Option<Text>,
}
