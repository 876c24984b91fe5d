//! Goals.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Map, Value, json};

use crate::commands::{one, put, said};
use crate::invocation::Job;
use crate::output;

/// What is to be done with milestones.
#[derive(Debug, Subcommand)]
pub enum MilestoneWork {
    /// The configured milestones.
    #[command(after_help = "Example: handoff milestone list")]
    List,
    /// Add a milestone.
    #[command(after_help = "Example: handoff milestone add beta --date 2026-12-18")]
    Add {
        /// The name.
        name: String,
        #[command(flatten)]
        fields: Fields,
    },
    /// Change a milestone.
    #[command(after_help = "Example: handoff milestone update beta --date 2026-12-21")]
    Update {
        /// The name.
        name: String,
        #[command(flatten)]
        fields: Fields,
        /// A field to clear. Repeatable.
        #[arg(long, value_enum, value_name = "FIELD")]
        clear: Vec<Clearable>,
    },
    /// Remove a milestone; tasks keep its name.
    #[command(after_help = "Example: handoff milestone remove beta")]
    Remove {
        /// The name.
        name: String,
    },
}

/// What is known of a milestone.
#[derive(Debug, Args)]
pub struct Fields {
    /// Date, YYYY-MM-DD.
    #[arg(long)]
    date: Option<String>,
    /// Color, #RRGGBB.
    #[arg(long)]
    color: Option<String>,
    /// A description; - reads standard input.
    #[arg(long, value_name = "TEXT", value_parser = said)]
    description: Option<String>,
}

/// What can be emptied.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Clearable {
    /// The day.
    Date,
    /// The color.
    Color,
    /// The description.
    Description,
}

impl Clearable {
    const fn key(self) -> &'static str {
        match self {
            Clearable::Date => "date",
            Clearable::Color => "color",
            Clearable::Description => "description",
        }
    }
}

impl Fields {
    fn into_arguments(self, name: String) -> Map<String, Value> {
        let mut arguments = one("name", name);
        put(&mut arguments, "date", self.date);
        put(&mut arguments, "color", self.color);
        put(&mut arguments, "description", self.description);
        arguments
    }
}

impl MilestoneWork {
    /// What is to be asked for.
    pub fn job(self) -> Job {
        match self {
            MilestoneWork::List => Job::call("handoff_list_milestones", json!({})).shown(output::people::milestones),
            MilestoneWork::Add { name, fields } => {
                Job::call("handoff_add_milestone", Value::Object(fields.into_arguments(name)))
            }
            MilestoneWork::Update { name, fields, clear } => {
                let mut arguments = fields.into_arguments(name);
                for field in clear {
                    arguments.entry(field.key()).or_insert(Value::Null);
                }
                Job::prepared("handoff_update_milestone", move |_| Ok(arguments))
            }
            MilestoneWork::Remove { name } => Job::call("handoff_remove_milestone", json!({"name": name})),
        }
    }
}
