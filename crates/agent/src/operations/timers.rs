//! Tools for timers.

use handoff_format::TimerCommand;
use handoff_protocol::{Command, Outcome, TimerStart, TimerStop};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::operation::Effect;
use crate::operations::common::{find_task, finish, reader};
use crate::params::{InvalidArgument, RequiredText, input, output, parse};
use crate::reply::{DoneAnswer, FailureKind};
use crate::tool::{Tool, ToolSet, Work};
use crate::tool_result;
use crate::tool_result::to_english;

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_timer_start",
        title: "Start a timer",
        description: "Track time on a task; a paused timer continues. Your other timers stop.",
        set: ToolSet::Timer,
        effect: Effect::Changes,
        input: input::<StartParams>,
        output: Some(output::<DoneAnswer>),
        work: Work::Steps(|ctx, arguments| Ok(start(ctx, parse(arguments)?))),
    },
    Tool {
        name: "handoff_timer_stop",
        title: "Stop a timer",
        description: "Stop tracking and add the hours to the task.",
        set: ToolSet::Timer,
        effect: Effect::Changes,
        input: input::<StopParams>,
        output: Some(output::<DoneAnswer>),
        work: Work::Steps(|ctx, arguments| stop(ctx, parse(arguments)?)),
    },
    Tool {
        name: "handoff_timer_get_time",
        title: "Get a timer",
        description: "How long a task's timer has run.",
        set: ToolSet::Timer,
        effect: Effect::Reads,
        input: input::<TimerParams>,
        output: Some(output::<TimerAnswer>),
        work: Work::Steps(|ctx, arguments| Ok(get_time(ctx, &parse(arguments)?))),
    },
];

#[derive(Deserialize, JsonSchema)]
struct TimerParams {
    task_id: RequiredText,
}

#[derive(Deserialize, JsonSchema)]
struct StartParams {
    task_id: RequiredText,
    /// Other timers run on.
    several: Option<bool>,
}

#[derive(Deserialize, JsonSchema)]
struct StopParams {
    task_id: RequiredText,
    /// When the work ended, RFC 3339.
    at: Option<String>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'static str>,
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

/// Starts a timer.
fn start(ctx: ToolContext<'_>, params: StartParams) -> ToolOutcome {
    let id = params.task_id.0;
    if let Err(reply) = reader(ctx).and_then(|reader| find_task(reader, &id)) {
        return ToolOutcome::Done(reply);
    }
    commit(Command::StartTimer(TimerStart { id, several: params.several.unwrap_or_default() }))
}

/// Stops a timer, also that of a task that has been deleted.
fn stop(ctx: ToolContext<'_>, params: StopParams) -> Result<ToolOutcome, InvalidArgument> {
    let id = params.task_id.0;
    let parse = |at: String| chrono::DateTime::parse_from_rfc3339(at.trim()).map(|at| at.timestamp_millis());
    let at = params.at.map(parse).transpose();
    let at = at.map_err(|_| InvalidArgument::new("at", "a time like 2026-12-01T17:30:00+00:00"))?;
    let timer = reader(ctx).ok().and_then(|reader| reader.timer(&id, ctx.context.now).ok());
    let has_timer = timer.is_some_and(|timer| timer.entry.is_some());
    if !has_timer && let Err(reply) = reader(ctx).and_then(|reader| find_task(reader, &id)) {
        return Ok(ToolOutcome::Done(reply));
    }
    Ok(commit(Command::StopTimer(TimerStop { id, at })))
}

fn commit(command: Command) -> ToolOutcome {
    let then = |_: ToolContext<'_>, outcome: Outcome| {
        ToolOutcome::Done(match &outcome {
            Outcome::Done { summary, warnings, .. } => {
                Reply::done(format!("{}.", to_english(summary))).with_warnings(warnings)
            }
            other => tool_result::outcome_to_reply(other),
        })
    };
    ToolOutcome::Commit { command: Box::new(command), then: Box::new(then) }
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
            message: entry.is_none().then_some("This task has no timer."),
        })))
    }))
}
