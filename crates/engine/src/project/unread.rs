//! What of a project could not be read, and what may not be concluded from the rest.
//!
//! Invariant: whatever is planned or shown from all records of a kind asks here first, so that a part is never taken for the whole. A file
//! that was read and makes no sense is no gap: its folder's name tells the task's ID, and people see it.

use handoff_format::{PathKind, classify};
use handoff_protocol::{Refusal, RefusalCode, SessionStatus, Text};

use crate::Project;
use crate::model::SESSIONS;
use crate::model::{CONFIG, ROOT};
use crate::texts;
use crate::tree::{Entry, name, parent, within};

/// How people call the project's folder.
pub(crate) const HOME: &str = ".handoff";

/// A path that could not be read.
#[derive(Clone, Copy)]
struct Gap<'a> {
    path: &'a str,
    cause: Cause<'a>,
}

#[derive(Clone, Copy)]
enum Cause<'a> {
    /// In the system's words.
    Unreadable { reason: &'a str, is_folder: bool },
    /// It is a symbolic link.
    Link,
    /// It is a file where a folder belongs.
    NotAFolder,
}

impl Gap<'_> {
    /// What is wrong, and what to do.
    fn text(self) -> Text {
        self.said_by([texts::UNREADABLE, texts::LINK, texts::NOT_A_FOLDER])
    }

    /// Why a command is refused for it.
    fn refusal(self) -> Refusal {
        let text = self.said_by([texts::UNREADABLE_PART, texts::LINKED_PART, texts::PART_WITHOUT_FOLDER]);
        Refusal { code: RefusalCode::BrokenFile, text, task: None, field: None }
    }

    fn said_by(self, [unreadable, link, no_folder]: [&str; 3]) -> Text {
        let path = if self.path.is_empty() { HOME.to_owned() } else { self.path.to_owned() };
        let args = |reason: &str| [("path", path.clone()), ("reason", reason.to_owned())];
        match self.cause {
            Cause::Unreadable { reason, .. } => Text::with(unreadable, args(reason)),
            Cause::Link => Text::with(link, args("")),
            Cause::NotAFolder => Text::with(no_folder, args("")),
        }
    }

    /// Whether tasks may lie in it, of which not even the names are known.
    fn hides_tasks(self) -> bool {
        let is_folder = matches!(self.cause, Cause::Unreadable { is_folder: true, .. });
        within(ROOT, self.path) || within(self.path, ROOT) && is_folder
    }

    /// Whether it is a task, or tasks may lie in it. What is behind a link in the tree belongs to no project.
    fn is_of_tasks(self) -> bool {
        let is_file = matches!(self.cause, Cause::Unreadable { .. });
        self.hides_tasks() || is_file && matches!(classify(self.path), PathKind::TaskFile { .. })
    }

    /// Whether it may hold a session that is not closed.
    fn is_of_sessions(self) -> bool {
        let is_file = matches!(self.cause, Cause::Unreadable { .. });
        let is_session = || match classify(self.path) {
            PathKind::Session { status, .. } => status != Some(SessionStatus::Closed),
            _ => false,
        };
        within(SESSIONS, self.path) || is_file && is_session()
    }
}

fn gaps(project: &Project) -> impl Iterator<Item = Gap<'_>> {
    let root = project.root_fault.iter().map(|reason| {
        let cause = Cause::Unreadable { reason, is_folder: true };
        Gap { path: "", cause }
    });
    let below = project.model.unread.iter().filter_map(|path| {
        let cause = match project.tree.get(path)? {
            Entry::Unreadable { reason, is_folder } => Cause::Unreadable { reason, is_folder: *is_folder },
            Entry::Link => Cause::Link,
            Entry::File(_) if [ROOT, SESSIONS].contains(&path.as_str()) => Cause::NotAFolder,
            Entry::File(_) | Entry::Folder(_) => return None,
        };
        Some(Gap { path, cause })
    });
    root.chain(below)
}

fn refuse_for(gap: Option<Gap<'_>>) -> Result<(), Refusal> {
    gap.map_or(Ok(()), |gap| Err(gap.refusal()))
}

/// Why there seems to be no project, where that is because it could not be read.
pub(crate) fn of_project(project: &Project) -> Option<Text> {
    if project.is_initialized() {
        return None;
    }
    gaps(project).find(|gap| within(CONFIG, gap.path) || within(ROOT, gap.path)).map(Gap::text)
}

/// Why tasks may be missing; and whether all of them are.
pub(crate) fn of_tasks(project: &Project) -> (Vec<Text>, bool) {
    let found: Vec<Gap<'_>> = gaps(project).filter(|gap| gap.is_of_tasks()).collect();
    let is_all = found.iter().any(|gap| within(ROOT, gap.path));
    (found.into_iter().map(Gap::text).collect(), is_all)
}

/// Why sessions may be missing.
pub(crate) fn of_sessions(project: &Project) -> Vec<Text> {
    gaps(project).filter(|gap| gap.is_of_sessions()).map(Gap::text).collect()
}

/// The names of what could not be read in the task tree: they tell IDs that are taken.
pub(crate) fn names(project: &Project) -> impl Iterator<Item = &str> {
    project.model.unread.iter().filter(|path| within(path, ROOT)).map(|path| name(path))
}

/// Refuses where a new task's ID could be one that a hidden task has.
pub(crate) fn check_ids(project: &Project) -> Result<(), Refusal> {
    refuse_for(gaps(project).find(|gap| gap.hides_tasks()))
}

/// Refuses a command that goes over all tasks where it would leave out some.
pub(crate) fn check_tasks(project: &Project) -> Result<(), Refusal> {
    refuse_for(gaps(project).find(|gap| gap.is_of_tasks()))
}

/// Refuses a change of the configuration where that is there and hidden.
pub(crate) fn check_config(project: &Project) -> Result<(), Refusal> {
    refuse_for(gaps(project).find(|gap| within(CONFIG, gap.path)))
}

/// Refuses a command that depends on everything below a task where something of that is hidden.
pub(crate) fn check_below(project: &Project, folder: &str) -> Result<(), Refusal> {
    let is_own_file = |gap: &Gap<'_>| parent(gap.path) == folder && !gap.hides_tasks();
    refuse_for(gaps(project).find(|gap| within(gap.path, folder) && gap.is_of_tasks() && !is_own_file(gap)))
}

/// Refuses a command that chooses among sessions where one that is not closed may be hidden.
pub(crate) fn check_sessions(project: &Project) -> Result<(), Refusal> {
    refuse_for(gaps(project).find(|gap| gap.is_of_sessions()))
}
