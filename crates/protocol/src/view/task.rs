//! All details of a task, for its page.

use serde::Serialize;
use ts_rs::TS;

use super::{Card, TaskName};
use crate::context::Actor;
use crate::event::Event;
use crate::planning::DependencyKind;
use crate::problem::Problem;
use crate::task::{Criterion, CriterionDetail, Schedule, TaskLink};
use crate::usage::TaskUsage;

/// A dependency as the editor shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Dependency {
    /// The ID as written.
    pub id: String,
    /// The task; null if no task has the ID.
    pub task: Option<TaskName>,
    /// The dates that it connects.
    pub kind: DependencyKind,
    /// Working days between the two.
    pub lag: i32,
}

/// A part of a task's notes that was appended under a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Comment {
    /// The time as written, in UTC, mostly without saying so.
    pub at: String,
    /// The author, by the log or by the name in the file; null if neither says it.
    pub author: Option<Actor>,
    /// Markdown.
    pub text: String,
}

/// A requirement of a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TaskRequirement {
    pub id: String,
    /// Its text, one line; may be empty.
    pub title: String,
    /// `pending`, `verified`, `skipped` or any text.
    pub status: String,
    /// `not_started`, `in_progress`, `implemented`, `tested`, `verified` or any text.
    pub stage: String,
    /// `implements`, `executes` or any text.
    pub role: String,
    /// The file of its document, below `.handoff/`.
    pub path: String,
}

/// All details of a task.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TaskView {
    pub revision: u32,
    /// The fields that cards show.
    pub card: Card,
    /// From the top down, without the task itself.
    pub ancestors: Vec<TaskName>,
    /// Direct subtasks in manual order.
    pub subtasks: Vec<TaskName>,
    /// Notes in Markdown, with the comments.
    pub notes: String,
    /// The notes above the first comment.
    pub description: String,
    /// The comments in the notes, in the order of the file.
    pub comments: Vec<Comment>,
    /// The other tasks whose IDs are in the notes.
    pub mentions: Vec<TaskName>,
    /// Dates and hours.
    pub schedule: Schedule,
    /// First day of the subtasks, `YYYY-MM-DD`; empty if none of them has dates.
    pub subtasks_start: String,
    /// Last day of the subtasks, `YYYY-MM-DD`; empty if none of them has dates.
    pub subtasks_due: String,
    pub criteria: Vec<Criterion>,
    /// The commands and proofs of its criteria, by their texts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<CriterionDetail>>", optional)]
    pub criterion_details: Vec<CriterionDetail>,
    /// Untyped links.
    pub links: Vec<String>,
    /// Typed links.
    pub task_links: Vec<TaskLink>,
    /// Requirements that it links to, as far as documents have them.
    pub requirements: Vec<TaskRequirement>,
    /// Paths of files and folders that it touches.
    pub scope_paths: Vec<String>,
    /// Tasks on which this one depends.
    pub dependencies: Vec<Dependency>,
    /// Tasks that depend on this one.
    pub dependents: Vec<TaskName>,
    /// RFC 3339 or empty.
    pub created_at: String,
    /// RFC 3339 or empty.
    pub updated_at: String,
    /// RFC 3339 or empty.
    pub completed_at: String,
    /// What agents have used for it; absent if nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub usage: Option<TaskUsage>,
    /// Events, newest first; at most 200.
    pub history: Vec<Event>,
    /// Problems of this task's files.
    pub problems: Vec<Problem>,
    /// False if the file is invalid or the ID is not unique: the task cannot be changed then.
    pub editable: bool,
}
