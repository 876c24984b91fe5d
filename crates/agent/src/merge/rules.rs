//! What is known about single keys: which of two values counts where both sides have written one, and what tells the elements of
//! a list apart.
//!
//! Invariant: a value that a person chose is never decided here.

use std::collections::BTreeSet;

use chrono::{DateTime, FixedOffset};
use handoff_format::{PathKind, Value, classify};

/// What becomes of a key that both sides have set differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// A person decides.
    Ask,
    /// The later of the two times.
    Later,
    /// The earlier of the two times.
    Earlier,
    /// What the side has that has written the record last.
    Last,
    /// What this side has.
    Ours,
    /// What both sides have added up.
    Sum,
    /// Notes, to which both sides append.
    Notes,
}

/// What sort of record a file is, as far as keys mean something of their own in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Task,
    Session,
    Config,
    Timer,
    Other,
}

impl Kind {
    /// By the file's path in the repository.
    pub(super) fn of(path: &str) -> Kind {
        match classify(below_handoff(path)) {
            PathKind::TaskFile { .. } => Kind::Task,
            PathKind::Session { .. } => Kind::Session,
            PathKind::Config => Kind::Config,
            PathKind::TimerState | PathKind::TimerAuthority | PathKind::TimerRequest => Kind::Timer,
            _ => Kind::Other,
        }
    }

    /// What becomes of a key of such a record.
    pub(super) fn rule(self, path: &[String]) -> Rule {
        let keys: Vec<&str> = path.iter().map(String::as_str).collect();
        match (self, keys.as_slice()) {
            (_, ["updated_at" | "ended_at" | "completed_at" | "last_referenced_at"]) => Rule::Later,
            (_, ["created_at"]) | (Kind::Session, ["started_at"]) => Rule::Earlier,
            // Programs write these; nobody could say which of two is right.
            (Kind::Timer, _)
            | (Kind::Task, ["order" | "handoff_rank" | "handoff_board_rank"])
            | (Kind::Session, ["branch" | "commit" | "dirty_files"])
            | (Kind::Other, ["content_hash"]) => Rule::Last,
            (Kind::Task, ["notes"]) => Rule::Notes,
            (Kind::Task, ["schedule", "actual_hours"]) | (Kind::Other, ["hit_count"]) => Rule::Sum,
            // How the chart was looked at last.
            (Kind::Config, ["gantt_view", ..]) => Rule::Ours,
            _ => Rule::Ask,
        }
    }
}

/// The part of a path in the repository that is below `.handoff/`.
pub(super) fn below_handoff(path: &str) -> &str {
    path.rsplit_once(".handoff/").map_or(path, |(_, below)| below)
}

/// What tells an element of a list from the others: a text that stays while the rest of the element changes.
pub(super) fn identity(list: &str, element: &Value) -> String {
    let keys: &[&str] = match list {
        "done_criteria" | "checklist" => &["item"],
        "task_links" => &["target", "link_type"],
        "decisions" => &["decision"],
        "handoff_notes" => &["note"],
        "references" => &["uri"],
        // Two places in one file are two pointers.
        "context_pointers" if element.get("lines").is_some() => &["path", "lines"],
        "context_pointers" => &["path"],
        _ => &["id"],
    };
    let parts: Option<Vec<String>> = keys.iter().map(|key| element.get(*key).map(Value::to_string)).collect();
    parts.map_or_else(|| element.to_string(), |parts| parts.join(" "))
}

/// Whether one entry of a check list says what another one says in other words: at least half of the shorter one's.
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

/// What an absent value means.
pub(super) fn default_of(key: &str) -> Option<Value> {
    (key == "checked").then_some(Value::Bool(false))
}

/// When a record was written.
pub(super) fn stamp(record: &Value) -> Option<DateTime<FixedOffset>> {
    let keys = ["updated_at", "ended_at", "heartbeat_at", "created_at"];
    keys.iter().find_map(|key| time(record.get(*key)?))
}

/// A time, if it is one.
pub(super) fn time(value: &Value) -> Option<DateTime<FixedOffset>> {
    DateTime::parse_from_rfc3339(value.as_str()?).ok()
}
