//! References to a task: dependencies and links of other tasks, sessions, pages, timers and
//! baselines.
//!
//! Invariant: only fields that hold ids count. Other text is neither searched nor changed.

use std::collections::BTreeSet;

use handoff_format::{Container, DataFile, Finding, PathKind, PathSegment, Task, Value, classify};
use handoff_protocol::{DependencyLink, Refusal, RefusalCode, Text};

use crate::Project;
use crate::analysis::problems::referenced_ids;
use crate::analysis::schedule::{Endpoint, WaitGraph};
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::refusal::refuse;
use crate::change::plan::staged_tasks::Stage;
use crate::change::plan::summary;
use crate::change::plan::task_lookup;
use crate::change::plan::time::of_task;
use crate::ground::texts;
use crate::ground::timestamp::sort_key;
use crate::knowledge::time::entries::entries;
use crate::model::dependency_links;
use crate::model::project::unread;
use crate::model::{Slot, TaskRef, by_id};

/// The `link_type` of a link to another task.
const TO_TASK: &str = "task";
/// The key of a session's list of task ids.
const OF_SESSION: &str = "related_task_ids";
/// The key of a baseline's list of tasks, and the key of their ids.
const OF_BASELINE: (&str, Option<&str>) = ("tasks", Some("id"));

/// Warns of references to tasks that are about to be deleted, unless another task has the same id.
/// Baselines may name deleted tasks, because they describe the past.
pub(crate) fn report(project: &Project, deleted: &[TaskRef<'_>], builder: &mut ChangeSetBuilder<'_>) {
    let slots: BTreeSet<Slot> = deleted.iter().map(|task| task.slot).collect();
    let tasks = &project.model.tasks;
    let is_last = |id: &&str| tasks.with_id(id).all(|task| slots.contains(&task.slot));
    let ids: BTreeSet<&str> = deleted.iter().map(|task| task.id()).filter(is_last).collect();
    let mut others: Vec<TaskRef<'_>> = tasks.all().filter(|task| !slots.contains(&task.slot)).collect();
    others.sort_by(|a, b| by_id(*a, *b));
    for task in &others {
        for id in task.shown.task.dependencies.iter().filter(|id| ids.contains(id.as_str())) {
            warn_of_task(builder, texts::AWAITS_DELETED, *task, id);
        }
    }
    if let (Some(why), false) = (unread::task_gaps(project).0.first(), ids.is_empty()) {
        let ids = ids.iter().copied().collect::<Vec<_>>().join(", ");
        builder.warn(Text::with(texts::MAY_BE_AWAITED, [("ids", ids), ("why", why.to_string())]));
    }
    for task in &others {
        for id in linked_ids(&task.shown.task).filter(|id| ids.contains(*id)) {
            warn_of_task(builder, texts::LINKS_TO_DELETED, *task, id);
        }
    }
    let (mut sessions, mut documents) = (BTreeSet::new(), BTreeSet::new());
    // Timers stop with their tasks. Requests to start one are internal files.
    for (_, path) in project.model.records.references().filter(|(id, _)| ids.contains(*id)) {
        match classify(path) {
            PathKind::Session { .. } => sessions.insert(path),
            PathKind::Document => documents.insert(path),
            _ => false,
        };
    }
    for (template, paths) in [(texts::SESSIONS_NAME_DELETED, sessions), (texts::DOCUMENTS_NAME_DELETED, documents)] {
        if !paths.is_empty() {
            builder.warn(Text::with(template, [("count", paths.len().to_string())]));
        }
    }
}

/// Warns of a task that refers to one that is about to be deleted.
fn warn_of_task(builder: &mut ChangeSetBuilder<'_>, template: &str, task: TaskRef<'_>, deleted: &str) {
    let other = summary::name_by_id(&builder.project().model.tasks, deleted);
    builder.warn(Text::plain(template).with_task(task.id(), task.title()).with_arg("other", other));
}

/// Replaces a task's id in tasks, sessions, baselines and timers. References in pages, which belong to
/// other programs, and in files that cannot be written are only reported.
pub(crate) fn rewrite(
    stage: &mut Stage<'_>,
    builder: &mut ChangeSetBuilder<'_>,
    task: TaskRef<'_>,
    old: &str,
    new: &str,
) -> Result<(), Refusal> {
    let project = stage.project;
    let tasks = &project.model.tasks;
    for other in tasks.all().filter(|other| other.slot != task.slot) {
        let record = &other.shown.task;
        if !referenced_ids(record).any(|id| id == old) {
            continue;
        }
        if task_lookup::obstacle(tasks, other).is_some() {
            warn(builder, old, &other.shown.path);
            continue;
        }
        rename(&mut stage.edit(&tasks.key(other))?.1.new, old, new);
    }
    let paths: BTreeSet<&str> =
        project.model.records.references().filter(|(id, _)| *id == old).map(|(_, path)| path).collect();
    for path in paths {
        match classify(path) {
            PathKind::Session { .. } => {
                builder.write(path, with_new_id(project, path, (OF_SESSION, None), (old, new))?);
            }
            PathKind::TimerState if of_task::rename(builder, old, new)? => {}
            _ => warn(builder, old, path),
        }
    }
    for path in project.model.records.baselines_with(old) {
        builder.write(path, with_new_id(project, path, OF_BASELINE, (old, new))?);
    }
    Ok(())
}

/// Divides the references to an ID that several tasks have, of which `task` gets a new one. A task that
/// was last changed before one of them was created means another one. What may mean either names both,
/// unless `follow` decides. Records that name one task, and time entries, keep the ID. Warns of each
/// reference.
pub(crate) fn divide(
    stage: &mut Stage<'_>,
    builder: &mut ChangeSetBuilder<'_>,
    task: TaskRef<'_>,
    new: &str,
    follow: Option<bool>,
) -> Result<(), Refusal> {
    let (project, old) = (stage.project, task.id());
    let tasks = &project.model.tasks;
    let title = |task: TaskRef<'_>| format!("“{}”", task.title());
    let others: Vec<TaskRef<'_>> = tasks.with_id(old).filter(|other| other.slot != task.slot).collect();
    let titles = others.iter().copied().map(title).collect::<Vec<_>>().join(", ");
    let warn_of = |builder: &mut ChangeSetBuilder<'_>, template: &str, by: String| {
        let args = [
            ("by", by),
            ("id", old.to_owned()),
            ("to", new.to_owned()),
            ("own", title(task)),
            ("others", titles.clone()),
        ];
        builder.warn(Text::with(template, args));
    };
    let template = |follow: Option<bool>| match follow {
        Some(true) => texts::MEANS_RENAMED,
        Some(false) => texts::MEANS_OTHERS,
        None => texts::MEANS_BOTH,
    };
    // A reference to a task whose folder has another ID in its name, or that waits for the referring one,
    // means another task.
    let outline = tasks.outline();
    let end = outline.position(task.slot).map(Endpoint::end);
    let awaited = WaitGraph::new(outline, |_, _| true).search(end.into_iter());
    let is_awaited = |other: TaskRef<'_>| {
        outline.position(other.slot).is_some_and(|position| awaited.contains(Endpoint::start(position)))
    };
    let mut referring: Vec<TaskRef<'_>> =
        tasks.all().filter(|other| referenced_ids(&other.shown.task).any(|id| id == old)).collect();
    referring.sort_by(|a, b| by_id(*a, *b));
    for other in referring {
        let by = format!("{} {}", other.id(), title(other));
        if task_lookup::obstacle(tasks, other).is_some() {
            warn_of(builder, texts::MEANS_OTHERS, by);
            continue;
        }
        let follow = if task.node.is_misnamed || is_older(other, task) || is_awaited(other) {
            Some(false)
        } else if others.iter().all(|candidate| is_older(other, *candidate)) {
            Some(true)
        } else {
            follow
        };
        let staged = &mut stage.edit(&tasks.key(other))?.1.new;
        match follow {
            Some(true) => rename(staged, old, new),
            Some(false) => {}
            None => add(staged, old, new),
        }
        warn_of(builder, template(follow), by);
    }
    let paths: BTreeSet<&str> =
        project.model.records.references().filter(|(id, _)| *id == old).map(|(_, path)| path).collect();
    for path in paths {
        let is_session = matches!(classify(path), PathKind::Session { .. });
        let follow = if is_session { follow } else { Some(false) };
        match follow {
            Some(true) => builder.write(path, with_new_id(project, path, (OF_SESSION, None), (old, new))?),
            Some(false) => {}
            None => builder.write(path, with_both_ids(project, path, (old, new))?),
        }
        warn_of(builder, template(follow), path.to_owned());
    }
    let entries = entries(&project.model.activity).values().filter(|entry| entry.task == old).count();
    if entries > 0 {
        warn_of(builder, texts::ENTRIES_MEAN_OTHERS, entries.to_string());
    }
    for path in project.model.records.baselines_with(old) {
        warn_of(builder, texts::MEANS_OTHERS, path.to_owned());
    }
    Ok(())
}

