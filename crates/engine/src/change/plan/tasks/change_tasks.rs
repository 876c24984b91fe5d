//! Creates and changes several tasks, with their subtasks, in one change set.
//!
//! Invariant: everything is checked before anything is written, against the state after all changes.

use handoff_format::{Container, Task, new_task_document};
use handoff_protocol::agent::TaskChange;
use handoff_protocol::{ChangeSet, ConfigChange, Context, Place, Refusal, RefusalCode, Status, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::config::configure::write_config;
use crate::change::plan::new_ids::IdAllocator;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::rules;
use crate::change::plan::staged_tasks::Stage;
use crate::change::plan::summary;
use crate::change::plan::task_lookup;
use crate::change::plan::tasks::create::{NewFile, add_task_file, new_task, rank_last, rank_new, set_imported_stamps};
use crate::change::plan::tasks::requirements;
use crate::change::plan::tasks::task_names::{TaskName, TaskNames};
use crate::change::plan::tasks::update;
use crate::ground::texts;
use crate::model::{ROOT, Slot, TaskLookupError, TaskRef};

/// A task of the command. Subtasks come after their parents.
struct Entry<'c> {
    change: &'c TaskChange,
    /// The index of the entry that has it as a subtask.
    parent: Option<usize>,
    /// Its ID, or the key of an existing task.
    id: String,
    is_new: bool,
    /// Whether the command assigns its ID.
    is_assigned: bool,
}

/// A task to create.
struct Created<'c> {
    task: Task,
    status: Status,
    parent: Parent,
    place: Option<&'c Place>,
    is_leaf: bool,
}

/// The parent of a task to create.
#[derive(Clone, Copy, PartialEq)]
enum Parent {
    /// An existing task, or the top level.
    Existing(Option<Slot>),
    /// The created task with this index.
    Created(usize),
}

/// Where the tasks of a command come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::change::plan) enum Origin {
    /// The person or agent: an ID that exists names a task to change.
    Actor,
    /// Another program: all tasks are new and keep their times, and a finished one may have open
    /// criteria.
    Import,
}

/// Creates and changes tasks, and changes the configuration.
pub(in crate::change::plan) fn change_tasks(
    project: &Project,
    context: &Context,
    changes: &[TaskChange],
    config: &[ConfigChange],
) -> Result<ChangeSet, Refusal> {
    let mut builder = ChangeSetBuilder::new(project, context);
    let summary = add_changes(&mut builder, (project, context), changes, config, Origin::Actor)?;
    Ok(builder.finish(summary))
}

/// Adds the edits of tasks and of the configuration; returns a summary.
pub(in crate::change::plan) fn add_changes<'a>(
    builder: &mut ChangeSetBuilder<'a>,
    (project, context): (&'a Project, &'a Context),
    changes: &[TaskChange],
    config: &[ConfigChange],
    origin: Origin,
) -> Result<Text, Refusal> {
    let mut stage = Stage::new(project, context);
    let entries = entries(project, changes, origin)?;
    let mut created = stage_all(&mut stage, &entries, origin, builder)?;
    check(&stage, &created, origin, builder)?;
    rank(&mut stage, &mut created)?;
    if !config.is_empty() {
        write_config(builder, project, config)?;
    }
    stage.write(builder)?;
    let layout = project.model.layout();
    let mut folders: Vec<String> = Vec::new();
    for Created { task, status, parent, .. } in &created {
        let folder = match parent {
            Parent::Created(index) => folders.get(*index).cloned(),
            Parent::Existing(slot) => {
                slot.and_then(|slot| project.model.tasks.get(slot)).map(|task| &task.node.folder).cloned()
            }
        };
        let folder = folder.map_or_else(|| ROOT.to_owned(), |folder| builder.current_path(&folder));
        let data = new_task_document(Container::of_layout(layout), task);
        let new = NewFile { task, status: *status, is_imported: origin == Origin::Import };
        folders.push(add_task_file(builder, &folder, layout, new, &data));
        builder.add_created(&task.id);
    }
    Ok(summary(builder, &stage, &entries, &created))
}

