//! Tools to create, change and move tasks.

use handoff_engine::TaskLookupError;
use handoff_protocol::{Command, NewTask, Outcome, Place, RefusalCode, Status, TaskPatch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, json};

use crate::FailureKind;
use crate::InvalidArgument;
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::params::{RequiredText, input, output, parse, statuses};
use crate::tool::{Effect, Tool, ToolSet};
use crate::tool_result;
use crate::tools::common::{find_task, reader, unknown_task};
use crate::tools::tasks::task_fields::{ProgressParams, TaskParams};

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_update_task",
        title: "Create, change or move a task",
        description: "No task.id: create. Existing ID: change the given fields. With move_to: move it under that task.",
        set: ToolSet::Core,
        effect: Effect::Changes,
        input: input::<UpdateParams>,
        output: Some(output::<UpdateAnswer>),
        answer: |ctx, arguments| update_task(ctx, parse(arguments)?),
    },
    Tool {
        name: "handoff_bulk_update_tasks",
        title: "Change many tasks",
        description: "Change fields of many tasks; each is applied or refused on its own.",
        set: ToolSet::Planning,
        effect: Effect::Changes,
        input: input::<BulkParams>,
        output: Some(output::<BulkAnswer>),
        answer: |ctx, arguments| Ok(bulk_update(ctx, parse(arguments)?)),
    },
];

#[derive(Deserialize, JsonSchema)]
struct UpdateParams {
    task: TaskParams,
    parent_id: Option<String>,
    move_to: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct UpdateAnswer {
    id: String,
    action: Action,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "statuses")]
    status: Option<Status>,
}

#[derive(Clone, Copy, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Action {
    Created,
    Updated,
    Moved,
}

fn update_task(ctx: ToolContext<'_>, params: UpdateParams) -> Result<ToolOutcome, InvalidArgument> {
    let UpdateParams { task, parent_id: parent, move_to } = params;
    let (id, order) = (task.id.clone(), task.order);
    let fields = TaskPatch::from(task);
    let reader = match reader(ctx) {
        Ok(reader) => reader,
        Err(reply) => return Ok(ToolOutcome::Done(reply)),
    };
    if let (Some(id), Some(parent)) = (&id, move_to) {
        if let Err(reply) = find_task(reader, id).and(find_task(reader, &parent)) {
            return Ok(ToolOutcome::Done(reply));
        }
        let text = format!("Moved task {id} under {parent}.");
        let answer = UpdateAnswer { id: id.clone(), action: Action::Moved, title: None, status: None };
        let command = Command::MoveTasks { ids: vec![id.clone()], parent: Some(parent), place: Place::Last {} };
        return Ok(ToolOutcome::commit(command, move |_, _| Reply::with_value(text, json!(answer))));
    }
    let existing = id.as_ref().filter(|id| reader.task(id).err() != Some(TaskLookupError::Unknown));
    if let Some(id) = existing {
        let command = Command::UpdateTask { id: id.clone(), patch: fields, order };
        return Ok(commit_task(command, Action::Updated, Some(id.clone()), None));
    }
    let Some(title) = fields.title.clone() else {
        let Some(id) = id else {
            return Err(InvalidArgument::new("task.title", "a string; it is required for a new task"));
        };
        return Ok(ToolOutcome::Done(Reply::failure(unknown_task(reader, &id))));
    };
    if let Some(Err(reply)) = parent.as_deref().map(|parent| find_task(reader, parent)) {
        return Ok(ToolOutcome::Done(reply));
    }
    let command = Command::CreateTask { task: NewTask { id: id.clone(), parent, fields, place: None }, order };
    Ok(commit_task(command, Action::Created, id, Some(title)))
}

/// Commits a change to one task. If an estimate is missing, the refusal shows a call with one, and
/// with the title of a new task.
fn commit_task(command: Command, action: Action, id: Option<String>, title: Option<String>) -> ToolOutcome {
    let then = move |ctx: ToolContext<'_>, outcome: Outcome| {
        ToolOutcome::Done(match &outcome {
            Outcome::Done { created, warnings, .. } => match created.first().or(id.as_ref()) {
                Some(id) => describe(action, ctx, id).with_warnings(warnings),
                None => tool_result::missing_result(),
            },
            other => refusal_reply(other, id.as_deref(), title.as_deref()),
        })
    };
    ToolOutcome::Commit { command: Box::new(command), then: Box::new(then) }
}

