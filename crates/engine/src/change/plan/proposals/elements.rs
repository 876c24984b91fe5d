//! The division of a command into elements that a person can accept one by one.

use std::collections::BTreeMap;

use handoff_format::{Value, format_date};
use handoff_protocol::agent::TaskChange;
use handoff_protocol::{
    Command, ConfigChange, Context, ElementCommand, Place, ProposalElement, Refusal, Reschedule, TaskPatch, TaskUpdate,
    TreePosition,
};
use serde_json::json;

use super::values::{config_values, task_values};
use crate::Project;
use crate::change::plan::proposals::unproposable;
use crate::change::plan::tasks::reschedule;
use crate::ground::timestamp::Day;
use crate::model::TaskRef;

/// Returns the elements of a command, or the refusal of one that cannot be proposed.
pub(super) fn elements(
    project: &Project,
    context: &Context,
    command: &Command,
) -> Result<Vec<ProposalElement>, Refusal> {
    let mut elements = Vec::new();
    match command {
        Command::ChangeTasks { tasks, config } => {
            if !config.is_empty() {
                elements.push(configure(project, config));
            }
            for change in tasks {
                add_task(&mut elements, project, change, None);
            }
        }
        Command::UpdateTasks(TaskUpdate { ids, patch, estimates, position, card: None, .. }) => {
            for id in ids {
                let mut fields = patch.clone();
                let estimate = estimates.iter().flatten().find(|estimate| estimate.id == *id);
                if let Some(estimate) = estimate {
                    fields.estimate_hours = Some(Some(estimate.hours));
                }
                elements.extend(change_fields(
                    project,
                    TaskChange { id: Some(id.clone()), fields, ..TaskChange::default() },
                ));
            }
            if let Some(position) = position {
                add_moves(&mut elements, project, ids, position);
            }
        }
        Command::Reschedule { reschedule } => elements = dates(project, context, reschedule)?,
        Command::AutoSchedule { from, assignees } => {
            let request = Reschedule::Auto { from: from.clone(), assignees: assignees.clone(), level: false };
            elements = dates(project, context, &request)?;
        }
        Command::DeleteTasks { ids } => {
            for id in ids {
                let seen = find(project, id).map(|task| task_values(project, task, ["status"].into_iter(), None));
                let command = ElementCommand::DeleteTasks { ids: vec![id.clone()] };
                elements.push(ProposalElement { command, seen: seen.unwrap_or_default() });
            }
        }
        _ => return Err(unproposable(project, context)),
    }
    Ok(elements)
}

fn find<'p>(project: &'p Project, id: &str) -> Option<TaskRef<'p>> {
    project.model.tasks.find(id).ok()
}

/// Adds a task of a command: the change of an existing task apart from its new subtasks, or a new task
/// with all its subtasks. `parent` is the existing task that has it as a subtask.
fn add_task(elements: &mut Vec<ProposalElement>, project: &Project, change: &TaskChange, parent: Option<&str>) {
    if let Some(id) = change.id.as_ref().filter(|id| find(project, id).is_some()) {
        elements.extend(change_fields(project, TaskChange { parts: Vec::new(), ..change.clone() }));
        for part in &change.parts {
            add_task(elements, project, part, Some(id));
        }
    } else {
        let parent = change.parent.clone().or_else(|| parent.map(str::to_owned));
        let command =
            ElementCommand::ChangeTasks { tasks: vec![TaskChange { parent, ..change.clone() }], config: Vec::new() };
        elements.push(ProposalElement { command, seen: BTreeMap::new() });
    }
}

/// Returns the element that changes an existing task; `None` if it changes nothing.
fn change_fields(project: &Project, change: TaskChange) -> Option<ProposalElement> {
    if change.fields == TaskPatch::default() && change.order.is_none() {
        return None;
    }
    let patch = json!(change.fields);
    let keys = patch.as_object().into_iter().flatten().map(|(key, _)| key.as_str());
    let task = find(project, change.id.as_deref()?)?;
    let seen = task_values(project, task, keys, Some(&change.fields));
    Some(ProposalElement { command: ElementCommand::ChangeTasks { tasks: vec![change], config: Vec::new() }, seen })
}

fn configure(project: &Project, config: &[ConfigChange]) -> ProposalElement {
    let command = ElementCommand::ChangeTasks { tasks: Vec::new(), config: config.to_vec() };
    ProposalElement { command, seen: config_values(project, config) }
}

/// Adds moves in the tree. Tasks that come after all others move one by one; for another place, their order
/// depends on all of them.
fn add_moves(elements: &mut Vec<ProposalElement>, project: &Project, ids: &[String], position: &TreePosition) {
    let is_separate = matches!(position.place, None | Some(Place::Last {}));
    let groups = if is_separate { ids.chunks(1) } else { ids.chunks(ids.len().max(1)) };
    for ids in groups {
        let update = TaskUpdate { ids: ids.to_vec(), position: Some(position.clone()), ..TaskUpdate::default() };
        let task = if let [id] = ids { find(project, id) } else { None };
        let seen = task.map(|task| task_values(project, task, ["parent"].into_iter(), None)).unwrap_or_default();
        elements.push(ProposalElement { command: ElementCommand::UpdateTasks(update), seen });
    }
}

/// Returns the dates that a change of dates leads to, by task. So a proposal shows and makes what its author
/// has seen, even if the scheduler would decide otherwise by now.
fn dates(project: &Project, context: &Context, request: &Reschedule) -> Result<Vec<ProposalElement>, Refusal> {
    let new_dates = reschedule::compute(project, context, request)?;
    let mut elements = Vec::new();
    for index in new_dates.moved_tasks() {
        let (Some(entry), Some(dates)) = (new_dates.network.tasks.get(index), new_dates.dates.get(index)) else {
            continue;
        };
        let changed = |before: Option<Day>, after: Option<Day>| (before != after).then(|| after.map(format_date));
        let fields = TaskPatch {
            start_date: changed(entry.dates.start, dates.start),
            due_date: changed(entry.dates.due, dates.due),
            ..TaskPatch::default()
        };
        let id = Some(project.model.tasks.key(entry.task));
        elements.extend(change_fields(project, TaskChange { id, fields, ..TaskChange::default() }));
    }
    Ok(elements)
}

/// Returns a patch with other values for some of its fields.
pub(super) fn with_values(patch: &TaskPatch, values: &TaskPatch) -> TaskPatch {
    let (Value::Object(mut fields), Value::Object(values)) = (json!(patch), json!(values)) else {
        return patch.clone();
    };
    fields.extend(values);
    serde_json::from_value(Value::Object(fields)).unwrap_or_default()
}

/// Returns a patch with some of its fields only.
pub(super) fn with_fields(patch: &TaskPatch, is_kept: impl Fn(&str) -> bool) -> TaskPatch {
    let Value::Object(mut fields) = json!(patch) else { return TaskPatch::default() };
    fields.retain(|key, _| is_kept(key));
    serde_json::from_value(Value::Object(fields)).unwrap_or_default()
}
