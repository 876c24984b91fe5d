//! The undo and redo history: the change sets that this engine has committed.
//!
//! Invariant: each entry is a change set as it was carried out, so its inverse expects what it
//! left. Appends to logs and settings of a view are not part of the history.

use handoff_protocol::{Change, ChangeSet, Text};

use crate::ground::edit::inverse_edits;

/// The maximum number of undo steps.
const MAX_STEPS: usize = 100;

/// The effect of a command on the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UndoEffect {
    /// Adds a step that can be undone.
    Step,
    /// Undoes the last step.
    Undo,
    /// Carries out again what the last undo reverted.
    Redo,
    /// Leaves the history as it is.
    None,
}

/// The steps that can be undone and redone.
#[derive(Debug, Default)]
pub(crate) struct History {
    done: Vec<ChangeSet>,
    undone: Vec<ChangeSet>,
}

impl History {
    /// Records a change set that was carried out.
    pub(crate) fn record(&mut self, effect: UndoEffect, changes: &ChangeSet) {
        let has_entry = changes.events.iter().any(|event| matches!(event.change, Change::Entry { .. }));
        if inverse_edits(&changes.edits).is_empty() && !has_entry {
            // A change of a log cannot be undone, but a new line takes back one about a time entry.
            return;
        }
        match effect {
            UndoEffect::None => return,
            UndoEffect::Undo => {
                self.done.pop();
                self.undone.push(changes.clone());
            }
            UndoEffect::Redo => {
                self.undone.pop();
                self.done.push(changes.clone());
            }
            UndoEffect::Step => {
                self.undone.clear();
                self.done.push(changes.clone());
            }
        }
        if self.done.len() > MAX_STEPS {
            self.done.remove(0);
        }
    }

    /// Adds a step that another process carried out.
    pub(crate) fn push_undo_step(&mut self, step: ChangeSet) {
        self.done.push(step);
    }

    /// Returns the steps that can be undone, the oldest first, and forgets them.
    pub(crate) fn take_undo_steps(&mut self) -> Vec<ChangeSet> {
        std::mem::take(&mut self.done)
    }

    /// Returns the steps that can be undone, the oldest first.
    pub(crate) fn undo_steps(&self) -> &[ChangeSet] {
        &self.done
    }

    /// Returns the step that undo reverts.
    pub(crate) fn last_done(&self) -> Option<&ChangeSet> {
        self.done.last()
    }

    /// Returns the undo that redo reverts.
    pub(crate) fn last_undone(&self) -> Option<&ChangeSet> {
        self.undone.last()
    }

    /// Returns the summaries of the step that undo reverts and of the one that redo carries out
    /// again.
    pub(crate) fn summaries(&self) -> (Option<Text>, Option<Text>) {
        let summary = |changes: Option<&ChangeSet>| changes.map(|changes| changes.summary.clone());
        (summary(self.last_done()), summary(self.last_undone()))
    }
}
