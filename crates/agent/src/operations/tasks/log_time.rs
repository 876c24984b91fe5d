//! Logs time on a task.

use handoff_protocol::{Command, Schedule, TaskPatch, TaskUpdate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::{find_task, reader, two_decimals};
use crate::params::RequiredText;
use crate::tool::ToolSet;

/// Adds hours to those spent on a task.
pub struct LogTime;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub task_id: RequiredText,
    #[schemars(extend("takes" = "a number above 0"))]
    pub hours: f64,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub task_id: String,
    pub logged_hours: f64,
    pub actual_hours: f64,
    pub remaining_hours: Option<f64>,
}

impl Operation for LogTime {
    const DEFINITION: Definition = Definition {
        name: "handoff_log_time",
        title: "Log time",
        description: "Add hours spent on a task; remaining hours shrink where tracked.",
        set: ToolSet::Rest,
        effect: Effect::Adds,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let Params { task_id: RequiredText(task_id), hours } = params;
        if hours <= 0.0 {
            return Err(InvalidArgument::new("hours", "a number above 0").into());
        }
        let id = task_id.clone();
        shell.read(move |ctx| check_task(ctx, &id)).await?;
        let patch = TaskPatch { add_hours: Some(hours), ..TaskPatch::default() };
        shell.commit(Command::UpdateTasks(TaskUpdate::of_task(&task_id, patch))).await?;
        shell.read(move |ctx| answer(ctx, task_id, hours)).await
    }
}

/// Returns an error if there is no task with this ID.
fn check_task(ctx: ToolContext<'_>, id: &str) -> Result<(), HandoffError> {
    find_task(reader(ctx)?, id)?;
    Ok(())
}

fn answer(ctx: ToolContext<'_>, id: String, hours: f64) -> Result<Answered<Answer>, HandoffError> {
    let entry = find_task(ctx.engine.reader(), &id)?;
    let Schedule { actual_hours, remaining_hours, .. } = entry.fields().schedule.clone().unwrap_or_default();
    let remaining = remaining_hours.map_or_else(String::new, |hours| format!(", {}h remaining", two_decimals(hours)));
    let actual_hours = actual_hours.unwrap_or_default();
    let (logged, total) = (two_decimals(hours), two_decimals(actual_hours));
    let text = format!("Logged {logged}h on {id}: {total}h in total{remaining}.");
    Ok(Answered::with_text(Answer { task_id: id, logged_hours: hours, actual_hours, remaining_hours }, text))
}
