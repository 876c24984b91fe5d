//! Read models. Each is a complete snapshot for one surface.

mod changes;
mod dashboard;
mod handover;
mod handover_score;
mod knowledge;
mod library;
mod packages;
mod project;
mod records;
mod revert;
mod search;
mod sessions;
mod settings;
mod task;
mod time;
mod trash;

pub use changes::{ActorChanges, ChangedSubject, RecentChanges, SubjectKind};
pub use dashboard::{
    ActiveSession, DashboardHistory, DashboardView, EntryList, ListedTask, MilestoneOutlook, OpenCriterion, Outlook,
    ProjectGlance, ProjectSearch, RunningTimer, TaskList, Timeline, TimelineBar,
};
pub use handover::{FailedStep, HandoverCheck, InterruptedHandover};
pub use handover_score::{HandoverScore, ScorePart, ScorePartKind};
pub use knowledge::{CommitOrigin, FileKnowledge, FileNote, LineRange, OriginSession, TaskKnowledge};
pub use library::{
    LibraryDocument, LibraryMemory, LibraryProposal, LibraryReferral, LibraryRequirement, LibraryTotals, LibraryView,
};
pub use packages::{PackageRow, PackageState, PackageView, PackagesView};
pub use project::{Assignee, ClaimsSummary, FilterCounts, LabelColor, Milestone, NeedsYou, ProjectView, WaitingAgent};
pub use records::{DocumentRow, MemoryRow, RecordsView, ReferralRow, SessionRow, TimerRow};
pub use revert::{FieldRevert, FileRevert, RevertKind, RevertPreview, TaskRevert};
pub use search::{HitKind, SearchHit, SearchResults};
pub use sessions::{
    ChecklistItem, PointerChange, PointerState, RegisterKind, RegisterRow, RegisterState, RelatedTask,
    SessionComparison, SessionDetails, SessionMatch, SessionNote, SessionSummary, SessionView, SessionsView, TaskMove,
};
pub use settings::{Setting, SettingControl, SettingsEntry, SettingsGroup, SettingsSubject, SettingsView};
pub use task::{Comment, Dependency, TaskRequirement, TaskView};
pub use time::{DayTime, TimeRow, TimeView, TimedActor, TimedTask};
pub use trash::{TrashEntry, TrashKind};

use serde::Serialize;
use ts_rs::TS;

use crate::context::Holder;
pub use crate::counts::{Progress, StatusCount};
use crate::gantt::GanttView;
use crate::planning::Proposal;
use crate::problem::Problem;
use crate::proposal::{CardProposal, ProposalsView};
use crate::report::{Report, WrittenReport};
use crate::task::{Priority, Status};

/// The answer to a [`crate::Query`], in the variant of the same name.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "kind", content = "view", rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum View {
    Project(Box<ProjectView>),
    Explorer(ExplorerView),
    Board(BoardView),
    /// Answers `task`; null if there is no such task.
    Task(Option<Box<TaskView>>),
    /// Answers `taskKnowledge`; null if there is no such task.
    TaskKnowledge(Option<Box<TaskKnowledge>>),
    CommitOrigin(Box<CommitOrigin>),
    TaskCommits(Vec<String>),
    Search(Vec<TaskName>),
    SearchAll(SearchResults),
    Problems(Vec<Problem>),
    Records(RecordsView),
    Gantt(GanttView),
    Proposal(Proposal),
    Proposals(ProposalsView),
    Export(String),
    Trash(Vec<TrashEntry>),
    RevertPreview(RevertPreview),
    Report(Box<Report>),
    WrittenReport(WrittenReport),
    Sessions(SessionsView),
    /// Answers `session`; null if there is no such session.
    Session(Option<Box<SessionView>>),
    SessionSearch(Vec<SessionMatch>),
    /// Answers `sessionComparison`; null if one of the sessions does not exist.
    SessionComparison(Option<SessionComparison>),
    Register(Vec<RegisterRow>),
    Library(Box<LibraryView>),
    /// The text of a document, null if there is none at the path.
    Document(Option<String>),
    Packages(PackagesView),
    /// Answers `package`; null if there is no such package.
    Package(Option<Box<PackageView>>),
    Dashboard(Box<DashboardView>),
    DashboardHistory(Box<DashboardHistory>),
    Glance(Box<ProjectGlance>),
    ProjectSearch(ProjectSearch),
    Time(Box<TimeView>),
    TimeExport(String),
    Settings(Box<SettingsView>),
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
    pub id: String,
    pub title: String,
    pub status: Status,
}

/// The fields of a task that cards and rows show.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct Card {
    /// Unique within the snapshot: the ID, or the folder if the ID is not unique.
    pub key: String,
    pub id: String,
    pub title: String,
    pub status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
    /// Key of the assignee. [`ProjectView`] has name and colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assignee: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milestone: Option<String>,
    #[ts(as = "Vec<String>")]
    pub labels: Vec<String>,
    /// Last planned day, `YYYY-MM-DD`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due_date: Option<String>,
    /// Not terminal and due before today.
    #[ts(as = "bool")]
    pub overdue: bool,
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
    /// Who held it until their program ended, without finishing it; absent if somebody holds it now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<Holder>,
    /// Present on a board whose filter has a word that only the notes of the task contain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found_in_notes: Option<bool>,
    /// Changes of the task that wait for the answer of a person, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<CardProposal>>")]
    pub proposed: Vec<CardProposal>,
}

/// One level of the task tree.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct ExplorerView {
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
    pub card: Card,
    /// Number of children that the filter keeps.
    pub children: u32,
    /// Whether the task itself matches the filter. Otherwise it is shown because a descendant
    /// matches.
    pub matches: bool,
    /// The first 400 characters of the notes, for the tooltip. Markdown.
    pub excerpt: String,
    /// What is below it at any depth.
    pub inside: TasksInside,
}

/// Counts of tasks without subtasks, and of what needs attention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TasksInside {
    /// Tasks without subtasks that are neither done nor skipped.
    pub open: u32,
    /// Open tasks that are in progress or held.
    pub at_work: u32,
    /// Open tasks with high priority.
    pub urgent: u32,
    /// Tasks with the status `blocked`.
    pub blocked: u32,
    /// Tasks that are overdue, also those whose subtasks are all done.
    pub late: u32,
    /// Tasks with problems in their files.
    pub troubled: u32,
}

/// The kanban board.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct BoardView {
    pub revision: u32,
    /// Number of cards that it would have without a filter.
    pub unfiltered: u32,
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
    /// Tasks that open proposals would create, without IDs. Empty if there is a filter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<Card>>", optional)]
    pub ghosts: Vec<Card>,
}
