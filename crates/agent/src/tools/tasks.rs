//! Tasks: list, get, update.

use handoff_engine::{Missing, Reading, TaskEntry};
use handoff_format::{Task, sort_by_key};
use handoff_protocol::agent::AgentCommand;
use handoff_protocol::{Command, Criterion, NewTask, Place, Priority, Schedule, Status, TaskLink};
use serde_json::{Map, Value, json};

use super::common::{any_object, found, patch, reading, schedule_value, summary, task_node, unknown};
use crate::arguments::Arguments;
use crate::schema::{PRIORITIES, count, flag, list, meaning, number, object, one_of, statuses, text};
use crate::tool::{Effect, Tool, ToolSet};
use crate::{Complaint, Desk, Reply, Step};

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_list_tasks",
        title: "List tasks",
        description: "The task tree with counts. Filters combine; ancestors of a match stay for context.",
        set: ToolSet::Core,
        effect: Effect::Reads,
        input: list_input,
        output: Some(list_output),
        answer: list_tasks,
    },
    Tool {
        name: "handoff_get_task",
        title: "Get a task",
        description: "Everything about one task.",
        set: ToolSet::Core,
        effect: Effect::Reads,
        input: get_input,
        output: Some(any_object),
        answer: get_task,
    },
    Tool {
        name: "handoff_log_time",
        title: "Log time",
        description: "Add hours spent on a task; remaining hours shrink where tracked.",
        set: ToolSet::Core,
        effect: Effect::Adds,
        input: log_input,
        output: None,
        answer: log_time,
    },
    Tool {
        name: "handoff_update_task",
        title: "Create, change or move a task",
        description: "No task.id: create. A known id: change the given fields. With move_to: move it under that task.",
        set: ToolSet::Core,
        effect: Effect::Changes,
        input: update_input,
        output: None,
        answer: update_task,
    },
];

fn list_input() -> Value {
    let members = [
        ("status_filter", one_of(&statuses())),
        ("assignee_filter", text()),
        ("milestone_filter", text()),
        ("priority_filter", one_of(&PRIORITIES)),
        ("label_filter", text()),
        ("project_dir", text()),
    ];
    object(members, &[])
}

fn list_output() -> Value {
    object([("task_tree", list(&any_object())), ("task_summary", any_object())], &["task_tree", "task_summary"])
}

fn get_input() -> Value {
    object([("task_id", text()), ("include_dependents", flag()), ("project_dir", text())], &["task_id"])
}

fn update_input() -> Value {
    let schedule = object(
        [
            ("start_date", meaning(text(), "YYYY-MM-DD")),
            ("due_date", text()),
            ("estimate_hours", number()),
            ("actual_hours", number()),
            ("remaining_hours", number()),
            ("milestone", text()),
            ("pinned", flag()),
        ],
        &[],
    );
    let criterion = object([("item", text()), ("checked", flag())], &["item"]);
    let task = object(
        [
            ("id", text()),
            ("title", text()),
            ("status", one_of(&statuses())),
            ("notes", text()),
            ("notes_append", text()),
            ("priority", one_of(&PRIORITIES)),
            ("labels", list(&text())),
            ("links", list(&text())),
            ("done_criteria", list(&criterion)),
            ("schedule", schedule),
            ("dependencies", list(&text())),
            ("order", count()),
            ("assignee", text()),
        ],
        &[],
    );
    object([("task", task), ("parent_id", text()), ("move_to", text()), ("project_dir", text())], &["task"])
}

fn list_tasks(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let wanted = Wanted {
        status: arguments.word("status_filter", &statuses(), Status::from_name)?,
        priority: arguments.word("priority_filter", &PRIORITIES, Priority::from_name)?,
        assignee: arguments.text("assignee_filter")?,
        milestone: arguments.text("milestone_filter")?,
        label: arguments.text("label_filter")?,
    };
    let reading = match reading(desk) {
        Ok(reading) => reading,
        Err(reply) => return Ok(Step::Done(reply)),
    };
    let tree: Vec<Value> = reading.top().into_iter().filter_map(|task| node(task, &wanted)).collect();
    let today = handoff_format::today(desk.context.now, desk.context.utc_offset_minutes);
    Ok(Step::Done(Reply::value(json!({"task_tree": tree, "task_summary": summary(reading, &today)}))))
}

/// What a listed task must be; an absent wish is none.
struct Wanted<'a> {
    status: Option<Status>,
    priority: Option<Priority>,
    assignee: Option<&'a str>,
    milestone: Option<&'a str>,
    label: Option<&'a str>,
}

impl Wanted<'_> {
    fn takes(&self, entry: TaskEntry<'_>) -> bool {
        let task = entry.fields();
        let milestone = task.schedule.as_ref().and_then(|schedule| schedule.milestone.as_deref());
        self.status.is_none_or(|status| status == entry.status())
            && self.priority.is_none_or(|priority| task.priority == Some(priority))
            && self.assignee.is_none_or(|assignee| task.assignee.as_deref() == Some(assignee))
            && self.milestone.is_none_or(|wanted| milestone == Some(wanted))
            && self.label.is_none_or(|label| task.labels.iter().any(|known| known == label))
    }
}

