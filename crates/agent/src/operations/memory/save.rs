//! Saves a memory, or merges others into one.

use handoff_engine::{MemoryMatch, ProjectReader};
use handoff_protocol::Command;
use handoff_protocol::agent::NewMemory;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Disabled, IfEnabled, MemorySummary, find_memory, memory_reader, round, unless_disabled};
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::{Object, RequiredText, name_of};
use crate::tool::ToolSet;

/// Saves a memory, or replaces one and absorbs others.
pub struct SaveMemory;

#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    #[default]
    Lesson,
    Rule,
    Convention,
    Gotcha,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Params {
    pub text: RequiredText,
    pub kind: Option<Kind>,
    pub tags: Option<Vec<String>>,
    pub keywords: Option<Vec<String>>,
    /// path parts that it applies to
    pub scope_paths: Option<Vec<String>>,
    pub force: Option<bool>,
    /// ID of the memory that this replaces
    pub merge_into: Option<String>,
    pub absorb_ids: Option<Vec<String>>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub status: Status,
    pub id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub existing_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub existing_text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub new_text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Object>")]
    pub new: Option<Given>,
    /// best first
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<Object>>")]
    pub similar: Option<Vec<SimilarMemory>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instruction: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absorbed_ids: Option<Vec<String>>,
}

impl Answer {
    fn new(status: Status, id: String) -> Answer {
        Answer {
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Saved,
    Merged,
    DuplicateExact,
    Conflict,
}

/// The memory that was not saved.
#[derive(Debug, Serialize)]
pub struct Given {
    pub text: String,
    pub kind: String,
}

#[derive(Debug, Serialize)]
pub struct SimilarMemory {
    #[serde(flatten)]
    pub memory: MemorySummary,
    pub score: f64,
}

const INSTRUCTION: &str = "Not saved. Save the merged text with merge_into=<ID> and absorb_ids=[the other IDs], \
    or save this one too with force=true.";

impl Operation for SaveMemory {
    const DEFINITION: Definition = Definition {
        name: "handoff_memory_save",
        title: "Remember",
        description: "Save a lesson. One that is similar to another is returned as a conflict: use merge_into or force.",
        set: ToolSet::Memory,
        effect: Effect::Adds,
    };
    const OUTPUT: Option<fn() -> Value> = Some(unless_disabled::<Answer>);
    type Params = Params;
    type Answer = IfEnabled<Answer>;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Self::Answer>, HandoffError> {
        let Some(plan) = shell.read(|ctx| plan(ctx, params)).await? else {
            return Ok(IfEnabled::Disabled(Disabled::with(&json!({}))).into());
        };
        let answer = match plan {
            Plan::Not(answer) => answer,
            Plan::Save(command) => {
                let id = shell.commit(*command).await?.first_id()?;
                Answer::new(Status::Saved, id)
            }
            Plan::Merge { into, memory, absorb, skipped } => {
                shell.commit(Command::MergeMemory { into: into.clone(), memory, absorb: absorb.clone() }).await?;
                if !skipped.is_empty() {
                    let skipped = skipped.join(", ");
                    shell.note(format!("Not absorbed, because they are unknown or the target itself: {skipped}."));
                }
                Answer { absorbed_ids: Some(absorb), ..Answer::new(Status::Merged, into) }
            }
        };
        Ok(IfEnabled::Enabled(answer).into())
    }
}

/// The prepared change of a call.
enum Plan {
    /// Saves nothing.
    Not(Answer),
    Save(Box<Command>),
    Merge {
        into: String,
        memory: NewMemory,
        absorb: Vec<String>,
        /// IDs that are unknown, or that of the memory itself.
        skipped: Vec<String>,
    },
}

/// Returns what to do; `None` if memories are turned off.
fn plan(ctx: ToolContext<'_>, params: Params) -> Result<Option<Plan>, HandoffError> {
    let new = NewMemory {
        text: params.text.0.trim().to_owned(),
        kind: params.kind.map(name_of),
        tags: params.tags.unwrap_or_default(),
        keywords: params.keywords.unwrap_or_default(),
        scope_paths: params.scope_paths.unwrap_or_default(),
    };
    let Some(reader) = memory_reader(ctx)? else { return Ok(None) };
    let plan = match params.merge_into.as_deref().filter(|id| !id.is_empty()) {
        Some(into) => plan_merge(reader, new, into, params.absorb_ids.unwrap_or_default())?,
        None => plan_save(reader, new, params.force.unwrap_or(false)),
    };
    Ok(Some(plan))
}

fn plan_merge(
    reader: ProjectReader<'_>,
    memory: NewMemory,
    into: &str,
    absorb_ids: Vec<String>,
) -> Result<Plan, HandoffError> {
    let into = find_memory(reader, into)?.memory.id;
    let mut absorb: Vec<String> = Vec::new();
    let mut skipped: Vec<String> = Vec::new();
    for id in absorb_ids {
        match find_memory(reader, &id) {
            Ok(other) if other.memory.id != into => {
                if !absorb.contains(&other.memory.id) {
                    absorb.push(other.memory.id);
                }
            }
            _ => skipped.push(id),
        }
    }
    Ok(Plan::Merge { into, memory, absorb, skipped })
}

fn plan_save(reader: ProjectReader<'_>, memory: NewMemory, force: bool) -> Plan {
    match reader.compare_memory(&memory) {
        MemoryMatch::Same(id) => {
            Plan::Not(Answer { existing_id: Some(id.clone()), ..Answer::new(Status::DuplicateExact, id) })
        }
        MemoryMatch::Like(scored) if !force => Plan::Not(conflict(reader, memory, &scored)),
        _ => Plan::Save(Box::new(Command::SaveMemory { memory, force })),
    }
}

/// Returns the answer if similar memories exist, the best first.
fn conflict(reader: ProjectReader<'_>, new: NewMemory, scored: &[(String, f64)]) -> Answer {
    let entries = reader.memories();
    let summary = |id: &str| entries.iter().find(|entry| entry.memory.id == id).map(MemorySummary::from);
    let similar: Vec<SimilarMemory> = scored
        .iter()
        .filter_map(|(id, score)| Some(SimilarMemory { memory: summary(id)?, score: round(*score) }))
        .collect();
    let best = similar.first().map(|best| (best.memory.id.clone(), best.memory.text.clone(), best.score));
    let (id, text, score) = best.unwrap_or_default();
    let kind = new.kind.unwrap_or_else(|| name_of(Kind::default()));
    Answer {
        similarity: Some(score),
        existing_text: Some(text),
        new_text: Some(new.text.clone()),
        new: Some(Given { text: new.text, kind }),
        similar: Some(similar),
        instruction: Some(INSTRUCTION),
        ..Answer::new(Status::Conflict, id)
    }
}
