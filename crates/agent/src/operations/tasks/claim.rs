//! Claims and releases tasks.

use handoff_engine::ProjectReader;
use handoff_protocol::{Command, Context, Holder};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::next::{self, TaskBrief};
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::claims::describe_holder;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::{find_task, reader};
use crate::params::Object;
use crate::tool::ToolSet;

/// Holds a task so that other agents leave it alone, or releases tasks.
pub struct ClaimTask;

/// The lease of a claim, in seconds.
const LEASE_SECONDS: u64 = 900;

// The last two are arguments of `handoff-mcp`.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub task_id: Option<String>,
    pub release: Option<bool>,
    #[schemars(extend("hidden" = true))]
    pub take_over: Option<bool>,
    #[schemars(extend("hidden" = true))]
    pub any: Option<bool>,
    #[schemars(extend("hidden" = true))]
    pub lease_ttl: Option<u64>,
    #[schemars(extend("hidden" = true))]
    pub session_id: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub done: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Object>")]
    pub task: Option<TaskBrief>,
}

impl Operation for ClaimTask {
    const DEFINITION: Definition = Definition {
        name: "handoff_claim_task",
        title: "Claim a task",
        description: "Hold a task, by default the next, so that other agents leave it.",
        set: ToolSet::Core,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        if params.lease_ttl.is_some_and(|seconds| seconds != LEASE_SECONDS) {
            shell.note("lease_ttl is not used: a claim lasts until 15 min after your last call.");
        }
        if params.session_id.is_some() {
            shell.note("session_id is not used: a claim belongs to your conversation.");
        }
        match shell.read(|ctx| plan(ctx, params)).await? {
            Plan::Nothing => Ok(release_answer("You hold no task.".to_owned())),
            Plan::Release { ids, done } => {
                shell.commit(Command::ReleaseTasks { ids }).await?;
                Ok(release_answer(done))
            }
            Plan::Claim { command, before } => {
                let id = shell.commit(*command).await?.first_id()?;
                Ok(shell.read(move |ctx| claim_answer(ctx.engine.reader(), ctx.context, id, before.as_ref())).await)
            }
        }
    }
}

/// The prepared change of a call.
enum Plan {
    /// There is nothing to release.
    Nothing,
    Release {
        ids: Vec<String>,
        /// The sentence about it.
        done: String,
    },
    Claim {
        command: Box<Command>,
        /// The present holder.
        before: Option<Holder>,
    },
}

fn plan(ctx: ToolContext<'_>, params: Params) -> Result<Plan, HandoffError> {
    let id = params.task_id.filter(|id| !id.is_empty());
    let reader = reader(ctx)?;
    if let Some(id) = &id {
        find_task(reader, id)?;
    }
    let holders = reader.holders(ctx.context.now);
    if !params.release.unwrap_or(false) {
        let before = id.as_deref().and_then(|id| holders.get(id).map(|holder| (*holder).clone()));
        let command = Command::ClaimTask { id, take_over: params.take_over.unwrap_or(false), any: params.any };
        return Ok(Plan::Claim { command: Box::new(command), before });
    }
    let held = reader.claims_of(&ctx.context.actor, ctx.context.now).0;
    let ids: Vec<String> = id.map_or_else(|| held.into_iter().map(str::to_owned).collect(), |id| vec![id]);
    if ids.is_empty() {
        return Ok(Plan::Nothing);
    }
    let (held, free): (Vec<&str>, Vec<&str>) = ids.iter().map(String::as_str).partition(|id| holders.contains_key(id));
    let done = match (held.join(", "), free.join(", ")) {
        (_, free) if held.is_empty() => format!("Nobody holds {free}."),
        (held, _) => format!("Released {held}."),
    };
    Ok(Plan::Release { ids, done })
}

fn release_answer(done: String) -> Answered<Answer> {
    Answered::with_text(Answer { id: None, done: done.clone(), task: None }, done)
}

/// Returns the answer about a task that is held now. `before` held it before.
fn claim_answer(reader: ProjectReader<'_>, context: &Context, id: String, before: Option<&Holder>) -> Answered<Answer> {
    let (task, text) = next::describe(reader, context, &id);
    let from = before.map(|holder| describe_holder(holder, context)).filter(|from| from != "you");
    let from = from.map(|from| format!(" Taken over from {from}.")).unwrap_or_default();
    let answer = Answer { done: format!("You hold {id}.{from}"), id: Some(id), task };
    Answered::with_text(answer, format!("You hold {text}.{from}"))
}
