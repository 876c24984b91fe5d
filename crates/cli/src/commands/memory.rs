//! Memories: lessons that all sessions share.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Subcommand;
use serde_json::{Value, json};

use crate::commands::{object_with, possible_values, put, put_list, text_or_stdin};
use crate::invocation::Invocation;
use crate::output;

/// The verbs of memories.
#[derive(Debug, Subcommand)]
pub enum MemoryCommand {
    /// Save a lesson.
    #[command(
        after_help = "Example: handoff memory save \"The feed sends rows twice.\" --kind gotcha --scope src/feed"
    )]
    Save {
        /// The lesson; - reads standard input.
        #[arg(value_parser = text_or_stdin)]
        text: String,
        /// The type.
        #[arg(long, value_parser = possible_values("handoff_memory_save", &["kind"]))]
        kind: Option<String>,
        /// A tag. Repeatable.
        #[arg(long = "tag", value_name = "TAG")]
        tags: Vec<String>,
        /// A keyword for the search. Repeatable.
        #[arg(long = "keyword", value_name = "WORD")]
        keywords: Vec<String>,
        /// Part of a path that the lesson applies to. Repeatable.
        #[arg(long = "scope", value_name = "PATH")]
        scope: Vec<String>,
        /// Save it even if a similar lesson exists.
        #[arg(long)]
        force: bool,
        /// ID of the memory to replace.
        #[arg(long, value_name = "ID")]
        merge_into: Option<String>,
        /// ID of a memory that is merged into it. Repeatable.
        #[arg(long, value_name = "ID", requires = "merge_into")]
        absorb: Vec<String>,
    },
    /// Lessons that match a text and files, best match first.
    #[command(after_help = "Example: handoff memory query \"parse the feed\" --file src/feed.rs")]
    Query {
        /// The text to search for; - reads standard input.
        #[arg(value_parser = text_or_stdin)]
        text: String,
        /// A file that the work is about. Repeatable.
        #[arg(long = "file", value_name = "PATH")]
        files: Vec<String>,
        /// Maximum number of results.
        #[arg(long, value_name = "NUMBER")]
        limit: Option<u32>,
        /// Leave out lessons that this session has received, and record those it receives now.
        #[arg(long, value_name = "ID")]
        session: Option<String>,
    },
    /// Delete a lesson.
    #[command(after_help = "Example: handoff memory delete m-20261121-025727-398154")]
    Delete {
        /// ID, or the start of it.
        id: String,
    },
    /// Merge exact duplicates, and report near duplicates and stale lessons.
    #[command(after_help = "Example: handoff memory cleanup")]
    Cleanup,
}

impl MemoryCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            MemoryCommand::Save { text, kind, tags, keywords, scope, force, merge_into, absorb } => {
                let mut arguments = object_with("text", text);
                put(&mut arguments, "kind", kind);
                put_list(&mut arguments, "tags", tags);
                put_list(&mut arguments, "keywords", keywords);
                put_list(&mut arguments, "scope_paths", scope);
                put(&mut arguments, "force", force.then_some(true));
                put(&mut arguments, "merge_into", merge_into);
                put_list(&mut arguments, "absorb_ids", absorb);
                Invocation::call("handoff_memory_save", Value::Object(arguments))
                    .render_with(output::records::memory::save_result)
            }
            MemoryCommand::Query { text, files, limit, session } => {
                let mut arguments = object_with("text", text);
                put_list(&mut arguments, "file_paths", files);
                put(&mut arguments, "limit", limit);
                // A query without a session records nothing.
                put(&mut arguments, "mark_injected", Some(session.is_some()));
                put(&mut arguments, "session_id", session);
                Invocation::call("handoff_memory_query", Value::Object(arguments))
                    .render_with(output::records::memory::matches)
            }
            MemoryCommand::Delete { id } => Invocation::call("handoff_memory_delete", json!({"id": id}))
                .render_with(output::records::memory::delete_result),
            MemoryCommand::Cleanup => Invocation::call("handoff_memory_cleanup", json!({}))
                .render_with(output::records::memory::cleanup_result),
        }
    }
}
