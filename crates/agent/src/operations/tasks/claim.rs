//! Claims and releases tasks.

use handoff_engine::{ProjectReader, is_same_holder};
use handoff_protocol::{Command, Context, Holder};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::next::{self, TaskBrief};
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::claims::describe_holder;
use crate::lines::{cut, first_named, one_line};
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::{find_task, reader};
use crate::params::Object;
use crate::tool::ToolSet;

/// Holds a task so that other agents leave it alone, or releases tasks.
pub struct ClaimTask;

/// The lease of a claim, in seconds.
const LEASE_SECONDS: u64 = 900;
/// The maximum length of a subagent's name, in tokens.
const MAX_NAME_TOKENS: usize = 20;
/// The maximum number of other tasks in an answer.
const MAX_NAMED: usize = 5;

// The last two are arguments of `handoff-mcp`.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub task_id: Option<String>,
    pub release: Option<bool>,
    #[schemars(extend("hidden" = true))]
    pub take_over: Option<bool>,
    #[schemars(extend("hidden" = true))]
    pub any: Option<bool>,
    /// a subagent's name
    #[serde(rename = "as")]
    pub subagent: Option<String>,
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
        description: "Hold a task, by default the next that nobody holds, so that other agents leave it.",
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
            Plan::Claim { command, before, names_others } => {
                let id = shell.commit(*command).await?.first_id()?;
                Ok(shell
                    .read(move |ctx| {
                        let reader = ctx.engine.reader();
                        let others = names_others.then(|| other_claims(reader, ctx.context, &id)).flatten();
                        claim_answer(reader, ctx.context, id, before.as_deref(), others.as_deref())
                    })
                    .await)
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
        before: Option<Box<Holder>>,
        /// Whether the answer names the other tasks that the conversation holds.
        names_others: bool,
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
        let before = id.as_deref().and_then(|id| holders.get(id).map(|holder| Box::new((*holder).clone())));
        let subagent =
            params.subagent.map(|name| cut(&one_line(&name), MAX_NAME_TOKENS)).filter(|name| !name.is_empty());
        let take_over = params.take_over.unwrap_or(false);
        let names_others = id.is_none();
        let command = Command::ClaimTask { id, take_over, any: params.any, subagent };
        return Ok(Plan::Claim { command: Box::new(command), before, names_others });
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

/// Returns the sentence about the other tasks that the conversation holds: "Also held in this conversation: 01.2
/// (tests), 01.3."
fn other_claims(reader: ProjectReader<'_>, context: &Context, id: &str) -> Option<String> {
    let holders = reader.holders(context.now);
    let own = holders.iter().filter(|(other, holder)| **other != id && is_same_holder(&holder.actor, &context.actor));
    let name = |(id, holder): (&&str, &&Holder)| match &holder.subagent {
        Some(subagent) => format!("{id} ({subagent})"),
        None => (*id).to_owned(),
    };
    let names = first_named(own.map(name), MAX_NAMED);
    (!names.is_empty()).then(|| format!(" Also held in this conversation: {}.", names.join(", ")))
}

/// Returns the answer about a task that is held now. `before` held it before; `others` is about other tasks.
fn claim_answer(
    reader: ProjectReader<'_>,
    context: &Context,
    id: String,
    before: Option<&Holder>,
    others: Option<&str>,
) -> Answered<Answer> {
    let (task, text) = next::describe(reader, context, &id);
    let from = before.filter(|holder| !is_same_holder(&holder.actor, &context.actor));
    let from = from.map(|holder| format!(" Taken over from {}.", describe_holder(holder, context)));
    let more = format!("{}{}", from.unwrap_or_default(), others.unwrap_or_default());
    let subagent = reader.holders(context.now).get(id.as_str()).and_then(|holder| holder.subagent.clone());
    let subagent = subagent.map(|name| format!(" as {name}")).unwrap_or_default();
    let answer = Answer { done: format!("You hold {id}{subagent}.{more}"), id: Some(id), task };
    Answered::with_text(answer, format!("You hold {text}.{more}"))
}
