//! Reference to a task of the tree, and the orders of tasks.

use std::cmp::Ordering;

use handoff_protocol::Status;

use crate::ground::timestamp::sort_key;
use crate::ground::tree::within;
use crate::model::node::{Node, Slot, VisibleTask};

/// A node with its task.
#[derive(Clone, Copy)]
pub(crate) struct TaskRef<'a> {
    pub(crate) slot: Slot,
    pub(crate) node: &'a Node,
    pub(crate) shown: &'a VisibleTask,
}

impl<'a> TaskRef<'a> {
    pub(crate) fn id(self) -> &'a str {
        &self.shown.task.id
    }

    pub(crate) fn title(self) -> &'a str {
        &self.shown.task.title
    }

    pub(crate) fn status(self) -> Status {
        self.shown.status()
    }

    /// Returns the time when it was finished, else when it was last updated, as a text that sorts
    /// by time. Empty without either.
    pub(crate) fn finished_at(self) -> String {
        let task = &self.shown.task;
        task.completed_at.as_deref().or(task.updated_at.as_deref()).map(sort_key).unwrap_or_default()
    }

    /// Returns whether one of two tasks is an ancestor of the other.
    pub(crate) fn is_in_line_with(self, other: TaskRef<'_>) -> bool {
        let (one, other_folder) = (&self.node.folder, &other.node.folder);
        self.slot != other.slot && (within(one, other_folder) || within(other_folder, one))
    }

    /// Returns whether the task's ID can be changed, unique or not.
    pub(crate) fn can_change_id(self) -> bool {
        !self.shown.is_broken && self.node.missing_since.is_none() && self.node.files.len() == 1
    }
}

/// Why a task's file cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// The file cannot be parsed.
    Broken,
    /// The file has no ID.
    NoId,
    /// Another task has the same ID.
    SharedId,
    /// The folder has several task files.
    SeveralFiles,
    /// The file is missing just now: another program may be replacing it.
    FileMissing,
}

/// Why a key names no single task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskLookupError {
    /// No task has the key.
    Unknown,
    /// Several tasks have the key as their ID.
    Ambiguous,
}

/// Compares by natural ID: numbers in an ID count as numbers.
pub(crate) fn by_id(a: TaskRef<'_>, b: TaskRef<'_>) -> Ordering {
    (&a.shown.ranks.natural, &a.node.folder).cmp(&(&b.shown.ranks.natural, &b.node.folder))
}

/// Compares siblings in the order that people gave them.
pub(crate) fn compare_ranks(a: TaskRef<'_>, b: TaskRef<'_>) -> Ordering {
    a.shown.ranks.sibling.cmp(&b.shown.ranks.sibling).then_with(|| by_id(a, b))
}

/// Compares cards in the order that people gave them on the board.
pub(crate) fn compare_board_ranks(a: TaskRef<'_>, b: TaskRef<'_>) -> Ordering {
    a.shown.ranks.board.cmp(&b.shown.ranks.board).then_with(|| by_id(a, b))
}
