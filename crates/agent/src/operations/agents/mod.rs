//! Who works here: claims, agents and events, with the arguments and result keys of `handoff-mcp`.

pub mod events;
pub mod list;
pub mod overview;
pub mod reclaim;
pub mod release;

use handoff_engine::{PeerAgent, ProjectReader, minutes_since_heard};
use handoff_protocol::{Context, Holder};
use serde::Serialize;

use crate::tool::Tool;

pub(super) const TOOLS: &[Tool] = &[
    Tool::of::<release::ReleaseTask>(),
    Tool::of::<reclaim::ReclaimTask>(),
    Tool::of::<list::ListAgents>(),
    Tool::of::<overview::Overview>(),
    Tool::of::<events::ListEvents>(),
];

/// An agent that was heard of within this time is active, in minutes.
const ACTIVE_MINUTES: i64 = 30;
/// One that was heard of within this time is stale, and disconnected afterwards.
const STALE_MINUTES: i64 = 60;

/// How long ago an agent was heard of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AgentStatus {
    Active,
    Stale,
    Disconnected,
}

impl AgentStatus {
    fn of(minutes: i64) -> AgentStatus {
        if minutes <= ACTIVE_MINUTES {
            AgentStatus::Active
        } else if minutes <= STALE_MINUTES {
            AgentStatus::Stale
        } else {
            AgentStatus::Disconnected
        }
    }
}

/// An agent: one that holds tasks, or one of `handoff-mcp`, which registers.
struct Agent {
    id: String,
    session_id: Option<String>,
    worktree: Option<String>,
    branch: Option<String>,
    status: AgentStatus,
    registered_at: String,
    last_heartbeat: String,
    claimed_tasks: Vec<String>,
}

impl Agent {
    fn registered(agent: PeerAgent, now: i64) -> Agent {
        Agent {
            status: AgentStatus::of(agent.minutes_since_heard(now)),
            id: agent.id,
            session_id: agent.session_id,
            worktree: Some(agent.worktree).filter(|worktree| !worktree.is_empty()),
            branch: agent.branch,
            registered_at: agent.registered_at,
            last_heartbeat: agent.heard_at,
            claimed_tasks: Vec::new(),
        }
    }

    fn holding(holder: &Holder, now: i64) -> Agent {
        Agent {
            id: holder.actor.name.clone(),
            session_id: holder.actor.conversation.clone(),
            worktree: None,
            branch: None,
            status: AgentStatus::of(minutes_since_heard(holder, now)),
            registered_at: holder.since.clone(),
            last_heartbeat: holder.heard_at.clone(),
            claimed_tasks: Vec::new(),
        }
    }
}

/// Returns the agents: those of `handoff-mcp`, then the other holders of tasks, in the order of the tasks.
fn agents(reader: ProjectReader<'_>, context: &Context) -> Vec<Agent> {
    let mut agents: Vec<Agent> =
        reader.registered_peer_agents().into_iter().map(|agent| Agent::registered(agent, context.now)).collect();
    let registered = agents.len();
    for (id, holder) in reader.holders(context.now) {
        let is_of = |(index, agent): (usize, &Agent)| {
            let is_same_conversation = index < registered || agent.session_id == holder.actor.conversation;
            agent.id == holder.actor.name && is_same_conversation
        };
        let known = agents.iter().enumerate().position(is_of);
        let index = known.unwrap_or_else(|| {
            agents.push(Agent::holding(holder, context.now));
            agents.len() - 1
        });
        if let Some(agent) = agents.get_mut(index) {
            agent.claimed_tasks.push(id.to_owned());
        }
    }
    agents
}
