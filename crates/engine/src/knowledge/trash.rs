//! The content of the trash, with its former places.
//!
//! The name of an entry has the time of the deletion and the former name. The former folder is in
//! the activity log.

use std::collections::BTreeMap;

use handoff_format::{Container, DataFile, PathKind, check_path, classify, is_content, is_date, parse_task_folder};
use handoff_protocol::view::{TrashEntry, TrashKind};
use handoff_protocol::{Actor, Change, Event};

use crate::Project;
use crate::ground::tree::{Entry, TRASH, join, name, parent, within};
use crate::model::activity_log;
use crate::model::{ROOT, TaskFile, TaskRef};

/// Folders whose files are recognized by their name.
const RECORD_FOLDERS: [&str; 3] = ["sessions", "referrals", "docs"];

/// A deleted file or folder.
pub(crate) struct TrashItem<'a> {
    /// Its path in the trash.
    pub(crate) path: String,
    /// Its name before it was deleted.
    pub(crate) name: String,
    /// Its path before it was deleted, if that is known.
    pub(crate) origin: Option<String>,
    /// The tasks in it, parents first.
    pub(crate) tasks: Vec<DeletedTask>,
    /// The time of the deletion, RFC 3339.
    deleted_at: Option<String>,
    /// The event of its deletion.
    event: Option<&'a Event>,
}

/// A task file in the trash.
pub(crate) struct DeletedTask {
    /// Path of the file in the trash.
    pub(crate) path: String,
    /// The content. Its path is the one that it has when the folder is at the top level.
    pub(crate) file: TaskFile,
}

impl DeletedTask {
    /// Returns the path of its folder in the trash.
    pub(crate) fn folder(&self) -> &str {
        parent(&self.path)
    }
}

impl TrashItem<'_> {
    /// Returns the deleted task, `None` if the item is something else.
    pub(crate) fn task(&self) -> Option<&DeletedTask> {
        self.tasks.first().filter(|task| task.folder() == self.path)
    }

    /// Returns what the item was.
    pub(crate) fn kind(&self) -> TrashKind {
        if self.task().is_some() {
            return TrashKind::Task;
        }
        match self.origin.as_deref().map(classify) {
            Some(PathKind::Session { .. }) => TrashKind::Session,
            Some(PathKind::Memory) => TrashKind::Memory,
            Some(PathKind::Referral { .. }) => TrashKind::Referral,
            Some(PathKind::Document) => TrashKind::Document,
            Some(PathKind::Baseline) => TrashKind::Baseline,
            _ => TrashKind::Other,
        }
    }
}

/// Returns everything in the trash, newest first.
pub(crate) fn items(project: &Project) -> Vec<TrashItem<'_>> {
    let events = deletions(project);
    let mut items: Vec<TrashItem<'_>> =
        project.tree.children(TRASH).map(|(name, entry)| item(project, &events, name, entry)).collect();
    items.sort_by(|a, b| (&b.deleted_at, &b.path).cmp(&(&a.deleted_at, &a.path)));
    items
}

/// Returns the rows that lists of the trash show.
pub(crate) fn entries(project: &Project) -> Vec<TrashEntry> {
    let to_entry = |item: TrashItem<'_>| {
        let task = item.task().map(|task| &task.file.task);
        TrashEntry {
            kind: item.kind(),
            title: match task {
                Some(task) => task.title.clone(),
                None => record_title(project, &item).unwrap_or_else(|| item.name.clone()),
            },
            id: task.map(|task| task.id.clone()),
            subtasks: u32::try_from(item.tasks.len().saturating_sub(1)).unwrap_or(u32::MAX),
            parent: item.origin.as_deref().filter(|_| task.is_some()).and_then(|origin| parent_id(project, origin)),
            deleted_at: item.deleted_at,
            deleted_by: item.event.map(|event| Actor::clone(&event.actor)),
            origin: item.origin,
            path: item.path,
        }
    };
    items(project).into_iter().map(to_entry).collect()
}

/// Returns what people call a deleted record: the summary of a session or a referral, the text of a
/// memory.
fn record_title(project: &Project, item: &TrashItem<'_>) -> Option<String> {
    let key = match item.kind() {
        TrashKind::Session | TrashKind::Referral => "summary",
        TrashKind::Memory => "text",
        _ => return None,
    };
    let bytes = project.tree.file(&item.path)?;
    let data = DataFile::parse(Container::of_path(&item.path)?, bytes).ok()?;
    let title = data.root().get(key)?.as_str()?.trim().to_owned();
    Some(title).filter(|title| !title.is_empty())
}

/// Returns the task in whose folder a path was. Its folder may have another status or parent now.
pub(crate) fn former_parent<'a>(project: &'a Project, origin: &str) -> Option<TaskRef<'a>> {
    let tasks = &project.model.tasks;
    let folder = parent(origin);
    let by_name = || tasks.all().find(|task| is_same_task(folder, &task.node.folder));
    tasks.task_in_folder(folder).or_else(by_name)
}

