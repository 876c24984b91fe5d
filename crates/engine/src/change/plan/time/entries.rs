//! Changes time entries, and the hours of their tasks.
//!
//! Invariant: a change is a new line about the entry. The lines before it stay.

use handoff_format::timestamp;
use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, Text, TextArg, TimeChange, TimeEntry};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::summary;
use crate::change::plan::task_lookup;
use crate::change::plan::time::credit::Credits;
use crate::ground::texts;
use crate::ground::timestamp::parse_timestamp;
use crate::knowledge::time::entries::{entries, last_contents, new_id};

/// The clocks of two machines differ by less.
const CLOCK_TOLERANCE_MS: i64 = 60_000;
/// An entry is one stretch of work. A longer one is a mistake such as minutes entered as hours.
const MAX_SECONDS: u64 = 86_400;

/// Adds, changes, splits or deletes time entries.
pub(in crate::change::plan) fn change(
    project: &Project,
    context: &Context,
    change: &TimeChange,
) -> Result<ChangeSet, Refusal> {
    let mut builder = ChangeSetBuilder::new(project, context);
    let mut credits = Credits::new(&builder);
    let named = |template: &str, id: &str| {
        Text::plain(template).with_arg("task", summary::name_by_id(&project.model.tasks, id))
    };
    let summary = match change {
        TimeChange::Add { entry } => {
            check(project, context, None, entry)?;
            warn_of_overlap(&mut builder, None, entry);
            credits.change(new_id(context, 0), None, Some(entry.clone()));
            named(texts::TIME_ADDED, &entry.task).with_arg("hours", TextArg::Plain(summary::hours(entry.seconds)))
        }
        TimeChange::Edit { id, from, to } => {
            check_seen(project, id, from)?;
            check(project, context, Some(from), to)?;
            if (&from.start, &from.end, &from.actor) != (&to.start, &to.end, &to.actor) {
                warn_of_overlap(&mut builder, Some(id), to);
            }
            credits.change(id.clone(), Some(from.clone()), Some(to.clone()));
            named(texts::TIME_CHANGED, &from.task)
        }
        TimeChange::Split { id, from, seconds, task } => {
            check_seen(project, id, from)?;
            let (first, second) = split(from, *seconds, task)?;
            check(project, context, Some(from), &second)?;
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

/// Refuses to change an entry that another line has changed or deleted since it was shown. An entry in a
/// part of the log that was not read is taken as it was shown.
fn check_seen(project: &Project, id: &str, seen: &TimeEntry) -> Result<(), Refusal> {
    let known = last_contents(&project.model.activity);
    match known.get(id) {
        Some(entry) if *entry != Some(seen) => Err(refuse(RefusalCode::Stale, Text::plain(texts::TIME_STALE))),
        _ => Ok(()),
    }
}

/// Refuses an entry without a task, without time, or with times that cannot be. What was so before is
/// accepted.
fn check(project: &Project, context: &Context, before: Option<&TimeEntry>, entry: &TimeEntry) -> Result<(), Refusal> {
    task_lookup::editable(&project.model.tasks, &entry.task)?;
    let bad = |text: &str, field: &str| Err(refuse(RefusalCode::BadValue, Text::plain(text)).about_field(field));
    let span = parse_timestamp(&entry.start).zip(parse_timestamp(&entry.end));
    let Some((start, end)) = span.filter(|(start, end)| start <= end) else {
        return bad(texts::TIME_NEEDS_SPAN, "start");
    };
    if entry.seconds == 0 {
        return bad(texts::TIME_NEEDS_SECOND, "seconds");
    }
    let is_later = before.is_none_or(|before| parse_timestamp(&before.end).is_none_or(|before| before < end));
    // Of an entry that only has a duration, only the day is known.
    let is_future = if start == end {
        context.time_zone.day_of(end.timestamp_millis()) > context.today()
    } else {
        end.timestamp_millis() > context.now.saturating_add(CLOCK_TOLERANCE_MS)
    };
    if is_later && is_future {
        return bad(texts::TIME_IN_FUTURE, "end");
    }
    if entry.seconds > MAX_SECONDS && before.is_none_or(|before| before.seconds < entry.seconds) {
        return bad(texts::TIME_OVER_A_DAY, "seconds");
    }
    let span = (end - start).num_seconds().unsigned_abs();
    if start < end && entry.seconds > span.saturating_add(1) { bad(texts::TIME_TOO_LONG, "seconds") } else { Ok(()) }
}

/// Warns if another entry of the same person or agent is about the same time. Entries that only have a
/// duration are about none.
fn warn_of_overlap(builder: &mut ChangeSetBuilder<'_>, id: Option<&str>, entry: &TimeEntry) {
    let span = |entry: &TimeEntry| {
        let span = parse_timestamp(&entry.start).zip(parse_timestamp(&entry.end));
        span.filter(|(start, end)| start < end)
    };
    let Some((start, end)) = span(entry) else { return };
    let is_same = |other: &TimeEntry| {
        (other.actor.kind, &other.actor.name) == (entry.actor.kind, &entry.actor.name)
            && span(other).is_some_and(|(from, to)| from < end && start < to)
    };
    let known = entries(&builder.project().model.activity);
    let other = known.into_iter().find(|(other, entry)| Some(*other) != id && is_same(entry)).map(|(_, entry)| entry);
    if let Some(other) = other {
        let args = [("name", other.actor.name.clone()), ("id", other.task.clone()), ("start", other.start.clone())];
        builder.warn(Text::with(texts::TIME_OVERLAPS, args));
    }
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
