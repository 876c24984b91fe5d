//! Computations on the model: the schedule, metrics, the next task, problems.
//!
//! Invariant: the same model and time give the same result.

pub(crate) mod metrics;
pub(crate) mod next_task;
pub(crate) mod problems;
pub(crate) mod schedule;
