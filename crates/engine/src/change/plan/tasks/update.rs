//! Changes to the fields of tasks, moves of cards on the board, and logged hours.

use handoff_protocol::{ChangeSet, Context, Place, Refusal, RefusalCode, Status, TaskEstimate, TaskPatch, Text};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::rules;
use crate::change::plan::staged_tasks::Stage;
use crate::change::plan::summary;
use crate::change::plan::task_lookup;
use crate::change::plan::tasks::move_tasks::{self, Relocation};
use crate::change::plan::tasks::ordering::{self, Ranking};
use crate::change::plan::tasks::patch;
use crate::ground::texts;
use crate::model::TaskRef;

/// Applies the same patch to one or many tasks.
pub(crate) fn update_tasks(
    project: &Project,
    context: &Context,
    ids: &[String],
    patch: &TaskPatch,
    seen: Option<&TaskPatch>,
    estimates: &[TaskEstimate],
) -> Result<ChangeSet, Refusal> {
    let mut stage = Stage::new(project, context);
    stage_patch(&mut stage, ids, patch, seen)?;
    stage_estimates(&mut stage, ids, estimates)?;
    finish(&stage, None)
}

/// Changes fields of a task. A new order also changes its position among its siblings.
pub(in crate::change::plan) fn update_task(
    project: &Project,
    context: &Context,
    id: &str,
    patch: &TaskPatch,
    order: Option<u32>,
) -> Result<ChangeSet, Refusal> {
    let ids = [id.to_owned()];
    let mut stage = Stage::new(project, context);
    stage_patch(&mut stage, &ids, patch, None)?;
    if let Some(order) = order {
        stage_order(&mut stage, id, order)?;
    }
    finish(&stage, None)
}

/// Stages the order of a task, and its position among its siblings.
pub(in crate::change::plan) fn stage_order(stage: &mut Stage<'_>, id: &str, order: u32) -> Result<(), Refusal> {
    let tasks = &stage.project.model.tasks;
    let (task, staged) = stage.edit(id)?;
    let mut new = staged.new.clone();
    new.order = Some(order);
    let parent = tasks.parent(task.slot).map(|parent| parent.slot);
    let others = ordering::without(&tasks.sorted_children(parent), &[task.slot]);
    let index = ordering::index_by_order(&others, &new);
    ordering::rank_at(stage, &others, index, &mut new)?;
    stage.edit(id)?.1.new = new;
    Ok(())
}

/// Adds hours to the actual ones of a task and subtracts them from the remaining ones, with a time
/// entry about them.
pub(in crate::change::plan) fn log_time(
    project: &Project,
    context: &Context,
    id: &str,
    hours: f64,
) -> Result<ChangeSet, Refusal> {
    let patch = TaskPatch { add_hours: Some(hours), ..TaskPatch::default() };
    update_tasks(project, context, &[id.to_owned()], &patch, None, &[])
}

/// Moves cards to a place in a column, with the changes that the column and the lane imply.
#[allow(clippy::option_option, reason = "absent, null and a value have different meanings")]
pub(crate) fn place_cards(
    project: &Project,
    context: &Context,
    ids: &[String],
    patch: &TaskPatch,
    parent: Option<Option<&str>>,
    place: Option<&Place>,
    estimates: &[TaskEstimate],
) -> Result<ChangeSet, Refusal> {
    let tasks = &project.model.tasks;
    let mut stage = Stage::new(project, context);
    stage_patch(&mut stage, ids, patch, None)?;
    stage_estimates(&mut stage, ids, estimates)?;
    let moved: Vec<_> = stage.iter().map(|(task, _)| task).collect();
    if let Some(place) = place {
        rank_cards(&mut stage, &moved, place)?;
    }
    let mut relocation = None;
    if let Some(parent) = parent {
        let new_parent = parent.map(|key| task_lookup::existing(tasks, key)).transpose()?;
        let others: Vec<_> = moved.into_iter().filter(|task| !move_tasks::is_child(tasks, *task, new_parent)).collect();
        relocation = Some(Relocation::stage(&mut stage, &others, new_parent, &Place::Last {})?);
    }
    finish(&stage, relocation.filter(|relocation| !relocation.is_empty()).as_ref())
}

/// Stages the ranks of cards for a place in their new columns.
fn rank_cards<'a>(stage: &mut Stage<'a>, moved: &[TaskRef<'a>], place: &Place) -> Result<(), Refusal> {
    let slots: Vec<_> = moved.iter().map(|task| task.slot).collect();
    let columns: Vec<Status> =
        Status::ALL.into_iter().filter(|status| moved.iter().any(|task| stage.status(*task) == *status)).collect();
    for status in columns {
        let old = ordering::column(stage, status);
        let others = ordering::without(&old, &slots);
        let cards: Vec<_> = moved.iter().copied().filter(|task| stage.status(*task) == status).collect();
        let index = ordering::position(stage, Ranking::Board, &others, &old, place)?;
        ordering::insert(stage, Ranking::Board, &others, index, &cards)?;
    }
    Ok(())
}

/// Stages the same patch for one or many tasks.
pub(in crate::change::plan) fn stage_patch(
    stage: &mut Stage<'_>,
    ids: &[String],
    patch: &TaskPatch,
    seen: Option<&TaskPatch>,
) -> Result<(), Refusal> {
    let context = stage.context;
    let activity = &stage.project.model.activity;
    for id in ids {
        let (task, staged) = stage.edit(id)?;
        if let Some(seen) = seen {
            patch::check_seen(activity, id, &staged.old, task.status(), seen)?;
        }
        staged.new = patch::apply(&staged.old, patch, context).map_err(|refusal| refusal.about_task(id))?;
        if let Some(status) = patch.status {
            staged.set_status(status);
        }
        staged.is_named = true;
        staged.logged_hours += patch.add_hours.unwrap_or_default();
    }
    Ok(())
}

/// Stages estimates of single tasks, which the command must name.
fn stage_estimates(stage: &mut Stage<'_>, ids: &[String], estimates: &[TaskEstimate]) -> Result<(), Refusal> {
    let context = stage.context;
    for TaskEstimate { id, hours } in estimates {
        if !ids.contains(id) {
            return Err(refuse(RefusalCode::UnknownTask, Text::with(texts::UNKNOWN_TASK, [("id", id.clone())])));
        }
        let (_, staged) = stage.edit(id)?;
        let patch = TaskPatch { estimate_hours: Some(Some(*hours)), ..TaskPatch::default() };
        staged.new = patch::apply(&staged.new, &patch, context).map_err(|refusal| refusal.about_task(id))?;
    }
    Ok(())
}

/// Checks and writes the staged tasks.
pub(in crate::change::plan) fn finish(
    stage: &Stage<'_>,
    relocation: Option<&Relocation<'_>>,
) -> Result<ChangeSet, Refusal> {
    let tasks = &stage.project.model.tasks;
    let mut builder = ChangeSetBuilder::new(stage.project, stage.context);
    rules::check(stage, &mut builder)?;
    if let Some(relocation) = relocation {
        relocation.write(tasks, &mut builder);
    }
    stage.write(&mut builder)?;
    let named: Vec<TaskRef<'_>> = stage.iter().filter(|(_, staged)| staged.is_named).map(|(task, _)| task).collect();
    let summary = summary::summary(&builder, &named);
    Ok(builder.finish(summary))
}
