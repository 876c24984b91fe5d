//! Removes an assignee.

use handoff_protocol::Command;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::HandoffError;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::RequiredText;
use crate::reply::DoneAnswer;
use crate::tool::ToolSet;

/// Removes an assignee from the configuration and from all tasks.
pub struct RemoveAssignee;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub key: RequiredText,
}

impl Operation for RemoveAssignee {
    const DEFINITION: Definition = Definition {
        name: "handoff_remove_assignee",
        title: "Remove an assignee",
        description: "Remove from the configuration and from all tasks.",
        set: ToolSet::Team,
        effect: Effect::Removes,
    };
    type Params = Params;
    type Answer = DoneAnswer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<DoneAnswer>, HandoffError> {
        let done = shell.commit(Command::RemoveAssignee { key: params.key.0 }).await?;
        Ok(Answered::done(format!("{}.", done.summary)))
    }
}
