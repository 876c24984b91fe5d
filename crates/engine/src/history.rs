//! What this engine has committed, for undo and redo.
//!
//! Invariant: each entry is a change set as it was carried out; what it left is what its inverse expects to find. What is no step is not here:
//! logs, and how somebody looks at the plan.

use handoff_protocol::{ChangeSet, Edit, Text};

/// So many steps can be taken back.
const DEPTH: usize = 100;

/// What a command does to the history.
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

#[derive(Debug, Default)]
pub(crate) struct History {
    done: Vec<ChangeSet>,
    undone: Vec<ChangeSet>,
}

impl History {
    /// Takes note of what was carried out.
    pub(crate) fn record(&mut self, effect: UndoEffect, changes: &ChangeSet) {
        if changes.edits.iter().all(|edit| matches!(edit, Edit::Append { .. })) {
            // Logs have no way back.
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
        if self.done.len() > DEPTH {
            self.done.remove(0);
        }
    }

    /// Takes note of a step that can be taken back.
    pub(crate) fn remember(&mut self, step: ChangeSet) {
        self.done.push(step);
    }

    /// The steps that can be taken back, the oldest first.
    pub(crate) fn steps(&self) -> &[ChangeSet] {
        &self.done
    }

    /// What undo takes back.
    pub(crate) fn last_done(&self) -> Option<&ChangeSet> {
        self.done.last()
    }

    /// What redo takes back: an undo.
    pub(crate) fn last_undone(&self) -> Option<&ChangeSet> {
        self.undone.last()
    }

    /// What undo would take back, and what redo would carry out again.
    pub(crate) fn summaries(&self) -> (Option<Text>, Option<Text>) {
        let summary = |changes: Option<&ChangeSet>| changes.map(|changes| changes.summary.clone());
        (summary(self.last_done()), summary(self.last_undone()))
    }
}