/// Returns the tasks of a command with their IDs. IDs that the caller chose are reserved first.
fn entries<'c>(project: &Project, changes: &'c [TaskChange], origin: Origin) -> Result<Vec<Entry<'c>>, Refusal> {
    let mut entries: Vec<Entry<'c>> = Vec::new();
    let mut allocator = IdAllocator::default();
    flatten(&mut entries, &mut allocator, (project, origin), changes, None)?;
    let layout = project.model.layout();
    for index in 0..entries.len() {
        let Some(Entry { change, parent, is_assigned: true, .. }) = entries.get(index) else { continue };
        let parent = match (parent.and_then(|parent| entries.get(parent)), &change.parent) {
            (Some(parent), _) if parent.is_new => Some(parent.id.as_str()),
            (Some(parent), _) => Some(task_lookup::existing(&project.model.tasks, &parent.id)?.id()),
            (None, Some(key)) => Some(task_lookup::existing(&project.model.tasks, key)?.id()),
            (None, None) => None,
        };
        let id = allocator.next(project, layout, parent)?;
        if let Some(entry) = entries.get_mut(index) {
            entry.id = id;
        }
    }
    Ok(entries)
}

fn flatten<'c>(
    entries: &mut Vec<Entry<'c>>,
    allocator: &mut IdAllocator,
    (project, origin): (&Project, Origin),
    changes: &'c [TaskChange],
    parent: Option<usize>,
) -> Result<(), Refusal> {
    for change in changes {
        let (id, is_new) = match &change.id {
            None => (String::new(), true),
            Some(id) if origin == Origin::Import || id.is_empty() => (allocator.reserve(project, id)?, true),
            Some(id) => match project.model.tasks.find(id) {
                Err(TaskLookupError::Unknown) if change.fields.title.is_none() => {
                    return Err(task_lookup::unknown(id));
                }
                Err(TaskLookupError::Unknown) => (allocator.reserve(project, id)?, true),
                _ => (project.model.tasks.key(task_lookup::existing(&project.model.tasks, id)?), false),
            },
        };
        if !is_new && entries.iter().any(|entry| entry.id == id) {
            let text = Text::with(texts::TASK_TWICE, [("id", id.clone())]);
            return Err(refuse(RefusalCode::BadCommand, text).about_task(&id));
        }
        let index = entries.len();
        entries.push(Entry { change, parent, id, is_new, is_assigned: is_new && change.id.is_none() });
        flatten(entries, allocator, (project, origin), &change.parts, Some(index))?;
    }
    Ok(())
}

/// Stages the changes to existing tasks, and returns the new tasks.
fn stage_all<'c>(
    stage: &mut Stage<'_>,
    entries: &[Entry<'c>],
    origin: Origin,
    builder: &mut ChangeSetBuilder<'_>,
) -> Result<Vec<Created<'c>>, Refusal> {
    let project = stage.project;
    let names = entries.iter().map(|entry| TaskName {
        id: &entry.id,
        name: entry.change.name.as_deref().map(str::trim),
        title: entry.change.fields.title.as_deref(),
        is_assigned: entry.is_assigned,
    });
    let names = TaskNames::new(project, names.collect())?;
    let mut created: Vec<Created<'c>> = Vec::new();
    // The index of each entry among the created tasks.
    let mut created_at: Vec<Option<usize>> = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let mut fields = entry.change.fields.clone();
        if let Some(dependencies) = &mut fields.dependencies {
            for warning in names.resolve(index, dependencies).map_err(|refusal| refusal.about_task(&entry.id))? {
                builder.warn(warning);
            }
        }
        requirements::warn_of_unknown(project, &fields, builder);
        if !entry.is_new {
            update::stage_patch(stage, std::slice::from_ref(&entry.id), &fields, None)?;
            if let Some(order) = entry.change.order {
                update::stage_order(stage, &entry.id, order)?;
            }
            created_at.push(None);
            continue;
        }
        let parent_entry = entry.parent.and_then(|parent| Some((entries.get(parent)?, created_at.get(parent)?)));
        let parent = match (parent_entry, &entry.change.parent) {
            (Some((_, Some(created))), _) => Parent::Created(*created),
            (Some((parent, None)), _) => {
                Parent::Existing(Some(task_lookup::existing(&project.model.tasks, &parent.id)?.slot))
            }
            (None, Some(key)) => Parent::Existing(Some(task_lookup::existing(&project.model.tasks, key)?.slot)),
            (None, None) => Parent::Existing(None),
        };
        let (mut task, status) = new_task(&entry.id, &fields, entry.change.order, stage.context)?;
        requirements::apply(project, &mut task, &fields)?;
        if origin == Origin::Import {
            set_imported_stamps(&mut task, status, entry.change.stamps.as_ref(), stage.context, builder);
        }
        stage.add_created(&task);
        created_at.push(Some(created.len()));
        let is_leaf = !entries.iter().any(|part| part.is_new && part.parent == Some(index));
        created.push(Created { task, status, parent, place: entry.change.place.as_ref(), is_leaf });
    }
    Ok(created)
}

