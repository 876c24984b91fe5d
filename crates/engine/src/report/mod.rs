//! Sums over a plan, for programs that tell of them without drawing them.
//!
//! Invariant: hours of a task with parts are those of its parts and counted once; what hours come to, and when, is said by the planner's
//! calendars and by nothing else.

mod capacity;
mod metrics;

pub use capacity::CapacityDay;
pub(crate) use capacity::capacity;
pub(crate) use metrics::metrics;
pub use metrics::{Effort, Metrics, MilestoneMetrics, Overdue};
