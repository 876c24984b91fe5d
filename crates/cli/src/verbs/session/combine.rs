//! Forks a session, and merges several.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Args;
use handoff_agent::RequiredText;
use handoff_agent::operations::sessions::fork::{self, INHERITABLE};
use handoff_agent::operations::sessions::merge;

use crate::verbs::arguments::parsers::{not_blank, required_text, words_of};
use crate::verbs::output::{Page, lines, pluralize};

#[derive(Debug, Args)]
pub struct Fork {
    /// ID of the session.
    #[arg(value_parser = not_blank)]
    source: RequiredText,
    /// The purpose in one line; - reads standard input.
    #[arg(value_parser = required_text)]
    summary: RequiredText,
    /// The label.
    #[arg(long)]
    label: Option<String>,
    /// The timeline of the session.
    #[arg(long)]
    timeline: Option<String>,
    /// A list to inherit. Repeatable.
    #[arg(long, value_name = "LIST", value_parser = words_of::<String, _>(INHERITABLE))]
    inherit: Vec<String>,
    /// ID of a related task. Repeatable.
    #[arg(long = "task", value_name = "ID")]
    tasks: Vec<String>,
}

impl From<Fork> for fork::Params {
    fn from(args: Fork) -> fork::Params {
        fork::Params {
            source_session_id: args.source,
            summary: args.summary,
            label: args.label,
            timeline: args.timeline,
            inherit: Some(args.inherit).filter(|lists| !lists.is_empty()),
            related_task_ids: Some(args.tasks).filter(|tasks| !tasks.is_empty()),
        }
    }
}

#[derive(Debug, Args)]
pub struct Merge {
    /// IDs of the sessions to merge.
    #[arg(required = true)]
    ids: Vec<String>,
    /// ID of the session that receives the entries.
    #[arg(long, value_name = "ID", value_parser = not_blank)]
    into: RequiredText,
    /// Do not close the other sessions.
    #[arg(long)]
    keep: bool,
}

impl From<Merge> for merge::Params {
    fn from(args: Merge) -> merge::Params {
        let mut ids = args.ids;
        let into = String::from(args.into.clone());
        if !ids.contains(&into) {
            ids.push(into);
        }
        merge::Params { source_session_ids: ids, target_session_id: args.into, close_sources: Some(!args.keep) }
    }
}

/// Renders the result of a fork.
pub fn fork_text(answer: &fork::Answer, _: Page<'_>) -> String {
    let inherited = answer.inherited.join(", ").replace('_', " ");
    format!("Forked {} into {}, with its {inherited}.\n", answer.parent_session_id, answer.session_id)
}

/// Renders the result of a merge.
pub fn merge_text(answer: &merge::Answer, _: Page<'_>) -> String {
    let parts = [
        (answer.merged_decisions, "decision"),
        (answer.merged_notes, "note"),
        (answer.merged_references, "reference"),
        (answer.merged_context_pointers, "context pointer"),
    ];
    let parts = parts.into_iter().filter(|(count, _)| *count > 0);
    let merged: Vec<String> =
        parts.map(|(count, word)| pluralize(usize::try_from(count).unwrap_or(usize::MAX), word)).collect();
    let merged = if merged.is_empty() { "nothing new".to_owned() } else { merged.join(", ") };
    let mut sentences = vec![format!("Merged {merged} into {}.", answer.merged_session_id)];
    if !answer.closed_sessions.is_empty() {
        sentences.push(format!("Closed {}.", answer.closed_sessions.join(", ")));
    }
    sentences.extend(answer.conflicts.iter().map(|conflict| format!("Conflict: {}", conflict.description)));
    lines(sentences)
}
