//! The records that belong to a task or a file, besides its own content.

use serde::Serialize;
use ts_rs::TS;

use crate::view::{DocumentRow, MemoryRow, PointerChange, RegisterRow, SessionSummary, TaskName, TimerRow};

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

/// What is known about a file of the project.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct FileKnowledge {
    /// Standing cautions, decisions, blockers, pointers and notes, in this order, the newest of each kind
    /// first.
    pub notes: Vec<FileNote>,
    /// Memories that apply to the file, newest first.
    pub memories: Vec<MemoryRow>,
}

/// An entry of the register about a file.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct FileNote {
    pub entry: RegisterRow,
    /// Its lines in the file as it is now. Empty if it is about the whole file, or if its lines were not
    /// found.
    pub lines: Vec<LineRange>,
    /// How the lines of a pointer have changed since it was saved; absent if that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<PointerChange>,
    /// The tasks that the entry names, else those of the session that stated it last.
    pub tasks: Vec<TaskName>,
}

/// Lines of a file, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct LineRange {
    pub first: u32,
    /// The last line, inclusive.
    pub last: u32,
}

/// Where a commit comes from, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct CommitOrigin {
    /// The session in which it was made, or the last one that was saved shortly before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<OriginSession>,
    /// The tasks that its message names, else those of the session.
    pub tasks: Vec<TaskName>,
    /// The decisions that the session stated first.
    pub decisions: Vec<RegisterRow>,
}

/// The session of a commit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct OriginSession {
    pub id: String,
    /// Its summary, or empty.
    pub summary: String,
    /// Who began it, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Whether the commit was made while it was going on. Otherwise it had been saved before.
    pub during: bool,
}
