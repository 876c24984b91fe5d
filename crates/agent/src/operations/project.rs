//! The operation that initializes a project.

use handoff_protocol::{Command, Layout};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use crate::HandoffError;
use crate::Shell;
use crate::ToolSet;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::{RequiredText, one_of};

/// Initializes a project.
pub struct InitProject;

impl Operation for InitProject {
    const DEFINITION: Definition = Definition {
        name: "handoff_init",
        title: "Start a project",
        description: "Create .handoff/ in a project that has none.",
        set: ToolSet::Start,
        effect: Effect::Adds,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let Params { project_name: RequiredText(name), description, layout, nested, beside } = params;
        shell.prepare_folder(nested.unwrap_or(false), beside.unwrap_or(false)).await?;
        let layout = shell.read(move |ctx| layout.unwrap_or(ctx.layout)).await;
        let text = format!("Initialized .handoff/ for {name}.");
        let answer = Answer { project_name: name.clone(), layout };
        shell.commit(Command::InitProject { name, description, layout, beside }).await?;
        Ok(Answered::with_text(answer, text))
    }
}

fn layouts(_: &mut SchemaGenerator) -> Schema {
    one_of(&["toml", "json"])
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub project_name: RequiredText,
    pub description: Option<String>,
    /// json: as handoff-mcp writes
    #[serde(default)]
    #[schemars(schema_with = "layouts")]
    pub layout: Option<Layout>,
    /// another project below one
    #[serde(default)]
    #[schemars(extend("hidden" = true))]
    pub nested: Option<bool>,
    /// also beside files of another program, or in the home folder
    #[serde(default)]
    #[schemars(extend("hidden" = true))]
    pub beside: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub project_name: String,
    #[schemars(schema_with = "layouts")]
    pub layout: Layout,
}
