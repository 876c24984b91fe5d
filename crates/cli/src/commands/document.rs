//! Documents: specifications, designs and notes with sections.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Subcommand;
use serde_json::{Map, Value, json};

use crate::commands::{possible_values, put, put_list, text_or_stdin};
use crate::invocation::Invocation;
use crate::output::records::document;
use crate::project::Project;

/// The verbs of documents.
#[derive(Debug, Subcommand)]
pub enum DocumentCommand {
    /// Documents, or those that match a text, best match first.
    #[command(after_help = "Example: handoff document list --type spec")]
    List {
        /// Only those that match this text.
        #[arg(long, value_name = "TEXT")]
        query: Option<String>,
        /// Only those of this type.
        #[arg(long = "type", value_name = "TYPE", value_parser = possible_values("handoff_doc_save", &["doc_type"]))]
        kind: Option<String>,
        /// Only those with this tag. Repeatable; all must match.
        #[arg(long = "tag", value_name = "TAG")]
        tags: Vec<String>,
        /// Only those of this task.
        #[arg(long, value_name = "ID")]
        task: Option<String>,
    },
    /// The text of a document.
    #[command(after_help = "Example: handoff document show feed-parser-spec")]
    Show {
        /// Slug or ID.
        document: String,
    },
    /// Create a document, or change one.
    #[command(
        after_help = "Example: handoff document save tide-tables --title \"Tide tables\" --type spec --body \"# Tide tables\""
    )]
    Save {
        /// Slug of a new document, or slug or ID of an existing one.
        document: String,
        /// The title; required for a new one.
        #[arg(long)]
        title: Option<String>,
        /// The Markdown, required for a new one; - reads standard input.
        #[arg(long, value_name = "TEXT", value_parser = text_or_stdin)]
        body: Option<String>,
        /// The type.
        #[arg(long = "type", value_name = "TYPE", value_parser = possible_values("handoff_doc_save", &["doc_type"]))]
        kind: Option<String>,
        /// A tag. Repeatable; replaces all tags.
        #[arg(long = "tag", value_name = "TAG")]
        tags: Vec<String>,
        /// ID of a task that it describes. Repeatable; replaces all tasks.
        #[arg(long = "task", value_name = "ID")]
        tasks: Vec<String>,
    },
    /// Move a document to the trash, and unlink its tasks.
    #[command(after_help = "Example: handoff document delete tide-tables")]
    Delete {
        /// Slug or ID.
        document: String,
    },
}

/// Adds the document that is saved: the existing one, or the slug of a new one.
fn save_arguments(project: &mut Project, document: String, mut arguments: Map<String, Value>) -> Map<String, Value> {
    let exists = project.engine().reader().documents().find(&document).is_ok();
    arguments.insert(if exists { "doc_id" } else { "slug" }.to_owned(), Value::from(document));
    arguments
}

impl DocumentCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            DocumentCommand::List { query, kind, tags, task } => {
                let mut arguments = Map::new();
                put(&mut arguments, "query", query);
                put(&mut arguments, "doc_type", kind);
                put_list(&mut arguments, "tags", tags);
                put(&mut arguments, "task_id", task);
                Invocation::call("handoff_doc_list", Value::Object(arguments)).render_with(document::documents)
            }
            DocumentCommand::Show { document } => {
                Invocation::call("handoff_doc_reassemble", json!({"doc_id": document})).render_with(document::text)
            }
            DocumentCommand::Save { document, title, body, kind, tags, tasks } => {
                let mut arguments = Map::new();
                put(&mut arguments, "title", title);
                // Standard input and arguments lose the line end that Markdown files have.
                put(&mut arguments, "body", body.map(|body| body + "\n"));
                put(&mut arguments, "doc_type", kind);
                put_list(&mut arguments, "tags", tags);
                put_list(&mut arguments, "task_ids", tasks);
                Invocation::prepare_call("handoff_doc_save", move |project| {
                    Ok(save_arguments(project, document, arguments))
                })
                .render_with(document::save_result)
            }
            DocumentCommand::Delete { document } => {
                Invocation::call("handoff_doc_delete", json!({"doc_id": document})).render_with(document::delete_result)
            }
        }
    }
}
