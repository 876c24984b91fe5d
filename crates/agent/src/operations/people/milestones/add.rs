//! Adds a milestone.

use super::{MilestoneParams, change};
use crate::HandoffError;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::reply::DoneAnswer;
use crate::tool::ToolSet;

/// Adds a milestone.
pub struct AddMilestone;

impl Operation for AddMilestone {
    const DEFINITION: Definition = Definition {
        name: "handoff_add_milestone",
        title: "Add a milestone",
        description: "Add a milestone.",
        set: ToolSet::Team,
        effect: Effect::Adds,
    };
    type Params = MilestoneParams;
    type Answer = DoneAnswer;

    async fn run(shell: Shell, params: MilestoneParams) -> Result<Answered<DoneAnswer>, HandoffError> {
        let text = format!("Added {}.", params.name.0);
        let command = change(params, true, false)?;
        shell.commit(command).await?;
        Ok(Answered::done(text))
    }
}
