//! The activity log: append-only files, one per writer and month and continued in another one at a
//! maximum size, so that Git never has to merge the lines of two writers.
//!
//! Invariant: each byte of a log is parsed once. A line that cannot be parsed is skipped. The log
//! never blocks a command.

mod file;
pub(crate) mod index;
mod naming;
mod task_history;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeBounds;

use chrono::{DateTime, Utc};
use handoff_format::{Finding, Value};
use handoff_protocol::{Actor, Change, Event, Status};

use crate::ground::timestamp::{parse_timestamp, sort_key};
use crate::ground::tree::length;
use crate::model::activity_log::file::LogFile;

pub(crate) use file::without_damaged_lines;
pub(crate) use naming::{append_events, file_number};

/// The folder of the logs.
pub(crate) const FOLDER: &str = "activity";

/// The events of all log files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Activity {
    files: BTreeMap<String, LogFile>,
}

impl Activity {
    /// Parses a log file. If lines were only appended to its previous content `before`, parses just
    /// these.
    pub(crate) fn add(&mut self, path: &str, before: Option<&[u8]>, bytes: &[u8]) {
        if let Some((before, appended)) = before.and_then(|before| Some((before, bytes.strip_prefix(before)?))) {
            self.add_end(path, length(before), appended);
        } else {
            self.files.remove(path);
            self.add_end(path, 0, bytes);
        }
    }

    /// Parses the end of a log file, from an offset on.
    pub(crate) fn add_end(&mut self, path: &str, offset: u64, bytes: &[u8]) {
        let file = self.files.entry(path.to_owned()).or_insert_with(|| LogFile::starting_at(offset));
        if file.end() != offset {
            *file = LogFile::starting_at(offset);
        }
        file.add(bytes);
    }

