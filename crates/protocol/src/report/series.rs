//! Series: figures by day or by week.

use serde::Serialize;
use ts_rs::TS;

use crate::report::figures::{Budget, Forecast};

/// The work that remains, by day.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Burndown {
    /// The days, without gaps.
    pub days: Vec<BurndownDay>,
    /// The changes of the scope within these days.
    pub scope_changes: Vec<ScopeChange>,
    /// The first day of the ideal line; null without tasks.
    pub start: Option<i32>,
    /// The last day of the ideal line: the last milestone, else the last due date; null without
    /// either.
    pub target: Option<i32>,
    /// When the remaining tasks may be done.
    pub forecast: Forecast,
}

/// The work that remains at the end of a day, in tasks without subtasks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct BurndownDay {
    pub day: i32,
    /// Tasks that are neither done nor skipped.
    pub remaining_tasks: u32,
    /// Their estimated hours.
    pub remaining_hours: f64,
    /// All tasks.
    pub scope_tasks: u32,
    /// Their estimated hours.
    pub scope_hours: f64,
    /// The tasks that would remain if the scope were worked off evenly until the target; null
    /// without a target.
    pub ideal_tasks: Option<f64>,
    /// The hours that would remain.
    pub ideal_hours: Option<f64>,
    /// All tasks that are neither done nor skipped, those with subtasks included.
    pub all_remaining_tasks: u32,
    /// Their estimated hours.
    pub all_remaining_hours: f64,
    /// All tasks, those with subtasks included.
    pub all_scope_tasks: u32,
    /// Their estimated hours.
    pub all_scope_hours: f64,
}

/// A day at whose end the scope differs from that of the day before.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct ScopeChange {
    pub day: i32,
    /// The tasks that were added, negative if they were removed.
    pub tasks: i32,
    /// The hours that were added, negative if they were removed.
    pub hours: f64,
}

/// The work that is finished, by day.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Burnup {
    /// The days, without gaps.
    pub days: Vec<BurnupDay>,
    /// The changes of the scope within these days.
    pub scope_changes: Vec<ScopeChange>,
    /// The first day of the ideal line; null without tasks.
    pub start: Option<i32>,
    /// The last day of the ideal line, as of a burndown.
    pub target: Option<i32>,
    /// When the remaining tasks may be done.
    pub forecast: Forecast,
}

/// The work that is finished at the end of a day, in tasks without subtasks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct BurnupDay {
    pub day: i32,
    /// Tasks that are done or skipped.
    pub finished_tasks: u32,
    /// Their estimated hours.
    pub finished_hours: f64,
    /// All tasks.
    pub scope_tasks: u32,
    /// Their estimated hours.
    pub scope_hours: f64,
    /// The tasks that would be finished if the scope were worked off evenly until the target; null
    /// without a target.
    pub ideal_tasks: Option<f64>,
    /// The hours that would be finished.
    pub ideal_hours: Option<f64>,
}

/// The effort budget, by day.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct Effort {
    /// The figures at the end of the last day.
    pub budget: Budget,
    /// The days, without gaps.
    pub days: Vec<EffortDay>,
}

/// The effort at the end of a day.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct EffortDay {
    pub day: i32,
    /// Hours spent until then.
    pub used_hours: f64,
    /// Hours of the budget that are left, negative if it is exceeded; null without a budget.
    pub left_hours: Option<f64>,
    /// Hours of work that remain.
    pub remaining_hours: f64,
}

/// The number of tasks in each status, by day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct Flow {
    /// The days, without gaps.
    pub days: Vec<FlowDay>,
}

/// The number of tasks without subtasks in each status at the end of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct FlowDay {
    pub day: i32,
    /// Not started.
    pub todo: u32,
    /// Being worked on.
    pub in_progress: u32,
    /// Waiting for a review.
    pub review: u32,
    pub blocked: u32,
    pub done: u32,
    pub skipped: u32,
}

/// The tasks that were done, by week.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Throughput {
    /// The weeks, without gaps.
    pub weeks: Vec<ThroughputWeek>,
    /// The number of weeks of the rolling mean.
    pub mean_weeks: u32,
}

/// The tasks without subtasks that were done in a week.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ThroughputWeek {
    /// Its Monday.
    pub start: i32,
    pub done_tasks: u32,
    /// Their estimated hours: the velocity.
    pub done_hours: f64,
    /// The mean number of tasks of this week and those before it.
    pub mean_tasks: f64,
    /// The mean hours of this week and those before it.
    pub mean_hours: f64,
}

/// Planned value, earned value and actual cost in hours.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct EarnedValue {
    /// The days, without gaps.
    pub days: Vec<EarnedValueDay>,
    /// The planned hours of all tasks (budget at completion).
    pub bac: f64,
    /// Schedule performance index: earned by planned value; null without a planned value.
    pub spi: Option<f64>,
    /// Cost performance index: earned value by actual cost; null without a cost.
    pub cpi: Option<f64>,
    /// Estimate at completion: `bac` by `cpi`; null without a `cpi` above 0.
    pub eac: Option<f64>,
    /// The name of the baseline that is the plan; null if the plan is the current dates.
    pub baseline: Option<String>,
}

/// The values at the end of a day.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct EarnedValueDay {
    pub day: i32,
    /// Planned value: the hours that should be done by then.
    pub pv: f64,
    /// Earned value: the planned hours of the tasks that are done.
    pub ev: f64,
    /// Actual cost: the hours spent.
    pub ac: f64,
}
