//! Whether a handover was interrupted, for surfaces that offer to resume it.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The state of a project's last handover, as its checkpoint and its lock show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum HandoverCheck {
    /// Nothing is left to resume.
    Settled {},
    /// A process performs it. A process that ends without releasing its lock changes no file, so look
    /// again.
    Running {
        /// Milliseconds until the next look.
        look_again_after_ms: u32,
    },
    /// The shell has to find out whether a process of this host is running, as for
    /// [`crate::Action::CheckProcess`], and to ask again with the answer.
    AskProcess {
        pid: u32,
        /// Its start time, if known.
        started: Option<String>,
    },
    /// It was interrupted, and no process performs it.
    Interrupted {
        /// The interrupted run.
        handover: InterruptedHandover,
    },
}

/// A handover of which steps are missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct InterruptedHandover {
    /// Distinguishes it from other handovers of the project.
    pub id: String,
    /// The time of its begin, RFC 3339; empty if it is not recorded.
    pub started_at: String,
    /// The names of the steps that are done.
    pub done: Vec<String>,
    /// The names of the steps that are not done.
    pub pending: Vec<String>,
    /// The step at which it stopped, if it did not end without a word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<FailedStep>,
}

/// The step at which a handover stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct FailedStep {
    pub step: String,
    /// The reason, one line.
    pub message: String,
}
