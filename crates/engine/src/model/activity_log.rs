//! The activity log: one append-only file per writer and month, so that Git never has to merge two writers' lines.
//!
//! Invariant: a line that cannot be read is skipped and reported; the log never stands in the way of anything.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use handoff_format::{Finding, Value};
use handoff_protocol::{Change, Context, Edit, Event, Position, ProblemCode, Text};

use crate::texts;
use crate::timestamp::{instant, sortable};

/// The folder of the logs.
pub(crate) const FOLDER: &str = "activity";

/// The edit that adds events to the writer's file of this month; none without events.
pub(crate) fn append(events: &[Event], context: &Context) -> Option<Edit> {
    let lines: String = events.iter().map(|event| handoff_protocol::to_json(event) + "\n").collect();
    let month: String = handoff_format::timestamp(context.now).chars().take(7).collect();
    (!lines.is_empty()).then(|| Edit::Append { path: format!("activity/{month}/{}.jsonl", context.writer), lines })
}

/// Whether a name can be a log file's: it becomes part of a path.
pub(crate) fn is_writer(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

/// One log file, read.
#[derive(Clone, Debug, Default)]
struct Log {
    events: Vec<Event>,
    findings: Vec<Finding>,
    lines: usize,
}

/// The events of all log files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Activity {
    files: BTreeMap<String, Log>,
}

impl Activity {
    /// Reads one log file; of a file that only grew since `before`, just what is new.
    pub(crate) fn add(&mut self, path: &str, before: Option<&[u8]>, bytes: &[u8]) {
        let log = self.files.entry(path.to_owned()).or_default();
        let new = before.filter(|before| before.ends_with(b"\n")).and_then(|before| bytes.strip_prefix(before));
        let new = new.unwrap_or_else(|| {
            *log = Log::default();
            bytes
        });
        for line in new.split_inclusive(|byte| *byte == b'\n') {
            let line = line.trim_ascii_end();
            if !line.is_empty() {
                match serde_json::from_slice(line).ok() {
                    Some(event) => log.events.push(event),
                    None => log.findings.push(unreadable(log.lines, line)),
                }
            }
            log.lines += 1;
        }
    }

    /// Forgets a log file, or all below a folder.
    pub(crate) fn remove(&mut self, path: &str) {
        self.files.retain(|known, _| !crate::tree::within(known, path));
    }

    /// The newest events of a task that count, newest first, those under its former ids included.
    pub(crate) fn of_task(&self, id: &str, limit: usize) -> Vec<Event> {
        let mut found = Vec::new();
        let mut names: Vec<(&str, Option<DateTime<Utc>>)> = vec![(id, None)];
        let mut followed = BTreeSet::default();
        while let Some((name, until)) = names.pop() {
            if !followed.insert((name, until)) {
                continue;
            }
            for event in self.events().filter(|event| event.task.as_deref() == Some(name)) {
                let at = instant(&event.at);
                if until.is_some() && at > until {
                    continue;
                }
                found.push(event);
                if let Change::Field { field, from: Value::String(former), .. } = &event.change
                    && field == "id"
                    && at.is_some()
                {
                    names.push((former, at));
                }
            }
        }
        counting(found).into_iter().rev().take(limit).cloned().collect()
    }

    /// Lets each of some observed events have happened after the last one of the same fact, be it of the log or of others.
    pub(crate) fn date(&self, others: &[Event], observed: &mut [Event]) {
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        for (place, event) in observed.iter().enumerate() {
            places.insert(key(event), place);
        }
        for event in self.events().chain(others) {
            if let Some(later) = places.get(&key(event)).and_then(|place| observed.get_mut(*place))
                && instant(&event.at) > later.since.as_deref().and_then(instant)
            {
                later.since = Some(event.at.clone());
            }
        }
    }

