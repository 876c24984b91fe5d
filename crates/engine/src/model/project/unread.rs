//! Files and folders of the project that could not be read, and the commands that must not run
//! without them.
//!
//! Invariant: every plan or view that depends on all records of a kind checks here first, so that a
//! part is never treated as the whole. A task file that was read but cannot be parsed does not count:
//! its folder's name gives the task's ID, and people see it. Any other record that cannot be parsed is
//! in no list, so it counts.

use handoff_format::{Finding, PathKind, classify};
use handoff_protocol::{Edit, ProblemCode, Refusal, RefusalCode, SessionStatus, Text};

use crate::Project;
use crate::ground::texts;
use crate::ground::tree::{Entry, TRASH, Tree, name, parent, within};
use crate::model::{CONFIG, FOLDERS, ROOT, SESSIONS, is_file_place};

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
    /// The path is a folder instead of a file.
    NotAFile,
}

impl Gap<'_> {
    /// Returns the message that says what is wrong and what to do.
    fn text(self) -> Text {
        self.text_from([texts::UNREADABLE, texts::LINK, texts::NOT_A_FOLDER, texts::NOT_A_FILE])
    }

    /// Returns the refusal of a command that needs the path.
    fn refusal(self) -> Refusal {
        let parts = [texts::UNREADABLE_PART, texts::LINKED_PART, texts::PART_WITHOUT_FOLDER, texts::PART_WITHOUT_FILE];
        refusal(self.text_from(parts))
    }

    /// Returns the text of the template for the cause.
    fn text_from(self, [unreadable, link, no_folder, no_file]: [&str; 4]) -> Text {
        let path = if self.path.is_empty() { HOME.to_owned() } else { self.path.to_owned() };
        let args = |reason: &str| [("path", path.clone()), ("reason", reason.to_owned())];
        match self.cause {
            Cause::Unreadable { reason, .. } => Text::with(unreadable, args(reason)),
            Cause::Link => Text::with(link, args("")),
            Cause::NotAFolder => Text::with(no_folder, args("")),
            Cause::NotAFile => Text::with(no_file, args("")),
        }
    }

    /// Returns whether it may contain tasks whose folder names are unknown.
    fn hides_tasks(self) -> bool {
        let is_folder = matches!(self.cause, Cause::Unreadable { is_folder: true, .. });
        within(ROOT, self.path) || within(self.path, ROOT) && is_folder
    }

    /// Returns whether it is a task or may contain tasks. A link with the name of a task's folder is only
    /// a sign of one: see [`Gap::is_missed_task`].
    fn may_hold_tasks(self) -> bool {
        // In the place of a task's file, anything else hides the task, whatever the target of a link is.
        self.hides_tasks() || matches!(classify(self.path), PathKind::TaskFile { .. })
    }

    /// Returns whether lists of tasks are incomplete without it. A link in the tree may lead to something
    /// that is no task, so commands on all tasks work, but the answer names it.
    fn is_missed_task(self) -> bool {
        let has_folder_name = || parent(self.path) == ROOT || name(self.path).contains('-');
        self.may_hold_tasks() || matches!(self.cause, Cause::Link) && within(self.path, ROOT) && has_folder_name()
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
    let below = project.model.unread.iter().filter_map(|path| Some(Gap { path, cause: cause(&project.tree, path)? }));
    root.chain(below)
}

/// Returns why the entry at a path is not what belongs there, `None` if it is or if there is none.
fn cause<'a>(tree: &'a Tree, path: &'a str) -> Option<Cause<'a>> {
    let cause = obstacle(tree, path, !is_file_place(path))?.cause;
    // The name of any other file is unknown, which is a problem of its own.
    let is_known = !matches!(cause, Cause::NotAFolder) || FOLDERS.contains(&path);
    is_known.then_some(cause)
}

/// Returns the text of the problem at a path of [`crate::model::Model::unread`], `None` if the entry
/// is a file with an unknown name.
pub(crate) fn problem(project: &Project, path: &str) -> Option<(ProblemCode, Text)> {
    let cause = cause(&project.tree, path)?;
    let code = if matches!(cause, Cause::Link) { ProblemCode::Link } else { ProblemCode::Unreadable };
    Some((code, Gap { path, cause }.text()))
}

fn refusal(text: Text) -> Refusal {
    Refusal { code: RefusalCode::BrokenFile, text, task: None, field: None, by: None }
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
    let task_gaps: Vec<Gap<'_>> = gaps(project).filter(|gap| gap.is_missed_task()).collect();
    let is_all = task_gaps.iter().any(|gap| within(ROOT, gap.path));
    (task_gaps.into_iter().map(Gap::text).chain(pending_changes(project)).collect(), is_all)
}

