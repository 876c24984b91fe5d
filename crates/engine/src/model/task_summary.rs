//! What plans and counts ask of every task, copied out of its fields.
//!
//! Invariant: a summary says what the task says. Ten thousand of them lie side by side, while the fields of a task lie wherever its file was
//! read: going through those costs ten times as long.

use std::collections::BTreeMap;

use handoff_format::{Task, parse_date};
use handoff_protocol::Priority;

use crate::model::dates::Dates;

/// A few fields of a task.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TaskSummary {
    /// It has an id.
    pub(crate) named: bool,
    /// As far as they are days of the calendar.
    pub(crate) dates: Dates,
    pub(crate) estimate: Option<f64>,
    pub(crate) actual: Option<f64>,
    pub(crate) remaining: Option<f64>,
    pub(crate) priority: Option<Priority>,
    pub(crate) pinned: bool,
    /// The one without letters for nobody.
    pub(crate) assignee: Name,
    pub(crate) milestone: Option<Name>,
}

impl TaskSummary {
    pub(crate) fn of(task: &Task, names: &mut Names) -> TaskSummary {
        let assignee = names.name(task.assignee.as_deref().unwrap_or_default());
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
            milestone: schedule.milestone.as_deref().map(|name| names.name(name)),
            ..summary
        }
    }
}

/// The place of a text among the [`Names`]; the first is the empty one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Name(usize);

impl Name {
    /// For tables with one entry per name.
    pub(crate) fn index(self) -> usize {
        self.0
    }
}

/// Texts that many tasks have in common, such as their assignees.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    texts: Vec<String>,
    places: BTreeMap<String, Name>,
}

impl Default for Names {
    fn default() -> Names {
        let mut names = Names { texts: Vec::new(), places: BTreeMap::default() };
        names.name("");
        names
    }
}

impl Names {
    fn name(&mut self, text: &str) -> Name {
        if let Some(known) = self.places.get(text) {
            return *known;
        }
        let name = Name(self.texts.len());
        self.texts.push(text.to_owned());
        self.places.insert(text.to_owned(), name);
        name
    }

    pub(crate) fn text(&self, name: Name) -> &str {
        self.texts.get(name.0).map_or("", String::as_str)
    }

    /// The name of a text, if a task has ever had it.
    pub(crate) fn find(&self, text: &str) -> Option<Name> {
        self.places.get(text).copied()
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(String::as_str)
    }

    pub(crate) fn len(&self) -> usize {
        self.texts.len()
    }
}
