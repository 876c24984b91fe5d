//! New tasks, and copies of tasks.

use handoff_format::{
    Document, Task, new_task_document, task_document_in, task_file_name, task_folder_name, task_slug, timestamp,
    write_task,
};
use handoff_protocol::{Change, ChangeSet, Context, DependencyLink, Layout, NewTask, Place, Refusal, Status, Text};

use crate::Project;
use crate::container::of_layout;
use crate::model::{ROOT, TaskRef};
use crate::plan::change_set_builder::Draft;
use crate::plan::new_ids::Allocator;
use crate::plan::refusal::About;
use crate::plan::rules;
use crate::plan::staged_tasks::Stage;
use crate::plan::task_lookup;
use crate::plan::tasks::ordering;
use crate::plan::tasks::ordering::Ranking;
use crate::plan::tasks::patch;
use crate::texts;
use crate::tree::join;

/// Adds a task. An order says where it goes unless it has a place.
pub(crate) fn create_task(
    project: &Project,
    context: &Context,
    wanted: &NewTask,
    order: Option<u32>,
) -> Result<ChangeSet, Refusal> {
    let tasks = &project.model.tasks;
    let parent = wanted.parent.as_deref().map(|key| task_lookup::existing(tasks, key)).transpose()?;
    let mut stage = Stage::new(project, context);
    let layout = project.model.layout();
    let mut allocator = Allocator::default();
    let id = match &wanted.id {
        Some(id) => allocator.take(project, id)?,
        None => allocator.next(project, layout, parent.map(TaskRef::id))?,
    };
    let status = wanted.fields.status.unwrap_or(Status::Todo);
    let title = patch::check_title(wanted.fields.title.as_deref().unwrap_or_default())?;
    let blank = Task { id: id.clone(), title, order, ..Task::default() };
    let mut task = patch::apply(&blank, &wanted.fields, context.now).map_err(|refusal| refusal.about_task(&id))?;
    rules::check_entry(&id, &task, status)?;
    rules::check_dates(&id, rules::dates(&task), "dueDate")?;
    let mut draft = Draft::new(project, context);
    rules::check_estimate(&stage, &task, status, true, draft.evidence())?;
    let others_ids = task.dependencies.iter().filter(|other| **other != id);
    rules::check_new_dependencies(&stage, &id, &task, draft.evidence())?;
    rules::warn_of_unknown(&stage, &id, others_ids, &mut draft);
    stamp(&mut task, status, context.now);
    rank_new(&mut stage, parent, &mut task, wanted.place.as_ref())?;

    let folder = parent.map_or_else(|| ROOT.to_owned(), |parent| parent.node.folder.clone());
    let document = new_task_document(of_layout(layout), &task);
    place_file(&mut draft, &folder, layout, &task, status, &document);
    draft.created(&id);
    stage.write(&mut draft)?;
    Ok(draft.finish(Text::with(texts::CREATE_TASK, [("id", id), ("title", task.title)])))
}

/// The stamps of a task that begins now.
pub(crate) fn stamp(task: &mut Task, status: Status, now: i64) {
    task.created_at = Some(timestamp(now));
    task.updated_at = Some(timestamp(now));
    task.completed_at = (status == Status::Done).then(|| timestamp(now));
}

/// Gives a new task a rank where its order and id alone would not put it at the place, which is the last where it has no order either.
fn rank_new(
    stage: &mut Stage<'_>,
    parent: Option<TaskRef<'_>>,
    task: &mut Task,
    place: Option<&Place>,
) -> Result<(), Refusal> {
    let others = stage.project.model.tasks.arranged(parent.map(|parent| parent.slot));
    let at = match (place, task.order) {
        (Some(place), _) => ordering::position(stage, Ranking::Siblings, &others, &others, place)?,
        (None, Some(_)) => ordering::by_order(&others, task),
        (None, None) => others.len(),
    };
    ordering::rank_at(stage, &others, at, task)
}

