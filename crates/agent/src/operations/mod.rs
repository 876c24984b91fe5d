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

use handoff_engine::conversation::Conversation;
use serde_json::{Map, Value};

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

/// The tools that the extension calls itself: for agents of the editor where no server can run, and for its pages. Each brings
/// its code into the extension's module, so there are few.
const IN_EDITOR: &[Tool] = &[
    Tool::of::<sessions::load::LoadContext>(),
    Tool::of::<sessions::save::SaveContext>(),
    Tool::of::<tasks::get::GetTask>(),
    Tool::of::<tasks::next::NextTask>(),
    Tool::of::<search::SearchAll>(),
];

/// Returns the tools of some sets, in the order in which they are listed.
pub fn tools(sets: &[ToolSet]) -> impl Iterator<Item = &'static Tool> {
    TABLES.iter().copied().flatten().filter(move |tool| sets.contains(&tool.set))
}

/// Returns the tool with a name, whether it is offered or not.
pub fn find(name: &str) -> Option<&'static Tool> {
    TABLES.iter().copied().flatten().find(|tool| tool.name == name)
}

/// Calls the tool with a name.
pub fn call(name: &str, arguments: Map<String, Value>) -> OperationRun<Reply> {
    call_found(find(name), name, arguments)
}

/// Calls the tool of the extension with a name.
pub fn call_in_editor(name: &str, arguments: Map<String, Value>) -> OperationRun<Reply> {
    call_found(IN_EDITOR.iter().find(|tool| tool.name == name), name, arguments)
}

fn call_found(tool: Option<&Tool>, name: &str, arguments: Map<String, Value>) -> OperationRun<Reply> {
    let Some(tool) = tool else {
        let reply = Reply::failure(format!("There is no tool {name}."));
        return Conversation::new(|_| std::future::ready(reply));
    };
    tool.call(arguments)
}
