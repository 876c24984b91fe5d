//! Tools that create, change and move tasks.

use handoff_engine::{ProjectReader, TaskEntry, TaskLookupError};
use handoff_protocol::agent::TaskChange;
use handoff_protocol::{Command, ConfigChange, Criterion, NewTask, Outcome, Place, RefusalCode, TaskPatch};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, json};

use crate::FailureKind;
use crate::InvalidArgument;
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::operation::Effect;
use crate::operations::common::{find_task, reader, unknown_task};
use crate::operations::people::assignees::{MilestoneParams, milestone_changes};
use crate::operations::tasks::task_fields::{ProgressParams, TaskParams};
use crate::operations::tasks::task_reply::{Before, MoveAnswer, UpdateAnswer, order_warnings, reply};
use crate::params::{MainMember, RequiredText, Short, input, output, parse};
use crate::tool::{Tool, ToolSet, Work};
use crate::tool_result;

pub(crate) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_update_task",
        title: "Create or change tasks",
        description: "No id: create. Existing ID: change the given fields; status, check, log_hours and notes_append finish a task in one call. With move_to: move it under that task.",
        set: ToolSet::Core,
        effect: Effect::Changes,
        input: input::<UpdateParams>,
        output: Some(output::<UpdateAnswer>),
        work: Work::Steps(|ctx, arguments| update_task(ctx, parse(arguments)?)),
    },
    Tool {
        name: "handoff_bulk_update_tasks",
        title: "Change many tasks",
        description: "Change fields of many tasks; each is applied or refused on its own.",
        set: ToolSet::Planning,
        effect: Effect::Changes,
        input: input::<BulkParams>,
        output: Some(output::<BulkAnswer>),
        work: Work::Steps(|ctx, arguments| Ok(bulk_update(ctx, parse(arguments)?))),
    },
];

#[derive(Deserialize, JsonSchema)]
struct UpdateParams {
    task: Option<TaskParams>,
    parent_id: Option<String>,
    move_to: Option<String>,
    #[schemars(
        description = "several, all or nothing: as task, with parent_id, children (tasks), ref (a name for dependencies)",
        extend("briefItems" = "object")
    )]
    tasks: Option<Vec<Short<ItemParams>>>,
    /// {name, date} to add or change
    #[schemars(extend("briefItems" = "object"))]
    milestones: Option<Vec<Short<MilestoneParams>>>,
}

/// One of several tasks.
#[derive(Deserialize, JsonSchema)]
struct ItemParams {
    #[serde(flatten)]
    task: TaskParams,
    r#ref: Option<String>,
    parent_id: Option<String>,
    #[serde(default)]
    #[schemars(schema_with = "subtasks")]
    children: Option<Vec<Short<ItemParams>>>,
}

impl MainMember for ItemParams {
    const NAME: &'static str = "title";
}

/// Returns the schema of a list of tasks like the one that contains it.
pub(crate) fn subtasks(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "nested": true})
}