/// Puts a new task's folder and file into the draft and returns the folder.
pub(crate) fn place_file(
    draft: &mut Draft<'_>,
    above: &str,
    layout: Layout,
    task: &Task,
    status: Status,
    document: &Document,
) -> String {
    let folder = draft.free_path(above, &task_folder_name(layout, &task.id, status, &task_slug(&task.title)));
    draft.make_folder(&folder);
    draft.create(join(&folder, &task_file_name(layout, status)), document.render());
    draft.log(Some(&task.id), Change::Created { title: task.title.clone() });
    folder
}

/// Copies a task with its subtasks beside itself; open again, without hours spent.
pub(crate) fn duplicate_task(project: &Project, context: &Context, id: &str) -> Result<ChangeSet, Refusal> {
    let tasks = &project.model.tasks;
    let original = task_lookup::editable(tasks, id)?;
    let mut stage = Stage::new(project, context);
    let parent = tasks.parent(original.slot);
    let layout = project.model.layout();
    let mut allocator = Allocator::default();
    let mut draft = Draft::new(project, context);

    let mut copies: Vec<(TaskRef<'_>, String)> = Vec::new();
    for task in tasks.subtree(original.slot) {
        if let Some(refusal) = task_lookup::obstacle(tasks, task) {
            return Err(refusal);
        }
        let above = tasks.parent(task.slot).filter(|_| task.slot != original.slot);
        let above = above.and_then(|above| copies.iter().find(|(known, _)| known.slot == above.slot));
        let above = above.map(|(_, id)| id.as_str()).or(parent.map(TaskRef::id).filter(|_| task.slot == original.slot));
        let id = allocator.next(project, layout, above)?;
        copies.push((task, id));
    }
    let mut folders: Vec<String> = Vec::new();
    for (task, id) in &copies {
        let old = &task.shown.task;
        let mut new = renewed(old, id, &copies, context.now);
        if task.slot == original.slot {
            new.rank = None;
            rank_new(&mut stage, parent, &mut new, Some(&Place::After { id: tasks.key(original) }))?;
        }
        let above =
            tasks.parent(task.slot).and_then(|above| copies.iter().position(|(known, _)| known.slot == above.slot));
        let folder = match above.and_then(|index| folders.get(index)) {
            Some(folder) => folder.clone(),
            None => parent.map_or_else(|| ROOT.to_owned(), |parent| parent.node.folder.clone()),
        };
        let mut document = crate::plan::staged_tasks::open(&project.tree, *task)?;
        if task.shown.layout != layout {
            document = task_document_in(of_layout(layout), &document)
                .map_err(|finding| crate::plan::staged_tasks::broken(*task, finding.text))?;
        }
        write_task(&mut document, old, &new)
            .map_err(|finding| crate::plan::staged_tasks::broken(*task, finding.text))?;
        folders.push(place_file(&mut draft, &folder, layout, &new, Status::Todo, &document));
        draft.created(id);
    }
    stage.write(&mut draft)?;
    let copy = copies.first().map(|(_, id)| id.clone()).unwrap_or_default();
    Ok(draft.finish(Text::with(texts::DUPLICATE_TASK, [("id", original.id().to_owned()), ("copy", copy)])))
}

/// The copy of a task: dependencies within the copied branch follow the copies.
fn renewed(old: &Task, id: &str, copies: &[(TaskRef<'_>, String)], now: i64) -> Task {
    let renamed = |other: &String| {
        copies.iter().find(|(task, _)| task.id() == other).map_or_else(|| other.clone(), |(_, copy)| copy.clone())
    };
    let relinked = |link: &DependencyLink| DependencyLink { id: renamed(&link.id), ..link.clone() };
    let mut new = Task {
        id: id.to_owned(),
        dependencies: old.dependencies.iter().map(renamed).collect(),
        dependency_links: old.dependency_links.iter().map(relinked).collect(),
        board_rank: None,
        ..old.clone()
    };
    for criterion in &mut new.criteria {
        criterion.checked = false;
    }
    if let Some(schedule) = &mut new.schedule {
        schedule.actual_hours = None;
        schedule.remaining_hours = None;
    }
    stamp(&mut new, Status::Todo, now);
    new
}
