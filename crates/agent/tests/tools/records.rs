//! The records of every kind of file, with the exact types that `handoff-mcp` reads.
#![allow(
    dead_code,
    clippy::struct_field_names,
    reason = "deserializing checks the fields; the file formats name them and no test reads them"
)]

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

pub(super) type Many<T> = Vec<T>;

#[derive(Deserialize)]
pub(super) struct Claim {
    pub(super) version: u32,
    pub(super) task: String,
    pub(super) actor: Actor,
    pub(super) since: String,
    pub(super) heard_at: String,
}

#[derive(Deserialize)]
pub(super) struct Actor {
    pub(super) kind: String,
    pub(super) name: String,
}

#[derive(Deserialize)]
pub(super) struct Task {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) notes: Option<String>,
    pub(super) priority: Option<String>,
    pub(super) created_at: Option<String>,
    pub(super) updated_at: Option<String>,
    pub(super) completed_at: Option<String>,
    #[serde(default)]
    pub(super) labels: Many<String>,
    #[serde(default)]
    pub(super) links: Many<String>,
    #[serde(default)]
    pub(super) task_links: Many<TaskLink>,
    #[serde(default)]
    pub(super) done_criteria: Many<Criterion>,
    pub(super) schedule: Option<Schedule>,
    #[serde(default)]
    pub(super) dependencies: Many<String>,
    pub(super) order: Option<u32>,
    pub(super) assignee: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct TaskLink {
    pub(super) target: String,
    pub(super) link_type: String,
    pub(super) label: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Criterion {
    pub(super) item: String,
    #[serde(default)]
    pub(super) checked: bool,
}

/// Other programs drop unknown keys here, so we must not add any.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Schedule {
    pub(super) start_date: Option<String>,
    pub(super) due_date: Option<String>,
    pub(super) estimate_hours: Option<f64>,
    pub(super) actual_hours: Option<f64>,
    pub(super) remaining_hours: Option<f64>,
    pub(super) milestone: Option<String>,
    pub(super) pinned: Option<bool>,
}

/// Other programs drop unknown keys at the top level, so we must not add any. The stamp of the
/// first save is a known loss.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Session {
    pub(super) version: u32,
    pub(super) id: String,
    pub(super) started_at: Option<String>,
    pub(super) ended_at: Option<String>,
    pub(super) summary: String,
    pub(super) branch: Option<String>,
    pub(super) commit: Option<String>,
    #[serde(default)]
    pub(super) dirty_files: Many<String>,
    #[serde(default)]
    pub(super) decisions: Many<BTreeMap<String, Value>>,
    #[serde(default)]
    pub(super) blockers: Many<String>,
    #[serde(default)]
    pub(super) checklist: Many<Item>,
    #[serde(default)]
    pub(super) handoff_notes: Many<BTreeMap<String, Value>>,
    #[serde(default)]
    pub(super) references: Many<BTreeMap<String, Value>>,
    #[serde(default)]
    pub(super) context_pointers: Many<Pointer>,
    pub(super) environment: Option<Value>,
    pub(super) timeline: Option<String>,
    pub(super) label: Option<String>,
    pub(super) parent_session_id: Option<String>,
    #[serde(default)]
    pub(super) related_task_ids: Many<String>,
}

