//! The past of tasks before their log, from the Git history of `.handoff/`.
//!
//! The names of task files and folders contain the ID and the status of a task. So a commit that
//! adds and removes such files says which tasks appeared, vanished or changed their status. Content
//! is not read: hours and other values are not known from it.
#![allow(clippy::indexing_slicing, reason = "indices of tasks come from the reader")]

use std::collections::{BTreeMap, BTreeSet};

use handoff_format::{PathKind, classify, parse_task_folder};
use handoff_protocol::{Layout, Status};

use crate::analysis::metrics::past::log::{LogReader, PastChange, TaskHistory};
use crate::analysis::metrics::past::state::Fact;

/// The task files that a commit added and removed. A renamed file is removed and added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HistoryCommit {
    /// Milliseconds since 1970-01-01 UTC.
    pub at: i64,
    /// Paths relative to `.handoff/`.
    pub added: Vec<String>,
    /// Paths relative to `.handoff/`.
    pub removed: Vec<String>,
}

/// A task file in a commit.
struct TaskFile {
    id: String,
    parent: Option<String>,
    status: Status,
}

impl LogReader {
    /// Reads the commits before the log, which are in the order of their times. `ids` are the IDs that
    /// are known otherwise: a folder of the JSON layout does not say where its ID ends.
    pub(super) fn read_history(&mut self, commits: &[HistoryCommit], ids: &BTreeSet<&str>) {
        let end = self.log_start.unwrap_or(i64::MAX);
        let mut before = i64::MIN;
        for commit in commits.iter().filter(|commit| commit.at < end) {
            self.read_commit(commit, before, ids);
            before = commit.at;
            self.history_span = Some((self.history_span.map_or(commit.at, |(start, _)| start), commit.at));
        }
        // A value that the log contradicts is no gap in the log.
        for task in &mut self.tasks {
            task.last = Default::default();
        }
    }

    fn read_commit(&mut self, commit: &HistoryCommit, before: i64, ids: &BTreeSet<&str>) {
        let at = commit.at;
        let files = |paths: &[String]| paths.iter().filter_map(|path| task_file(path, ids)).collect::<Vec<_>>();
        let mut removed: BTreeMap<usize, Status> = BTreeMap::new();
        for file in files(&commit.removed) {
            let task = self.task_of(&file);
            // A history that was cut off does not have when it was added.
            let history = TaskHistory { status: file.status, is_present: true, appeared: None, last_change: None };
            self.tasks[task].history.get_or_insert(history);
            removed.insert(task, file.status);
        }
        for file in files(&commit.added) {
            let task = self.task_of(&file);
            removed.remove(&task);
            let known = self.tasks[task].history;
            if known.is_some_and(|history| !history.is_present) {
                self.add_change(at, task, Fact::Exists(true));
            }
            let appeared = match known {
                Some(history) => history.appeared,
                // The tasks of the first commit are older than it.
                None => (before > i64::MIN).then_some((at, before)),
            };
            let mut last_change = known.and_then(|history| history.last_change);
            if let Some(history) = known.filter(|history| history.status != file.status) {
                last_change = Some((self.changes.len(), before));
                self.record(task, at, Fact::Status(history.status), Fact::Status(file.status));
            }
            self.tasks[task].is_deleted = false;
            let history = TaskHistory { status: file.status, is_present: true, appeared, last_change };
            self.tasks[task].history = Some(history);
        }
        for task in removed.into_keys() {
            if let Some(history) = &mut self.tasks[task].history {
                history.is_present = false;
            }
            self.tasks[task].is_deleted = true;
            self.add_change(at, task, Fact::Exists(false));
        }
    }

    fn add_change(&mut self, at: i64, task: usize, fact: Fact) {
        self.changes.push(PastChange { at, task, fact });
    }

    /// Returns the task of a file, with the parent that it had first.
    fn task_of(&mut self, file: &TaskFile) -> usize {
        let parent = file.parent.as_deref().map(|id| self.find_or_add(id));
        let task = self.find_or_add(&file.id);
        if self.tasks[task].title.is_empty() {
            self.tasks[task].title.clone_from(&file.id);
        }
        self.tasks[task].history_parent = parent;
        task
    }
}

fn task_file(path: &str, ids: &BTreeSet<&str>) -> Option<TaskFile> {
    let PathKind::TaskFile { status: Some(status), .. } = classify(path) else { return None };
    let mut folders = path.rsplit('/').skip(1);
    let id = folder_id(folders.next()?, ids);
    let parent = folders.next().filter(|name| *name != "tasks").map(|name| folder_id(name, ids));
    Some(TaskFile { id, parent, status })
}

/// Returns the ID in the name of a task's folder: in the JSON layout the longest known one, else the
/// whole name.
fn folder_id(name: &str, ids: &BTreeSet<&str>) -> String {
    let readings = parse_task_folder(name);
    let toml = readings.first().filter(|reading| reading.layout == Layout::Toml);
    let known = readings.iter().rfind(|reading| ids.contains(reading.id.as_str()));
    toml.or(known).map_or_else(|| name.to_owned(), |reading| reading.id.clone())
}
