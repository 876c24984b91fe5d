//! What an agent can do with a project: the tools with their schemas, and the answer of each. JSON
//! in, JSON and commands out.
//!
//! Invariant: no I/O and no rule about tasks. Rules are the engine's; a transport decides nothing.

pub mod calendar;
mod context_pointers;
mod draft;
mod examples;
mod file_lookup;
mod git;
mod line_anchors;
pub mod merge;
pub mod next;
mod next_tasks;
mod other_projects;
mod params;
pub mod prompts;
pub mod resources;
mod restoration;
mod secrets;
mod task_prompt;
mod token_budget;
mod tokens;
mod tool;
mod tool_result;
mod tools;

pub use draft::draft;
pub use examples::EXAMPLES;
pub use file_lookup::{Found, Look, Sight, ThenFiles};
pub use git::GitState;
pub use other_projects::{Neighbour, Search, Survey, ThenSurvey};
pub use params::InvalidArgument;
pub use task_prompt::task_prompt;
pub use tokens::tokens;
pub use tool::{Effect, Tool, ToolSet, configured_sets};
pub use tool_result::{AskedGit, Reply, Then, ThenGit, ToolOutcome, Trouble, outcome, refused};
pub use tools::{call, config_key, find, tools};

/// What an agent should know before its first call.
pub const INSTRUCTIONS: &str = "Handoff keeps this project's tasks and what one conversation leaves for the next. Begin with handoff_load_context; keep \
                                tasks up to date while you work; end with handoff_save_context.";

/// What a tool works with: the project as it was read last, and what the engine cannot find out by
/// itself.
#[derive(Clone, Copy)]
pub struct ToolContext<'a> {
    /// The project.
    pub engine: &'a handoff_engine::Engine,
    /// When, and who asks.
    pub context: &'a handoff_protocol::Context,
    /// What a new project gets where the call does not say.
    pub layout: handoff_protocol::Layout,
}

impl ToolContext<'_> {
    /// The day here, counted from 1970-01-01.
    pub(crate) fn today(&self) -> i32 {
        today(self.context)
    }
}

fn today(context: &handoff_protocol::Context) -> i32 {
    let today = handoff_format::today(context.now, context.utc_offset_minutes);
    handoff_format::parse_date(&today).unwrap_or_default()
}
