//! Replaces the project's list of labels.

use handoff_protocol::{Command, ConfigChange};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::HandoffError;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::reply::DoneAnswer;
use crate::tool::ToolSet;

/// Replaces the project's list of labels.
pub struct UpdateLabels;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub labels: Vec<String>,
}

impl Operation for UpdateLabels {
    const DEFINITION: Definition = Definition {
        name: "handoff_update_labels",
        title: "Set the labels",
        description: "Replace the project's list of labels.",
        set: ToolSet::Rest,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = DoneAnswer;

    async fn run(shell: Shell, Params { labels }: Params) -> Result<Answered<DoneAnswer>, HandoffError> {
        let changes = vec![ConfigChange { key: vec!["labels".to_owned()], value: json!(labels), seen: None }];
        let done = shell.commit(Command::UpdateConfig { changes }).await?;
        Ok(Answered::done(format!("{}.", done.summary)))
    }
}