/// Returns whether two folders belong to the same task by their names, apart from the status.
pub(crate) fn is_same_task(folder: &str, other: &str) -> bool {
    let toml = |folder| parse_task_folder(name(folder)).into_iter().find(|parsed| parsed.status.is_some());
    name(folder) == name(other) || toml(folder).zip(toml(other)).is_some_and(|(a, b)| (a.id, a.slug) == (b.id, b.slug))
}

/// Returns the ID of the task in whose folder a path was, `None` for the top level. If the task does
/// not exist, the name of its folder gives the ID.
pub(crate) fn parent_id(project: &Project, origin: &str) -> Option<String> {
    let folder = parent(origin);
    if folder == ROOT {
        return None;
    }
    let from_name = || parse_task_folder(name(folder)).into_iter().next().map(|parsed| parsed.id);
    former_parent(project, origin).map(|task| task.id().to_owned()).or_else(from_name)
}

/// Returns the events of moves into the trash, by the path there.
fn deletions(project: &Project) -> BTreeMap<&str, &Event> {
    let moves = project.model.activity.figure_events().filter_map(|event| match &event.change {
        Change::Renamed { to, .. } if within(to, TRASH) => Some((to.as_str(), event)),
        _ => None,
    });
    moves.collect()
}

fn item<'a>(
    project: &'a Project,
    events: &BTreeMap<&str, &'a Event>,
    trash_name: &str,
    entry: &Entry,
) -> TrashItem<'a> {
    let path = join(TRASH, trash_name);
    let (deleted_at, rest) = split_name(trash_name);
    let event = events.get(path.as_str()).copied();
    let from_log = event.and_then(|event| match &event.change {
        Change::Renamed { from, .. } => Some(from.clone()).filter(|from| is_restorable(from)),
        _ => None,
    });
    let is_file = matches!(entry, Entry::File(_));
    let origin = from_log.or_else(|| deleted_at.as_ref().filter(|_| is_file).and_then(|_| origin_by_name(rest)));
    let name = origin.as_deref().map_or(rest, name).to_owned();
    let tasks = deleted_tasks(project, &path, &name);
    // The name has no fraction of the second.
    let deleted_at = event.map(|event| event.at.clone()).or(deleted_at);
    TrashItem { path, name, origin, tasks, deleted_at, event }
}

/// Returns whether a path of the log is one to which something may be moved.
fn is_restorable(path: &str) -> bool {
    check_path(path).is_ok() && is_content(path) && path.contains('/') && !within(path, activity_log::FOLDER)
}

/// Splits `<YYYYMMDD>-<HHMMSS>-<seed>-<name>`. A name of another form has no time.
fn split_name(trash_name: &str) -> (Option<String>, &str) {
    let split = || {
        let (date, rest) = trash_name.split_once('-')?;
        let (time, rest) = rest.split_once('-')?;
        let (seed, rest) = rest.split_once('-')?;
        let is_number = |text: &str, length| text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(date, 8) || !is_number(time, 6) || seed.len() != 8 || rest.is_empty() {
            return None;
        }
        let (year, month_and_day) = date.split_at_checked(4)?;
        let (month, day) = month_and_day.split_at_checked(2)?;
        let (hour, minute_and_second) = time.split_at_checked(2)?;
        let (minute, second) = minute_and_second.split_at_checked(2)?;
        Some((format!("{year}-{month}-{day}T{hour}:{minute}:{second}+00:00"), rest))
    };
    split().map_or((None, trash_name), |(time, rest)| (Some(time), rest))
}

/// Returns the former path of a record, which its name shows.
fn origin_by_name(name: &str) -> Option<String> {
    let is_record = |path: &String| match classify(path) {
        PathKind::Session { status, .. } => status.is_some(),
        PathKind::Referral { .. } | PathKind::Document => true,
        _ => false,
    };
    let record = RECORD_FOLDERS.into_iter().map(|folder| join(folder, name)).find(is_record);
    let baseline = || {
        let path = join("baselines", name);
        (name.get(..10).is_some_and(is_date) && classify(&path) == PathKind::Baseline).then_some(path)
    };
    let memory = || {
        let path = join(crate::knowledge::memory::FOLDER, name);
        (name.starts_with("m-") && classify(&path) == PathKind::Memory).then_some(path)
    };
    record.or_else(baseline).or_else(memory)
}

/// Returns the task files at or below a path in the trash, parents first.
fn deleted_tasks(project: &Project, path: &str, name: &str) -> Vec<DeletedTask> {
    let top = join(ROOT, name);
    let read = |(file_path, entry): (String, &Entry)| {
        let former = format!("{top}{}", file_path.strip_prefix(path)?);
        match (classify(&former), entry) {
            (PathKind::TaskFile { layout, status }, Entry::File(bytes)) => {
                let file = TaskFile::read(former, layout, status, bytes);
                Some(DeletedTask { path: file_path, file })
            }
            _ => None,
        }
    };
    let mut tasks: Vec<DeletedTask> = project.tree.walk(path).filter_map(read).collect();
    tasks.sort_by(|a, b| (a.folder(), a.file.is_broken).cmp(&(b.folder(), b.file.is_broken)));
    tasks
}
