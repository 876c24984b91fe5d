//! Ends the claim of another agent.

use handoff_protocol::{Command, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::release::{self, released, set_status};
use crate::HandoffError;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::{find_task, reader};
use crate::params::RequiredText;
use crate::tool::ToolSet;

/// Ends a claim, whoever has it, and puts the task back to `todo`.
pub struct ReclaimTask;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub task_id: RequiredText,
    pub reason: Option<String>,
}

impl Operation for ReclaimTask {
    const DEFINITION: Definition = Definition {
        name: "handoff_reclaim_task",
        title: "End a claim",
        description: "End the claim of an agent that is gone, and put the task back to todo.",
        set: ToolSet::Team,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = release::Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<release::Answer>, HandoffError> {
        let id = params.task_id.0;
        let is_held = {
            let id = id.clone();
            shell
                .read(move |ctx| {
                    let reader = reader(ctx)?;
                    find_task(reader, &id)?;
                    Ok::<_, HandoffError>(reader.holders(ctx.context.now).contains_key(id.as_str()))
                })
                .await?
        };
        if !is_held {
            return Err(HandoffError::refused(format!("Nobody holds {id}.")));
        }
        // Taken over first: only the holder may release a task.
        shell.commit(Command::ClaimTask { id: Some(id.clone()), take_over: true, any: None, subagent: None }).await?;
        set_status(&shell, &id, Status::Todo).await?;
        shell.commit(Command::ReleaseTasks { ids: vec![id.clone()] }).await?;
        Ok(released(id, Status::Todo, params.reason))
    }
}
