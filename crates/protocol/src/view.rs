//! Read models, one per surface. Each is a whole snapshot.

use serde::Serialize;
use ts_rs::TS;

use crate::event::Event;
use crate::gantt::GanttView;
use crate::planning::{DependencyKind, Proposal};
use crate::problem::Problem;
use crate::task::{Criterion, Layout, Priority, Schedule, SessionStatus, Status, TaskLink};

/// The answer to a [`crate::Query`].
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", content = "view", rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum View {
    /// Answers `project`.
    Project(ProjectView),
    /// Answers `explorer`.
    Explorer(ExplorerView),
    /// Answers `board`.
    Board(BoardView),
    /// Answers `task`; null when there is no such task.
    Task(Option<Box<TaskView>>),
    /// Answers `search`.
    Search(Vec<TaskName>),
    /// Answers `problems`.
    Problems(Vec<Problem>),
    /// Answers `records`.
    Records(RecordsView),
    /// Answers `gantt`.
    Gantt(GanttView),
    /// Answers `proposal`.
    Proposal(Proposal),
    /// Answers `export`.
    Export(String),
}

/// The least that names a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct TaskName {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Where it stands.
    pub status: Status,
}

/// How much of a countable thing is finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct Progress {
    /// Finished ones.
    pub done: u32,
    /// All.
    pub total: u32,
}

/// What cards and rows show of a task.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct Card {
    /// Identity within the snapshot: the id, or the folder where the id is not unique.
    pub key: String,
    /// The id.
    pub id: String,
    /// The title.
    pub title: String,
    /// Where it stands.
    pub status: Status,
    /// How urgent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
    /// Key of the assignee; name and colour are in [`ProjectView`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assignee: Option<String>,
    /// Milestone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milestone: Option<String>,
    /// Tags.
    #[ts(as = "Vec<String>")]
    pub labels: Vec<String>,
    /// Last planned day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_date: Option<String>,
    /// Not terminal and due before today.
    #[ts(as = "bool")]
    pub overdue: bool,
    /// Done criteria.
    #[ts(as = "Progress")]
    pub criteria: Progress,
    /// Direct subtasks that are terminal.
    #[ts(as = "Progress")]
    pub subtasks: Progress,
    /// Ids of dependencies that are not terminal; none where the task itself is.
    #[ts(as = "Vec<String>")]
    pub blocked_by: Vec<String>,
    /// The parent's key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// The parent's title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent_title: Option<String>,
    /// The task's file.
    pub path: String,
    /// Whether a problem concerns it.
    #[ts(as = "bool")]
    pub troubled: bool,
}

/// Someone who can be given work.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Assignee {
    /// As tasks name it.
    pub key: String,
    /// To show; the key when none is configured.
    pub name: String,
    /// `#RRGGBB` or empty. Only this form is passed on.
    pub color: String,
    /// Whether the configuration knows it, or only tasks do.
    pub configured: bool,
    /// Tasks given to it that are not terminal.
    pub open_tasks: u32,
}

/// A dated goal.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct Milestone {
    /// As tasks name it.
    pub name: String,
    /// `YYYY-MM-DD` or empty.
    pub date: String,
    /// `#RRGGBB` or empty.
    pub color: String,
    /// Free text.
    pub description: String,
    /// Whether the configuration knows it, or only tasks do.
    pub configured: bool,
    /// Its tasks.
    pub progress: Progress,
}

/// The project as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ProjectView {
    /// Revision of the model.
    pub revision: u32,
    /// Whether there is a project.
    pub initialized: bool,
    /// From the configuration; empty when it has none.
    pub name: String,
    /// From the configuration.
    pub description: String,
    /// What new records are written as.
    pub layout: Layout,
    /// All tasks.
    pub total: u32,
    /// Tasks per status, in the board's order.
    pub counts: Vec<StatusCount>,
    /// Tasks that are not terminal and due before today.
    pub overdue: u32,
    /// Why tasks, or the whole project, may be missing here: what could not be read. Empty where everything was.
    pub unread: Vec<crate::Text>,
    /// Problems that are errors.
    pub errors: u32,
    /// Problems that are warnings.
    pub warnings: u32,
    /// Configured ones first, then those that only tasks name.
    pub assignees: Vec<Assignee>,
    /// By date, then those without a date.
    pub milestones: Vec<Milestone>,
    /// Configured ones first, then those that only tasks have.
    pub labels: Vec<String>,
    /// WIP limits by status, from `[settings.custom_fields]`.
    pub wip_limits: Vec<StatusCount>,
    /// Whether tasks need an estimate before work starts.
    pub require_estimate: bool,
    /// What undo would take back.
    pub undo: Option<crate::Text>,
    /// What redo would carry out again.
    pub redo: Option<crate::Text>,
}

