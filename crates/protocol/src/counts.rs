//! Counts of tasks and other items.

use serde::Serialize;
use ts_rs::TS;

use crate::task::Status;

/// A count of finished items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct Progress {
    /// Number of finished items.
    pub done: u32,
    /// Number of all items.
    pub total: u32,
}

/// A number for each status, such as a count of tasks or a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct StatusCount {
    pub status: Status,
    pub count: u32,
}
