//! A tree of tasks that comes in at once, and what else came with it.
//!
//! Invariant: everything is checked before anything is written, and all of it is one unit.

use std::collections::BTreeMap;

use handoff_format::{Task, new_task_document};
use handoff_protocol::agent::{SessionSave, TaskTree};
use handoff_protocol::{ChangeSet, Context, Layout, Refusal, Status, Text};

use crate::Project;
use crate::container::of_layout;
use crate::model::ROOT;
use crate::model::rank;
use crate::plan::change_set_builder::Draft;
use crate::plan::new_ids::Allocator;
use crate::plan::refusal::About;
use crate::plan::rules;
use crate::plan::session;
use crate::plan::staged_tasks::Stage;
use crate::plan::tasks::create::{place_file, stamp};
use crate::plan::tasks::ordering;
use crate::plan::tasks::ordering::Ranking;
use crate::plan::tasks::patch;

const IMPORT: &str = "Import {count} tasks";

/// A task of the tree with the id that it gets.
struct ImportedTask<'t> {
    tree: &'t TaskTree,
    /// Its place among all that come; none at the top.
    parent: Option<usize>,
    task: Task,
    status: Status,
}

/// Adds tasks, and a session.
pub(in crate::plan) fn import(
    project: &Project,
    context: &Context,
    trees: &[TaskTree],
    session: Option<&SessionSave>,
    close_active: bool,
) -> Result<ChangeSet, Refusal> {
    let layout = project.model.layout();
    let mut coming = Vec::new();
    let mut allocator = Allocator::default();
    for tree in trees {
        number(&mut coming, &mut allocator, project, context, layout, tree, None)?;
    }
    let mut draft = Draft::new(project, context);
    let mut stage = Stage::new(project, context);
    check(&stage, &coming, &mut draft)?;
    rank_last(&mut stage, &mut coming)?;
    let mut folders: Vec<String> = Vec::new();
    for one in &coming {
        let above = one.parent.and_then(|parent| folders.get(parent)).map_or(ROOT, String::as_str).to_owned();
        let document = new_task_document(of_layout(layout), &one.task);
        folders.push(place_file(&mut draft, &above, layout, &one.task, one.status, &document));
        draft.created(&one.task.id);
    }
    stage.write(&mut draft)?;
    if let Some(save) = session {
        session::import(&mut draft, project, context, save, close_active)?;
    }
    Ok(draft.finish(Text::with(IMPORT, [("count", coming.len().to_string())])))
}

/// Gives a task and its parts ids, and reads what they are to hold.
fn number<'t>(
    coming: &mut Vec<ImportedTask<'t>>,
    allocator: &mut Allocator,
    project: &Project,
    context: &Context,
    layout: Layout,
    tree: &'t TaskTree,
    parent: Option<usize>,
) -> Result<(), Refusal> {
    let above = parent.and_then(|parent| coming.get(parent)).map(|above| above.task.id.clone());
    let id = match &tree.task.id {
        Some(id) => allocator.take(project, id)?,
        None => allocator.next(project, layout, above.as_deref())?,
    };
    let fields = &tree.task.fields;
    let title = patch::check_title(fields.title.as_deref().unwrap_or_default())?;
    let blank = Task { id: id.clone(), title, ..Task::default() };
    let mut task = patch::apply(&blank, fields, context.now).map_err(|refusal| refusal.about_task(&id))?;
    let status = fields.status.unwrap_or(Status::Todo);
    stamp(&mut task, status, context.now);
    if status.is_terminal() {
        task.completed_at.clone_from(&task.created_at);
    }
    let place = coming.len();
    coming.push(ImportedTask { tree, parent, task, status });
    for part in &tree.parts {
        number(coming, allocator, project, context, layout, part, Some(place))?;
    }
    Ok(())
}

/// Lets those at the top stand behind all that are there, in their order, where their ids alone would not put them there.
fn rank_last(stage: &mut Stage<'_>, coming: &mut [ImportedTask<'_>]) -> Result<(), Refusal> {
    let others = stage.project.model.tasks.arranged(None);
    let ranks: Vec<&str> = others.iter().map(|task| task.shown.ranks.sibling.as_str()).collect();
    let mut tops: Vec<&mut ImportedTask<'_>> = coming.iter_mut().filter(|one| one.parent.is_none()).collect();
    let is_behind = |one: &&mut ImportedTask<'_>| {
        ranks.last().is_none_or(|last| *last < rank::implicit(one.task.order, &one.task.id).as_str())
    };
    if tops.iter().all(is_behind) {
        return Ok(());
    }
    let placed = rank::place(&ranks, ranks.len(), tops.len());
    for (one, rank) in tops.iter_mut().zip(placed.inserted) {
        one.task.rank = Some(rank);
    }
    ordering::give_way(stage, Ranking::Siblings, &others, placed.given_way)
}

/// The rules of new tasks, each looked at among all that come.
fn check(stage: &Stage<'_>, coming: &[ImportedTask<'_>], draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let project = stage.project;
    let mut ids = BTreeMap::new();
    for one in coming {
        ids.entry(one.task.id.as_str()).or_insert(&one.task.dependencies);
    }
    for one in coming {
        let task = &one.task;
        if one.tree.parts.is_empty() {
            rules::check_estimate(stage, task, one.status, true, draft.evidence())?;
        }
        let old = task.dependencies.iter().filter(|id| !ids.contains_key(id.as_str()));
        let awaited = &mut |id: &str| match ids.get(id) {
            Some(dependencies) => dependencies.iter().collect(),
            None => project.model.tasks.with_id(id).flat_map(|task| &task.shown.task.dependencies).collect(),
        };
        rules::check_acyclic(&task.id, task.dependencies.iter().collect(), awaited)?;
        rules::warn_of_unknown(stage, &task.id, old, draft);
    }
    Ok(())
}
