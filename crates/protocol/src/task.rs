//! The words of a task that files, commands and views share.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Where a task stands. `done` and `skipped` are terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "protocol.ts")]
pub enum Status {
    /// Not started.
    Todo,
    /// Being worked on.
    InProgress,
    /// Finished by its author, waiting for somebody else's look.
    Review,
    /// Finished.
    Done,
    /// Cannot go on until something outside happens.
    Blocked,
    /// Will not be done.
    Skipped,
}

impl Status {
    /// Every status in the order in which boards show them.
    pub const ALL: [Status; 6] =
        [Status::Todo, Status::InProgress, Status::Review, Status::Blocked, Status::Done, Status::Skipped];

    /// The name that stands in file and folder names.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Todo => "todo",
            Status::InProgress => "in_progress",
            Status::Review => "review",
            Status::Done => "done",
            Status::Blocked => "blocked",
            Status::Skipped => "skipped",
        }
    }

    /// The status with that exact lower-case name.
    pub fn from_name(name: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|status| status.name() == name)
    }

    /// Whether work on the task is over.
    pub const fn is_terminal(self) -> bool {
        matches!(self, Status::Done | Status::Skipped)
    }
}

/// How urgent a task is; a task may have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "protocol.ts")]
pub enum Priority {
    /// Can wait.
    Low,
    /// Ordinary.
    Medium,
    /// First.
    High,
}

impl Priority {
    /// The name that stands in files.
    pub const fn name(self) -> &'static str {
        match self {
            Priority::Low => "low",
            Priority::Medium => "medium",
            Priority::High => "high",
        }
    }

    /// The priority with that exact lower-case name.
    pub fn from_name(name: &str) -> Option<Priority> {
        [Priority::Low, Priority::Medium, Priority::High].into_iter().find(|priority| priority.name() == name)
    }
}

/// The state of a session, kept in its file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "protocol.ts")]
pub enum SessionStatus {
    /// Saved and waiting to be picked up.
    Open,
    /// In progress.
    Active,
    /// Set aside, resumable.
    Paused,
    /// History.
    Closed,
}

impl SessionStatus {
    /// Every session status.
    pub const ALL: [SessionStatus; 4] =
        [SessionStatus::Open, SessionStatus::Active, SessionStatus::Paused, SessionStatus::Closed];

    /// The name that stands in file names.
    pub const fn name(self) -> &'static str {
        match self {
            SessionStatus::Open => "open",
            SessionStatus::Active => "active",
            SessionStatus::Paused => "paused",
            SessionStatus::Closed => "closed",
        }
    }

    /// The session status with that exact lower-case name.
    pub fn from_name(name: &str) -> Option<SessionStatus> {
        SessionStatus::ALL.into_iter().find(|status| status.name() == name)
    }
}

/// The two ways in which a project lies on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "protocol.ts")]
pub enum Layout {
    /// `tasks/01-todo--slug/task.toml`: documented, for new projects.
    Toml,
    /// `tasks/t1-slug/_task.todo.json`: what the `handoff-mcp` server writes.
    Json,
}

/// One entry of a task's check list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct Criterion {
    /// What must hold.
    pub item: String,
    /// Whether it holds.
    #[serde(default)]
    pub checked: bool,
}

/// A typed link of a task. `link_type` is `doc`, `url`, `file`, `task` by convention; any text is accepted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TaskLink {
    /// A document id, URL, path or task id.
    pub target: String,
    /// What kind of thing `target` names.
    pub link_type: String,
    /// What to show instead of the target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub label: Option<String>,
}

/// Dates and hours of a task. Dates are `YYYY-MM-DD` as written in the file; `due_date` is inclusive. Hours are decimal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct Schedule {
    /// Planned first day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_date: Option<String>,
    /// Planned last day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_date: Option<String>,
    /// Estimated human effort in hours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate_hours: Option<f64>,
    /// Hours spent so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual_hours: Option<f64>,
    /// Hours left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remaining_hours: Option<f64>,
    /// Name of a configured milestone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milestone: Option<String>,
    /// Whether a scheduler leaves the dates alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pinned: Option<bool>,
}
