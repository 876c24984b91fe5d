//! The Gantt chart's read model. Days are civil days since 1970-01-01, so that no time zone can move them.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::planning::DependencyKind;
use crate::task::{Priority, Status};

/// The order of siblings in the chart, under the names that `[gantt_view]` has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub enum GanttSort {
    /// As people arranged them.
    #[default]
    #[serde(rename = "manual")]
    Manual,
    /// Earliest start first, none last.
    #[serde(rename = "start")]
    Start,
    /// By id, numbers as numbers.
    #[serde(rename = "id")]
    Id,
    /// By id, greatest first.
    #[serde(rename = "id-desc")]
    IdDescending,
    /// In the order of the board's columns.
    #[serde(rename = "status")]
    Status,
}

/// What the rows are put under.
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

/// Which bars are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum GanttMode {
    /// What is planned.
    #[default]
    Plan,
    /// What happened.
    Actual,
    /// Both.
    Compare,
}

/// How much time is seen at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum GanttZoom {
    /// Single days.
    Day,
    /// Weeks.
    #[default]
    Week,
    /// Months.
    Month,
}

/// The choices that the chart follows: the question's, else those of `[gantt_view]`, which other programs share. They are kept by
/// `updateConfig`; such a change is never undone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct GanttChoices {
    /// `sort`.
    pub sort: GanttSort,
    /// `zoom`.
    pub zoom: GanttZoom,
    /// `mode`.
    pub mode: GanttMode,
    /// `group_by_assignee`, else `group_by_milestone`.
    pub group: GanttGroup,
    /// `show_workload`.
    pub show_workload: bool,
    /// `filter_assignee`; empty for everybody.
    pub filter_assignee: String,
}

/// The Gantt chart.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct GanttView {
    /// Revision of the model.
    pub revision: u32,
    /// The person's civil day.
    pub today: i32,
    /// Top down: each row's children follow it directly.
    pub rows: Vec<GanttRow>,
    /// Dependencies between rows.
    pub links: Vec<GanttLink>,
    /// When people work; the first is the project's.
    pub calendars: Vec<GanttCalendar>,
    /// Configured milestones with a date, earliest first.
    pub milestones: Vec<GanttMilestone>,
    /// Kept plans, newest first.
    pub baselines: Vec<BaselineName>,
    /// What it follows.
    pub choices: GanttChoices,
    /// Load per assignee, when it was asked for; by name, "nobody" last.
    pub loads: Vec<GanttLoad>,
    /// The last day of all tasks shown.
    pub end: Option<i32>,
    /// Ids of the tasks of a circle of dependencies, on account of which there is no slack to tell.
    pub circle: Vec<String>,
}

/// One row.
#[derive(Clone, Debug, Default, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own that the chart marks")]
pub struct GanttRow {
    /// Identity within the snapshot, as in [`crate::view::Card`]; of a heading `group:` and its name.
    pub key: String,
    /// The id; empty for a heading.
    pub id: String,
    /// The title; of a heading its name, empty for "nobody" and "no milestone".
    pub title: String,
    /// Where it stands; absent for a heading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// How urgent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<Priority>,
    /// Key of the assignee; name and colour are in [`crate::view::ProjectView`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assignee: Option<String>,
    /// Milestone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milestone: Option<String>,
    /// How deep, from 0.
    #[ts(as = "u32")]
    pub depth: u32,
    /// Rows below it at any depth: they follow it.
    #[serde(skip_serializing_if = "is_zero")]
    #[ts(as = "Option<u32>")]
    pub below: u32,
    /// Position of its calendar; 0 is the project's.
    #[serde(skip_serializing_if = "is_zero")]
    #[ts(as = "Option<u32>")]
    pub calendar: u32,
    /// First planned day; of a parent or heading the first of what is below, where that has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<i32>,
    /// Last planned day, inclusive; likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<i32>,
    /// The day on which work began.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual_start: Option<i32>,
    /// The day on which it ended; absent while it is going on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual_end: Option<i32>,
    /// First day in the chosen baseline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline_start: Option<i32>,
    /// Last day in the chosen baseline.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline_due: Option<i32>,
    /// Working days by which it ends later than in the baseline; negative for earlier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slip: Option<i32>,
    /// Estimated hours; of a parent or heading the sum of what is below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hours: Option<f64>,
    /// Hours spent; likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual_hours: Option<f64>,
    /// Hours left; likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remaining_hours: Option<f64>,
    /// How much is finished, in percent.
    #[ts(as = "u32")]
    pub progress: u32,
    /// Working days by which it may end later without moving the project's end; absent without dates or when it is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slack: Option<i32>,
    /// On the critical path: not over, and without slack.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub critical: bool,
    /// A scheduler leaves the dates alone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub pinned: bool,
    /// Not over and due before today.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub overdue: bool,
    /// Not over and due after the date of its milestone, by so many days.
    #[serde(skip_serializing_if = "is_zero")]
    #[ts(as = "Option<u32>")]
    pub late: u32,
    /// Shown only for what is below it: the filter leaves it out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub context: bool,
    /// The task's file is broken or its id is not unique: it can be looked at, not changed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub locked: bool,
}

/// A dependency between two rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct GanttLink {
    /// Position of the row that is waited for.
    pub from: u32,
    /// Position of the row that waits.
    pub to: u32,
    /// What is tied together.
    #[ts(as = "DependencyKind")]
    pub kind: DependencyKind,
    /// Working days between the two.
    #[ts(as = "i32")]
    pub lag: i32,
    /// The dates do not keep it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub broken: bool,
    /// Both ends are on the critical path and it is what ties them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub critical: bool,
}

/// When somebody works, with every rule applied: the hours of a day are its exception's, else its weekday's.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct GanttCalendar {
    /// Hours per weekday, Sunday first; 0 is closed.
    pub week: Vec<f64>,
    /// Days that differ, ascending.
    pub exceptions: Vec<DayHours>,
}

/// Hours of one day.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct DayHours {
    /// The day.
    pub day: i32,
    /// Working hours, or hours of work.
    pub hours: f64,
}

/// A dated goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct GanttMilestone {
    /// As tasks name it.
    pub name: String,
    /// Its day.
    pub day: i32,
    /// `#RRGGBB` or empty.
    pub color: String,
    /// Tasks that are not over and due after it.
    pub late: u32,
}

/// A kept plan in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct BaselineName {
    /// Its file.
    pub path: String,
    /// What somebody called it.
    pub name: String,
    /// When it was kept, RFC 3339.
    pub created_at: String,
}

/// What one assignee has to do each day.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct GanttLoad {
    /// Key; empty for "nobody".
    pub assignee: String,
    /// Position of the calendar.
    pub calendar: u32,
    /// From which load, in percent of the working hours, a day is overbooked.
    pub limit_percent: u32,
    /// Days with work, ascending, and its hours.
    pub days: Vec<DayHours>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}
