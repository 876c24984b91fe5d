//! Creates tasks and copies of tasks.

use chrono::{DateTime, NaiveDateTime};
use handoff_format::{
    Container, DataFile, PEER_CLAIM, PathSegment, Task, parse_date, short_task_slug, task_document_in, task_file_name,
    task_folder_name, task_slug, timestamp, write_task,
};
use handoff_protocol::agent::TaskStamps;
use handoff_protocol::{ChangeSet, Context, DependencyLink, Layout, Place, Refusal, Status, TaskPatch, Text, TimeZone};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::claims;
use crate::change::plan::new_ids::IdAllocator;
use crate::change::plan::refusal::About;
use crate::change::plan::rules;
use crate::change::plan::staged_tasks::Stage;
use crate::change::plan::task_file;
use crate::change::plan::task_lookup;
use crate::change::plan::tasks::ordering::{self, Ranking};
use crate::change::plan::tasks::patch;
use crate::ground::texts;
use crate::ground::tree::join;
use crate::model::{ROOT, Slot, TaskRef, rank};

/// Returns a task with these fields that is created now, and its status.
pub(crate) fn new_task(
    id: &str,
    fields: &TaskPatch,
    order: Option<u32>,
    context: &Context,
) -> Result<(Task, Status), Refusal> {
    let status = fields.status.unwrap_or(Status::Todo);
    let title = rules::check_title(fields.title.as_deref().unwrap_or_default())?;
    let blank = Task { id: id.to_owned(), title, order, ..Task::default() };
    let mut task = patch::apply(&blank, fields, context).map_err(|refusal| refusal.about_task(id))?;
    set_timestamps(&mut task, status, context.now);
    Ok((task, status))
}

/// Sets the timestamps of a task that is created now.
pub(crate) fn set_timestamps(task: &mut Task, status: Status, now: i64) {
    task.created_at = Some(timestamp(now));
    task.updated_at = Some(timestamp(now));
    task.completed_at = (status == Status::Done).then(|| timestamp(now));
}

/// Sets the timestamps of a task that comes from another program: those that it had there. A finished
/// task without any has none, so that no figure takes it for finished today. A time that cannot be read
/// is left out with a warning.
pub(crate) fn set_imported_stamps(
    task: &mut Task,
    status: Status,
    stamps: Option<&TaskStamps>,
    context: &Context,
    builder: &mut ChangeSetBuilder<'_>,
) {
    let stamps = stamps.cloned().unwrap_or_default();
    let mut read = |name: &str, given: Option<String>| {
        let given = given.filter(|given| !given.trim().is_empty())?;
        let stamp = imported_stamp(given.trim(), &context.time_zone).map(timestamp);
        if stamp.is_none() {
            let args = [("id", task.id.clone()), ("name", name.to_owned()), ("value", given)];
            builder.warn(Text::with(texts::BAD_STAMP, args));
        }
        stamp
    };
    let created = read("created_at", stamps.created_at);
    let updated = read("updated_at", stamps.updated_at);
    let completed = read("completed_at", stamps.completed_at).filter(|_| status.is_terminal());
    if status.is_terminal() || created.is_some() {
        task.created_at.clone_from(&created);
    }
    // The figures would take another time of a finished task for the time when it was finished.
    let known = if status.is_terminal() { None } else { created.or(task.updated_at.take()) };
    task.updated_at = updated.or_else(|| completed.clone()).or(known);
    task.completed_at = completed;
}

/// Parses a time of another program, in milliseconds: RFC 3339, the same with other offsets, with a space,
/// or without seconds; without an offset as local time; or a day, from its start.
fn imported_stamp(text: &str, zone: &TimeZone) -> Option<i64> {
    const WITH_OFFSET: [&str; 2] = ["%Y-%m-%dT%H:%M:%S%.f%#z", "%Y-%m-%dT%H:%M%#z"];
    const LOCAL: [&str; 2] = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M"];
    if let Some(day) = parse_date(text) {
        return Some(zone.day_start(day));
    }
    let text = text.replacen(' ', "T", 1);
    let text = text.strip_suffix(['Z', 'z']).map_or_else(|| text.clone(), |utc| format!("{utc}+0000"));
    let with_offset = WITH_OFFSET.iter().find_map(|form| DateTime::parse_from_str(&text, form).ok());
    with_offset.map(|time| time.timestamp_millis()).or_else(|| {
        let local = LOCAL.iter().find_map(|form| NaiveDateTime::parse_from_str(&text, form).ok())?;
        Some(zone.instant_of(local.and_utc().timestamp_millis()).0)
    })
}

