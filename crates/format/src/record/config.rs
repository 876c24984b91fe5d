//! `config.toml`: the name, the settings and the people of a project.
//!
//! Invariant: an absent setting has the default that other programs on the same files assume.

use handoff_protocol::{Layout, MilestoneStatus};
use serde_json::Map;

use super::calendar::{Calendar, read_calendar};
use super::declaration::{Day, Field, Form, List, Named, Optional, Record, Shape, Table, record};
use super::fields::{RecordReader, RecordTable};
use super::{members, object};
use crate::{Container, DataFile, Finding, Value};

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
    /// The milestones by name, in their order, else in file order.
    pub milestones: Vec<(String, MilestoneConfig)>,
    /// The last state of the chart.
    pub gantt_view: GanttView,
    /// The budget of the project in hours.
    pub effort_budget: Option<f64>,
    /// The hours of a task without an estimate, for the schedule.
    pub default_estimate_hours: Option<f64>,
    /// Whether the file has the table `worktree`, which `handoff-mcp` always writes since 0.34.
    pub has_worktree: bool,
    /// The layout of new records.
    pub layout: Option<Layout>,
}

/// Declares a table of settings: each with its default and the form of its value. The key is the name.
macro_rules! settings {
    (
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[doc = $doc:literal])* pub $field:ident: $type:ty = $default:expr => $form:ty,)*
        }
    ) => {
        $(#[$meta])*
        pub struct $name {
            $($(#[doc = $doc])* pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> $name {
                $name { $($field: $default,)* }
            }
        }

        impl Record for $name {
            const FIELDS: &'static [Field] =
                &[$(Field::new::<Option<$type>, $form>(stringify!($field), concat!($($doc),*)),)*];

            fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>) -> $name {
                $name {
                    $($field: <$form as Form<Option<$type>>>::read(reader, table, stringify!($field))
                        .unwrap_or_else(|| $default),)*
                }
            }

            fn to_members(&self) -> Map<String, Value> {
                members(vec![$((stringify!($field), Some(Value::from(self.$field.clone()))),)*])
            }
        }
    };
}

settings! {
    /// The settings.
    #[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own in the file")]
    #[derive(Clone, Debug, PartialEq)]
    pub struct Settings {
        /// The maximum number of closed sessions.
        pub history_limit: u32 = 20 => Optional,
        /// The maximum number of finished tasks in trees.
        pub done_task_limit: u32 = 10 => Optional,
        /// Whether sessions record the state of Git.
        pub auto_git_summary: bool = true => Optional,
        /// Whether a task needs an estimate before work begins.
        pub require_estimate_hours: bool = true => Optional,
        /// The hours that an agent needs, as a fraction of a person's.
        pub ai_estimate_multiplier: f64 = 0.2 => Optional,
        /// The files that every session should read.
        pub context_files: Vec<String> = Vec::new() => Optional,
        /// Whether memories are used.
        pub memory_enabled: bool = true => Optional,
        /// The similarity, 0 to 1, from which two memories are duplicates.
        pub memory_dup_threshold: f64 = 0.72 => Optional,
        /// The minimum score of a memory in search results.
        pub memory_query_min_score: f64 = 2.0 => Optional,
        /// The minimum score as a fraction, 0 to 1, of the best one.
        pub memory_query_relative_threshold: f64 = 0.3 => Optional,
        /// The maximum number of memories in search results.
        pub memory_query_limit: u32 = 5 => Optional,
        /// The number of days after which a memory is stale.
        pub memory_stale_days: u64 = 60 => Optional,
        /// The number of days after which records of shown memories are deleted.
        pub memory_injected_gc_days: u64 = 14 => Optional,
        /// `auto`, `vscode`, `mcp` or `off`.
        pub timer_provider: String = "auto".to_owned() => Optional,
        /// The number of seconds for which a heartbeat of the timers' owner is valid.
        pub timer_authority_ttl_secs: u64 = 30 => Optional,
        /// The number of idle minutes after which timers pause.
        pub timer_idle_timeout_minutes: u64 = 10 => Optional,
        /// Whether several sessions may be active.
        pub multi_session: bool = false => Optional,
        /// A table of free form.
        pub custom_fields: Value = Value::Object(Map::new()) => FreeTable,
    }
}

settings! {
    /// The settings of the overview of several projects.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Dashboard {
        /// The folders to search for projects. `~/` is the home folder.
        pub scan_dirs: Vec<String> = vec!["~/pro/".to_owned()] => Optional,
        /// The names of folders that are skipped.
        pub exclude_patterns: Vec<String> = Vec::new() => Optional,
        /// The maximum depth of the search.
        pub max_depth: u64 = 5 => Optional,
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

record! {
    /// A milestone.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct MilestoneConfig {
        /// `YYYY-MM-DD`.
        pub date: Option<String> = "date" as Day,
        /// A color of CSS.
        pub color: Option<String> = "color" as Optional,
        /// A short description.
        pub description: Option<String> = "description" as Optional,
        /// The version that it brings.
        pub version: Option<String> = "version" as Optional,
        /// Its stage: `planning`, `active`, `completed`, `frozen`, `released` or `cancelled`. Absent is `planning`.
        pub status: Option<String> = "status" as Optional,
        /// Its place among the milestones. Those without one come last.
        pub order: Option<i64> = "order" as Optional,
        /// The milestones whose tasks come before its own.
        pub depends_on: Vec<String> = "depends_on" as List,
    }
}

