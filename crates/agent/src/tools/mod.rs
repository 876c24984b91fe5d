//! All tools. One table a subject.

mod common;
mod fields;
mod handoff_text;
mod import;
mod load;
mod load_json;
mod project;
mod protocol;
mod save;
mod sessions;
mod tasks;

use serde_json::{Map, Value};

pub(crate) use tasks::task_value;

use crate::{Desk, Reply, Step, Tool, ToolSet};

const TABLES: [&[Tool]; 7] =
    [project::TOOLS, load::TOOLS, save::TOOLS, sessions::TOOLS, tasks::TOOLS, import::TOOLS, protocol::TOOLS];

/// The tools of some sets, in the order in which they are listed.
pub fn tools(sets: &[ToolSet]) -> impl Iterator<Item = &'static Tool> {
    TABLES.into_iter().flatten().filter(move |tool| sets.contains(&tool.set))
}

/// The tool with a name, whether it is offered or not.
pub fn find(name: &str) -> Option<&'static Tool> {
    TABLES.into_iter().flatten().find(|tool| tool.name == name)
}

/// Answers a call of the tool with a name.
pub fn call(desk: Desk<'_>, name: &str, arguments: &Map<String, Value>) -> Step {
    match find(name) {
        Some(tool) => tool.call(desk, arguments),
        None => Step::Done(Reply::failure(format!("There is no tool {name}."))),
    }
}
