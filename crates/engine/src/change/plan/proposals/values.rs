//! The values that an element of a proposal changes: those of its time, the present ones and the new ones.

use std::collections::BTreeMap;

use handoff_format::{PathSegment, Value};
use handoff_protocol::agent::TaskChange;
use handoff_protocol::{
    ConfigChange, Context, ElementCommand, ProposalElement, ProposalKind, ProposalRow, ProposedField, TaskPatch,
    TaskUpdate,
};
use serde_json::json;

use crate::Project;
use crate::change::plan::config::configure::open_config;
use crate::change::plan::tasks::patch;
use crate::model::task_fields::{is_same_value, shorten_text, value_of};
use crate::model::{TaskRef, dependency_links};

/// The field of a new task that lists its subtasks.
const SUBTASKS: &str = "subtasks";
/// The field of a new task that is its name.
pub(super) const TITLE: &str = "title";

/// Returns the values of some fields of a task. A field without a value of its own, such as a note to append,
/// is left out.
pub(super) fn task_values<'k>(
    project: &Project,
    task: TaskRef<'_>,
    fields: impl Iterator<Item = &'k str>,
    patch: Option<&TaskPatch>,
) -> BTreeMap<String, Value> {
    fields.filter_map(|field| Some((field.to_owned(), task_value(project, task, field, patch)?))).collect()
}

fn task_value(project: &Project, task: TaskRef<'_>, field: &str, patch: Option<&TaskPatch>) -> Option<Value> {
    match field {
        "parent" => Some(json!(project.model.tasks.parent(task.slot).map(TaskRef::id))),
        "dependency" => {
            let id = &patch?.dependency.as_ref()?.id;
            let fields = &task.shown.task;
            let link = fields.dependencies.contains(id).then(|| dependency_links::link_to(fields, id));
            Some(json!(link))
        }
        _ => value_of((&task.shown.task, task.shown.named_status), field),
    }
}

/// Returns the present values of some keys of the configuration, by the keys with dots.
pub(super) fn config_values(project: &Project, changes: &[ConfigChange]) -> BTreeMap<String, Value> {
    let data = open_config(project).ok();
    let value = |key: &[String]| {
        let path: Vec<PathSegment<'_>> = key.iter().map(|part| PathSegment::Key(part)).collect();
        data.as_ref().and_then(|data| data.get(&path)).unwrap_or_default()
    };
    changes.iter().map(|change| (change.key.join("."), value(&change.key))).collect()
}

/// Returns an element with its values, for a person to read.
pub(crate) fn row(project: &Project, context: &Context, number: usize, element: &ProposalElement) -> ProposalRow {
    let row = |kind| ProposalRow {
        element: u32::try_from(number).unwrap_or(u32::MAX),
        kind,
        task: String::new(),
        title: String::new(),
        fields: Vec::new(),
        conflict: false,
    };
    match &element.command {
        ElementCommand::ChangeTasks { tasks, config } => match tasks.first() {
            None => ProposalRow { fields: config_fields(project, element, config), ..row(ProposalKind::Configure) },
            Some(change) if !is_new(element) => {
                change_row(project, context, element, change, row(ProposalKind::Change))
            }
            Some(change) => create_row(project, change, row(ProposalKind::Create)),
        },
        ElementCommand::UpdateTasks(TaskUpdate { ids, position, .. }) => {
            let parent = json!(position.as_ref().and_then(|position| position.parent.as_deref()));
            of_tasks(project, element, ids, ("parent", &parent), &row(ProposalKind::Move))
        }
        ElementCommand::DeleteTasks { ids } => {
            of_tasks(project, element, ids, ("status", &Value::Null), &row(ProposalKind::Delete))
        }
    }
}

/// Returns whether an element creates a task: it has a title, and no value was there before.
pub(super) fn is_new(element: &ProposalElement) -> bool {
    let ElementCommand::ChangeTasks { tasks, .. } = &element.command else { return false };
    element.seen.is_empty() && tasks.first().is_some_and(|change| change.fields.title.is_some())
}