/// Returns true if a task was last changed before another one was created.
fn is_older(task: TaskRef<'_>, other: TaskRef<'_>) -> bool {
    let changed = task.shown.task.updated_at.as_deref().map(sort_key);
    let created = other.shown.task.created_at.as_deref().map(sort_key);
    changed.zip(created).is_some_and(|(changed, created)| changed < created)
}

/// Adds an id beside another one in the references of a task to others.
fn add(task: &mut Task, old: &str, new: &str) {
    if task.dependencies.iter().any(|id| id == old) {
        let link = dependency_links::link_to(task, old);
        dependency_links::set_link(task, DependencyLink { id: new.to_owned(), ..link });
    }
    let links: Vec<_> =
        task.task_links.iter().filter(|link| link.link_type == TO_TASK && link.target == old).cloned().collect();
    for mut link in links {
        new.clone_into(&mut link.target);
        task.task_links.push(link);
    }
}

/// Replaces an id in the references of a task to others.
pub(crate) fn rename(task: &mut Task, old: &str, new: &str) {
    for id in task.dependencies.iter_mut().filter(|id| *id == old) {
        new.clone_into(id);
    }
    dependency_links::rename_link(task, old, new);
    for link in task.task_links.iter_mut().filter(|link| link.link_type == TO_TASK && link.target == old) {
        new.clone_into(&mut link.target);
    }
}

