//! What an agent can do with a project: the tools with their schemas, and the answer of each. JSON
//! in, JSON and commands out.
//!
//! Invariant: no I/O and no rule about tasks. Rules are the engine's; a transport decides nothing.

pub mod calendar;
mod context_pointers;
mod draft;
mod examples;
mod git;
pub mod merge;
pub mod next;
mod other_projects;
mod params;
pub mod prompts;
pub mod resources;
mod restoration;
mod secrets;
mod task_prompt;
mod tool;
mod tool_result;
mod tools;

pub use crate::context_pointers::file_lookup::{Found, Look, Sight, ThenFiles};
pub use crate::draft::draft;
pub use crate::examples::EXAMPLES;
pub use crate::git::GitState;
pub use crate::other_projects::{Neighbour, Search, Survey, ThenSurvey};
pub use crate::params::InvalidArgument;
pub use crate::restoration::tokens::estimate_tokens;
pub use crate::task_prompt::task_prompt;
pub use crate::tool::{Effect, Tool, ToolSet, configured_sets};
pub use crate::tool_result::{AskedGit, Reply, Then, ThenGit, ToolOutcome, Trouble, outcome, refused};
pub use crate::tools::{call, config_key, find, tools};

/// What an agent should know before its first call.
pub const INSTRUCTIONS: &str = "Handoff stores this project's tasks and the context for the next conversation. Start with handoff_load_context; keep \
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
