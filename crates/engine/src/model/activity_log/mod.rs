//! The activity log: append-only files, one per writer and month and continued in another one at a
//! maximum size, so that Git never has to merge the lines of two writers.
//!
//! Invariant: each byte of a log is parsed once. A line that cannot be parsed is skipped. The log
//! never blocks a command.

mod file;
mod naming;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use handoff_format::{Finding, Value};
use handoff_protocol::{Actor, Change, Event};

use crate::model::activity_log::file::LogFile;
use crate::timestamp::{parse_timestamp, sort_key};
use crate::tree::length;

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

    /// Removes a log file, or everything at or below a folder.
    pub(crate) fn remove(&mut self, path: &str) {
        self.files.retain(|log_path, _| !crate::tree::within(log_path, path));
    }

    /// Returns the newest events of a task, newest first, without duplicates. Includes the events
    /// under its former IDs.
    pub(crate) fn task_events(&self, id: &str, limit: usize) -> Vec<Event> {
        let mut events = Vec::new();
        // IDs of the task, each with the time until which it was the task's ID.
        let mut pending_ids: Vec<(&str, Option<DateTime<Utc>>)> = vec![(id, None)];
        let mut visited_ids = BTreeSet::default();
        while let Some((id, until)) = pending_ids.pop() {
            if !visited_ids.insert((id, until)) {
                continue;
            }
            for event in self.events_of(id) {
                let at = parse_timestamp(&event.at);
                if until.is_some() && at > until {
                    continue;
                }
                events.push(event);
                if let Change::Field { field, from: Value::String(former_id), .. } = &event.change
                    && field == "id"
                    && at.is_some()
                {
                    pending_ids.push((former_id, at));
                }
            }
        }
        let events = deduplicate(events);
        let described = described_fields(&events);
        let is_shown = |event: &&&Event| match &event.change {
            Change::Field { field, from, to } => {
                items(from) != items(to) || !described.contains(&(change_set_of(event), field.as_str()))
            }
            _ => true,
        };
        events.iter().rev().filter(is_shown).take(limit).map(|event| (*event).clone()).collect()
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
        let is_observed = |event: &&&Event| observed.iter().any(|other| std::ptr::eq(other, **event));
        deduplicate(events).iter().filter(is_observed).map(|event| (*event).clone()).collect()
    }

    /// Returns all events, in the order of the files.
    pub(crate) fn events(&self) -> impl Iterator<Item = &Event> {
        self.files.values().flat_map(LogFile::events)
    }

    /// Returns the events about facts of tasks that `is_wanted` accepts by name, sorted by time and
    /// without duplicates. A fact is named as in [`FactKey`].
    pub(crate) fn facts(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<&Event> {
        let is_fact = |event: &&Event| fact(event).is_some_and(|(key, _)| key.task.is_some() && is_wanted(key.name));
        deduplicate(self.events().filter(is_fact).collect())
    }

    fn events_of<'a>(&'a self, task: &'a str) -> impl Iterator<Item = &'a Event> {
        self.files.values().flat_map(move |file| file.events_of(task))
    }

    /// Returns who changed a field of a task last, `None` if no event is known or if another program
    /// did, whose changes are only observed.
    pub(crate) fn last_author<'a>(&'a self, task: &'a str, field: &str) -> Option<&'a Actor> {
        let is_about = |event: &&Event| matches!(&event.change, Change::Field { field: own, .. } if own == field);
        let last = self.events_of(task).filter(is_about).max_by_key(|event| sort_key(&event.at))?;
        (!last.observed).then_some(&last.actor)
    }

    /// Returns the time at which each task was first in progress, as far as the log has it.
    pub(crate) fn first_starts(&self) -> BTreeMap<&str, &str> {
        let is_start = |event: &&Event| matches!(&event.change, Change::Field { field, to, .. } if field == "status" && to == "in_progress");
        let mut starts: BTreeMap<&str, &str> = BTreeMap::new();
        for event in self.events().filter(is_start) {
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
fn deduplicate<'e>(mut events: Vec<&'e Event>) -> Vec<&'e Event> {
    events.sort_by_cached_key(|event| (sort_key(&event.at), event.observed, event.id.clone()));
    let mut ids: BTreeSet<&str> = BTreeSet::new();
    let mut histories: BTreeMap<FactKey<'e>, Vec<&'e Event>> = BTreeMap::new();
    events.retain(|event| {
        let event: &'e Event = event;
        let Some((key, value)) = fact(event) else {
            return ids.insert(&event.id);
        };
        let history = histories.entry(key).or_default();
        let is_duplicate = event.observed && is_recorded(history, value, event.since.as_deref());
        let is_new = !is_duplicate && ids.insert(&event.id);
        if is_new {
            history.push(event);
        }
        is_new
    });
    events
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
