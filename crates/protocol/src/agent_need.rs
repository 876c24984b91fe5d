//! What agents need from a person right now.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::context::Actor;
use crate::process::Process;

/// What an agent needs from a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum NeedKind {
    /// The permission to use a tool.
    Permission,
    /// An answer to a question.
    Answer,
    /// What to do next: it has ended its turn with a task that is not finished.
    Instruction,
}

/// An agent that goes on only when a person has done something. It ends when the agent goes on, with the
/// agent's process, or 12 hours after `since`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentNeed {
    /// The agent.
    pub actor: Actor,
    pub kind: NeedKind,
    /// The tool and what it would do, the question, or the agent's last words. One line, without secrets; may be
    /// empty.
    pub text: String,
    /// The time since when it waits, RFC 3339.
    pub since: String,
    /// The process with which it ends.
    pub process: Option<Process>,
}
