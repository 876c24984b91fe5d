//! Deletes a memory, and tidies all of them.

use handoff_engine::{MemoryCluster, MemoryEntry, MemoryReport, ProjectReader};
use handoff_protocol::Command;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{MemorySummary, find_memory, memory_reader, round};
use crate::Reply;
use crate::ToolContext;
use crate::ToolOutcome;
use crate::params::Object;

#[derive(Deserialize, JsonSchema)]
pub(super) struct DeleteParams {
    pub(super) id: Option<String>,
    #[schemars(extend("hidden" = true))]
    pub(super) memory_id: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct DeleteAnswer {
    status: &'static str,
    deleted: bool,
    id: String,
}

pub(super) fn delete(ctx: ToolContext<'_>, id: &str) -> ToolOutcome {
    let outcome = memory_reader(ctx, json!({})).and_then(|reader| {
        let id = find_memory(reader, id)?.memory.id;
        let answer = DeleteAnswer { status: "deleted", deleted: true, id: id.clone() };
        Ok(ToolOutcome::commit(Command::DeleteMemory { id }, move |_, _| Reply::value(json!(answer))))
    });
    outcome.unwrap_or_else(|outcome| outcome)
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct CleanupParams {
    /// true by default
    apply_exact_merges: Option<bool>,
    stale_days: Option<u64>,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct CleanupAnswer {
    auto_merged_exact: usize,
    #[schemars(with = "Object")]
    cleanup_recommendations: Recommendations,
    injected_sidecars_removed: usize,
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

#[derive(Default, Serialize)]
struct Recommendations {
    similar_clusters: Vec<SimilarCluster>,
    stale: Vec<StaleMemory>,
}

#[derive(Serialize)]
struct SimilarCluster {
    max_score: f64,
    memories: Vec<MemorySummary>,
}

#[derive(Serialize)]
struct StaleMemory {
    #[serde(flatten)]
    memory: MemorySummary,
    hit_count: u64,
    last_referenced_at: Option<String>,
    created_at: String,
}

/// Deletes old records of what conversations have received, and merges exact duplicates unless the
/// caller declines. Then reports what is left to decide.
pub(super) fn cleanup(ctx: ToolContext<'_>, params: &CleanupParams) -> ToolOutcome {
    let stale_days = params.stale_days;
    let should_merge = params.apply_exact_merges.unwrap_or(true);
    let empty = json!({
        "auto_merged_exact": 0,
        "cleanup_recommendations": Recommendations::default(),
        "injected_sidecars_removed": 0,
    });
    let outcome = memory_reader(ctx, empty).map(|reader| {
        let report = reader.memory_report(ctx.context.now, stale_days);
        let groups = report.same.iter().filter(|_| should_merge).filter_map(|group| group.split_first());
        let merged: Vec<MergedMemories> =
            groups.map(|(kept, removed)| MergedMemories { kept: kept.clone(), removed: removed.to_vec() }).collect();
        let removed_sidecars = report.sidecars.len();
        ToolOutcome::commit(Command::CleanUpMemories { merges: should_merge }, move |ctx, _| {
            let reader = ctx.engine.reader();
            let report = reader.memory_report(ctx.context.now, stale_days);
            let answer = CleanupAnswer {
                auto_merged_exact: merged.iter().map(|group| group.removed.len()).sum(),
                injected_sidecars_removed: removed_sidecars,
                merged,
                near_duplicates: report.alike.iter().map(|cluster| cluster.ids.clone()).collect(),
                stale: report.stale.clone(),
                removed_sidecars,
                cleanup_recommendations: recommendations(reader, &report),
            };
            Reply::value(json!(answer))
        })
    });
    outcome.unwrap_or_else(|outcome| outcome)
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
