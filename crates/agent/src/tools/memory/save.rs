//! Saves a memory, or merges others into one.

use handoff_engine::MemoryMatch;
use handoff_protocol::Command;
use handoff_protocol::agent::NewMemory;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{MemorySummary, find_memory, memory_reader, round};
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::params::{Object, RequiredText, name_of};

#[derive(Clone, Copy, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    #[default]
    Lesson,
    Rule,
    Convention,
    Gotcha,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct SaveParams {
    text: RequiredText,
    kind: Option<Kind>,
    tags: Option<Vec<String>>,
    keywords: Option<Vec<String>>,
    /// path parts that it applies to
    scope_paths: Option<Vec<String>>,
    force: Option<bool>,
    /// ID of the memory that this replaces
    merge_into: Option<String>,
    absorb_ids: Option<Vec<String>>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct SaveAnswer {
    status: SaveStatus,
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    existing_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    similarity: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    existing_text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    new_text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Object>")]
    new: Option<Given>,
    /// best first
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<Object>>")]
    similar: Option<Vec<SimilarMemory>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instruction: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    absorbed_ids: Option<Vec<String>>,
}

impl SaveAnswer {
    fn new(status: SaveStatus, id: String) -> SaveAnswer {
        SaveAnswer {
            status,
            id,
            existing_id: None,
            similarity: None,
            existing_text: None,
            new_text: None,
            new: None,
            similar: None,
            instruction: None,
            absorbed_ids: None,
        }
    }
}

#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum SaveStatus {
    Saved,
    Merged,
    DuplicateExact,
    Conflict,
}

/// The memory that was not saved.
#[derive(Serialize)]
struct Given {
    text: String,
    kind: String,
}

#[derive(Serialize)]
struct SimilarMemory {
    #[serde(flatten)]
    memory: MemorySummary,
    score: f64,
}

const INSTRUCTION: &str = "Not saved. Save the merged text with merge_into=<ID> and absorb_ids=[the other IDs], \
    or save this one too with force=true.";

pub(super) fn save(ctx: ToolContext<'_>, params: SaveParams) -> ToolOutcome {
    let new = NewMemory {
        text: params.text.0.trim().to_owned(),
        kind: params.kind.map(name_of),
        tags: params.tags.unwrap_or_default(),
        keywords: params.keywords.unwrap_or_default(),
        scope_paths: params.scope_paths.unwrap_or_default(),
    };
    let absorb_ids = params.absorb_ids.unwrap_or_default();
    let outcome = match params.merge_into.as_deref().filter(|id| !id.is_empty()) {
        Some(into) => merge(ctx, new, into, &absorb_ids),
        None => save_new(ctx, new, params.force.unwrap_or(false)),
    };
    outcome.unwrap_or_else(|outcome| outcome)
}

/// Rewrites a memory. IDs to absorb that are unknown, and the memory itself, are skipped with a
/// note.
fn merge(ctx: ToolContext<'_>, new: NewMemory, into: &str, absorb_ids: &[String]) -> Result<ToolOutcome, ToolOutcome> {
    let reader = memory_reader(ctx, json!({}))?;
    let into = find_memory(reader, into)?.memory.id;
    let mut absorb: Vec<String> = Vec::new();
    let mut skipped: Vec<&str> = Vec::new();
    for id in absorb_ids {
        match find_memory(reader, id) {
            Ok(other) if other.memory.id != into => {
                if !absorb.contains(&other.memory.id) {
                    absorb.push(other.memory.id);
                }
            }
            _ => skipped.push(id),
        }
    }
    let note = format!("Not absorbed, because they are unknown or the target itself: {}.", skipped.join(", "));
    let note = (!skipped.is_empty()).then_some(note);
    let answer = SaveAnswer { absorbed_ids: Some(absorb.clone()), ..SaveAnswer::new(SaveStatus::Merged, into.clone()) };
    let command = Command::MergeMemory { into, memory: new, absorb };
    Ok(ToolOutcome::commit(command, move |_, _| {
        let reply = Reply::value(json!(answer));
        note.iter().fold(reply, |reply, note| reply.with_note(note))
    }))
}

fn save_new(ctx: ToolContext<'_>, new: NewMemory, force: bool) -> Result<ToolOutcome, ToolOutcome> {
    let reader = memory_reader(ctx, json!({}))?;
    match reader.compare_memory(&new) {
        MemoryMatch::Same(id) => {
            let answer =
                SaveAnswer { existing_id: Some(id.clone()), ..SaveAnswer::new(SaveStatus::DuplicateExact, id) };
            Err(ToolOutcome::Done(Reply::value(json!(answer))))
        }
        MemoryMatch::Like(scored) if !force => {
            let entries = reader.memories();
            let summary = |id: &str| entries.iter().find(|entry| entry.memory.id == id).map(MemorySummary::from);
            let similar: Vec<SimilarMemory> = scored
                .iter()
                .filter_map(|(id, score)| Some(SimilarMemory { memory: summary(id)?, score: round(*score) }))
                .collect();
            let (first, text) = similar.first().map(|first| (first, first.memory.text.clone())).unzip();
            let kind = new.kind.unwrap_or_else(|| name_of(Kind::default()));
            let answer = SaveAnswer {
                similarity: first.map(|first| first.score),
                existing_text: text,
                new_text: Some(new.text.clone()),
                new: Some(Given { text: new.text, kind }),
                instruction: Some(INSTRUCTION),
                ..SaveAnswer::new(SaveStatus::Conflict, first.map(|first| first.memory.id.clone()).unwrap_or_default())
            };
            let answer = SaveAnswer { similar: Some(similar), ..answer };
            Err(ToolOutcome::Done(Reply::value(json!(answer))))
        }
        _ => {
            let command = Command::SaveMemory { memory: new, force };
            Ok(ToolOutcome::commit_record(command, |_, id| Reply::value(json!(SaveAnswer::new(SaveStatus::Saved, id)))))
        }
    }
}
