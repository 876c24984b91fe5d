//! Starts a timer.

use handoff_protocol::{Command, TimerStart};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::require_task;
use crate::HandoffError;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::RequiredText;
use crate::tool::ToolSet;

/// Starts the timer of a task, or continues it, and stops the other timers of the actor.
pub struct StartTimer;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub task_id: RequiredText,
    /// Other timers run on.
    pub several: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub done: String,
}

impl Operation for StartTimer {
    const DEFINITION: Definition = Definition {
        name: "handoff_timer_start",
        title: "Start a timer",
        description: "Track time on a task; a paused timer continues. Your other timers stop.",
        set: ToolSet::Timer,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let Params { task_id: RequiredText(id), several } = params;
        let task_id = id.clone();
        shell.read(move |ctx| require_task(ctx, &task_id)).await?;
        let start = TimerStart { id, several: several.unwrap_or_default() };
        let summary = shell.commit(Command::StartTimer(start)).await?.summary;
        let done = format!("{summary}.");
        Ok(Answered::with_text(Answer { done: done.clone() }, done))
    }
}
