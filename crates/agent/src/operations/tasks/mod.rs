//! Tasks: reading, changing and claiming them.

pub mod bulk_update;
mod change_answer;
pub mod check_criterion;
pub mod claim;
pub mod get;
pub mod list;
pub mod log_time;
pub mod next;
pub mod proof;
pub mod proof_files;
pub mod task_change;
pub mod task_fields;
mod task_tree;
pub mod update;

pub(crate) use task_tree::{Room, TaskFilter, tree};

use crate::tool::Tool;

pub(super) const TOOLS: &[Tool] = &[
    Tool::of::<list::ListTasks>(),
    Tool::of::<get::GetTask>(),
    Tool::of::<next::NextTask>(),
    Tool::of::<claim::ClaimTask>(),
    Tool::of::<update::UpdateTask>(),
    Tool::of::<bulk_update::BulkUpdateTasks>(),
    Tool::of::<check_criterion::CheckCriterion>(),
    Tool::of::<log_time::LogTime>(),
];
