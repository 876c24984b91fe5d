//! Changes a milestone.

use super::{MilestoneParams, change};
use crate::HandoffError;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::reply::DoneAnswer;
use crate::tool::ToolSet;

/// Changes a milestone.
pub struct UpdateMilestone;

impl Operation for UpdateMilestone {
    const DEFINITION: Definition = Definition {
        name: "handoff_update_milestone",
        title: "Change a milestone",
        description: "null clears.",
        set: ToolSet::Team,
        effect: Effect::Changes,
    };
    type Params = MilestoneParams;
    type Answer = DoneAnswer;

    async fn run(shell: Shell, params: MilestoneParams) -> Result<Answered<DoneAnswer>, HandoffError> {
        let text = format!("Updated {}.", params.name.0);
        let command = change(params, false)?;
        shell.commit(command).await?;
        Ok(Answered::done(text))
    }
}
