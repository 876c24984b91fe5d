//! What several tables of tools share.

use handoff_engine::{Missing, Reading, TaskEntry};
use handoff_format::Task;
use handoff_protocol::{Criterion, Priority, Schedule, Status, TaskLink, Text};
use serde_json::{Map, Value, json};

use crate::reply::{NOT_INITIALIZED, plain};
use crate::{Desk, Reply, Step, Trouble};

pub(super) fn any_object() -> Value {
    json!({"type": "object"})
}

/// The project, or why there is nothing to read.
pub(super) fn reading(desk: Desk<'_>) -> Result<Reading<'_>, Reply> {
    let reading = desk.engine.reading();
    if reading.is_initialized() { Ok(reading) } else { Err(no_project(reading)) }
}

/// Says that there is no project, or why it could not be read.
pub(super) fn no_project(reading: Reading<'_>) -> Reply {
    match reading.why_unreadable() {
        Some(text) => Reply::trouble(Trouble::Broken, plain(&text)),
        None => Reply::failure(NOT_INITIALIZED),
    }
}

/// The project, for an answer about its tasks. Refused where none of them could be read; else also why some may be missing.
pub(super) fn reading_of_tasks(desk: Desk<'_>) -> Result<(Reading<'_>, Vec<Text>), Reply> {
    let reading = reading(desk)?;
    let (unread, is_all) = reading.unread_tasks();
    match unread.first().filter(|_| is_all || reading.tasks().is_empty()) {
        Some(text) => Err(Reply::trouble(Trouble::Broken, plain(text))),
        None => Ok((reading, unread)),
    }
}

/// A call that is answered at once, one way or the other.
pub(super) fn answered(reply: Result<Reply, Reply>) -> Step {
    Step::Done(reply.unwrap_or_else(|failure| failure))
}

/// The sum of some hours of tasks; none where none of them has any.
pub(super) fn hours<'a>(tasks: &[TaskEntry<'a>], of: impl Fn(TaskEntry<'a>) -> Option<f64>) -> Option<f64> {
    let found: Vec<f64> = tasks.iter().filter_map(|task| of(*task)).collect();
    (!found.is_empty()).then(|| found.iter().sum())
}

/// A part of a whole, 0 to 1; none of nothing.
pub(super) fn share(part: usize, whole: usize) -> Option<f64> {
    let exact = |number: usize| u32::try_from(number).map(f64::from).ok();
    (whole > 0).then(|| Some(exact(part)? / exact(whole)?)).flatten()
}

/// A task of a tree, with those of its parts that are shown.
pub(super) fn task_node(entry: TaskEntry<'_>, children: Vec<Value>) -> Value {
    let task = entry.fields();
    let mut node = Map::new();
    node.insert("id".to_owned(), json!(task.id));
    node.insert("title".to_owned(), json!(task.title));
    node.insert("status".to_owned(), json!(entry.status().name()));
    if let Some(schedule) = &task.schedule {
        node.insert("schedule".to_owned(), schedule_value(schedule));
    }
    if !task.dependencies.is_empty() {
        node.insert("dependencies".to_owned(), json!(task.dependencies));
    }
    if let Some(order) = task.order {
        node.insert("order".to_owned(), json!(order));
    }
    if let Some(assignee) = &task.assignee {
        node.insert("assignee".to_owned(), json!(assignee));
    }
    if !children.is_empty() {
        node.insert("children".to_owned(), Value::Array(children));
    }
    Value::Object(node)
}

/// How many tasks stand where; what no task is, is left out.
pub(super) fn by_status(tasks: &[TaskEntry<'_>]) -> Value {
    let mut counts = Status::ALL.map(|status| (status, 0));
    for task in tasks {
        let status = task.status();
        counts.iter_mut().filter(|(known, _)| *known == status).for_each(|(_, count)| *count += 1);
    }
    let found = counts.into_iter().filter(|(_, count)| *count > 0);
    Value::Object(found.map(|(status, count)| (status.name().to_owned(), json!(count))).collect())
}

/// Counts over all tasks, whatever is listed.
pub(super) fn summary(tasks: &[TaskEntry<'_>], today: i32) -> Value {
    let over = tasks.iter().filter(|task| task.status().is_terminal()).count();
    let overdue = tasks.iter().filter(|task| task.is_overdue(today)).count();
    let mut summary = Map::new();
    summary.insert("total".to_owned(), json!(tasks.len()));
    summary.insert("by_status".to_owned(), by_status(tasks));
    let (estimate, actual) = (hours(tasks, TaskEntry::estimate), hours(tasks, TaskEntry::spent));
    if estimate.is_some() || actual.is_some() {
        summary.insert("total_estimate_hours".to_owned(), json!(estimate.unwrap_or_default()));
        summary.insert("total_actual_hours".to_owned(), json!(actual.unwrap_or_default()));
    }
    if let Some(rate) = share(over, tasks.len()) {
        summary.insert("completion_rate".to_owned(), json!(rate));
    }
    summary.insert("overdue_count".to_owned(), json!(overdue));
    Value::Object(summary)
}

pub(super) fn schedule_value(schedule: &Schedule) -> Value {
    let mut members = Map::new();
    let mut put = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            members.insert(name.to_owned(), value);
        }
    };
    put("start_date", schedule.start_date.as_ref().map(|date| json!(date)));
    put("due_date", schedule.due_date.as_ref().map(|date| json!(date)));
    put("estimate_hours", schedule.estimate_hours.map(|hours| json!(hours)));
    put("actual_hours", schedule.actual_hours.map(|hours| json!(hours)));
    put("remaining_hours", schedule.remaining_hours.map(|hours| json!(hours)));
    put("milestone", schedule.milestone.as_ref().map(|name| json!(name)));
    put("pinned", schedule.pinned.map(|pinned| json!(pinned)));
    Value::Object(members)
}

