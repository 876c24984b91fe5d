//! Metrics, reports, capacity and the scheduler.

pub mod capacity;
pub mod metrics;
pub mod report;
pub mod schedule;
pub mod write_report;

pub use report::NO_ROW_LIMIT;

use crate::tool::Tool;

pub(super) const TOOLS: &[Tool] = &[
    Tool::of::<metrics::GetMetrics>(),
    Tool::of::<write_report::WriteReport>(),
    Tool::of::<capacity::GetCapacity>(),
    Tool::of::<schedule::AutoSchedule>(),
];
