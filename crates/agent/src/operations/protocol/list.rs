//! Lists handoffs.

use handoff_engine::sessions::SessionEntry;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::reader;
use crate::operations::people::team::TeamFilter;
use crate::operations::sessions::fields::{METADATA, members};
use crate::operations::sessions::handoff_text::{handle, task_status};
use crate::params::Object;
use crate::tool::ToolSet;

/// Lists the sessions of a project, newest first.
pub struct ListHandoffs;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    #[serde(flatten)]
    pub team: TeamFilter,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    #[schemars(with = "Vec<Object>")]
    pub handoffs: Vec<HandoffRow>,
    pub broken: Vec<String>,
}

#[derive(Debug, Serialize)]
pub struct HandoffRow {
    pub session_id: String,
    pub task_objective: Option<String>,
    pub task_status: String,
    pub updated_at: Option<String>,
    /// As the session has it.
    #[serde(flatten)]
    pub metadata: Object,
}

impl Operation for ListHandoffs {
    const DEFINITION: Definition = Definition {
        name: "list_handoffs",
        title: "List handoffs",
        description: "All saved handoffs, newest first.",
        set: ToolSet::Protocol,
        effect: Effect::Reads,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        Ok(shell.read(move |ctx| list(ctx, &params.team)).await?.into())
    }
}

fn list(ctx: ToolContext<'_>, filter: &TeamFilter) -> Result<Answer, HandoffError> {
    let reader = reader(ctx)?;
    let mut sessions = reader.sessions().to_vec();
    sessions.retain(|session| filter.matches(session));
    sessions.sort_by(|a, b| b.saved_at().cmp(a.saved_at()));
    Ok(Answer { handoffs: sessions.iter().map(HandoffRow::from).collect(), broken: reader.broken_sessions() })
}

impl From<&SessionEntry> for HandoffRow {
    fn from(session: &SessionEntry) -> HandoffRow {
        HandoffRow {
            session_id: handle(session),
            task_objective: session.text("summary").map(str::to_owned),
            task_status: task_status(session).to_owned(),
            updated_at: session.text("ended_at").map(str::to_owned),
            metadata: members(session, &METADATA),
        }
    }
}
