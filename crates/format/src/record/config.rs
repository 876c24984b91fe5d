//! `config.toml`: the name, the settings and the people of a project.
//!
//! Invariant: an absent setting has the default that other programs on the same files assume.

use handoff_protocol::Layout;
use serde_json::Map;

use super::calendar::{Calendar, read_calendar};
use super::fields::{RecordReader, RecordTable};
use super::object;
use crate::{Container, Document, Finding, Value};

/// Our key below `settings.custom_fields`, the one table that no program changes.
const LAYOUT_KEY: &str = "handoff_layout";

/// A project's configuration.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    /// The name of the project. Empty if it is missing.
    pub name: String,
    /// A short description.
    pub description: Option<String>,
    /// The project's first day, or a time on it.
    pub started_at: Option<String>,
    /// `manual` or `auto` by convention.
    pub schedule_mode: Option<String>,
    /// The labels that tasks should use.
    pub labels: Vec<String>,
    /// The settings.
    pub settings: Settings,
    /// The settings of the overview of several projects.
    pub dashboard: Dashboard,
    /// The calendar of the project.
    pub calendar: Calendar,
    /// The assignees by key, in file order.
    pub assignees: Vec<(String, AssigneeConfig)>,
    /// The milestones by name, in file order.
    pub milestones: Vec<(String, MilestoneConfig)>,
    /// The last state of the chart.
    pub gantt_view: GanttView,
    /// The budget of the project in hours.
    pub effort_budget: Option<f64>,
    /// The layout of new records.
    pub layout: Option<Layout>,
}

/// The settings.
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own in the file")]
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The maximum number of closed sessions.
    pub history_limit: u32,
    /// The maximum number of finished tasks in trees.
    pub done_task_limit: u32,
    /// Whether sessions record the state of Git.
    pub auto_git_summary: bool,
    /// Whether a task needs an estimate before work begins.
    pub require_estimate_hours: bool,
    /// The hours that an agent needs, as a fraction of a person's.
    pub ai_estimate_multiplier: f64,
    /// The files that every session should read.
    pub context_files: Vec<String>,
    /// Whether memories are used.
    pub memory_enabled: bool,
    /// The similarity, 0 to 1, from which two memories are duplicates.
    pub memory_dup_threshold: f64,
    /// The minimum score of a memory in search results.
    pub memory_query_min_score: f64,
    /// The minimum score as a fraction, 0 to 1, of the best one.
    pub memory_query_relative_threshold: f64,
    /// The maximum number of memories in search results.
    pub memory_query_limit: u32,
    /// The number of days after which a memory is stale.
    pub memory_stale_days: u64,
    /// The number of days after which records of shown memories are deleted.
    pub memory_injected_gc_days: u64,
    /// `auto`, `vscode`, `mcp` or `off`.
    pub timer_provider: String,
    /// The number of seconds for which a heartbeat of the timers' owner is valid.
    pub timer_authority_ttl_secs: u64,
    /// The number of idle minutes after which timers pause.
    pub timer_idle_timeout_minutes: u64,
    /// Whether several sessions may be active.
    pub multi_session: bool,
    /// A table of free form.
    pub custom_fields: Value,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            history_limit: 20,
            done_task_limit: 10,
            auto_git_summary: true,
            require_estimate_hours: true,
            ai_estimate_multiplier: 0.2,
            context_files: Vec::new(),
            memory_enabled: true,
            memory_dup_threshold: 0.72,
            memory_query_min_score: 2.0,
            memory_query_relative_threshold: 0.3,
            memory_query_limit: 5,
            memory_stale_days: 60,
            memory_injected_gc_days: 14,
            timer_provider: "auto".to_owned(),
            timer_authority_ttl_secs: 30,
            timer_idle_timeout_minutes: 10,
            multi_session: false,
            custom_fields: Value::Object(Map::new()),
        }
    }
}

/// The settings of the overview of several projects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dashboard {
    /// The folders to search for projects. `~/` is the home folder.
    pub scan_dirs: Vec<String>,
    /// The names of folders that are skipped.
    pub exclude_patterns: Vec<String>,
    /// The maximum depth of the search.
    pub max_depth: u64,
}

impl Default for Dashboard {
    fn default() -> Dashboard {
        Dashboard { scan_dirs: vec!["~/pro/".to_owned()], exclude_patterns: Vec::new(), max_depth: 5 }
    }
}

/// A person who works on tasks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AssigneeConfig {
    /// The display name.
    pub display_name: Option<String>,
    /// A color of CSS.
    pub color: Option<String>,
    /// The working times.
    pub calendar: Calendar,
}

/// A milestone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MilestoneConfig {
    /// `YYYY-MM-DD`.
    pub date: Option<String>,
    /// A color of CSS.
    pub color: Option<String>,
    /// A short description.
    pub description: Option<String>,
}