/// Checks the rules for all tasks.
fn check(
    stage: &Stage<'_>,
    created: &[Created<'_>],
    origin: Origin,
    builder: &mut ChangeSetBuilder<'_>,
) -> Result<(), Refusal> {
    for Created { task, status, parent, is_leaf, .. } in created {
        match rules::check_entry(&task.id, task, *status) {
            // Other programs finish tasks with open criteria.
            Err(_) if origin == Origin::Import => {
                builder.warn(Text::plain(texts::IMPORTED_WITH_OPEN_CRITERIA).with_task(&task.id, &task.title));
            }
            result => result?,
        }
        if *status == Status::Done && origin == Origin::Actor {
            rules::check_done(stage, task, *is_leaf, builder)?;
        }
        rules::check_dates(&task.id, rules::dates(task), "dueDate")?;
        if *is_leaf {
            rules::check_estimate(stage, task, *status, true, builder.evidence())?;
        }
        rules::warn_of_unknown(stage, &task.id, task.dependencies.iter(), builder);
        rules::warn_of_frozen(builder, &task.id, rules::milestone(task));
        if *status == Status::InProgress {
            rules::warn_of_shared_paths(stage, task, builder);
        }
        if let Parent::Existing(Some(slot)) = parent
            && !status.is_terminal()
        {
            let parent = stage.project.model.tasks.get(*slot);
            rules::warn_below_closed(stage, parent, (&task.id, &task.title), builder);
        }
        if let Some(closed) = closed_parent(stage, created, *parent).filter(|_| !status.is_terminal()) {
            let args = [("id", closed.to_owned()), ("child", task.id.clone()), ("title", task.title.clone())];
            let text = Text::with(texts::OPEN_CHILD, args).with_status(*status);
            return Err(refuse(RefusalCode::OpenChild, text).about_task(closed).about_field("status"));
        }
    }
    rules::check(stage, builder)
}

/// Returns the ID of a parent that the command closes or creates closed.
fn closed_parent<'s>(stage: &Stage<'s>, created: &'s [Created<'_>], parent: Parent) -> Option<&'s str> {
    match parent {
        Parent::Created(index) => {
            created.get(index).filter(|parent| parent.status.is_terminal()).map(|parent| parent.task.id.as_str())
        }
        Parent::Existing(slot) => {
            let task = stage.project.model.tasks.get(slot?)?;
            (stage.status(task).is_terminal() && !task.status().is_terminal()).then(|| task.id())
        }
    }
}

/// Gives new tasks their ranks among their siblings.
fn rank(stage: &mut Stage<'_>, created: &mut [Created<'_>]) -> Result<(), Refusal> {
    let mut parents: Vec<Parent> = Vec::new();
    for Created { task, parent, place, .. } in created.iter_mut() {
        match (*parent, place) {
            (Parent::Existing(slot), Some(place)) => rank_new(stage, slot, task, Some(place))?,
            (parent, _) if !parents.contains(&parent) => parents.push(parent),
            _ => {}
        }
    }
    for parent in parents {
        let children = created.iter_mut().filter(|task| task.parent == parent && task.place.is_none());
        let mut children: Vec<&mut Task> = children.map(|created| &mut created.task).collect();
        match (parent, children.as_mut_slice()) {
            (Parent::Existing(slot), [task]) => rank_new(stage, slot, task, None)?,
            (Parent::Existing(slot), several) => {
                let others = stage.project.model.tasks.sorted_children(slot);
                rank_last(stage, &others, several)?;
            }
            (Parent::Created(_), several) => rank_last(stage, &[], several)?,
        }
    }
    Ok(())
}

fn summary(builder: &ChangeSetBuilder<'_>, stage: &Stage<'_>, entries: &[Entry<'_>], created: &[Created<'_>]) -> Text {
    match (entries, created) {
        ([_], [Created { task, .. }]) => Text::plain(texts::CREATED).with_task(&task.id, &task.title),
        (_, []) => {
            let changed: Vec<TaskRef<'_>> =
                stage.iter().filter(|(_, staged)| staged.is_named).map(|(task, _)| task).collect();
            summary::summary(builder, &changed)
        }
        _ => {
            let template = if entries.len() == created.len() { texts::CREATED } else { texts::CHANGED };
            Text::plain(template).with_arg("task", summary::count_tasks(entries.len()))
        }
    }
}