/// Returns the content of a record after a change of its data file.
fn changed_record(
    project: &Project,
    path: &str,
    change: impl FnOnce(&mut DataFile) -> Result<(), Finding>,
) -> Result<Vec<u8>, Refusal> {
    let broken = |text| refuse(RefusalCode::BrokenFile, text);
    let missing = || broken(Text::with(texts::NOTHING_THERE, [("path", path.to_owned())]));
    let (container, bytes) = Container::of_path(path).zip(project.tree.file(path)).ok_or_else(missing)?;
    let mut data = DataFile::parse(container, bytes).map_err(|finding| broken(finding.text))?;
    change(&mut data).map_err(|finding| broken(finding.text))?;
    Ok(data.render())
}

/// Returns the content of a record in which an id is replaced. The elements of the list are ids, or
/// have them at `key`.
fn with_new_id(
    project: &Project,
    path: &str,
    (list, key): (&str, Option<&str>),
    (old, new): (&str, &str),
) -> Result<Vec<u8>, Refusal> {
    changed_record(project, path, |data| {
        let elements = data.get(&[PathSegment::Key(list)]);
        for (index, element) in elements.as_ref().and_then(Value::as_array).into_iter().flatten().enumerate() {
            let id = key.map_or(Some(element), |key| element.get(key));
            if id.and_then(Value::as_str) == Some(old) {
                let mut segments = vec![PathSegment::Key(list), PathSegment::Index(index)];
                segments.extend(key.map(PathSegment::Key));
                data.set(&segments, &Value::from(new))?;
            }
        }
        Ok(())
    })
}

/// Returns the content of a session whose list of tasks has another ID after an ID.
fn with_both_ids(project: &Project, path: &str, (old, new): (&str, &str)) -> Result<Vec<u8>, Refusal> {
    changed_record(project, path, |data| {
        let list = [PathSegment::Key(OF_SESSION)];
        let Some(Value::Array(mut ids)) = data.get(&list) else { return Ok(()) };
        if let Some(at) = ids.iter().position(|id| id.as_str() == Some(old)) {
            ids.insert(at + 1, Value::from(new));
            data.set(&list, &Value::Array(ids))?;
        }
        Ok(())
    })
}

/// Returns the ids of the tasks that a task links to.
fn linked_ids(task: &Task) -> impl Iterator<Item = &str> {
    task.task_links.iter().filter(|link| link.link_type == TO_TASK).map(|link| link.target.as_str())
}

fn warn(builder: &mut ChangeSetBuilder<'_>, id: &str, path: &str) {
    builder.warn(Text::with(texts::STILL_NAMED, [("id", id.to_owned()), ("path", path.to_owned())]));
}
