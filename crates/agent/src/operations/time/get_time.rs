//! Reads a timer.

use handoff_format::TimerCommand;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::{find_task, reader};
use crate::params::RequiredText;
use crate::tool::ToolSet;

/// Returns how long the timer of a task has run.
pub struct GetTime;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub task_id: RequiredText,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub task_id: String,
    pub state: String,
    pub elapsed_ms: u64,
    #[schemars(with = "Value", extend("type" = ["string", "number"]))]
    pub elapsed_hours: ElapsedHours,
    pub base_hours: f64,
    pub current_actual_hours: f64,
    pub projected_total_hours: String,
    pub paused_by_idle: bool,
    pub authority: Option<Authority>,
    pub asked: Option<TimerRequest>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<&'static str>,
}

/// The hours on a timer, in the form that other programs read.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum ElapsedHours {
    /// With four decimals.
    Text(String),
    /// Zero, if the task has no timer.
    None(f64),
}

/// The program that runs the timers.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Authority {
    pub owner: String,
    pub alive: bool,
}

/// A request to that program that it has not answered.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TimerRequest {
    pub cmd: &'static str,
    pub seconds_ago: i64,
}

impl Operation for GetTime {
    const DEFINITION: Definition = Definition {
        name: "handoff_timer_get_time",
        title: "Get a timer",
        description: "How long a task's timer has run.",
        set: ToolSet::Timer,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let RequiredText(id) = params.task_id;
        Ok(shell.read(move |ctx| get_time(ctx, id)).await?.into())
    }
}

fn get_time(ctx: ToolContext<'_>, task_id: String) -> Result<Answer, HandoffError> {
    let reader = reader(ctx)?;
    let task = find_task(reader, &task_id)?;
    if reader.config().settings.timer_provider == "off" {
        return Err(HandoffError::refused("Timers are turned off: settings.timer_provider is off."));
    }
    let timer = reader.timer(&task_id, ctx.context.now);
    let timer = timer.map_err(|finding| HandoffError::Broken(finding.text.to_string().into()))?;
    let spent = task.spent().unwrap_or_default();
    // Present until the editor answers, so that a client sees when the request has been accepted.
    let asked = timer.asked.map(|(command, waited_ms)| {
        let cmd = if command == TimerCommand::Start { "start" } else { "stop" };
        TimerRequest { cmd, seconds_ago: waited_ms / 1000 }
    });
    let entry = timer.entry.as_ref();
    let four_decimals = |hours: f64| format!("{hours:.4}");
    let elapsed_hours = match entry {
        Some(_) => ElapsedHours::Text(four_decimals(timer.elapsed_hours)),
        None => ElapsedHours::None(0.0),
    };
    Ok(Answer {
        task_id,
        state: entry.map_or("stopped", |entry| entry.state.as_str()).to_owned(),
        elapsed_ms: timer.elapsed_ms,
        elapsed_hours,
        base_hours: entry.map_or(0.0, |entry| entry.base_hours),
        current_actual_hours: spent,
        projected_total_hours: four_decimals(spent + timer.elapsed_hours),
        paused_by_idle: entry.is_some_and(|entry| entry.paused_by_idle),
        authority: timer.authority.map(|(owner, alive)| Authority { owner, alive }),
        asked,
        message: entry.is_none().then_some("This task has no timer."),
    })
}
