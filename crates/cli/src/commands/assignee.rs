//! Assignees: the people who work on tasks.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Map, Value, json};

use crate::commands::calendar::WorkingTime;
use crate::commands::put;
use crate::invocation::Invocation;
use crate::output;

/// The verbs of assignees.
#[derive(Debug, Subcommand)]
pub enum AssigneeCommand {
    /// Configured assignees, with working time, tasks and hours.
    #[command(after_help = "Example: handoff assignee list")]
    List,
    /// Add an assignee.
    #[command(after_help = "Example: handoff assignee add maya --name \"Maya Ito\" --hours 6")]
    Add {
        /// The key that tasks use.
        key: String,
        #[command(flatten)]
        fields: Fields,
    },
    /// Change an assignee.
    #[command(after_help = "Example: handoff assignee update maya --closed 2026-12-28 --closed 2026-12-29")]
    Update {
        /// The key that tasks use.
        key: String,
        #[command(flatten)]
        fields: Fields,
        /// A field to clear. Repeatable.
        #[arg(long, value_enum, value_name = "FIELD")]
        clear: Vec<Clearable>,
    },
    /// Remove an assignee from the configuration and from all tasks.
    #[command(after_help = "Example: handoff assignee remove maya")]
    Remove {
        /// The key that tasks use.
        key: String,
    },
}

/// The fields of an assignee.
#[derive(Debug, Args)]
pub struct Fields {
    /// The display name.
    #[arg(long)]
    name: Option<String>,
    /// Color of CSS, such as #1E90FF or teal.
    #[arg(long)]
    color: Option<String>,
    #[command(flatten)]
    time: WorkingTime,
}

/// The fields that can be cleared, so that the project's values apply.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Clearable {
    /// The name.
    Name,
    /// The color.
    Color,
    /// The hours per working day.
    Hours,
    /// The closed weekdays.
    ClosedWeekday,
    /// The closed days.
    Closed,
    /// The open days.
    Open,
    /// The hours of single days.
    DayHours,
}

impl Clearable {
    const fn key(self) -> &'static str {
        match self {
            Clearable::Name => "display_name",
            Clearable::Color => "color",
            Clearable::Hours => "work_hours_per_day",
            Clearable::ClosedWeekday => "closed_weekdays",
            Clearable::Closed => "closed_dates",
            Clearable::Open => "open_dates",
            Clearable::DayHours => "day_hours",
        }
    }
}

impl Fields {
    fn into_arguments(self, key: String) -> Map<String, Value> {
        let mut arguments = self.time.into_arguments();
        put(&mut arguments, "key", Some(key));
        put(&mut arguments, "display_name", self.name);
        put(&mut arguments, "color", self.color);
        arguments
    }
}

impl AssigneeCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            AssigneeCommand::List => {
                Invocation::call("handoff_list_assignees", json!({})).render_with(output::people::assignees)
            }
            AssigneeCommand::Add { key, fields } => {
                Invocation::call("handoff_add_assignee", Value::Object(fields.into_arguments(key)))
            }
            AssigneeCommand::Update { key, fields, clear } => {
                let mut arguments = fields.into_arguments(key);
                for field in clear {
                    arguments.entry(field.key()).or_insert(Value::Null);
                }
                Invocation::prepare_call("handoff_update_assignee", move |_| Ok(arguments))
            }
            AssigneeCommand::Remove { key } => Invocation::call("handoff_remove_assignee", json!({"key": key})),
        }
    }
}
