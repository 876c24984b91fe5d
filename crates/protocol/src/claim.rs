//! Claims: who works on a task right now.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::context::Actor;

/// The actor that works on a task right now. A claim ends 15 minutes after `heard_at`; views
/// contain no claim that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Holder {
    /// Who holds the task.
    pub actor: Actor,
    /// The time since when it is held, RFC 3339.
    pub since: String,
    /// The time when the holder was heard of last, RFC 3339.
    pub heard_at: String,
}

/// The claims of a project, of which there is at least one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct ClaimsSummary {
    /// IDs of the tasks that the actor of the query holds.
    pub own: Vec<String>,
    /// IDs of the tasks that others hold.
    pub others: Vec<String>,
    /// The time when the first claim ends unless its holder is heard of, in milliseconds since
    /// 1970-01-01 UTC.
    #[ts(type = "number")]
    pub next_end: i64,
}