/// Returns the texts of changes that were interrupted and are not completed yet.
fn pending_changes(project: &Project) -> impl Iterator<Item = Text> {
    project
        .model
        .interruptions
        .iter()
        .filter(|interruption| interruption.is_pending)
        .map(|interruption| interruption.text.clone())
}

/// Returns the reasons why sessions may be missing.
pub(crate) fn session_gaps(project: &Project) -> Vec<Text> {
    gaps(project).filter(|gap| gap.may_hold_sessions()).map(Gap::text).chain(pending_changes(project)).collect()
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

/// Returns the refusal of an unknown task with the reason why the task may exist all the same, if some
/// tasks could not be read. Any other refusal stays as it is.
pub(crate) fn explain_unknown_task(project: &Project, refusal: Refusal) -> Refusal {
    let gaps = if refusal.code == RefusalCode::UnknownTask { task_gaps(project).0 } else { Vec::new() };
    let Some((why, id)) = gaps.first().zip(refusal.task.clone()) else { return refusal };
    let text = Text::with(texts::TASK_NOT_READ, [("id", id), ("why", why.to_string())]);
    Refusal { code: RefusalCode::BrokenFile, text, ..refusal }
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

/// A part of a project that lists show as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProjectPart {
    /// The configuration: assignees, milestones, labels and the calendar too.
    Config,
    /// The sessions.
    Sessions,
    /// The memories.
    Memories,
    /// The referrals from other projects.
    Referrals,
    /// The documents.
    Documents,
    /// The packages, which shells load on demand.
    Packages,
    /// The timers.
    Timers,
    /// The activity log.
    Activity,
    /// The trash, which shells load on demand.
    Trash,
}

impl ProjectPart {
    /// Returns the path of its file or folder.
    const fn path(self) -> &'static str {
        match self {
            ProjectPart::Config => CONFIG,
            ProjectPart::Sessions => SESSIONS,
            ProjectPart::Memories => "memory",
            ProjectPart::Referrals => "referrals",
            ProjectPart::Documents => "docs",
            ProjectPart::Packages => "packages",
            ProjectPart::Timers => "timer",
            ProjectPart::Activity => "activity",
            ProjectPart::Trash => TRASH,
        }
    }
}

/// Returns the reasons why a list of a part may be incomplete: files and folders that could not be
/// read, and records that cannot be parsed.
pub(crate) fn part_gaps(project: &Project, part: ProjectPart) -> Vec<Text> {
    let top = part.path();
    let may_hold_records = |path: &str| !matches!(classify(path), PathKind::Sidecar | PathKind::Other);
    let is_in_part = |gap: &Gap<'_>| {
        let is_folder = matches!(gap.cause, Cause::Unreadable { is_folder: true, .. } | Cause::NotAFolder);
        within(top, gap.path) || within(gap.path, top) && (is_folder || may_hold_records(gap.path))
    };
    let mut texts: Vec<Text> = gaps(project).filter(is_in_part).map(Gap::text).collect();
    let unparsed: Vec<(&str, &Finding)> = match part {
        ProjectPart::Config => {
            let is_syntax = |finding: &&Finding| matches!(finding.code, ProblemCode::Syntax | ProblemCode::NotText);
            project.model.config.findings().iter().filter(is_syntax).map(|finding| (CONFIG, finding)).collect()
        }
        ProjectPart::Packages => project.model.packages.unreadable().collect(),
        ProjectPart::Trash => {
            texts.extend(trash_gaps(&project.tree).map(Gap::text));
            Vec::new()
        }
        _ => project.model.records.unparsed().filter(|(path, _)| within(path, top)).collect(),
    };
    let to_text = |(path, finding): (&str, &Finding)| {
        Text::with(texts::UNPARSED, [("path", path.to_owned()), ("why", finding.text.to_string())])
    };
    texts.extend(unparsed.into_iter().map(to_text));
    texts.extend(pending_changes(project));
    texts
}

