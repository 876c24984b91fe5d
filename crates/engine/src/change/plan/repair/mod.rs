//! Repairs of single files and folders.

pub(super) mod repair_all;

use handoff_format::{
    Container, DataFile, PathKind, PathSegment, Task, Value, classify, folder_matches_id, parse_task_folder,
    task_folder_name, task_slug,
};
use handoff_protocol::{Change, ChangeSet, Context, Layout, Refusal, RefusalCode, Status, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::local_files;
use crate::change::plan::new_ids::IdAllocator;
use crate::change::plan::refusal::refuse;
use crate::change::plan::staged_tasks::Stage;
use crate::change::plan::task_file;
use crate::change::plan::tasks::delete;
use crate::change::plan::tasks::references;
use crate::ground::texts;
use crate::ground::tree::{is_activity_log, parent};
use crate::knowledge::claims;
use crate::model::TaskRef;
use crate::model::activity_log;
use crate::model::task_fields;

const BYTE_ORDER_MARK: &[u8] = &[0xEF, 0xBB, 0xBF];

/// Keeps one of several task files in a folder and moves the others to the trash.
pub(crate) fn keep_task_file(project: &Project, context: &Context, path: &str) -> Result<ChangeSet, Refusal> {
    delete::check(project, path)?;
    let task = project.model.tasks.task_in_folder(parent(path));
    let Some(task) = task.filter(|task| task.node.files.iter().any(|file| file.path == path)) else {
        return Err(refuse(RefusalCode::BadPath, Text::with(texts::NO_TASK_FILE_THERE, [("path", path.to_owned())])));
    };
    let mut builder = ChangeSetBuilder::new(project, context);
    for file in &task.node.files {
        if file.path != path {
            let target = local_files::discard(&mut builder, context, &file.path);
            builder.log(Some(task.id()), Change::Renamed { from: file.path.clone(), to: target });
        } else if !file.is_broken {
            for change in
                task_fields::field_changes((&task.shown.task, task.shown.named_status), (&file.task, file.status))
            {
                builder.log(Some(task.id()), change);
            }
            if !claims::keeps_peer_claim(file.status)
                && let Some(bytes) =
                    claims::without_peer_claim(file.layout, project.tree.file(path).unwrap_or_default())
            {
                builder.write(path, bytes);
            }
        }
    }
    Ok(builder.finish(Text::with(texts::KEPT_FILE, [("path", path.to_owned())])))
}

/// Returns the task in a folder if its file is valid. Its id may be shared, and may differ from the
/// folder's name.
fn task_in<'a>(project: &'a Project, folder: &str) -> Result<TaskRef<'a>, Refusal> {
    let task = project.model.tasks.task_in_folder(folder).ok_or_else(|| {
        refuse(RefusalCode::UnknownTask, Text::with(texts::NO_TASK_THERE, [("path", folder.to_owned())]))
    })?;
    if task.shown.is_broken || task.node.missing_since.is_some() {
        let args = [("id", task.id().to_owned()), ("path", task.shown.path.clone())];
        return Err(refuse(RefusalCode::BrokenFile, Text::with(texts::BROKEN_TASK, args)));
    }
    if task.node.files.len() > 1 {
        let args = [("id", task.id().to_owned()), ("path", task.shown.path.clone())];
        return Err(refuse(RefusalCode::AmbiguousTask, Text::with(texts::SEVERAL_FILES, args)));
    }
    Ok(task)
}

/// Returns the name of a task's folder for an id. The part after the id stays.
fn folder_name(task: TaskRef<'_>, id: &str) -> String {
    folder_name_with_id(task.node.name(), task.shown.layout, task.status(), task.title(), id)
}

/// Returns the name of a folder for another id of its task. The part after the id stays.
pub(super) fn folder_name_with_id(name: &str, layout: Layout, status: Status, title: &str, id: &str) -> String {
    let parsed = parse_task_folder(name).into_iter().find(|parsed| parsed.layout == layout);
    let slug = match parsed {
        Some(parsed) if layout == Layout::Toml || folder_matches_id(name, &parsed.id, Layout::Json) => parsed.slug,
        _ => task_slug(title),
    };
    let slug = if slug.is_empty() { task_slug(title) } else { slug };
    task_folder_name(layout, id, status, &slug)
}

/// Renames a task's folder after the id in its file.
pub(crate) fn rename_folder(project: &Project, context: &Context, folder: &str) -> Result<ChangeSet, Refusal> {
    let task = task_in(project, folder)?;
    handoff_format::check_id(task.id()).map_err(|text| refuse(RefusalCode::BadId, text))?;
    let mut builder = ChangeSetBuilder::new(project, context);
    if task.node.is_misnamed {
        let target = builder.free_path(parent(folder), &folder_name(task, task.id()));
        builder.log(Some(task.id()), Change::Renamed { from: folder.to_owned(), to: target.clone() });
        builder.rename(folder, target);
    }
    Ok(builder.finish(Text::with(texts::RENAMED_FOLDER, [("path", folder.to_owned()), ("id", task.id().to_owned())])))
}