/// Gives a new task a rank for its place, unless its order and id already sort it there. Without
/// place and order it becomes the last one.
pub(crate) fn rank_new(
    stage: &mut Stage<'_>,
    parent: Option<Slot>,
    task: &mut Task,
    place: Option<&Place>,
) -> Result<(), Refusal> {
    let others = stage.project.model.tasks.sorted_children(parent);
    let index = match (place, task.order) {
        (Some(place), _) => ordering::position(stage, Ranking::Siblings, &others, &others, place)?,
        (None, Some(_)) => ordering::index_by_order(&others, task),
        (None, None) => others.len(),
    };
    ordering::rank_at(stage, &others, index, task)
}

/// Gives new siblings ranks after all others, in the order of the list or by the orders that they
/// have. Without any ranks, orders decide among all siblings, and nothing is written.
pub(crate) fn rank_last(stage: &mut Stage<'_>, others: &[TaskRef<'_>], new: &mut [&mut Task]) -> Result<(), Refusal> {
    let ranks: Vec<&str> = others.iter().map(|task| task.shown.ranks.sibling.as_str()).collect();
    let has_implicit_rank =
        |task: &TaskRef<'_>| task.shown.ranks.sibling == rank::implicit_rank(task.shown.task.order, task.id());
    // A given order decides against the order of the list.
    if new.iter().any(|task| task.order.is_some()) {
        if others.iter().all(has_implicit_rank) {
            return Ok(());
        }
        new.sort_by_key(|task| rank::implicit_rank(task.order, &task.id));
    }
    let implicit: Vec<String> = new.iter().map(|task| rank::implicit_rank(task.order, &task.id)).collect();
    let is_last = |rank: &String| ranks.last().is_none_or(|last| *last < rank.as_str());
    if implicit.is_sorted() && implicit.iter().all(is_last) {
        return Ok(());
    }
    let placed = rank::insert_ranks(&ranks, ranks.len(), new.len());
    for (task, rank) in new.iter_mut().zip(placed.inserted) {
        task.rank = Some(rank);
    }
    ordering::stage_neighbours(stage, Ranking::Siblings, others, placed.reassigned)
}

/// A task whose file is added.
#[derive(Clone, Copy)]
pub(crate) struct NewFile<'t> {
    pub(crate) task: &'t Task,
    pub(crate) status: Status,
    /// Whether it comes from another program.
    pub(crate) is_imported: bool,
}

/// Adds a new task's folder and file and returns the folder.
pub(crate) fn add_task_file(
    builder: &mut ChangeSetBuilder<'_>,
    parent_folder: &str,
    layout: Layout,
    NewFile { task, status, is_imported }: NewFile<'_>,
    data: &DataFile,
) -> String {
    let slug = match layout {
        Layout::Json => task_slug(&task.title),
        // The folder of tasks at the top has no slash.
        Layout::Toml => short_task_slug(&task.title, parent_folder.matches('/').count()),
    };
    let folder = builder.free_path(parent_folder, &task_folder_name(layout, &task.id, status, &slug));
    builder.make_folder(&folder);
    let mut data = data.clone();
    if layout == Layout::Json
        && let Some(claim) = claims::peer_claim_after(builder.project(), builder.context(), &task.id, status, None)
    {
        // Without the claim, the work begins as well.
        let _ = data.set(&[PathSegment::Key(PEER_CLAIM)], &claim);
    }
    builder.create(join(&folder, &task_file_name(layout, status)), data.render());
    builder.log_creation(&folder, task, status, is_imported);
    claims::follow_status(builder, &task.id, status);
    folder
}