/// The task with an id, or a sentence with ids that are like it.
pub(super) fn found<'a>(reading: Reading<'a>, id: &str) -> Result<TaskEntry<'a>, Reply> {
    reading.task(id).map_err(|missing| match missing {
        Missing::Ambiguous => Reply::failure(format!("Several tasks have the id {id}; handoff doctor names them.")),
        Missing::Unknown => Reply::failure(unknown(reading, id)),
    })
}

pub(super) fn unknown(reading: Reading<'_>, id: &str) -> String {
    let tasks = reading.tasks();
    if let Some(text) = reading.unread_tasks().0.first() {
        return format!("There is no task {id} among those that could be read. {}", plain(text));
    }
    let mut alike: Vec<(usize, &str)> =
        tasks.iter().map(|task| (likeness(id, &task.fields().id), task.fields().id.as_str())).collect();
    alike.retain(|(score, _)| *score > 0);
    alike.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let alike: Vec<&str> = alike.into_iter().take(5).map(|(_, id)| id).collect();
    match (tasks.is_empty(), alike.is_empty()) {
        (true, _) => format!("There is no task {id}; no tasks exist yet."),
        (false, true) => format!("There is no task {id}."),
        (false, false) => format!("There is no task {id}. Did you mean {}?", alike.join(", ")),
    }
}

/// How alike two ids are: 100 equal but for case, 80 one begins with the other, 60 one is inside the other, else 20 for each part that they
/// share.
pub(super) fn likeness(wanted: &str, known: &str) -> usize {
    let (wanted, known) = (wanted.to_lowercase(), known.to_lowercase());
    if wanted == known {
        100
    } else if wanted.is_empty() || known.is_empty() {
        0
    } else if wanted.starts_with(&known) || known.starts_with(&wanted) {
        80
    } else if wanted.contains(&known) || known.contains(&wanted) {
        60
    } else {
        let parts = |id: &str| id.split(['-', '.', '_']).map(str::to_owned).collect::<Vec<_>>();
        let known = parts(&known);
        20 * parts(&wanted).iter().filter(|part| known.contains(part)).count()
    }
}

/// All fields; what is absent is null or empty.
pub(crate) fn task_value(entry: TaskEntry<'_>) -> Map<String, Value> {
    let task: &Task = entry.fields();
    let links = |links: &[TaskLink]| {
        let link = |link: &TaskLink| json!({"target": link.target, "link_type": link.link_type, "label": link.label});
        links.iter().map(link).collect::<Vec<_>>()
    };
    let members = [
        ("id", json!(task.id)),
        ("title", json!(task.title)),
        ("status", json!(entry.status().name())),
        ("notes", json!(task.notes)),
        ("priority", json!(task.priority.map(Priority::name))),
        ("created_at", json!(task.created_at)),
        ("updated_at", json!(task.updated_at)),
        ("completed_at", json!(task.completed_at)),
        ("labels", json!(task.labels)),
        ("links", json!(task.links)),
        ("task_links", json!(links(&task.task_links))),
        ("done_criteria", json!(task.criteria.iter().map(criterion_value).collect::<Vec<_>>())),
        ("schedule", task.schedule.as_ref().map_or(Value::Null, schedule_value)),
        ("dependencies", json!(task.dependencies)),
        ("order", json!(task.order)),
        ("assignee", json!(task.assignee)),
    ];
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

pub(super) fn criterion_value(criterion: &Criterion) -> Value {
    json!({"item": criterion.item, "checked": criterion.checked})
}