    /// Those of some observed events that no event of the log tells.
    pub(crate) fn without_told(&self, observed: &[Event]) -> Vec<Event> {
        let tasks: BTreeSet<&str> = observed.iter().filter_map(|event| event.task.as_deref()).collect();
        let concerns = |event: &&Event| event.task.as_deref().is_some_and(|task| tasks.contains(task));
        let all = self.events().filter(concerns).chain(observed).collect();
        let is_one = |event: &&&Event| observed.iter().any(|one| std::ptr::eq(one, **event));
        counting(all).iter().filter(is_one).map(|event| (*event).clone()).collect()
    }

    fn events(&self) -> impl Iterator<Item = &Event> {
        self.files.values().flat_map(|log| &log.events)
    }

    /// When each task's work first began, as far as the log tells.
    pub(crate) fn starts(&self) -> BTreeMap<&str, &str> {
        let began = |event: &&Event| matches!(&event.change, Change::Field { field, to, .. } if field == "status" && to == "in_progress");
        let events = self.events().filter(began);
        let mut starts: BTreeMap<&str, &str> = BTreeMap::new();
        for event in events {
            if let Some(task) = event.task.as_deref() {
                let start = starts.entry(task).or_insert(&event.at);
                if sortable(&event.at) < sortable(start) {
                    *start = &event.at;
                }
            }
        }
        starts
    }

    /// What is wrong with the log files.
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

/// Which fact about a task came to which value; none where the event tells of something else. No field is called like the facts that
/// are not fields.
pub(crate) fn fact(event: &Event) -> Option<(&str, FactValue<'_>)> {
    Some(match &event.change {
        Change::Field { field, to, .. } => (field, FactValue::Value(to)),
        Change::Moved { to, .. } => ("parent", FactValue::Parent(to.as_deref())),
        Change::Created { .. } => ("exists", FactValue::Exists(true)),
        Change::Deleted { .. } => ("exists", FactValue::Exists(false)),
        Change::Renamed { .. } | Change::Repaired { .. } | Change::Baseline { .. } | Change::Config { .. } => {
            return None;
        }
    })
}

/// The task and the name of the fact.
fn key(event: &Event) -> String {
    let name = fact(event).map_or("", |(name, _)| name);
    [event.task.as_deref().unwrap_or_default(), name].join("\0")
}

/// Events in the order of time, without those that tell again what others tell: an event that stands in two places, and one that was
/// observed although others tell that the fact came to that value since the observer last knew it.
fn counting(mut events: Vec<&Event>) -> Vec<&Event> {
    events.sort_by_key(|event| (sortable(&event.at), event.observed, event.id.clone()));
    // A whole log can come here. Both tables have the type of the engine's other large ones, which is in the module anyway.
    let mut ids: BTreeMap<String, usize> = BTreeMap::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut courses: Vec<Vec<&Event>> = Vec::new();
    events.retain(|event| {
        let Some((_, value)) = fact(event) else {
            return ids.insert(event.id.clone(), 0).is_none();
        };
        let place = *places.entry(key(event)).or_insert(courses.len());
        if place == courses.len() {
            courses.push(Vec::new());
        }
        let Some(course) = courses.get_mut(place) else { return true };
        let counts = !(event.observed && is_told(course, value, event.since.as_deref()))
            && ids.insert(event.id.clone(), 0).is_none();
        if counts {
            course.push(event);
        }
        counts
    });
    events
}

/// Whether the events of a fact so far tell that it came to a value after a moment; at that very moment, if nothing has happened since.
fn is_told(course: &[&Event], value: FactValue<'_>, since: Option<&str>) -> bool {
    let since = since.and_then(instant);
    let came = |event: &&&Event| fact(event).is_some_and(|(_, to)| to == value);
    course.iter().filter(came).any(|event| instant(&event.at) > since)
        || course.last().filter(came).is_some_and(|event| instant(&event.at) == since)
}

fn unreadable(number: usize, line: &[u8]) -> Finding {
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
