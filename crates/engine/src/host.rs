//! A project with its history, as commits see it.
//!
//! Invariant: what a commit left on disk is in the model before the commit ends.

use handoff_protocol::{ChangeSet, Context, FileState, Refusal};

use crate::Project;
use crate::commit::{Host, Interruption};
use crate::history::History;
use crate::intent::Intent;
use crate::tree::Tree;

#[derive(Debug, Default)]
pub(crate) struct Desk {
    pub(crate) project: Project,
    pub(crate) history: History,
}

impl Host for Desk {
    fn tree(&self) -> &Tree {
        &self.project.tree
    }

    fn revision(&self) -> u32 {
        self.project.model.revision
    }

    fn plan(&mut self, intent: &dyn Intent, context: &Context) -> Result<ChangeSet, Refusal> {
        intent.plan(&self.project, &self.history, context)
    }

    fn feed(&mut self, files: Vec<FileState>, now: i64) {
        self.project.feed(files, now);
    }

    fn committed(&mut self, intent: &dyn Intent, changes: &ChangeSet, now: i64) -> u32 {
        self.history.record(intent.trace(), changes);
        self.project.adopt(&changes.edits, now);
        self.project.model.revision
    }

    fn interrupted(&mut self, interruption: Interruption) {
        self.project.model.interrupt(interruption);
    }
}