/// Copies a task with its subtasks to the place after it. The copies are open and have no actual
/// hours.
pub(crate) fn duplicate_task(project: &Project, context: &Context, id: &str) -> Result<ChangeSet, Refusal> {
    let tasks = &project.model.tasks;
    let original = task_lookup::editable(tasks, id)?;
    let mut stage = Stage::new(project, context);
    let parent = tasks.parent(original.slot);
    let layout = project.model.layout();
    let mut allocator = IdAllocator::default();
    let mut builder = ChangeSetBuilder::new(project, context);

    let mut copies: Vec<(TaskRef<'_>, String)> = Vec::new();
    for task in tasks.subtree(original.slot) {
        if let Some(refusal) = task_lookup::obstacle(tasks, task) {
            return Err(refusal);
        }
        let parent_id = if task.slot == original.slot {
            parent.map(TaskRef::id)
        } else {
            let parent_copy = |parent: TaskRef<'_>| copies.iter().find(|(copied, _)| copied.slot == parent.slot);
            tasks.parent(task.slot).and_then(parent_copy).map(|(_, id)| id.as_str())
        };
        let id = allocator.next(project, layout, parent_id)?;
        copies.push((task, id));
    }
    let mut folders: Vec<String> = Vec::new();
    for (task, id) in &copies {
        let old = &task.shown.task;
        let mut new = copy_of(old, id, &copies, context.now);
        if task.slot == original.slot {
            new.rank = None;
            rank_new(
                &mut stage,
                parent.map(|parent| parent.slot),
                &mut new,
                Some(&Place::After { id: tasks.key(original) }),
            )?;
        }
        let parent_index = |parent: TaskRef<'_>| copies.iter().position(|(copied, _)| copied.slot == parent.slot);
        let folder = match tasks.parent(task.slot).and_then(parent_index).and_then(|index| folders.get(index)) {
            Some(folder) => folder.clone(),
            None => parent.map_or_else(|| ROOT.to_owned(), |parent| parent.node.folder.clone()),
        };
        let mut data = task_file::open(&project.tree, *task)?;
        if task.shown.layout != layout {
            data = task_document_in(Container::of_layout(layout), &data)
                .map_err(|finding| task_file::broken(*task, finding.text))?;
        }
        write_task(&mut data, old, &new).map_err(|finding| task_file::broken(*task, finding.text))?;
        let new = NewFile { task: &new, status: Status::Todo, is_imported: false };
        folders.push(add_task_file(&mut builder, &folder, layout, new, &data));
        builder.add_created(id);
    }
    stage.write(&mut builder)?;
    // A subtree starts with its root, the original.
    let copy = copies.into_iter().next().map_or_else(String::new, |(_, id)| id);
    let summary = Text::with(texts::DUPLICATED, [("copy", copy)]).with_task(original.id(), original.title());
    Ok(builder.finish(summary))
}

/// Returns the copy of a task. Dependencies within the copied subtree refer to the copies.
fn copy_of(old: &Task, id: &str, copies: &[(TaskRef<'_>, String)], now: i64) -> Task {
    let new_id = |other: &String| {
        copies.iter().find(|(task, _)| task.id() == other).map_or_else(|| other.clone(), |(_, copy)| copy.clone())
    };
    let new_link = |link: &DependencyLink| DependencyLink { id: new_id(&link.id), ..link.clone() };
    let mut new = Task {
        id: id.to_owned(),
        dependencies: old.dependencies.iter().map(new_id).collect(),
        dependency_links: old.dependency_links.iter().map(new_link).collect(),
        board_rank: None,
        peer_claim: None,
        ..old.clone()
    };
    for criterion in &mut new.criteria {
        criterion.checked = false;
    }
    for detail in &mut new.criterion_details {
        detail.proof = None;
    }
    new.criterion_details.retain(|detail| !detail.command.is_empty());
    if let Some(schedule) = &mut new.schedule {
        schedule.actual_hours = None;
        schedule.remaining_hours = None;
    }
    set_timestamps(&mut new, Status::Todo, now);
    new
}
