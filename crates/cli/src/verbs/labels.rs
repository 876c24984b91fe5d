//! The project's labels.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Subcommand;
use handoff_agent::operations::config::update_labels::{self, UpdateLabels};
use serde::Serialize;
use serde_json::{Value, json};

use crate::verbs::invocation::Invocation;
use crate::verbs::output::{Page, lines};

/// The verbs of labels.
#[derive(Debug, Subcommand)]
pub enum LabelsCommand {
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

/// The labels of a project.
#[derive(Serialize)]
struct Labels {
    labels: Vec<String>,
}

impl LabelsCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            LabelsCommand::List => Invocation::view_of(
                schema,
                |project| Ok((Labels { labels: project.engine().reader().config().labels.clone() }, Vec::new())),
                labels,
            ),
            LabelsCommand::Update { labels, .. } => Invocation::plain::<UpdateLabels>(update_labels::Params { labels }),
        }
    }
}

fn schema() -> Value {
    json!({"type": "object", "required": ["labels"], "properties": {"labels": {"type": "array", "items": {"type": "string"}}}})
}

/// Renders the labels, one a line.
fn labels(Labels { labels }: &Labels, _: Page<'_>) -> String {
    if labels.is_empty() {
        return "No labels yet. handoff labels update LABEL... sets them.\n".to_owned();
    }
    lines(labels.iter().cloned())
}
