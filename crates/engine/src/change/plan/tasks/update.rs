//! The same changes to several tasks: their fields, and their positions in the tree and on the board.

use handoff_protocol::{
    ChangeSet, Context, Place, Refusal, RefusalCode, Schedule, Status, TaskEstimate, TaskPatch, TaskUpdate, Text,
};

use crate::Project;
use crate::change::plan::change_set_builder::ChangeSetBuilder;
use crate::change::plan::refusal::{About, refuse};
use crate::change::plan::rules;
use crate::change::plan::staged_tasks::Stage;
use crate::change::plan::summary;
use crate::change::plan::task_lookup;
use crate::change::plan::tasks::ordering::{self, Ranking};
use crate::change::plan::tasks::patch;
use crate::change::plan::tasks::relocation::Relocation;
use crate::change::plan::tasks::requirements;
use crate::ground::texts;
use crate::knowledge::time;
use crate::knowledge::time::entries::claimed_work;
use crate::model::TaskRef;

/// Makes the same changes to one or many tasks, and moves them in the tree or on the board.
pub(in crate::change::plan) fn update_tasks(
    project: &Project,
    context: &Context,
    update: &TaskUpdate,
) -> Result<ChangeSet, Refusal> {
    let TaskUpdate { ids, patch, seen, estimates, position, card } = update;
    let mut stage = Stage::new(project, context);
    stage_patch(&mut stage, ids, patch, seen.as_ref())?;
    stage_estimates(&mut stage, ids, estimates.as_deref().unwrap_or_default())?;
    let selected: Vec<_> = stage.iter().map(|(task, _)| task).collect();
    if let Some(place) = card {
        rank_cards(&mut stage, &selected, place)?;
    }
    let relocation = position
        .as_ref()
        .map(|position| Relocation::stage(&mut stage, &selected, position))
        .transpose()?
        .filter(|relocation| !relocation.moved.is_empty());
    let mut builder = ChangeSetBuilder::new(project, context);
    requirements::warn_of_unknown(project, patch, &mut builder);
    rules::check(&stage, &mut builder)?;
    let mut subject = selected;
    if let Some(relocation) = relocation {
        relocation.write(&stage, &mut builder);
        if *patch == TaskPatch::default() && card.is_none() {
            subject = relocation.moved;
        }
    }
    stage.write(&mut builder)?;
    let summary = summary::summary(&builder, &subject);
    Ok(builder.finish(summary))
}

/// Sets tasks in review to in progress, and appends a comment to their notes.
pub(in crate::change::plan) fn send_back(
    project: &Project,
    context: &Context,
    ids: &[String],
    comment: &str,
) -> Result<ChangeSet, Refusal> {
    if comment.trim().is_empty() {
        return Err(refuse(RefusalCode::BadValue, Text::plain(texts::SENT_BACK_WITHOUT_COMMENT)).about_field("comment"));
    }
    for id in ids {
        let task = task_lookup::existing(&project.model.tasks, id)?;
        if task.status() != Status::Review {
            let text = Text::with(texts::NOT_IN_REVIEW, [("id", id.clone())]).with_status(task.status());
            return Err(refuse(RefusalCode::BadValue, text).about_task(id).about_field("status"));
        }
    }
    let patch =
        TaskPatch { status: Some(Status::InProgress), comment: Some(comment.to_owned()), ..TaskPatch::default() };
    update_tasks(project, context, &TaskUpdate { ids: ids.to_vec(), patch, ..TaskUpdate::default() })
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
    let (project, context) = (stage.project, stage.context);
    let activity = &project.model.activity;
    for id in ids {
        let (task, staged) = stage.edit(id)?;
        if let Some(seen) = seen {
            patch::check_seen(activity, id, &staged.old, task.status(), seen)?;
        }
        staged.new = patch::apply(&staged.old, patch, context).map_err(|refusal| refusal.about_task(id))?;
        requirements::apply(project, &mut staged.new, patch)?;
        if let Some(status) = patch.status {
            staged.set_status(status);
        }
        staged.is_named = *patch != TaskPatch::default();
        staged.logged_hours += patch.add_hours.unwrap_or_default();
        let is_finished = staged.old_status == Some(Status::InProgress)
            && matches!(patch.status, Some(Status::Review | Status::Done))
            && staged.measured.is_none();
        // Hours that are given replace a measurement.
        let gives_hours = patch.add_hours.is_some() || patch.actual_hours.is_some() || patch.remaining_hours.is_some();
        if is_finished
            && !gives_hours
            && let Some(entry) = claimed_work(project, context, id)
        {
            let schedule = staged.new.schedule.get_or_insert_with(Schedule::default);
            patch::add_hours(schedule, time::hours(entry.seconds.saturating_mul(1000)))?;
            staged.measured = Some(entry);
        }
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
