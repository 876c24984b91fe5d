//! Finds memories for the work at hand.

use handoff_engine::{MemoryEntry, ProjectReader};
use handoff_protocol::Command;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Disabled, IfEnabled, memory_reader, round, unless_disabled};
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::tool::ToolSet;

/// Finds memories that match a text and files, and records which of them a session has received.
pub struct QueryMemories;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    pub text: Option<String>,
    pub tool_name: Option<String>,
    pub file_paths: Option<Vec<String>>,
    pub limit: Option<u64>,
    pub session_id: Option<String>,
    pub mark_injected: Option<bool>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub memories: Vec<MemoryAnswer>,
    pub injected_count: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct MemoryAnswer {
    pub id: String,
    pub text: String,
    pub kind: String,
    pub score: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
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

impl Operation for QueryMemories {
    const DEFINITION: Definition = Definition {
        name: "handoff_memory_query",
        title: "Recall",
        description: "Lessons that match a text and files. With session_id, except those that it has already received.",
        set: ToolSet::Memory,
        effect: Effect::Changes,
    };
    const OUTPUT: Option<fn() -> Value> = Some(unless_disabled::<Answer>);
    type Params = Params;
    type Answer = IfEnabled<Answer>;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Self::Answer>, HandoffError> {
        let session = params.session_id.clone().filter(|id| !id.trim().is_empty());
        let may_mark = params.mark_injected.unwrap_or(true);
        let found = shell.read(move |ctx| find(ctx, &params)).await?;
        let Some(answer) = found else {
            return Ok(IfEnabled::Disabled(Disabled::with(&json!({"injected_count": 0}))).into());
        };
        let ids: Vec<String> = answer.memories.iter().map(|memory| memory.id.clone()).collect();
        // Without a session there is no conversation to record the memories for.
        if let Some(session_id) = session.filter(|_| may_mark && !ids.is_empty()) {
            // Reading is possible where writing is not.
            if let Err(error) = shell.commit(Command::MarkMemories { session_id, ids }).await {
                shell.note(error.to_string());
            }
        }
        Ok(IfEnabled::Enabled(answer).into())
    }
}

/// Returns the memories that match; `None` if memories are turned off.
fn find(ctx: ToolContext<'_>, params: &Params) -> Result<Option<Answer>, HandoffError> {
    let Some(reader) = memory_reader(ctx)? else { return Ok(None) };
    let paths = params.file_paths.as_deref().unwrap_or_default();
    let base_names = paths.iter().map(|path| path.rsplit(['/', '\\']).next().unwrap_or(path));
    let words: Vec<&str> = params.text.iter().chain(&params.tool_name).map(String::as_str).chain(base_names).collect();
    let session = params.session_id.as_deref().filter(|id| !id.trim().is_empty());
    let limit = params.limit.filter(|limit| *limit > 0);
    let limit = limit.unwrap_or_else(|| reader.config().settings.memory_query_limit.into());

    let mut matches = reader.query_memories(&words.join(" "), paths);
    if let Some(session) = session {
        matches.retain(|(entry, _)| !reader.is_delivered(session, &entry.memory));
    }
    matches.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(Some(Answer {
        injected_count: matches.len(),
        memories: matches.iter().map(|(entry, score)| MemoryAnswer::new(entry, *score)).collect(),
        warnings: warnings(reader),
    }))
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