#[derive(Deserialize)]
pub(super) struct Item {
    pub(super) item: String,
    pub(super) checked: Option<bool>,
    pub(super) owner: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Pointer {
    pub(super) path: String,
    pub(super) reason: Option<String>,
    pub(super) lines: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Referral {
    pub(super) id: String,
    pub(super) source_project: String,
    pub(super) source_project_dir: String,
    pub(super) created_at: String,
    pub(super) referral_type: String,
    pub(super) summary: String,
    pub(super) details: Option<String>,
    pub(super) priority: Option<String>,
    #[serde(default)]
    pub(super) tasks: Many<Proposed>,
    pub(super) context: Option<Value>,
}

#[derive(Deserialize)]
pub(super) struct Proposed {
    pub(super) title: String,
    pub(super) priority: Option<String>,
    #[serde(default)]
    pub(super) done_criteria: Many<Criterion>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Memory {
    pub(super) version: u32,
    pub(super) id: String,
    pub(super) text: String,
    pub(super) kind: String,
    pub(super) tags: Many<String>,
    pub(super) keywords: Many<String>,
    pub(super) scope_paths: Many<String>,
    pub(super) content_hash: String,
    pub(super) created_at: String,
    pub(super) updated_at: String,
    pub(super) last_referenced_at: Option<String>,
    pub(super) hit_count: u64,
    pub(super) superseded_ids: Many<String>,
}

#[derive(Deserialize)]
pub(super) struct Injected {
    pub(super) version: u32,
    pub(super) session_id: String,
    pub(super) updated_at: String,
    pub(super) injected: BTreeMap<String, String>,
}

#[derive(Deserialize)]
pub(super) struct InjectedSections {
    pub(super) session_id: String,
    pub(super) updated_at: String,
    pub(super) injected: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) suppressed: BTreeMap<String, String>,
}

#[derive(Deserialize)]
pub(super) struct Authority {
    pub(super) version: u32,
    pub(super) owner: String,
    pub(super) owner_instance: String,
    pub(super) heartbeat_at: String,
    pub(super) ttl_secs: u64,
    pub(super) updated_at: String,
}

#[derive(Deserialize)]
pub(super) struct State {
    pub(super) version: u32,
    pub(super) owner: String,
    pub(super) updated_at: String,
    #[serde(default)]
    pub(super) timers: BTreeMap<String, Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub(super) state: String,
    pub(super) elapsed_ms: u64,
    pub(super) started_at: Option<String>,
    #[serde(default)]
    pub(super) paused_by_idle: bool,
    #[serde(default)]
    pub(super) base_hours: f64,
    /// A key of our own.
    pub(super) started_by: Option<serde_json::Value>,
}

#[derive(Deserialize)]
pub(super) struct Request {
    pub(super) version: u32,
    pub(super) id: String,
    pub(super) cmd: String,
    pub(super) task_id: String,
    pub(super) issued_by: String,
    pub(super) issued_at: String,
}

#[derive(Deserialize)]
pub(super) struct Baseline {
    pub(super) name: String,
    pub(super) created_at: String,
    pub(super) tasks: Many<Planned>,
}

#[derive(Deserialize)]
pub(super) struct Planned {
    pub(super) id: String,
    pub(super) start_date: Option<String>,
    pub(super) due_date: Option<String>,
    pub(super) estimate_hours: Option<f64>,
}

#[derive(Deserialize)]
pub(super) struct Line {
    pub(super) id: String,
    pub(super) at: String,
    pub(super) actor: BTreeMap<String, String>,
    pub(super) task: Option<String>,
    pub(super) session: Option<String>,
    pub(super) change: BTreeMap<String, Value>,
    pub(super) observed: Option<bool>,
    pub(super) since: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Config {
    pub(super) started_at: Option<String>,
    pub(super) schedule_mode: Option<String>,
    #[serde(default)]
    pub(super) labels: Many<String>,
    pub(super) project: Project,
    #[serde(default)]
    pub(super) settings: Settings,
    pub(super) dashboard: Option<Dashboard>,
    pub(super) calendar: Option<Calendar>,
    #[serde(default)]
    pub(super) assignees: BTreeMap<String, Person>,
    #[serde(default)]
    pub(super) milestones: BTreeMap<String, Milestone>,
}

#[derive(Deserialize)]
pub(super) struct Project {
    pub(super) name: String,
    pub(super) description: Option<String>,
}

#[derive(Deserialize, Default)]
pub(super) struct Settings {
    pub(super) history_limit: Option<u32>,
    pub(super) done_task_limit: Option<u32>,
    pub(super) auto_git_summary: Option<bool>,
    pub(super) require_estimate_hours: Option<bool>,
    pub(super) ai_estimate_multiplier: Option<f64>,
    pub(super) context_files: Option<Many<String>>,
    pub(super) memory_enabled: Option<bool>,
    pub(super) memory_dup_threshold: Option<f64>,
    pub(super) memory_query_min_score: Option<f64>,
    pub(super) memory_query_relative_threshold: Option<f64>,
    pub(super) memory_query_limit: Option<u32>,
    pub(super) memory_stale_days: Option<i64>,
    pub(super) memory_injected_gc_days: Option<i64>,
    pub(super) timer_provider: Option<String>,
    pub(super) timer_authority_ttl_secs: Option<u64>,
    pub(super) timer_idle_timeout_minutes: Option<u64>,
    pub(super) multi_session: Option<bool>,
    pub(super) custom_fields: Option<BTreeMap<String, Value>>,
}

#[derive(Deserialize)]
pub(super) struct Dashboard {
    pub(super) scan_dirs: Option<Many<String>>,
    pub(super) exclude_patterns: Option<Many<String>>,
    pub(super) max_depth: Option<u32>,
}

#[derive(Deserialize)]
pub(super) struct Calendar {
    pub(super) work_hours_per_day: Option<f64>,
    pub(super) closed_weekdays: Option<Many<Weekday>>,
    pub(super) closed_dates: Option<Many<String>>,
    pub(super) open_dates: Option<Many<String>>,
    pub(super) day_hours: Option<BTreeMap<String, f64>>,
    pub(super) schedule_mode: Option<String>,
    pub(super) overwork_limit_percent: Option<f64>,
    pub(super) max_utilization: Option<f64>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Weekday {
    Number(u8),
    Name(String),
}

#[derive(Deserialize)]
pub(super) struct Person {
    pub(super) display_name: Option<String>,
    pub(super) color: Option<String>,
    pub(super) work_hours_per_day: Option<f64>,
    pub(super) closed_weekdays: Option<Many<Weekday>>,
    pub(super) closed_dates: Option<Many<String>>,
    pub(super) open_dates: Option<Many<String>>,
    pub(super) day_hours: Option<BTreeMap<String, f64>>,
}

#[derive(Deserialize)]
pub(super) struct Milestone {
    pub(super) date: Option<String>,
    pub(super) color: Option<String>,
    pub(super) description: Option<String>,
}
