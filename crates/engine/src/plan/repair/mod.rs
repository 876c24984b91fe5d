//! What settles problems of single files and folders.

pub(super) mod repair_all;

use handoff_format::{
    Document, PathKind, PathSegment, Task, Value, classify, folder_matches_id, parse_task_folder, task_folder_name,
    task_slug,
};
use handoff_protocol::{Change, ChangeSet, Context, Layout, Refusal, RefusalCode, Text};

use crate::Project;
use crate::container::of_path;
use crate::model::TaskRef;
use crate::model::field_changes;
use crate::plan::change_set_builder::Draft;
use crate::plan::new_ids::Allocator;
use crate::plan::refusal::refuse;
use crate::plan::staged_tasks;
use crate::plan::staged_tasks::Stage;
use crate::plan::tasks::delete;
use crate::plan::tasks::references;
use crate::texts;
use crate::tree::parent;

const BYTE_ORDER_MARK: &[u8] = &[0xEF, 0xBB, 0xBF];

/// Keeps one of several task files in a folder; the others go to the trash.
pub(crate) fn keep_task_file(project: &Project, context: &Context, path: &str) -> Result<ChangeSet, Refusal> {
    delete::check(project, path)?;
    let task = project.model.tasks.in_folder(parent(path));
    let Some(task) = task.filter(|task| task.node.files.iter().any(|file| file.path == path)) else {
        return Err(refuse(RefusalCode::BadPath, Text::with(texts::NO_TASK_FILE_THERE, [("path", path.to_owned())])));
    };
    let mut draft = Draft::new(project, context);
    for file in &task.node.files {
        if file.path != path {
            let goal = delete::discard(&mut draft, context, &file.path);
            draft.log(Some(task.id()), Change::Renamed { from: file.path.clone(), to: goal });
        } else if !file.broken {
            for change in field_changes::changes((&task.shown.task, task.shown.named_status), (&file.task, file.status))
            {
                draft.log(Some(task.id()), change);
            }
        }
    }
    Ok(draft.finish(Text::with(texts::KEEP_FILE, [("path", path.to_owned())])))
}

/// The task in a folder, whose id need be neither unique nor that of the folder's name.
fn task_in<'a>(project: &'a Project, folder: &str) -> Result<TaskRef<'a>, Refusal> {
    let task = project.model.tasks.in_folder(folder).ok_or_else(|| {
        refuse(RefusalCode::UnknownTask, Text::with(texts::NO_TASK_THERE, [("path", folder.to_owned())]))
    })?;
    if task.shown.broken || task.node.missing_since.is_some() {
        let args = [("id", task.id().to_owned()), ("path", task.shown.path.clone())];
        return Err(refuse(RefusalCode::BrokenFile, Text::with(texts::BROKEN_TASK, args)));
    }
    if task.node.files.len() > 1 {
        let args = [("id", task.id().to_owned()), ("path", task.shown.path.clone())];
        return Err(refuse(RefusalCode::AmbiguousTask, Text::with(texts::SEVERAL_FILES, args)));
    }
    Ok(task)
}

/// The name that a task's folder should have with that id; what follows the id in the present name stays.
fn folder_name(task: TaskRef<'_>, id: &str) -> String {
    let name = task.node.name();
    let named = parse_task_folder(name).into_iter().find(|parsed| parsed.layout == task.shown.layout);
    let slug = match named {
        Some(named) if task.shown.layout == Layout::Toml || folder_matches_id(name, &named.id, Layout::Json) => {
            named.slug
        }
        _ => task_slug(task.title()),
    };
    let slug = if slug.is_empty() { task_slug(task.title()) } else { slug };
    task_folder_name(task.shown.layout, id, task.status(), &slug)
}

/// Renames a task's folder after the id in its file.
pub(crate) fn rename_folder(project: &Project, context: &Context, folder: &str) -> Result<ChangeSet, Refusal> {
    let task = task_in(project, folder)?;
    handoff_format::check_id(task.id()).map_err(|text| refuse(RefusalCode::BadId, text))?;
    let mut draft = Draft::new(project, context);
    if task.node.misnamed {
        let goal = draft.free_path(parent(folder), &folder_name(task, task.id()));
        draft.log(Some(task.id()), Change::Renamed { from: folder.to_owned(), to: goal.clone() });
        draft.rename(folder, goal);
    }
    Ok(draft.finish(Text::with(texts::RENAME_FOLDER, [("path", folder.to_owned()), ("id", task.id().to_owned())])))
}

/// Gives a task another id: in its file, its folder's name and, unless another task keeps the old id, every reference.
pub(crate) fn change_id(
    project: &Project,
    context: &Context,
    folder: &str,
    wanted: Option<&str>,
    mut allocator: Allocator,
) -> Result<ChangeSet, Refusal> {
    let tasks = &project.model.tasks;
    let task = task_in(project, folder)?;
    let old_id = task.id().to_owned();
    let parent_id = tasks.parent(task.slot).map(TaskRef::id);
    let id = match wanted {
        Some(id) if id == old_id => id.to_owned(),
        Some(id) => allocator.take(project, id)?,
        None => allocator.next(project, task.shown.layout, parent_id)?,
    };
    let mut draft = Draft::new(project, context);
    let mut stage = Stage::new(project, context);
    if id != old_id {
        if tasks.is_unique(task) {
            references::rewrite(&mut stage, &mut draft, task, &old_id, &id)?;
        }
        let old = &task.shown.task;
        let stamp = staged_tasks::next_timestamp(context.now, old.updated_at.as_deref());
        let dependencies = old.dependencies.clone();
        let new = Task { id: id.clone(), updated_at: Some(stamp), dependencies, ..(**old).clone() };
        let mut document = staged_tasks::open(&project.tree, task)?;
        handoff_format::write_task(&mut document, old, &new)
            .map_err(|finding| staged_tasks::broken(task, finding.text))?;
        draft.write(&task.shown.path, document.render());
        let change =
            Change::Field { field: "id".to_owned(), from: Value::from(old_id.as_str()), to: Value::from(id.as_str()) };
        draft.log(Some(&id), change);
    }
    stage.write(&mut draft)?;
    if !folder_matches_id(task.node.name(), &id, task.shown.layout) {
        let goal = draft.free_path(parent(folder), &folder_name(task, &id));
        if id == old_id {
            draft.log(Some(&id), Change::Renamed { from: folder.to_owned(), to: goal.clone() });
        }
        draft.rename(folder, goal);
    }
    Ok(draft.finish(Text::with(texts::CHANGE_ID, [("id", old_id), ("to", id)])))
}

