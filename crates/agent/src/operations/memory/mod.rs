//! Memories: lessons that are kept across sessions.

pub mod cleanup;
pub mod delete;
pub mod query;
pub mod save;

use handoff_engine::{MemoryEntry, ProjectPart, ProjectReader};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::HandoffError;
use crate::ToolContext;
use crate::operations::common::{not_found, reader};
use crate::params::{Object, output};
use crate::tool::Tool;

pub(super) const TOOLS: &[Tool] = &[
    Tool::of::<save::SaveMemory>(),
    Tool::of::<query::QueryMemories>(),
    Tool::of::<delete::DeleteMemory>(),
    Tool::of::<cleanup::CleanUpMemories>(),
];

/// An answer about memories, which a project can turn off.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum IfEnabled<T> {
    /// They are on.
    Enabled(T),
    /// They are off.
    Disabled(Disabled),
}

/// The answer if memories are turned off.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Disabled {
    #[serde(rename = "disabled")]
    is_off: bool,
    memories: Vec<Object>,
    /// The members that clients read of the other answer, empty.
    #[serde(flatten)]
    empty: Object,
}

impl Disabled {
    /// Creates the answer with some members of the other answer.
    fn with(empty: &Value) -> Disabled {
        Disabled { is_off: true, memories: Vec::new(), empty: empty.as_object().cloned().unwrap_or_default() }
    }
}

/// Returns the schema of an answer that has other members if memories are turned off.
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

/// Returns the project, or `None` if it has turned memories off.
fn memory_reader(ctx: ToolContext<'_>) -> Result<Option<ProjectReader<'_>>, HandoffError> {
    let reader = reader(ctx)?;
    Ok(reader.config().settings.memory_enabled.then_some(reader))
}

/// Finds a memory by its ID or an unambiguous prefix of it.
fn find_memory(reader: ProjectReader<'_>, id: &str) -> Result<MemoryEntry, HandoffError> {
    let all = reader.memories();
    if let Some(exact) = all.iter().find(|entry| entry.memory.id == id) {
        return Ok(exact.clone());
    }
    let matches: Vec<&MemoryEntry> = all.iter().filter(|entry| entry.memory.id.starts_with(id)).collect();
    match matches.as_slice() {
        [entry] => Ok((*entry).clone()),
        [] => Err(not_found(reader, ProjectPart::Memories, format!("There is no memory {id}."))),
        several => {
            let ids: Vec<&str> = several.iter().map(|entry| entry.memory.id.as_str()).collect();
            let text = format!("Several memories have an ID that starts with {id}: {}.", ids.join(", "));
            Err(HandoffError::refused(text))
        }
    }
}

/// A memory with its text.
#[derive(Debug, Serialize)]
pub struct MemorySummary {
    pub id: String,
    pub text: String,
    pub kind: String,
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
