//! Changes the working time of the project.

use handoff_protocol::{Command, ConfigChange};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::WorkingTime;
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::reader;
use crate::operations::config::table_changes;
use crate::params::Unchecked;
use crate::reply::DoneAnswer;
use crate::tool::ToolSet;

/// Changes the working time of the project.
pub struct UpdateCalendar;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    #[serde(flatten)]
    pub working_time: WorkingTime,
    #[serde(skip_serializing_if = "Unchecked::is_absent")]
    pub schedule_mode: Unchecked<ScheduleMode>,
}

// Whether the scheduler sets dates. A doc comment would become part of the schema.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScheduleMode {
    Manual,
    Auto,
}

impl Operation for UpdateCalendar {
    const DEFINITION: Definition = Definition {
        name: "handoff_update_calendar",
        title: "Change the calendar",
        description: "When the project works. Lists and day_hours replace; null clears.",
        set: ToolSet::Planning,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = DoneAnswer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<DoneAnswer>, HandoffError> {
        let changes = shell.read(move |ctx| plan(ctx, &params)).await?;
        if changes.is_empty() {
            return Ok(Answered::done("Nothing to change."));
        }
        let done = shell.commit(Command::UpdateConfig { changes }).await?;
        Ok(Answered::done(format!("{}.", done.summary)))
    }
}

/// Returns the changes of the configuration.
fn plan(ctx: ToolContext<'_>, params: &Params) -> Result<Vec<ConfigChange>, HandoffError> {
    let reader = reader(ctx)?;
    let mut changes = table_changes(params, &["calendar"], Some(&reader.config().calendar))?;
    if !params.schedule_mode.is_absent() {
        // The mode has a key outside of the table too.
        let key = vec!["schedule_mode".to_owned()];
        changes.push(ConfigChange { key, value: json!(params.schedule_mode), seen: None });
    }
    Ok(changes)
}
