//! Milestones.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Map, Value, json};

use crate::commands::{object_with, put, text_or_stdin};
use crate::invocation::Invocation;
use crate::output;

/// The verbs of milestones.
#[derive(Debug, Subcommand)]
pub enum MilestoneCommand {
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

/// The fields of a milestone.
#[derive(Debug, Args)]
pub struct Fields {
    /// Date, YYYY-MM-DD.
    #[arg(long)]
    date: Option<String>,
    /// Color of CSS, such as #1E90FF or teal.
    #[arg(long)]
    color: Option<String>,
    /// A description; - reads standard input.
    #[arg(long, value_name = "TEXT", value_parser = text_or_stdin)]
    description: Option<String>,
}

/// The fields that can be cleared.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Clearable {
    /// The date.
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
        let mut arguments = object_with("name", name);
        put(&mut arguments, "date", self.date);
        put(&mut arguments, "color", self.color);
        put(&mut arguments, "description", self.description);
        arguments
    }
}

impl MilestoneCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            MilestoneCommand::List => {
                Invocation::call("handoff_list_milestones", json!({})).render_with(output::people::milestones)
            }
            MilestoneCommand::Add { name, fields } => {
                Invocation::call("handoff_add_milestone", Value::Object(fields.into_arguments(name)))
            }
            MilestoneCommand::Update { name, fields, clear } => {
                let mut arguments = fields.into_arguments(name);
                for field in clear {
                    arguments.entry(field.key()).or_insert(Value::Null);
                }
                Invocation::prepare_call("handoff_update_milestone", move |_| Ok(arguments))
            }
            MilestoneCommand::Remove { name } => Invocation::call("handoff_remove_milestone", json!({"name": name})),
        }
    }
}
