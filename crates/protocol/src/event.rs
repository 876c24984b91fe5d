//! Events: the lines of the activity log.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::context::Actor;
use crate::task::ProofKind;
use crate::time::TimeEntry;

/// One line of `.handoff/activity/<YYYY-MM>/<writer>.jsonl`. A reader ignores keys that it does not
/// know, and skips events whose kind it does not know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Event {
    /// Unique within the project. For observed events it is a hash of the content, so that two
    /// observers write the same ID.
    pub id: String,
    /// Time, RFC 3339. For observed events the file's `updated_at`, if it has changed.
    pub at: String,
    /// The author of the change. The events of a log share the same few authors.
    pub actor: Arc<Actor>,
    /// ID of the task; absent for changes to other files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub task: Option<String>,
    /// ID of the session; absent unless a session is concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub session: Option<String>,
    pub change: Change,
    /// Whether another program made the change and only its result was observed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub observed: bool,
    /// For observed events the `updated_at` before the change: the change was made after this time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub since: Option<String>,
}

/// An event of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum SessionAct {
    /// It was created, or its content changed.
    Saved,
    /// It was saved for the last time.
    Closed,
    /// It was set aside.
    Paused,
    /// A conversation goes on with it.
    Loaded,
    /// Other sessions were added to it.
    Merged,
}

/// The values of a task that reports need, when it was created or deleted. Absent values are not
/// set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export, export_to = "protocol.ts", optional_fields)]
pub struct LoggedTask {
    /// The name of its status.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// ID of its parent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// Key of its assignee.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assignee: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milestone: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(as = "Option<Vec<String>>")]
    pub labels: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate_hours: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual_hours: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remaining_hours: Option<f64>,
    /// RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
    /// Whether the task was imported: its own times say when it was created and finished, and not the
    /// time of the event.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(as = "Option<bool>")]
    pub imported: bool,
}

/// A change. Values have the type that they have in the task: string, number, boolean, list or
/// null.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum Change {
    /// The task was created.
    Created {
        title: String,
        /// Its values; absent in lines of older programs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        state: Option<Box<LoggedTask>>,
    },
    /// The task was moved to the trash.
    Deleted {
        title: String,
        /// Its last values; absent in lines of older programs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        state: Option<Box<LoggedTask>>,
    },
    /// The task got another parent; `None` is the top level.
    Moved {
        /// ID of the parent before.
        from: Option<String>,
        /// ID of the parent now.
        to: Option<String>,
    },
    /// A field changed, such as `status`, `title` or `dueDate`.
    Field {
        /// The field's name as in [`crate::TaskPatch`].
        field: String,
        /// The value before; null if there was none.
        #[ts(type = "unknown")]
        from: serde_json::Value,
        /// The value now; null if it was cleared.
        #[ts(type = "unknown")]
        to: serde_json::Value,
    },
    /// A file or folder was renamed without a change to the task: by a repair, or in the trash.
    Renamed { from: String, to: String },
    /// A repair changed a key that is not a field of a task.
    Repaired {
        path: String,
        /// The dotted key; empty for content before the first key.
        key: String,
        #[ts(type = "unknown")]
        from: serde_json::Value,
        /// The value now; null if it was removed.
        #[ts(type = "unknown")]
        to: serde_json::Value,
    },
    /// A baseline was saved or moved to the trash.
    Baseline {
        /// Its name before; null if there was none.
        from: Option<String>,
        /// Its name now; null if it was deleted.
        to: Option<String>,
    },
    /// A session was saved, or its status changed.
    Session {
        /// The event.
        act: SessionAct,
        /// Its summary, shortened.
        summary: String,
    },
    /// A decision of a session is no longer valid.
    Superseded {
        decision: String,
        /// The decision that takes its place; null if it was withdrawn.
        by: Option<String>,
        /// The reason; may be empty.
        reason: String,
    },
    /// A person has answered an item of a checklist.
    Answered {
        /// The text of the item.
        question: String,
        answer: String,
    },
    /// A memory was saved or deleted.
    Memory {
        id: String,
        /// Its text before, shortened; null if there was none.
        from: Option<String>,
        /// Its text now, shortened; null if it was deleted.
        to: Option<String>,
    },
    /// A document was saved or deleted.
    Document {
        id: String,
        /// Its title before, shortened; null if there was none.
        from: Option<String>,
        /// Its title now, shortened; null if it was deleted.
        to: Option<String>,
    },
    /// A referral arrived, or its status changed.
    Referral {
        id: String,
        /// Its status before; null if it has just arrived.
        from: Option<String>,
        /// Its status now; null if it was deleted.
        to: Option<String>,
        /// Its summary, shortened.
        summary: String,
    },
    /// The task's timer was started or stopped.
    Timer {
        /// Whether it runs now.
        running: bool,
    },
    /// Working hours were added to the task.
    Time {
        /// The hours; negative if they were removed.
        hours: f64,
    },
    /// A time entry was added, changed or deleted. The last line about an entry counts.
    Entry {
        id: String,
        /// The entry before; null if it was added.
        from: Option<Box<TimeEntry>>,
        /// The entry now; null if it was deleted.
        to: Option<Box<TimeEntry>>,
    },
    /// A done criterion of the task was checked or unchecked.
    Criterion {
        item: String,
        /// Whether it is checked now.
        checked: bool,
    },
    /// Somebody gave a proof of a done criterion of the task.
    Proof {
        item: String,
        proof: ProofKind,
        /// The command, commit, path or URL, shortened.
        target: String,
        /// The exit code of a command; null if it did not end by itself, or for another kind.
        #[ts(type = "number | null")]
        exit_code: Option<i64>,
    },
    /// Another actor works on the task now.
    Claim {
        /// The name of the holder before; null if there was none.
        from: Option<String>,
        /// The name of the holder now; null if the task was released.
        to: Option<String>,
    },
    /// A configuration key changed.
    Config {
        /// The dotted key.
        key: String,
        #[ts(type = "unknown")]
        from: serde_json::Value,
        #[ts(type = "unknown")]
        to: serde_json::Value,
    },
}
