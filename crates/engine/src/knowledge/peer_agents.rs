//! The agents of `handoff-mcp`: one file each, which it writes when an agent loads the context.

use handoff_format::{Container, DataFile, PathSegment, Value};

use crate::ground::timestamp::parse_timestamp;
use crate::ground::tree::{Entry, Tree, join};
use crate::knowledge::claims::minutes_since;

/// The folder of the files.
const FOLDER: &str = "agents";
/// An agent that was heard of within this time is at work, in milliseconds. `handoff-mcp` calls it active.
const ACTIVE_MS: i64 = 30 * 60 * 1_000;

/// An agent of `handoff-mcp`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerAgent {
    /// The ID, for people the name as well.
    pub id: String,
    /// The folder in which it works. May be empty.
    pub worktree: String,
    /// The time when it was heard of last, RFC 3339.
    pub heard_at: String,
}

impl PeerAgent {
    /// Returns the minutes since it was heard of last. `now` is in milliseconds since 1970-01-01 UTC.
    pub fn minutes_since_heard(&self, now: i64) -> i64 {
        minutes_since(&self.heard_at, now)
    }
}

/// Returns the path of an agent's file.
pub(crate) fn path(id: &str) -> String {
    let is_kept = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_' | '-');
    let stem: String = id.chars().map(|letter| if is_kept(letter) { letter } else { '_' }).collect();
    format!("{FOLDER}/{stem}.json")
}

/// Returns the agents that are at work, by path. A file that cannot be read is left out. `now` is in
/// milliseconds since 1970-01-01 UTC.
pub(crate) fn active(tree: &Tree, now: i64) -> Vec<PeerAgent> {
    let read = |bytes: &[u8]| {
        let record: Value = serde_json::from_slice(bytes).ok()?;
        let text = |key: &str| record.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let (id, heard_at) = (text("agent_id"), text("last_heartbeat"));
        let age = now.saturating_sub(parse_timestamp(&heard_at)?.timestamp_millis());
        (!id.is_empty() && age <= ACTIVE_MS).then(|| PeerAgent { id, worktree: text("worktree"), heard_at })
    };
    let agents = tree.children(FOLDER).filter_map(|(name, entry)| match entry {
        Entry::File(_) => tree.file(&join(FOLDER, name)).and_then(read),
        _ => None,
    });
    agents.collect()
}

/// Returns an agent's file without a task in its list of claimed ones, or `None` if it is not there, or the
/// file is another agent's or cannot be read.
pub(crate) fn without_task(bytes: &[u8], agent: &str, task: &str) -> Option<Vec<u8>> {
    let mut data = DataFile::parse(Container::Json, bytes).ok()?;
    let is_agents = data.get(&[PathSegment::Key("agent_id")])?.as_str() == Some(agent);
    let claimed = data.get(&[PathSegment::Key("claimed_tasks")])?;
    let index = claimed.as_array()?.iter().position(|id| id.as_str() == Some(task)).filter(|_| is_agents)?;
    data.remove(&[PathSegment::Key("claimed_tasks"), PathSegment::Index(index)]).ok()?;
    Some(data.render())
}
