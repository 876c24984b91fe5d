//! Commands that create, change, move, delete and schedule tasks.

pub(super) mod auto_schedule;
pub(super) mod change_tasks;
pub(super) mod create;
pub(super) mod criteria;
pub(super) mod delete;
pub(super) mod ordering;
pub(super) mod patch;
pub(super) mod references;
pub(super) mod relocation;
mod requirements;
pub(crate) mod reschedule;
mod task_names;
pub(super) mod update;
