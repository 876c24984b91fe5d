//! The labels that tasks should use.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Subcommand;
use handoff_agent::Reply;
use serde_json::{Value, json};

use crate::invocation::Job;
use crate::output;

/// What is to be done with labels.
#[derive(Debug, Subcommand)]
pub enum LabelsWork {
    /// The project's labels.
    #[command(after_help = "Example: handoff labels list")]
    List,
    /// Replace the project's labels.
    #[command(after_help = "Example: handoff labels update backend frontend risk")]
    Update {
        /// The new labels.
        #[arg(required_unless_present = "none")]
        labels: Vec<String>,
        /// Remove all labels.
        #[arg(long, conflicts_with = "labels")]
        none: bool,
    },
}

impl LabelsWork {
    /// What is to be asked for.
    pub fn job(self) -> Job {
        match self {
            LabelsWork::List => {
                let told = |project: &mut crate::project::Project| {
                    Reply::value(json!({"labels": project.engine().reading().config().labels}))
                };
                Job::look(shape, told).shown(output::people::labels)
            }
            LabelsWork::Update { labels, .. } => Job::call("handoff_update_labels", json!({"labels": labels})),
        }
    }
}

fn shape() -> Value {
    json!({"type": "object", "required": ["labels"], "properties": {"labels": {"type": "array", "items": {"type": "string"}}}})
}
