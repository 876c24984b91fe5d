//! The index of a log file: what figures need of its lines, so that a later process reads only
//! what was appended since. It also names the tasks of the log, so that the history of a task needs
//! only the logs that have a part of it.
//!
//! Invariant: an index only replaces reading. One that is damaged, of another version, or of a file
//! that has changed in another way than by appended lines is ignored.

use std::collections::BTreeSet;
use std::sync::Arc;

use handoff_format::{Value, check_path, fnv1a_hex};
use handoff_protocol::{Actor, Change, Event, LoggedTask, SessionAct, TimeEntry};
use serde::{Deserialize, Serialize};

use crate::ground::tree::{LOCAL, TRASH, is_activity_log, within};
use crate::model::activity_log::fact;

/// The version of the format. Another one is ignored.
const VERSION: u32 = 4;
/// The number of bytes at the end of the indexed part whose hash is compared. Logs only grow, and
/// every line has its own ID: if a merge or a repair inserts or removes lines before, the bytes here
/// are others. So the part before them need not be read.
const COMPARED_BYTES: u64 = 4096;
/// The minimum number of bytes that an index adds. Fewer are read as fast as an index.
pub(super) const MIN_BYTES: u64 = 32 * 1024;
/// The names of the facts that figures need, as in [`super::FactKey`].
const FIGURE_FACTS: [&str; 11] = [
    "exists",
    "parent",
    "id",
    "title",
    "status",
    "estimateHours",
    "actualHours",
    "remainingHours",
    "assignee",
    "milestone",
    "labels",
];

/// The first line of an index.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Header {
    log_index: u32,
    /// The hash of the lines below.
    hash: String,
}

/// The second line of an index: the part of the log that is indexed.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Extent {
    /// Its number of bytes, up to a line end.
    bytes: u64,
    /// The hash of the last of them.
    end_hash: String,
    /// The time of the first event, in milliseconds since 1970-01-01 UTC.
    first_at: Option<i64>,
    /// The IDs of the tasks of its events.
    tasks: BTreeSet<String>,
}

/// The third line of an index is a list of rows, one for each event that figures need: ID, time,
/// whether it was observed and since when, and the change.
#[derive(Serialize, Deserialize)]
struct Row(String, String, bool, Option<String>, RowChange);

/// A change that figures need, with the task or the session. An enum without a tag is read several
/// times as fast as [`Change`].
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum RowChange {
    /// Task, title and state.
    Created(String, String, Option<Box<LoggedTask>>),
    /// Task, title and state.
    Deleted(String, String, Option<Box<LoggedTask>>),
    /// Task, the parent before, the parent now.
    Moved(String, Option<String>, Option<String>),
    /// Task, field, the value before, the value now.
    Field(String, String, Value, Value),
    /// Session, actor, act.
    Session(String, Actor, SessionAct),
    /// ID of the time entry, the entry before, the entry now.
    Entry(String, Option<Box<TimeEntry>>, Option<Box<TimeEntry>>),
    /// Who has moved something to the trash, the path before, the path now.
    Trashed(Actor, String, String),
}

/// The indexed part of a log.
#[derive(Clone, Debug, Default)]
pub(super) struct IndexedPart {
    /// Its number of bytes, up to a line end.
    pub(super) end: u64,
    /// The events that figures and the trash need. Of those of tasks, the actor is unknown.
    pub(super) events: Vec<Event>,
    /// The IDs of the tasks of all its events.
    pub(super) tasks: BTreeSet<String>,
    /// The time of the first event, in milliseconds since 1970-01-01 UTC.
    pub(super) first_at: Option<i64>,
}

/// Returns the path of the index of a log file, `None` if the path is not that of a log.
pub(crate) fn index_path(path: &str) -> Option<String> {
    let stem = path.strip_suffix(".jsonl").filter(|_| is_activity_log(path) && check_path(path).is_ok())?;
    Some(format!("{LOCAL}/{stem}.json"))
}

/// Returns whether figures need the facts with a name.
pub(crate) fn is_figure_fact(name: &str) -> bool {
    FIGURE_FACTS.contains(&name)
}

/// Returns the offset from which a log must be read to use its index, `None` if the index cannot be
/// used.
pub(crate) fn compared_from(index: &[u8]) -> Option<u64> {
    let extent = split(index)?.1;
    Some(extent.bytes.saturating_sub(COMPARED_BYTES))
}