/// The last state of the chart, shared by editors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GanttView {
    /// `start`, `id`, `id-desc` or `status`.
    pub sort: Option<String>,
    /// `day`, `week` or `month`.
    pub zoom: Option<String>,
    /// `plan`, `actual` or `compare`.
    pub mode: Option<String>,
    /// Whether milestones group the rows.
    pub group_by_milestone: Option<bool>,
    /// Whether assignees group the rows.
    pub group_by_assignee: Option<bool>,
    /// Whether the load is shown.
    pub show_workload: Option<bool>,
    /// The assignee whose tasks are shown.
    pub filter_assignee: Option<String>,
    /// The form in which the load is shown.
    pub workload_view: Option<String>,
}

/// Reads a configuration, with findings for invalid values.
pub fn read_config(document: &Document) -> (Config, Vec<Finding>) {
    let mut reader = RecordReader::new(document);
    let root = reader.root();
    let (name, description) = read_project(&mut reader, &root);
    let settings =
        reader.table(&root, "settings").map_or_else(Settings::default, |table| read_settings(&mut reader, &table));
    let config = Config {
        name,
        description,
        started_at: reader.text(&root, "started_at"),
        schedule_mode: reader.text(&root, "schedule_mode"),
        labels: reader.texts(&root, "labels"),
        layout: read_layout(&settings),
        settings,
        dashboard: reader
            .table(&root, "dashboard")
            .map_or_else(Dashboard::default, |table| read_dashboard(&mut reader, &table)),
        calendar: reader.table(&root, "calendar").map(|table| read_calendar(&mut reader, &table)).unwrap_or_default(),
        assignees: read_assignees(&mut reader, &root),
        milestones: read_milestones(&mut reader, &root),
        gantt_view: reader.table(&root, "gantt_view").map(|table| read_gantt(&mut reader, &table)).unwrap_or_default(),
        effort_budget: reader.table(&root, "effort_budget").and_then(|table| reader.number(&table, "total_hours")),
    };
    (config, reader.findings)
}

fn read_project(reader: &mut RecordReader<'_>, root: &RecordTable<'_>) -> (String, Option<String>) {
    let table = reader.table(root, "project").unwrap_or(RecordTable::missing("project"));
    (reader.required_text(&table, "name"), reader.text(&table, "description"))
}

fn read_settings(reader: &mut RecordReader<'_>, table: &RecordTable<'_>) -> Settings {
    let defaults = Settings::default();
    Settings {
        history_limit: reader.small_count(table, "history_limit").unwrap_or(defaults.history_limit),
        done_task_limit: reader.small_count(table, "done_task_limit").unwrap_or(defaults.done_task_limit),
        auto_git_summary: reader.flag(table, "auto_git_summary").unwrap_or(defaults.auto_git_summary),
        require_estimate_hours: reader.flag(table, "require_estimate_hours").unwrap_or(defaults.require_estimate_hours),
        ai_estimate_multiplier: reader
            .number(table, "ai_estimate_multiplier")
            .unwrap_or(defaults.ai_estimate_multiplier),
        context_files: reader.texts(table, "context_files"),
        memory_enabled: reader.flag(table, "memory_enabled").unwrap_or(defaults.memory_enabled),
        memory_dup_threshold: reader.number(table, "memory_dup_threshold").unwrap_or(defaults.memory_dup_threshold),
        memory_query_min_score: reader
            .number(table, "memory_query_min_score")
            .unwrap_or(defaults.memory_query_min_score),
        memory_query_relative_threshold: reader
            .number(table, "memory_query_relative_threshold")
            .unwrap_or(defaults.memory_query_relative_threshold),
        memory_query_limit: reader.small_count(table, "memory_query_limit").unwrap_or(defaults.memory_query_limit),
        memory_stale_days: reader.count(table, "memory_stale_days").unwrap_or(defaults.memory_stale_days),
        memory_injected_gc_days: reader
            .count(table, "memory_injected_gc_days")
            .unwrap_or(defaults.memory_injected_gc_days),
        timer_provider: reader.text(table, "timer_provider").unwrap_or(defaults.timer_provider),
        timer_authority_ttl_secs: reader
            .count(table, "timer_authority_ttl_secs")
            .unwrap_or(defaults.timer_authority_ttl_secs),
        timer_idle_timeout_minutes: reader
            .count(table, "timer_idle_timeout_minutes")
            .unwrap_or(defaults.timer_idle_timeout_minutes),
        multi_session: reader.flag(table, "multi_session").unwrap_or(defaults.multi_session),
        custom_fields: reader.table(table, "custom_fields").map_or(defaults.custom_fields, |fields| fields.value()),
    }
}

fn read_layout(settings: &Settings) -> Option<Layout> {
    match settings.custom_fields.get(LAYOUT_KEY).and_then(Value::as_str) {
        Some("json") => Some(Layout::Json),
        Some("toml") => Some(Layout::Toml),
        _ => None,
    }
}