/// Changes a task's id in its file, in its folder's name and in all references. If another task has the
/// old id too, references that may mean either name both, unless `follow` decides.
pub(crate) fn change_id(
    project: &Project,
    context: &Context,
    folder: &str,
    new_id: Option<&str>,
    follow: Option<bool>,
    mut allocator: IdAllocator,
) -> Result<ChangeSet, Refusal> {
    let tasks = &project.model.tasks;
    let task = task_in(project, folder)?;
    let old_id = task.id().to_owned();
    let parent_id = tasks.parent(task.slot).map(TaskRef::id);
    let id = match new_id {
        Some(id) if id == old_id => id.to_owned(),
        Some(id) => allocator.reserve_for(project, &old_id, id)?,
        None => allocator.next(project, task.shown.layout, parent_id)?,
    };
    let mut builder = ChangeSetBuilder::new(project, context);
    let mut stage = Stage::new(project, context);
    if id != old_id {
        if tasks.is_unique(task) {
            references::rewrite(&mut stage, &mut builder, task, &old_id, &id)?;
        } else {
            references::divide(&mut stage, &mut builder, task, &id, follow)?;
        }
        let old = &task.shown.task;
        let updated_at = task_file::next_timestamp(context.now, old.updated_at.as_deref());
        let new = Task { id: id.clone(), updated_at: Some(updated_at), ..(**old).clone() };
        let mut data = task_file::open(&project.tree, task)?;
        handoff_format::write_task(&mut data, old, &new).map_err(|finding| task_file::broken(task, finding.text))?;
        builder.write(&task.shown.path, data.render());
        let change =
            Change::Field { field: "id".to_owned(), from: Value::from(old_id.as_str()), to: Value::from(id.as_str()) };
        builder.log(Some(&id), change);
    }
    stage.write(&mut builder)?;
    if !folder_matches_id(task.node.name(), &id, task.shown.layout) {
        let target = builder.free_path(parent(folder), &folder_name(task, &id));
        if id == old_id {
            builder.log(Some(&id), Change::Renamed { from: folder.to_owned(), to: target.clone() });
        }
        builder.rename(folder, target);
    }
    Ok(builder.finish(Text::with(texts::CHANGED_ID, [("id", old_id), ("to", id)])))
}

/// Removes the byte order mark at the start of a file.
pub(crate) fn remove_byte_order_mark(project: &Project, context: &Context, path: &str) -> Result<ChangeSet, Refusal> {
    handoff_format::check_path(path).map_err(|text| refuse(RefusalCode::BadPath, text))?;
    let bytes = content(project, path)?;
    let mut builder = ChangeSetBuilder::new(project, context);
    if let Some(rest) = bytes.strip_prefix(BYTE_ORDER_MARK) {
        builder.write(path, rest.to_vec());
        log_repair(&mut builder, project, path, &[], Value::from("\u{feff}"), Value::Null);
    }
    Ok(builder.finish(Text::with(texts::REMOVED_BOM, [("path", path.to_owned())])))
}

/// Replaces halves of surrogate pairs in a JSON file by U+FFFD.
pub(crate) fn replace_lone_surrogates(project: &Project, context: &Context, path: &str) -> Result<ChangeSet, Refusal> {
    handoff_format::check_path(path).map_err(|text| refuse(RefusalCode::BadPath, text))?;
    let bytes = content(project, path)?;
    let mut builder = ChangeSetBuilder::new(project, context);
    let is_json = Container::of_path(path) == Some(Container::Json);
    if let Some(text) = std::str::from_utf8(bytes).ok().filter(|_| is_json) {
        let (repaired, count) = handoff_format::replace_lone_surrogates(text);
        if count > 0 {
            builder.write(path, repaired.into_bytes());
            log_repair(&mut builder, project, path, &[], Value::Null, Value::from("\u{fffd}"));
        }
    }
    Ok(builder.finish(Text::with(texts::REPLACED_SURROGATES, [("path", path.to_owned())])))
}

