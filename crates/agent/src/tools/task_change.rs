//! Tasks: create, change, move, one or many.

use handoff_engine::Missing;
use handoff_protocol::{Command, NewTask, Outcome, Place, RefusalCode, TaskPatch};
use serde_json::{Map, Value, json};

use super::common::{found, reading, unknown};
use super::task_fields::patch;
use crate::arguments::Arguments;
use crate::reply;
use crate::schema::{PRIORITIES, count, flag, list, meaning, number, object, one_of, statuses, text};
use crate::tool::{Effect, Tool, ToolSet};
use crate::{Complaint, Desk, Reply, Step, Trouble};

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_update_task",
        title: "Create, change or move a task",
        description: "No task.id: create. A known id: change the given fields. With move_to: move it under that task.",
        set: ToolSet::Core,
        effect: Effect::Changes,
        input: update_input,
        output: Some(update_output),
        answer: update_task,
    },
    Tool {
        name: "handoff_bulk_update_tasks",
        title: "Change many tasks",
        description: "Change fields of many tasks; each is applied or refused on its own.",
        set: ToolSet::Planning,
        effect: Effect::Changes,
        input: bulk_input,
        output: Some(bulk_output),
        answer: bulk_update,
    },
];

fn schedule_input() -> Value {
    object(
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
    )
}

fn update_input() -> Value {
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
            ("schedule", schedule_input()),
            ("dependencies", list(&text())),
            ("order", count()),
            ("assignee", text()),
        ],
        &[],
    );
    object([("task", task), ("parent_id", text()), ("move_to", text()), ("project_dir", text())], &["task"])
}

fn update_output() -> Value {
    let members = [
        ("id", text()),
        ("action", one_of(&["created", "updated", "moved"])),
        ("title", text()),
        ("status", one_of(&statuses())),
    ];
    object(members, &["id", "action"])
}

fn update_task(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let Some(wish) = arguments.members("task")? else {
        return Err(arguments.complaint("task", "an object; it is required"));
    };
    let id = wish.text("id")?.map(str::to_owned);
    let parent = arguments.text("parent_id")?.map(str::to_owned);
    let goal = arguments.text("move_to")?;
    let (fields, order) = (patch(&wish)?, order(&wish)?);
    let reading = match reading(desk) {
        Ok(reading) => reading,
        Err(reply) => return Ok(Step::Done(reply)),
    };
    if let (Some(id), Some(goal)) = (&id, goal) {
        if let Err(reply) = found(reading, id).and(found(reading, goal)) {
            return Ok(Step::Done(reply));
        }
        let command =
            Command::MoveTasks { ids: vec![id.clone()], parent: Some(goal.to_owned()), place: Place::Last {} };
        let answer = format!("Moved task {id} under {goal}.");
        let value = json!({"id": id, "action": "moved"});
        return Ok(Step::commit(command, move |_, _| Reply::told(answer, value)));
    }
    let known = id.as_ref().filter(|id| reading.task(id).err() != Some(Missing::Unknown));
    if let Some(id) = known {
        let command = Command::UpdateTask { id: id.clone(), patch: fields, order };
        return Ok(commit_task(command, "updated", Some(id.clone()), None));
    }
    let Some(title) = fields.title.clone() else {
        let Some(id) = id else { return Err(wish.complaint("title", "a text; a new task needs it")) };
        return Ok(Step::Done(Reply::failure(unknown(reading, &id))));
    };
    if let Some(Err(reply)) = parent.as_deref().map(|parent| found(reading, parent)) {
        return Ok(Step::Done(reply));
    }
    let command = Command::CreateTask { task: NewTask { id: id.clone(), parent, fields, place: None }, order };
    Ok(commit_task(command, "created", id, Some(title)))
}

/// Carries out a change to one task; a missing estimate is refused with a call that has one. A new task has its title in it.
fn commit_task(command: Command, action: &'static str, id: Option<String>, title: Option<String>) -> Step {
    let then = move |desk: Desk<'_>, outcome: Outcome| {
        Step::Done(match &outcome {
            Outcome::Done { created, warnings, .. } => {
                let id = created.first().or(id.as_ref()).map(String::as_str).unwrap_or_default();
                told(action, desk, id).warned(warnings)
            }
            other => refused(other, id.as_deref(), title.as_deref()),
        })
    };
    Step::Commit { command: Box::new(command), then: Box::new(then) }
}