fn read_dashboard(reader: &mut RecordReader<'_>, table: &RecordTable<'_>) -> Dashboard {
    let scan_dirs =
        if table.has("scan_dirs") { reader.texts(table, "scan_dirs") } else { Dashboard::default().scan_dirs };
    Dashboard {
        scan_dirs,
        exclude_patterns: reader.texts(table, "exclude_patterns"),
        max_depth: reader.count(table, "max_depth").unwrap_or(Dashboard::default().max_depth),
    }
}

fn read_assignees(reader: &mut RecordReader<'_>, root: &RecordTable<'_>) -> Vec<(String, AssigneeConfig)> {
    let tables = reader.named_tables(root, "assignees");
    let read = |(key, table): (String, RecordTable<'_>)| {
        let assignee = AssigneeConfig {
            display_name: reader.text(&table, "display_name"),
            color: reader.text(&table, "color"),
            calendar: read_calendar(reader, &table),
        };
        (key, assignee)
    };
    tables.into_iter().map(read).collect()
}

fn read_milestones(reader: &mut RecordReader<'_>, root: &RecordTable<'_>) -> Vec<(String, MilestoneConfig)> {
    let tables = reader.named_tables(root, "milestones");
    let read = |(name, table): (String, RecordTable<'_>)| {
        let milestone = MilestoneConfig {
            date: reader.date(&table, "date"),
            color: reader.text(&table, "color"),
            description: reader.text(&table, "description"),
        };
        (name, milestone)
    };
    tables.into_iter().map(read).collect()
}

fn read_gantt(reader: &mut RecordReader<'_>, table: &RecordTable<'_>) -> GanttView {
    GanttView {
        sort: reader.text(table, "sort"),
        zoom: reader.text(table, "zoom"),
        mode: reader.text(table, "mode"),
        group_by_milestone: reader.flag(table, "group_by_milestone"),
        group_by_assignee: reader.flag(table, "group_by_assignee"),
        show_workload: reader.flag(table, "show_workload"),
        filter_assignee: reader.text(table, "filter_assignee"),
        workload_view: reader.text(table, "workload_view"),
    }
}

/// Returns the configuration of a new project: every setting with its default, except that several
/// sessions are allowed, and the layout of new records.
pub fn new_config(layout: Layout, name: &str, description: Option<&str>) -> Document {
    let text = |text: &str| Some(Value::from(text));
    let project = object(vec![("name", text(name)), ("description", description.map(Value::from))]);
    let layout = match layout {
        Layout::Json => text("json"),
        Layout::Toml => text("toml"),
    };
    let custom_fields = object(vec![(LAYOUT_KEY, layout)]);
    let settings = settings_table(Settings { multi_session: true, custom_fields, ..Settings::default() });
    let dashboard = dashboard_table(Dashboard::default());
    let config = object(vec![("project", Some(project)), ("settings", Some(settings)), ("dashboard", Some(dashboard))]);
    Document::from_record(Container::Toml, &config)
}

/// Returns the tables `settings` and `dashboard` with the values of absent keys.
pub fn default_config() -> Value {
    let settings = settings_table(Settings::default());
    object(vec![("settings", Some(settings)), ("dashboard", Some(dashboard_table(Dashboard::default())))])
}

fn settings_table(settings: Settings) -> Value {
    object(vec![
        ("history_limit", Some(settings.history_limit.into())),
        ("done_task_limit", Some(settings.done_task_limit.into())),
        ("auto_git_summary", Some(settings.auto_git_summary.into())),
        ("require_estimate_hours", Some(settings.require_estimate_hours.into())),
        ("ai_estimate_multiplier", Some(settings.ai_estimate_multiplier.into())),
        ("context_files", Some(settings.context_files.into())),
        ("memory_enabled", Some(settings.memory_enabled.into())),
        ("memory_dup_threshold", Some(settings.memory_dup_threshold.into())),
        ("memory_query_min_score", Some(settings.memory_query_min_score.into())),
        ("memory_query_relative_threshold", Some(settings.memory_query_relative_threshold.into())),
        ("memory_query_limit", Some(settings.memory_query_limit.into())),
        ("memory_stale_days", Some(settings.memory_stale_days.into())),
        ("memory_injected_gc_days", Some(settings.memory_injected_gc_days.into())),
        ("timer_provider", Some(settings.timer_provider.into())),
        ("timer_authority_ttl_secs", Some(settings.timer_authority_ttl_secs.into())),
        ("timer_idle_timeout_minutes", Some(settings.timer_idle_timeout_minutes.into())),
        ("multi_session", Some(settings.multi_session.into())),
        ("custom_fields", Some(settings.custom_fields)),
    ])
}

fn dashboard_table(dashboard: Dashboard) -> Value {
    object(vec![
        ("scan_dirs", Some(dashboard.scan_dirs.into())),
        ("exclude_patterns", Some(dashboard.exclude_patterns.into())),
        ("max_depth", Some(dashboard.max_depth.into())),
    ])
}
