//! Changes a milestone.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{MilestoneParams, change};
use crate::HandoffError;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::reply::DoneAnswer;
use crate::tool::ToolSet;

/// Changes a milestone.
pub struct UpdateMilestone;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    #[serde(flatten)]
    pub milestone: MilestoneParams,
    /// let the status go back
    #[serde(default)]
    pub force: bool,
}

impl Operation for UpdateMilestone {
    const DEFINITION: Definition = Definition {
        name: "handoff_update_milestone",
        title: "Change a milestone",
        description: "null clears.",
        set: ToolSet::Team,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = DoneAnswer;

    async fn run(
        shell: Shell,
        Params { milestone: params, force }: Params,
    ) -> Result<Answered<DoneAnswer>, HandoffError> {
        let text = format!("Updated {}.", params.name.0);
        let command = change(params, false, force)?;
        shell.commit(command).await?;
        Ok(Answered::done(text))
    }
}