/// Why a change was not made; with the call to send instead where only an estimate is missing.
fn refused(outcome: &Outcome, id: Option<&str>, title: Option<&str>) -> Reply {
    let mut reply = reply::outcome(outcome);
    if let Outcome::Refused { refusal } = outcome
        && refusal.code == RefusalCode::EstimateRequired
    {
        let mut task = Map::new();
        let texts = [("id", id), ("title", title)];
        task.extend(texts.into_iter().filter_map(|(name, value)| Some((name.to_owned(), json!(value?)))));
        task.insert("schedule".to_owned(), json!({"estimate_hours": 2}));
        reply.failed = Some(Trouble::Incomplete);
        reply.text.push_str("\nFor example, with your own estimate: ");
        reply.text.push_str(&json!({"task": task}).to_string());
    }
    reply
}

/// The place among siblings that a wish gives.
fn order(wish: &Arguments<'_>) -> Result<Option<u32>, Complaint> {
    wish.optional("order", "a whole number from 0", |value| value.as_u64().and_then(|order| u32::try_from(order).ok()))
}

fn bulk_input() -> Value {
    let update = object(
        [
            ("task_id", text()),
            ("status", one_of(&statuses())),
            ("priority", one_of(&PRIORITIES)),
            ("assignee", text()),
            ("notes", text()),
            ("notes_append", text()),
            ("schedule", schedule_input()),
        ],
        &["task_id"],
    );
    object([("updates", list(&update)), ("project_dir", text())], &["updates"])
}

fn bulk_output() -> Value {
    let error = object([("task_id", text()), ("error", text())], &["task_id", "error"]);
    object([("applied", count()), ("errors", list(&error))], &["applied", "errors"])
}

fn bulk_update(desk: Desk<'_>, arguments: &Arguments<'_>) -> Result<Step, Complaint> {
    let Some(updates) = arguments.each("updates")? else {
        return Err(arguments.complaint("updates", "a list of objects; it is required"));
    };
    let read = |update: &Arguments<'_>| {
        let fields = patch(update)?;
        // What else a task has is not for many at once.
        let fields = TaskPatch { title: None, labels: None, links: None, dependencies: None, criteria: None, ..fields };
        Ok((update.required_text("task_id")?.to_owned(), fields))
    };
    let updates: Vec<(String, TaskPatch)> = updates.iter().map(read).collect::<Result<_, Complaint>>()?;
    Ok(match reading(desk) {
        Ok(_) => next_update(desk, updates.into_iter(), 0, Vec::new()),
        Err(reply) => Step::Done(reply),
    })
}

/// Carries out the next of several updates, each a unit of its own, whatever becomes of the others.
fn next_update(
    desk: Desk<'_>,
    mut left: std::vec::IntoIter<(String, TaskPatch)>,
    applied: u32,
    mut errors: Vec<Value>,
) -> Step {
    let (id, patch) = loop {
        let Some((id, patch)) = left.next() else {
            return Step::Done(Reply::value(json!({"applied": applied, "errors": errors})));
        };
        match found(desk.engine.reading(), &id) {
            Ok(_) => break (id, patch),
            Err(reply) => errors.push(error(&id, &reply)),
        }
    };
    let command = Command::UpdateTask { id: id.clone(), patch, order: None };
    let then = move |desk: Desk<'_>, outcome: Outcome| {
        if matches!(outcome, Outcome::Done { .. }) {
            return next_update(desk, left, applied + 1, errors);
        }
        errors.push(error(&id, &refused(&outcome, Some(&id), None)));
        next_update(desk, left, applied, errors)
    };
    Step::Commit { command: Box::new(command), then: Box::new(then) }
}

fn error(id: &str, reply: &Reply) -> Value {
    json!({"task_id": id, "error": reply.text})
}

/// "Updated task t1: Title [todo]".
fn told(action: &str, desk: Desk<'_>, id: &str) -> Reply {
    let verb = if action == "created" { "Created" } else { "Updated" };
    match desk.engine.reading().task(id) {
        Ok(entry) => {
            let (title, status) = (&entry.fields().title, entry.status().name());
            let value = json!({"id": id, "action": action, "title": title, "status": status});
            Reply::told(format!("{verb} task {id}: {title} [{status}]"), value)
        }
        Err(_) => Reply::told(format!("{verb} task {id}"), json!({"id": id, "action": action})),
    }
}