/// Returns the reply for a change that was not made. If only an estimate is missing, it shows a
/// call with one.
fn refusal_reply(outcome: &Outcome, id: Option<&str>, title: Option<&str>) -> Reply {
    let mut reply = tool_result::outcome_to_reply(outcome);
    if let Outcome::Refused { refusal } = outcome
        && refusal.code == RefusalCode::EstimateRequired
    {
        let mut task = Map::new();
        let texts = [("id", id), ("title", title)];
        task.extend(texts.into_iter().filter_map(|(name, value)| Some((name.to_owned(), json!(value?)))));
        task.insert("schedule".to_owned(), json!({"estimate_hours": 2}));
        reply.failed = Some(FailureKind::Incomplete);
        reply.text.push_str("\nFor example, with your own estimate: ");
        reply.text.push_str(&json!({"task": task}).to_string());
    }
    reply
}

#[derive(Deserialize, JsonSchema)]
struct BulkParams {
    updates: Vec<BulkUpdate>,
}

#[derive(Deserialize, JsonSchema)]
struct BulkUpdate {
    task_id: RequiredText,
    #[serde(flatten)]
    fields: ProgressParams,
}

#[derive(Serialize, JsonSchema)]
struct BulkAnswer {
    applied: u32,
    errors: Vec<BulkError>,
}

#[derive(Serialize, JsonSchema)]
struct BulkError {
    task_id: String,
    error: String,
}

fn bulk_update(ctx: ToolContext<'_>, params: BulkParams) -> ToolOutcome {
    if let Err(reply) = reader(ctx) {
        return ToolOutcome::Done(reply);
    }
    let updates = params.updates.into_iter().map(|update| (update.task_id.0, update.fields.into()));
    next_update(ctx, updates.collect::<Vec<_>>().into_iter(), 0, Vec::new())
}

/// Commits the next of several updates. Each is a separate change, regardless of the others'
/// outcomes.
fn next_update(
    ctx: ToolContext<'_>,
    mut remaining: std::vec::IntoIter<(String, TaskPatch)>,
    applied: u32,
    mut errors: Vec<BulkError>,
) -> ToolOutcome {
    let (id, patch) = loop {
        let Some((id, patch)) = remaining.next() else {
            return ToolOutcome::Done(Reply::value(json!(BulkAnswer { applied, errors })));
        };
        match find_task(ctx.engine.reader(), &id) {
            Ok(_) => break (id, patch),
            Err(reply) => errors.push(BulkError { task_id: id, error: reply.text.into() }),
        }
    };
    let command = Command::UpdateTask { id: id.clone(), patch, order: None };
    let then = move |ctx: ToolContext<'_>, outcome: Outcome| {
        if matches!(outcome, Outcome::Done { .. }) {
            return next_update(ctx, remaining, applied + 1, errors);
        }
        let error = refusal_reply(&outcome, Some(&id), None).text.into();
        errors.push(BulkError { task_id: id, error });
        next_update(ctx, remaining, applied, errors)
    };
    ToolOutcome::Commit { command: Box::new(command), then: Box::new(then) }
}

/// Describes a changed task, such as "Updated task t1: Title [todo]".
fn describe(action: Action, ctx: ToolContext<'_>, id: &str) -> Reply {
    let verb = if action == Action::Created { "Created" } else { "Updated" };
    let answer = UpdateAnswer { id: id.to_owned(), action, title: None, status: None };
    match ctx.engine.reader().task(id) {
        Ok(entry) => {
            let (title, status) = (&entry.fields().title, entry.status());
            let answer = UpdateAnswer { title: Some(title.clone()), status: Some(status), ..answer };
            Reply::with_value(format!("{verb} task {id}: {title} [{}]", status.name()), json!(answer))
        }
        Err(_) => Reply::with_value(format!("{verb} task {id}"), json!(answer)),
    }
}
