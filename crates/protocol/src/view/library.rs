//! The library: memories, referrals, documents and their requirements.

use serde::Serialize;
use ts_rs::TS;

use crate::task_patch::TaskPatch;
use crate::view::{Progress, RelatedTask, TaskName};

/// The records of the library that match a search. Newest first, but for requirements.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct LibraryView {
    /// Memories, by the time of their creation.
    pub memories: Vec<LibraryMemory>,
    /// Referrals, by the time of their creation.
    pub referrals: Vec<LibraryReferral>,
    /// Documents, by the time of their last change.
    pub documents: Vec<LibraryDocument>,
    /// Requirements of all documents: first those without a task, then those without a proof, each by ID.
    pub requirements: Vec<LibraryRequirement>,
    /// The numbers of all records, whether or not they match.
    pub totals: LibraryTotals,
}

/// The number of records of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct LibraryTotals {
    pub memories: u32,
    pub referrals: u32,
    pub documents: u32,
    pub requirements: u32,
}

/// A memory.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct LibraryMemory {
    pub id: String,
    /// `lesson`, `rule`, `convention`, `gotcha` or any text.
    pub memory_kind: String,
    pub text: String,
    pub tags: Vec<String>,
    /// Parts of the paths for which it is relevant.
    pub scope_paths: Vec<String>,
    /// The number of times that it was shown to an agent.
    #[ts(type = "number")]
    pub hits: u64,
    /// The time of its last use, RFC 3339, or empty if it was never used.
    pub last_used_at: String,
    /// RFC 3339.
    pub created_at: String,
    /// Its file below `.handoff/`.
    pub path: String,
}

/// A task that a referral proposes.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct LibraryProposal {
    pub title: String,
    /// The fields of the task that is created for it, with a link to the referral.
    pub fields: TaskPatch,
    /// The task that was created for it; null if there is none.
    pub task: Option<TaskName>,
}

/// A referral.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct LibraryReferral {
    pub id: String,
    /// `open`, `acknowledged`, `resolved` or any text.
    pub status: String,
    /// Name of the sending project.
    pub source_project: String,
    /// Its folder on the machine of the sender.
    pub source_folder: String,
    /// `improvement`, `bug`, `request`, `info` or any text.
    pub referral_type: String,
    /// `low`, `medium`, `high`, any text, or empty.
    pub priority: String,
    /// Summary, one line.
    pub summary: String,
    /// Details in Markdown, or empty.
    pub details: String,
    /// The tasks that the sender proposes.
    pub tasks: Vec<LibraryProposal>,
    /// RFC 3339.
    pub created_at: String,
    /// Its file below `.handoff/`.
    pub path: String,
}

/// A document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct LibraryDocument {
    pub id: String,
    /// The part of its file name that identifies it.
    pub slug: String,
    pub title: String,
    /// `spec`, `design`, `adr`, `guide`, `note` or any text.
    pub doc_type: String,
    pub tags: Vec<String>,
    /// The tasks that it describes.
    pub tasks: Vec<RelatedTask>,
    /// Its requirements, in its order.
    pub requirements: Vec<LibraryRequirement>,
    /// Whether its text was changed since a program saved it.
    pub drifted: bool,
    /// Verified and all items of its review; null without a review.
    pub review: Option<Progress>,
    /// The time of the last change by a program, RFC 3339.
    pub updated_at: String,
    /// Its file below `.handoff/`.
    pub path: String,
}

/// A requirement of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct LibraryRequirement {
    pub id: String,
    /// Its text, one line; may be empty.
    pub title: String,
    /// `pending`, `verified`, `skipped` or any text.
    pub status: String,
    /// `not_started`, `in_progress`, `implemented`, `tested`, `verified` or any text.
    pub stage: String,
    /// Whether it has a test, was verified, or needs neither.
    pub proven: bool,
    /// The tasks that link to it.
    pub tasks: Vec<RelatedTask>,
    /// The title of its document, or its slug.
    pub document: String,
    /// The file of its document below `.handoff/`.
    pub path: String,
}