/// A task of the listed tree, if it or something below it is wanted.
fn node(entry: TaskEntry<'_>, wanted: &Wanted<'_>) -> Option<Value> {
    let children: Vec<Value> = entry.children().into_iter().filter_map(|child| node(child, wanted)).collect();
    if children.is_empty() && !wanted.takes(entry) {
        return None;
    }
    Some(task_node(entry, children))
}

fn get_task(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let id = arguments.required_text("task_id")?;
    let with_dependents = arguments.flag("include_dependents")?.unwrap_or(false);
    let answer = reading(desk).and_then(|reading| {
        let entry = found(reading, id)?;
        let mut task = task_value(entry);
        let dependents = with_dependents.then(|| dependents_of(reading, &entry.fields().id));
        task.insert("dependents".to_owned(), dependents.unwrap_or(Value::Null));
        Ok(Reply::value(Value::Object(task)))
    });
    Ok(Step::Done(answer.unwrap_or_else(|reply| reply)))
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

fn criterion_value(criterion: &Criterion) -> Value {
    json!({"item": criterion.item, "checked": criterion.checked})
}

/// The tasks that wait for a task, by id.
fn dependents_of(reading: Reading<'_>, id: &str) -> Value {
    let mut waiting: Vec<TaskEntry<'_>> = reading.tasks();
    waiting.retain(|entry| entry.fields().dependencies.iter().any(|awaited| awaited == id));
    sort_by_key(&mut waiting, |entry| entry.fields().id.clone());
    let dependent = |entry: &TaskEntry<'_>| {
        let task = entry.fields();
        let mut members = Map::new();
        members.insert("id".to_owned(), json!(task.id));
        members.insert("title".to_owned(), json!(task.title));
        members.insert("status".to_owned(), json!(entry.status().name()));
        if let Some(notes) = &task.notes {
            members.insert("notes".to_owned(), json!(notes));
        }
        if !task.criteria.is_empty() {
            let criteria: Vec<Value> = task.criteria.iter().map(criterion_value).collect();
            members.insert("done_criteria".to_owned(), json!(criteria));
        }
        Value::Object(members)
    };
    Value::Array(waiting.iter().map(dependent).collect())
}

fn log_input() -> Value {
    object([("task_id", text()), ("hours", number()), ("project_dir", text())], &["task_id", "hours"])
}

fn log_time(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let id = arguments.required_text("task_id")?.to_owned();
    let Some(hours) = arguments.number("hours")?.filter(|hours| *hours > 0.0) else {
        return Err(arguments.complaint("hours", "a number above 0; it is required"));
    };
    if let Err(reply) = reading(desk).and_then(|reading| found(reading, &id)) {
        return Ok(Step::Done(reply));
    }
    let command = AgentCommand::LogTime { id: id.clone(), hours };
    Ok(Step::commit(command, move |desk, _| {
        let schedule = desk.engine.reading().task(&id).ok().and_then(|entry| entry.fields().schedule.clone());
        let Schedule { actual_hours, remaining_hours, .. } = schedule.unwrap_or_default();
        let left = remaining_hours.map_or_else(String::new, |left| format!(", {left:.1}h remaining"));
        Reply::text(format!("Logged {hours:.1}h on {id}: {:.1}h in all{left}.", actual_hours.unwrap_or_default()))
    }))
}

fn update_task(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let Some(wish) = arguments.members("task")? else {
        return Err(arguments.complaint("task", "an object; it is required"));
    };
    let id = wish.text("id")?.map(str::to_owned);
    let parent = arguments.text("parent_id")?.map(str::to_owned);
    let reading = match reading(desk) {
        Ok(reading) => reading,
        Err(reply) => return Ok(Step::Done(reply)),
    };
    if let (Some(id), Some(goal)) = (&id, arguments.text("move_to")?) {
        let command =
            Command::MoveTasks { ids: vec![id.clone()], parent: Some(goal.to_owned()), place: Place::Last {} };
        let answer = format!("Moved task {id} under {goal}.");
        return Ok(Step::commit(command, move |_, _| Reply::text(answer)));
    }
    let fields = patch(&wish)?;
    let known = id.as_ref().filter(|id| reading.task(id).err() != Some(Missing::Unknown));
    if let Some(id) = known {
        let id = id.clone();
        let command = Command::UpdateTasks { ids: vec![id.clone()], patch: fields, seen: None };
        return Ok(Step::commit(command, move |desk, _| Reply::text(told("Updated", desk, &id))));
    }
    if fields.title.is_none() {
        let Some(id) = id else { return Err(wish.complaint("title", "a text; a new task needs it")) };
        return Ok(Step::Done(Reply::failure(unknown(reading, &id))));
    }
    let command = Command::CreateTask { task: NewTask { id, parent, fields, place: None } };
    Ok(Step::commit(command, move |desk, created| {
        let id = created.first().cloned().unwrap_or_default();
        Reply::text(told("Created", desk, &id))
    }))
}

/// "Updated task t1: Title [todo]".
fn told(verb: &str, desk: Desk<'_>, id: &str) -> String {
    match desk.engine.reading().task(id) {
        Ok(entry) => format!("{verb} task {id}: {} [{}]", entry.fields().title, entry.status().name()),
        Err(_) => format!("{verb} task {id}"),
    }
}
