//! The context of a command or a query: time, actor and a random number. The engine does no I/O, so
//! that the shell has to provide them. Also actors at work: who holds a task, and what an agent needs.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::pause::OuterPause;
use crate::process::Process;
use crate::time_zone::TimeZone;

/// The kind of an actor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum ActorKind {
    /// A person at an editor or a command line.
    Human,
    /// A program that acts on behalf of a person.
    Agent,
}

/// The author of a change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct Actor {
    /// Person or program.
    pub kind: ActorKind,
    /// The name shown in the history: of an agent, that of its client. May be empty.
    pub name: String,
    /// The version of an agent's client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub version: Option<String>,
    /// ID of the conversation in which an agent acts. Two agents with the same client differ in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub conversation: Option<String>,
}

impl Actor {
    /// Creates a person.
    pub fn person(name: impl Into<String>) -> Actor {
        Actor { kind: ActorKind::Human, name: name.into(), version: None, conversation: None }
    }

    /// Creates an agent without a version and a conversation.
    pub fn agent(name: impl Into<String>) -> Actor {
        Actor { kind: ActorKind::Agent, name: name.into(), version: None, conversation: None }
    }
}

/// The actor that works on a task right now. A claim ends with its process, or 15 minutes after
/// `heard_at`; views contain no claim that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Holder {
    /// Who holds the task.
    pub actor: Actor,
    /// The time since when it is held, RFC 3339.
    pub since: String,
    /// The time when the holder was heard of last, RFC 3339.
    pub heard_at: String,
    /// The process with which the claim ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub process: Option<Process>,
    /// The name of the subagent that holds the task within the actor's conversation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub subagent: Option<String>,
    /// What it needs from a person; known to views only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub needs: Option<NeedKind>,
}

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

/// The facts about a call that the shell provides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Context {
    /// Milliseconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub now: i64,
    /// The time zone of the person, in which days begin.
    pub time_zone: TimeZone,
    /// The author of the change.
    pub actor: Actor,
    /// Name of this installation's activity log file, `[A-Za-z0-9_-]{1,64}`. There is one per
    /// person and machine.
    pub writer: String,
    /// A new random number for each command. IDs are derived from it.
    pub seed: u32,
    /// A pause of writing that is set outside of the project; the engine finds the project's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pause: Option<OuterPause>,
    /// The process that ends when the actor stops working, which its claims name. `None` for a person, and
    /// for a process that ends after one command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub process: Option<Process>,
}

impl Context {
    /// Returns the civil day of the call, in days since 1970-01-01.
    pub fn today(&self) -> i32 {
        self.time_zone.day_of(self.now)
    }
}
