//! Lists the milestones.

use schemars::JsonSchema;
use serde::Serialize;

use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::reader;
use crate::params::{NamedValues, NoParams, Object};
use crate::tool::ToolSet;

/// Lists the configured milestones.
pub struct ListMilestones;

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    #[schemars(with = "Object")]
    pub milestones: NamedValues<Milestone>,
}

#[derive(Debug, Serialize)]
pub struct Milestone {
    pub date: Option<String>,
    pub color: Option<String>,
    pub description: Option<String>,
}

impl Operation for ListMilestones {
    const DEFINITION: Definition = Definition {
        name: "handoff_list_milestones",
        title: "List milestones",
        description: "The configured milestones.",
        set: ToolSet::Team,
        effect: Effect::Reads,
    };
    type Params = NoParams;
    type Answer = Answer;

    async fn run(shell: Shell, _: NoParams) -> Result<Answered<Answer>, HandoffError> {
        Ok(shell.read(list).await?.into())
    }
}

fn list(ctx: ToolContext<'_>) -> Result<Answer, HandoffError> {
    let milestones = reader(ctx)?.config().milestones.iter().map(|(name, milestone)| {
        let milestone = Milestone {
            date: milestone.date.clone(),
            color: milestone.color.clone(),
            description: milestone.description.clone(),
        };
        (name.clone(), milestone)
    });
    Ok(Answer { milestones: milestones.collect() })
}