impl MilestoneConfig {
    /// Returns the stage. An unknown one counts as planning, as for other programs.
    pub fn status(&self) -> MilestoneStatus {
        self.status.as_deref().and_then(MilestoneStatus::from_name).unwrap_or_default()
    }

    /// Returns the key by which milestones are sorted; equal ones keep their order.
    pub fn sort_key(&self) -> i64 {
        self.order.unwrap_or(i64::MAX)
    }
}

record! {
    /// The last state of the chart, shared by editors.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct GanttView {
        /// `start`, `id`, `id-desc` or `status`.
        pub sort: Option<String> = "sort" as Optional,
        /// `day`, `week` or `month`.
        pub zoom: Option<String> = "zoom" as Optional,
        /// `plan`, `actual` or `compare`.
        pub mode: Option<String> = "mode" as Optional,
        /// Whether milestones group the rows.
        pub group_by_milestone: Option<bool> = "group_by_milestone" as Optional,
        /// Whether assignees group the rows.
        pub group_by_assignee: Option<bool> = "group_by_assignee" as Optional,
        /// Whether the load is shown.
        pub show_workload: Option<bool> = "show_workload" as Optional,
        /// The assignee whose tasks are shown.
        pub filter_assignee: Option<String> = "filter_assignee" as Optional,
        /// The form in which the load is shown.
        pub workload_view: Option<String> = "workload_view" as Optional,
    }
}

/// A table of free form.
struct FreeTable;

impl Form<Option<Value>> for FreeTable {
    const SHAPE: Shape = Shape::Table;

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> Option<Value> {
        reader.table(table, key).map(|table| table.value())
    }

    fn write(value: &Option<Value>) -> Option<Value> {
        value.clone()
    }
}

/// Reads a configuration, with findings for invalid values.
pub fn read_config(data: &DataFile) -> (Config, Vec<Finding>) {
    let mut reader = RecordReader::new(data);
    let root = reader.root();
    let (name, description) = read_project(&mut reader, &root);
    let settings: Settings = Table::read(&mut reader, &root, "settings");
    let mut config = Config {
        name,
        description,
        started_at: reader.text(&root, "started_at"),
        schedule_mode: reader.text(&root, "schedule_mode"),
        labels: reader.texts(&root, "labels"),
        layout: read_layout(&settings),
        settings,
        dashboard: Table::read(&mut reader, &root, "dashboard"),
        calendar: reader.table(&root, "calendar").map(|table| read_calendar(&mut reader, &table)).unwrap_or_default(),
        assignees: read_assignees(&mut reader, &root),
        milestones: Named::read(&mut reader, &root, "milestones"),
        gantt_view: Table::read(&mut reader, &root, "gantt_view"),
        default_estimate_hours: reader
            .table(&root, "settings")
            .and_then(|table| reader.number(&table, "default_estimate_hours"))
            .filter(|hours| *hours > 0.0),
        has_worktree: root.has("worktree"),
        effort_budget: reader.table(&root, "effort_budget").and_then(|table| reader.number(&table, "total_hours")),
    };
    config.milestones.sort_by_key(|(_, milestone)| milestone.sort_key());
    (config, reader.findings)
}

fn read_project(reader: &mut RecordReader<'_>, root: &RecordTable<'_>) -> (String, Option<String>) {
    let table = reader.table(root, "project").unwrap_or(RecordTable::missing("project"));
    (reader.required_text(&table, "name"), reader.text(&table, "description"))
}

fn read_layout(settings: &Settings) -> Option<Layout> {
    match settings.custom_fields.get(LAYOUT_KEY).and_then(Value::as_str) {
        Some("json") => Some(Layout::Json),
        Some("toml") => Some(Layout::Toml),
        _ => None,
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

/// Returns the configuration of a new project: every setting with its default, except that several
/// sessions are allowed, and the layout of new records.
pub fn new_config(layout: Layout, name: &str, description: Option<&str>) -> DataFile {
    let text = |text: &str| Some(Value::from(text));
    let project = object(vec![("name", text(name)), ("description", description.map(Value::from))]);
    let layout = match layout {
        Layout::Json => text("json"),
        Layout::Toml => text("toml"),
    };
    let custom_fields = object(vec![(LAYOUT_KEY, layout)]);
    let settings = Settings { multi_session: true, custom_fields, ..Settings::default() }.to_value();
    let dashboard = Dashboard::default().to_value();
    let config = object(vec![("project", Some(project)), ("settings", Some(settings)), ("dashboard", Some(dashboard))]);
    DataFile::from_record(Container::Toml, &config)
}

/// Returns the tables `settings` and `dashboard` with the values of absent keys.
pub fn default_config() -> Value {
    let settings = Settings::default().to_value();
    object(vec![("settings", Some(settings)), ("dashboard", Some(Dashboard::default().to_value()))])
}
