//! All tools. One table a subject.

mod calendar;
mod common;
mod config;
mod dashboard;
mod memory;
mod people;
mod planning;
mod project;
mod referrals;
mod task_change;
mod task_steps;
mod tasks;
mod timers;

use serde_json::{Map, Value};

use crate::{Desk, Reply, Step, Tool, ToolSet};

const TABLES: [&[Tool]; 12] = [
    project::TOOLS,
    tasks::TOOLS,
    task_change::TOOLS,
    task_steps::TOOLS,
    calendar::TOOLS,
    planning::TOOLS,
    people::TOOLS,
    referrals::TOOLS,
    dashboard::TOOLS,
    timers::TOOLS,
    memory::TOOLS,
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
pub fn call(desk: Desk<'_>, name: &str, arguments: &Map<String, Value>) -> Step {
    match find(name) {
        Some(tool) => tool.call(desk, arguments),
        None => Step::Done(Reply::failure(format!("There is no tool {name}."))),
    }
}
