//! Lists the milestones.

use handoff_protocol::MilestoneStatus;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::stages;
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::reader;
use crate::params::{NamedValues, Object};
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
    pub version: Option<String>,
    pub status: MilestoneStatus,
    pub order: Option<i64>,
    pub depends_on: Vec<String>,
}

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "stages")]
    pub status_filter: Option<MilestoneStatus>,
}

impl Operation for ListMilestones {
    const DEFINITION: Definition = Definition {
        name: "handoff_list_milestones",
        title: "List milestones",
        description: "The configured milestones, in order.",
        set: ToolSet::Team,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, Params { status_filter }: Params) -> Result<Answered<Answer>, HandoffError> {
        Ok(shell.read(move |ctx| list(ctx, status_filter)).await?.into())
    }
}

fn list(ctx: ToolContext<'_>, status: Option<MilestoneStatus>) -> Result<Answer, HandoffError> {
    let all = reader(ctx)?.config().milestones.iter();
    let selected = all.filter(|(_, milestone)| status.is_none_or(|status| milestone.status() == status));
    let milestones = selected.map(|(name, milestone)| {
        let milestone = Milestone {
            date: milestone.date.clone(),
            color: milestone.color.clone(),
            description: milestone.description.clone(),
            version: milestone.version.clone(),
            status: milestone.status(),
            order: milestone.order,
            depends_on: milestone.depends_on.clone(),
        };
        (name.clone(), milestone)
    });
    Ok(Answer { milestones: milestones.collect() })
}
