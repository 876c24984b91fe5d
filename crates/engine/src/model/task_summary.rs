//! Copies of the task fields that planning and metrics scan.
//!
//! Invariant: a summary equals the task's fields. Summaries are kept in one contiguous array,
//! because scanning the tasks themselves is about ten times slower (cache misses).

use std::collections::BTreeMap;

use handoff_format::{Task, parse_date};
use handoff_protocol::Priority;

use crate::model::dates::Dates;

/// The fields of a task that planning and metrics scan.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TaskSummary {
    /// Whether the task has an ID.
    pub(crate) named: bool,
    /// The dates that could be parsed.
    pub(crate) dates: Dates,
    /// Hours.
    pub(crate) estimate: Option<f64>,
    /// Hours.
    pub(crate) actual: Option<f64>,
    /// Hours.
    pub(crate) remaining: Option<f64>,
    pub(crate) priority: Option<Priority>,
    pub(crate) pinned: bool,
    /// The empty name without an assignee.
    pub(crate) assignee: NameId,
    pub(crate) milestone: Option<NameId>,
}

impl TaskSummary {
    pub(crate) fn of(task: &Task, names: &mut NameTable) -> TaskSummary {
        let assignee = names.intern(task.assignee.as_deref().unwrap_or_default());
        let summary =
            TaskSummary { named: !task.id.is_empty(), priority: task.priority, assignee, ..TaskSummary::default() };
        let Some(schedule) = &task.schedule else { return summary };
        let date = |text: &Option<String>| text.as_deref().and_then(parse_date);
        TaskSummary {
            dates: Dates { start: date(&schedule.start_date), due: date(&schedule.due_date) },
            estimate: schedule.estimate_hours,
            actual: schedule.actual_hours,
            remaining: schedule.remaining_hours,
            pinned: schedule.pinned == Some(true),
            milestone: schedule.milestone.as_deref().map(|name| names.intern(name)),
            ..summary
        }
    }
}

/// The index of a text in [`NameTable`]. Index 0 is the empty text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NameId(usize);

impl NameId {
    /// Returns the index for tables with one entry per name; see [`NameTable::len`].
    pub(crate) fn index(self) -> usize {
        self.0
    }
}

/// Interned texts, such as assignees and milestones: each text is stored once.
#[derive(Clone, Debug)]
pub(crate) struct NameTable {
    texts: Vec<String>,
    by_text: BTreeMap<String, NameId>,
}

impl Default for NameTable {
    fn default() -> NameTable {
        let mut names = NameTable { texts: Vec::new(), by_text: BTreeMap::default() };
        names.intern("");
        names
    }
}

impl NameTable {
    /// Returns the name of a text. Adds the text if it is new.
    pub(crate) fn intern(&mut self, text: &str) -> NameId {
        if let Some(name) = self.by_text.get(text) {
            return *name;
        }
        let name = NameId(self.texts.len());
        self.texts.push(text.to_owned());
        self.by_text.insert(text.to_owned(), name);
        name
    }

    pub(crate) fn text(&self, name: NameId) -> &str {
        self.texts.get(name.0).map_or("", String::as_str)
    }

    /// Returns the name of a text, `None` if no task has ever had it.
    pub(crate) fn find(&self, text: &str) -> Option<NameId> {
        self.by_text.get(text).copied()
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(String::as_str)
    }

    pub(crate) fn len(&self) -> usize {
        self.texts.len()
    }
}
