//! Figures of a report that are no series of days.

use serde::Serialize;
use ts_rs::TS;

use crate::context::ActorKind;
use crate::counts::{Progress, StatusCount};
use crate::milestone::MilestoneStatus;

/// The figures at the end of the last day of a report. Counts and hours are those of tasks without
/// subtasks.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Summary {
    /// Number of tasks by status, in the board's order.
    pub counts: Vec<StatusCount>,
    /// Tasks that are done or skipped.
    pub tasks: Progress,
    /// Estimated hours of the tasks that are done or skipped.
    pub finished_hours: f64,
    /// Estimated hours of all of them.
    pub scope_hours: f64,
    /// Number of all tasks, those with subtasks included.
    pub all_tasks: Progress,
    /// Estimated hours of all tasks, those with subtasks included.
    pub all_hours: f64,
    /// Tasks past their due date, the latest first.
    pub overdue: Vec<AgedTask>,
    /// Blocked tasks, the longest first.
    pub blocked: Vec<AgedTask>,
    /// Tasks in progress or in review, by the days since they were started, the oldest first.
    pub ageing: Vec<AgedTask>,
    /// Number of tasks that can be started.
    pub ready: u32,
    /// The effort budget.
    pub budget: Budget,
}

/// A task and a number of days.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct AgedTask {
    pub id: String,
    pub title: String,
    /// The day since which it is so; null if it is not known.
    pub since: Option<i32>,
    /// The days since then; null if they are not known.
    pub days: Option<i32>,
}

/// Hours of the project and its effort budget.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Budget {
    /// The configured budget; null without one.
    pub budget_hours: Option<f64>,
    /// Hours spent.
    pub used_hours: f64,
    /// Hours of the budget that are left, negative if it is exceeded; null without a budget.
    pub left_hours: Option<f64>,
    /// Hours of work that remain, from the estimates where nothing else is recorded.
    pub remaining_hours: f64,
    /// Hours spent plus the hours of work that remain.
    pub projected_hours: f64,
}

/// The time that tasks took.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Cycle {
    /// The tasks that were done, in the order of their last days.
    pub tasks: Vec<CycleTask>,
    /// Percentiles of the cycle times; null without one.
    pub cycle: Option<Percentiles>,
    /// Percentiles of the lead times; null without one.
    pub lead: Option<Percentiles>,
}

/// The time that a task took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct CycleTask {
    pub id: String,
    pub title: String,
    /// The day on which it was started; null if it is not known.
    pub started: Option<i32>,
    /// The day on which it was done.
    pub finished: i32,
    /// The days from its start to its end, both included.
    pub cycle_days: Option<u32>,
    /// The days from its creation to its end, both included; null if it is not known.
    pub lead_days: Option<u32>,
}

/// Percentiles of a number of days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct Percentiles {
    /// Half of the values are at most this.
    pub p50: u32,
    /// 85 % of the values are at most this.
    pub p85: u32,
    /// 95 % of the values are at most this.
    pub p95: u32,
}

/// Estimated against actual hours of tasks that are done.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct Estimates {
    /// The tasks that have both, the most underestimated first.
    pub tasks: Vec<EstimatedTask>,
    /// All of them.
    pub total: EstimateGroup,
    /// By label; the empty name for tasks without one.
    pub labels: Vec<EstimateGroup>,
    /// By assignee; the empty name for tasks without one.
    pub assignees: Vec<EstimateGroup>,
    /// By who worked: `human` or `agent`. Hours without a time entry are those of the assignee's kind.
    pub kinds: Vec<EstimateGroup>,
}

/// Estimated against actual hours of a task.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct EstimatedTask {
    pub id: String,
    pub title: String,
    pub estimate_hours: f64,
    pub actual_hours: f64,
    /// The number by which the estimate should have been multiplied.
    pub factor: f64,
}