    /// Adds a log file by its index. `end` is its content from [`index::compared_from`] on. Returns the
    /// offset up to which it was indexed and the content after it, or `None` if the index cannot be
    /// used.
    pub(crate) fn add_indexed<'e>(&mut self, path: &str, index: &[u8], end: &'e [u8]) -> Option<(u64, &'e [u8])> {
        let (part, rest) = index::read(index, end)?;
        let offset = part.end;
        let mut file = LogFile::indexed(part);
        file.add(rest);
        self.files.insert(path.to_owned(), file);
        Some((offset, rest))
    }

    /// Returns whether a log file is known from its beginning: it was read, or taken from an index.
    pub(crate) fn has_beginning(&self, path: &str) -> bool {
        self.files.get(path).is_some_and(|file| !file.is_cut())
    }

    /// Returns an index of a log file whose content ends with `end`, `None` if it is of no use.
    pub(crate) fn index(&self, path: &str, end: &[u8]) -> Option<Vec<u8>> {
        self.files.get(path)?.index(end)
    }

    /// Removes a log file, or everything at or below a folder.
    pub(crate) fn remove(&mut self, path: &str) {
        self.files.retain(|log_path, _| !crate::ground::tree::within(log_path, path));
    }

    /// Returns the events after a time in milliseconds, sorted by time and without duplicates.
    pub(crate) fn events_after(&self, time: i64) -> Vec<&Event> {
        without_repetition(self.events().filter(is_after(time)).collect())
    }

    /// Returns the number of events that were read of each file.
    pub(crate) fn counts(&self) -> BTreeMap<String, usize> {
        self.files.iter().map(|(path, file)| (path.clone(), file.count())).collect()
    }

    /// Returns the events that were read after `counts` and are later than a time in milliseconds,
    /// sorted by time and without duplicates.
    pub(crate) fn events_read_since(&self, counts: &BTreeMap<String, usize>, time: i64) -> Vec<&Event> {
        let read = |(path, file)| LogFile::events_from(file, counts.get(path).copied().unwrap_or(0));
        without_repetition(self.files.iter().flat_map(read).filter(is_after(time)).collect())
    }

    /// Returns the times at which tasks got their present statuses, as far as the log says so.
    pub(crate) fn status_times<'a>(&'a self, statuses: &BTreeMap<&'a str, Status>) -> BTreeMap<&'a str, &'a str> {
        let mut last: BTreeMap<&str, (Option<DateTime<Utc>>, &Event)> = BTreeMap::new();
        for (at, event) in self.files.values().flat_map(LogFile::last_statuses) {
            if let Some((task, _)) = event.task.as_deref().and_then(|task| statuses.get_key_value(task))
                && last.get(task).is_none_or(|(other, _)| *other <= at)
            {
                last.insert(task, (at, event));
            }
        }
        let is_present = |task: &str, event: &Event| {
            let status = statuses.get(task);
            matches!(&event.change, Change::Field { to, .. } if status.is_some_and(|status| to == status.name()))
        };
        let present = last.into_iter().filter(|(task, (_, event))| is_present(task, event));
        present.map(|(task, (_, event))| (task, event.at.as_str())).collect()
    }

    /// Sets `since` of observed events to the time of the last event about the same fact, in the
    /// log or in `others`, if that is later.
    pub(crate) fn set_since(&self, others: &[Event], observed: &mut [Event]) {
        let mut latest: BTreeMap<FactKey<'_>, (usize, Option<&str>)> = BTreeMap::new();
        for (index, event) in observed.iter().enumerate() {
            if let Some((key, _)) = fact(event) {
                latest.insert(key, (index, event.since.as_deref()));
            }
        }
        let tasks: BTreeSet<String> = observed.iter().filter_map(|event| event.task.clone()).collect();
        for event in tasks.iter().flat_map(|task| self.events_of(task)).chain(others) {
            if let Some((_, since)) = fact(event).and_then(|(key, _)| latest.get_mut(&key))
                && parse_timestamp(&event.at) > since.and_then(parse_timestamp)
            {
                *since = Some(&event.at);
            }
        }
        let updates: Vec<(usize, Option<String>)> =
            latest.into_values().map(|(index, since)| (index, since.map(str::to_owned))).collect();
        for (index, since) in updates {
            if let Some(event) = observed.get_mut(index) {
                event.since = since;
            }
        }
    }

    /// Returns the observed events that are not in the log yet.
    pub(crate) fn find_unlogged(&self, observed: &[Event]) -> Vec<Event> {
        let tasks: BTreeSet<&str> = observed.iter().filter_map(|event| event.task.as_deref()).collect();
        let events = tasks.into_iter().flat_map(|task| self.events_of(task)).chain(observed).collect();
        let is_observed = |event: &&Event| observed.iter().any(|other| std::ptr::eq(other, *event));
        let unlogged = deduplicate(events).into_iter().map(|(_, event)| event);
        unlogged.filter(is_observed).cloned().collect()
    }

    /// Returns all events that were read, in the order of the files. Those that only an index has are
    /// left out.
    pub(crate) fn events(&self) -> impl Iterator<Item = &Event> {
        self.files.values().flat_map(LogFile::events)
    }

    /// Returns the events that figures need, and perhaps others. Those from an index have only what
    /// figures need.
    pub(crate) fn figure_events(&self) -> impl Iterator<Item = &Event> {
        self.files.values().flat_map(LogFile::figure_events)
    }

    /// Returns the time of the first event in milliseconds since 1970-01-01 UTC, `None` without
    /// one.
    pub(crate) fn first_at(&self) -> Option<i64> {
        self.files.values().filter_map(LogFile::first_at).min()
    }

    /// Returns the events within a range of time, sorted by time, without a second one with the same
    /// ID. Those that only an index has are left out.
    pub(crate) fn events_within(&self, range: &impl RangeBounds<DateTime<Utc>>) -> Vec<&Event> {
        let files = self.files.values().filter(|file| file.overlaps(range));
        let dated = files.flat_map(LogFile::events).filter_map(|event| Some((parse_timestamp(&event.at)?, event)));
        let mut dated: Vec<(DateTime<Utc>, &Event)> = dated.filter(|(at, _)| range.contains(at)).collect();
        dated.sort_by_key(|(at, event)| (*at, event.id.as_str()));
        dated.dedup_by(|(_, event), (_, other)| event.id == other.id);
        dated.into_iter().map(|(_, event)| event).collect()
    }

    /// Returns the events about facts of tasks that figures need with their times, sorted by time and
    /// without duplicates. Those without a valid time are left out.
    pub(crate) fn facts(&self) -> Vec<(DateTime<Utc>, &Event)> {
        let is_needed = |key: FactKey<'_>| key.task.is_some() && index::is_figure_fact(key.name);
        let is_fact = |event: &&Event| fact(event).is_some_and(|(key, _)| is_needed(key));
        let events = deduplicate(self.figure_events().filter(is_fact).collect());
        let dated = |(at, event)| match at {
            SortTime::At(at) => Some((at, event)),
            SortTime::Invalid(_) => None,
        };
        events.into_iter().filter_map(dated).collect()
    }

    fn events_of<'a>(&'a self, task: &'a str) -> impl Iterator<Item = &'a Event> {
        self.files.values().flat_map(move |file| file.events_of(task))
    }

    /// Returns who changed a field of a task last, `None` if no event is known or if another program
    /// did, whose changes are only observed.
    pub(crate) fn last_author<'a>(&'a self, task: &'a str, field: &str) -> Option<&'a Actor> {
        let last = self.last_change(task, field)?;
        (!last.observed).then_some(&last.actor)
    }

    /// Returns who gave a field of a task the value that it has now. `None` also if another program has
    /// changed it since and that is not in the log yet.
    pub(crate) fn author_of_value<'a>(&'a self, task: &'a str, field: &str, now: &Value) -> Option<&'a Actor> {
        let is_value =
            |event: &&Event| matches!(&event.change, Change::Field { field: own, to, .. } if own == field && to == now);
        let last = self.events_of(task).filter(is_value).max_by_key(|event| sort_key(&event.at))?;
        (!last.observed).then_some(&last.actor)
    }

    fn last_change<'a>(&'a self, task: &'a str, field: &str) -> Option<&'a Event> {
        let is_about = |event: &&Event| matches!(&event.change, Change::Field { field: own, .. } if own == field);
        self.events_of(task).filter(is_about).max_by_key(|event| sort_key(&event.at))
    }

    /// Returns the time at which each task was first in progress, as far as the log has it.
    pub(crate) fn first_starts(&self) -> BTreeMap<&str, &str> {
        let is_start = |event: &&Event| matches!(&event.change, Change::Field { field, to, .. } if field == "status" && to == "in_progress");
        let mut starts: BTreeMap<&str, &str> = BTreeMap::new();
        for event in self.figure_events().filter(is_start) {
            if let Some(task) = event.task.as_deref() {
                let start = starts.entry(task).or_insert(&event.at);
                if sort_key(&event.at) < sort_key(start) {
                    *start = &event.at;
                }
            }
        }
        starts
    }

    /// Returns one finding for each file with damaged lines.
    pub(crate) fn findings(&self) -> impl Iterator<Item = (&str, Finding)> {
        self.files.iter().filter_map(|(path, file)| Some((path.as_str(), file.finding()?)))
    }
}

