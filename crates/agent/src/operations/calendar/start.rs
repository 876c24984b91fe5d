//! Sets the first day of the project.

use handoff_format::format_date;
use handoff_protocol::Command;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::HandoffError;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::Date;
use crate::reply::DoneAnswer;
use crate::tool::ToolSet;

/// Sets the first day of the project, and moves all dates if the caller asks for that.
pub struct StartProject;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    /// YYYY-MM-DD; today when absent
    pub start_date: Option<Date>,
    pub shift_dates: Option<bool>,
}

impl Operation for StartProject {
    const DEFINITION: Definition = Definition {
        name: "handoff_start_project",
        title: "Start the project",
        description: "Set the first day; shift_dates moves all dates so that the earliest start falls on it.",
        set: ToolSet::Planning,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = DoneAnswer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<DoneAnswer>, HandoffError> {
        let date = match params.start_date {
            Some(date) => date.text,
            None => shell.read(|ctx| format_date(ctx.today())).await,
        };
        let shift = params.shift_dates.unwrap_or(false);
        let done = shell.commit(Command::StartProject { date, shift }).await?;
        Ok(Answered::done(format!("{}.", done.summary)))
    }
}