/// Reads an index for a log with the content `end` from [`compared_from`] on. Returns the indexed
/// part and the content after it, or `None` if the index is damaged or not that of this log.
pub(super) fn read<'e>(index: &[u8], end: &'e [u8]) -> Option<(IndexedPart, &'e [u8])> {
    let (header, _) = split_line(index)?;
    let (hash, extent, rows) = split(index)?;
    let compared = usize::try_from(extent.bytes.min(COMPARED_BYTES)).ok()?;
    let (compared, rest) = end.split_at_checked(compared)?;
    let is_same = compared.ends_with(b"\n") && fnv1a_hex(compared) == extent.end_hash;
    if !is_same || fnv1a_hex(index.get(header.len() + 1..)?) != hash {
        return None;
    }
    let rows: Vec<Row> = serde_json::from_slice(rows).ok()?;
    let unknown = Arc::new(Actor::person(""));
    let events = rows.into_iter().map(|row| to_event(row, &unknown)).collect();
    Some((IndexedPart { end: extent.bytes, events, tasks: extent.tasks, first_at: extent.first_at }, rest))
}

/// Returns the hash, the extent and the rows of an index.
fn split(index: &[u8]) -> Option<(String, Extent, &[u8])> {
    let (header, body) = split_line(index)?;
    let header: Header = serde_json::from_slice(header).ok()?;
    let (extent, rows) = split_line(body)?;
    let extent: Extent = serde_json::from_slice(extent).ok()?;
    (header.log_index == VERSION).then_some((header.hash, extent, rows))
}

/// Returns the first line of a content, and what follows it.
fn split_line(content: &[u8]) -> Option<(&[u8], &[u8])> {
    let line_end = content.iter().position(|byte| *byte == b'\n')?;
    Some((content.get(..line_end)?, content.get(line_end + 1..)?))
}

/// Returns the index of the first `bytes` bytes of a log, which end with `end` and contain these
/// events of these tasks.
pub(super) fn write<'e>(
    bytes: u64,
    end: &[u8],
    first_at: Option<i64>,
    tasks: BTreeSet<String>,
    events: impl Iterator<Item = &'e Event>,
) -> Option<Vec<u8>> {
    let compared = usize::try_from(bytes.min(COMPARED_BYTES)).ok()?;
    let end_hash = fnv1a_hex(end.get(end.len().checked_sub(compared)?..)?);
    let extent = handoff_protocol::to_json(&Extent { bytes, end_hash, first_at, tasks });
    let rows: Vec<Row> = events.filter_map(to_row).collect();
    let body = format!("{extent}\n{}\n", handoff_protocol::to_json(&rows));
    let header = Header { log_index: VERSION, hash: fnv1a_hex(body.as_bytes()) };
    Some(format!("{}\n{body}", handoff_protocol::to_json(&header)).into_bytes())
}

/// Returns the row of an event, `None` if figures do not need it.
fn to_row(event: &Event) -> Option<Row> {
    let task = || event.task.clone();
    let change = match &event.change {
        Change::Created { title, state } => RowChange::Created(task()?, title.clone(), state.clone()),
        Change::Deleted { title, state } => RowChange::Deleted(task()?, title.clone(), state.clone()),
        Change::Moved { from, to } => RowChange::Moved(task()?, from.clone(), to.clone()),
        Change::Field { field, from, to } if is_figure_fact(field) => {
            RowChange::Field(task()?, field.clone(), from.clone(), to.clone())
        }
        Change::Session { act, .. } => RowChange::Session(event.session.clone()?, Actor::clone(&event.actor), *act),
        Change::Entry { id, from, to } => RowChange::Entry(id.clone(), from.clone(), to.clone()),
        Change::Renamed { from, to } if within(to, TRASH) => {
            RowChange::Trashed(Actor::clone(&event.actor), from.clone(), to.clone())
        }
        _ => return None,
    };
    debug_assert!(fact(event).is_none_or(|(key, _)| is_figure_fact(key.name)), "a fact that figures do not need");
    Some(Row(event.id.clone(), event.at.clone(), event.observed, event.since.clone(), change))
}

/// Returns the event of a row. Its actor is `unknown` unless the row has one.
fn to_event(Row(id, at, observed, since, change): Row, unknown: &Arc<Actor>) -> Event {
    let mut session = None;
    let mut actor = Arc::clone(unknown);
    let (task, change) = match change {
        RowChange::Created(task, title, state) => (Some(task), Change::Created { title, state }),
        RowChange::Deleted(task, title, state) => (Some(task), Change::Deleted { title, state }),
        RowChange::Moved(task, from, to) => (Some(task), Change::Moved { from, to }),
        RowChange::Field(task, field, from, to) => (Some(task), Change::Field { field, from, to }),
        RowChange::Session(id, author, act) => {
            (session, actor) = (Some(id), Arc::new(author));
            (None, Change::Session { act, summary: String::new() })
        }
        RowChange::Entry(id, from, to) => {
            (to.as_ref().or(from.as_ref()).map(|entry| entry.task.clone()), Change::Entry { id, from, to })
        }
        RowChange::Trashed(author, from, to) => {
            actor = Arc::new(author);
            (None, Change::Renamed { from, to })
        }
    };
    Event { id, at, actor, task, session, change, observed, since }
}
