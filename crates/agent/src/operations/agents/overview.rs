//! Shows agents, open tasks and active sessions together.

use handoff_engine::{ProjectReader, TaskEntry};
use handoff_protocol::{Context, SessionStatus, Status};
use schemars::JsonSchema;
use serde::Serialize;

use super::{AgentStatus, agents};
use crate::HandoffError;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::task_reader;
use crate::params::{NoParams, Object};
use crate::tool::ToolSet;

/// Shows who works on which task, for how long it is claimed, and in which sessions.
pub struct Overview;

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    #[schemars(with = "Vec<Object>")]
    pub agents: Vec<AgentAnswer>,
    #[schemars(with = "Vec<Object>")]
    pub task_matrix: Vec<TaskAnswer>,
    #[schemars(with = "Vec<Object>")]
    pub wt_sessions: Vec<SessionAnswer>,
    #[schemars(with = "Object")]
    pub summary: Summary,
}

#[derive(Debug, Serialize)]
pub struct AgentAnswer {
    pub agent_id: String,
    pub status: AgentStatus,
    pub worktree: Option<String>,
    pub branch: Option<String>,
    pub claimed_tasks: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct TaskAnswer {
    pub task_id: String,
    pub title: String,
    pub status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claimed_by: Option<String>,
    /// Seconds until the claim ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lease_remaining_s: Option<i64>,
}

#[derive(Debug, Serialize)]
pub struct SessionAnswer {
    pub worktree: Option<String>,
    pub branch: Option<String>,
    pub session_id: String,
    pub agent_id: Option<String>,
    pub scope: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct Summary {
    pub total_agents: usize,
    pub active_agents: usize,
    pub total_claimed: usize,
    pub total_in_progress: usize,
}

impl Operation for Overview {
    const DEFINITION: Definition = Definition {
        name: "handoff_overview",
        title: "Overview of agents",
        description: "Agents, open tasks with their claims, and active sessions.",
        set: ToolSet::Team,
        effect: Effect::Reads,
    };
    type Params = NoParams;
    type Answer = Answer;

    async fn run(shell: Shell, _: NoParams) -> Result<Answered<Answer>, HandoffError> {
        shell.read(|ctx| Ok(overview(task_reader(ctx)?, ctx.context).into())).await
    }
}

fn overview(reader: ProjectReader<'_>, context: &Context) -> Answer {
    let agents: Vec<AgentAnswer> = agents(reader, context)
        .into_iter()
        .map(|agent| AgentAnswer {
            agent_id: agent.id,
            status: agent.status,
            worktree: agent.worktree,
            branch: agent.branch,
            claimed_tasks: agent.claimed_tasks,
        })
        .collect();
    let (holders, ends) = (reader.holders(context.now), reader.claim_ends(context.now));
    let describe = |task: TaskEntry<'_>| {
        let fields = task.fields();
        let end = ends.get(fields.id.as_str());
        TaskAnswer {
            task_id: fields.id.clone(),
            title: fields.title.clone(),
            status: task.status(),
            claimed_by: holders.get(fields.id.as_str()).map(|holder| holder.actor.name.clone()),
            lease_remaining_s: end.map(|end| end.saturating_sub(context.now) / 1_000),
        }
    };
    let open = reader.tasks().into_iter().filter(|task| !task.status().is_terminal());
    let task_matrix: Vec<TaskAnswer> = open.map(describe).collect();
    let sessions = reader.sessions();
    let active = sessions.iter().filter(|session| session.status() == Some(SessionStatus::Active));
    let wt_sessions = active.map(|session| {
        let text = |key: &str| session.text(key).map(str::to_owned);
        SessionAnswer {
            worktree: text("worktree"),
            branch: text("branch"),
            session_id: session.id(),
            agent_id: text("agent_id").or_else(|| session.author()),
            scope: text("scope"),
        }
    });
    let summary = Summary {
        total_agents: agents.len(),
        active_agents: agents.iter().filter(|agent| agent.status == AgentStatus::Active).count(),
        total_claimed: holders.len(),
        total_in_progress: task_matrix.iter().filter(|task| task.status == Status::InProgress).count(),
    };
    Answer { agents, task_matrix, wt_sessions: wt_sessions.collect(), summary }
}
