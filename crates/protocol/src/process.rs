//! A process of a machine.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Identifies a process, so that a lock can name its holder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Process {
    /// The machine and, if the system has them, the namespace of process IDs. Two processes with
    /// the same host can look each other up.
    pub host: String,
    /// Identifies the boot of the machine; `None` if the system does not provide it.
    pub boot: Option<String>,
    pub pid: u32,
    /// Start time of the process in the system's own format; `None` if the system does not provide
    /// it. Distinguishes the process from a later one with the same ID.
    pub started: Option<String>,
}
