//! Tools for memories: lessons that are kept across sessions.

use handoff_engine::{MemoryEntry, MemoryMatch, ProjectReader};
use handoff_protocol::agent::NewMemory;
use handoff_protocol::{Command, Outcome};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::params::{NoParams, RequiredText, input, name_of, output, parse};
use crate::tool::{Effect, Tool, ToolSet};
use crate::tool_result::outcome_to_reply;
use crate::tools::common::reader;

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_memory_save",
        title: "Remember",
        description: "Save a lesson. One that is similar to another is returned as a conflict: use merge_into or force.",
        set: ToolSet::Memory,
        effect: Effect::Adds,
        input: input::<SaveParams>,
        output: Some(unless_disabled::<SaveAnswer>),
        answer: |ctx, arguments| Ok(save(ctx, parse(arguments)?)),
    },
    Tool {
        name: "handoff_memory_query",
        title: "Recall",
        description: "Lessons that match a text and files, except those that the session has already received.",
        set: ToolSet::Memory,
        effect: Effect::Changes,
        input: input::<QueryParams>,
        output: Some(unless_disabled::<QueryAnswer>),
        answer: |ctx, arguments| Ok(query(ctx, parse(arguments)?)),
    },
    Tool {
        name: "handoff_memory_delete",
        title: "Forget",
        description: "Delete a lesson; the start of its ID is enough.",
        set: ToolSet::Memory,
        effect: Effect::Removes,
        input: input::<DeleteParams>,
        output: Some(unless_disabled::<DeleteAnswer>),
        answer: |ctx, arguments| Ok(delete(ctx, &parse(arguments)?)),
    },
    Tool {
        name: "handoff_memory_cleanup",
        title: "Tidy memories",
        description: "Merge exact duplicates; report near ones and stale ones.",
        set: ToolSet::Memory,
        effect: Effect::Removes,
        input: input::<NoParams>,
        output: Some(unless_disabled::<CleanupAnswer>),
        answer: |ctx, _| Ok(cleanup(ctx)),
    },
];

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Lesson,
    Rule,
    Convention,
    Gotcha,
}

/// Returns the schema of an answer that has only `disabled` if memories are disabled in the
/// project.
fn unless_disabled<T: JsonSchema>() -> Value {
    let mut schema = output::<T>();
    if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|name| name == "memories");
        if required.is_empty() {
            schema.as_object_mut().and_then(|schema| schema.shift_remove("required"));
        }
    }
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.insert("disabled".to_owned(), json!({"type": "boolean"}));
    }
    schema
}

