//! Tools for timers.

use handoff_format::TimerCommand;
use handoff_protocol::Command;
use handoff_protocol::Outcome;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::params::{RequiredText, input, output, parse};
use crate::reply::{DoneAnswer, FailureKind};
use crate::tool::{Effect, Tool, ToolSet};
use crate::tool_result;
use crate::tool_result::to_english;
use crate::tools::common::{find_task, finish, reader};

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_timer_start",
        title: "Start a timer",
        description: "Track time on a task; a paused timer continues.",
        set: ToolSet::Timer,
        effect: Effect::Changes,
        input: input::<TimerParams>,
        output: Some(output::<DoneAnswer>),
        answer: |ctx, arguments| Ok(switch(ctx, parse(arguments)?, |id| Command::StartTimer { id })),
    },
    Tool {
        name: "handoff_timer_stop",
        title: "Stop a timer",
        description: "Stop tracking and add the hours to the task.",
        set: ToolSet::Timer,
        effect: Effect::Changes,
        input: input::<TimerParams>,
        output: Some(output::<DoneAnswer>),
        answer: |ctx, arguments| Ok(switch(ctx, parse(arguments)?, |id| Command::StopTimer { id })),
    },
    Tool {
        name: "handoff_timer_get_time",
        title: "Get a timer",
        description: "How long a task's timer has run.",
        set: ToolSet::Timer,
        effect: Effect::Reads,
        input: input::<TimerParams>,
        output: Some(output::<TimerAnswer>),
        answer: |ctx, arguments| Ok(get_time(ctx, &parse(arguments)?)),
    },
];

#[derive(Deserialize, JsonSchema)]
struct TimerParams {
    task_id: RequiredText,
}

#[derive(Serialize, JsonSchema)]
struct TimerAnswer {
    task_id: String,
    state: String,
    elapsed_ms: u64,
    #[schemars(extend("type" = ["string", "number"]))]
    elapsed_hours: Value,
    base_hours: f64,
    current_actual_hours: f64,
    projected_total_hours: String,
    paused_by_idle: bool,
    authority: Option<Authority>,
    asked: Option<TimerRequest>,
}

/// The program that runs the timers.
#[derive(Serialize, JsonSchema)]
struct Authority {
    owner: String,
    alive: bool,
}

/// A request to that program that it has not answered.
#[derive(Serialize, JsonSchema)]
struct TimerRequest {
    cmd: &'static str,
    seconds_ago: i64,
}

/// Starts or stops a timer.
fn switch(ctx: ToolContext<'_>, params: TimerParams, command: fn(String) -> Command) -> ToolOutcome {
    let id = params.task_id.0;
    if let Err(reply) = reader(ctx).and_then(|reader| find_task(reader, &id)) {
        return ToolOutcome::Done(reply);
    }
    let then = |_: ToolContext<'_>, outcome: Outcome| {
        ToolOutcome::Done(match &outcome {
            Outcome::Done { summary, warnings, .. } => {
                Reply::done(format!("{}.", to_english(summary))).with_warnings(warnings)
            }
            other => tool_result::outcome_to_reply(other),
        })
    };
    ToolOutcome::Commit { command: Box::new(command(id)), then: Box::new(then) }
}

fn get_time(ctx: ToolContext<'_>, params: &TimerParams) -> ToolOutcome {
    let id = &params.task_id.0;
    finish(reader(ctx).and_then(|reader| {
        let entry = find_task(reader, id)?;
        if reader.config().settings.timer_provider == "off" {
            return Err(Reply::failure("Timers are turned off: settings.timer_provider is off."));
        }
        let timer = reader
            .timer(id, ctx.context.now)
            .map_err(|finding| Reply::failure_of(FailureKind::Broken, to_english(&finding.text)))?;
        let actual = entry.spent().unwrap_or_default();
        let authority = timer.authority.map(|(owner, alive)| Authority { owner, alive });
        // Present until the editor answers, so that a client sees when the request has been
        // accepted.
        let asked = timer.asked.map(|(command, waited_ms)| {
            let cmd = if command == TimerCommand::Start { "start" } else { "stop" };
            TimerRequest { cmd, seconds_ago: waited_ms / 1000 }
        });
        let entry = timer.entry.as_ref();
        let hours = |hours: f64| format!("{hours:.4}");
        Ok(Reply::value(json!(TimerAnswer {
            task_id: id.clone(),
            state: entry.map_or("stopped", |entry| entry.state.as_str()).to_owned(),
            elapsed_ms: timer.elapsed_ms,
            elapsed_hours: entry.map_or(json!(0.0), |_| json!(hours(timer.elapsed_hours))),
            base_hours: entry.map_or(0.0, |entry| entry.base_hours),
            current_actual_hours: actual,
            projected_total_hours: hours(actual + timer.elapsed_hours),
            paused_by_idle: entry.is_some_and(|entry| entry.paused_by_idle),
            authority,
            asked,
        })))
    }))
}
