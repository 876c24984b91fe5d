//! Deletes a memory.

use handoff_protocol::Command;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Disabled, IfEnabled, find_memory, memory_reader, unless_disabled};
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::require;
use crate::tool::ToolSet;

/// Deletes a memory.
pub struct DeleteMemory;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    pub id: Option<String>,
    #[schemars(extend("hidden" = true))]
    pub memory_id: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub status: &'static str,
    pub deleted: bool,
    pub id: String,
}

impl Operation for DeleteMemory {
    const DEFINITION: Definition = Definition {
        name: "handoff_memory_delete",
        title: "Forget",
        description: "Delete a lesson; the start of its ID is enough.",
        set: ToolSet::Memory,
        effect: Effect::Removes,
    };
    const OUTPUT: Option<fn() -> Value> = Some(unless_disabled::<Answer>);
    type Params = Params;
    type Answer = IfEnabled<Answer>;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Self::Answer>, HandoffError> {
        let id = params.id.or(params.memory_id);
        let id = require("id", id.as_deref())?.to_owned();
        let Some(id) = shell.read(move |ctx| find(ctx, &id)).await? else {
            return Ok(IfEnabled::Disabled(Disabled::with(&json!({}))).into());
        };
        shell.commit(Command::DeleteMemory { id: id.clone() }).await?;
        Ok(IfEnabled::Enabled(Answer { status: "deleted", deleted: true, id }).into())
    }
}

/// Returns the full ID of the memory; `None` if memories are turned off.
fn find(ctx: ToolContext<'_>, id: &str) -> Result<Option<String>, HandoffError> {
    let Some(reader) = memory_reader(ctx)? else { return Ok(None) };
    Ok(Some(find_memory(reader, id)?.memory.id))
}
