//! The parsed content of the project's files.
//!
//! Invariant: each file is parsed once, when it is fed. A record is removed with its file; only a
//! task stays for a moment, because other programs replace a task file by deleting it first.

pub(crate) mod activity_log;
mod config;
pub(crate) mod criterion_details;
pub(crate) mod dates;
pub(crate) mod dependency_links;
pub(crate) mod filter;
pub(crate) mod loaded_file;
mod node;
pub(crate) mod ownership;
pub(crate) mod packages;
mod peer_claim;
pub(crate) mod project;
pub(crate) mod proposals;
pub(crate) mod rank;
mod records;
pub(crate) mod task_fields;
mod task_summary;
mod tasks;

use std::collections::BTreeSet;

use handoff_format::{Container, PathKind, classify, is_content, is_in_trash};
use handoff_protocol::{FileState, Layout, Text};

pub(crate) use config::{CONFIG, ConfigFile};
pub(crate) use node::{Node, Slot, TaskFile};
pub(crate) use peer_claim::PeerClaim;
pub(crate) use records::{Span, VIEWS_FILE};
pub(crate) use task_summary::{NameId, NameTable, TaskSummary};
pub(crate) use tasks::{
    NO_POSITION, Obstacle, Outline, OutlineLink, ROOT, TaskRef, Tasks, by_id, compare_board_ranks, compare_ranks,
};
pub use tasks::{REPLACEMENT_MS, TaskLookupError};

use crate::ground::holder_process::KnownProcesses;
use crate::ground::tree::{TRASH, is_activity_log, parent, within};
use crate::model::activity_log::Activity;
use crate::model::loaded_file::ParsedRecord;
use crate::model::packages::Packages;
use crate::model::proposals::PROPOSALS;
use records::Records;
pub(crate) use records::USAGE;

/// The folder of the session files.
pub(crate) const SESSIONS: &str = "sessions";
/// The paths at which a project has a folder.
pub(crate) const FOLDERS: [&str; 22] = [
    ROOT,
    SESSIONS,
    "activity",
    "baselines",
    "docs",
    "docs/injected",
    "handover",
    "handover/layer1",
    "handover/layer2",
    "handover/layer3",
    "local",
    "local/claims",
    "local/claims/needs",
    "memory",
    "memory/injected",
    "packages",
    PROPOSALS,
    "referrals",
    "timer",
    "timer/requests",
    TRASH,
    USAGE,
];

/// Returns whether a project has a file at a path, so that a folder there is a mistake.
pub(crate) fn is_file_place(path: &str) -> bool {
    !matches!(classify(path), PathKind::Sidecar | PathKind::Other)
}

/// An interrupted commit that was not completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Interruption {
    /// The file or folder that is in the way.
    pub path: String,
    /// The cause, and how to solve it.
    pub text: Text,
    /// Whether the commit is still to be completed, so that the files are partly old and partly new.
    pub is_pending: bool,
}

/// Everything that the project's files say, and what shells add to it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Model {
    pub(crate) tasks: Tasks,
    pub(crate) config: ConfigFile,
    pub(crate) records: Records,
    pub(crate) packages: Packages,
    pub(crate) activity: Activity,
    /// Paths that exist and have no record that could be read.
    pub(crate) unread: BTreeSet<String>,
    /// The state of the processes of claims.
    pub(crate) processes: KnownProcesses,
    /// Interrupted commits that were not completed.
    pub(crate) interruptions: Vec<Interruption>,
    /// Increases with every change.
    pub(crate) revision: u32,
    /// Increases with every change of a session file.
    pub(crate) session_revision: u32,
}

