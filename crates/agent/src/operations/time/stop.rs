//! Stops a timer.

use chrono::DateTime;
use handoff_protocol::{Command, TimerStop};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::require_task;
use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::reader;
use crate::params::RequiredText;
use crate::tool::ToolSet;

/// Stops the timer of a task and adds its hours to the task.
pub struct StopTimer;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub task_id: RequiredText,
    /// When the work ended, RFC 3339.
    pub at: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub done: String,
}

impl Operation for StopTimer {
    const DEFINITION: Definition = Definition {
        name: "handoff_timer_stop",
        title: "Stop a timer",
        description: "Stop tracking and add the hours to the task.",
        set: ToolSet::Timer,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let Params { task_id: RequiredText(id), at } = params;
        let at = at.as_deref().map(parse_end).transpose()?;
        let task_id = id.clone();
        shell.read(move |ctx| require_timer_or_task(ctx, &task_id)).await?;
        let summary = shell.commit(Command::StopTimer(TimerStop { id, at })).await?.summary;
        let done = format!("{summary}.");
        Ok(Answered::with_text(Answer { done: done.clone() }, done))
    }
}

/// Parses the time when the work ended. Returns milliseconds.
fn parse_end(at: &str) -> Result<i64, InvalidArgument> {
    let time = DateTime::parse_from_rfc3339(at.trim());
    let time = time.map_err(|_| InvalidArgument::new("at", "a time like 2026-12-01T17:30:00+00:00"))?;
    Ok(time.timestamp_millis())
}

/// Fails if there is neither a timer nor a task with this ID. The timer of a deleted task can be stopped.
fn require_timer_or_task(ctx: ToolContext<'_>, id: &str) -> Result<(), HandoffError> {
    let timer = reader(ctx)?.timer(id, ctx.context.now);
    let has_timer = timer.is_ok_and(|timer| timer.entry.is_some());
    if has_timer { Ok(()) } else { require_task(ctx, id) }
}
