//! Adds an assignee.

use super::{AssigneeParams, change};
use crate::HandoffError;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::reply::DoneAnswer;
use crate::tool::ToolSet;

/// Adds an assignee.
pub struct AddAssignee;

impl Operation for AddAssignee {
    const DEFINITION: Definition = Definition {
        name: "handoff_add_assignee",
        title: "Add an assignee",
        description: "Add a person or agent who works on tasks.",
        set: ToolSet::Team,
        effect: Effect::Adds,
    };
    type Params = AssigneeParams;
    type Answer = DoneAnswer;

    async fn run(shell: Shell, params: AssigneeParams) -> Result<Answered<DoneAnswer>, HandoffError> {
        let text = format!("Added {}.", params.key.0);
        let command = shell.read(|ctx| change(ctx, params, true)).await?;
        shell.commit(command).await?;
        Ok(Answered::done(text))
    }
}
