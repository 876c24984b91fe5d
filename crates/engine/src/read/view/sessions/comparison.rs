//! The differences between two sessions.

use std::collections::BTreeMap;
use std::ops::Bound;

use handoff_format::Value;
use handoff_protocol::view::{RegisterRow, SessionComparison, TaskMove};
use handoff_protocol::{Change, SessionStatus, Status};

use crate::Project;
use crate::ground::timestamp::parse_sort_key;
use crate::knowledge::register::{EntryKind, Knowledge, Register, RegisterEntry};
use crate::knowledge::sessions::{SessionEntry, by_time};
use crate::read::view::sessions::register::row;

/// Compares two sessions, the one that began first with the other one. Returns `None` if one of them
/// does not exist.
pub(crate) fn comparison(project: &Project, knowledge: &Knowledge, a: &str, b: &str) -> Option<SessionComparison> {
    let ordered = by_time(&knowledge.sessions);
    let position = |id: &str| ordered.iter().position(|session| session.id() == id);
    let (a, b) = (position(a)?, position(b)?);
    let (first, last) = (a.min(b), a.max(b));
    let (from, to) = (ordered.get(first)?, ordered.get(last)?);
    let register_up_to = |last: usize| {
        let sessions: Vec<SessionEntry> = ordered.iter().take(last + 1).map(|session| (*session).clone()).collect();
        Register::of(&sessions)
    };
    let (before, after) = (register_up_to(first), register_up_to(last));
    Some(SessionComparison {
        from: from.id(),
        to: to.id(),
        added: only_standing_in(&after, &before, EntryKind::Decision),
        reversed: no_longer_standing(&before, &after, EntryKind::Decision),
        blocked: only_standing_in(&after, &before, EntryKind::Blocker),
        cleared: no_longer_standing(&before, &after, EntryKind::Blocker),
        moved: moves(project, from, to),
    })
}

/// Returns the entries that stand in one register only, newest first.
fn only_standing_in(register: &Register, other: &Register, kind: EntryKind) -> Vec<RegisterRow> {
    let stands = |value: &Value| other.find(kind.list(), value).is_some_and(RegisterEntry::is_standing);
    let entries = register.newest(kind).into_iter().filter(|entry| !stands(&entry.value));
    entries.map(|entry| row(entry, &entry.value)).collect()
}

/// Returns the entries that stand in the earlier register, as the later one has them.
fn no_longer_standing(before: &Register, after: &Register, kind: EntryKind) -> Vec<RegisterRow> {
    let later = before.newest(kind).into_iter().filter_map(|entry| after.find(kind.list(), &entry.value));
    later.filter(|entry| !entry.is_standing()).map(|entry| row(entry, &entry.value)).collect()
}

/// Returns the tasks whose status changed between the last saves of two sessions. An active session
/// has not ended.
fn moves(project: &Project, from: &SessionEntry, to: &SessionEntry) -> Vec<TaskMove> {
    let time = |session: &SessionEntry| parse_sort_key(session.saved_at());
    let begin = time(from).or_else(|| parse_sort_key(from.began_at()));
    let end = time(to).filter(|_| to.status() != Some(SessionStatus::Active));
    let range = (begin.map_or(Bound::Unbounded, Bound::Excluded), end.map_or(Bound::Unbounded, Bound::Included));
    let mut statuses: BTreeMap<&str, (Status, Status)> = BTreeMap::new();
    for event in project.model.activity.events_within(&range) {
        let (Some(task), Change::Field { field, from, to }) = (&event.task, &event.change) else { continue };
        if field == "status"
            && let (Some(from), Some(to)) = (status(from), status(to))
        {
            statuses.entry(task).and_modify(|(_, last)| *last = to).or_insert((from, to));
        }
    }
    let title = |id: &str| project.model.tasks.find(id).map(|task| task.title().to_owned()).unwrap_or_default();
    let moved = statuses.into_iter().filter(|(_, (from, to))| from != to);
    moved.map(|(id, (from, to))| TaskMove { id: id.to_owned(), title: title(id), from, to }).collect()
}

fn status(value: &Value) -> Option<Status> {
    serde_json::from_value(value.clone()).ok()
}
