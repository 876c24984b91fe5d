//! The tools that agents can call, with their schemas. A call takes JSON, and returns JSON or a
//! command to commit.
//!
//! Invariant: no I/O and no rules about tasks, which are the engine's.

mod claims;
mod context_pointers;
pub mod cost;
pub mod digest;
mod error;
mod examples;
mod file_knowledge;
pub mod handover;
mod handover_score;
mod hooks;
mod lines;
pub mod merge;
mod message;
mod operation;
#[allow(
    missing_docs,
    reason = "a doc comment on a parameter is its description for agents, who pay for each word; its name says the rest"
)]
pub mod operations;
mod params;
pub mod prompts;
mod proofs;
mod recall;
mod remote_run;
mod reply;
#[allow(missing_docs, reason = "the fields are those of the protocol's reports, which describes them")]
pub mod report;
pub mod resources;
mod restoration;
mod secrets;
mod session_page;
mod shell;
mod tool;
mod unread;

pub use crate::claims::lost_claims;
pub use crate::error::HandoffError;
pub use crate::examples::EXAMPLES;
pub use crate::file_knowledge::file_knowledge;
pub use crate::hooks::{
    Capture, Need, SentBack, TokenUse, Transcript, draft, need, news, next_instruction, sent_back, subagent_context,
    subagent_result, token_uses, used_tokens,
};
pub use crate::lines::first_named;
pub use crate::message::{Message, Suggestion};
pub use crate::operation::{Answered, Definition, Effect, Ended, Operation, begin};
use crate::operations::project::InitProject;
pub use crate::operations::tasks::proof_files::proof_files;
pub use crate::operations::{NO_ROW_LIMIT, call, call_in_editor, config_key, find, no_project, session_package, tools};
pub use crate::params::{
    Change, Date, Entry, InvalidArgument, NamedValues, NoParams, RequiredText, Short, Unchecked, json_text_note, words,
};
pub use crate::prompts::task_prompt;
pub use crate::recall::begin_recall;
pub use crate::remote_run::RemoteRun;
pub use crate::reply::{FailureKind, Reply, outcome_to_reply, refusal_to_reply};
pub use crate::secrets::redact_package;
pub use crate::session_page::session_page;
pub use crate::shell::{Done, OperationRun, OtherProject, PendingGit, Question, Shell, Survey, UserPackages};
pub use crate::tool::{Tool, ToolSet, UnknownToolSet, begin_with, offered_sets};
pub use crate::unread::{unread_note, with_unread_note};

/// The tool that creates a project.
pub const INIT: &str = InitProject::DEFINITION.name;
pub use handoff_engine::estimate_tokens;

/// Instructions for agents, sent when a client connects.
pub const INSTRUCTIONS: &str = "Begin with handoff_load_context; keep tasks up to date while you work; before you stop, save with \
                               handoff_save_context.";

/// The context of a tool: the project and the facts that the shell provides.
#[derive(Clone, Copy)]
pub struct ToolContext<'a> {
    /// The project's engine, with its files loaded.
    pub engine: &'a handoff_engine::Engine,
    /// Time and actor of the call.
    pub context: &'a handoff_protocol::Context,
    /// Layout of a new project if the call does not give one.
    pub layout: handoff_protocol::Layout,
}

impl ToolContext<'_> {
    /// Returns today in the person's time zone, as days since 1970-01-01.
    pub(crate) fn today(&self) -> i32 {
        self.context.today()
    }
}
