//! Changes an assignee.

use super::{AssigneeParams, change};
use crate::HandoffError;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::reply::DoneAnswer;
use crate::tool::ToolSet;

/// Changes an assignee.
pub struct UpdateAssignee;

impl Operation for UpdateAssignee {
    const DEFINITION: Definition = Definition {
        name: "handoff_update_assignee",
        title: "Change an assignee",
        description: "Lists and day_hours replace; null clears.",
        set: ToolSet::Team,
        effect: Effect::Changes,
    };
    type Params = AssigneeParams;
    type Answer = DoneAnswer;

    async fn run(shell: Shell, params: AssigneeParams) -> Result<Answered<DoneAnswer>, HandoffError> {
        let text = format!("Updated {}.", params.key.0);
        let command = shell.read(|ctx| change(ctx, params, false)).await?;
        shell.commit(command).await?;
        Ok(Answered::done(text))
    }
}
