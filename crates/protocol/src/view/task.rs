//! All details of a task, for its page.

use serde::Serialize;
use ts_rs::TS;

use super::{Card, TaskName};
use crate::event::Event;
use crate::planning::DependencyKind;
use crate::problem::Problem;
use crate::task::{Criterion, Schedule, TaskLink};

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

/// All details of a task.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TaskView {
    /// Revision of the model.
    pub revision: u32,
    /// The fields that cards show.
    pub card: Card,
    /// From the top down, without the task itself.
    pub ancestors: Vec<TaskName>,
    /// Direct subtasks in manual order.
    pub subtasks: Vec<TaskName>,
    /// Notes in Markdown.
    pub notes: String,
    /// Dates and hours.
    pub schedule: Schedule,
    /// Done criteria.
    pub criteria: Vec<Criterion>,
    /// Untyped links.
    pub links: Vec<String>,
    /// Typed links.
    pub task_links: Vec<TaskLink>,
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
    /// Events, newest first; at most 200.
    pub history: Vec<Event>,
    /// Problems of this task's files.
    pub problems: Vec<Problem>,
    /// False if the file is invalid or the ID is not unique: the task cannot be changed then.
    pub editable: bool,
}
