//! Writes the tasks of a revert, and describes them.

use std::collections::{BTreeMap, BTreeSet};

use handoff_format::{Container, DataFile, Value, task_file_name};
use handoff_protocol::{Change, Context, Layout, RevertKind, Status, TaskRevert, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::revert::task_target::{Origin, TaskTarget, task_of};
use crate::change::plan::staged_tasks::rename_for_status;
use crate::change::plan::task_file::next_timestamp;
use crate::change::plan::tasks::delete;
use crate::ground::texts;
use crate::ground::tree::{join, within};
use crate::model::task_fields::logged_task;
use crate::model::{ROOT, task_fields};

/// Adds the edits and events of all tasks. Tasks that cannot be written are kept.
pub(super) fn write(
    project: &Project,
    context: &Context,
    targets: &mut [TaskTarget],
    builder: &mut ChangeSetBuilder<'_>,
) {
    let mut contents: Vec<Option<Vec<u8>>> = Vec::new();
    for target in targets.iter_mut() {
        target.end_peer_claim();
        let changed = target.origin.as_ref().filter(|_| target.is_wanted && target.has_changes());
        let bytes = changed.map(|origin| new_content(project, context, origin, &target.record));
        if let Some(None) = bytes {
            target.keep(Text::with(texts::REVERT_UNWRITABLE, [("id", target.id.clone())]));
        }
        contents.push(bytes.flatten());
    }
    place(project, targets, builder);
    for (target, bytes) in targets.iter().zip(contents) {
        if let (Some(origin), Some(bytes)) = (&target.origin, bytes) {
            write_changes(target, origin, bytes, builder);
        }
    }
    let is_restored = |target: &&TaskTarget| target.is_wanted && !target.exists;
    let restored: BTreeSet<&str> = targets.iter().filter(is_restored).filter_map(folder_of).collect();
    // A task in the trash that is in the folder of one that is restored comes along.
    let comes_along =
        |target: &TaskTarget| !target.exists && folder_of(target).is_some_and(|folder| is_below(folder, &restored));
    let removed: Vec<&TaskTarget> =
        targets.iter().filter(|target| !target.is_wanted && (target.exists || comes_along(target))).collect();
    let current = |target: &TaskTarget| folder_of(target).map(|folder| builder.current_path(folder));
    let folders: Vec<Option<String>> = removed.iter().map(|target| current(target)).collect();
    let all_folders: BTreeSet<&str> = folders.iter().flatten().map(String::as_str).collect();
    for (target, folder) in removed.into_iter().zip(&folders) {
        let Some((origin, folder)) = target.origin.as_ref().zip(folder.as_deref()) else { continue };
        if !is_below(folder, &all_folders) {
            delete::discard_task(builder, context, &origin.folder);
        }
        if target.exists {
            let state = Some(logged_task((&origin.task, origin.status), origin.parent.as_deref()));
            builder.log(Some(&target.id), Change::Deleted { title: origin.task.title.clone(), state });
        }
    }
}

fn folder_of(target: &TaskTarget) -> Option<&str> {
    target.origin.as_ref().map(|origin| origin.folder.as_str())
}

/// Returns whether a path is below one of the folders.
fn is_below(path: &str, folders: &BTreeSet<&str>) -> bool {
    path.match_indices('/').any(|(end, _)| path.get(..end).is_some_and(|folder| folders.contains(folder)))
}

/// Restores tasks from the trash and moves tasks back. A task follows once its new parent is in its
/// place and no longer below it.
fn place(project: &Project, targets: &[TaskTarget], builder: &mut ChangeSetBuilder<'_>) {
    let mut pending: Vec<(&TaskTarget, &Origin)> = targets
        .iter()
        .filter(|target| target.is_wanted)
        .filter_map(|target| Some((target, target.origin.as_ref()?)))
        .filter(|(target, origin)| !target.exists || origin.parent != target.parent)
        .collect();
    let wanted: BTreeMap<&str, &TaskTarget> =
        targets.iter().rev().filter(|target| target.is_wanted).map(|target| (target.id.as_str(), target)).collect();
    let mut missing: BTreeSet<&str> =
        pending.iter().filter(|(target, _)| !target.exists).map(|(target, _)| target.id.as_str()).collect();
    // Each round places at least one task, since no task is below itself in the end.
    loop {
        let count = pending.len();
        pending.retain(|(target, origin)| {
            let waits = target.parent.as_deref().is_some_and(|parent| missing.contains(parent));
            let parent = parent_folder(project, &wanted, target, builder);
            let current = builder.current_path(&origin.folder);
            if waits || within(&parent, &current) {
                return true;
            }
            if crate::ground::tree::parent(&current) != parent {
                let path = builder.free_path(&parent, &origin.name);
                builder.rename(&origin.folder, path);
            }
            let change = if target.exists {
                Change::Moved { from: origin.parent.clone(), to: target.parent.clone() }
            } else {
                Change::Created { title: origin.task.title.clone(), state: None }
            };
            builder.log(Some(&target.id), change);
            if !target.exists {
                builder.add_created(&target.id);
                missing.remove(target.id.as_str());
            }
            false
        });
        if pending.is_empty() || pending.len() == count {
            return;
        }
    }
}

/// Returns the folder below which a task is to be, as it is by now.
fn parent_folder(
    project: &Project,
    wanted: &BTreeMap<&str, &TaskTarget>,
    target: &TaskTarget,
    builder: &ChangeSetBuilder<'_>,
) -> String {
    let Some(parent) = &target.parent else { return ROOT.to_owned() };
    let folder = match wanted.get(parent.as_str()).and_then(|parent| folder_of(parent)) {
        Some(folder) => Some(folder),
        None => project.model.tasks.with_id(parent).next().map(|task| task.node.folder.as_str()),
    };
    folder.map_or_else(|| ROOT.to_owned(), |folder| builder.current_path(folder))
}

/// Returns the file of a task with other values, or `None` if it cannot be written.
fn new_content(project: &Project, context: &Context, origin: &Origin, record: &Value) -> Option<Vec<u8>> {
    let mut record = record.clone();
    if let Some(stamp) = origin.record.get("updated_at").and_then(Value::as_str) {
        let values = record.as_object_mut()?;
        values.insert("updated_at".to_owned(), Value::from(next_timestamp(context.now, Some(stamp))));
    }
    let mut data = DataFile::parse(Container::of_layout(origin.layout), project.tree.file(&origin.path)?).ok()?;
    data.change(&origin.record, &record, &[]).ok()?;
    Some(data.render())
}

/// Writes the content and the status of a task that stays or comes back.
fn write_changes(target: &TaskTarget, origin: &Origin, content: Vec<u8>, builder: &mut ChangeSetBuilder<'_>) {
    let status = target.status.unwrap_or(Status::Todo);
    let is_new_status = origin.status != target.status;
    if is_new_status && origin.layout == Layout::Json {
        let folder = builder.current_path(&origin.folder);
        builder.rename(&origin.path, join(&folder, &task_file_name(Layout::Json, status)));
    }
    builder.write(&origin.path, content);
    if is_new_status && origin.layout == Layout::Toml {
        rename_for_status(builder, &origin.folder, &origin.name, &origin.task, status);
    }
    let Some(new) = task_of(&target.record) else { return };
    let changes = task_fields::field_changes((&origin.task, origin.status), (&new, target.status));
    for change in changes.into_iter().chain(task_fields::detail_changes(&origin.task, &new)) {
        builder.log(Some(&target.id), change);
    }
}

/// Describes the tasks that a revert changes or keeps.
pub(super) fn preview(targets: &[TaskTarget]) -> Vec<TaskRevert> {
    let mut rows = Vec::new();
    for target in targets {
        let is_elsewhere = target.origin.as_ref().is_some_and(|origin| origin.parent != target.parent);
        let is_moved = is_elsewhere || (target.was_moved && target.conflict.is_some());
        let kind = match (target.was_created && !target.was_deleted, target.exists) {
            (true, true) => RevertKind::Created,
            (_, false) if target.was_deleted && (target.is_wanted || target.conflict.is_some()) => RevertKind::Deleted,
            (_, false) if target.conflict.is_none() => continue,
            _ if is_moved => RevertKind::Moved,
            _ => RevertKind::Changed,
        };
        let fields =
            if kind == RevertKind::Created || target.conflict.is_some() { Vec::new() } else { target.fields() };
        if kind == RevertKind::Changed && fields.is_empty() && target.conflict.is_none() {
            continue;
        }
        let title = target.origin.as_ref().map(|origin| origin.task.title.clone()).unwrap_or_default();
        rows.push(TaskRevert { id: target.id.clone(), title, kind, fields, conflict: target.conflict.clone() });
    }
    rows
}
