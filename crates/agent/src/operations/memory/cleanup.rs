//! Tidies all memories.

use handoff_engine::{MemoryCluster, MemoryEntry, MemoryReport, ProjectReader};
use handoff_protocol::Command;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Disabled, IfEnabled, MemorySummary, memory_reader, round, unless_disabled};
use crate::HandoffError;
use crate::Shell;
use crate::ToolContext;
use crate::operation::{Answered, Definition, Effect, Operation};
use crate::params::Object;
use crate::tool::ToolSet;

/// Deletes old records of what conversations have received, and merges exact duplicates unless the
/// caller declines. Then reports what is left to decide.
pub struct CleanUpMemories;

#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default)]
pub struct Params {
    /// true by default
    pub apply_exact_merges: Option<bool>,
    pub stale_days: Option<u64>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Answer {
    pub auto_merged_exact: usize,
    #[schemars(with = "Object")]
    pub cleanup_recommendations: Recommendations,
    pub injected_sidecars_removed: usize,
    pub merged: Vec<MergedMemories>,
    pub near_duplicates: Vec<Vec<String>>,
    pub stale: Vec<String>,
    pub removed_sidecars: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct MergedMemories {
    pub kept: String,
    pub removed: Vec<String>,
}

#[derive(Debug, Default, Serialize)]
pub struct Recommendations {
    pub similar_clusters: Vec<SimilarCluster>,
    pub stale: Vec<StaleMemory>,
}

#[derive(Debug, Serialize)]
pub struct SimilarCluster {
    pub max_score: f64,
    pub memories: Vec<MemorySummary>,
}

#[derive(Debug, Serialize)]
pub struct StaleMemory {
    #[serde(flatten)]
    pub memory: MemorySummary,
    pub hit_count: u64,
    pub last_referenced_at: Option<String>,
    pub created_at: String,
}

impl Operation for CleanUpMemories {
    const DEFINITION: Definition = Definition {
        name: "handoff_memory_cleanup",
        title: "Tidy memories",
        description: "Merge exact duplicates; report near ones and stale ones.",
        set: ToolSet::Memory,
        effect: Effect::Removes,
    };
    const OUTPUT: Option<fn() -> Value> = Some(unless_disabled::<Answer>);
    type Params = Params;
    type Answer = IfEnabled<Answer>;

    async fn run(shell: Shell, params: Params) -> Result<Answered<Self::Answer>, HandoffError> {
        let stale_days = params.stale_days;
        let merges = params.apply_exact_merges.unwrap_or(true);
        let report = shell.read(move |ctx| report(ctx, stale_days)).await?;
        let Some(before) = report else {
            return Ok(IfEnabled::Disabled(Disabled::with(&json!({
                "auto_merged_exact": 0,
                "cleanup_recommendations": Recommendations::default(),
                "injected_sidecars_removed": 0,
            })))
            .into());
        };
        shell.commit(Command::CleanUpMemories { merges }).await?;
        let groups = before.same.iter().filter(|_| merges).filter_map(|group| group.split_first());
        let done: Vec<MergedMemories> =
            groups.map(|(kept, removed)| MergedMemories { kept: kept.clone(), removed: removed.to_vec() }).collect();
        let removed_sidecars = before.sidecars.len();
        let answer = shell.read(move |ctx| {
            let reader = ctx.engine.reader();
            let report = reader.memory_report(ctx.context.now, stale_days);
            Answer {
                auto_merged_exact: done.iter().map(|group| group.removed.len()).sum(),
                injected_sidecars_removed: removed_sidecars,
                merged: done,
                near_duplicates: report.alike.iter().map(|cluster| cluster.ids.clone()).collect(),
                stale: report.stale.clone(),
                removed_sidecars,
                cleanup_recommendations: recommendations(reader, &report),
            }
        });
        Ok(IfEnabled::Enabled(answer.await).into())
    }
}

fn report(ctx: ToolContext<'_>, stale_days: Option<u64>) -> Result<Option<MemoryReport>, HandoffError> {
    Ok(memory_reader(ctx)?.map(|reader| reader.memory_report(ctx.context.now, stale_days)))
}

fn recommendations(reader: ProjectReader<'_>, report: &MemoryReport) -> Recommendations {
    let entries = reader.memories();
    let entry = |id: &String| entries.iter().find(|entry| entry.memory.id == *id);
    let cluster = |cluster: &MemoryCluster| SimilarCluster {
        max_score: round(cluster.max_score),
        memories: cluster.ids.iter().filter_map(entry).map(MemorySummary::from).collect(),
    };
    Recommendations {
        similar_clusters: report.alike.iter().map(cluster).collect(),
        stale: report.stale.iter().filter_map(entry).map(StaleMemory::from).collect(),
    }
}

impl From<&MemoryEntry> for StaleMemory {
    fn from(entry: &MemoryEntry) -> StaleMemory {
        let memory = &entry.memory;
        StaleMemory {
            memory: entry.into(),
            hit_count: memory.hit_count,
            last_referenced_at: memory.last_referenced_at.clone(),
            created_at: memory.created_at.clone(),
        }
    }
}
