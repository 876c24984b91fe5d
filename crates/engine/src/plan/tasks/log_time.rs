//! Hours that were spent.

use handoff_protocol::{ChangeSet, Context, Refusal, RefusalCode, TaskPatch, Text};

use crate::Project;
use crate::plan::refusal::{About, refuse};
use crate::plan::task_lookup;
use crate::plan::tasks::update;

/// Adds hours to a task.
pub(in crate::plan) fn log_time(
    project: &Project,
    context: &Context,
    id: &str,
    hours: f64,
) -> Result<ChangeSet, Refusal> {
    if !(hours.is_finite() && hours > 0.0) {
        return Err(refuse(RefusalCode::BadCommand, Text::plain("Hours must be above 0.")).about_field("hours"));
    }
    let task = task_lookup::existing(&project.model.tasks, id)?;
    let schedule = task.shown.task.schedule.as_ref();
    let spent = schedule.and_then(|schedule| schedule.actual_hours).unwrap_or_default();
    let left = schedule.and_then(|schedule| schedule.remaining_hours);
    let patch = TaskPatch {
        actual_hours: Some(Some(spent + hours)),
        remaining_hours: left.map(|left| Some((left - hours).max(0.0))),
        ..TaskPatch::default()
    };
    update::update_tasks(project, context, &[id.to_owned()], &patch, None, &[])
}
