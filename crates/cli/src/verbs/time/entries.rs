//! Changes of time entries.

use handoff_agent::HandoffError;
use handoff_format::timestamp;
use handoff_protocol::view::TimeRow;
use handoff_protocol::{Command, TimeChange, TimeEntry, TimeSelection, TimeSource};

use super::Fields;
use super::list::read;
use crate::ground::clock;
use crate::project::Project;

/// The beginning of every ID, which people may leave out.
const PREFIX: &str = "time-";

/// Returns the command that adds an entry.
pub fn add(project: &mut Project, task: String, seconds: u64, fields: Fields) -> Command {
    // The log has the entries that this one may overlap.
    project.load_figures();
    let now = clock::now();
    let (start, end) = fields.at.map_or((now, now), |start| (start.at, after(start.at, seconds)));
    let entry = TimeEntry {
        task,
        start: timestamp(start),
        end: timestamp(end),
        seconds,
        source: TimeSource::Manual,
        actor: project.named_actor(),
        note: fields.note.unwrap_or_default(),
    };
    Command::ChangeTime { change: TimeChange::Add { entry } }
}

/// Returns the command that changes an entry.
pub fn edit(
    project: &mut Project,
    id: &str,
    task: Option<String>,
    seconds: Option<u64>,
    fields: Fields,
) -> Result<Command, HandoffError> {
    if task.is_none() && seconds.is_none() && fields.at.is_none() && fields.note.is_none() {
        let text = "Name what to change: --task, --hours, --at or --note.";
        return Err(HandoffError::Arguments(text.into()));
    }
    let TimeRow { id, entry: from, .. } = find(project, id)?;
    let mut to = from.clone();
    to.task = task.unwrap_or(to.task);
    to.note = fields.note.unwrap_or(to.note);
    to.seconds = seconds.unwrap_or(to.seconds);
    // The end follows, unless only the duration is known or breaks are left out.
    if fields.at.is_some() || seconds.is_some() && from.start != from.end {
        let start = fields.at.map(|start| start.at).or_else(|| milliseconds(&from.start)).unwrap_or_default();
        to.start = timestamp(start);
        to.end = timestamp(after(start, to.seconds));
    }
    Ok(Command::ChangeTime { change: TimeChange::Edit { id, from, to } })
}

/// Returns the command that splits an entry.
pub fn split(project: &mut Project, id: &str, seconds: u64, task: String) -> Result<Command, HandoffError> {
    let TimeRow { id, entry: from, .. } = find(project, id)?;
    Ok(Command::ChangeTime { change: TimeChange::Split { id, from, seconds, task } })
}

/// Returns the command that deletes an entry.
pub fn delete(project: &mut Project, id: &str) -> Result<Command, HandoffError> {
    let TimeRow { id, entry: from, .. } = find(project, id)?;
    Ok(Command::ChangeTime { change: TimeChange::Delete { id, from } })
}

/// Returns the entry with an ID, or the only one whose ID begins like that.
fn find(project: &mut Project, id: &str) -> Result<TimeRow, HandoffError> {
    let all = TimeSelection { from: i32::MIN / 2, to: i32::MAX / 2, ..TimeSelection::default() };
    let mut rows = read(project, all).entries;
    if let Some(index) = rows.iter().position(|row| row.id == id) {
        return Ok(rows.swap_remove(index));
    }
    let begins = |row: &TimeRow| {
        let short = row.id.strip_prefix(PREFIX);
        row.id.starts_with(id) || short.is_some_and(|short| short.starts_with(id))
    };
    rows.retain(begins);
    let count = rows.len();
    match rows.pop().filter(|_| count == 1 && !id.is_empty()) {
        Some(row) => Ok(row),
        None if count > 1 => {
            let text = format!("{count} time entries begin with {id}. Write more of the ID.");
            Err(HandoffError::Arguments(text.into()))
        }
        None => Err(HandoffError::refused(format!("There is no time entry {id}. handoff timer list shows the IDs."))),
    }
}

/// Returns the time some seconds after another one, in milliseconds.
fn after(start: i64, seconds: u64) -> i64 {
    start.saturating_add_unsigned(seconds.saturating_mul(1000))
}

fn milliseconds(timestamp: &str) -> Option<i64> {
    chrono::DateTime::parse_from_rfc3339(timestamp).ok().map(|time| time.timestamp_millis())
}