/// Returns every file and folder that answers miss, wholly or in part, with a sentence: it could not be
/// read, cannot be parsed, or has values that cannot be used. Packages count once they are loaded.
/// [`trash_gaps`] has what is missing in the trash.
pub(crate) fn missing(project: &Project) -> Vec<(String, Text)> {
    let model = &project.model;
    let is_record = |path: &str| !matches!(classify(path), PathKind::Sidecar | PathKind::Other);
    let is_missed = |gap: &Gap<'_>| {
        let is_folder = matches!(gap.cause, Cause::Unreadable { is_folder: true, .. });
        is_folder || FOLDERS.contains(&gap.path) || gap.is_missed_task() || is_record(gap.path)
    };
    let mut missing: Vec<(String, Text)> =
        gaps(project).filter(is_missed).map(|gap| (gap.path.to_owned(), gap.text())).collect();
    let config = model.config.findings().iter().map(|finding| (CONFIG, finding));
    let findings =
        config.chain(model.tasks.findings()).chain(model.records.findings()).chain(model.packages.unreadable());
    for (path, finding) in findings {
        let template = match finding.code {
            ProblemCode::Syntax | ProblemCode::NotText if path == CONFIG => texts::CONFIG_DEFAULTS,
            ProblemCode::Syntax | ProblemCode::NotText => texts::UNPARSED,
            ProblemCode::MissingKey | ProblemCode::WrongType | ProblemCode::BadDate => texts::PARTLY_PARSED,
            _ => continue,
        };
        // One sentence for each file: the findings of a file follow one another.
        if missing.last().is_none_or(|(last, _)| last != path) {
            let args = [("path", path.to_owned()), ("why", finding.text.to_string())];
            missing.push((path.to_owned(), Text::with(template, args)));
        }
    }
    let damaged = model.activity.findings();
    missing.extend(damaged.map(|(path, finding)| {
        let args = [("path", path.to_owned()), ("why", finding.text.to_string())];
        (path.to_owned(), Text::with(texts::PARTLY_PARSED, args))
    }));
    let pending = model.interruptions.iter().filter(|interruption| interruption.is_pending);
    missing.extend(pending.map(|interruption| (interruption.path.clone(), interruption.text.clone())));
    missing
}

/// Returns the paths of the trash that could not be read. They are no content, so the model does not
/// have them. A link in the trash is an entry of its own.
fn trash_gaps(tree: &Tree) -> impl Iterator<Item = Gap<'_>> {
    let top = cause(tree, TRASH).map(|cause| Gap { path: TRASH, cause });
    let below = tree.children(TRASH).filter_map(|(_, entry)| match entry {
        Entry::Unreadable { reason, is_folder } => {
            Some(Gap { path: TRASH, cause: Cause::Unreadable { reason, is_folder: *is_folder } })
        }
        _ => None,
    });
    top.into_iter().chain(below)
}

/// Returns a refusal of edits that need a folder where there is something else, or a file where there
/// is something that is no file. A path that an earlier edit moves away does not count.
pub(crate) fn check_places(project: &Project, edits: &[Edit]) -> Result<(), Refusal> {
    let mut moved: Vec<&str> = Vec::new();
    for edit in edits {
        let (target, needs_folder) = match edit {
            Edit::Write { path, .. } | Edit::Append { path, .. } => (path.as_str(), Some(false)),
            Edit::MakeFolder { path } => (path.as_str(), Some(true)),
            Edit::Move { to, .. } => (to.as_str(), None),
            Edit::Remove { .. } | Edit::RemoveFolder { .. } => continue,
        };
        let parents = target.match_indices('/').filter_map(|(end, _)| target.get(..end)).map(|folder| (folder, true));
        let mut places = parents.chain(needs_folder.map(|needs_folder| (target, needs_folder)));
        let blocking = places.find_map(|(path, needs_folder)| obstacle(&project.tree, path, needs_folder));
        if let Some(gap) = blocking.filter(|gap| !moved.iter().any(|from| within(gap.path, from))) {
            return Err(gap.refusal());
        }
        if let Edit::Move { from, .. } = edit {
            moved.push(from);
        }
    }
    Ok(())
}

/// Returns what prevents a folder, or a file, from being at a path.
fn obstacle<'a>(tree: &'a Tree, path: &'a str, needs_folder: bool) -> Option<Gap<'a>> {
    let cause = match tree.get(path)? {
        Entry::Unreadable { reason, is_folder } => Cause::Unreadable { reason, is_folder: *is_folder },
        Entry::Link => Cause::Link,
        Entry::File(_) | Entry::Log { .. } if needs_folder => Cause::NotAFolder,
        Entry::Folder(_) if !needs_folder => Cause::NotAFile,
        Entry::File(_) | Entry::Log { .. } | Entry::Folder(_) => return None,
    };
    Some(Gap { path, cause })
}

/// Returns the refusal of a change that needs a folder where the disk has something else.
pub(crate) fn no_folder(path: &str) -> Refusal {
    Gap { path, cause: Cause::NotAFolder }.refusal()
}
