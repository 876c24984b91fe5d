//! Time tracking.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Subcommand;
use serde_json::json;

use crate::invocation::Invocation;
use crate::output;

/// The verbs of timers.
#[derive(Debug, Subcommand)]
pub enum TimerCommand {
    /// Track time on a task; a paused timer continues.
    #[command(after_help = "Example: handoff timer start t1.2")]
    Start {
        /// Task ID.
        id: String,
    },
    /// Stop a task's timer, and add the hours to the task.
    #[command(after_help = "Example: handoff timer stop t1.2")]
    Stop {
        /// Task ID.
        id: String,
    },
    /// The time on a task's timer.
    #[command(after_help = "Example: handoff timer get t1.2")]
    Get {
        /// Task ID.
        id: String,
    },
}

impl TimerCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            TimerCommand::Start { id } => Invocation::call("handoff_timer_start", json!({"task_id": id})),
            TimerCommand::Stop { id } => Invocation::call("handoff_timer_stop", json!({"task_id": id})),
            TimerCommand::Get { id } => {
                Invocation::call("handoff_timer_get_time", json!({"task_id": id})).render_with(output::planning::timer)
            }
        }
    }
}
