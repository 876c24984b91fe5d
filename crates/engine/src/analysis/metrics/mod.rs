//! Reports: metrics of a project, and the capacity and load of its assignees by day.
//!
//! Invariant: estimated and remaining hours are counted for tasks without subtasks only, so never
//! twice. Working time comes from the calendars of `schedule`.

mod capacity;
mod counts;
mod figures;
mod past;
mod replay;
mod report;
mod selection;
mod span;

pub use capacity::CapacityDay;
pub(crate) use capacity::capacity;
pub(crate) use counts::metrics;
pub use counts::{Effort, Metrics, MilestoneMetrics, Overdue, WorkCount};
pub(crate) use figures::{ChangedTask, SpanChanges, monday};
pub use past::HistoryCommit;
pub(crate) use past::has_past_before_log;
pub use report::ReportRequest;
pub(crate) use report::{ReportCache, SpanFigures, report, span_figures};
