//! Who works on tasks.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Map, Value, json};

use crate::commands::put;
use crate::commands::working_time::WorkingTime;
use crate::invocation::Job;
use crate::output;

/// What is to be done with assignees.
#[derive(Debug, Subcommand)]
pub enum AssigneeWork {
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

/// What is known of somebody.
#[derive(Debug, Args)]
pub struct Fields {
    /// The display name.
    #[arg(long)]
    name: Option<String>,
    /// Color, #RRGGBB.
    #[arg(long)]
    color: Option<String>,
    #[command(flatten)]
    time: WorkingTime,
}

/// What can be emptied, so that the project's counts.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Clearable {
    /// The name.
    Name,
    /// The color.
    Color,
    /// The hours per working day.
    Hours,
    /// The free weekdays.
    ClosedWeekday,
    /// The free days.
    Closed,
    /// The working days.
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

impl AssigneeWork {
    /// What is to be asked for.
    pub fn job(self) -> Job {
        match self {
            AssigneeWork::List => Job::call("handoff_list_assignees", json!({})).shown(output::people::assignees),
            AssigneeWork::Add { key, fields } => {
                Job::call("handoff_add_assignee", Value::Object(fields.into_arguments(key)))
            }
            AssigneeWork::Update { key, fields, clear } => {
                let mut arguments = fields.into_arguments(key);
                for field in clear {
                    arguments.entry(field.key()).or_insert(Value::Null);
                }
                Job::prepared("handoff_update_assignee", move |_| Ok(arguments))
            }
            AssigneeWork::Remove { key } => Job::call("handoff_remove_assignee", json!({"key": key})),
        }
    }
}