fn update_task(ctx: ToolContext<'_>, params: UpdateParams) -> Result<ToolOutcome, InvalidArgument> {
    let UpdateParams { task, parent_id, move_to, tasks, milestones } = params;
    let reader = match reader(ctx) {
        Ok(reader) => reader,
        Err(reply) => return Ok(ToolOutcome::Done(reply)),
    };
    if let Some(parent) = move_to {
        let Some(TaskParams { id: Some(id), .. }) = &task else {
            return Err(InvalidArgument::new("task.id", "the ID of the task to move"));
        };
        let ignored = tasks.is_some() || milestones.is_some() || task.as_ref().is_some_and(TaskParams::has_fields);
        return Ok(move_task(reader, id, parent, ignored));
    }
    let (single, several) = (task.is_some(), tasks.is_some());
    if !single && !several && milestones.is_none() {
        return Err(InvalidArgument::new("task", "an object, unless tasks is given"));
    }
    let item = task.map(|task| (ItemParams { task, r#ref: None, parent_id: None, children: None }, "task.".to_owned()));
    let items = tasks.into_iter().flatten().enumerate().map(|(index, Short(item))| (item, format!("tasks[{index}].")));
    let mut plan = Plan { reader, before: Vec::new(), notes: Vec::new() };
    let mut changes = Vec::new();
    for (item, path) in item.into_iter().chain(items) {
        let parent = item.parent_id.clone().or_else(|| parent_id.clone());
        match plan.change(item, &path, Parent::Task(parent)) {
            Ok(change) => changes.push(change),
            Err(Failure::Invalid(invalid)) => return Err(invalid),
            Err(Failure::Refused(reply)) => return Ok(ToolOutcome::Done(reply)),
        }
    }
    let mut config: Vec<ConfigChange> = Vec::new();
    for Short(milestone) in milestones.into_iter().flatten() {
        config.extend(milestone_changes(reader, &milestone)?);
    }
    let Plan { before, notes, .. } = plan;
    // The refusal of a single task shows a call that works.
    let example = changes.first().filter(|_| !several).map(|change| {
        let NewTask { id, fields, .. } = &change.task;
        (id.clone(), fields.title.clone().filter(|_| before.iter().all(Before::is_new)))
    });
    let command = Command::ChangeTasks { tasks: changes, config };
    let then = move |ctx: ToolContext<'_>, outcome: Outcome| {
        ToolOutcome::Done(match &outcome {
            Outcome::Done { created, warnings, .. } => {
                let reply = reply(ctx.engine.reader(), &before, created, several).with_warnings(warnings);
                notes.iter().fold(reply, |reply, note| reply.with_note(note))
            }
            other => {
                let (id, title) = example.unwrap_or_default();
                refusal_reply(other, id.as_deref(), title.as_deref(), !several)
            }
        })
    };
    Ok(ToolOutcome::Commit { command: Box::new(command), then: Box::new(then) })
}

fn move_task(reader: ProjectReader<'_>, id: &str, parent: String, ignored: bool) -> ToolOutcome {
    if let Err(reply) = find_task(reader, id).and(find_task(reader, &parent)) {
        return ToolOutcome::Done(reply);
    }
    let text = format!("Moved task {id} under {parent}.");
    let answer = MoveAnswer::new(id, &parent);
    let command = Command::MoveTasks { ids: vec![id.to_owned()], parent: Some(parent), place: Place::Last {} };
    let outcome = ToolOutcome::commit(command, move |_, _| Reply::with_value(text, json!(answer)));
    if !ignored {
        return outcome;
    }
    outcome
        .with_note("move_to only moves the task; the other fields were left out. Send them in another call.".to_owned())
}

/// The parent of a task of a call.
enum Parent {
    /// The task that contains it.
    Containing,
    /// The named task, or none.
    Task(Option<String>),
}

enum Failure {
    Invalid(InvalidArgument),
    Refused(Reply),
}

/// Turns the tasks of a call into changes.
struct Plan<'a> {
    reader: ProjectReader<'a>,
    /// The tasks in the order of the call, each before its subtasks.
    before: Vec<Before>,
    notes: Vec<String>,
}

impl Plan<'_> {
    fn change(&mut self, item: ItemParams, path: &str, parent: Parent) -> Result<TaskChange, Failure> {
        let ItemParams { task, r#ref: name, parent_id, children } = item;
        if matches!(parent, Parent::Containing) && parent_id.is_some() {
            return Err(Failure::Invalid(InvalidArgument::new(format!("{path}parent_id"), "absent in children")));
        }
        let id = task.id.clone();
        let found = id.as_ref().map(|id| self.reader.task(id));
        let existing = found.filter(|found| found.as_ref().err() != Some(&TaskLookupError::Unknown));
        let entry = existing.and_then(Result::ok);
        if existing.is_none() && task.title.is_none() {
            return Err(match id {
                Some(id) => Failure::Refused(Reply::failure(unknown_task(self.reader, &id))),
                None => Failure::Invalid(InvalidArgument::missing(format!("{path}title"), "a new task needs one")),
            });
        }
        let parent = match parent {
            Parent::Task(Some(parent)) if existing.is_none() => {
                find_task(self.reader, &parent).map_err(Failure::Refused)?;
                Some(parent)
            }
            Parent::Task(Some(parent)) => {
                let is_child = entry.and_then(TaskEntry::parent).is_some_and(|own| own.fields().id == parent);
                if !is_child && let Some(id) = &id {
                    self.notes
                        .push(format!("parent_id is for new tasks: {id} was not moved under {parent}; use move_to."));
                }
                None
            }
            _ => None,
        };
        let order = task.order;
        let criteria: &[Criterion] = entry.map(|entry| entry.fields().criteria.as_slice()).unwrap_or_default();
        let fields = task.into_patch(path, criteria).map_err(Failure::Invalid)?;
        self.before.push(Before::new(existing.is_some().then_some(id.as_deref()).flatten(), entry, &fields));
        let mut parts = Vec::new();
        for (index, Short(child)) in children.into_iter().flatten().enumerate() {
            parts.push(self.change(child, &format!("{path}children[{index}]."), Parent::Containing)?);
        }
        Ok(TaskChange { task: NewTask { id, parent, fields, place: None }, name, order, stamps: None, parts })
    }
}

/// Returns the reply for a change that was not made. If only an estimate is missing, it shows a
/// call with one for a single task.
fn refusal_reply(outcome: &Outcome, id: Option<&str>, title: Option<&str>, is_single: bool) -> Reply {
    let mut reply = tool_result::outcome_to_reply(outcome);
    if let Outcome::Refused { refusal } = outcome
        && refusal.code == RefusalCode::EstimateRequired
        && is_single
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
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
    let answer = BulkAnswer { applied: 0, errors: Vec::new(), warnings: Vec::new() };
    next_update(ctx, updates.collect::<Vec<_>>().into_iter(), answer)
}

/// Commits the next of several updates. Each is a separate change, regardless of the others'
/// outcomes.
fn next_update(
    ctx: ToolContext<'_>,
    mut remaining: std::vec::IntoIter<(String, TaskPatch)>,
    mut answer: BulkAnswer,
) -> ToolOutcome {
    let (id, patch, before) = loop {
        let Some((id, patch)) = remaining.next() else {
            return ToolOutcome::Done(Reply::value(json!(answer)));
        };
        match find_task(ctx.engine.reader(), &id) {
            Ok(entry) => {
                let before = Before::new(Some(&id), Some(entry), &patch);
                break (id, patch, before);
            }
            Err(reply) => answer.errors.push(BulkError { task_id: id, error: reply.text.into() }),
        }
    };
    let command = Command::UpdateTask { id: id.clone(), patch, order: None };
    let then = move |ctx: ToolContext<'_>, outcome: Outcome| {
        if let Outcome::Done { warnings, .. } = &outcome {
            answer.applied += 1;
            answer.warnings.extend(warnings.iter().map(tool_result::to_english));
            let reader = ctx.engine.reader();
            answer
                .warnings
                .extend(reader.task(&id).into_iter().flat_map(|entry| order_warnings(reader, entry, &before)));
        } else {
            let error = refusal_reply(&outcome, Some(&id), None, true).text.into();
            answer.errors.push(BulkError { task_id: id, error });
        }
        next_update(ctx, remaining, answer)
    };
    ToolOutcome::Commit { command: Box::new(command), then: Box::new(then) }
}
