//! The records that belong to a task, besides its own file.

use serde::Serialize;
use ts_rs::TS;

use crate::view::{DocumentRow, MemoryRow, RegisterRow, SessionSummary, TimerRow};

/// The records that name a task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct TaskKnowledge {
    /// Sessions that list the task, or mention its ID in any text. The session that began last comes
    /// first.
    pub sessions: Vec<SessionSummary>,
    /// Entries of the register that mention its ID. Standing ones come first, then the newest.
    pub entries: Vec<RegisterRow>,
    /// Memories that mention its ID, newest first.
    pub memories: Vec<MemoryRow>,
    /// Documents that are linked to it, by title.
    pub documents: Vec<DocumentRow>,
    /// Its timer, running or paused; null if it has none.
    pub timer: Option<TimerRow>,
}