impl Model {
    /// Adds or replaces a file or folder; for one that is gone see [`Model::remove`].
    ///
    /// `record` is the record of the file, if it has been parsed already. `before` is the previous
    /// content of the file.
    pub(crate) fn add(&mut self, state: &FileState, record: Option<ParsedRecord>, before: Option<&[u8]>) {
        match state {
            FileState::Folder { path } if is_content(path) => {
                self.tasks.add_folder(path);
                if is_file_place(path) {
                    self.unread.insert(path.clone());
                }
            }
            FileState::File { path, bytes } if is_content(path) => {
                match record.or_else(|| ParsedRecord::read(path, bytes)) {
                    Some(ParsedRecord::Task(task)) => self.tasks.add_task(path, task),
                    Some(ParsedRecord::Package(package)) => self.packages.add(path, *package),
                    None => self.parse_file(path, before, bytes),
                }
            }
            FileState::LogEnd { path, offset, bytes } if is_activity_log(path) => {
                self.activity.add_end(path, *offset, bytes);
            }
            FileState::Link { path } | FileState::Unreadable { path, .. } if !is_in_trash(path) => {
                self.unread.insert(path.clone());
                if is_content(path) {
                    self.tasks.add_folder(parent(path));
                }
            }
            _ => {}
        }
    }

    /// Parses a file of a kind that [`ParsedRecord`] does not have.
    fn parse_file(&mut self, path: &str, before: Option<&[u8]>, bytes: &[u8]) {
        match classify(path) {
            _ if FOLDERS.contains(&path) => {
                self.unread.insert(path.to_owned());
            }
            PathKind::Config => self.config = ConfigFile::read(bytes),
            PathKind::Activity => self.activity.add(path, before, bytes),
            kind => {
                self.tasks.add_folder(parent(path));
                if !self.records.add(path, &kind, bytes) {
                    self.unread.insert(path.to_owned());
                }
            }
        }
    }

    /// Removes a file, or a folder with everything below it.
    pub(crate) fn remove(&mut self, path: &str) {
        self.tasks.remove(path);
        self.activity.remove(path);
        self.records.remove(path);
        self.packages.remove(path);
        self.unread.retain(|unread| !within(unread, path));
        if within(CONFIG, path) {
            self.config = ConfigFile::default();
        }
    }

    /// Adds a commit that was not completed. It is shown until the next recovery.
    pub(crate) fn add_interruption(&mut self, interruption: Interruption) {
        self.interruptions.push(interruption);
        self.revision = self.revision.wrapping_add(1);
    }

    /// Removes the commits that were still to be completed.
    pub(crate) fn remove_pending_interruptions(&mut self) {
        let count = self.interruptions.len();
        self.interruptions.retain(|interruption| !interruption.is_pending);
        if self.interruptions.len() < count {
            self.revision = self.revision.wrapping_add(1);
        }
    }

    /// Returns the layout in which new records are written.
    ///
    /// The mark in the configuration decides. A project without one was not created by this
    /// program: it is JSON, as `handoff-mcp` writes it, unless all its records are TOML. Without
    /// configuration and records there is no project yet, and the default of a new project applies.
    pub(crate) fn layout(&self) -> Layout {
        if let Some(mark) = self.config.layout_mark() {
            return mark;
        }
        let task_containers = self.tasks.all().map(|task| Container::of_layout(task.shown.layout));
        let mut containers = task_containers.chain(self.records.session_containers());
        let is_json = match containers.next() {
            Some(first) => first == Container::Json || containers.any(|container| container == Container::Json),
            None => self.config.exists(),
        };
        if is_json { Layout::Json } else { Layout::Toml }
    }

    /// Returns whether there is a finding about a key of a file.
    pub(crate) fn is_reported(&self, path: &str, key: &[String]) -> bool {
        let task_files = self.tasks.folders().flat_map(|(_, node)| &node.files).filter(|file| file.path == path);
        let config_findings = (path == CONFIG).then_some(self.config.findings()).into_iter().flatten();
        let record_findings = self.records.findings().filter(|(record, _)| *record == path).map(|(_, finding)| finding);
        task_files
            .flat_map(|file| &file.findings)
            .chain(config_findings)
            .chain(record_findings)
            .any(|finding| finding.key == key)
    }
}
