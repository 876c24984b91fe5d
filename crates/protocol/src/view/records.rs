//! Lists of the records other than tasks.

use serde::Serialize;
use ts_rs::TS;

use crate::task::SessionStatus;
use crate::view::Progress;

/// The records other than tasks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct RecordsView {
    /// Newest first.
    pub sessions: Vec<SessionRow>,
    /// Oldest first.
    pub referrals: Vec<ReferralRow>,
    /// Newest first.
    pub memories: Vec<MemoryRow>,
    /// By title.
    pub documents: Vec<DocumentRow>,
    /// By task ID.
    pub timers: Vec<TimerRow>,
}

/// A session in a list.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct SessionRow {
    pub id: String,
    pub status: SessionStatus,
    /// Summary, one line.
    pub summary: String,
    /// Time of the last save, RFC 3339, or empty.
    pub ended_at: String,
    /// Git branch, or empty.
    pub branch: String,
    pub decisions: u32,
    pub blockers: u32,
    /// Checked and all checklist items.
    pub checklist: Progress,
    pub path: String,
}

/// A referral in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ReferralRow {
    pub id: String,
    /// `open`, `acknowledged` or `resolved`.
    pub status: String,
    /// Summary, one line.
    pub summary: String,
    /// Name of the sending project.
    pub source_project: String,
    /// `improvement`, `bug`, `request` or `info`.
    pub referral_type: String,
    pub path: String,
}

/// A memory in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct MemoryRow {
    pub id: String,
    /// `lesson`, `rule`, `convention` or `gotcha`.
    pub memory_kind: String,
    pub text: String,
    pub tags: Vec<String>,
    pub path: String,
}

/// A document in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct DocumentRow {
    pub id: String,
    pub title: String,
    /// `spec`, `design`, `adr`, `guide`, `note` or any text.
    pub doc_type: String,
    pub path: String,
}

/// A running or paused timer in a list.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TimerRow {
    pub task: String,
    pub tracking: bool,
    /// Milliseconds before `started_at`.
    #[ts(type = "number")]
    pub elapsed_ms: u64,
    /// Start of the current interval, RFC 3339, or empty.
    pub started_at: String,
    /// Whether idle detection paused it.
    pub paused_by_idle: bool,
}
