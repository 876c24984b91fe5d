//! The read model of the Gantt chart. Days are civil days since 1970-01-01, so that no time zone
//! shifts them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::context::Holder;
use crate::milestone::MilestoneStatus;
use crate::planning::DependencyKind;
use crate::task::{Priority, Status};

/// The order of siblings in the chart, with the names of `[gantt_view]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub enum GanttSort {
    /// The manual order.
    #[default]
    #[serde(rename = "manual")]
    Manual,
    /// Earliest start first; tasks without one last.
    #[serde(rename = "start")]
    Start,
    /// By ID, with digits compared as numbers.
    #[serde(rename = "id")]
    Id,
    /// By ID, descending.
    #[serde(rename = "id-desc")]
    IdDescending,
    /// By status, in the order of the board's columns.
    #[serde(rename = "status")]
    Status,
}

/// The grouping of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum GanttGroup {
    /// The task tree.
    #[default]
    Tree,
    /// A heading per assignee, tasks without subtasks below.
    Assignee,
    /// A heading per milestone, tasks without subtasks below.
    Milestone,
}

/// The bars to draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum GanttMode {
    /// Planned dates.
    #[default]
    Plan,
    /// Actual dates.
    Actual,
    /// Both.
    Compare,
}

/// The zoom level of the time axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum GanttZoom {
    /// Single days.
    Day,
    Week,
    Month,
}

/// The view options of the chart: those of the query, or else those of `[gantt_view]`, which other
/// programs use too. `updateConfig` saves them, and undo skips such changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct GanttChoices {
    /// `sort`.
    pub sort: GanttSort,
    /// `zoom`; absent where the project names none, so that the chart may choose one that fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub zoom: Option<GanttZoom>,
    /// `mode`.
    pub mode: GanttMode,
    /// `group_by_assignee`, else `group_by_milestone`.
    pub group: GanttGroup,
    /// `show_workload`.
    pub show_workload: bool,
    /// `filter_assignee`; empty for all.
    pub filter_assignee: String,
}

/// The Gantt chart.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct GanttView {
    pub revision: u32,
    /// Today in the person's time zone.
    pub today: i32,
    /// Rows from top to bottom. A row's children follow it directly.
    pub rows: Vec<GanttRow>,
    /// Dependencies between rows.
    pub links: Vec<GanttLink>,
    /// Working calendars. The first is the project's.
    pub calendars: Vec<GanttCalendar>,
    /// Configured milestones with a date, earliest first.
    pub milestones: Vec<GanttMilestone>,
    /// Baselines, newest first.
    pub baselines: Vec<BaselineName>,
    /// The view options.
    pub choices: GanttChoices,
    /// Load per assignee if the query asks for it, by name; tasks without an assignee last.
    pub loads: Vec<GanttLoad>,
    /// Last day of all tasks shown.
    pub end: Option<i32>,
    /// IDs of the tasks of a dependency cycle. With a cycle, slack cannot be computed.
    pub circle: Vec<String>,
}