/// Takes the byte order mark from the start of a file.
pub(crate) fn remove_byte_order_mark(project: &Project, context: &Context, path: &str) -> Result<ChangeSet, Refusal> {
    handoff_format::check_path(path).map_err(|text| refuse(RefusalCode::BadPath, text))?;
    let bytes = content(project, path)?;
    let mut draft = Draft::new(project, context);
    if let Some(rest) = bytes.strip_prefix(BYTE_ORDER_MARK) {
        draft.write(path, rest.to_vec());
        log_repair(&mut draft, project, path, &[], Value::from("\u{feff}"), Value::Null);
    }
    Ok(draft.finish(Text::with(texts::REMOVE_BOM, [("path", path.to_owned())])))
}

/// Tells that something in a file was put right, as an event of the task whose file it is.
fn log_repair(draft: &mut Draft<'_>, project: &Project, path: &str, key: &[String], from: Value, to: Value) {
    let change = Change::Repaired { path: path.to_owned(), key: key.join("."), from, to };
    let is_task = matches!(classify(path), PathKind::TaskFile { .. });
    let task = project.model.tasks.in_folder(parent(path)).filter(|_| is_task);
    draft.log(task.map(TaskRef::id), change);
}

fn content<'a>(project: &'a Project, path: &str) -> Result<&'a [u8], Refusal> {
    let missing = || refuse(RefusalCode::BadPath, Text::with(texts::NOTHING_THERE, [("path", path.to_owned())]));
    if handoff_format::is_content(path) { project.tree.file(path).ok_or_else(missing) } else { Err(missing()) }
}

/// Takes a key with a broken optional value out of a record. Only keys that are reported as broken can be taken out.
pub(crate) fn remove_key(
    project: &Project,
    context: &Context,
    path: &str,
    key: &[String],
) -> Result<ChangeSet, Refusal> {
    let mut document = open(project, path)?;
    let args = [("key", key.join(".")), ("path", path.to_owned())];
    if !project.model.is_reported(path, key) {
        return Err(refuse(RefusalCode::BadCommand, Text::with(texts::KEY_IS_SOUND, args)));
    }
    let steps = crate::problems::steps(&document, key);
    let from = document.get(&steps).unwrap_or_default();
    document.remove(&steps).map_err(|finding| refuse(RefusalCode::BrokenFile, finding.text))?;
    let mut draft = Draft::new(project, context);
    write_repaired(&mut draft, project, path, document, context)?;
    log_repair(&mut draft, project, path, key, from, Value::Null);
    Ok(draft.finish(Text::with(texts::REMOVE_KEY, args)))
}

/// Takes all values of a key that stands several times out of a record, except the last.
pub(crate) fn remove_repeated_key(
    project: &Project,
    context: &Context,
    path: &str,
    key: &[String],
) -> Result<ChangeSet, Refusal> {
    let mut document = open(project, path)?;
    let steps = crate::problems::steps(&document, key);
    let removed = document.remove_repeated(&steps).map_err(|finding| refuse(RefusalCode::BrokenFile, finding.text))?;
    let mut draft = Draft::new(project, context);
    if !removed.is_empty() {
        let kept = document.get(&steps).unwrap_or_default();
        write_repaired(&mut draft, project, path, document, context)?;
        log_repair(&mut draft, project, path, key, Value::Array(removed), kept);
    }
    let args = [("key", key.join(".")), ("path", path.to_owned())];
    Ok(draft.finish(Text::with(texts::REMOVE_REPEATED_KEY, args)))
}

/// The document of a record.
fn open(project: &Project, path: &str) -> Result<Document, Refusal> {
    handoff_format::check_path(path).map_err(|text| refuse(RefusalCode::BadPath, text))?;
    let bytes = content(project, path)?;
    let Some(container) = of_path(path) else {
        return Err(refuse(RefusalCode::BadPath, Text::with(texts::NO_RECORD_THERE, [("path", path.to_owned())])));
    };
    Document::parse(container, bytes).map_err(|finding| refuse(RefusalCode::BrokenFile, finding.text))
}

/// Puts a record that was put right into the draft; a task's gets a fresh stamp.
fn write_repaired(
    draft: &mut Draft<'_>,
    project: &Project,
    path: &str,
    mut document: Document,
    context: &Context,
) -> Result<(), Refusal> {
    if matches!(classify(path), PathKind::TaskFile { .. }) {
        let old = project.model.tasks.in_folder(parent(path)).and_then(|task| task.shown.task.updated_at.clone());
        let stamp = staged_tasks::next_timestamp(context.now, old.as_deref());
        document
            .set(&[PathSegment::Key("updated_at")], &Value::from(stamp))
            .map_err(|finding| refuse(RefusalCode::BrokenFile, finding.text))?;
    }
    draft.write(path, document.render());
    Ok(())
}
