//! One task, with access to its parents and children.

use std::sync::Arc;

use handoff_format::Task;
use handoff_protocol::{Priority, Status};

use crate::analysis::schedule::{early_due_dates, open_dependencies};
use crate::ground::words::notes::split;
use crate::model::{TaskRef, Tasks};

/// A task with access to its parents and children.
#[derive(Clone, Copy)]
pub struct TaskEntry<'a> {
    pub(super) tasks: &'a Tasks,
    pub(super) task: TaskRef<'a>,
}

impl<'a> TaskEntry<'a> {
    /// Returns the fields of its file.
    pub fn fields(self) -> &'a Arc<Task> {
        &self.task.shown.task
    }

    /// Returns its status, which is in a name on disk and not in the file.
    pub fn status(self) -> Status {
        self.task.status()
    }

    /// Returns whether its file cannot be parsed. Its fields are then those of its folder's name.
    pub fn is_broken(self) -> bool {
        self.task.shown.is_broken
    }

    /// Returns its unique key: its ID, or its folder if several tasks have that ID.
    pub fn key(self) -> String {
        self.tasks.key(self.task)
    }

    /// The path of the task's file.
    pub fn path(self) -> &'a str {
        &self.task.shown.path
    }

    /// Returns its folder below `.handoff/`.
    pub fn folder(self) -> &'a str {
        &self.task.node.folder
    }

    /// Returns whether it is overdue on `today`, in days since 1970-01-01.
    pub fn is_overdue(self, today: i32) -> bool {
        self.tasks.is_overdue(self.task, today)
    }

    /// Returns its due date in days since 1970-01-01, `None` without a valid date.
    pub fn due(self) -> Option<i32> {
        self.task.shown.summary.dates.due
    }

    /// Returns its priority.
    pub fn priority(self) -> Option<Priority> {
        self.task.shown.summary.priority
    }

    /// Returns the time when it was finished, else when it was last updated, as a text that sorts
    /// by time. Empty without either.
    pub fn finished_at(self) -> String {
        self.task.finished_at()
    }

    /// Returns the estimated hours. `None` for a task with children, whose hours are those of its
    /// children.
    pub fn estimate(self) -> Option<f64> {
        self.task.shown.summary.estimate.filter(|_| self.is_leaf())
    }

    /// Returns the remaining hours, `None` for a task with children.
    pub fn remaining(self) -> Option<f64> {
        self.task.shown.summary.remaining.filter(|_| self.is_leaf())
    }

    /// Returns the hours that were spent. Those of a task with children are in addition to theirs.
    pub fn spent(self) -> Option<f64> {
        self.task.shown.summary.actual
    }

    /// Returns the open tasks that it waits for, itself or by one of its parents.
    pub fn open_dependencies(self) -> Vec<TaskEntry<'a>> {
        let entry = |task| TaskEntry { tasks: self.tasks, task };
        open_dependencies(self.tasks, self.task).into_iter().map(entry).collect()
    }

    /// Returns the open tasks that wait for it directly, in the order of the tree.
    pub fn open_dependents(self) -> Vec<TaskEntry<'a>> {
        let outline = self.tasks.outline();
        let position = outline.position(self.task.slot);
        let links = outline.links.iter().filter(|link| Some(link.from) == position && !link.is_related);
        let tasks = links.filter_map(|link| self.tasks.get(outline.rows.get(link.to)?.slot));
        let open = tasks.filter(|task| !task.status().is_terminal());
        open.map(|task| TaskEntry { tasks: self.tasks, task }).collect()
    }

    /// Returns the pairs of open tasks, of which it is one, where the first waits for the second
    /// and is due before it.
    pub fn early_due_dates(self) -> Vec<(TaskEntry<'a>, TaskEntry<'a>)> {
        let entry = |task| TaskEntry { tasks: self.tasks, task };
        let pairs = early_due_dates(self.tasks, self.task).into_iter();
        pairs.map(|(first, second)| (entry(first), entry(second))).collect()
    }

    /// Returns the latest entry of its notes, without the timestamp above it.
    pub fn latest_note(self) -> Option<&'a str> {
        self.latest_notes().first().map(|(_, text)| *text)
    }

    /// Returns the entries of its notes, the latest first, and then the text above them. Each has its
    /// author, empty if it is not signed.
    pub fn latest_notes(self) -> Vec<(&'a str, &'a str)> {
        let notes = split(self.task.shown.task.notes.as_deref().unwrap_or_default());
        let entries = notes.entries.iter().rev().map(|entry| (entry.author, entry.text));
        let all = entries.chain([("", notes.description)]).map(|(author, text)| (author, text.trim()));
        all.filter(|(_, text)| !text.is_empty()).collect()
    }

    /// Returns its parent.
    pub fn parent(self) -> Option<TaskEntry<'a>> {
        self.tasks.parent(self.task.slot).map(|task| TaskEntry { tasks: self.tasks, task })
    }

    /// Returns whether it is open although it has children and all of them are finished.
    pub fn can_be_closed(self) -> bool {
        let children = self.tasks.children(Some(self.task.slot));
        !self.status().is_terminal()
            && !children.is_empty()
            && children.iter().all(|child| child.status().is_terminal())
    }

    /// Returns whether it has no children.
    pub fn is_leaf(self) -> bool {
        self.tasks.is_leaf(self.task.slot)
    }
}
