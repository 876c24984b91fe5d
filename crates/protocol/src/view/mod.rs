//! Read models. Each is a complete snapshot for one surface.

mod dashboard;
mod handover;
mod handover_score;
mod knowledge;
mod library;
mod packages;
mod records;
mod revert;
mod sessions;
mod task;
mod time;
mod trash;

pub use dashboard::{
    ActiveSession, ActorChanges, ChangedSubject, DashboardHistory, DashboardView, EntryList, ListedTask,
    MilestoneOutlook, Outlook, ProjectGlance, ProjectSearch, RecentChanges, RunningTimer, SubjectKind, TaskList,
    Timeline, TimelineBar,
};
pub use handover::{FailedStep, HandoverCheck, InterruptedHandover};
pub use handover_score::{HandoverScore, ScorePart, ScorePartKind};
pub use knowledge::TaskKnowledge;
pub use library::{LibraryDocument, LibraryMemory, LibraryReferral, LibraryTotals, LibraryView};
pub use packages::{PackageRow, PackageState, PackageView, PackagesView};
pub use records::{DocumentRow, MemoryRow, RecordsView, ReferralRow, SessionRow, TimerRow};
pub use revert::{FieldRevert, FileRevert, RevertKind, RevertPreview, TaskRevert};
pub use sessions::{
    ChecklistItem, PointerChange, PointerState, RegisterKind, RegisterRow, RegisterState, RelatedTask,
    SessionComparison, SessionDetails, SessionMatch, SessionNote, SessionSummary, SessionView, SessionsView, TaskMove,
};
pub use task::{Comment, Dependency, TaskView};
pub use time::{DayTime, TimeRow, TimeView, TimedActor, TimedTask};
pub use trash::{TrashEntry, TrashKind};

use std::collections::BTreeMap;

use serde::Serialize;
use ts_rs::TS;

use crate::context::{ActorKind, Holder};
use crate::gantt::GanttView;
use crate::pause::PauseView;
use crate::planning::Proposal;
use crate::problem::Problem;
use crate::report::Report;
use crate::task::{Layout, Priority, Status};

/// The answer to a [`crate::Query`].
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", content = "view", rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum View {
    /// Answers `project`.
    Project(Box<ProjectView>),
    /// Answers `explorer`.
    Explorer(ExplorerView),
    /// Answers `board`.
    Board(BoardView),
    /// Answers `task`; null if there is no such task.
    Task(Option<Box<TaskView>>),
    /// Answers `taskKnowledge`; null if there is no such task.
    TaskKnowledge(Option<Box<TaskKnowledge>>),
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
    /// Answers `trash`.
    Trash(Vec<TrashEntry>),
    /// Answers `revertPreview`.
    RevertPreview(RevertPreview),
    /// Answers `report`.
    Report(Box<Report>),
    /// Answers `sessions`.
    Sessions(SessionsView),
    /// Answers `session`; null if there is no such session.
    Session(Option<Box<SessionView>>),
    /// Answers `sessionSearch`.
    SessionSearch(Vec<SessionMatch>),
    /// Answers `sessionComparison`; null if one of the sessions does not exist.
    SessionComparison(Option<SessionComparison>),
    /// Answers `register`.
    Register(Vec<RegisterRow>),
    /// Answers `library`.
    Library(Box<LibraryView>),
    /// The text of a document, null if there is none at the path.
    Document(Option<String>),
    /// Answers `packages`.
    Packages(PackagesView),
    /// Answers `package`; null if there is no such package.
    Package(Option<Box<PackageView>>),
    /// Answers `dashboard`.
    Dashboard(Box<DashboardView>),
    /// Answers `dashboardHistory`.
    DashboardHistory(Box<DashboardHistory>),
    /// Answers `glance`.
    Glance(Box<ProjectGlance>),
    /// Answers `projectSearch`.
    ProjectSearch(ProjectSearch),
    /// Answers `time`.
    Time(Box<TimeView>),
    /// Answers `timeExport`.
    TimeExport(String),
}

impl View {
    /// Returns the view as JSON on one line.
    pub fn to_json(&self) -> String {
        crate::to_json(self)
    }
}

/// A reference to a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct TaskName {
    /// Its ID.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its status.
    pub status: Status,
}

/// A count of finished items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct Progress {
    /// Number of finished items.
    pub done: u32,
    /// Number of all items.
    pub total: u32,
}

/// The fields of a task that cards and rows show.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct Card {
    /// Unique within the snapshot: the ID, or the folder if the ID is not unique.
    pub key: String,
    /// The ID.
    pub id: String,
    /// The title.
    pub title: String,
    /// Its status.
    pub status: Status,
    /// Priority.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
    /// Key of the assignee. [`ProjectView`] has name and colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assignee: Option<String>,
    /// Milestone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milestone: Option<String>,
    /// Tags.
    #[ts(as = "Vec<String>")]
    pub labels: Vec<String>,
    /// Last planned day, `YYYY-MM-DD`.
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
    /// IDs of dependencies that are not terminal; empty if the task itself is terminal.
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
    /// Whether the task has problems.
    #[ts(as = "bool")]
    pub troubled: bool,
    /// Who works on it right now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holder: Option<Holder>,
    /// Present on a board whose filter has a word that only the notes of the task contain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found_in_notes: Option<bool>,
}

