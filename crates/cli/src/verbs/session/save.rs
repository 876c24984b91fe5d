//! The fields of a session as options.
#![allow(clippy::doc_markdown, reason = "comments on arguments are the help that people read")]

use clap::Args;
use serde_json::{Map, Value, json};

use crate::commands::{object_with, put, put_list, text_or_stdin};

/// The fields of a session.
#[derive(Debug, Args)]
pub struct Fields {
    /// A decision; add :: and the reason after it. Repeatable.
    #[arg(long = "decision", value_name = "TEXT")]
    decisions: Vec<String>,
    /// A blocker. Repeatable.
    #[arg(long = "blocker", value_name = "TEXT")]
    blockers: Vec<String>,
    /// An open item for the checklist. Repeatable.
    #[arg(long = "item", value_name = "TEXT")]
    checklist: Vec<String>,
    /// A suggestion for the next step. Repeatable.
    #[arg(long = "suggest", value_name = "TEXT", value_parser = text_or_stdin)]
    suggestions: Vec<String>,
    /// A caution. Repeatable.
    #[arg(long = "caution", value_name = "TEXT", value_parser = text_or_stdin)]
    cautions: Vec<String>,
    /// A note. Repeatable; - reads standard input.
    #[arg(long = "note", value_name = "TEXT", value_parser = text_or_stdin)]
    notes: Vec<String>,
    /// A context pointer; add :: and the reason after it. Repeatable.
    #[arg(long = "pointer", value_name = "PATH")]
    pointers: Vec<String>,
    /// A URL or path; add :: and a description after it. Repeatable.
    #[arg(long = "reference", value_name = "ADDRESS")]
    references: Vec<String>,
    /// ID of a related task. Repeatable.
    #[arg(long = "task", value_name = "ID")]
    tasks: Vec<String>,
    /// The label.
    #[arg(long)]
    label: Option<String>,
    /// The timeline of the session.
    #[arg(long)]
    timeline: Option<String>,
}

impl Fields {
    pub fn into_arguments(self) -> Map<String, Value> {
        let pairs = |texts: &[String], main: &str, other: &str| -> Vec<Value> {
            let pair = |text: &String| {
                let (text, rest) = split_reason(text);
                entry((main, text), (other, rest))
            };
            texts.iter().map(pair).collect()
        };
        let references = self.references.iter().map(|text| {
            let (uri, label) = split_reason(text);
            entry(("uri", uri), ("label", label))
        });
        let notes = [("suggestion", self.suggestions), ("caution", self.cautions), ("context", self.notes)];
        let notes = notes.into_iter().flat_map(|(category, notes)| {
            notes.into_iter().map(move |note| json!({"note": note, "category": category}))
        });
        let mut arguments = Map::new();
        put_list(&mut arguments, "decisions", pairs(&self.decisions, "decision", "reason"));
        put_list(&mut arguments, "context_pointers", pairs(&self.pointers, "path", "reason"));
        put_list(&mut arguments, "references", references.collect());
        put_list(&mut arguments, "handoff_notes", notes.collect());
        put_list(&mut arguments, "blockers", self.blockers);
        let item = |item: String| json!({"item": item, "checked": false, "owner": "user"});
        put_list(&mut arguments, "checklist", self.checklist.into_iter().map(item).collect());
        put_list(&mut arguments, "related_task_ids", self.tasks);
        put(&mut arguments, "label", self.label);
        put(&mut arguments, "timeline", self.timeline);
        arguments
    }
}

/// Splits a text at "::" into the text and the part behind it.
pub fn split_reason(text: &str) -> (&str, Option<&str>) {
    let parts = text.split_once("::").map(|(text, rest)| (text.trim(), rest.trim()));
    parts.map_or((text, None), |(text, rest)| (text, Some(rest).filter(|rest| !rest.is_empty())))
}

/// Returns an entry with one text, and another if it is given.
pub fn entry(main: (&str, &str), other: (&str, Option<&str>)) -> Value {
    let mut members = object_with(main.0, main.1);
    put(&mut members, other.0, other.1);
    Value::Object(members)
}
