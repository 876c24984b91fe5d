//! Merges sessions into one.

use handoff_protocol::{Command, DecisionConflict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::HandoffError;
use crate::InvalidArgument;
use crate::Shell;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::operations::common::reader;
use crate::params::{Object, RequiredText};
use crate::tool::ToolSet;

/// Moves the entries of several sessions into one, and closes the others.
pub struct MergeSessions;

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    #[schemars(extend("takes" = "a list of at least two strings"))]
    pub source_session_ids: Vec<String>,
    pub target_session_id: RequiredText,
    pub close_sources: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub merged_session_id: String,
    pub merged_decisions: u32,
    pub merged_notes: u32,
    pub merged_references: u32,
    pub merged_context_pointers: u32,
    #[schemars(with = "Vec<Object>")]
    pub conflicts: Vec<Conflict>,
    pub closed_sessions: Vec<String>,
}

/// A decision that two of the sessions have.
#[derive(Debug, Serialize)]
pub struct Conflict {
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub description: String,
    pub session_a: String,
    pub session_b: String,
}

impl From<&DecisionConflict> for Conflict {
    fn from(DecisionConflict { decision, target, source }: &DecisionConflict) -> Conflict {
        Conflict {
            kind: "decision_conflict",
            description: format!("Both sessions have the decision “{decision}”; the one of the target is kept."),
            session_a: target.clone(),
            session_b: source.clone(),
        }
    }
}

impl Operation for MergeSessions {
    const DEFINITION: Definition = Definition {
        name: "handoff_merge_sessions",
        title: "Merge sessions",
        description: "Move the entries of several sessions into one and close the others.",
        set: ToolSet::Rest,
        effect: Effect::Changes,
    };
    type Params = Params;
    type Answer = Answer;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Answer>, HandoffError> {
        let count = params.source_session_ids.len();
        let command = command(params)?;
        shell.read(|ctx| reader(ctx).map(|_| ())).await?;
        let done = shell.commit(command).await?;
        let merged_session_id = done.first_id()?;
        let report = done.merged.ok_or_else(HandoffError::missing_result)?;
        let both: Vec<String> = report.conflicts.iter().map(|conflict| format!("“{}”", conflict.decision)).collect();
        let both = if both.is_empty() { String::new() } else { format!(" Decisions in both: {}.", both.join(", ")) };
        let sentence = format!("Merged {count} sessions into {merged_session_id}.{both}");
        let answer = Answer {
            merged_session_id,
            merged_decisions: report.decisions,
            merged_notes: report.notes,
            merged_references: report.references,
            merged_context_pointers: report.context_pointers,
            conflicts: report.conflicts.iter().map(Conflict::from).collect(),
            closed_sessions: report.closed,
        };
        // Programs that know handoff-mcp read the value after the empty line.
        let text = format!("{sentence}\n\n{}", json!(answer));
        Ok(Answered::with_text(answer, text))
    }
}

fn command(params: Params) -> Result<Command, InvalidArgument> {
    let Params { source_session_ids: sources, target_session_id: RequiredText(target), close_sources } = params;
    if sources.len() < 2 {
        return Err(InvalidArgument::new("source_session_ids", "a list of at least two strings"));
    }
    if !sources.contains(&target) {
        return Err(InvalidArgument::new("target_session_id", "one of source_session_ids"));
    }
    Ok(Command::MergeSessions { sources, target, close_sources: close_sources.unwrap_or(true) })
}
