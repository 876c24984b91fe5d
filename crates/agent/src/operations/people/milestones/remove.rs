//! Removes a milestone.

use handoff_protocol::agent::Section;
use handoff_protocol::{Command, ConfigChange};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::HandoffError;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::RequiredText;
use crate::reply::DoneAnswer;
use crate::tool::ToolSet;

/// Removes a milestone from the configuration.
pub struct RemoveMilestone;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub name: RequiredText,
}

impl Operation for RemoveMilestone {
    const DEFINITION: Definition = Definition {
        name: "handoff_remove_milestone",
        title: "Remove a milestone",
        description: "Remove it from the configuration; tasks keep its name.",
        set: ToolSet::Team,
        effect: Effect::Removes,
    };
    type Params = Params;
    type Answer = DoneAnswer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<DoneAnswer>, HandoffError> {
        let name = params.name.0;
        let text = format!("Removed {name}.");
        let key = vec!["milestones".to_owned(), name.clone()];
        let changes = vec![ConfigChange { key, value: Value::Null, seen: None }];
        shell
            .commit(Command::ChangeEntry { section: Section::Milestones, name, new: false, changes, force: false })
            .await?;
        Ok(Answered::done(text))
    }
}
