//! One file of the activity log: its events, as far as it was read.
//!
//! Invariant: how the content was cut into portions makes no difference.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use handoff_format::Finding;
use handoff_protocol::{Change, Event, Position, ProblemCode, Text};
use serde::Deserialize as _;
use serde::de::IgnoredAny;

use crate::ground::texts;
use crate::ground::timestamp::parse_timestamp;
use crate::ground::tree::length;
use crate::model::activity_log::index;
use crate::model::activity_log::index::IndexedPart;

/// A log file from an offset on, or from the end of its index on.
#[derive(Clone, Debug, Default)]
pub(super) struct LogFile {
    /// The offset from which on it was read.
    start: u64,
    /// The part before, if it was taken from an index.
    indexed: Option<IndexedPart>,
    /// The number of bytes of the file up to which it was read.
    end: u64,
    events: Vec<Event>,
    /// Indices of the events of each task.
    by_task: BTreeMap<String, Vec<usize>>,
    /// The last change of the status of each task in whole lines: its time, and its position among
    /// the figure events.
    statuses: BTreeMap<String, (Option<DateTime<Utc>>, usize)>,
    /// The last line, if it has no line end.
    rest: Vec<u8>,
    /// The event in `rest`, if that is a whole one.
    last: Option<Event>,
    line_count: usize,
    /// The position of the first damaged line.
    damage: Option<Position>,
    /// The times of the first and the last event that were read.
    times: Option<(DateTime<Utc>, DateTime<Utc>)>,
}

impl LogFile {
    /// Creates a file of which nothing before `offset` is read.
    pub(super) fn starting_at(offset: u64) -> LogFile {
        LogFile { start: offset, end: offset, ..LogFile::default() }
    }

    /// Creates a file whose beginning was taken from an index.
    pub(super) fn indexed(part: IndexedPart) -> LogFile {
        let mut file = LogFile { start: part.end, end: part.end, ..LogFile::default() };
        for (position, event) in part.events.iter().enumerate() {
            note_status(&mut file.statuses, event, position);
        }
        file.indexed = Some(part);
        file
    }

    /// Returns whether the first line may be the end of a line.
    pub(super) fn is_cut(&self) -> bool {
        self.start > 0 && self.indexed.is_none()
    }