/// Returns the project, unless there is none or memories are disabled.
fn memory_reader(ctx: ToolContext<'_>) -> Result<ProjectReader<'_>, ToolOutcome> {
    let reader = reader(ctx).map_err(ToolOutcome::Done)?;
    if reader.config().settings.memory_enabled {
        return Ok(reader);
    }
    Err(ToolOutcome::Done(Reply::value(json!({"disabled": true, "memories": []}))))
}

/// Finds a memory by its ID or an unambiguous prefix of it.
fn find_memory(reader: ProjectReader<'_>, id: &str) -> Result<MemoryEntry, ToolOutcome> {
    let all = reader.memories();
    if let Some(exact) = all.iter().find(|entry| entry.memory.id == id) {
        return Ok(exact.clone());
    }
    let matches: Vec<&MemoryEntry> = all.iter().filter(|entry| entry.memory.id.starts_with(id)).collect();
    match matches.as_slice() {
        [entry] => Ok((*entry).clone()),
        [] => Err(ToolOutcome::Done(Reply::failure(format!("There is no memory {id}.")))),
        several => {
            let ids: Vec<&str> = several.iter().map(|entry| entry.memory.id.as_str()).collect();
            Err(ToolOutcome::Done(Reply::failure(format!(
                "Several memories have an ID that starts with {id}: {}.",
                ids.join(", ")
            ))))
        }
    }
}

#[derive(Deserialize, JsonSchema)]
struct SaveParams {
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
struct SaveAnswer {
    status: SaveStatus,
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    similarity: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    existing_text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    new_text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    absorbed_ids: Option<Vec<String>>,
}

impl SaveAnswer {
    fn new(status: SaveStatus, id: String) -> SaveAnswer {
        SaveAnswer { status, id, similarity: None, existing_text: None, new_text: None, absorbed_ids: None }
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

fn save(ctx: ToolContext<'_>, params: SaveParams) -> ToolOutcome {
    let new = NewMemory {
        text: params.text.0.trim().to_owned(),
        kind: params.kind.map(name_of),
        tags: params.tags.unwrap_or_default(),
        keywords: params.keywords.unwrap_or_default(),
        scope_paths: params.scope_paths.unwrap_or_default(),
    };
    let force = params.force.unwrap_or(false);
    let into = params.merge_into.as_deref().filter(|id| !id.is_empty());
    let absorb_ids = params.absorb_ids.unwrap_or_default();
    save_memory(ctx, new, force, into, &absorb_ids).unwrap_or_else(|outcome| outcome)
}

fn save_memory(
    ctx: ToolContext<'_>,
    new: NewMemory,
    force: bool,
    into: Option<&str>,
    absorb_ids: &[String],
) -> Result<ToolOutcome, ToolOutcome> {
    let reader = memory_reader(ctx)?;
    if let Some(into) = into {
        let into = find_memory(reader, into)?.memory.id;
        let absorb = absorb_ids
            .iter()
            .map(|id| Ok(find_memory(reader, id)?.memory.id))
            .collect::<Result<Vec<_>, ToolOutcome>>()?;
        let answer = SaveAnswer::new(SaveStatus::Merged, into.clone());
        let answer = SaveAnswer { absorbed_ids: Some(absorb.clone()), ..answer };
        let command = Command::MergeMemory { into, memory: new, absorb };
        return Ok(ToolOutcome::commit(command, move |_, _| Reply::value(json!(answer))));
    }
    match reader.compare_memory(&new) {
        MemoryMatch::Same(id) => {
            let answer = SaveAnswer::new(SaveStatus::DuplicateExact, id);
            Err(ToolOutcome::Done(Reply::value(json!(answer))))
        }
        MemoryMatch::Like(id, similarity) if !force => {
            let existing_text = find_memory(reader, &id)?.memory.text;
            let answer = SaveAnswer {
                similarity: Some((similarity * 1000.0).round() / 1000.0),
                existing_text: Some(existing_text),
                new_text: Some(new.text),
                ..SaveAnswer::new(SaveStatus::Conflict, id)
            };
            Err(ToolOutcome::Done(Reply::value(json!(answer))))
        }
        _ => {
            let command = Command::SaveMemory { memory: new, force };
            Ok(ToolOutcome::commit_record(command, |_, id| Reply::value(json!(SaveAnswer::new(SaveStatus::Saved, id)))))
        }
    }
}

#[derive(Deserialize, JsonSchema)]
struct QueryParams {
    text: RequiredText,
    tool_name: Option<String>,
    file_paths: Option<Vec<String>>,
    limit: Option<u64>,
    session_id: Option<String>,
    mark_injected: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
struct QueryAnswer {
    memories: Vec<MemoryAnswer>,
    injected_count: usize,
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
            score: (score * 1000.0).round() / 1000.0,
            keywords: memory.keywords.clone(),
        }
    }
}

fn query(ctx: ToolContext<'_>, params: QueryParams) -> ToolOutcome {
    let QueryParams { text: RequiredText(mut text), tool_name, file_paths, limit, session_id, mark_injected } = params;
    if let Some(tool) = tool_name {
        text.push(' ');
        text.push_str(&tool);
    }
    let reader = match memory_reader(ctx) {
        Ok(reader) => reader,
        Err(outcome) => return outcome,
    };
    let limit = limit.unwrap_or_else(|| reader.config().settings.memory_query_limit.into());
    let mut matches = reader.query_memories(&text, &file_paths.unwrap_or_default());
    if let Some(session) = &session_id {
        matches.retain(|(entry, _)| !reader.is_delivered(session, &entry.memory));
    }
    matches.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let ids: Vec<String> = matches.iter().map(|(entry, _)| entry.memory.id.clone()).collect();
    let memories = matches.iter().map(|(entry, score)| MemoryAnswer::new(entry, *score)).collect();
    if !mark_injected.unwrap_or(true) || ids.is_empty() {
        return ToolOutcome::Done(Reply::value(json!(QueryAnswer { memories, injected_count: 0 })));
    }
    let injected_count = ids.len();
    let command = Command::MarkMemories { session_id: session_id.unwrap_or_default(), ids };
    let then = move |_: ToolContext<'_>, outcome: Outcome| match outcome {
        Outcome::Done { .. } => ToolOutcome::Done(Reply::value(json!(QueryAnswer { memories, injected_count }))),
        // Reading is possible where writing is not.
        other => ToolOutcome::Done(Reply::value(json!(QueryAnswer { memories, injected_count: 0 })))
            .with_note(outcome_to_reply(&other).text.to_string()),
    };
    ToolOutcome::Commit { command: Box::new(command), then: Box::new(then) }
}

#[derive(Deserialize, JsonSchema)]
struct DeleteParams {
    memory_id: RequiredText,
}

#[derive(Serialize, JsonSchema)]
struct DeleteAnswer {
    deleted: bool,
    id: String,
}

fn delete(ctx: ToolContext<'_>, params: &DeleteParams) -> ToolOutcome {
    let outcome = memory_reader(ctx).and_then(|reader| {
        let id = find_memory(reader, &params.memory_id.0)?.memory.id;
        let answer = DeleteAnswer { deleted: true, id: id.clone() };
        Ok(ToolOutcome::commit(Command::DeleteMemory { id }, move |_, _| Reply::value(json!(answer))))
    });
    outcome.unwrap_or_else(|outcome| outcome)
}

#[derive(Serialize, JsonSchema)]
struct CleanupAnswer {
    merged: Vec<MergedMemories>,
    near_duplicates: Vec<Vec<String>>,
    stale: Vec<String>,
    removed_sidecars: usize,
}

#[derive(Serialize, JsonSchema)]
struct MergedMemories {
    kept: String,
    removed: Vec<String>,
}

fn cleanup(ctx: ToolContext<'_>) -> ToolOutcome {
    let outcome = memory_reader(ctx).map(|reader| {
        let report = reader.memory_report(ctx.context.now);
        let merged = report.same.iter().filter_map(|group| group.split_first());
        let merged = merged.map(|(kept, removed)| MergedMemories { kept: kept.clone(), removed: removed.to_vec() });
        let answer = CleanupAnswer {
            merged: merged.collect(),
            near_duplicates: report.alike,
            stale: report.stale,
            removed_sidecars: report.sidecars.len(),
        };
        ToolOutcome::commit(Command::CleanUpMemories {}, move |_, _| Reply::value(json!(answer)))
    });
    outcome.unwrap_or_else(|outcome| outcome)
}
