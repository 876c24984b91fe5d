//! A task's order among its siblings, as other programs know it.

use handoff_protocol::{ChangeSet, Context, Refusal, TaskPatch};

use crate::Project;
use crate::plan::staged_tasks::Stage;
use crate::plan::tasks::ordering;
use crate::plan::tasks::update;

/// Changes fields of a task, and its place where it is given another order.
pub(in crate::plan) fn update_task(
    project: &Project,
    context: &Context,
    id: &str,
    patch: &TaskPatch,
    order: Option<u32>,
) -> Result<ChangeSet, Refusal> {
    let ids = [id.to_owned()];
    let mut stage = Stage::new(project, context);
    update::stage_patch(&mut stage, &ids, patch, None)?;
    if let Some(order) = order {
        let (task, staged) = stage.edit(id)?;
        let mut new = staged.new.clone();
        new.order = Some(order);
        let tasks = &project.model.tasks;
        let parent = tasks.parent(task.slot).map(|parent| parent.slot);
        let others = ordering::without(&tasks.arranged(parent), &[task.slot]);
        let at = ordering::by_order(&others, &new);
        ordering::rank_at(&mut stage, &others, at, &mut new)?;
        stage.edit(id)?.1.new = new;
    }
    update::finish(&stage, &ids, patch, None)
}
