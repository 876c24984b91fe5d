//! Changes time entries, and the hours of their tasks.
//!
//! Invariant: a change is a new line about the entry. The lines before it stay.

use handoff_format::timestamp;
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, Text, TimeChange, TimeEntry};

use crate::Project;
use crate::plan::change_set_builder::ChangeSetBuilder;
use crate::plan::refusal::{About, refuse};
use crate::plan::task_lookup;
use crate::plan::timers::credit::Credits;
use crate::texts;
use crate::timers::entries::{entries, new_id};
use crate::timestamp::parse_timestamp;

/// Adds, changes, splits or deletes time entries.
pub(in crate::plan) fn change(project: &Project, context: &Context, change: &TimeChange) -> Result<ChangeSet, Refusal> {
    let mut builder = ChangeSetBuilder::new(project, context);
    let mut credits = Credits::new(&builder);
    let named = |template: &str, id: &str| Text::with(template, [("id", id.to_owned())]);
    let summary = match change {
        TimeChange::Add { entry } => {
            check(project, entry)?;
            credits.change(new_id(context, 0), None, Some(entry.clone()));
            #[allow(clippy::cast_precision_loss, reason = "far below 2^52")]
            let hours = format!("{:.2}", entry.seconds as f64 / 3600.0);
            Text::with(texts::TIME_ADDED, [("id", entry.task.clone()), ("hours", hours)])
        }
        TimeChange::Edit { id, from, to } => {
            check_seen(project, id, from)?;
            check(project, to)?;
            credits.change(id.clone(), Some(from.clone()), Some(to.clone()));
            named(texts::TIME_CHANGED, &from.task)
        }
        TimeChange::Split { id, from, seconds, task } => {
            check_seen(project, id, from)?;
            let (first, second) = split(from, *seconds, task)?;
            check(project, &second)?;
            credits.change(id.clone(), Some(from.clone()), Some(first));
            credits.change(new_id(context, 0), None, Some(second));
            named(texts::TIME_SPLIT, &from.task)
        }
        TimeChange::Delete { id, from } => {
            check_seen(project, id, from)?;
            credits.change(id.clone(), Some(from.clone()), None);
            named(texts::TIME_DELETED, &from.task)
        }
    };
    credits.write(&mut builder)?;
    Ok(builder.finish(summary))
}

/// Refuses to change an entry that another line has changed since it was shown. An entry in a part
/// of the log that was not read is taken as it was shown.
fn check_seen(project: &Project, id: &str, seen: &TimeEntry) -> Result<(), Refusal> {
    let known = entries(&project.model.activity);
    match known.get(id) {
        Some(entry) if *entry != seen => Err(refuse(RefusalCode::Stale, Text::plain(texts::TIME_STALE))),
        _ => Ok(()),
    }
}

/// Refuses an entry without a task, without time, or with times that cannot be.
fn check(project: &Project, entry: &TimeEntry) -> Result<(), Refusal> {
    task_lookup::editable(&project.model.tasks, &entry.task)?;
    let bad = |text: &str, field: &str| Err(refuse(RefusalCode::BadValue, Text::plain(text)).about_field(field));
    let span = parse_timestamp(&entry.start).zip(parse_timestamp(&entry.end));
    let Some((start, end)) = span.filter(|(start, end)| start <= end) else {
        return bad(texts::TIME_NEEDS_SPAN, "start");
    };
    if entry.seconds == 0 {
        return bad(texts::TIME_NEEDS_SECOND, "seconds");
    }
    let span = (end - start).num_seconds().unsigned_abs();
    if start < end && entry.seconds > span.saturating_add(1) { bad(texts::TIME_TOO_LONG, "seconds") } else { Ok(()) }
}

/// Returns the two parts of an entry. If only its duration is known, both have the same times.
fn split(entry: &TimeEntry, seconds: u64, task: &str) -> Result<(TimeEntry, TimeEntry), Refusal> {
    let rest = entry.seconds.checked_sub(seconds).filter(|rest| *rest > 0 && seconds > 0);
    let rest = rest.ok_or_else(|| {
        refuse(RefusalCode::BadValue, Text::plain(texts::TIME_PARTS_NEED_SECOND)).about_field("seconds")
    })?;
    let (start, end) = (parse_timestamp(&entry.start), parse_timestamp(&entry.end));
    let at = start.zip(end).map_or(0, |(start, end)| {
        start.timestamp_millis().saturating_add_unsigned(seconds.saturating_mul(1000)).min(end.timestamp_millis())
    });
    let middle = timestamp(at);
    let first = TimeEntry { end: middle.clone(), seconds, ..entry.clone() };
    let second = TimeEntry { start: middle, seconds: rest, task: task.to_owned(), ..entry.clone() };
    Ok((first, second))
}
