//! Tools for memories: lessons that are kept across sessions.

mod cleanup;
mod query;
mod save;

use handoff_engine::{MemoryEntry, ProjectPart, ProjectReader};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::InvalidArgument;
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::params::{input, output, parse, require};
use crate::tool::{Effect, Tool, ToolSet};
use crate::tools::common::{not_found, reader};

use cleanup::{CleanupAnswer, CleanupParams, DeleteAnswer, DeleteParams};
use query::{QueryAnswer, QueryParams};
use save::{SaveAnswer, SaveParams};

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: "handoff_memory_save",
        title: "Remember",
        description: "Save a lesson. One that is similar to another is returned as a conflict: use merge_into or force.",
        set: ToolSet::Memory,
        effect: Effect::Adds,
        input: input::<SaveParams>,
        output: Some(unless_disabled::<SaveAnswer>),
        answer: |ctx, arguments| Ok(save::save(ctx, parse(arguments)?)),
    },
    Tool {
        name: "handoff_memory_query",
        title: "Recall",
        description: "Lessons that match a text and files. With session_id, except those that it has already received.",
        set: ToolSet::Memory,
        effect: Effect::Changes,
        input: input::<QueryParams>,
        output: Some(unless_disabled::<QueryAnswer>),
        answer: |ctx, arguments| Ok(query::query(ctx, parse(arguments)?)),
    },
    Tool {
        name: "handoff_memory_delete",
        title: "Forget",
        description: "Delete a lesson; the start of its ID is enough.",
        set: ToolSet::Memory,
        effect: Effect::Removes,
        input: input::<DeleteParams>,
        output: Some(unless_disabled::<DeleteAnswer>),
        answer: |ctx, arguments| delete(ctx, parse(arguments)?),
    },
    Tool {
        name: "handoff_memory_cleanup",
        title: "Tidy memories",
        description: "Merge exact duplicates; report near ones and stale ones.",
        set: ToolSet::Memory,
        effect: Effect::Removes,
        input: input::<CleanupParams>,
        output: Some(unless_disabled::<CleanupAnswer>),
        answer: |ctx, arguments| Ok(cleanup::cleanup(ctx, &parse(arguments)?)),
    },
];

fn delete(ctx: ToolContext<'_>, params: DeleteParams) -> Result<ToolOutcome, InvalidArgument> {
    let id = params.id.or(params.memory_id);
    let id = require("id", id.as_deref())?;
    Ok(cleanup::delete(ctx, id))
}

/// Returns the schema of an answer that has other members if memories are disabled in the project.
fn unless_disabled<T: JsonSchema>() -> Value {
    let mut schema = output::<T>();
    if let Some(schema) = schema.as_object_mut() {
        schema.shift_remove("required");
    }
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        properties.insert("disabled".to_owned(), json!({"type": "boolean"}));
    }
    schema
}

/// Returns the project. If memories are disabled, returns an answer that has the members of `empty`
/// as well.
fn memory_reader(ctx: ToolContext<'_>, empty: Value) -> Result<ProjectReader<'_>, ToolOutcome> {
    let reader = reader(ctx).map_err(ToolOutcome::Done)?;
    if reader.config().settings.memory_enabled {
        return Ok(reader);
    }
    let mut answer = json!({"disabled": true, "memories": []});
    if let (Some(answer), Value::Object(empty)) = (answer.as_object_mut(), empty) {
        answer.extend(empty);
    }
    Err(ToolOutcome::Done(Reply::value(answer)))
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
        [] => Err(ToolOutcome::Done(not_found(reader, ProjectPart::Memories, format!("There is no memory {id}.")))),
        several => {
            let ids: Vec<&str> = several.iter().map(|entry| entry.memory.id.as_str()).collect();
            Err(ToolOutcome::Done(Reply::failure(format!(
                "Several memories have an ID that starts with {id}: {}.",
                ids.join(", ")
            ))))
        }
    }
}

/// A memory with its text.
#[derive(Serialize)]
struct MemorySummary {
    id: String,
    text: String,
    kind: String,
}

impl From<&MemoryEntry> for MemorySummary {
    fn from(entry: &MemoryEntry) -> MemorySummary {
        let memory = &entry.memory;
        MemorySummary { id: memory.id.clone(), text: memory.text.clone(), kind: memory.kind.clone() }
    }
}

/// Rounds a score to three decimals.
fn round(score: f64) -> f64 {
    (score * 1000.0).round() / 1000.0
}