/// Estimated against actual hours of several tasks.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct EstimateGroup {
    /// The part that they share.
    pub key: String,
    pub tasks: u32,
    /// Their sum.
    pub estimate_hours: f64,
    /// Their sum.
    pub actual_hours: f64,
    /// The number by which the estimates should have been multiplied; null without tasks.
    pub factor: Option<f64>,
}

/// Simulated completion dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Forecast {
    /// The number of simulated courses.
    pub runs: u32,
    /// The seed of the random numbers.
    pub seed: u32,
    pub remaining_tasks: u32,
    /// The number of past working days from which the simulation draws.
    pub sample_days: u32,
    /// The tasks that were done on these days.
    pub sample_tasks: u32,
    /// The tasks by which the scope has grown since the end of the first of these days, negative if
    /// it has shrunk. The simulation assumes that it stays as it is.
    pub sample_scope_change: i32,
    /// The day by which half of the courses are done; null if the past has too few tasks, or if the
    /// day is too far away.
    pub p50: Option<i32>,
    /// The day by which 85 % of the courses are done.
    pub p85: Option<i32>,
    /// The day by which 95 % of the courses are done.
    pub p95: Option<i32>,
    /// What has changed since a week before; null if the project had no tasks then.
    pub week: Option<ForecastWeek>,
}

/// The change of a forecast since the end of the day a week before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ForecastWeek {
    /// The tasks that were done since then.
    pub done_tasks: u32,
    /// The tasks by which the scope has grown since then, negative if it has shrunk.
    pub scope_change: i32,
    /// The day by which half of the courses were done in the forecast of that day.
    pub p50: Option<i32>,
    /// The day by which 85 % of the courses were done in the forecast of that day.
    pub p85: Option<i32>,
}

/// The time of people and agents: that of time entries, and on days without one that of sessions.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct SessionTime {
    pub sessions: u32,
    /// The number of days whose time is that of entries.
    pub entry_days: u32,
    /// All time, also that of actors of which it is not known whether they are people or agents.
    pub total_hours: f64,
    pub people_hours: f64,
    pub agents_hours: f64,
    /// The days, without gaps.
    pub days: Vec<SessionDay>,
    /// The hours by hour of the day, from 0 to 23. Entries of which only the duration is known have no
    /// hour.
    pub by_hour: Vec<f64>,
    /// The hours of people by hour of the day.
    pub people_by_hour: Vec<f64>,
    /// The hours of agents by hour of the day.
    pub agents_by_hour: Vec<f64>,
    /// By actor, the longest time first.
    pub actors: Vec<ActorTime>,
}

/// The time of a day.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct SessionDay {
    pub day: i32,
    pub hours: f64,
    pub people_hours: f64,
    pub agents_hours: f64,
    /// The source of the time.
    pub source: DayTimeSource,
}

/// The source of the time of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum DayTimeSource {
    /// Time entries. Sessions do not count on this day.
    Entries,
    /// The times at which sessions were recorded.
    Sessions,
}

/// The time of an actor.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct ActorTime {
    /// The name; empty if it is not known.
    pub name: String,
    /// Person or agent; null if it is not known.
    pub kind: Option<ActorKind>,
    pub sessions: u32,
    /// Their time.
    pub hours: f64,
}

/// A milestone with its forecast. Counts and hours are those of its tasks without subtasks.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct MilestoneForecast {
    pub name: String,
    /// Its date, if it has one.
    pub date: Option<i32>,
    /// The tasks that are done or skipped.
    pub tasks: Progress,
    /// Their estimated hours.
    pub finished_hours: f64,
    /// The estimated hours of all its tasks.
    pub scope_hours: f64,
    /// The hours of work that remain.
    pub remaining_hours: f64,
    /// The day by which half of the simulated courses have finished it and all milestones before
    /// it; null if there is none.
    pub p50: Option<i32>,
    /// The day for 85 % of the courses.
    pub p85: Option<i32>,
    /// The version that it brings.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub version: Option<String>,
    /// Its stage; absent means planning.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub status: Option<MilestoneStatus>,
}
