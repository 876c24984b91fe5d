//! Merge rules for single keys, and the identity of list elements.
//!
//! Invariant: no rule chooses between two values that people have chosen.

use std::collections::BTreeSet;

use chrono::{DateTime, FixedOffset};
use handoff_format::{PEER_CLAIM, PathKind, Value, classify};

/// How to merge a key that both sides have set differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Conflict: a person decides.
    Ask,
    /// The later of the two times.
    Later,
    /// The earlier of the two times.
    Earlier,
    /// The value of the side that wrote the record last.
    Last,
    /// The value of this side.
    Ours,
    /// The base plus the increases of both sides.
    Sum,
    /// Notes: keep the lines that both sides have appended.
    Notes,
}

/// The kind of a record, for rules that depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A task.
    Task,
    /// A session.
    Session,
    /// The configuration.
    Config,
    /// A file of timers.
    Timer,
    /// A proposal.
    Proposal,
    /// Anything else.
    Other,
}

impl Kind {
    /// Returns the kind of the file at a path of the repository.
    pub fn of(path: &str) -> Kind {
        match classify(below_handoff(path)) {
            PathKind::TaskFile { .. } => Kind::Task,
            PathKind::Session { .. } => Kind::Session,
            PathKind::Config => Kind::Config,
            PathKind::TimerState | PathKind::TimerAuthority | PathKind::TimerRequest => Kind::Timer,
            PathKind::Proposal => Kind::Proposal,
            _ => Kind::Other,
        }
    }

    /// Returns the rule for a key.
    pub(super) fn rule(self, path: &[String]) -> Rule {
        let keys: Vec<&str> = path.iter().map(String::as_str).collect();
        match (self, keys.as_slice()) {
            (_, ["updated_at" | "ended_at" | "completed_at" | "last_referenced_at"]) => Rule::Later,
            (_, ["created_at"]) | (Kind::Session, ["started_at"]) => Rule::Earlier,
            // Written by programs. Any of the two values is correct.
            (Kind::Timer, _)
            | (Kind::Task, ["order" | "handoff_rank" | "handoff_board_rank" | PEER_CLAIM])
            | (Kind::Session, ["branch" | "commit" | "dirty_files"])
            | (Kind::Other, ["content_hash"]) => Rule::Last,
            (Kind::Task, ["notes"]) => Rule::Notes,
            (Kind::Task, ["schedule", "actual_hours"]) | (Kind::Other, ["hit_count"]) => Rule::Sum,
            // View options of the chart.
            (Kind::Config, ["gantt_view", ..]) => Rule::Ours,
            _ => Rule::Ask,
        }
    }
}

/// Returns the part of a repository path below `.handoff/`.
pub fn below_handoff(path: &str) -> &str {
    path.rsplit_once(".handoff/").map_or(path, |(_, below)| below)
}

/// Returns a text that identifies an element of a list, and does not change if other parts of the
/// element do.
pub(super) fn identity(list: &str, element: &Value) -> String {
    let keys: &[&str] = match list {
        "done_criteria" | "handoff_criteria" | "checklist" => &["item"],
        // Several requirements are in one document.
        "task_links" if element.get("link_type").and_then(Value::as_str) == Some("requirement") => {
            &["target", "link_type", "label"]
        }
        "task_links" => &["target", "link_type"],
        "decisions" => &["decision"],
        "handoff_notes" => &["note"],
        "references" => &["uri"],
        // Pointers to different lines of a file are different.
        "context_pointers" if element.get("lines").is_some() => &["path", "lines"],
        "context_pointers" => &["path"],
        _ => &["id"],
    };
    let parts: Option<Vec<String>> = keys.iter().map(|key| element.get(*key).map(Value::to_string)).collect();
    parts.map_or_else(|| element.to_string(), |parts| parts.join(" "))
}

/// Returns true if two checklist items are versions of the same item: they share at least half of
/// the words of the shorter one.
pub(super) fn is_reworded(list: &str, one: &Value, other: &Value) -> bool {
    let words = |element: &Value| -> BTreeSet<String> {
        let item = element.get("item").and_then(Value::as_str).unwrap_or_default().to_lowercase();
        item.split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let (one, other) = (words(one), words(other));
    let shared = one.intersection(&other).count();
    matches!(list, "done_criteria" | "checklist") && shared > 0 && shared * 2 >= one.len().min(other.len())
}

/// Returns the proposal that was answered first, if both sides have answered it. Two answers are never mixed.
pub(super) fn first_answered<'v>(kind: Kind, ours: &'v Value, theirs: &'v Value) -> Option<&'v Value> {
    let answered = |proposal: &Value| time(proposal.get("answered_at")?);
    let (Kind::Proposal, Some(our_time), Some(their_time)) = (kind, answered(ours), answered(theirs)) else {
        return None;
    };
    // The result must not depend on which side is ours.
    let is_ours = our_time.cmp(&their_time).then_with(|| ours.to_string().cmp(&theirs.to_string())).is_le();
    Some(if is_ours { ours } else { theirs })
}

/// Returns the value that an absent key means.
pub(super) fn default_of(key: &str) -> Option<Value> {
    (key == "checked").then_some(Value::Bool(false))
}

/// Returns the time of the last write of a record.
pub(super) fn stamp(record: &Value) -> Option<DateTime<FixedOffset>> {
    let keys = ["updated_at", "ended_at", "heartbeat_at", "created_at"];
    keys.iter().find_map(|key| time(record.get(*key)?))
}

/// Parses a time.
pub fn time(value: &Value) -> Option<DateTime<FixedOffset>> {
    DateTime::parse_from_rfc3339(value.as_str()?).ok()
}
