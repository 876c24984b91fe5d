//! Sessions, one session, and the register over all sessions.

use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use crate::task::{SessionStatus, Status};
use crate::text::Text;
use crate::view::{HandoverScore, Progress, RecentChanges, TaskName};

/// All sessions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct SessionsView {
    /// The session that began last comes first.
    pub sessions: Vec<SessionSummary>,
    /// Reasons why sessions may be missing.
    pub unread: Vec<Text>,
}

/// A session in the list and in the graph.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct SessionSummary {
    pub id: String,
    /// Its status; null if its file name has an unknown one.
    pub status: Option<SessionStatus>,
    /// Summary, one line.
    pub summary: String,
    /// Short name, or empty.
    pub label: String,
    /// Git branch at the last save, or empty.
    pub branch: String,
    /// The person or agent who began it, then the other authors of its entries.
    pub actors: Vec<String>,
    /// Start, RFC 3339, or empty if it is unknown.
    pub started_at: String,
    /// Last save, RFC 3339, or empty if it was never saved.
    pub ended_at: String,
    /// Minutes from the start to the last save; null unless both are recorded.
    pub minutes: Option<u32>,
    /// Number of its own decisions.
    pub decisions: u32,
    /// Number of its own blockers.
    pub blockers: u32,
    /// Checked and all items of its own checklist.
    pub checklist: Progress,
    /// IDs of the sessions on which it builds, from which it was forked, or that were merged into
    /// it. Only sessions that exist.
    pub parents: Vec<String>,
    /// Score as a handover, 0 to 100, without the state of files; null unless it is closed.
    pub score: Option<u32>,
    /// Whether it must not leave this machine.
    pub private: bool,
    /// Its file below `.handoff/`.
    pub path: String,
}

/// Everything about one session.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct SessionView {
    /// As in the list.
    pub summary: SessionSummary,
    /// Name of the group of sessions to which it belongs, or empty.
    pub timeline: String,
    /// Person or agent to whom it belongs, or empty.
    pub owner: String,
    /// Others who work on it.
    pub collaborators: Vec<String>,
    /// Git commit at the last save, or empty.
    pub commit: String,
    /// Lines of `git status --porcelain` at the last save.
    pub dirty_files: Vec<String>,
    /// IDs of the sessions whose entries it includes, the nearest first.
    pub chain: Vec<String>,
    /// Which of these is missing, and why; null if none is.
    pub gap: Option<Text>,
    pub decisions: Vec<RegisterRow>,
    /// Notes, cautions included.
    pub notes: Vec<SessionNote>,
    pub blockers: Vec<RegisterRow>,
    /// Checklist. That of an active session ends with the open items of other sessions.
    pub checklist: Vec<ChecklistItem>,
    pub pointers: Vec<RegisterRow>,
    pub references: Vec<RegisterRow>,
    /// Values of the environment by key.
    pub environment: Vec<(String, String)>,
    /// Tasks that it names.
    pub tasks: Vec<RelatedTask>,
    /// What anybody changed from its start to its last save, without what was undone again. Empty if
    /// a shell has not read the activity log.
    pub changes: RecentChanges,
}

/// A note of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct SessionNote {
    pub note: String,
    /// `caution`, `context`, `suggestion`, any other text, or empty.
    pub category: String,
    /// Its author, if that is not the author of the session; else empty.
    pub author: String,
    /// Whether it is still valid. A note that is not a caution always does.
    pub standing: bool,
}

/// An item of a checklist.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct ChecklistItem {
    /// Its position, for [`crate::agent::Check`].
    pub index: u32,
    pub item: String,
    /// `user`, `ai`, any other text, or empty.
    pub owner: String,
    pub checked: bool,
    /// Whether it is an item of another session.
    pub other: bool,
    /// The item as it is in the file.
    #[ts(type = "unknown")]
    pub value: Value,
}

/// A task that a session names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct RelatedTask {
    /// The ID in the session.
    pub id: String,
    /// The task; null if no single task has this ID.
    pub task: Option<TaskName>,
}

/// A session that matches a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct SessionMatch {
    pub id: String,
    /// The part of its text that matches best.
    pub excerpt: String,
}

