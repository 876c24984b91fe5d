//! Begins a session with the entries of another one.

use handoff_protocol::Command;
use handoff_protocol::agent::SessionPatch;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::reader;
use crate::operations::sessions::fields::list_save;
use crate::params::{RequiredText, one_of};
use crate::tool::ToolSet;

/// Begins an active session with the entries of another one, in any state.
pub struct ForkSession;

/// The keys that a fork can inherit.
pub const INHERITABLE: [&str; 7] =
    ["decisions", "context_pointers", "references", "handoff_notes", "environment", "blockers", "checklist"];
/// Number of first keys of [`INHERITABLE`] that a fork inherits by default.
const DEFAULT_INHERITED: usize = 5;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub source_session_id: RequiredText,
    pub summary: RequiredText,
    pub label: Option<String>,
    pub timeline: Option<String>,
    #[serde(default)]
    #[schemars(schema_with = "inheritable")]
    pub inherit: Option<Vec<String>>,
    pub related_task_ids: Option<Vec<String>>,
}

fn inheritable(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "items": one_of(&INHERITABLE)})
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub session_id: String,
    pub parent_session_id: String,
    pub status: &'static str,
    pub inherited: Vec<String>,
    pub file: String,
}

impl Operation for ForkSession {
    const DEFINITION: Definition = Definition {
        name: "handoff_fork_session",
        title: "Fork a session",
        description: "Begin an active session with the entries of another one, in any state.",
        set: ToolSet::Rest,
        effect: Effect::Adds,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let RequiredText(source) = params.source_session_id;
        let inherit = inherited(params.inherit);
        let patch = patch(params.summary.0, params.label, params.timeline, params.related_task_ids);
        shell.read(|ctx| reader(ctx).map(|_| ())).await?;
        let id = shell.commit(Command::ForkSession { source, inherit: inherit.clone(), patch }).await?.first_id()?;
        let answer = shell.read(move |ctx| answer(ctx, id, inherit)).await?;
        // Programs that know handoff-mcp read the value after the empty line.
        let text =
            format!("Forked session {} into {}.\n\n{}", answer.parent_session_id, answer.session_id, json!(answer));
        Ok(Answered::with_text(answer, text))
    }
}

/// Returns the keys that a fork inherits. Unknown ones are left out.
fn inherited(given: Option<Vec<String>>) -> Vec<String> {
    match given {
        Some(keys) => keys.into_iter().filter(|key| INHERITABLE.contains(&key.as_str())).collect(),
        None => INHERITABLE.iter().take(DEFAULT_INHERITED).map(|key| (*key).to_owned()).collect(),
    }
}

fn patch(
    summary: String,
    label: Option<String>,
    timeline: Option<String>,
    related_task_ids: Option<Vec<String>>,
) -> SessionPatch {
    let mut patch = SessionPatch::default();
    for (key, text) in [("summary", Some(summary)), ("label", label), ("timeline", timeline)] {
        patch.values.extend(text.map(|text| (key.to_owned(), json!(text))));
    }
    if let Some(ids) = related_task_ids {
        patch.lists.push(list_save("related_task_ids", ids.into_iter().map(Value::from).collect()));
    }
    patch
}

fn answer(ctx: ToolContext<'_>, id: String, inherited: Vec<String>) -> Result<Answer, HandoffError> {
    let sessions = ctx.engine.reader().sessions();
    let fork = sessions.iter().find(|session| session.id() == id).ok_or_else(HandoffError::missing_result)?;
    Ok(Answer {
        session_id: id,
        parent_session_id: fork.text("parent_session_id").unwrap_or_default().to_owned(),
        status: "active",
        inherited,
        file: fork.file_name().to_owned(),
    })
}
