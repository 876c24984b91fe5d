//! The activity log: one append-only file per writer and month, so that Git never has to merge two writers' lines.
//!
//! Invariant: a line that cannot be read is skipped and reported; the log never stands in the way of anything.

use handoff_format::{Finding, sort_by_key, wire};
use handoff_protocol::{Context, Edit, Event, Position, ProblemCode, Text};

use crate::map::Map;
use crate::moment::sortable;
use crate::texts;

/// The edit that adds events to the writer's file of this month; none without events.
pub(crate) fn append(events: &[Event], context: &Context) -> Option<Edit> {
    let lines: String = events.iter().map(|event| wire::line(event) + "\n").collect();
    let month: String = handoff_format::timestamp(context.now).chars().take(7).collect();
    (!lines.is_empty()).then(|| Edit::Append { path: format!("activity/{month}/{}.jsonl", context.writer), lines })
}

/// Whether a name can be a log file's: it becomes part of a path.
pub(crate) fn is_writer(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

/// One log file, read.
#[derive(Debug, Default)]
struct Log {
    events: Vec<Event>,
    findings: Vec<Finding>,
    lines: usize,
}

/// The events of all log files.
#[derive(Debug, Default)]
pub(crate) struct Activity {
    files: Map<String, Log>,
}

impl Activity {
    /// Reads one log file; of a file that only grew since `before`, just what is new.
    pub(crate) fn add(&mut self, path: &str, before: Option<&[u8]>, bytes: &[u8]) {
        let log = self.files.get_or_insert_with(path.to_owned(), Log::default);
        let new = before.filter(|before| before.ends_with(b"\n")).and_then(|before| bytes.strip_prefix(before));
        let new = new.unwrap_or_else(|| {
            *log = Log::default();
            bytes
        });
        for line in new.split_inclusive(|byte| *byte == b'\n') {
            let line = line.trim_ascii_end();
            if !line.is_empty() {
                match wire::read_line(line) {
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

    /// The newest events of a task, newest first; the same event in two files counts once.
    pub(crate) fn of_task(&self, id: &str, limit: usize) -> Vec<Event> {
        let all = self.files.values().flat_map(|log| &log.events);
        let mut found: Vec<&Event> = all.filter(|event| event.task.as_deref() == Some(id)).collect();
        sort_by_key(&mut found, |event| (sortable(&event.at), event.id.clone()));
        found.dedup_by(|a, b| a.id == b.id && a.at == b.at);
        found.into_iter().rev().take(limit).cloned().collect()
    }

    /// What is wrong with the log files.
    pub(crate) fn findings(&self) -> impl Iterator<Item = (&str, &Finding)> {
        self.files.iter().flat_map(|(path, log)| log.findings.iter().map(move |finding| (path.as_str(), finding)))
    }
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
