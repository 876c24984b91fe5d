//! Types that files, commands and views share.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The status of a task. `done` and `skipped` are terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "protocol.ts")]
pub enum Status {
    /// Not started.
    Todo,
    /// Being worked on.
    InProgress,
    /// Finished by its author, and waiting for a review.
    Review,
    /// Finished.
    Done,
    /// Cannot be continued before something else happens.
    Blocked,
    /// Will not be done.
    Skipped,
}

impl Status {
    /// Every status in the order in which boards show them.
    pub const ALL: [Status; 6] =
        [Status::Todo, Status::InProgress, Status::Review, Status::Blocked, Status::Done, Status::Skipped];

    /// Returns the name in file and folder names.
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

    /// Returns the status with this name, which is lower-case.
    pub fn from_name(name: &str) -> Option<Status> {
        Status::ALL.into_iter().find(|status| status.name() == name)
    }

    /// Returns true if the work on the task is over.
    pub const fn is_terminal(self) -> bool {
        matches!(self, Status::Done | Status::Skipped)
    }
}

/// The priority of a task. A task may have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "protocol.ts")]
pub enum Priority {
    Low,
    Medium,
    High,
}

impl Priority {
    /// Every priority, the lowest first.
    pub const ALL: [Priority; 3] = [Priority::Low, Priority::Medium, Priority::High];

    /// Returns the name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Priority::Low => "low",
            Priority::Medium => "medium",
            Priority::High => "high",
        }
    }

    /// Returns the priority with this name, which is lower-case.
    pub fn from_name(name: &str) -> Option<Priority> {
        Priority::ALL.into_iter().find(|priority| priority.name() == name)
    }
}

/// The status of a session, stored in its file name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "protocol.ts")]
pub enum SessionStatus {
    /// Saved, and to be continued by the next conversation.
    Open,
    /// In progress.
    Active,
    /// Paused; can be activated again.
    Paused,
    /// Finished; kept as history.
    Closed,
}

impl SessionStatus {
    /// Every session status.
    pub const ALL: [SessionStatus; 4] =
        [SessionStatus::Open, SessionStatus::Active, SessionStatus::Paused, SessionStatus::Closed];

    /// Returns the name in file names.
    pub const fn name(self) -> &'static str {
        match self {
            SessionStatus::Open => "open",
            SessionStatus::Active => "active",
            SessionStatus::Paused => "paused",
            SessionStatus::Closed => "closed",
        }
    }

    /// Returns the session status with this name, which is lower-case.
    pub fn from_name(name: &str) -> Option<SessionStatus> {
        SessionStatus::ALL.into_iter().find(|status| status.name() == name)
    }
}

/// The layout of a project's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "protocol.ts")]
pub enum Layout {
    /// `tasks/01-todo--slug/task.toml`. The default for new projects.
    Toml,
    /// `tasks/t1-slug/_task.todo.json`. The layout of the `handoff-mcp` server.
    Json,
}

/// A done criterion of a task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct Criterion {
    pub item: String,
    /// Whether it is met.
    #[serde(default)]
    pub checked: bool,
}

/// What Handoff stores about a done criterion, beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct CriterionDetail {
    /// The text of the criterion.
    pub item: String,
    /// The program that shows whether it is met, and its arguments; empty without one. No shell reads it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>")]
    pub command: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
}

/// The kind of a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "protocol.ts")]
pub enum ProofKind {
    /// A program that was run.
    Command,
    /// A commit of Git.
    Commit,
    /// A file of the project.
    File,
    /// A URL.
    #[default]
    Link,
}

impl ProofKind {
    pub const ALL: [ProofKind; 4] = [ProofKind::Command, ProofKind::Commit, ProofKind::File, ProofKind::Link];

    /// Returns the name in files.
    pub const fn name(self) -> &'static str {
        match self {
            ProofKind::Command => "command",
            ProofKind::Commit => "commit",
            ProofKind::File => "file",
            ProofKind::Link => "link",
        }
    }

    /// Returns the kind with this name, which is lower-case.
    pub fn from_name(name: &str) -> Option<ProofKind> {
        ProofKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// What shows that a done criterion is met.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct Proof {
    pub kind: ProofKind,
    /// The command as people write it, the hash of the commit, the path of the file, or the URL.
    pub target: String,
    /// The exit code of a command; `None` if it did not end by itself, or for another kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub exit_code: Option<i64>,
    /// The end of the output of a command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    /// When it was given, RFC 3339. The engine sets it.
    pub at: String,
    /// The name of the person or agent who gave it. The engine sets it.
    pub by: String,
    /// The files that it is about, as they were then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<ProofFile>>")]
    pub files: Vec<ProofFile>,
}

impl Proof {
    /// Returns true if it shows that the criterion is met: everything but a command that failed.
    pub fn holds(&self) -> bool {
        self.kind != ProofKind::Command || self.exit_code == Some(0)
    }
}

/// A file that a proof is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct ProofFile {
    /// The path, relative to the project's root.
    pub path: String,
    /// The hash of its content, without line ends and white space at the ends of lines if it is a text.
    pub hash: String,
}

/// A typed link of a task. `link_type` is `doc`, `url`, `file`, `task` or `requirement` by convention, but
/// can be any text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TaskLink {
    /// A document ID, URL, path or task ID.
    pub target: String,
    /// The kind of the target.
    pub link_type: String,
    /// Text to show instead of the target; the ID of a requirement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub label: Option<String>,
    /// What the task does with a requirement: `implements` or `executes` by convention.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub role: Option<String>,
    /// The hash of the requirement when it was linked, as `handoff-mcp` computes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub baseline_hash: Option<String>,
}

/// Dates and hours of a task. Dates are `YYYY-MM-DD` as written in the file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct Schedule {
    /// Planned first day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_date: Option<String>,
    /// Planned last day, inclusive.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_date: Option<String>,
    /// Estimated human effort in hours, decimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate_hours: Option<f64>,
    /// Hours spent so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual_hours: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remaining_hours: Option<f64>,
    /// Name of a configured milestone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milestone: Option<String>,
    /// Whether the scheduler keeps the dates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pinned: Option<bool>,
}
