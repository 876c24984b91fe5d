//! Import of a tree of tasks, optionally with a session.
//!
//! Invariant: everything is checked before anything is written, and written as one change set.

use std::collections::BTreeMap;

use handoff_format::{Container, Task, new_task_document};
use handoff_protocol::agent::{SessionSave, TaskTree};
use handoff_protocol::{ChangeSet, Context, Layout, Refusal, Status, Text};

use crate::Project;
use crate::model::ROOT;
use crate::model::rank;
use crate::plan::change_set_builder::ChangeSetBuilder;
use crate::plan::new_ids::IdAllocator;
use crate::plan::refusal::About;
use crate::plan::rules;
use crate::plan::session;
use crate::plan::staged_tasks::Stage;
use crate::plan::tasks::create::{add_task_file, set_timestamps};
use crate::plan::tasks::ordering::{self, Ranking};
use crate::plan::tasks::patch;

const IMPORT: &str = "Import {count} tasks";

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
    check(&stage, &imported, &mut builder)?;
    rank_last(&mut stage, &mut imported)?;
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
    let title = patch::check_title(fields.title.as_deref().unwrap_or_default())?;
    let blank = Task { id: id.clone(), title, ..Task::default() };
    let mut task = patch::apply(&blank, fields, context.now).map_err(|refusal| refusal.about_task(&id))?;
    let status = fields.status.unwrap_or(Status::Todo);
    set_timestamps(&mut task, status, context.now);
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

/// Gives the imported tasks at the top ranks after all existing ones, unless their ids already sort
/// them there.
fn rank_last(stage: &mut Stage<'_>, imported: &mut [ImportedTask<'_>]) -> Result<(), Refusal> {
    let others = stage.project.model.tasks.sorted_children(None);
    let ranks: Vec<&str> = others.iter().map(|task| task.shown.ranks.sibling.as_str()).collect();
    let mut tops: Vec<&mut ImportedTask<'_>> = imported.iter_mut().filter(|entry| entry.parent.is_none()).collect();
    let is_last = |entry: &&mut ImportedTask<'_>| {
        ranks.last().is_none_or(|last| *last < rank::implicit_rank(entry.task.order, &entry.task.id).as_str())
    };
    if tops.iter().all(is_last) {
        return Ok(());
    }
    let placed = rank::insert_ranks(&ranks, ranks.len(), tops.len());
    for (entry, rank) in tops.iter_mut().zip(placed.inserted) {
        entry.task.rank = Some(rank);
    }
    ordering::stage_neighbours(stage, Ranking::Siblings, &others, placed.reassigned)
}

/// Checks the rules of new tasks among all imported ones.
fn check(stage: &Stage<'_>, imported: &[ImportedTask<'_>], builder: &mut ChangeSetBuilder<'_>) -> Result<(), Refusal> {
    let project = stage.project;
    let mut ids = BTreeMap::new();
    for entry in imported {
        ids.entry(entry.task.id.as_str()).or_insert(&entry.task.dependencies);
    }
    for entry in imported {
        let task = &entry.task;
        if entry.tree.parts.is_empty() {
            rules::check_estimate(stage, task, entry.status, true, builder.evidence())?;
        }
        let existing = task.dependencies.iter().filter(|id| !ids.contains_key(id.as_str()));
        let dependencies_of = &mut |id: &str| match ids.get(id) {
            Some(dependencies) => dependencies.iter().collect(),
            None => project.model.tasks.with_id(id).flat_map(|task| &task.shown.task.dependencies).collect(),
        };
        rules::check_acyclic(&task.id, task.dependencies.iter().collect(), dependencies_of)?;
        rules::warn_of_unknown(stage, &task.id, existing, builder);
    }
    Ok(())
}
