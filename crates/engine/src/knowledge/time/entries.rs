//! Time entries: what the lines of the log say about them.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use handoff_format::timestamp;
use handoff_protocol::view::DayTime;
use handoff_protocol::{ActorKind, Change, Context, TimeEntry, TimeSource, TimeZone};

use crate::Project;
use crate::ground::timestamp::{Day, parse_timestamp, sort_key};
use crate::knowledge::claims;
use crate::knowledge::time;
use crate::model::activity_log::Activity;

/// Minimum duration of work on a claimed task for an entry, in seconds.
const MIN_CLAIMED_SECONDS: u64 = 30;

/// Returns the entries by their IDs.
pub(crate) fn entries(activity: &Activity) -> BTreeMap<&str, &TimeEntry> {
    last_contents(activity).into_iter().filter_map(|(id, entry)| Some((id, entry?))).collect()
}

/// Returns the last content of each entry of the log, `None` for one that was deleted.
///
/// Each line has the content that it replaced, so the last one is the content that no line has replaced, whatever
/// the clocks of the writers said. Only of several such contents, which writers have made without
/// knowing of each other, the one with the latest time counts.
pub(crate) fn last_contents(activity: &Activity) -> BTreeMap<&str, Option<&TimeEntry>> {
    let mut lines: BTreeMap<&str, Vec<Line<'_>>> = BTreeMap::new();
    for event in activity.figure_events() {
        if let Change::Entry { id, from, to } = &event.change {
            let line = Line { id: &event.id, at: &event.at, from: from.as_deref(), to: to.as_deref() };
            lines.entry(id).or_default().push(line);
        }
    }
    lines.into_iter().filter_map(|(id, lines)| Some((id, last_line(lines)?.to))).collect()
}

/// A line of the log about an entry.
struct Line<'e> {
    id: &'e str,
    at: &'e str,
    from: Option<&'e TimeEntry>,
    to: Option<&'e TimeEntry>,
}

/// Returns the line after which an entry has its last content.
fn last_line(mut lines: Vec<Line<'_>>) -> Option<Line<'_>> {
    if lines.len() > 1 {
        lines.sort_by_cached_key(|line| (sort_key(line.at), line.id));
        lines.dedup_by(|line, other| line.id == other.id);
        // Nothing was there before the first line.
        let is_created = lines.iter().any(|line| line.from.is_none());
        let is_last = |content: Option<&TimeEntry>| {
            let reached = lines.iter().filter(|line| line.to == content).count();
            let left = lines.iter().filter(|line| line.from == content).count();
            reached + usize::from(is_created && content.is_none()) > left
        };
        if let Some(last) = lines.iter().rposition(|line| is_last(line.to)) {
            lines.truncate(last + 1);
        }
    }
    lines.pop()
}

/// Returns the ID of a new entry. `part` counts the entries of a command.
pub(crate) fn new_id(context: &Context, part: usize) -> String {
    format!("time-{}-{:08x}-{part}", context.now, context.seed)
}

/// Returns the entry about hours that a person or an agent has entered without saying when they were
/// worked. `None` if they are less than half a second.
pub(crate) fn logged_hours(context: &Context, task: &str, hours: f64) -> Option<TimeEntry> {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the hours are above 0, and rounded")]
    let seconds = (hours * 3600.0).round() as u64;
    let now = timestamp(context.now);
    (seconds > 0).then(|| TimeEntry {
        task: task.to_owned(),
        start: now.clone(),
        end: now,
        seconds,
        source: TimeSource::Manual,
        actor: context.actor.clone(),
        note: String::new(),
    })
}

/// Returns the entry about the work of an agent on a task that it finishes: since it claimed the task. After
/// a silence longer than a lease, only the lease counts. `None` if the actor has not claimed it, if a timer
/// measures the task, or below half a minute.
pub(crate) fn claimed_work(project: &Project, context: &Context, task: &str) -> Option<TimeEntry> {
    let holder = project.model.records.claim(&claims::path(task))?;
    let is_own = context.actor.kind == ActorKind::Agent && claims::is_same_holder(&holder.actor, &context.actor);
    let is_timed =
        || time::state(project).ok().flatten().is_some_and(|file| file.value.timers.iter().any(|(id, _)| id == task));
    if !is_own || is_timed() {
        return None;
    }
    let start = time::milliseconds(&holder.since)?;
    let end = context.now.min(time::milliseconds(&holder.heard_at)?.saturating_add_unsigned(claims::LEASE_MS));
    let seconds = u64::try_from(end.saturating_sub(start)).ok()? / 1000;
    (seconds >= MIN_CLAIMED_SECONDS).then(|| TimeEntry {
        task: task.to_owned(),
        start: timestamp(start),
        end: timestamp(end),
        seconds,
        source: TimeSource::Agent,
        actor: context.actor.clone(),
        note: String::new(),
    })
}

/// Returns the time of an entry on each civil day of a range, oldest first. An entry without valid
/// times has none.
///
/// Time that is shorter than its span is spread over it evenly, since the breaks are unknown.
pub(crate) fn days(entry: &TimeEntry, range: RangeInclusive<Day>, context: &Context) -> Vec<DayTime> {
    let span = parse_timestamp(&entry.start).zip(parse_timestamp(&entry.end));
    let Some((start, end)) = span.map(|(start, end)| (start.timestamp(), end.timestamp())) else { return Vec::new() };
    let zone = &context.time_zone;
    let first = zone.day_of(start.saturating_mul(1000));
    let last = zone.day_of(end.saturating_mul(1000)).max(first);
    let span = end.abs_diff(start).max(1);
    let until = |day: Day| {
        let part = if day < first {
            0
        } else if day >= last {
            span
        } else {
            seconds_until_end(start, day, zone).min(span)
        };
        share(entry.seconds, part, span)
    };
    let shown = first.max(*range.start())..=last.min(*range.end());
    let time = |day: Day| DayTime { day, seconds: until(day) - until(day - 1) };
    shown.map(time).filter(|time| time.seconds > 0).collect()
}

/// Returns the seconds from a time to the end of a civil day.
fn seconds_until_end(start: i64, day: Day, zone: &TimeZone) -> u64 {
    let end = zone.day_start(day.saturating_add(1)).div_euclid(1000);
    end.saturating_sub(start).max(0).cast_unsigned()
}

/// Returns the share of the seconds that belongs to a part of the span.
fn share(seconds: u64, part: u64, span: u64) -> u64 {
    let share = u128::from(seconds) * u128::from(part) / u128::from(span);
    u64::try_from(share).unwrap_or(seconds)
}
