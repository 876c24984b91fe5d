//! What the files mean: records read from single files, and what follows from them.
//!
//! Invariant: each file is read once, when it is fed; nothing here survives the file that it came from, except a task whose file is missing just now.

pub(crate) mod activity_log;
mod config;
pub(crate) mod dates;
pub(crate) mod dependency_links;
pub(crate) mod field_changes;
pub(crate) mod loaded_file;
mod node;
mod outline;
pub(crate) mod rank;
mod records;
mod task_summary;
mod tasks;

use std::collections::BTreeSet;

use handoff_format::{Container, PathKind, classify, is_content};
use handoff_protocol::{FileState, Layout, Text};

pub(crate) use config::{CONFIG, ConfigFile};
pub(crate) use node::{Node, TaskFile};
pub(crate) use outline::{NONE, Outline};
pub(crate) use records::Span;
pub(crate) use task_summary::{Name, TaskSummary};
pub(crate) use tasks::{LookupError, Obstacle, ROOT, Slot, TaskRef, Tasks, by_board_rank, by_id, by_rank};

use crate::container::of_layout;
use crate::model::activity_log::Activity;
use crate::tree::{parent, within};
use records::Records;

/// The folder of the session files.
pub(crate) const SESSIONS: &str = "sessions";

/// An interrupted commit that met another program's content, which was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Interruption {
    /// The file or folder that was left as the other program made it.
    pub path: String,
    /// What happened and where the rest of the plan lies.
    pub text: Text,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Model {
    pub(crate) tasks: Tasks,
    pub(crate) config: ConfigFile,
    pub(crate) records: Records,
    pub(crate) activity: Activity,
    /// Paths that exist and hold no record that could be read.
    pub(crate) unread: BTreeSet<String>,
    /// Commits that were interrupted and could not be completed.
    pub(crate) interruptions: Vec<Interruption>,
    pub(crate) revision: u32,
}

impl Model {
    /// Takes in what a shell found, except that something is gone; `task` is what has been read of it already, `before` the content of the
    /// same file until now.
    pub(crate) fn take(&mut self, state: &FileState, task: Option<TaskFile>, before: Option<&[u8]>) {
        match state {
            FileState::Folder { path } if is_content(path) => self.tasks.add_folder(path),
            FileState::File { path, .. } if let Some(task) = task => self.tasks.add_task(path, task),
            FileState::File { path, bytes } if is_content(path) => self.take_file(path, before, bytes),
            FileState::Link { path } | FileState::Unreadable { path, .. } => {
                self.unread.insert(path.clone());
                if is_content(path) {
                    self.tasks.add_folder(parent(path));
                }
            }
            FileState::File { .. } | FileState::Folder { .. } | FileState::Gone { .. } => {}
        }
    }

    fn take_file(&mut self, path: &str, before: Option<&[u8]>, bytes: &[u8]) {
        match classify(path) {
            PathKind::Config => self.config = ConfigFile::read(bytes),
            PathKind::Activity => self.activity.add(path, before, bytes),
            PathKind::TaskFile { layout, status } => {
                self.tasks.add_task(path, TaskFile::read(path.to_owned(), layout, status, bytes));
            }
            kind => {
                self.tasks.add_folder(parent(path));
                if !self.records.add(path, &kind, bytes) {
                    self.unread.insert(path.to_owned());
                }
            }
        }
    }

    /// Forgets a file, or a folder with all that is below it.
    pub(crate) fn remove(&mut self, path: &str) {
        self.tasks.remove(path);
        self.activity.remove(path);
        self.records.remove(path);
        self.unread.retain(|known| !within(known, path));
        if within(CONFIG, path) {
            self.config = ConfigFile::default();
        }
    }

    /// Takes note of a commit that could not be completed; it is shown until the next recovery.
    pub(crate) fn interrupt(&mut self, interruption: Interruption) {
        self.interruptions.push(interruption);
        self.revision = self.revision.wrapping_add(1);
    }

    /// Returns the project's layout, which every new record takes.
    ///
    /// The mark in the configuration decides. A project without one was not begun by this program:
    /// it is JSON, as `handoff-mcp` writes it, unless all its records are TOML. Without
    /// configuration and records nothing was begun yet, and the default of a new project applies.
    pub(crate) fn layout(&self) -> Layout {
        if let Some(mark) = self.config.layout_mark() {
            return mark;
        }
        let of_tasks = self.tasks.all().map(|task| of_layout(task.shown.layout));
        let mut containers = of_tasks.chain(self.records.session_containers());
        let is_json = match containers.next() {
            Some(first) => first == Container::Json || containers.any(|container| container == Container::Json),
            None => self.config.exists(),
        };
        if is_json { Layout::Json } else { Layout::Toml }
    }

    /// Whether a reader found fault with that key of a file.
    pub(crate) fn is_reported(&self, path: &str, key: &[String]) -> bool {
        let of_tasks = self.tasks.folders().flat_map(|(_, node)| &node.files).filter(|file| file.path == path);
        let of_config = (path == CONFIG).then_some(self.config.findings()).into_iter().flatten();
        let of_records = self.records.findings().filter(|(known, _)| *known == path).map(|(_, finding)| finding);
        of_tasks.flat_map(|file| &file.findings).chain(of_config).chain(of_records).any(|finding| finding.key == key)
    }
}
