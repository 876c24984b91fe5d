//! Restores deleted tasks and files from the trash.
//!
//! Invariant: nothing that exists is changed. A restored task whose ID is taken gets a new one.

use std::collections::{BTreeMap, BTreeSet};

use handoff_format::{Container, DataFile, PathKind, Task, Value, classify, write_task};
use handoff_protocol::view::TrashKind;
use handoff_protocol::{Change, ChangeSet, Context, Refusal, RefusalCode, Status, Text, TextArg};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::new_ids::IdAllocator;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::repair;
use crate::change::plan::task_file::next_timestamp;
use crate::change::plan::tasks::references;
use crate::ground::texts;
use crate::ground::tree::{name, parent, within};
use crate::knowledge::claims;
use crate::knowledge::trash;
use crate::knowledge::trash::{DeletedTask, TrashItem};
use crate::model::project::unread;
use crate::model::{ROOT, TaskFile};

/// Moves entries of the trash back to where they were. `keys` are paths in the trash, or IDs of
/// deleted tasks.
pub(crate) fn restore_trash(project: &Project, context: &Context, keys: &[String]) -> Result<ChangeSet, Refusal> {
    let items = trash::items(project);
    let mut chosen: Vec<usize> = keys.iter().map(|key| find(&items, key)).collect::<Result<_, _>>()?;
    chosen.sort_unstable();
    chosen.dedup();
    let mut chosen: Vec<&TrashItem<'_>> = chosen.into_iter().filter_map(|index| items.get(index)).collect();
    // Subtasks that were deleted before their parent go below it.
    chosen.sort_by_key(|item| item.origin.as_deref().map_or(0, |origin| origin.split('/').count()));
    let summary = match chosen.as_slice() {
        [] => return Err(refuse(RefusalCode::BadCommand, Text::plain(texts::NOTHING_TO_RESTORE))),
        [item] => match item.task() {
            Some(task) => Text::plain(texts::RESTORED).with_task(&task.file.task.id, &task.file.task.title),
            None => Text::with(texts::RESTORED_PATH, [("path", item.name.clone())]),
        },
        many => Text::with(texts::RESTORED_MANY, [("count", many.len().to_string())]),
    };
    let mut builder = ChangeSetBuilder::new(project, context);
    let mut restoration = Restoration::new(project, &chosen);
    for item in &chosen {
        match item.task() {
            Some(_) => restoration.place_task(item, &mut builder)?,
            None => restore_other(project, item, &mut builder)?,
        }
    }
    restoration.write(context, &mut builder)?;
    Ok(builder.finish(summary))
}

/// Returns the index of the item with a path in the trash, or of the deleted task with an ID.
fn find(items: &[TrashItem<'_>], key: &str) -> Result<usize, Refusal> {
    if let Some(index) = items.iter().position(|item| item.path == key || name(&item.path) == key) {
        return Ok(index);
    }
    let has_id = |item: &TrashItem<'_>| item.task().is_some_and(|task| task.file.task.id == key);
    let with_id: Vec<usize> = (0..).zip(items).filter(|(_, item)| has_id(item)).map(|(index, _)| index).collect();
    match with_id.as_slice() {
        [index] => Ok(*index),
        [] => Err(refuse(RefusalCode::BadPath, Text::with(texts::NOT_IN_TRASH, [("entry", key.to_owned())]))),
        several => {
            let paths: Vec<&str> = several.iter().filter_map(|at| items.get(*at)).map(|item| &*item.path).collect();
            let text = Text::with(texts::SEVERAL_IN_TRASH, [("id", key.to_owned()), ("paths", paths.join(", "))]);
            Err(refuse(RefusalCode::AmbiguousTask, text))
        }
    }
}

/// Moves a file or folder that is no task back to its place.
fn restore_other(project: &Project, item: &TrashItem<'_>, builder: &mut ChangeSetBuilder<'_>) -> Result<(), Refusal> {
    let refusal = |template, path: &str| {
        let args = [("entry", item.path.clone()), ("path", path.to_owned())];
        Err(refuse(RefusalCode::BadPath, Text::with(template, args)))
    };
    let Some(origin) = &item.origin else { return refusal(texts::RESTORE_UNKNOWN, "") };
    if builder.is_taken(origin) {
        return refusal(texts::RESTORE_TAKEN, origin);
    }
    let folder = parent(origin);
    if within(folder, ROOT) {
        if folder != ROOT && !project.tree.is_folder(folder) {
            return refusal(texts::RESTORE_WITHOUT_FOLDER, folder);
        }
        let is_task_file = matches!(classify(origin), PathKind::TaskFile { .. });
        if let Some(task) = project.model.tasks.task_in_folder(folder).filter(|_| is_task_file)
            && !task.node.files.is_empty()
        {
            return refusal(texts::RESTORE_SECOND_FILE, folder);
        }
        for task in &item.tasks {
            let id = &task.file.task.id;
            if let Some(other) = project.model.tasks.with_id(id).find(|other| other.node.folder != folder) {
                return refusal(texts::RESTORE_TAKEN, &other.node.folder);
            }
        }
    }
    builder.rename(&item.path, origin.clone());
    // The log records memories, sessions and so on by their content.
    if item.kind() == TrashKind::Other {
        builder.log(None, Change::Renamed { from: item.path.clone(), to: origin.clone() });
        for task in &item.tasks {
            builder.log(Some(&task.file.task.id), Change::Created { title: task.file.task.title.clone(), state: None });
        }
    }
    Ok(())
}

/// A task that is restored.
struct RestoredTask<'a> {
    deleted: &'a DeletedTask,
    /// The index of the entry that contains it.
    entry: usize,
    /// The ID that it gets.
    id: String,
    /// Path of its folder before it was deleted, if that is known.
    origin: Option<String>,
    /// Path of its folder after the change.
    folder: String,
}