/// The changes from one session to a later one: the difference between what the project knew with
/// all sessions up to each of them, in the order in which they began.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct SessionComparison {
    /// ID of the session that began first.
    pub from: String,
    /// ID of the other one.
    pub to: String,
    /// Decisions that stand only with the later session.
    pub added: Vec<RegisterRow>,
    /// Decisions that stood with the earlier session, and no longer do with the later one.
    pub reversed: Vec<RegisterRow>,
    /// Blockers that stand only with the later session.
    pub blocked: Vec<RegisterRow>,
    /// Blockers that stood with the earlier session, and no longer do with the later one.
    pub cleared: Vec<RegisterRow>,
    /// Tasks whose status changed between the ends of the sessions. Empty if a shell has not read
    /// the activity log.
    pub moved: Vec<TaskMove>,
}

/// A change to the status of a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct TaskMove {
    pub id: String,
    /// Its title now, or empty if no single task has this ID.
    pub title: String,
    /// Its status with the earlier session.
    pub from: Status,
    /// Its status with the later session.
    pub to: Status,
}

/// The kind of an entry of the register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum RegisterKind {
    Decision,
    /// A note to be careful.
    Caution,
    Blocker,
    /// A checklist item.
    OpenItem,
    Pointer,
    Reference,
    /// A note on what to do next.
    Suggestion,
    /// Any other note.
    ContextNote,
}

/// Whether an entry is valid, or why not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum RegisterState {
    Standing,
    /// A later decision replaced it.
    Superseded {
        /// The later decision.
        by: String,
    },
    /// It was withdrawn or removed.
    Withdrawn {
        /// The reason, or empty.
        reason: String,
    },
    /// The checklist item was ticked.
    Done,
    /// A later session gave other suggestions, or other notes.
    Replaced,
}

/// An entry of the register.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct RegisterRow {
    /// Its ID, the same in every session that states it.
    pub id: String,
    pub kind: RegisterKind,
    /// Its text; of a pointer the path, of a reference the label.
    pub text: String,
    /// The reason of a decision or pointer, the notes of a reference, or empty.
    pub reason: String,
    /// `confirmed`, `estimated`, `unverified`, any other text, or empty. Only decisions have one.
    pub confidence: String,
    /// Lines of a pointer, URI of a reference, owner of a checklist item, or empty.
    pub detail: String,
    /// Whether it is valid.
    pub state: RegisterState,
    /// When it was first stated, RFC 3339, or empty.
    pub since: String,
    /// Who stated it last, or empty.
    pub author: String,
    /// IDs of the sessions that state it, oldest first.
    pub sessions: Vec<String>,
    /// The decisions that it superseded.
    pub supersedes: Vec<String>,
    /// Whether only private sessions state it.
    pub private: bool,
}

/// How the file of a context pointer has changed since the pointer was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum PointerChange {
    /// The lines are as they were.
    Unchanged,
    /// The same text is elsewhere now.
    Moved,
    /// The text is different.
    Changed,
    /// The file or the text no longer exists.
    Gone,
}

impl PointerChange {
    /// Returns its name in answers.
    pub const fn name(self) -> &'static str {
        match self {
            PointerChange::Unchanged => "unchanged",
            PointerChange::Moved => "moved",
            PointerChange::Changed => "changed",
            PointerChange::Gone => "gone",
        }
    }
}

/// The current state of a context pointer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct PointerState {
    /// ID of its entry in the register.
    pub id: String,
    /// The most serious change.
    pub change: PointerChange,
    /// The lines where the text is now, such as `12-42`; empty if they are as in the pointer.
    pub lines: String,
}

/// The content of a session's page besides its view, because files of the workspace are read for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct SessionDetails {
    /// The state of those context pointers that were saved with data about their files.
    pub pointers: Vec<PointerState>,
    /// Score as a handover, with the state of the files; null unless it is closed.
    pub score: Option<HandoverScore>,
    /// A text that lets another conversation continue the session: Markdown in English.
    pub prompt: String,
    /// Estimated number of tokens of the prompt.
    pub tokens: u32,
}
