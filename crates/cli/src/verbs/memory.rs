//! Memories: lessons that all sessions share.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use anstyle::Style;
use clap::{Args, Subcommand};
use handoff_agent::RequiredText;
use handoff_agent::operations::memory::IfEnabled;
use handoff_agent::operations::memory::cleanup::{self, CleanUpMemories};
use handoff_agent::operations::memory::delete::{self, DeleteMemory};
use handoff_agent::operations::memory::query::{self, QueryMemories};
use handoff_agent::operations::memory::save::{self, Kind, SaveMemory, Status};
use handoff_engine::ProjectPart;

use crate::ground::styled::Styled;
use crate::verbs::arguments::parsers::{required_text, text_or_stdin, words};
use crate::verbs::invocation::Invocation;
use crate::verbs::output::{Page, empty_list, pluralize};

/// The verbs of memories.
#[derive(Debug, Subcommand)]
pub enum MemoryCommand {
    /// Save a lesson.
    #[command(
        after_help = "Example: handoff memory save \"The feed sends rows twice.\" --kind gotcha --scope src/feed"
    )]
    Save(Save),
    /// Lessons that match a text and files, best match first.
    #[command(after_help = "Example: handoff memory query \"parse the feed\" --file src/feed.rs")]
    Query(Query),
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

#[derive(Debug, Args)]
pub struct Save {
    /// The lesson; - reads standard input.
    #[arg(value_parser = required_text)]
    text: RequiredText,
    /// The type.
    #[arg(long, value_parser = words::<Kind>())]
    kind: Option<Kind>,
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
}

impl From<Save> for save::Params {
    fn from(args: Save) -> save::Params {
        save::Params {
            text: args.text,
            kind: args.kind,
            tags: Some(args.tags),
            keywords: Some(args.keywords),
            scope_paths: Some(args.scope),
            force: Some(args.force),
            merge_into: args.merge_into,
            absorb_ids: Some(args.absorb),
        }
    }
}

#[derive(Debug, Args)]
pub struct Query {
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
}

impl From<Query> for query::Params {
    fn from(args: Query) -> query::Params {
        query::Params {
            text: Some(args.text),
            file_paths: Some(args.files),
            limit: args.limit.map(u64::from),
            // A query without a session records nothing.
            mark_injected: Some(args.session.is_some()),
            session_id: args.session,
            ..query::Params::default()
        }
    }
}

impl MemoryCommand {
    /// Returns the invocation.
    pub fn invocation(self) -> Invocation {
        match self {
            MemoryCommand::Save(args) => Invocation::operation::<SaveMemory, _>(args.into(), save_text),
            MemoryCommand::Query(args) => Invocation::operation::<QueryMemories, _>(args.into(), match_list),
            MemoryCommand::Delete { id } => {
                let params = delete::Params { id: Some(id), ..delete::Params::default() };
                Invocation::operation::<DeleteMemory, _>(params, delete_text)
            }
            MemoryCommand::Cleanup => {
                Invocation::operation::<CleanUpMemories, _>(cleanup::Params::default(), cleanup_text)
            }
        }
    }
}

const OFF: &str = "Memories are turned off: settings.memory_enabled is false.\n";

fn save_text(answer: &IfEnabled<save::Answer>, _: Page<'_>) -> String {
    let IfEnabled::Enabled(answer) = answer else { return OFF.to_owned() };
    let id = &answer.id;
    match answer.status {
        Status::Saved => format!("Saved as {id}.\n"),
        Status::Merged => format!("Merged into {id}.\n"),
        Status::DuplicateExact => format!("Already saved as {id}.\n"),
        Status::Conflict => {
            let old = answer.existing_text.as_deref().unwrap_or_default();
            format!(
                "Not saved: it is similar to {id}: “{old}”\nUse --merge-into {id} to replace that one, or --force to save both.\n"
            )
        }
    }
}

/// Renders the memories that match a query, the best first.
fn match_list(answer: &IfEnabled<query::Answer>, page: Page<'_>) -> Styled {
    let IfEnabled::Enabled(query::Answer { memories, .. }) = answer else { return OFF.into() };
    if memories.is_empty() {
        return empty_list(page, ProjectPart::Memories, "No memory matches.").into();
    }
    let mut styled = Styled::default();
    for memory in memories {
        let kind = if memory.kind.is_empty() { String::new() } else { format!("{}, ", memory.kind) };
        let separator = if styled.is_empty() { "" } else { "\n" };
        styled.push(separator);
        // As in JSON: a whole number with its decimal.
        styled.push_styled(Style::new().dimmed(), &format!("{} ({kind}score {:?})", memory.id, memory.score));
        styled.push(&format!("\n{}\n", memory.text.trim_end()));
    }
    styled
}

fn delete_text(answer: &IfEnabled<delete::Answer>, _: Page<'_>) -> String {
    let IfEnabled::Enabled(answer) = answer else { return OFF.to_owned() };
    format!("Deleted {}.\n", answer.id)
}

/// Renders the result of a cleanup, and what is left to decide.
fn cleanup_text(answer: &IfEnabled<cleanup::Answer>, _: Page<'_>) -> String {
    let IfEnabled::Enabled(answer) = answer else { return OFF.to_owned() };
    let mut lines = Vec::new();
    lines.extend(
        answer.merged.iter().map(|merged| format!("Merged {} into {}.", merged.removed.join(", "), merged.kept)),
    );
    lines.extend(answer.near_duplicates.iter().map(|ids| format!("Similar: {}.", ids.join(", "))));
    if !answer.stale.is_empty() {
        lines.push(format!("Not used for a long time: {}.", answer.stale.join(", ")));
    }
    if answer.removed_sidecars > 0 {
        lines.push(format!("Removed {} of old sessions.", pluralize(answer.removed_sidecars, "note")));
    }
    if lines.is_empty() {
        lines.push("Nothing to clean up.".to_owned());
    }
    lines.join("\n") + "\n"
}
