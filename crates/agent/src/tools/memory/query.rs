//! Finds memories for the work at hand.

use handoff_engine::{MemoryEntry, ProjectReader};
use handoff_protocol::{Command, Outcome};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{memory_reader, round};
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::tool_result::outcome_to_reply;

#[derive(Deserialize, JsonSchema)]
pub(super) struct QueryParams {
    text: Option<String>,
    tool_name: Option<String>,
    file_paths: Option<Vec<String>>,
    limit: Option<u64>,
    session_id: Option<String>,
    mark_injected: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct QueryAnswer {
    memories: Vec<MemoryAnswer>,
    injected_count: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct MemoryAnswer {
    id: String,
    text: String,
    kind: String,
    score: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    keywords: Vec<String>,
}

impl MemoryAnswer {
    fn new(entry: &MemoryEntry, score: f64) -> MemoryAnswer {
        let memory = &entry.memory;
        MemoryAnswer {
            id: memory.id.clone(),
            text: memory.text.clone(),
            kind: memory.kind.clone(),
            score: round(score),
            keywords: memory.keywords.clone(),
        }
    }
}

pub(super) fn query(ctx: ToolContext<'_>, params: QueryParams) -> ToolOutcome {
    let reader = match memory_reader(ctx, json!({"injected_count": 0})) {
        Ok(reader) => reader,
        Err(outcome) => return outcome,
    };
    let paths = params.file_paths.unwrap_or_default();
    let base_names = paths.iter().map(|path| path.rsplit(['/', '\\']).next().unwrap_or(path));
    let words: Vec<&str> = params.text.iter().chain(&params.tool_name).map(String::as_str).chain(base_names).collect();
    let session = params.session_id.filter(|id| !id.trim().is_empty());
    let limit = params.limit.filter(|limit| *limit > 0);
    let limit = limit.unwrap_or_else(|| reader.config().settings.memory_query_limit.into());

    let mut matches = reader.query_memories(&words.join(" "), &paths);
    if let Some(session) = &session {
        matches.retain(|(entry, _)| !reader.is_delivered(session, &entry.memory));
    }
    matches.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let ids: Vec<String> = matches.iter().map(|(entry, _)| entry.memory.id.clone()).collect();
    let answer = QueryAnswer {
        injected_count: ids.len(),
        memories: matches.iter().map(|(entry, score)| MemoryAnswer::new(entry, *score)).collect(),
        warnings: warnings(reader),
    };
    let reply = Reply::value(json!(answer));
    // Without a session there is no conversation to record the memories for.
    let Some(session_id) = session.filter(|_| params.mark_injected.unwrap_or(true) && !ids.is_empty()) else {
        return ToolOutcome::Done(reply);
    };
    let then = move |_: ToolContext<'_>, outcome: Outcome| match outcome {
        Outcome::Done { .. } => ToolOutcome::Done(reply),
        // Reading is possible where writing is not.
        other => ToolOutcome::Done(reply).with_note(outcome_to_reply(&other).text.to_string()),
    };
    ToolOutcome::Commit { command: Box::new(Command::MarkMemories { session_id, ids }), then: Box::new(then) }
}

/// Returns a warning if some memories have no keywords.
fn warnings(reader: ProjectReader<'_>) -> Vec<String> {
    let memories = reader.memories();
    let count = memories.iter().filter(|entry| entry.memory.keywords.is_empty()).count();
    let warning = format!(
        "{count} of {} memories have no keywords, so fewer queries find them. Add keywords with merge_into.",
        memories.len()
    );
    if count > 0 { vec![warning] } else { Vec::new() }
}
