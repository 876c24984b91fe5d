//! Import of a tree of tasks, optionally with a session.
//!
//! Invariant: everything is checked before anything is written, and written as one change set.

use std::collections::BTreeMap;

use handoff_format::{Container, Task, new_task_document};
use handoff_protocol::agent::{SessionSave, TaskTree};
use handoff_protocol::{ChangeSet, Context, Layout, Refusal, Status, Text};

use crate::Project;
use crate::model::ROOT;
use crate::plan::change_set_builder::ChangeSetBuilder;
use crate::plan::new_ids::IdAllocator;
use crate::plan::rules;
use crate::plan::session;
use crate::plan::staged_tasks::Stage;
use crate::plan::tasks::create::{add_task_file, new_task, rank_last};

const IMPORT: &str = "Imported {count} tasks";

/// A task of the import with its new id.
struct ImportedTask<'t> {
    tree: &'t TaskTree,
    /// Index of the parent among the imported tasks, which is before this one. `None` at the top.
    parent: Option<usize>,
    task: Task,
    status: Status,
}

/// Adds tasks, and a session.
#[allow(clippy::indexing_slicing, reason = "a parent comes before its subtasks")]
pub(in crate::plan) fn import(
    project: &Project,
    context: &Context,
    trees: &[TaskTree],
    session: Option<&SessionSave>,
    close_active: bool,
) -> Result<ChangeSet, Refusal> {
    let layout = project.model.layout();
    let mut imported = Vec::new();
    let mut allocator = IdAllocator::default();
    for tree in trees {
        flatten(&mut imported, &mut allocator, project, context, layout, tree, None)?;
    }
    let mut builder = ChangeSetBuilder::new(project, context);
    let mut stage = Stage::new(project, context);
    for entry in &imported {
        stage.add_created(&entry.task);
    }
    check(&stage, &imported, &mut builder)?;
    rank(&mut stage, &mut imported)?;
    let mut folders: Vec<String> = Vec::new();
    for ImportedTask { parent, task, status, .. } in &imported {
        let parent_folder = parent.map_or_else(|| ROOT.to_owned(), |parent| folders[parent].clone());
        let document = new_task_document(Container::of_layout(layout), task);
        folders.push(add_task_file(&mut builder, &parent_folder, layout, task, *status, &document));
        builder.add_created(&task.id);
    }
    stage.write(&mut builder)?;
    if let Some(save) = session {
        session::import(&mut builder, project, context, save, close_active)?;
    }
    Ok(builder.finish(Text::with(IMPORT, [("count", imported.len().to_string())])))
}

/// Adds a task and its subtasks to the list, with ids and checked fields.
fn flatten<'t>(
    imported: &mut Vec<ImportedTask<'t>>,
    allocator: &mut IdAllocator,
    project: &Project,
    context: &Context,
    layout: Layout,
    tree: &'t TaskTree,
    parent: Option<usize>,
) -> Result<(), Refusal> {
    let parent_id = parent.and_then(|parent| imported.get(parent)).map(|parent| parent.task.id.clone());
    let id = match &tree.task.id {
        Some(id) => allocator.reserve(project, id)?,
        None => allocator.next(project, layout, parent_id.as_deref())?,
    };
    let fields = &tree.task.fields;
    let (mut task, status) = new_task(&id, fields, tree.order, context)?;
    if status.is_terminal() {
        task.completed_at.clone_from(&task.created_at);
    }
    let index = imported.len();
    imported.push(ImportedTask { tree, parent, task, status });
    for part in &tree.parts {
        flatten(imported, allocator, project, context, layout, part, Some(index))?;
    }
    Ok(())
}

/// Gives the imported tasks ranks by their orders or in the order of their lists, those at the top
/// after all existing ones.
fn rank(stage: &mut Stage<'_>, imported: &mut [ImportedTask<'_>]) -> Result<(), Refusal> {
    let mut siblings: BTreeMap<Option<usize>, Vec<&mut Task>> = BTreeMap::new();
    for entry in imported {
        siblings.entry(entry.parent).or_default().push(&mut entry.task);
    }
    for (parent, tasks) in &mut siblings {
        let others = if parent.is_none() { stage.project.model.tasks.sorted_children(None) } else { Vec::new() };
        rank_last(stage, &others, tasks)?;
    }
    Ok(())
}

/// Checks the rules of new tasks among all imported ones.
fn check(stage: &Stage<'_>, imported: &[ImportedTask<'_>], builder: &mut ChangeSetBuilder<'_>) -> Result<(), Refusal> {
    for ImportedTask { tree, task, status, .. } in imported {
        if tree.parts.is_empty() {
            rules::check_estimate(stage, task, *status, true, builder.evidence())?;
        }
        rules::warn_of_unknown(stage, &task.id, task.dependencies.iter(), builder);
    }
    Ok(())
}