/// The restoration of several tasks.
struct Restoration<'a> {
    project: &'a Project,
    allocator: IdAllocator,
    tasks: Vec<RestoredTask<'a>>,
    /// Number of placed entries.
    entries: usize,
}

impl<'a> Restoration<'a> {
    fn new(project: &'a Project, items: &[&'a TrashItem<'a>]) -> Restoration<'a> {
        let ids = items.iter().flat_map(|item| &item.tasks).map(|task| task.file.task.id.clone());
        Restoration { project, allocator: IdAllocator::beyond(ids), tasks: Vec::new(), entries: 0 }
    }

    /// Moves the folder of a task below its former parent, or to the top level.
    fn place_task(&mut self, item: &'a TrashItem<'a>, builder: &mut ChangeSetBuilder<'_>) -> Result<(), Refusal> {
        unread::check_ids(self.project)?;
        let (parent_folder, mut parent_id) = self.target(item, builder);
        let mut new_ids: BTreeMap<&str, String> = BTreeMap::new();
        let mut placed: Vec<RestoredTask<'a>> = Vec::with_capacity(item.tasks.len());
        for deleted in &item.tasks {
            let task = &deleted.file.task;
            let is_root = deleted.folder() == item.path;
            let mut with_parent = None;
            if !is_root {
                let above = placed.iter().rfind(|other| other.deleted.folder() == parent(deleted.folder()));
                parent_id = above.map(|above| above.id.clone());
                let (allocator, project) = (&mut self.allocator, self.project);
                with_parent = above
                    .and_then(|above| id_with_parent(deleted, above))
                    .and_then(|id| allocator.reserve(project, &id).ok());
            }
            let id = match new_ids.get(task.id.as_str()) {
                Some(id) => id.clone(),
                None if let Some(id) = with_parent => {
                    let args = [("id", task.id.clone()), ("title", task.title.clone()), ("to", id.clone())];
                    builder.warn(Text::with(texts::RESTORED_WITH_ID_OF_PARENT, args));
                    new_ids.insert(&task.id, id.clone());
                    id
                }
                None if !self.is_taken(&task.id) => task.id.clone(),
                None => {
                    let id = self.new_id(deleted, parent_id.as_deref(), builder)?;
                    new_ids.insert(&task.id, id.clone());
                    id
                }
            };
            let current = builder.current_path(deleted.folder());
            let is_placed = placed.iter().any(|other| other.deleted.folder() == deleted.folder());
            let folder = if is_placed || !is_root && id == task.id {
                current
            } else {
                let (above, former_name) =
                    if is_root { (&*parent_folder, &*item.name) } else { (parent(&current), name(&current)) };
                builder.free_path(above, &new_name(deleted, former_name, &id))
            };
            builder.rename(deleted.folder(), folder.clone());
            let below = deleted.folder().strip_prefix(item.path.as_str()).unwrap_or_default();
            let origin = item.origin.as_ref().map(|origin| format!("{origin}{below}"));
            placed.push(RestoredTask { deleted, entry: self.entries, id, origin, folder });
        }
        if let Some(root) = placed.first() {
            builder.log(None, Change::Renamed { from: item.path.clone(), to: root.folder.clone() });
            builder.add_created(&root.id);
        }
        self.tasks.extend(placed);
        self.entries += 1;
        Ok(())
    }

    /// Returns the folder that a task is moved to, and the ID of the task there. Warns if that is
    /// the top level only because the former parent does not exist.
    fn target(&self, item: &TrashItem<'_>, builder: &mut ChangeSetBuilder<'_>) -> (String, Option<String>) {
        let top = || (ROOT.to_owned(), None);
        let id = item.task().map(|task| task.file.task.id.clone()).unwrap_or_default();
        let Some(origin) = item.origin.as_deref() else {
            builder.warn(Text::with(texts::RESTORED_WITHOUT_ORIGIN, [("id", id)]));
            return top();
        };
        let Some(parent_id) = trash::parent_id(self.project, origin) else { return top() };
        let is_parent = |task: &&RestoredTask<'_>| {
            task.origin.as_deref().is_some_and(|folder| trash::is_same_task(folder, parent(origin)))
        };
        if let Some(task) = self.tasks.iter().find(is_parent) {
            return (task.folder.clone(), Some(task.id.clone()));
        }
        if let Some(task) = trash::former_parent(self.project, origin) {
            builder.evidence().insert(task.shown.path.clone());
            let is_open = |deleted: &&DeletedTask| deleted.file.status.is_some_and(|status| !status.is_terminal());
            if let Some(deleted) = item.task().filter(is_open).filter(|_| task.status().is_terminal()) {
                let below = TextArg::task(task.id(), task.title());
                let text = Text::plain(texts::OPEN_BELOW_CLOSED).with_task(&id, &deleted.file.task.title);
                builder.warn(text.with_arg("parent", below));
            }
            return (task.node.folder.clone(), Some(parent_id));
        }
        builder.warn(Text::with(texts::RESTORED_WITHOUT_PARENT, [("id", id), ("parent", parent_id)]));
        top()
    }

