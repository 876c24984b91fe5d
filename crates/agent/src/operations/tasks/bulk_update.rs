//! Changes many tasks, each on its own.

use handoff_protocol::{Command, Outcome, TaskPatch, TaskUpdate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::change_answer::{Before, order_warnings};
use super::task_change::{ExampleTask, refusal};
use super::task_fields::ProgressParams;
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::{find_task, proposed_text, reader};
use crate::params::RequiredText;
use crate::tool::ToolSet;

/// Changes many tasks. Each is a separate change, regardless of the others' outcomes.
pub struct BulkUpdateTasks;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub updates: Vec<Update>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Update {
    pub task_id: RequiredText,
    #[serde(flatten)]
    pub fields: ProgressParams,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct Answer {
    pub applied: u32,
    pub errors: Vec<UpdateError>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct UpdateError {
    pub task_id: String,
    pub error: String,
}

impl Operation for BulkUpdateTasks {
    const DEFINITION: Definition = Definition {
        name: "handoff_bulk_update_tasks",
        title: "Change many tasks",
        description: "Change fields of many tasks; each is applied or refused on its own.",
        set: ToolSet::Planning,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        shell.read(check_project).await?;
        let mut answer = Answer::default();
        for Update { task_id: RequiredText(task_id), fields } in params.updates {
            match update(&shell, task_id.clone(), fields.into()).await {
                Ok(warnings) => {
                    answer.applied += 1;
                    answer.warnings.extend(warnings);
                }
                Err(error) => answer.errors.push(UpdateError { task_id, error: error.to_string() }),
            }
        }
        Ok(answer.into())
    }
}

/// Returns an error if there is no project.
fn check_project(ctx: ToolContext<'_>) -> Result<(), HandoffError> {
    reader(ctx)?;
    Ok(())
}

/// Changes one task. Returns the warnings about it.
async fn update(shell: &Shell, id: String, patch: TaskPatch) -> Result<Vec<String>, HandoffError> {
    let (before, patch) = shell
        .read({
            let id = id.clone();
            move |ctx| task_before(ctx, &id, patch)
        })
        .await?;
    let outcome = shell.try_commit(Command::UpdateTasks(TaskUpdate::of_task(&id, patch))).await;
    let Outcome::Done { warnings, summary, proposed, .. } = outcome else {
        return Err(refusal(&outcome, Some(ExampleTask { id: Some(id), title: None })));
    };
    if proposed.is_some() {
        return Ok(vec![proposed_text(&summary)]);
    }
    let about_order = shell.read(move |ctx| warnings_after(ctx, &id, &before)).await;
    Ok(warnings.iter().map(ToString::to_string).chain(about_order).collect())
}

fn task_before(ctx: ToolContext<'_>, id: &str, patch: TaskPatch) -> Result<(Before, TaskPatch), HandoffError> {
    let entry = find_task(ctx.engine.reader(), id)?;
    Ok((Before::new(Some(id), Some(entry), &patch), patch))
}

fn warnings_after(ctx: ToolContext<'_>, id: &str, before: &Before) -> Vec<String> {
    let reader = ctx.engine.reader();
    reader.task(id).into_iter().flat_map(|entry| order_warnings(reader, entry, before)).collect()
}