fn is_after(time: i64) -> impl Fn(&&Event) -> bool {
    move |event| parse_timestamp(&event.at).is_some_and(|at| at.timestamp_millis() > time)
}

/// The value of a fact.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum FactValue<'e> {
    Value(&'e Value),
    Parent(Option<&'e str>),
    Exists(bool),
}

/// A fact about a task, such as the value of a field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FactKey<'e> {
    pub(crate) task: Option<&'e str>,
    /// The name of a field, `parent` or `exists`. No field has one of the last two names.
    pub(crate) name: &'e str,
}

/// Returns the fact that an event changed and its new value, `None` if the event is about something
/// else.
pub(crate) fn fact(event: &Event) -> Option<(FactKey<'_>, FactValue<'_>)> {
    let (name, value) = match &event.change {
        Change::Field { field, to, .. } => (field.as_str(), FactValue::Value(to)),
        Change::Moved { to, .. } => ("parent", FactValue::Parent(to.as_deref())),
        Change::Created { .. } => ("exists", FactValue::Exists(true)),
        Change::Deleted { .. } => ("exists", FactValue::Exists(false)),
        _ => return None,
    };
    Some((FactKey { task: event.task.as_deref(), name }, value))
}

/// Sorts events by time and removes duplicates: a second event with the same ID, and an observed
/// event if others already recorded that value of the fact since the observer last knew it.
fn deduplicate(events: Vec<&Event>) -> Vec<(SortTime<'_>, &Event)> {
    let mut events: Vec<(SortTime<'_>, &Event)> =
        events.into_iter().map(|event| (SortTime::of(&event.at), event)).collect();
    // A stable sort is fast, because the events of each file are nearly sorted. So are the IDs after
    // it, which contain the time.
    events.sort_by(|(at, event), (other_at, other)| {
        (at, event.observed, &event.id).cmp(&(other_at, other.observed, &other.id))
    });
    let mut ids: Vec<&str> = events.iter().map(|(_, event)| event.id.as_str()).collect();
    ids.sort_unstable();
    let pairs = ids.iter().zip(ids.iter().skip(1));
    let repeated: BTreeSet<&str> = pairs.filter(|(id, next)| id == next).map(|(id, _)| *id).collect();
    // Only the facts that were observed need a history.
    let observed = events.iter().filter(|(_, event)| event.observed).filter_map(|(_, event)| Some(fact(event)?.0));
    let mut histories: BTreeMap<FactKey<'_>, Vec<&Event>> = observed.map(|key| (key, Vec::new())).collect();
    let mut found: BTreeSet<&str> = BTreeSet::new();
    events.retain(|(_, event)| {
        let event: &Event = event;
        let history = fact(event).and_then(|(key, value)| Some((histories.get_mut(&key)?, value)));
        let is_known = event.observed
            && history.as_ref().is_some_and(|(history, value)| is_recorded(history, *value, event.since.as_deref()));
        let is_new = !is_known && (!repeated.contains(event.id.as_str()) || found.insert(&event.id));
        if let Some((history, _)) = history.filter(|_| is_new) {
            history.push(event);
        }
        is_new
    });
    events
}

/// Returns events as [`deduplicate`] does, without those of fields and of hours that other events
/// describe better.
fn without_repetition(events: Vec<&Event>) -> Vec<&Event> {
    let mut events: Vec<&Event> = deduplicate(events).into_iter().map(|(_, event)| event).collect();
    let described = described_fields(&events);
    let entered = entered_hours(&events);
    events.retain(|event| match &event.change {
        Change::Field { field, from, to } => {
            items(from) != items(to) || !described.contains(&(change_set_of(event), field.as_str()))
        }
        Change::Time { .. } => !entered.contains(&(change_set_of(event), event.task.as_deref())),
        _ => true,
    });
    events
}

/// The time of an event. Timestamps that are not valid come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SortTime<'e> {
    Invalid(&'e str),
    At(DateTime<Utc>),
}

impl SortTime<'_> {
    fn of(timestamp: &str) -> SortTime<'_> {
        parse_timestamp(timestamp).map_or(SortTime::Invalid(timestamp), SortTime::At)
    }
}