    /// Returns true if another task has the ID.
    fn is_taken(&self, id: &str) -> bool {
        !id.is_empty()
            && (self.project.model.tasks.with_id(id).next().is_some() || self.tasks.iter().any(|task| task.id == id))
    }

    /// Allocates an ID for a task whose own is taken.
    fn new_id(
        &mut self,
        deleted: &DeletedTask,
        parent: Option<&str>,
        builder: &mut ChangeSetBuilder<'_>,
    ) -> Result<String, Refusal> {
        let task = &deleted.file.task;
        if deleted.file.is_broken {
            let args = [("id", task.id.clone()), ("path", deleted.path.clone())];
            return Err(refuse(RefusalCode::BrokenFile, Text::with(texts::RESTORE_BROKEN, args)).about_task(&task.id));
        }
        let id = self.allocator.next(self.project, deleted.file.layout, parent)?;
        let args = [("id", task.id.clone()), ("title", task.title.clone()), ("to", id.clone())];
        builder.warn(Text::with(texts::RESTORED_WITH_NEW_ID, args));
        Ok(id)
    }

    /// Writes new IDs into the files of the tasks, and logs the tasks.
    fn write(&self, context: &Context, builder: &mut ChangeSetBuilder<'_>) -> Result<(), Refusal> {
        let mut folders = BTreeSet::new();
        for restored in &self.tasks {
            let DeletedTask { path, file } = restored.deleted;
            let (old, new) = (&*file.task, self.with_new_ids(restored));
            // A folder may have several task files.
            if folders.insert(&restored.folder) {
                builder.log(Some(&new.id), Change::Created { title: new.title.clone(), state: None });
                if old.id != new.id {
                    let (from, to) = (Value::from(old.id.as_str()), Value::from(new.id.as_str()));
                    builder.log(Some(&new.id), Change::Field { field: "id".to_owned(), from, to });
                }
            }
            if *old != new {
                let new =
                    Task { updated_at: Some(next_timestamp(context.now, old.updated_at.as_deref())), ..new.clone() };
                let broken = |text| refuse(RefusalCode::BrokenFile, text).about_task(&old.id);
                let bytes = self.project.tree.file(path).unwrap_or_default();
                let mut data = DataFile::parse(Container::of_layout(file.layout), bytes)
                    .map_err(|finding| broken(finding.text))?;
                write_task(&mut data, old, &new).map_err(|finding| broken(finding.text))?;
                builder.write(path, data.render());
            }
        }
        Ok(())
    }

    /// Returns the content of a task after the change, without a claim that has ended. A reference to an ID that changes follows the
    /// task of its own entry, else that of another one.
    fn with_new_ids(&self, restored: &RestoredTask<'_>) -> Task {
        let mut task = (*restored.deleted.file.task).clone();
        let is_changed = |other: &&RestoredTask<'_>| other.deleted.file.task.id != other.id;
        let old_id = |other: &RestoredTask<'a>| other.deleted.file.task.id.as_str();
        let own: Vec<&RestoredTask<'_>> = self.tasks.iter().filter(|other| other.entry == restored.entry).collect();
        let is_own = |id: &str| own.iter().any(|other| old_id(other) == id);
        let others = self.tasks.iter().filter(|other| !is_own(old_id(other)));
        for other in own.iter().copied().chain(others).filter(is_changed) {
            references::rename(&mut task, old_id(other), &other.id);
        }
        restored.id.clone_into(&mut task.id);
        if !claims::keeps_peer_claim(restored.deleted.file.status) {
            task.peer_claim = None;
        }
        task
    }
}

/// Returns the ID that a subtask gets because its own begins with the former ID of its parent, which
/// has another one now. `None` if it keeps its own.
fn id_with_parent(deleted: &DeletedTask, above: &RestoredTask<'_>) -> Option<String> {
    let former = above.deleted.file.task.id.as_str();
    let rest = deleted.file.task.id.strip_prefix(former).filter(|rest| rest.starts_with('.'))?;
    (above.id != former && !deleted.file.is_broken).then(|| format!("{}{rest}", above.id))
}

/// Returns the name of a task's folder. It stays unless the ID changes.
fn new_name(deleted: &DeletedTask, former: &str, id: &str) -> String {
    let TaskFile { layout, status, task, .. } = &deleted.file;
    if task.id == id {
        return former.to_owned();
    }
    repair::folder_name_with_id(former, *layout, status.unwrap_or(Status::Todo), &task.title, id)
}