    /// Returns the number of bytes up to which the file was read.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// Parses the bytes that follow what was read.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.end = self.end.saturating_add(length(bytes));
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            if !line.ends_with(b"\n") {
                self.rest.extend_from_slice(line);
            } else if self.rest.is_empty() {
                self.add_line(line);
            } else {
                let mut whole = std::mem::take(&mut self.rest);
                whole.extend_from_slice(line);
                self.add_line(&whole);
            }
        }
        self.last = match parse_line(&self.rest) {
            Line::Event(event) if self.line_count > 0 || !self.is_cut() => Some(*event),
            _ => None,
        };
    }

    fn add_line(&mut self, line: &[u8]) {
        let number = self.line_count;
        self.line_count += 1;
        if number == 0 && self.is_cut() {
            return;
        }
        match parse_line(line) {
            Line::Event(mut event) => {
                // Lines that follow one another usually have the same author.
                if let Some(before) = self.events.last().filter(|before| before.actor == event.actor) {
                    event.actor = Arc::clone(&before.actor);
                }
                if let Some(task) = &event.task {
                    self.by_task.entry(task.clone()).or_default().push(self.events.len());
                }
                let indexed = self.indexed.as_ref().map_or(0, |part| part.events.len());
                note_status(&mut self.statuses, &event, indexed + self.events.len());
                if let Some(at) = parse_timestamp(&event.at) {
                    let (first, last) = self.times.unwrap_or((at, at));
                    self.times = Some((first.min(at), last.max(at)));
                }
                self.events.push(*event);
            }
            Line::Other => {}
            Line::Damaged => self.damage = self.damage.or_else(|| Some(position(number, line))),
        }
    }

    /// Returns the events that were read.
    pub(super) fn events(&self) -> impl Iterator<Item = &Event> {
        self.events.iter().chain(&self.last)
    }

    /// Returns the number of events that were read, without one in a line that has no end yet.
    pub(super) fn count(&self) -> usize {
        self.events.len()
    }

    /// Returns the events that were read, without the first ones.
    pub(super) fn events_from(&self, count: usize) -> &[Event] {
        self.events.get(count..).unwrap_or_default()
    }

    /// Returns the events that were read, and those in the index.
    pub(super) fn figure_events(&self) -> impl Iterator<Item = &Event> {
        self.indexed.iter().flat_map(|part| &part.events).chain(self.events())
    }

    /// Returns the last change of the status of each task, with its time.
    pub(super) fn last_statuses(&self) -> impl Iterator<Item = (Option<DateTime<Utc>>, &Event)> {
        let indexed: &[Event] = self.indexed.as_ref().map_or(&[], |part| &part.events);
        let event =
            |position: usize| indexed.get(position).or_else(|| self.events.get(position.checked_sub(indexed.len())?));
        let whole = self.statuses.values().filter_map(move |(at, position)| Some((*at, event(*position)?)));
        let last = self.last.iter().filter(|event| is_status(event));
        whole.chain(last.map(|event| (parse_timestamp(&event.at), event)))
    }

    /// Returns the time of the first event in milliseconds since 1970-01-01 UTC, `None` without
    /// one.
    pub(super) fn first_at(&self) -> Option<i64> {
        let last = self.last.iter().filter_map(|event| parse_timestamp(&event.at));
        last.map(|at| at.timestamp_millis()).chain(self.first_line_at()).min()
    }

    /// Returns whether an event that was read may be in a range of time.
    pub(super) fn overlaps(&self, range: &impl RangeBounds<DateTime<Utc>>) -> bool {
        let starts_after = |last: &DateTime<Utc>| match range.start_bound() {
            Bound::Included(start) | Bound::Excluded(start) => start > last,
            Bound::Unbounded => false,
        };
        let ends_before = |first: &DateTime<Utc>| match range.end_bound() {
            Bound::Included(end) | Bound::Excluded(end) => end < first,
            Bound::Unbounded => false,
        };
        self.last.is_some() || self.times.is_some_and(|(first, last)| !starts_after(&last) && !ends_before(&first))
    }

    /// Returns an index of the file, whose content ends with `end`. `None` if a part was not read, if
    /// a line is damaged, or if little was added since the last index.
    pub(super) fn index(&self, end: &[u8]) -> Option<Vec<u8>> {
        let bytes = self.end.saturating_sub(length(&self.rest));
        let indexed = self.indexed.as_ref().map_or(0, |part| part.end);
        let is_worth = bytes.saturating_sub(indexed) >= index::MIN_BYTES;
        if self.is_cut() || self.damage.is_some() || !is_worth {
            return None;
        }
        let own = self.indexed.iter().flat_map(|part| &part.events).chain(&self.events);
        let mut tasks: BTreeSet<String> = self.by_task.keys().cloned().collect();
        tasks.extend(self.indexed.iter().flat_map(|part| part.tasks.iter().cloned()));
        index::write(bytes, end.strip_suffix(self.rest.as_slice())?, self.first_line_at(), tasks, own)
    }

    /// Returns whether the part that was taken from an index has events of one of these tasks.
    pub(super) fn has_indexed(&self, tasks: &BTreeSet<&str>) -> bool {
        self.indexed.as_ref().is_some_and(|part| tasks.iter().any(|task| part.tasks.contains(*task)))
    }

    /// Returns the time of the first event in a whole line.
    fn first_line_at(&self) -> Option<i64> {
        let read = self.times.map(|(first, _)| first.timestamp_millis());
        read.into_iter().chain(self.indexed.as_ref().and_then(|part| part.first_at)).min()
    }

    /// Returns the events of a task.
    pub(super) fn events_of<'a>(&'a self, task: &'a str) -> impl Iterator<Item = &'a Event> {
        let events = self.by_task.get(task).into_iter().flatten().filter_map(|index| self.events.get(*index));
        events.chain(self.last.iter().filter(move |event| event.task.as_deref() == Some(task)))
    }

    /// Returns the finding for damaged lines, if there are any. What was not read from its beginning
    /// has no line numbers, so nothing is reported there.
    pub(super) fn finding(&self) -> Option<Finding> {
        let torn = || match parse_line(&self.rest) {
            Line::Damaged => Some(position(self.line_count, &self.rest)),
            Line::Event(_) | Line::Other => None,
        };
        let position = self.damage.or_else(torn).filter(|_| self.start == 0)?;
        Some(Finding {
            code: ProblemCode::Syntax,
            position: Some(position),
            text: Text::plain(texts::DAMAGED_LOG),
            key: Vec::new(),
        })
    }
}

/// Notes a change of a task's status unless a later one is noted.
fn note_status(statuses: &mut BTreeMap<String, (Option<DateTime<Utc>>, usize)>, event: &Event, position: usize) {
    let Some(task) = event.task.as_ref().filter(|_| is_status(event)) else { return };
    let at = parse_timestamp(&event.at);
    if statuses.get(task).is_none_or(|(other, _)| *other <= at) {
        statuses.insert(task.clone(), (at, position));
    }
}

fn is_status(event: &Event) -> bool {
    matches!(&event.change, Change::Field { field, .. } if field == "status")
}

/// The content of a line.
enum Line {
    Event(Box<Event>),
    /// An empty line, the header, or an event of a kind that this version does not know.
    Other,
    /// No JSON object: most likely a part of a line, left by an interrupted write.
    Damaged,
}

fn parse_line(line: &[u8]) -> Line {
    let line = line.trim_ascii();
    if line.is_empty() {
        return Line::Other;
    }
    match serde_json::from_slice(line) {
        Ok(event) => Line::Event(Box::new(event)),
        Err(_) if is_object(line) => Line::Other,
        Err(_) => Line::Damaged,
    }
}

fn is_object(line: &[u8]) -> bool {
    let mut reader = serde_json::Deserializer::from_slice(line);
    line.starts_with(b"{") && IgnoredAny::deserialize(&mut reader).is_ok() && reader.end().is_ok()
}

/// Returns the content of a log without its damaged lines. `None` if it has none.
pub(crate) fn without_damaged_lines(content: &[u8]) -> Option<Vec<u8>> {
    let lines = content.split_inclusive(|byte| *byte == b'\n');
    let (damaged, intact): (Vec<&[u8]>, Vec<&[u8]>) = lines.partition(|line| matches!(parse_line(line), Line::Damaged));
    (!damaged.is_empty()).then(|| intact.concat())
}

fn position(line_number: usize, line: &[u8]) -> Position {
    let row = u32::try_from(line_number).unwrap_or(u32::MAX);
    let width = String::from_utf8_lossy(line.trim_ascii_end()).encode_utf16().count();
    Position { line: row, column: 0, end_line: row, end_column: u32::try_from(width).unwrap_or(u32::MAX) }
}
