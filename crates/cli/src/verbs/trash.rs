//! The trash.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Subcommand;
use serde_json::json;

use crate::invocation::Invocation;
use crate::output;

/// The verbs of the trash.
#[derive(Debug, Subcommand)]
pub enum TrashCommand {
    /// What was deleted, newest first.
    #[command(after_help = "Example: handoff trash list")]
    List,
    /// Move deleted tasks and files back to where they were.
    #[command(after_help = "Example: handoff trash restore t4 --dry-run")]
    Restore {
        /// IDs of deleted tasks, or paths from the list.
        #[arg(required = true, value_name = "ID|PATH")]
        entries: Vec<String>,
    },
}

impl TrashCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            TrashCommand::List => {
                Invocation::call("handoff_trash", json!({"limit": 0})).render_with(output::trash::list)
            }
            TrashCommand::Restore { entries } => {
                Invocation::call("handoff_trash", json!({"restore": entries})).render_with(output::trash::restored)
            }
        }
    }
}