/// A number for a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct StatusCount {
    /// The status.
    pub status: Status,
    /// The number.
    pub count: u32,
}

/// One level of the task tree.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct ExplorerView {
    /// Revision of the model.
    pub revision: u32,
    /// The rows, sorted.
    pub rows: Vec<ExplorerRow>,
    /// Tasks that match the filter, at any depth below the parent; at the top level those of the whole project.
    pub matches: u32,
}

/// A row of the task tree.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ExplorerRow {
    /// The task.
    pub card: Card,
    /// Children that the filter leaves.
    pub children: u32,
    /// Whether the task itself matches the filter, or is kept for a descendant.
    pub matches: bool,
    /// The beginning of the notes for the tooltip, at most 400 characters, Markdown.
    pub excerpt: String,
}

/// The kanban board.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct BoardView {
    /// Revision of the model.
    pub revision: u32,
    /// A column per status, in the board's order.
    pub columns: Vec<BoardColumn>,
}

/// A column of the board.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct BoardColumn {
    /// What the column stands for.
    pub status: Status,
    /// Cards that match, shown or not.
    pub total: u32,
    /// The WIP limit, when one is configured.
    pub limit: Option<u32>,
    /// All tasks with the status, whatever the filter: what the WIP limit counts.
    pub wip: u32,
    /// The cards shown, sorted.
    pub cards: Vec<Card>,
}

/// A dependency as the editor shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Dependency {
    /// The id as written.
    pub id: String,
    /// The task; null when the id names none.
    pub task: Option<TaskName>,
    /// What is tied together.
    pub kind: DependencyKind,
    /// Working days between the two.
    pub lag: i32,
}

/// Everything about one task.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TaskView {
    /// Revision of the model.
    pub revision: u32,
    /// What cards show.
    pub card: Card,
    /// From the top down, without the task itself.
    pub ancestors: Vec<TaskName>,
    /// Direct subtasks in manual order.
    pub subtasks: Vec<TaskName>,
    /// Markdown.
    pub notes: String,
    /// Dates and hours.
    pub schedule: Schedule,
    /// The check list.
    pub criteria: Vec<Criterion>,
    /// Untyped links.
    pub links: Vec<String>,
    /// Typed links.
    pub task_links: Vec<TaskLink>,
    /// What this task waits for.
    pub dependencies: Vec<Dependency>,
    /// Who waits for this task.
    pub dependents: Vec<TaskName>,
    /// RFC 3339, or empty.
    pub created_at: String,
    /// RFC 3339, or empty.
    pub updated_at: String,
    /// RFC 3339, or empty.
    pub completed_at: String,
    /// Newest first, at most 200.
    pub history: Vec<Event>,
    /// Problems of this task's files.
    pub problems: Vec<Problem>,
    /// False when the file is broken or the id is not unique: it can be looked at, not changed.
    pub editable: bool,
}

/// Records other than tasks, listed.
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
    /// By task id.
    pub timers: Vec<TimerRow>,
}

/// A session in a list.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct SessionRow {
    /// Its id.
    pub id: String,
    /// Its state.
    pub status: SessionStatus,
    /// One line.
    pub summary: String,
    /// RFC 3339, or empty.
    pub ended_at: String,
    /// Git branch, or empty.
    pub branch: String,
    /// Number of decisions.
    pub decisions: u32,
    /// Number of blockers.
    pub blockers: u32,
    /// Check list.
    pub checklist: Progress,
    /// Its file.
    pub path: String,
}

/// A request from another project in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ReferralRow {
    /// Its id.
    pub id: String,
    /// `open`, `acknowledged` or `resolved`.
    pub status: String,
    /// One line.
    pub summary: String,
    /// Who sent it.
    pub source_project: String,
    /// `improvement`, `bug`, `request` or `info`.
    pub referral_type: String,
    /// Its file.
    pub path: String,
}

/// A memory in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct MemoryRow {
    /// Its id.
    pub id: String,
    /// `lesson`, `rule`, `convention` or `gotcha`.
    pub memory_kind: String,
    /// The body.
    pub text: String,
    /// Tags.
    pub tags: Vec<String>,
    /// Its file.
    pub path: String,
}

/// A document in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct DocumentRow {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// `spec`, `design`, `adr`, `guide`, `note` or any text.
    pub doc_type: String,
    /// Its file.
    pub path: String,
}

/// A running or paused timer in a list.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TimerRow {
    /// Whose.
    pub task: String,
    /// Whether it runs.
    pub tracking: bool,
    /// Milliseconds before `started_at`.
    #[ts(type = "number")]
    pub elapsed_ms: u64,
    /// RFC 3339, or empty.
    pub started_at: String,
    /// Whether idle detection paused it.
    pub paused_by_idle: bool,
}
