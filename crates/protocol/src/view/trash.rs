//! Deleted files that can be restored.

use serde::Serialize;
use ts_rs::TS;

use crate::context::Actor;

/// The kind of an entry of the trash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum TrashKind {
    /// A task, with its subtasks.
    Task,
    Session,
    Memory,
    /// A request from another project.
    Referral,
    /// A page of documentation.
    Document,
    /// A saved plan.
    Baseline,
    /// Any other file or folder.
    Other,
}

impl TrashKind {
    /// Returns the name in answers.
    pub const fn name(self) -> &'static str {
        match self {
            TrashKind::Task => "task",
            TrashKind::Session => "session",
            TrashKind::Memory => "memory",
            TrashKind::Referral => "referral",
            TrashKind::Document => "document",
            TrashKind::Baseline => "baseline",
            TrashKind::Other => "other",
        }
    }
}

/// A deleted file or folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct TrashEntry {
    /// Its path in the trash.
    pub path: String,
    /// Its kind.
    #[ts(as = "TrashKind")]
    pub kind: TrashKind,
    /// The title of a task; the name of any other file or folder.
    #[ts(as = "String")]
    pub title: String,
    /// ID of a task.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Number of tasks below a task.
    #[ts(as = "u32")]
    pub subtasks: u32,
    /// ID of the parent that a task had; absent at the top level, or if the activity log does not
    /// know the path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// The path before it was deleted; absent if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// Time of the deletion, RFC 3339; absent if the name in the trash does not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<String>,
    /// Who deleted it, if the activity log knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted_by: Option<Actor>,
}
