//! The tool that initializes a project.

use handoff_protocol::{Command, Layout};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::params::{RequiredText, input, one_of, output, parse};
use crate::tool::{Effect, Tool, ToolSet};

pub(super) const TOOLS: &[Tool] = &[Tool {
    name: "handoff_init",
    title: "Start a project",
    description: "Create .handoff/ in a project that has none.",
    set: ToolSet::Core,
    effect: Effect::Adds,
    input: input::<InitParams>,
    output: Some(output::<InitAnswer>),
    answer: |ctx, arguments| Ok(init(ctx, parse(arguments)?)),
}];

fn layouts(_: &mut SchemaGenerator) -> Schema {
    one_of(&["toml", "json"])
}

#[derive(Deserialize, JsonSchema)]
struct InitParams {
    project_name: RequiredText,
    description: Option<String>,
    /// json: as handoff-mcp writes
    #[serde(default)]
    #[schemars(schema_with = "layouts")]
    layout: Option<Layout>,
    /// another project below one
    #[serde(default)]
    #[allow(dead_code, reason = "the shell chooses the folder")]
    #[schemars(extend("hidden" = true))]
    nested: Option<bool>,
    /// also beside files of another program, or in the home folder
    #[serde(default)]
    #[schemars(extend("hidden" = true))]
    beside: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
struct InitAnswer {
    project_name: String,
    #[schemars(schema_with = "layouts")]
    layout: Layout,
}

fn init(ctx: ToolContext<'_>, params: InitParams) -> ToolOutcome {
    let InitParams { project_name: RequiredText(name), description, layout, beside, .. } = params;
    let layout = layout.unwrap_or(ctx.layout);
    let text = format!("Initialized .handoff/ for {name}.");
    let answer = json!(InitAnswer { project_name: name.clone(), layout });
    ToolOutcome::commit(Command::InitProject { name, description, layout, beside }, move |_, _| {
        Reply::with_value(text, answer)
    })
}
