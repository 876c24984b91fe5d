//! The dashboard of a project, and its card in the overview of several projects.

use serde::Serialize;
use ts_rs::TS;

use crate::context::Actor;
use crate::proposal::ProposalList;
use crate::report::{Forecast, MilestoneForecast};
use crate::text::Text;
use crate::time::TimerOwner;
use crate::view::{BoardColumn, Card, Progress, RecentChanges, RegisterRow, StatusCount, TaskName};

/// What the dashboard shows at once. Tasks are those without subtasks, unless a field says
/// otherwise. Lists are cut to what the page shows, with the number of all entries.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct DashboardView {
    pub revision: u32,
    /// Tasks that are done or skipped.
    pub completion: Progress,
    /// Number of tasks by status, in the board's order.
    pub counts: Vec<StatusCount>,
    /// Tasks past their due date, the longest overdue first.
    pub overdue: TaskList,
    /// Tasks in review, the longest waiting first.
    pub review: TaskList,
    /// Blocked tasks, the longest blocked first.
    pub blocked: TaskList,
    /// The tasks to do next, in the order in which agents get them.
    pub next: TaskList,
    /// Tasks that somebody holds, with or without subtasks, then the others in progress.
    pub working: TaskList,
    /// The running timers, by task.
    pub timers: Vec<RunningTimer>,
    /// The board with the first cards of each column, and the last finished ones of those that are done.
    pub columns: Vec<BoardColumn>,
    /// The first proposals that wait for an answer, each with its first elements.
    pub proposals: ProposalList,
    /// The late tasks, and the open tasks of the coming weeks.
    pub timeline: Timeline,
}

/// The first tasks of a list.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct TaskList {
    pub total: u32,
    /// The first ones.
    pub tasks: Vec<ListedTask>,
}

/// A task in a list.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ListedTask {
    pub card: Card,
    /// When it got its status, RFC 3339; null if the activity log does not say.
    pub since: Option<String>,
    /// The last day of an overdue task: its due date, or the last due date below it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub overdue_since: Option<String>,
    /// The open tasks that it depends on.
    pub waits_for: Vec<TaskName>,
    /// Its first open done criteria.
    pub open_criteria: Vec<OpenCriterion>,
}

/// A done criterion that is not met yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct OpenCriterion {
    /// Its position among all done criteria of the task.
    pub index: u32,
    pub item: String,
}

/// The first entries of a part of the register.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct EntryList {
    pub total: u32,
    /// The first ones.
    pub entries: Vec<RegisterRow>,
}

/// A session that is active.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ActiveSession {
    pub id: String,
    /// Summary, one line.
    pub summary: String,
    /// Short name, or empty.
    pub label: String,
    /// The person or agent who began it, or empty.
    pub author: String,
    /// Start, RFC 3339, or empty if it is unknown.
    pub started_at: String,
}

/// A timer that runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct RunningTimer {
    pub id: String,
    /// Its title, or empty if no single task has this ID.
    pub title: String,
    /// The measured time in milliseconds: until now, or until the last sign of a program that has
    /// ended.
    #[ts(type = "number")]
    pub elapsed_ms: u64,
    /// When it would have started without pauses, RFC 3339, so that a page can count on; null if the
    /// program that ran it has ended, so that its time does not grow.
    pub started_at: Option<String>,
    /// The program that runs it, or that ran it last; null if no record says so.
    pub owner: Option<TimerOwner>,
    /// The agent whose time it measures, with an empty name if it is not known; null if it is that of
    /// a person.
    pub agent: Option<Actor>,
}

/// Open tasks that are overdue or have dates in a range of days. Days are days since 1970-01-01.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct Timeline {
    /// The first day, which is today.
    pub from: i32,
    /// The last day.
    pub to: i32,
    /// The days without working hours.
    pub closed: Vec<i32>,
    /// The first overdue tasks, the longest overdue first; then the first of the others, by their first
    /// days.
    pub bars: Vec<TimelineBar>,
    pub total: u32,
}

/// A task with its days. They may lie outside of the timeline; a task that ends before it is overdue.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct TimelineBar {
    pub card: Card,
    /// The first planned day; the last one if there is no other.
    pub start: i32,
    /// The last planned day; the first one if there is no other.
    pub end: i32,
}

/// What the dashboard shows of sessions, the past and the future, which takes longer. The shell has to
/// feed the activity log before, for all of the past.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct DashboardHistory {
    pub revision: u32,
    /// Open checklist items that the user owns, newest first.
    pub items: EntryList,
    /// Valid decisions that are not verified, newest first.
    pub decisions: EntryList,
    /// The active sessions, newest first.
    pub sessions: Vec<ActiveSession>,
    /// Milestones by date, those without a date last.
    pub milestones: Vec<MilestoneOutlook>,
    /// When all tasks may be done.
    pub forecast: Option<Forecast>,
    /// Why there is no forecast; null if there is one, or nothing to forecast.
    pub notice: Option<Text>,
    /// Whether an agent has saved a session or changed something.
    pub has_agents: bool,
    /// Changes by others; null without a time to begin from.
    pub changes: Option<RecentChanges>,
}

/// Whether a milestone will hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Outlook {
    /// All its tasks are done or skipped.
    Reached,
    /// At least 85 % of the simulated courses hold its date.
    OnTrack,
    /// There is no forecast, but all its open tasks are planned to end by its date, and none is
    /// overdue.
    OnPlan,
    /// At least half of the courses hold its date. Without a forecast: the planned dates do not.
    AtRisk,
    /// Its date has passed, or most courses miss it.
    Late,
    /// It has no date or no tasks, or nothing says when its tasks will be done.
    Unknown,
}

/// A milestone and whether it will hold.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct MilestoneOutlook {
    pub milestone: MilestoneForecast,
    /// Whether it will hold.
    pub outlook: Outlook,
    /// Number of its open tasks that are overdue.
    pub overdue: u32,
    /// Number of its open tasks that are planned to end after its date.
    pub after: u32,
    /// Number of its open tasks without a planned end.
    pub undated: u32,
}

/// A search for other projects, as the configuration sets it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct ProjectSearch {
    /// The folders to search. `~/` is the home folder, and relative paths are below the project.
    pub folders: Vec<String>,
    /// Names of folders to skip.
    pub without: Vec<String>,
    /// Maximum depth of subfolders.
    pub depth: u32,
}

impl ProjectSearch {
    /// The maximum number of folders that one search reads.
    pub const MAX_FOLDERS: usize = 20_000;
}

/// A project in the overview of several projects. Tasks are those without subtasks.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ProjectGlance {
    pub revision: u32,
    /// Tasks that are done or skipped.
    pub completion: Progress,
    /// Number of tasks past their due date.
    pub overdue: u32,
    /// Number of blocked tasks.
    pub blocked: u32,
    /// Number of tasks in review, of blocked tasks, of open checklist items that the user owns, and of
    /// unverified decisions.
    pub waiting: u32,
    /// The milestone to reach next, if there is one.
    pub milestone: Option<MilestoneOutlook>,
    /// Why there is no forecast; null if there is one, or nothing to forecast.
    pub notice: Option<Text>,
    /// Tasks that somebody holds, then the others in progress.
    pub working: TaskList,
    /// Time of the last change to a task or session, RFC 3339, or empty.
    pub last_activity: String,
}