/// Removes the lines of a log that are no JSON objects.
pub(crate) fn remove_damaged_lines(project: &Project, context: &Context, path: &str) -> Result<ChangeSet, Refusal> {
    let missing = || refuse(RefusalCode::BadPath, Text::with(texts::NOTHING_THERE, [("path", path.to_owned())]));
    let bytes = project.tree.file(path).filter(|_| is_activity_log(path)).ok_or_else(missing)?;
    let mut builder = ChangeSetBuilder::new(project, context);
    if let Some(intact) = activity_log::without_damaged_lines(bytes) {
        builder.write(path, intact);
    }
    Ok(builder.finish(Text::with(texts::REMOVED_DAMAGED_LINES, [("path", path.to_owned())])))
}

/// Logs a repair in a file, as an event of the task if it is a task's file.
fn log_repair(
    builder: &mut ChangeSetBuilder<'_>,
    project: &Project,
    path: &str,
    key: &[String],
    from: Value,
    to: Value,
) {
    let change = Change::Repaired { path: path.to_owned(), key: key.join("."), from, to };
    let is_task = matches!(classify(path), PathKind::TaskFile { .. });
    let task = project.model.tasks.task_in_folder(parent(path)).filter(|_| is_task);
    builder.log(task.map(TaskRef::id), change);
}

/// Returns the content of a file that belongs to the project.
fn content<'a>(project: &'a Project, path: &str) -> Result<&'a [u8], Refusal> {
    let missing = || refuse(RefusalCode::BadPath, Text::with(texts::NOTHING_THERE, [("path", path.to_owned())]));
    if handoff_format::is_content(path) { project.tree.file(path).ok_or_else(missing) } else { Err(missing()) }
}

/// Removes a key with an invalid optional value from a record. Only keys that are reported as
/// invalid can be removed.
pub(crate) fn remove_key(
    project: &Project,
    context: &Context,
    path: &str,
    key: &[String],
) -> Result<ChangeSet, Refusal> {
    let mut data = open(project, path)?;
    let args = [("key", key.join(".")), ("path", path.to_owned())];
    if !project.model.is_reported(path, key) {
        return Err(refuse(RefusalCode::BadCommand, Text::with(texts::KEY_IS_SOUND, args)));
    }
    let segments = crate::analysis::problems::path_segments(&data, key);
    let from = data.get(&segments).unwrap_or(Value::Null);
    data.remove(&segments).map_err(|finding| refuse(RefusalCode::BrokenFile, finding.text))?;
    let mut builder = ChangeSetBuilder::new(project, context);
    write_repaired(&mut builder, project, path, data, context)?;
    log_repair(&mut builder, project, path, key, from, Value::Null);
    Ok(builder.finish(Text::with(texts::REMOVED_KEY, args)))
}

/// Removes all values of a duplicate key from a record except the last one.
pub(crate) fn remove_repeated_key(
    project: &Project,
    context: &Context,
    path: &str,
    key: &[String],
) -> Result<ChangeSet, Refusal> {
    let mut data = open(project, path)?;
    let segments = crate::analysis::problems::path_segments(&data, key);
    let removed = data.remove_repeated(&segments).map_err(|finding| refuse(RefusalCode::BrokenFile, finding.text))?;
    let mut builder = ChangeSetBuilder::new(project, context);
    if !removed.is_empty() {
        let remaining = data.get(&segments).unwrap_or(Value::Null);
        write_repaired(&mut builder, project, path, data, context)?;
        log_repair(&mut builder, project, path, key, Value::Array(removed), remaining);
    }
    let args = [("key", key.join(".")), ("path", path.to_owned())];
    Ok(builder.finish(Text::with(texts::REMOVED_REPEATED_KEY, args)))
}

/// Parses a record.
fn open(project: &Project, path: &str) -> Result<DataFile, Refusal> {
    handoff_format::check_path(path).map_err(|text| refuse(RefusalCode::BadPath, text))?;
    let bytes = content(project, path)?;
    let Some(container) = Container::of_path(path) else {
        return Err(refuse(RefusalCode::BadPath, Text::with(texts::NO_RECORD_THERE, [("path", path.to_owned())])));
    };
    DataFile::parse(container, bytes).map_err(|finding| refuse(RefusalCode::BrokenFile, finding.text))
}

/// Writes a repaired record. A task gets a new `updated_at`.
fn write_repaired(
    builder: &mut ChangeSetBuilder<'_>,
    project: &Project,
    path: &str,
    mut data: DataFile,
    context: &Context,
) -> Result<(), Refusal> {
    if matches!(classify(path), PathKind::TaskFile { .. }) {
        let old = project.model.tasks.task_in_folder(parent(path)).and_then(|task| task.shown.task.updated_at.clone());
        let updated_at = task_file::next_timestamp(context.now, old.as_deref());
        data.set(&[PathSegment::Key("updated_at")], &Value::from(updated_at))
            .map_err(|finding| refuse(RefusalCode::BrokenFile, finding.text))?;
    }
    builder.write(path, data.render());
    Ok(())
}
