//! Gets one task.

use handoff_engine::{ProjectReader, TaskEntry};
use handoff_protocol::Status;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::claims::describe_holder;
use crate::context_pointers::Places;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::{find_task, reader};
use crate::operations::tasks::task_fields::{CriterionAnswer, TaskAnswer};
use crate::params::{Object, RequiredText};
use crate::proofs::stored_files;
use crate::tool::ToolSet;

/// Gets all fields of one task, with what it waits for, and if asked for, the tasks that depend on it.
pub struct GetTask;

#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub task_id: RequiredText,
    pub include_dependents: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    #[serde(flatten)]
    pub task: TaskAnswer,
    /// The open tasks that it waits for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waits_for: Vec<String>,
    /// What blocks it, if its status is blocked: the latest entry of its notes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocked_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<Object>>")]
    pub dependents: Option<Vec<Dependent>>,
}

/// A task that depends on the task.
#[derive(Debug, Serialize)]
pub struct Dependent {
    pub id: String,
    pub title: String,
    pub status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub done_criteria: Vec<CriterionAnswer>,
}

impl Operation for GetTask {
    const DEFINITION: Definition = Definition {
        name: "handoff_get_task",
        title: "Get a task",
        description: "Everything about one task.",
        set: ToolSet::Core,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let id = params.task_id.0.clone();
        let files = |ctx: ToolContext<'_>, id: &str| {
            Ok::<_, HandoffError>(stored_files(std::iter::once(find_task(reader(ctx)?, id)?.fields().as_ref())))
        };
        let requests = shell.read(move |ctx| files(ctx, &id)).await?;
        let places = Places::new(requests.clone(), shell.files(requests).await);
        Ok(shell.read(move |ctx| get(ctx, &params, &places)).await?.into())
    }
}

fn get(ctx: ToolContext<'_>, params: &Params, places: &Places) -> Result<Answer, HandoffError> {
    let reader = reader(ctx)?;
    let entry = find_task(reader, &params.task_id.0)?;
    let with_dependents = params.include_dependents.unwrap_or(false);
    let dependents = with_dependents.then(|| dependents_of(reader, &entry.fields().id));
    let open = if entry.status().is_terminal() { Vec::new() } else { entry.open_dependencies() };
    let waits_for = open.iter().map(|other| title_with_status(*other)).collect();
    let is_blocked = entry.status() == Status::Blocked;
    let blocked_by = is_blocked.then(|| entry.latest_note()).flatten().map(str::to_owned);
    let holders = reader.holders(ctx.context.now);
    let holder = holders.get(entry.fields().id.as_str());
    let held_by = holder.map(|holder| describe_holder(holder, ctx.context));
    Ok(Answer { task: TaskAnswer::new(entry, places), waits_for, blocked_by, held_by, dependents })
}

/// Returns "01.1 Sentences [todo]".
fn title_with_status(entry: TaskEntry<'_>) -> String {
    let task = entry.fields();
    format!("{} {} [{}]", task.id, task.title, entry.status().name())
}

/// Returns the tasks that depend on a task, by ID.
fn dependents_of(reader: ProjectReader<'_>, id: &str) -> Vec<Dependent> {
    let mut dependents: Vec<TaskEntry<'_>> = reader.tasks();
    dependents.retain(|entry| entry.fields().dependencies.iter().any(|dependency| dependency == id));
    dependents.sort_by_key(|entry| entry.fields().id.clone());
    let dependent = |entry: &TaskEntry<'_>| {
        let task = entry.fields();
        Dependent {
            id: task.id.clone(),
            title: task.title.clone(),
            status: entry.status(),
            notes: task.notes.clone(),
            done_criteria: task.criteria.iter().map(Into::into).collect(),
        }
    };
    dependents.iter().map(dependent).collect()
}