/// A person or agent that tasks can be assigned to.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Assignee {
    /// The key that tasks refer to.
    pub key: String,
    /// The name to show; the key if no name is configured.
    pub name: String,
    /// `#rrggbb`, or empty if there is none or it is invalid.
    pub color: String,
    /// Person or agent, by the list of agents in the configuration.
    pub kind: ActorKind,
    /// Whether it is configured. Otherwise only tasks refer to it.
    pub configured: bool,
    /// Number of its tasks that are not terminal.
    pub open_tasks: u32,
}

/// A milestone.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct Milestone {
    /// The name that tasks refer to.
    pub name: String,
    /// `YYYY-MM-DD` or empty.
    pub date: String,
    /// `#rrggbb` or empty.
    pub color: String,
    /// Description.
    pub description: String,
    /// Whether it is configured. Otherwise only tasks refer to it.
    pub configured: bool,
    /// Progress of its tasks.
    pub progress: Progress,
}

/// The project as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ProjectView {
    /// Revision of the model.
    pub revision: u32,
    /// Whether the project is initialized.
    pub initialized: bool,
    /// Name from the configuration; empty if it has none.
    pub name: String,
    /// Description from the configuration.
    pub description: String,
    /// Layout of new records.
    pub layout: Layout,
    /// Number of all tasks.
    pub total: u32,
    /// Number of tasks by status, in the board's order.
    pub counts: Vec<StatusCount>,
    /// Number of tasks by the other values that they can be filtered by.
    pub filter_counts: FilterCounts,
    /// Number of tasks without subtasks that are not terminal and due before today.
    pub overdue: u32,
    /// Number of blocked tasks without subtasks.
    pub blocked: u32,
    /// Number of tasks in review without subtasks.
    pub in_review: u32,
    /// The task that the person of the query works on: one that they hold, else one in progress that is
    /// assigned to them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub in_hand: Option<TaskName>,
    /// Why the configuration, or a part of it, could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub config_problem: Option<crate::Text>,
    /// Why tasks, or the whole project, may be missing: files that could not be read. Empty if all
    /// could be read.
    pub unread: Vec<crate::Text>,
    /// Number of problems that are errors.
    pub errors: u32,
    /// Number of problems that are warnings.
    pub warnings: u32,
    /// Configured ones first, then those that only tasks refer to.
    pub assignees: Vec<Assignee>,
    /// By date; those without a date last.
    pub milestones: Vec<Milestone>,
    /// Configured ones first, then those that only tasks use.
    pub labels: Vec<String>,
    /// WIP limits by status, from `[settings.custom_fields]`.
    pub wip_limits: Vec<StatusCount>,
    /// Whether tasks need an estimate before work starts.
    pub require_estimate: bool,
    /// The pause that forbids writing, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub paused: Option<PauseView>,
    /// The claims of tasks, if any task is held.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub claims: Option<Box<ClaimsSummary>>,
    /// Description of the change that undo would revert.
    pub undo: Option<crate::Text>,
    /// Description of the change that redo would apply again.
    pub redo: Option<crate::Text>,
}

/// Number of tasks by value. The empty value counts the tasks without one; values without tasks are
/// absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct FilterCounts {
    /// By the key of the assignee.
    pub assignees: BTreeMap<String, u32>,
    /// By label; a task with several labels counts at each.
    pub labels: BTreeMap<String, u32>,
    /// By the name of the milestone.
    pub milestones: BTreeMap<String, u32>,
    /// By priority.
    pub priorities: BTreeMap<String, u32>,
}

/// The claims of a project, of which there is at least one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ClaimsSummary {
    /// IDs of the tasks that the actor of the query holds.
    pub own: Vec<String>,
    /// IDs of the tasks that others hold.
    pub others: Vec<String>,
    /// The time when the first claim ends unless its holder is heard of, in milliseconds since
    /// 1970-01-01 UTC.
    #[ts(type = "number")]
    pub next_end: i64,
}

/// A number for each status, such as a count of tasks or a limit.
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
    /// Number of tasks at any depth below the parent that match the filter; at the top level, in
    /// the whole project.
    pub matches: u32,
}

/// A row of the task tree.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ExplorerRow {
    /// The task.
    pub card: Card,
    /// Number of children that the filter keeps.
    pub children: u32,
    /// Whether the task itself matches the filter. Otherwise it is shown because a descendant
    /// matches.
    pub matches: bool,
    /// The first 400 characters of the notes, for the tooltip. Markdown.
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
    /// The status of its cards.
    pub status: Status,
    /// Number of cards that match the filter, including those that are not shown.
    pub total: u32,
    /// The WIP limit, if one is configured.
    pub limit: Option<u32>,
    /// Number of tasks with the status, regardless of the filter. The WIP limit applies to it.
    pub wip: u32,
    /// The cards shown, sorted.
    pub cards: Vec<Card>,
}
