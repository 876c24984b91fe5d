//! A project: its files, and what they mean.
//!
//! Invariant: the model is what the tree's files say; feeding the same files in any portions leads to the same model, up to tasks whose file is missing just now.

mod external_changes;
pub(crate) mod unread;

use handoff_protocol::{Edit, Fed, FileState, Recheck};

use crate::edit::states_after;
use crate::model::loaded_file::LoadedFile;
use crate::model::{CONFIG, Model, ROOT};
use crate::project::external_changes::Observer;
use crate::tree::{Entry, Tree, path_of};

/// How soon a folder that lost its task file is looked at again, in milliseconds.
const RECHECK_AFTER: u32 = 250;
/// How soon what other programs were seen to do is written down, in milliseconds; what follows until then goes along.
const RECORD_AFTER: u32 = 2_000;

#[derive(Clone, Debug, Default)]
pub(crate) struct Project {
    pub(crate) tree: Tree,
    pub(crate) model: Model,
    pub(crate) observer: Observer,
    /// Why the project's folder itself could not be read, in the system's words.
    pub(crate) root_fault: Option<String>,
}

impl Project {
    /// Whether there is anything that makes a folder a project.
    pub(crate) fn is_initialized(&self) -> bool {
        self.tree.file(CONFIG).is_some() || self.tree.is_folder(ROOT)
    }

    /// Takes in what a shell found, and observes what other programs did.
    pub(crate) fn feed(&mut self, files: Vec<FileState>, now: i64) -> Fed {
        let scene = self.observer.scene(&self.tree, &self.model.tasks, &files);
        let mut changed = false;
        for state in files {
            changed |= self.take(state.into());
        }
        changed |= self.model.tasks.settle(now);
        if changed {
            self.observer.compare(scene, &self.tree, &self.model, now);
        }
        self.end(changed)
    }

    /// Takes in a portion of what is there when a project is opened. Nothing in it is news, so nothing is observed.
    pub(crate) fn fill(&mut self, files: Vec<LoadedFile>) {
        let mut changed = false;
        for found in files {
            changed |= self.take(found);
        }
        self.end(changed);
    }

    /// Takes over edits that are on disk now, however much of them has been fed already.
    pub(crate) fn adopt(&mut self, edits: &[Edit], now: i64) {
        let mut changed = false;
        for edit in edits {
            for state in states_after(&self.tree, edit) {
                changed |= self.take(state.into());
            }
        }
        changed |= self.model.tasks.settle(now);
        self.end(changed);
    }

    fn end(&mut self, changed: bool) -> Fed {
        if changed {
            self.model.revision = self.model.revision.wrapping_add(1);
            self.observer.forget_told(&self.model.activity);
        }
        let folders = self.model.tasks.missing_folders();
        let recheck = (!folders.is_empty()).then_some(Recheck { folders, after_ms: RECHECK_AFTER });
        let record_after_ms = self.observer.is_pending().then_some(RECORD_AFTER);
        Fed { revision: self.model.revision, changed, record_after_ms, recheck }
    }

    /// Whether anything is different now.
    fn take(&mut self, found: LoadedFile) -> bool {
        let LoadedFile { state, task } = found;
        let path = path_of(&state);
        match &state {
            FileState::Unreadable { path, reason, .. } if path.is_empty() => self.root_fault = Some(reason.clone()),
            FileState::Gone { path } if !path.is_empty() => {}
            // Whatever else is found shows that the folder can be read.
            _ => self.root_fault = None,
        }
        let before = self.tree.get(path);
        if self.tree.is_known(&state, before) {
            return false;
        }
        match (&state, before) {
            (FileState::File { .. }, Some(Entry::File(bytes))) => self.model.take(&state, task, Some(bytes)),
            (_, before) => {
                if before.is_some() || path.is_empty() {
                    self.model.remove(path);
                }
                self.model.take(&state, task, None);
            }
        }
        self.tree.put(state);
        true
    }
}
