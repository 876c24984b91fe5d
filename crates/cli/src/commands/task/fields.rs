//! The fields of a task as options.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::{Args, ValueEnum};
use serde_json::{Map, Value};

use crate::commands::timer::duration::parse_hours;
use crate::commands::{possible_values, put, put_list, text_or_stdin};

/// The fields that can be cleared.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Clearable {
    /// No assignee.
    Assignee,
    /// No labels.
    Labels,
    /// No links.
    Links,
    /// No dependencies.
    Dependencies,
    /// No done criteria.
    Criteria,
}

impl Clearable {
    /// Returns the key of the field in a task.
    pub const fn key(self) -> &'static str {
        match self {
            Clearable::Assignee => "assignee",
            Clearable::Labels => "labels",
            Clearable::Links => "links",
            Clearable::Dependencies => "dependencies",
            Clearable::Criteria => "done_criteria",
        }
    }
}

/// The fields of a task.
#[derive(Debug, Args)]
pub struct Fields {
    /// Status.
    #[arg(long, value_parser = possible_values("handoff_update_task", &["task", "status"]))]
    status: Option<String>,
    /// Priority.
    #[arg(long, value_parser = possible_values("handoff_update_task", &["task", "priority"]))]
    priority: Option<String>,
    /// Assignee.
    #[arg(long)]
    assignee: Option<String>,
    /// Milestone.
    #[arg(long)]
    milestone: Option<String>,
    /// Start date, YYYY-MM-DD.
    #[arg(long, value_name = "DATE")]
    start: Option<String>,
    /// Due date, YYYY-MM-DD.
    #[arg(long, value_name = "DATE")]
    due: Option<String>,
    /// Estimated hours, such as 1.5, 1h30m or 1:30.
    #[arg(long, value_name = "HOURS", value_parser = parse_hours)]
    estimate: Option<f64>,
    /// Actual hours.
    #[arg(long, value_name = "HOURS", value_parser = parse_hours)]
    actual: Option<f64>,
    /// Remaining hours.
    #[arg(long, value_name = "HOURS", value_parser = parse_hours)]
    remaining: Option<f64>,
    /// Whether the scheduler keeps its dates.
    #[arg(long, value_name = "true|false")]
    pinned: Option<bool>,
    /// A label. Repeatable; replaces the existing list.
    #[arg(long = "label", value_name = "LABEL")]
    labels: Vec<String>,
    /// A URL or path. Repeatable; replaces the existing list.
    #[arg(long = "link", value_name = "ADDRESS")]
    links: Vec<String>,
    /// ID of a task that it depends on. Repeatable; replaces the existing list.
    #[arg(long = "depends-on", value_name = "ID")]
    dependencies: Vec<String>,
    /// A done criterion. Repeatable; replaces the existing list.
    #[arg(long = "criterion", value_name = "TEXT")]
    criteria: Vec<String>,
    /// Notes in Markdown, which replace the present ones; - reads standard input.
    #[arg(long, value_name = "TEXT", value_parser = text_or_stdin)]
    notes: Option<String>,
}

impl Fields {
    /// Returns the task as handoff_update_task expects it.
    pub fn into_task(self) -> Map<String, Value> {
        let mut task = Map::new();
        put(&mut task, "status", self.status);
        put(&mut task, "priority", self.priority);
        put(&mut task, "assignee", self.assignee);
        put(&mut task, "notes", self.notes);
        put_list(&mut task, "labels", self.labels);
        put_list(&mut task, "links", self.links);
        put_list(&mut task, "dependencies", self.dependencies);
        put_list(&mut task, "done_criteria", self.criteria);
        let mut schedule = Map::new();
        put(&mut schedule, "start_date", self.start);
        put(&mut schedule, "due_date", self.due);
        put(&mut schedule, "estimate_hours", self.estimate);
        put(&mut schedule, "actual_hours", self.actual);
        put(&mut schedule, "remaining_hours", self.remaining);
        put(&mut schedule, "milestone", self.milestone);
        put(&mut schedule, "pinned", self.pinned);
        if !schedule.is_empty() {
            task.insert("schedule".to_owned(), Value::Object(schedule));
        }
        task
    }
}
