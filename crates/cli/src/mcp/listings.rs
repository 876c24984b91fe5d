//! Converts tools, resources and prompts of the agent crate into the types of the protocol.

use std::borrow::Cow;
use std::sync::Arc;

use handoff_agent::{Effect, Tool, prompts, resources};
use rmcp::model::{
    JsonObject, Prompt, PromptArgument, Resource, ResourceTemplate, Tool as OfferedTool, ToolAnnotations,
};
use serde_json::Value;

/// The time for which clients may keep a list, in milliseconds. Lists change with the version of the server;
/// where the configuration of the project changes the tools, clients are notified.
pub const STABLE_FOR_MS: u64 = 3_600_000;

pub fn resource(resource: &resources::Resource) -> Resource {
    Resource::new(resource.uri, resource.name).with_description(resource.description).with_mime_type(resource.mime)
}

pub fn template(resource: &resources::Resource) -> ResourceTemplate {
    let template = ResourceTemplate::new(resource.uri, resource.name);
    template.with_description(resource.description).with_mime_type(resource.mime)
}

pub fn prompt(prompt: &prompts::Prompt) -> Prompt {
    let argument = |(name, meaning): (&str, &str)| PromptArgument::new(name).with_description(meaning);
    Prompt::new(prompt.name, Some(prompt.description), prompt.argument.map(|pair| vec![argument(pair)]))
}

/// Converts a tool. `has_project`: whether calls need not name a project.
pub fn tool(tool: &Tool, has_project: bool) -> OfferedTool {
    // The protocol's defaults are left out: not read only, destructive, not idempotent.
    let annotations = ToolAnnotations::new();
    let annotations = match tool.effect {
        Effect::Reads => annotations.read_only(true),
        Effect::Adds | Effect::Changes => annotations.destructive(false),
        Effect::Removes => annotations.destructive(true),
    };
    let arguments = schema(tool.input_schema(has_project));
    let mut offered = OfferedTool::new(Cow::Borrowed(tool.name), Cow::Borrowed(tool.description), arguments);
    offered.title = Some(tool.title.to_owned());
    offered.output_schema = tool.output_schema().map(schema);
    offered.annotations = Some(annotations);
    offered
}

fn schema(schema: Value) -> Arc<JsonObject> {
    match schema {
        Value::Object(members) => Arc::new(members),
        // Every schema is an object.
        _ => Arc::default(),
    }
}
