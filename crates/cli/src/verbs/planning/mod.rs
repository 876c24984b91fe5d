//! Figures about the plan: metrics, reports, capacity, and the scheduler.

pub mod capacity;
pub mod metrics;
pub mod report;
pub mod schedule;
