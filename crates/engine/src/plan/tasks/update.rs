//! Changes to the fields of tasks, alone or in bulk, and cards put on the board.

use handoff_protocol::{ChangeSet, Context, Place, Refusal, RefusalCode, Status, TaskEstimate, TaskPatch, Text};

use crate::Project;
use crate::model::TaskRef;
use crate::plan::change_set_builder::Draft;
use crate::plan::refusal::{About, refuse};
use crate::plan::rules;
use crate::plan::staged_tasks::Stage;
use crate::plan::task_lookup;
use crate::plan::tasks::move_tasks;
use crate::plan::tasks::move_tasks::Relocation;
use crate::plan::tasks::ordering;
use crate::plan::tasks::ordering::Ranking;
use crate::plan::tasks::patch;
use crate::texts;

/// The same changes to one or many tasks.
pub(crate) fn update_tasks(
    project: &Project,
    context: &Context,
    ids: &[String],
    wanted: &TaskPatch,
    seen: Option<&TaskPatch>,
    estimates: &[TaskEstimate],
) -> Result<ChangeSet, Refusal> {
    let mut stage = Stage::new(project, context);
    stage_patch(&mut stage, ids, wanted, seen)?;
    stage_estimates(&mut stage, ids, estimates)?;
    finish(&stage, ids, wanted, None)
}

/// Cards put into a column at a place, with what the column and the lane stand for.
#[allow(clippy::option_option, reason = "absent, null and a value are three different wishes")]
pub(crate) fn place_cards(
    project: &Project,
    context: &Context,
    ids: &[String],
    wanted: &TaskPatch,
    parent: Option<Option<&str>>,
    place: Option<&Place>,
    estimates: &[TaskEstimate],
) -> Result<ChangeSet, Refusal> {
    let tasks = &project.model.tasks;
    let mut stage = Stage::new(project, context);
    stage_patch(&mut stage, ids, wanted, None)?;
    stage_estimates(&mut stage, ids, estimates)?;
    let moved: Vec<_> = stage.iter().map(|(task, _)| task).collect();
    if let Some(place) = place {
        rank_cards(&mut stage, &moved, place)?;
    }
    let mut relocation = None;
    if let Some(parent) = parent {
        let goal = parent.map(|key| task_lookup::existing(tasks, key)).transpose()?;
        let coming: Vec<_> = moved.into_iter().filter(|task| !move_tasks::is_child(tasks, *task, goal)).collect();
        relocation = Some(Relocation::stage(&mut stage, &coming, goal, &Place::Last {})?);
    }
    finish(&stage, ids, wanted, relocation.filter(|relocation| !relocation.is_empty()).as_ref())
}

/// Stages the ranks that cards have at a place of the columns where they will stand.
fn rank_cards<'a>(stage: &mut Stage<'a>, moved: &[TaskRef<'a>], place: &Place) -> Result<(), Refusal> {
    let slots: Vec<_> = moved.iter().map(|task| task.slot).collect();
    let columns: Vec<Status> =
        Status::ALL.into_iter().filter(|status| moved.iter().any(|task| stage.status(*task) == *status)).collect();
    for status in columns {
        let old = ordering::column(stage, status);
        let others = ordering::without(&old, &slots);
        let cards: Vec<_> = moved.iter().copied().filter(|task| stage.status(*task) == status).collect();
        let at = ordering::position(stage, Ranking::Board, &others, &old, place)?;
        ordering::put(stage, Ranking::Board, &others, at, &cards)?;
    }
    Ok(())
}

/// Stages the same changes to one or many tasks.
pub(in crate::plan) fn stage_patch(
    stage: &mut Stage<'_>,
    ids: &[String],
    wanted: &TaskPatch,
    seen: Option<&TaskPatch>,
) -> Result<(), Refusal> {
    let now = stage.context.now;
    for id in ids {
        let (task, staged) = stage.edit(id)?;
        if let Some(seen) = seen {
            patch::check_seen(id, &staged.old, task.status(), seen)?;
        }
        staged.new = patch::apply(&staged.old, wanted, now).map_err(|refusal| refusal.about_task(id))?;
        staged.status = wanted.status.unwrap_or(staged.status);
    }
    Ok(())
}

/// Stages estimates for single tasks among those of the command.
fn stage_estimates(stage: &mut Stage<'_>, ids: &[String], estimates: &[TaskEstimate]) -> Result<(), Refusal> {
    let now = stage.context.now;
    for TaskEstimate { id, hours } in estimates {
        if !ids.contains(id) {
            return Err(refuse(RefusalCode::UnknownTask, Text::with(texts::UNKNOWN_TASK, [("id", id.clone())])));
        }
        let (_, staged) = stage.edit(id)?;
        let patch = TaskPatch { estimate_hours: Some(Some(*hours)), ..TaskPatch::default() };
        staged.new = patch::apply(&staged.new, &patch, now).map_err(|refusal| refusal.about_task(id))?;
    }
    Ok(())
}

/// Checks what is staged, and writes it.
pub(in crate::plan) fn finish(
    stage: &Stage<'_>,
    ids: &[String],
    wanted: &TaskPatch,
    relocation: Option<&Relocation<'_>>,
) -> Result<ChangeSet, Refusal> {
    let tasks = &stage.project.model.tasks;
    let mut draft = Draft::new(stage.project, stage.context);
    rules::check(stage, &mut draft)?;
    if let Some(relocation) = relocation {
        relocation.write(tasks, &mut draft);
    }
    stage.write(&mut draft)?;
    Ok(draft.finish(relocation.map_or_else(|| summary(ids, wanted), |relocation| relocation.summary(tasks))))
}

/// "Move t1 to done", "Change 3 tasks".
fn summary(ids: &[String], wanted: &TaskPatch) -> Text {
    match (ids, wanted.status) {
        ([id], Some(status)) => Text::with(texts::SET_STATUS, [("id", id.clone())]).with_status(status),
        (many, Some(status)) => {
            Text::with(texts::SET_STATUS_OF_MANY, [("count", many.len().to_string())]).with_status(status)
        }
        ([id], None) => Text::with(texts::CHANGE_TASK, [("id", id.clone())]),
        (many, None) => Text::with(texts::CHANGE_TASKS, [("count", many.len().to_string())]),
    }
}
