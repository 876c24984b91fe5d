//! The time of entries: by day and hour of the day.
//!
//! Time that is shorter than its span is spread over it evenly, as in the timesheet.

use handoff_protocol::{Actor, TimeEntry};

use crate::Project;
use crate::analysis::metrics::past::Past;
use crate::ground::timestamp::{Day, parse_timestamp};
use crate::knowledge::time::entries::entries;

/// The part of an entry in an hour, or all of it if only its duration is known.
pub(super) struct EntryPart<'a> {
    pub(super) actor: &'a Actor,
    pub(super) day: Day,
    /// The hour of the day; `None` if it is not known.
    pub(super) hour: Option<usize>,
    /// Milliseconds.
    pub(super) time: i64,
}

/// Returns the parts of all entries on the days of a range.
pub(super) fn entry_parts<'a>(project: &'a Project, past: &Past, days: (Day, Day)) -> Vec<EntryPart<'a>> {
    entries(&project.model.activity).into_values().flat_map(|entry| parts(entry, past, days)).collect()
}

/// Returns the day of the first entry, `None` without one.
pub(crate) fn first_entry_day(project: &Project, past: &Past) -> Option<Day> {
    let starts = entries(&project.model.activity).into_values().filter_map(|entry| Some(span(entry)?.0));
    starts.min().map(|start| past.day(start))
}

fn span(entry: &TimeEntry) -> Option<(i64, i64)> {
    let time = |text| parse_timestamp(text).map(|time| time.timestamp_millis());
    Some((time(&entry.start)?, time(&entry.end)?))
}

fn parts<'a>(entry: &'a TimeEntry, past: &Past, (from, to): (Day, Day)) -> Vec<EntryPart<'a>> {
    let Some((start, end)) = span(entry) else { return Vec::new() };
    let total = milliseconds(entry.seconds);
    let is_shown = |day: Day| (from..=to).contains(&day);
    if end <= start {
        let day = past.day(start);
        let whole = is_shown(day).then_some(EntryPart { actor: &entry.actor, day, hour: None, time: total });
        return whole.into_iter().collect();
    }
    let until = |at: i64| share(total, at - start, end - start);
    let mut parts = Vec::new();
    let mut at = start.max(past.day_start(from));
    let last = end.min(past.day_start(to.saturating_add(1)));
    while at < last {
        let next = past.hour_end(at).min(last);
        let (day, hour) = (past.day(at), Some(past.hour(at)));
        parts.push(EntryPart { actor: &entry.actor, day, hour, time: until(next) - until(at) });
        at = next;
    }
    parts
}

/// Converts seconds to milliseconds. More than a century counts as that.
fn milliseconds(seconds: u64) -> i64 {
    i64::from(u32::try_from(seconds).unwrap_or(u32::MAX)) * 1000
}

/// Returns the share of a time that belongs to a part of the span.
fn share(total: i64, part: i64, span: i64) -> i64 {
    let share = i128::from(total) * i128::from(part) / i128::from(span);
    i64::try_from(share).unwrap_or(total)
}
