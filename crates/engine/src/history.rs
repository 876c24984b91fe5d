//! What this engine has committed, for undo and redo.
//!
//! Invariant: each entry is a change set as it was carried out; what it left is what its inverse expects to find. What is no step is not here:
//! logs, and how somebody looks at the plan.

use handoff_protocol::{ChangeSet, Edit, Text};

use crate::intent::Trace;

/// So many steps can be taken back.
const DEPTH: usize = 100;

#[derive(Debug, Default)]
pub(crate) struct History {
    done: Vec<ChangeSet>,
    undone: Vec<ChangeSet>,
}

impl History {
    /// Takes note of what was carried out.
    pub(crate) fn record(&mut self, trace: Trace, changes: &ChangeSet) {
        if changes.edits.iter().all(|edit| matches!(edit, Edit::Append { .. })) {
            // Logs have no way back.
            return;
        }
        match trace {
            Trace::None => return,
            Trace::TakenBack => {
                self.done.pop();
                self.undone.push(changes.clone());
            }
            Trace::DoneAgain => {
                self.undone.pop();
                self.done.push(changes.clone());
            }
            Trace::Step => {
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
