//! The table of all tools. Each module has the tools of one subject.

pub mod agents;
pub mod calendar;
pub mod common;
pub mod config;
pub mod dashboard;
pub mod documents;
pub mod import;
pub mod memory;
pub mod packages;
pub mod people;
pub mod planning;
pub mod project;
pub mod protocol;
pub mod referrals;
pub mod search;
pub mod sessions;
pub mod tasks;
pub mod time;
pub mod trash;
pub mod undo;

use std::collections::BTreeMap;

use handoff_engine::conversation::Conversation;
use handoff_engine::estimate_tokens;
use serde_json::{Map, Value, json};

pub use crate::operations::common::no_project;
pub use crate::operations::config::update::key_parts as config_key;

pub use crate::operations::packages::session_package;

pub(crate) use crate::operations::dashboard::own_part;
pub use crate::operations::planning::NO_ROW_LIMIT;
pub(crate) use crate::operations::tasks::task_fields::TaskAnswer;

use crate::OperationRun;
use crate::Reply;
use crate::Tool;
use crate::ToolSet;

const PROJECT: &[Tool] = &[Tool::of::<project::InitProject>()];

const TABLES: &[&[Tool]] = &[
    PROJECT,
    sessions::TOOLS,
    tasks::TOOLS,
    calendar::TOOLS,
    planning::TOOLS,
    people::TOOLS,
    agents::TOOLS,
    referrals::TOOLS,
    dashboard::TOOLS,
    time::TOOLS,
    memory::TOOLS,
    packages::TOOLS,
    documents::TOOLS,
    protocol::TOOLS,
    import::TOOLS,
    config::TOOLS,
    trash::TOOLS,
    undo::TOOLS,
    search::TOOLS,
];

/// Returns the tools of some sets, in the order in which they are listed.
pub fn tools(sets: &[ToolSet]) -> impl Iterator<Item = &'static Tool> {
    TABLES.iter().copied().flatten().filter(move |tool| sets.contains(&tool.set))
}

/// Estimates the tokens that the definitions of each tool set cost in every conversation.
pub fn tool_set_tokens() -> BTreeMap<&'static str, usize> {
    let definition = |tool: &Tool| {
        let (input, output) = (tool.input_schema(true), tool.output_schema());
        let mut shown = json!({ "name": tool.name, "description": tool.description, "inputSchema": input });
        if let (Some(output), Value::Object(members)) = (output, &mut shown) {
            members.insert("outputSchema".to_owned(), output);
        }
        estimate_tokens(&shown.to_string())
    };
    ToolSet::ALL.into_iter().map(|set| (set.name(), tools(&[set]).map(definition).sum())).collect()
}

/// Returns the tool with a name, whether it is offered or not.
pub fn find(name: &str) -> Option<&'static Tool> {
    TABLES.iter().copied().flatten().find(|tool| tool.name == name)
}

/// Calls the tool with a name.
pub fn call(name: &str, arguments: Map<String, Value>) -> OperationRun<Reply> {
    let Some(tool) = find(name) else {
        let reply = Reply::failure(format!("There is no tool {name}."));
        return Conversation::new(|_| std::future::ready(reply));
    };
    tool.call(arguments)
}
