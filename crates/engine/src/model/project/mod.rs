//! A project: its files and the model that was read from them.
//!
//! Invariant: the model depends only on the files in the tree, not on the portions in which they
//! were fed. The one exception are tasks whose file is missing at the moment.

mod external_changes;
mod heartbeat;
pub(crate) mod pause;
pub(crate) mod unread;

use handoff_protocol::view::RecentChanges;
use handoff_protocol::{Edit, FeedResult, FileState, Recheck};

use crate::ground::edit::states_after;
use crate::ground::tree::{Entry, Tree, is_activity_log, length, state_path, within};
use crate::model::loaded_file::LoadedFile;
use crate::model::ownership::{self, Ownership};
use crate::model::project::external_changes::Observer;
use crate::model::project::heartbeat::is_heartbeat;
use crate::model::{CONFIG, Model, ROOT, SESSIONS};

/// Delay before a folder that lost its task file is scanned again.
const RECHECK_AFTER_MS: u32 = 250;
/// Delay before observed changes of other programs are logged, together with those that follow
/// until then.
const RECORD_AFTER_MS: u32 = 2_000;

#[derive(Clone, Debug, Default)]
pub(crate) struct Project {
    pub(crate) tree: Tree,
    pub(crate) model: Model,
    pub(crate) observer: Observer,
    /// The operating system's message if the project's folder could not be read.
    pub(crate) root_fault: Option<String>,
}

impl Project {
    /// Returns true if the folder is a project.
    pub(crate) fn is_initialized(&self) -> bool {
        self.ownership() == Ownership::Project
    }

    /// Returns to whom the folder belongs.
    pub(crate) fn ownership(&self) -> Ownership {
        let config = self.tree.file(CONFIG).map(|_| self.model.config.owner());
        // A file or a link in the place of the task tree is a problem of its own.
        let is_read = |path: &String| path != ROOT || self.tree.is_folder(ROOT);
        ownership::of_parts(config, self.tree.walk("").map(|(path, _)| path).filter(is_read))
    }

    /// Updates the tree and the model, and observes the changes of other programs.
    pub(crate) fn feed(&mut self, files: Vec<FileState>, now: i64) -> FeedResult {
        let before = self.observer.tasks_before(&self.tree, &self.model.tasks, &files);
        let mut changed = false;
        for state in files {
            changed |= self.update(state.into());
        }
        changed |= self.model.tasks.apply_changes(now);
        if changed {
            self.observer.compare(before, &self.tree, &self.model, now);
        }
        self.end(changed)
    }

    /// Adds a log. Of its content, only the size and the last byte are kept. A log that was read from
    /// its beginning already stays as it is.
    pub(crate) fn feed_log(&mut self, path: &str, content: &[u8]) {
        if self.is_unread_log(path) {
            self.model.activity.add(path, None, content);
            self.note_log(path, length(content), content.last().copied());
        }
    }

    /// Adds a log by its index, whose content after the index is in `end`. Returns whether the index
    /// could be used. A log that was read from its beginning already stays as it is.
    pub(crate) fn feed_indexed(&mut self, path: &str, index: &[u8], end: &[u8]) -> bool {
        if !self.is_unread_log(path) {
            return false;
        }
        let Some((offset, rest)) = self.model.activity.add_indexed(path, index, end) else { return false };
        // The indexed part ends with a line end.
        self.note_log(path, offset.saturating_add(length(rest)), Some(rest.last().copied().unwrap_or(b'\n')));
        true
    }

    /// Returns whether a path is that of a log which was not read from its beginning.
    fn is_unread_log(&self, path: &str) -> bool {
        let may_be_unread = match self.tree.get(path) {
            None => true,
            Some(Entry::Log { .. }) => !self.model.activity.has_beginning(path),
            Some(_) => false,
        };
        is_activity_log(path) && may_be_unread
    }

    /// Updates the tree after a log was added to the model.
    fn note_log(&mut self, path: &str, size: u64, last: Option<u8>) {
        let bytes: Vec<u8> = last.into_iter().collect();
        let offset = size.saturating_sub(length(&bytes));
        self.tree.put(FileState::LogEnd { path: path.to_owned(), offset, bytes });
        self.end(true);
    }

    /// Adds a portion of the files of a project that is being opened. Nothing is observed.
    pub(crate) fn fill(&mut self, files: Vec<LoadedFile>) {
        let mut changed = false;
        for file in files {
            changed |= self.update(file);
        }
        self.end(changed);
    }

    /// Updates the model with edits that are on disk now. A part of them may have been fed already.
    pub(crate) fn apply(&mut self, edits: &[Edit], now: i64) {
        let mut changed = false;
        for edit in edits {
            for state in states_after(&self.tree, edit) {
                changed |= self.update(state.into());
            }
        }
        changed |= self.model.tasks.apply_changes(now);
        self.end(changed);
    }

    /// Completes a change of the model and returns what the shell should do later.
    fn end(&mut self, changed: bool) -> FeedResult {
        if changed {
            self.model.revision = self.model.revision.wrapping_add(1);
            self.observer.drop_logged(&self.model.activity);
        }
        let folders = self.model.tasks.missing_folders();
        let recheck = (!folders.is_empty()).then_some(Recheck { folders, after_ms: RECHECK_AFTER_MS });
        let record_after_ms =
            (self.observer.is_pending() && !pause::is_in_project(&self.tree)).then_some(RECORD_AFTER_MS);
        FeedResult { revision: self.model.revision, changed, record_after_ms, recheck, news: RecentChanges::default() }
    }

    /// Updates the tree and the model with one file. Returns false if it was known.
    fn update(&mut self, file: LoadedFile) -> bool {
        let LoadedFile { state, record } = file;
        let path = state_path(&state);
        match &state {
            FileState::Unreadable { path, reason, .. } if path.is_empty() => self.root_fault = Some(reason.clone()),
            FileState::Gone { path } if !path.is_empty() => {}
            // Anything else shows that the folder can be read.
            _ => self.root_fault = None,
        }
        let before = self.tree.get(path);
        if self.tree.equals_state(&state, before) {
            return false;
        }
        if within(path, SESSIONS) || within(SESSIONS, path) {
            self.model.session_revision = self.model.session_revision.wrapping_add(1);
        }
        let is_shown = match (&state, before) {
            (FileState::File { path, bytes }, Some(Entry::File(old))) => !is_heartbeat(path, old, bytes),
            _ => true,
        };
        match (&state, before) {
            (FileState::File { .. }, Some(Entry::File(bytes))) => self.model.add(&state, record, Some(bytes)),
            (FileState::LogEnd { .. }, None | Some(Entry::File(_) | Entry::Log { .. })) => {
                self.model.add(&state, None, None);
            }
            (_, before) => {
                if before.is_some() || path.is_empty() {
                    self.model.remove(path);
                }
                self.model.add(&state, record, None);
            }
        }
        self.tree.put(state);
        is_shown
    }
}