fn change_row(
    project: &Project,
    context: &Context,
    element: &ProposalElement,
    change: &TaskChange,
    row: ProposalRow,
) -> ProposalRow {
    let id = change.id.clone().unwrap_or_default();
    let Ok(task) = project.model.tasks.find(&id) else { return ProposalRow { task: id, conflict: true, ..row } };
    let after = patch::apply(&task.shown.task, &change.fields, context).ok();
    let status = change.fields.status.or(task.shown.named_status);
    let Value::Object(patch) = json!(change.fields) else { return row };
    let field = |(field, given): (String, Value)| {
        let now = task_value(project, task, &field, Some(&change.fields));
        let new = after.as_ref().and_then(|after| value_of((after, status), &field)).unwrap_or(given);
        proposed_field(&field, element.seen.get(&field), now.as_ref(), &new)
    };
    let fields = patch.into_iter().map(field).collect();
    ProposalRow { task: id, title: task.title().to_owned(), fields, ..row }
}

fn create_row(project: &Project, change: &TaskChange, row: ProposalRow) -> ProposalRow {
    let Value::Object(patch) = json!(change.fields) else { return row };
    let mut fields: Vec<ProposedField> = Vec::new();
    if let Some(parent) = &change.parent {
        fields.push(proposed_field("parent", None, None, &json!(parent)));
    }
    for (field, value) in patch.into_iter().filter(|(field, _)| field != TITLE) {
        let value = value.get("set").or_else(|| value.get("add")).cloned().unwrap_or(value);
        fields.push(proposed_field(&field, None, None, &value));
    }
    if !change.parts.is_empty() {
        let titles: Vec<&str> = change.parts.iter().filter_map(|part| part.fields.title.as_deref()).collect();
        fields.push(proposed_field(SUBTASKS, None, None, &json!(titles)));
    }
    let is_taken = change.id.as_deref().is_some_and(|id| project.model.tasks.find(id).is_ok());
    let is_orphan = change.parent.as_deref().is_some_and(|parent| project.model.tasks.find(parent).is_err());
    let title = change.fields.title.clone().unwrap_or_default();
    ProposalRow { title, fields, conflict: is_taken || is_orphan, ..row }
}

/// Returns the row of a change that is about tasks as a whole.
fn of_tasks(
    project: &Project,
    element: &ProposalElement,
    ids: &[String],
    (field, new): (&str, &Value),
    row: &ProposalRow,
) -> ProposalRow {
    let tasks: Vec<TaskRef<'_>> = ids.iter().filter_map(|id| project.model.tasks.find(id).ok()).collect();
    let conflict = tasks.len() < ids.len();
    let titles: Vec<&str> = tasks.iter().map(|task| task.title()).collect();
    let now = if let [task] = tasks.as_slice() { task_value(project, *task, field, None) } else { None };
    let fields = vec![proposed_field(field, element.seen.get(field), now.as_ref(), new)];
    ProposalRow { task: ids.join(", "), title: titles.join(", "), fields, conflict, ..row.clone() }
}

fn config_fields(project: &Project, element: &ProposalElement, config: &[ConfigChange]) -> Vec<ProposedField> {
    let now = config_values(project, config);
    let field = |change: &ConfigChange| {
        let key = change.key.join(".");
        proposed_field(&key, element.seen.get(&key), now.get(&key), &change.value)
    };
    config.iter().map(field).collect()
}

fn proposed_field(field: &str, was: Option<&Value>, now: Option<&Value>, new: &Value) -> ProposedField {
    let null = Value::Null;
    let (seen, present) = (was.unwrap_or(&null), now.unwrap_or(&null));
    // A value that is there already needs no decision.
    let conflict = was.is_some() && !is_same_value(seen, present) && !is_same_value(present, new);
    let whole = new.as_str().filter(|text| shorten_text(text) != **text).map(str::to_owned);
    let [was, now, proposed] = [seen, present, new].map(words);
    ProposedField { field: field.to_owned(), was, now, proposed, whole, conflict }
}

/// Returns a value in words.
fn words(value: &Value) -> String {
    let text = match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(words).collect::<Vec<_>>().join(", "),
        Value::Object(table) => {
            let name = ["id", "item", "title", "target"].iter().find_map(|key| table.get(*key)?.as_str());
            name.map_or_else(|| value.to_string(), str::to_owned)
        }
        // Hours are whole numbers mostly.
        Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), |number| number.to_string()),
        Value::Bool(is_set) => is_set.to_string(),
    };
    shorten_text(&text)
}
