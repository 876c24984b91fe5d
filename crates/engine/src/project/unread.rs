//! Files and folders of the project that could not be read, and the commands that must not run
//! without them.
//!
//! Invariant: every plan or view that depends on all records of a kind checks here first, so that a
//! part is never treated as the whole. A file that was read but cannot be parsed does not count: its
//! folder's name gives the task's ID, and people see it.

use handoff_format::{PathKind, classify};
use handoff_protocol::{Refusal, RefusalCode, SessionStatus, Text};

use crate::Project;
use crate::model::{CONFIG, ROOT, SESSIONS};
use crate::texts;
use crate::tree::{Entry, name, parent, within};

/// The name of the project's folder in messages.
pub(crate) const HOME: &str = ".handoff";

/// A path that could not be read.
#[derive(Clone, Copy)]
struct Gap<'a> {
    path: &'a str,
    cause: Cause<'a>,
}

#[derive(Clone, Copy)]
enum Cause<'a> {
    /// The file system's error message.
    Unreadable { reason: &'a str, is_folder: bool },
    /// The path is a symbolic link.
    Link,
    /// The path is a file instead of a folder.
    NotAFolder,
}

impl Gap<'_> {
    /// Returns the message that says what is wrong and what to do.
    fn text(self) -> Text {
        self.text_from([texts::UNREADABLE, texts::LINK, texts::NOT_A_FOLDER])
    }

    /// Returns the refusal of a command that needs the path.
    fn refusal(self) -> Refusal {
        let text = self.text_from([texts::UNREADABLE_PART, texts::LINKED_PART, texts::PART_WITHOUT_FOLDER]);
        Refusal { code: RefusalCode::BrokenFile, text, task: None, field: None, by: None }
    }

    /// Returns the text of the template for the cause.
    fn text_from(self, [unreadable, link, no_folder]: [&str; 3]) -> Text {
        let path = if self.path.is_empty() { HOME.to_owned() } else { self.path.to_owned() };
        let args = |reason: &str| [("path", path.clone()), ("reason", reason.to_owned())];
        match self.cause {
            Cause::Unreadable { reason, .. } => Text::with(unreadable, args(reason)),
            Cause::Link => Text::with(link, args("")),
            Cause::NotAFolder => Text::with(no_folder, args("")),
        }
    }

    /// Returns whether it may contain tasks whose folder names are unknown.
    fn hides_tasks(self) -> bool {
        let is_folder = matches!(self.cause, Cause::Unreadable { is_folder: true, .. });
        within(ROOT, self.path) || within(self.path, ROOT) && is_folder
    }

    /// Returns whether it is a task or may contain tasks. The target of a link inside the tree
    /// belongs to no project.
    fn may_hold_tasks(self) -> bool {
        let is_unreadable = matches!(self.cause, Cause::Unreadable { .. });
        self.hides_tasks() || is_unreadable && matches!(classify(self.path), PathKind::TaskFile { .. })
    }

    /// Returns whether it may hold a session that is not closed.
    fn may_hold_sessions(self) -> bool {
        let is_unreadable = matches!(self.cause, Cause::Unreadable { .. });
        let is_session = || match classify(self.path) {
            PathKind::Session { status, .. } => status != Some(SessionStatus::Closed),
            _ => false,
        };
        within(SESSIONS, self.path) || is_unreadable && is_session()
    }
}

/// Returns every path of the project that could not be read.
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
            Entry::File(_) | Entry::Log { .. } | Entry::Folder(_) => return None,
        };
        Some(Gap { path, cause })
    });
    root.chain(below)
}

fn refuse_if(gap: Option<Gap<'_>>) -> Result<(), Refusal> {
    gap.map_or(Ok(()), |gap| Err(gap.refusal()))
}

/// Returns why the project could not be read, `None` if it could or if there is none.
pub(crate) fn project_gap(project: &Project) -> Option<Text> {
    if project.is_initialized() {
        return None;
    }
    gaps(project).find(|gap| within(CONFIG, gap.path) || within(ROOT, gap.path)).map(Gap::text)
}

/// Returns the reasons why tasks may be missing, and whether all of them are.
pub(crate) fn task_gaps(project: &Project) -> (Vec<Text>, bool) {
    let task_gaps: Vec<Gap<'_>> = gaps(project).filter(|gap| gap.may_hold_tasks()).collect();
    let is_all = task_gaps.iter().any(|gap| within(ROOT, gap.path));
    (task_gaps.into_iter().map(Gap::text).collect(), is_all)
}

/// Returns the reasons why sessions may be missing.
pub(crate) fn session_gaps(project: &Project) -> Vec<Text> {
    gaps(project).filter(|gap| gap.may_hold_sessions()).map(Gap::text).collect()
}

/// Returns the names of files and folders in the task tree that could not be read: their IDs are in
/// use.
pub(crate) fn names(project: &Project) -> impl Iterator<Item = &str> {
    project.model.unread.iter().filter(|path| within(path, ROOT)).map(|path| name(path))
}

/// Returns a refusal if a new task's ID might be that of a task that could not be read.
pub(crate) fn check_ids(project: &Project) -> Result<(), Refusal> {
    refuse_if(gaps(project).find(|gap| gap.hides_tasks()))
}

/// Returns a refusal of a command on all tasks if some could not be read.
pub(crate) fn check_tasks(project: &Project) -> Result<(), Refusal> {
    refuse_if(gaps(project).find(|gap| gap.may_hold_tasks()))
}

/// Returns a refusal of a change to a configuration that could not be read.
pub(crate) fn check_config(project: &Project) -> Result<(), Refusal> {
    refuse_if(gaps(project).find(|gap| within(CONFIG, gap.path)))
}

/// Returns a refusal of a command on all descendants of a task if some could not be read.
pub(crate) fn check_descendants(project: &Project, folder: &str) -> Result<(), Refusal> {
    let is_own_file = |gap: &Gap<'_>| parent(gap.path) == folder && !gap.hides_tasks();
    refuse_if(gaps(project).find(|gap| within(gap.path, folder) && gap.may_hold_tasks() && !is_own_file(gap)))
}

/// Returns a refusal of a command that selects a session if one that is not closed could not be
/// read.
pub(crate) fn check_sessions(project: &Project) -> Result<(), Refusal> {
    refuse_if(gaps(project).find(|gap| gap.may_hold_sessions()))
}
