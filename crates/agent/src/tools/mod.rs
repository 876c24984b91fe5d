//! The table of all tools. Each module has the tools of one subject.

mod calendar;
mod common;
mod config;
mod dashboard;
mod documents;
mod fields;
mod import;
mod memory;
mod packages;
mod people;
mod planning;
mod project;
mod protocol;
mod referrals;
mod sessions;
mod tasks;
mod timers;
mod trash;
mod undo;

use serde_json::{Map, Value};

pub use crate::tools::common::no_project;
pub use crate::tools::config::parts as config_key;

pub use crate::tools::packages::{UserPackages, session_package};

pub(crate) use crate::tools::common::TaskAnswer;
pub(crate) use crate::tools::dashboard::own_part;
pub use crate::tools::planning::NO_ROW_LIMIT;
pub(crate) use crate::tools::planning::Week;

use crate::Reply;
use crate::Tool;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::ToolSet;

const TABLES: [&[Tool]; 28] = [
    project::TOOLS,
    sessions::load::TOOLS,
    sessions::save::TOOLS,
    sessions::TOOLS,
    tasks::TOOLS,
    tasks::claim::TOOLS,
    tasks::task_change::TOOLS,
    tasks::task_steps::TOOLS,
    calendar::TOOLS,
    planning::TOOLS,
    people::assignees::TOOLS,
    referrals::TOOLS,
    dashboard::TOOLS,
    timers::TOOLS,
    memory::TOOLS,
    packages::TOOLS,
    documents::save::TOOLS,
    documents::read::TOOLS,
    documents::relations::TOOLS,
    documents::query::TOOLS,
    documents::review::TOOLS,
    documents::import::TOOLS,
    documents::checklist::TOOLS,
    protocol::TOOLS,
    import::TOOLS,
    config::TOOLS,
    trash::TOOLS,
    undo::TOOLS,
];

/// Returns the tools of some sets, in the order in which they are listed.
pub fn tools(sets: &[ToolSet]) -> impl Iterator<Item = &'static Tool> {
    TABLES.into_iter().flatten().filter(move |tool| sets.contains(&tool.set))
}

/// Returns the tool with a name, whether it is offered or not.
pub fn find(name: &str) -> Option<&'static Tool> {
    TABLES.into_iter().flatten().find(|tool| tool.name == name)
}

/// Calls the tool with a name.
pub fn call(ctx: ToolContext<'_>, name: &str, arguments: &Map<String, Value>) -> ToolOutcome {
    match find(name) {
        Some(tool) => tool.call(ctx, arguments),
        None => ToolOutcome::Done(Reply::failure(format!("There is no tool {name}."))),
    }
}
