//! Releases a task and gives it a status.

use handoff_engine::is_same_holder;
use handoff_protocol::{Command, Status, TaskPatch, TaskUpdate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::HandoffError;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::{find_task, reader};
use crate::params::{RequiredText, statuses};
use crate::tool::ToolSet;

/// Releases a task that the agent holds, or that nobody holds.
pub struct ReleaseTask;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub task_id: RequiredText,
    pub reason: Option<String>,
    /// todo by default
    #[schemars(schema_with = "statuses")]
    pub revert_status: Option<Status>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub task_id: String,
    #[schemars(schema_with = "statuses")]
    pub status: Status,
    pub done: String,
}

impl Operation for ReleaseTask {
    const DEFINITION: Definition = Definition {
        name: "handoff_release_task",
        title: "Release a task",
        description: "Release a task that you hold, and set its status.",
        set: ToolSet::Team,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let id = params.task_id.0;
        let status = params.revert_status.unwrap_or(Status::Todo);
        let is_held_by_other = {
            let id = id.clone();
            shell
                .read(move |ctx| {
                    let reader = reader(ctx)?;
                    find_task(reader, &id)?;
                    let holder = reader.holders(ctx.context.now).get(id.as_str()).copied();
                    Ok::<_, HandoffError>(
                        holder.is_some_and(|holder| !is_same_holder(&holder.actor, &ctx.context.actor)),
                    )
                })
                .await?
        };
        // The release of what another one holds is refused below.
        if !is_held_by_other {
            set_status(&shell, &id, status).await?;
        }
        // Last, because an agent that sets a task to in progress claims it.
        shell.commit(Command::ReleaseTasks { ids: vec![id.clone()] }).await?;
        Ok(released(id, status, params.reason))
    }
}

/// Sets the status of a task.
pub(super) async fn set_status(shell: &Shell, id: &str, status: Status) -> Result<(), HandoffError> {
    let patch = TaskPatch { status: Some(status), ..TaskPatch::default() };
    shell.commit(Command::UpdateTasks(TaskUpdate::of_task(id, patch))).await?;
    Ok(())
}

/// Returns the answer about a task that was released.
pub(super) fn released(task_id: String, status: Status, reason: Option<String>) -> Answered<Answer> {
    let reason = reason.map(|reason| format!(" Reason: {reason}")).unwrap_or_default();
    let done = format!("Released {task_id}, now {}.{reason}", status.name());
    Answered::with_text(Answer { task_id, status, done: done.clone() }, done)
}
