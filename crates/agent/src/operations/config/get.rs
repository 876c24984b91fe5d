//! Returns the configuration.

use handoff_engine::ProjectPart;
use handoff_format::{Container, DataFile};
use serde_json::Value;

use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::reader;
use crate::params::{NoParams, Object, output};
use crate::tool::ToolSet;

/// Returns all of `config.toml`, also keys that are not known.
pub struct GetConfig;

impl Operation for GetConfig {
    const DEFINITION: Definition = Definition {
        name: "handoff_get_config",
        title: "Get the configuration",
        description: "All of config.toml.",
        set: ToolSet::Rest,
        effect: Effect::Reads,
    };
    const OUTPUT: Option<fn() -> Value> = Some(output::<Object>);
    type Params = NoParams;
    type Answer = Value;

    async fn run(shell: Shell, _: NoParams) -> Result<Answered<Value>, HandoffError> {
        Ok(shell.read(config).await?.into())
    }
}

fn config(ctx: ToolContext<'_>) -> Result<Value, HandoffError> {
    let reader = reader(ctx)?;
    let bytes = match (reader.file("config.toml"), reader.unread(ProjectPart::Config).first()) {
        (None, Some(text)) => return Err(HandoffError::Broken(text.to_string().into())),
        // A project without the file has an empty configuration.
        (bytes, _) => bytes.unwrap_or_default(),
    };
    let data = DataFile::parse(Container::Toml, bytes);
    let data =
        data.map_err(|finding| HandoffError::Broken(format!("config.toml cannot be read: {}", finding.text).into()))?;
    Ok(data.root())
}
