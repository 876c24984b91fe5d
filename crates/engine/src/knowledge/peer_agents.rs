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
    /// The ID of the session with which it began, if there was one.
    pub session_id: Option<String>,
    /// The branch of Git on which it works, if it is known.
    pub branch: Option<String>,
    /// The time when it began, RFC 3339. May be empty.
    pub registered_at: String,
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

/// Returns the agents that are at work, by path. `now` is in milliseconds since 1970-01-01 UTC.
pub(crate) fn active(tree: &Tree, now: i64) -> Vec<PeerAgent> {
    let mut agents = registered(tree);
    agents.retain(|agent| {
        let heard_at = parse_timestamp(&agent.heard_at).map(|time| time.timestamp_millis());
        heard_at.is_some_and(|heard_at| now.saturating_sub(heard_at) <= ACTIVE_MS)
    });
    agents
}

/// Returns all agents that have a file, by path. A file that cannot be read is left out.
pub(crate) fn registered(tree: &Tree) -> Vec<PeerAgent> {
    let read = |bytes: &[u8]| {
        let record: Value = serde_json::from_slice(bytes).ok()?;
        let optional = |key: &str| record.get(key).and_then(Value::as_str).map(str::to_owned);
        let text = |key: &str| optional(key).unwrap_or_default();
        let (id, heard_at) = (text("agent_id"), text("last_heartbeat"));
        let is_read = !id.is_empty() && parse_timestamp(&heard_at).is_some();
        is_read.then(|| PeerAgent {
            id,
            worktree: text("worktree"),
            session_id: optional("session_id"),
            branch: optional("branch"),
            registered_at: text("registered_at"),
            heard_at,
        })
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
