//! The result of a feed of files.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::view::RecentChanges;

/// The result of feeding files to the engine.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct FeedResult {
    /// The project's revision after the feed.
    pub revision: u32,
    /// Whether the feed changed anything that a view shows.
    pub changed: bool,
    /// Delay in milliseconds after which the shell should run `Command::RecordObserved {}`. Set
    /// while there are observed changes that are not in the activity log. The delay lets one
    /// command log those that follow too.
    pub record_after_ms: Option<u32>,
    /// Set while a task folder has no status file. Another program may be replacing it at this
    /// moment.
    pub recheck: Option<Recheck>,
    /// Recent changes by others, as far as the fed logs say. A page shows it as a message.
    pub news: RecentChanges,
}

/// A request to scan folders again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Recheck {
    /// The folders to read and feed again.
    pub folders: Vec<String>,
    /// Delay in milliseconds.
    pub after_ms: u32,
}
