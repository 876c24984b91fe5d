//! The entries of a session's lists. Entries are stored as they were given; these structs define
//! their schemas and what they need to be shown.

#![allow(dead_code, clippy::struct_field_names, reason = "only serde and schemars read the fields")]

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::params::{MainMember, RequiredText};

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Decision {
    #[schemars(extend("also" = ["text", "title", "what", "summary", "content"]))]
    decision: RequiredText,
    #[schemars(extend("also" = ["why", "because", "rationale"]))]
    reason: Option<String>,
    confidence: Option<Confidence>,
    /// text or ID of the replaced decision
    #[serde(default)]
    #[schemars(with = "Option<String>", extend("accepts" = [{"type": "array", "items": {"type": "string"}}]))]
    supersedes: Option<OneOrMany>,
}

/// A text or a list of texts.
#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

/// A decision to withdraw.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Withdrawal {
    /// text or ID
    pub(crate) decision: RequiredText,
    pub(crate) reason: RequiredText,
}

// How sure a decision is. A doc comment would become part of the schema.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Confidence {
    Confirmed,
    Estimated,
    Unverified,
}

impl MainMember for Decision {
    const NAME: &'static str = "decision";
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct ChecklistItem {
    #[schemars(extend("also" = ["text", "title", "task", "todo", "content", "description"]))]
    item: RequiredText,
    #[schemars(extend("also" = ["done"]))]
    checked: Option<bool>,
    owner: Option<Owner>,
}

impl MainMember for ChecklistItem {
    const NAME: &'static str = "item";
}

// The owner of a checklist item. A doc comment would become part of the schema.
#[derive(Clone, Copy, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Owner {
    User,
    #[default]
    Ai,
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Note {
    #[schemars(extend("also" = ["text", "message", "content", "summary"]))]
    note: RequiredText,
    #[schemars(extend("also" = ["kind", "type"]))]
    /// suggestion: what to do next
    category: Option<Category>,
}

// The kind of a note. A doc comment would become part of the schema.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Category {
    Caution,
    Context,
    Suggestion,
}

impl MainMember for Note {
    const NAME: &'static str = "note";
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Reference {
    #[schemars(extend("also" = ["title", "name", "text"]))]
    label: Option<String>,
    #[schemars(extend("also" = ["url", "link", "href", "target", "path"]))]
    uri: RequiredText,
    r#type: Option<String>,
    #[schemars(extend("hidden" = true))]
    notes: Option<String>,
}

impl MainMember for Reference {
    const NAME: &'static str = "uri";
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Pointer {
    #[schemars(extend("also" = ["file", "file_path", "filename", "name"]))]
    path: RequiredText,
    #[schemars(extend("also" = ["why", "relevance", "note"]))]
    reason: Option<String>,
    /// 42-78
    #[serde(default)]
    #[schemars(
        with = "Option<String>",
        extend(
            "also" = ["line", "range"],
            "accepts" = [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}],
            "takes" = "lines such as \"42-78\", a number, or [first, last]"
        )
    )]
    lines: Option<PointerLines>,
}

/// The lines of a pointer: a text, a line, or its first and last line. More than two are single
/// lines.
#[derive(Deserialize)]
#[serde(untagged)]
enum PointerLines {
    Text(String),
    Line(u64),
    Lines(Vec<u64>),
}

impl MainMember for Pointer {
    const NAME: &'static str = "path";
}
