//! What agents and the command line want changed beyond what surfaces do.
//!
//! Invariant: nothing here crosses into JavaScript, so that the module does not carry what no surface asks for.

use crate::command::{NewTask, TaskPatch};

/// Like a [`Command`](crate::Command): applied whole or refused whole, undone by one undo.
#[allow(clippy::large_enum_variant, reason = "commands are few and short-lived")]
#[derive(Clone, Debug, PartialEq)]
pub enum AgentCommand {
    /// Adds a task, at the place among its siblings that its order gives it.
    CreateTask {
        /// The task.
        task: NewTask,
        /// Its order among its siblings, the least first.
        order: Option<u32>,
    },
    /// Changes fields of a task, and its place among its siblings where it is given another order.
    UpdateTask {
        /// Which.
        id: String,
        /// The changes.
        patch: TaskPatch,
        /// Its new order among its siblings, the least first.
        order: Option<u32>,
    },
    /// Adds hours to what was spent on a task, and takes them from what is left where that is tracked.
    LogTime {
        /// Which.
        id: String,
        /// How many, above 0.
        hours: f64,
    },
}
