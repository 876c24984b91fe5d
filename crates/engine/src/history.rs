//! What this engine has committed, for undo and redo.
//!
//! Invariant: each entry is a change set as it was carried out; what it left is what its inverse expects to find. What is no step is not here:
//! logs, and how somebody looks at the plan.

use handoff_protocol::{ChangeSet, Command, Edit, Text};

use crate::plan::is_view_choice;

/// So many steps can be taken back.
const DEPTH: usize = 100;

#[derive(Debug, Default)]
pub(crate) struct History {
    done: Vec<ChangeSet>,
    undone: Vec<ChangeSet>,
}

impl History {
    /// Takes note of a command that was carried out.
    pub(crate) fn record(&mut self, command: &Command, changes: &ChangeSet) {
        if changes.edits.iter().all(|edit| matches!(edit, Edit::Append { .. })) {
            // Logs have no way back.
            return;
        }
        match command {
            Command::UpdateConfig { changes } if is_view_choice(changes) => return,
            Command::Undo {} => {
                self.done.pop();
                self.undone.push(changes.clone());
            }
            Command::Redo {} => {
                self.undone.pop();
                self.done.push(changes.clone());
            }
            _ => {
                self.undone.clear();
                self.done.push(changes.clone());
            }
        }
        if self.done.len() > DEPTH {
            self.done.remove(0);
        }
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
