//! All tools. One table a subject.

mod assignees;
mod calendar;
mod common;
mod config;
mod dashboard;
mod entries;
mod fields;
mod handoff_text;
mod import;
mod load;
mod load_json;
mod memory;
mod planning;
mod project;
mod protocol;
mod referrals;
mod save;
mod session_delta;
mod sessions;
mod task_change;
mod task_fields;
mod task_steps;
mod tasks;
mod team;
mod timers;

use serde_json::{Map, Value};

pub use config::parts as config_key;

pub(crate) use common::TaskAnswer;
pub(crate) use dashboard::own_part;
pub(crate) use planning::Week;

use crate::{Reply, Tool, ToolContext, ToolOutcome, ToolSet};

const TABLES: [&[Tool]; 17] = [
    project::TOOLS,
    load::TOOLS,
    save::TOOLS,
    sessions::TOOLS,
    tasks::TOOLS,
    task_change::TOOLS,
    task_steps::TOOLS,
    calendar::TOOLS,
    planning::TOOLS,
    assignees::TOOLS,
    referrals::TOOLS,
    dashboard::TOOLS,
    timers::TOOLS,
    memory::TOOLS,
    protocol::TOOLS,
    import::TOOLS,
    config::TOOLS,
];

/// The tools of some sets, in the order in which they are listed.
pub fn tools(sets: &[ToolSet]) -> impl Iterator<Item = &'static Tool> {
    TABLES.into_iter().flatten().filter(move |tool| sets.contains(&tool.set))
}

/// The tool with a name, whether it is offered or not.
pub fn find(name: &str) -> Option<&'static Tool> {
    TABLES.into_iter().flatten().find(|tool| tool.name == name)
}

/// Answers a call of the tool with a name.
pub fn call(ctx: ToolContext<'_>, name: &str, arguments: &Map<String, Value>) -> ToolOutcome {
    match find(name) {
        Some(tool) => tool.call(ctx, arguments),
        None => ToolOutcome::Done(Reply::failure(format!("There is no tool {name}."))),
    }
}
