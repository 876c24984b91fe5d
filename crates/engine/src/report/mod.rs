//! Reports: metrics of a project, and the capacity and load of its assignees by day.
//!
//! Invariant: estimated and remaining hours are counted for tasks without subtasks only, so never
//! twice. Working time comes from the calendars of `schedule`.

mod capacity;
mod metrics;

pub use capacity::CapacityDay;
pub(crate) use capacity::capacity;
pub(crate) use metrics::metrics;
pub use metrics::{Effort, Metrics, MilestoneMetrics, Overdue, WorkCount};
