//! What happened to a task: the lines of the activity log.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::command::Actor;

/// One line of `.handoff/activity/<YYYY-MM>/<writer>.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Event {
    /// Unique within the project. For observed events it is derived from the content, so that two observers agree.
    pub id: String,
    /// When, RFC 3339; for observed events the stamp of the file, where it has changed.
    pub at: String,
    /// Who.
    pub actor: Actor,
    /// The task's id; absent for changes to other files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub task: Option<String>,
    /// What changed.
    pub change: Change,
    /// Whether another program made the change and we only saw its result.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub observed: bool,
    /// For observed events the stamp of the file as the observer had known it: the change happened after that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub since: Option<String>,
}

/// What an event changed. Values are as they stand in the task: text, number, flag, list or null.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Change {
    /// The task appeared.
    Created {
        /// Its title.
        title: String,
    },
    /// The task went to the trash.
    Deleted {
        /// Its title.
        title: String,
    },
    /// The task came under another parent; `None` is the top level.
    Moved {
        /// The parent's id before.
        from: Option<String>,
        /// The parent's id now.
        to: Option<String>,
    },
    /// A field changed: `status`, `title`, `dueDate` …
    Field {
        /// The field's name as in [`crate::TaskPatch`].
        field: String,
        /// The value before, null when there was none.
        #[ts(type = "unknown")]
        from: serde_json::Value,
        /// The value now, null when it was cleared.
        #[ts(type = "unknown")]
        to: serde_json::Value,
    },
    /// A file or folder got another path that says nothing about the task: after a repair, or in the trash.
    Renamed {
        /// The path before.
        from: String,
        /// The path now.
        to: String,
    },
    /// A file was put right in a place that is no field of a task.
    Repaired {
        /// Which file.
        path: String,
        /// The dotted key; empty for what stands before all keys.
        key: String,
        /// What stood there.
        #[ts(type = "unknown")]
        from: serde_json::Value,
        /// What stands there now, null when it was taken away.
        #[ts(type = "unknown")]
        to: serde_json::Value,
    },
    /// A baseline was kept or sent to the trash.
    Baseline {
        /// Its name before; null when there was none.
        from: Option<String>,
        /// Its name now; null when it is gone.
        to: Option<String>,
    },
    /// A configuration key changed.
    Config {
        /// The dotted key.
        key: String,
        /// The value before.
        #[ts(type = "unknown")]
        from: serde_json::Value,
        /// The value now.
        #[ts(type = "unknown")]
        to: serde_json::Value,
    },
}
