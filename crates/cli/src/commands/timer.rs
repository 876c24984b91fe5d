//! Tracking time.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Subcommand;
use serde_json::json;

use crate::invocation::Job;
use crate::output;

/// What is to be done with timers.
#[derive(Debug, Subcommand)]
pub enum TimerWork {
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

impl TimerWork {
    /// What is to be asked for.
    pub fn job(self) -> Job {
        match self {
            TimerWork::Start { id } => Job::call("handoff_timer_start", json!({"task_id": id})),
            TimerWork::Stop { id } => Job::call("handoff_timer_stop", json!({"task_id": id})),
            TimerWork::Get { id } => {
                Job::call("handoff_timer_get_time", json!({"task_id": id})).shown(output::planning::timer)
            }
        }
    }
}
