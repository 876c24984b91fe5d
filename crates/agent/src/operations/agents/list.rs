//! Lists agents.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Agent, AgentStatus, agents};
use crate::HandoffError;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::reader;
use crate::params::Object;
use crate::tool::ToolSet;

/// Lists the agents that hold tasks, and those of `handoff-mcp`.
pub struct ListAgents;

#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Filter {
    #[default]
    All,
    Active,
    Stale,
    Disconnected,
}

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub status: Option<Filter>,
    pub include_tasks: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    #[schemars(with = "Vec<Object>")]
    pub agents: Vec<AgentAnswer>,
    pub total: usize,
}

#[derive(Debug, Serialize)]
pub struct AgentAnswer {
    pub agent_id: String,
    pub session_id: Option<String>,
    pub worktree: Option<String>,
    pub branch: Option<String>,
    pub status: AgentStatus,
    pub registered_at: String,
    pub last_heartbeat: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed_tasks: Option<Vec<String>>,
}

impl Operation for ListAgents {
    const DEFINITION: Definition = Definition {
        name: "handoff_list_agents",
        title: "List agents",
        description: "The agents that hold tasks, and those that handoff-mcp has registered, with when each was heard of.",
        set: ToolSet::Team,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let include_tasks = params.include_tasks.unwrap_or(false);
        let is_listed = move |agent: &Agent| match params.status.unwrap_or_default() {
            Filter::All => true,
            Filter::Active => agent.status == AgentStatus::Active,
            Filter::Stale => agent.status == AgentStatus::Stale,
            Filter::Disconnected => agent.status == AgentStatus::Disconnected,
        };
        let list = move |agent: Agent| AgentAnswer {
            agent_id: agent.id,
            session_id: agent.session_id,
            worktree: agent.worktree,
            branch: agent.branch,
            status: agent.status,
            registered_at: agent.registered_at,
            last_heartbeat: agent.last_heartbeat,
            claimed_tasks: include_tasks.then_some(agent.claimed_tasks),
        };
        let agents = shell.read(|ctx| Ok::<_, HandoffError>(agents(reader(ctx)?, ctx.context))).await?;
        let agents: Vec<AgentAnswer> = agents.into_iter().filter(is_listed).map(list).collect();
        Ok(Answer { total: agents.len(), agents }.into())
    }
}
