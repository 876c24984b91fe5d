//! A project: its files, and what they mean.
//!
//! Invariant: the model is what the tree's files say; feeding the same files in any portions leads to the same model, up to tasks whose file is missing just now.

use handoff_protocol::{Edit, Fed, FileState, Recheck};

use crate::commit::Interruption;
use crate::edit::states_after;
use crate::model::{CONFIG, Model, ROOT};
use crate::tree::{Entry, Tree};

/// How soon a folder that lost its task file is looked at again, in milliseconds.
const RECHECK_AFTER: u32 = 250;

#[derive(Debug, Default)]
pub(crate) struct Project {
    pub(crate) tree: Tree,
    pub(crate) model: Model,
    /// Commits of an earlier run that could not be completed.
    pub(crate) interruptions: Vec<Interruption>,
}

impl Project {
    /// Whether there is anything that makes a folder a project.
    pub(crate) fn is_initialized(&self) -> bool {
        self.tree.file(CONFIG).is_some() || self.tree.is_folder(ROOT)
    }

    /// Takes in what a shell found.
    pub(crate) fn feed(&mut self, files: Vec<FileState>, now: i64) -> Fed {
        let mut changed = false;
        for state in files {
            changed |= self.take(state);
        }
        changed |= self.model.tasks.settle(now);
        if changed {
            self.model.revision = self.model.revision.wrapping_add(1);
        }
        let folders = self.model.tasks.missing_folders();
        let recheck = (!folders.is_empty()).then_some(Recheck { folders, after_ms: RECHECK_AFTER });
        Fed { revision: self.model.revision, changed, recheck }
    }

    /// Takes over edits that are on disk now, however much of them has been fed already; gives the new revision.
    pub(crate) fn follow(&mut self, edits: &[Edit], now: i64) -> u32 {
        for edit in edits {
            for state in states_after(&self.tree, edit) {
                self.take(state);
            }
        }
        self.model.tasks.settle(now);
        self.model.revision = self.model.revision.wrapping_add(1);
        self.model.revision
    }

    /// Takes note of an interrupted commit that could not be completed.
    pub(crate) fn interrupted(&mut self, interruption: Interruption) {
        self.interruptions.push(interruption);
        self.model.revision = self.model.revision.wrapping_add(1);
    }

    /// Whether anything is different now.
    fn take(&mut self, state: FileState) -> bool {
        let path = path_of(&state);
        let before = self.tree.get(path);
        let known = match (&state, before) {
            (FileState::File { bytes, .. }, Some(Entry::File(known))) => bytes == known,
            (FileState::Folder { .. }, Some(Entry::Folder(_)))
            | (FileState::Link { .. }, Some(Entry::Link))
            | (FileState::Gone { .. }, None) => !path.is_empty(),
            (FileState::Unreadable { reason, .. }, Some(Entry::Unreadable(known))) => reason == known,
            _ => false,
        };
        if known {
            return false;
        }
        match (&state, before) {
            (FileState::File { .. }, Some(Entry::File(bytes))) => self.model.take(&state, Some(bytes)),
            (_, before) => {
                if before.is_some() || path.is_empty() {
                    self.model.remove(path);
                }
                self.model.take(&state, None);
            }
        }
        self.tree.apply(state)
    }
}

fn path_of(state: &FileState) -> &str {
    match state {
        FileState::File { path, .. }
        | FileState::Folder { path }
        | FileState::Link { path }
        | FileState::Unreadable { path, .. }
        | FileState::Gone { path } => path,
    }
}
