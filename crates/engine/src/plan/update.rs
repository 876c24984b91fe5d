//! Changes to the fields of tasks, alone or in bulk, and cards put on the board.

use handoff_protocol::{ChangeSet, Context, Place, Refusal, RefusalCode, Status, TaskPatch, Text};

use super::draft::Draft;
use super::place::{self, Ranking};
use super::refusal::{About, refuse};
use super::stage::Stage;
use super::{patch, rules};
use crate::Project;
use crate::texts;

/// The same changes to one or many tasks.
pub(crate) fn update_tasks(
    project: &Project,
    context: &Context,
    ids: &[String],
    wanted: &TaskPatch,
    seen: Option<&TaskPatch>,
) -> Result<ChangeSet, Refusal> {
    let mut stage = Stage::new(project, context);
    stage_patch(&mut stage, ids, wanted, seen)?;
    finish(&stage, ids, wanted)
}

/// Cards put into a column at a place, with what the column and the lane stand for.
pub(crate) fn place_cards(
    project: &Project,
    context: &Context,
    ids: &[String],
    wanted: &TaskPatch,
    place: &Place,
) -> Result<ChangeSet, Refusal> {
    let mut stage = Stage::new(project, context);
    stage_patch(&mut stage, ids, wanted, None)?;
    let moved: Vec<_> = stage.iter().map(|(task, _)| task).collect();
    let slots: Vec<_> = moved.iter().map(|task| task.slot).collect();
    let columns: Vec<Status> =
        Status::ALL.into_iter().filter(|status| moved.iter().any(|task| stage.status(*task) == *status)).collect();
    for status in columns {
        let old = place::column(&stage, status);
        let others = place::without(&old, &slots);
        let cards: Vec<_> = moved.iter().copied().filter(|task| stage.status(*task) == status).collect();
        let at = place::position(&stage, Ranking::Board, &others, &old, place)?;
        place::put(&mut stage, Ranking::Board, &others, at, &cards)?;
    }
    finish(&stage, ids, wanted)
}

fn stage_patch(
    stage: &mut Stage<'_>,
    ids: &[String],
    wanted: &TaskPatch,
    seen: Option<&TaskPatch>,
) -> Result<(), Refusal> {
    let now = stage.context.now;
    for id in ids {
        let (task, staged) = stage.edit(id)?;
        if let Some(field) = seen.and_then(|seen| patch::first_stale(&staged.old, task.status(), seen)) {
            return Err(refuse(RefusalCode::Stale, Text::with(texts::FIELD_CHANGED, [("id", id.clone())]))
                .about_task(id)
                .about_field(field));
        }
        staged.new = patch::apply(&staged.old, wanted, now).map_err(|refusal| refusal.about_task(id))?;
        staged.status = wanted.status.unwrap_or(staged.status);
    }
    Ok(())
}

fn finish(stage: &Stage<'_>, ids: &[String], wanted: &TaskPatch) -> Result<ChangeSet, Refusal> {
    let mut draft = Draft::new(stage.project, stage.context);
    rules::check(stage, draft.evidence())?;
    stage.write(&mut draft)?;
    Ok(draft.finish(summary(ids, wanted)))
}

/// "Move t1 to done", "Change 3 tasks".
fn summary(ids: &[String], wanted: &TaskPatch) -> Text {
    let status = wanted.status.map(|status| status.name().to_owned());
    match (ids, status) {
        ([id], Some(status)) => Text::with(texts::SET_STATUS, [("id", id.clone()), ("status", status)]),
        (many, Some(status)) => {
            Text::with(texts::SET_STATUS_OF_MANY, [("count", many.len().to_string()), ("status", status)])
        }
        ([id], None) => Text::with(texts::CHANGE_TASK, [("id", id.clone())]),
        (many, None) => Text::with(texts::CHANGE_TASKS, [("count", many.len().to_string())]),
    }
}
