//! The tool that claims and releases tasks.

use handoff_protocol::Command;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::claims;
use crate::next;
use crate::next::NextTask;
use crate::operation::Effect;
use crate::operations::common::{find_task, reader};
use crate::params::{Object, input, output, parse};
use crate::tool::{Tool, ToolSet, Work};

pub(crate) const TOOLS: &[Tool] = &[Tool {
    name: "handoff_claim_task",
    title: "Claim a task",
    description: "Hold a task (default: the next) so that other agents leave it, until 15 min after your last call.",
    set: ToolSet::Core,
    effect: Effect::Changes,
    input: input::<ClaimParams>,
    output: Some(output::<ClaimAnswer>),
    work: Work::Steps(|ctx, arguments| Ok(claim_task(ctx, parse(arguments)?))),
}];

#[derive(Deserialize, JsonSchema)]
struct ClaimParams {
    task_id: Option<String>,
    release: Option<bool>,
    take_over: Option<bool>,
    any: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
struct ClaimAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    done: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Object>")]
    task: Option<NextTask>,
}

fn claim_task(ctx: ToolContext<'_>, params: ClaimParams) -> ToolOutcome {
    let id = params.task_id.filter(|id| !id.is_empty());
    let reader = match reader(ctx) {
        Ok(reader) => reader,
        Err(reply) => return ToolOutcome::Done(reply),
    };
    if let Some(Err(reply)) = id.as_deref().map(|id| find_task(reader, id)) {
        return ToolOutcome::Done(reply);
    }
    if params.release.unwrap_or(false) {
        let held = reader.claims_of(&ctx.context.actor, ctx.context.now).0;
        let ids: Vec<String> = id.map_or_else(|| held.into_iter().map(str::to_owned).collect(), |id| vec![id]);
        if ids.is_empty() {
            return ToolOutcome::Done(answer(None, "You hold no task.".to_owned(), None));
        }
        let holders = reader.holders(ctx.context.now);
        let (held, free): (Vec<&str>, Vec<&str>) =
            ids.iter().map(String::as_str).partition(|id| holders.contains_key(id));
        let done = match (held.join(", "), free.join(", ")) {
            (_, free) if held.is_empty() => format!("Nobody holds {free}."),
            (held, _) => format!("Released {held}."),
        };
        return ToolOutcome::commit(Command::ReleaseTasks { ids }, move |_, _| answer(None, done, None));
    }
    let before = id.as_deref().and_then(|id| reader.holders(ctx.context.now).get(id).map(|holder| (*holder).clone()));
    let command = Command::ClaimTask { id, take_over: params.take_over.unwrap_or(false), any: params.any };
    ToolOutcome::commit_record(command, move |ctx, id| {
        let (task, text) = next::describe(ctx.engine.reader(), ctx.context, &id);
        let from = before.map(|holder| claims::describe_holder(&holder, ctx.context)).filter(|from| from != "you");
        let from = from.map(|from| format!(" Taken over from {from}.")).unwrap_or_default();
        let reply = answer(Some(id.clone()), format!("You hold {id}.{from}"), task);
        Reply { text: format!("You hold {text}.{from}").into(), ..reply }
    })
}

fn answer(id: Option<String>, done: String, task: Option<NextTask>) -> Reply {
    Reply::with_value(done.clone(), json!(ClaimAnswer { id, done, task }))
}