/// Returns the fields whose change another event of the same change set describes better: hours that
/// were added, criteria that were checked. Each comes with its change set.
fn described_fields<'e>(events: &[&'e Event]) -> BTreeSet<(&'e str, &'static str)> {
    let field = |event: &'e Event| match &event.change {
        Change::Time { .. } => Some((change_set_of(event), "actualHours")),
        Change::Criterion { .. } => Some((change_set_of(event), "criteria")),
        _ => None,
    };
    events.iter().filter_map(|event| field(event)).collect()
}

/// Returns the tasks whose hours time entries of the same change set describe. Each comes with its
/// change set.
fn entered_hours<'e>(events: &[&'e Event]) -> BTreeSet<(&'e str, Option<&'e str>)> {
    let tasks = |event: &'e Event| match &event.change {
        Change::Entry { from, to, .. } => [from, to].map(|entry| entry.as_ref().map(|entry| entry.task.as_str())),
        _ => [None, None],
    };
    let entered = |event: &&'e Event| {
        let event: &'e Event = event;
        tasks(event).into_iter().flatten().map(|task| (change_set_of(event), Some(task)))
    };
    events.iter().flat_map(entered).collect()
}

/// Returns the texts of the criteria in a value, whether checked or not. Other values have none.
fn items(value: &Value) -> Vec<Option<&str>> {
    value.as_array().into_iter().flatten().map(|criterion| criterion.get("item").and_then(Value::as_str)).collect()
}

/// Returns the part of an event's ID that all events of a change set have.
fn change_set_of(event: &Event) -> &str {
    event.id.rsplit_once('-').map_or(event.id.as_str(), |(change_set, _)| change_set)
}

/// Returns whether the previous events of a fact record that it got a value after `since`, or at
/// that very time if nothing has changed since.
fn is_recorded(history: &[&Event], value: FactValue<'_>, since: Option<&str>) -> bool {
    let since = since.and_then(parse_timestamp);
    let has_value = |event: &&&Event| fact(event).is_some_and(|(_, to)| to == value);
    history.iter().filter(has_value).any(|event| parse_timestamp(&event.at) > since)
        || history.last().filter(has_value).is_some_and(|event| parse_timestamp(&event.at) == since)
}