/// A row: a task or a heading.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
#[allow(clippy::struct_excessive_bools, reason = "the chart marks each of them independently")]
pub struct GanttRow {
    /// Unique within the snapshot, as in [`crate::view::Card`]; for a heading `group:` and its
    /// name, or `finished:` and the key of the row that it belongs to.
    pub key: String,
    /// The ID; empty for a heading.
    pub id: String,
    /// The title; for a heading the assignee or milestone, empty if there is none or if it has `finished`.
    pub title: String,
    /// Status; absent for a heading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
    /// Key of the assignee. [`crate::view::ProjectView`] has name and colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assignee: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milestone: Option<String>,
    /// Depth, from 0.
    #[ts(as = "u32")]
    pub depth: u32,
    /// Number of its descendants, which are the next rows.
    #[serde(skip_serializing_if = "is_zero")]
    #[ts(as = "Option<u32>")]
    pub below: u32,
    /// Index of its calendar; 0 is the project's.
    #[serde(skip_serializing_if = "is_zero")]
    #[ts(as = "Option<u32>")]
    pub calendar: u32,
    /// First planned day. For a parent or heading the first of its descendants, if they have dates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<i32>,
    /// Last planned day, inclusive; computed likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<i32>,
    /// The day on which work started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual_start: Option<i32>,
    /// The day on which work ended; absent while it is in progress.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual_end: Option<i32>,
    /// First day in the chosen baseline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline_start: Option<i32>,
    /// Last day in the chosen baseline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline_due: Option<i32>,
    /// Working days that it ends later than in the baseline; negative if it ends earlier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slip: Option<i32>,
    /// Estimated hours. For a parent or heading the sum over its descendants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hours: Option<f64>,
    /// Hours spent; computed likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual_hours: Option<f64>,
    /// Remaining hours; computed likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remaining_hours: Option<f64>,
    /// Progress in percent.
    #[ts(as = "u32")]
    pub progress: u32,
    /// Working days that it can end later without delaying the project's end; absent if it has no
    /// dates or is terminal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slack: Option<i32>,
    /// On the critical path: not terminal, and without slack.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub critical: bool,
    /// The scheduler keeps the dates.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub pinned: bool,
    /// Not terminal and due before today.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub overdue: bool,
    /// Days that it is due after its milestone; 0 if it is terminal or not late.
    #[serde(skip_serializing_if = "is_zero")]
    #[ts(as = "Option<u32>")]
    pub late: u32,
    /// Does not match the filter and is shown only because a descendant does.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub context: bool,
    /// Cannot be changed, because its file is invalid or its ID is not unique.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub locked: bool,
    /// Who works on it right now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holder: Option<Holder>,
    /// Present on the heading of the finished tasks of a group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finished: Option<FinishedTasks>,
}

/// The number of tasks directly below the heading of finished tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct FinishedTasks {
    pub done: u32,
    pub skipped: u32,
}

/// A dependency between two rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct GanttLink {
    /// Index of the row that comes first.
    pub from: u32,
    /// Index of the row that depends on it.
    pub to: u32,
    /// The dates that it connects.
    #[ts(as = "DependencyKind")]
    pub kind: DependencyKind,
    /// Working days between the two dates.
    #[ts(as = "i32")]
    pub lag: i32,
    /// The dates violate it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub broken: bool,
    /// Both rows are on the critical path, and this link determines the date of the second one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub critical: bool,
}

/// A working calendar with all rules applied. The hours of a day are those of its exception, or
/// else those of its weekday.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct GanttCalendar {
    /// Hours of each weekday, Sunday first; 0 for a day off.
    pub week: Vec<f64>,
    /// Exceptions, ascending.
    pub exceptions: Vec<DayHours>,
}

/// Hours of one day.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct DayHours {
    pub day: i32,
    /// Working hours of a calendar, or hours of planned work.
    pub hours: f64,
}

/// A milestone with a date.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct GanttMilestone {
    /// The name that tasks refer to.
    pub name: String,
    pub day: i32,
    /// `#rrggbb` or empty.
    pub color: String,
    /// Number of its tasks that are not terminal and due after it.
    pub late: u32,
    /// The version that it brings.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub version: Option<String>,
    /// Its stage; absent means planning.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub status: Option<MilestoneStatus>,
}

/// A baseline in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct BaselineName {
    pub path: String,
    pub name: String,
    /// Time of the save, RFC 3339.
    pub created_at: String,
}

/// The load of an assignee by day.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct GanttLoad {
    /// Key of the assignee; empty for tasks without one.
    pub assignee: String,
    /// Index of the calendar.
    pub calendar: u32,
    /// The load in percent of the working hours above which a day is overbooked.
    pub limit_percent: u32,
    /// Days with work and their hours, ascending.
    pub days: Vec<DayHours>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}
