//! The activity log: one append-only file per writer and month, so that Git never has to merge the
//! lines of two writers.
//!
//! Invariant: a line that cannot be parsed is skipped and reported. The log never blocks a command.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use handoff_format::{Finding, Value};
use handoff_protocol::{Change, Context, Edit, Event, Position, ProblemCode, Text};

use crate::texts;
use crate::timestamp::{parse_timestamp, sort_key};

/// The folder of the logs.
pub(crate) const FOLDER: &str = "activity";

/// Returns the edit that appends events to the writer's file of this month, `None` without events.
pub(crate) fn append_events(events: &[Event], context: &Context) -> Option<Edit> {
    let lines: String = events.iter().map(|event| handoff_protocol::to_json(event) + "\n").collect();
    let month: String = handoff_format::timestamp(context.now).chars().take(7).collect();
    (!lines.is_empty()).then(|| Edit::Append { path: format!("activity/{month}/{}.jsonl", context.writer), lines })
}

/// A parsed log file.
#[derive(Clone, Debug, Default)]
struct Log {
    events: Vec<Event>,
    findings: Vec<Finding>,
    line_count: usize,
}

/// The events of all log files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Activity {
    files: BTreeMap<String, Log>,
}

impl Activity {
    /// Parses a log file. If lines were only appended to its previous content `before`, parses just
    /// these.
    pub(crate) fn add(&mut self, path: &str, before: Option<&[u8]>, bytes: &[u8]) {
        let log = self.files.entry(path.to_owned()).or_default();
        let appended = before.filter(|before| before.ends_with(b"\n")).and_then(|before| bytes.strip_prefix(before));
        let new = appended.unwrap_or_else(|| {
            *log = Log::default();
            bytes
        });
        for line in new.split_inclusive(|byte| *byte == b'\n') {
            let line = line.trim_ascii_end();
            if !line.is_empty() {
                match serde_json::from_slice(line) {
                    Ok(event) => log.events.push(event),
                    Err(_) => log.findings.push(bad_line(log.line_count, line)),
                }
            }
            log.line_count += 1;
        }
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
            for event in self.events().filter(|event| event.task.as_deref() == Some(id)) {
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
        deduplicate(events).into_iter().rev().take(limit).cloned().collect()
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
        for event in self.events().chain(others) {
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
        let has_task = |event: &&Event| event.task.as_deref().is_some_and(|task| tasks.contains(task));
        let events = self.events().filter(has_task).chain(observed).collect();
        let is_observed = |event: &&&Event| observed.iter().any(|other| std::ptr::eq(other, **event));
        deduplicate(events).iter().filter(is_observed).map(|event| (*event).clone()).collect()
    }

    fn events(&self) -> impl Iterator<Item = &Event> {
        self.files.values().flat_map(|log| &log.events)
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

    /// Returns the lines that could not be parsed.
    pub(crate) fn findings(&self) -> impl Iterator<Item = (&str, &Finding)> {
        self.files.iter().flat_map(|(path, log)| log.findings.iter().map(move |finding| (path.as_str(), finding)))
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
        Change::Renamed { .. } | Change::Repaired { .. } | Change::Baseline { .. } | Change::Config { .. } => {
            return None;
        }
    };
    Some((FactKey { task: event.task.as_deref(), name }, value))
}

/// Sorts events by time and removes duplicates: a second event with the same ID, and an observed
/// event if others already recorded that value of the fact since the observer last knew it.
fn deduplicate<'e>(mut events: Vec<&'e Event>) -> Vec<&'e Event> {
    events.sort_by_key(|event| (sort_key(&event.at), event.observed, event.id.clone()));
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

/// Returns whether the previous events of a fact record that it got a value after `since`, or at
/// that very time if nothing has changed since.
fn is_recorded(history: &[&Event], value: FactValue<'_>, since: Option<&str>) -> bool {
    let since = since.and_then(parse_timestamp);
    let has_value = |event: &&&Event| fact(event).is_some_and(|(_, to)| to == value);
    history.iter().filter(has_value).any(|event| parse_timestamp(&event.at) > since)
        || history.last().filter(has_value).is_some_and(|event| parse_timestamp(&event.at) == since)
}

/// Returns the finding for a line that cannot be parsed.
fn bad_line(number: usize, line: &[u8]) -> Finding {
    let row = u32::try_from(number).unwrap_or(u32::MAX);
    let width = String::from_utf8_lossy(line).encode_utf16().count();
    let position =
        Position { line: row, column: 0, end_line: row, end_column: u32::try_from(width).unwrap_or(u32::MAX) };
    Finding {
        code: ProblemCode::Syntax,
        position: Some(position),
        text: Text::plain(texts::BAD_LOG_LINE),
        key: Vec::new(),
    }
}
