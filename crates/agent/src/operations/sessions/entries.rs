//! The entries of a session's lists. Entries are stored as they were given; these structs define
//! their schemas and what they need to be shown.

#![allow(clippy::struct_field_names, reason = "the names are those of the stored members")]

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::params::{MainMember, RequiredText};

#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
pub struct Decision {
    #[schemars(extend("also" = ["text", "title", "what", "summary", "content"]))]
    pub decision: RequiredText,
    #[schemars(extend("also" = ["why", "because", "rationale"]))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    /// text or ID of the replaced decision
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>", extend("accepts" = [{"type": "array", "items": {"type": "string"}}]))]
    pub supersedes: Option<OneOrMany>,
}

/// A text or a list of texts.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

/// A decision to withdraw.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
pub struct Withdrawal {
    /// text or ID
    pub decision: RequiredText,
    pub reason: RequiredText,
}

// How sure a decision is. A doc comment would become part of the schema.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    Confirmed,
    Estimated,
    Unverified,
}

impl MainMember for Decision {
    const NAME: &'static str = "decision";
}

#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
pub struct ChecklistItem {
    #[schemars(extend("also" = ["text", "title", "task", "todo", "content", "description"]))]
    pub item: RequiredText,
    #[schemars(extend("also" = ["done"]))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Owner>,
}

impl MainMember for ChecklistItem {
    const NAME: &'static str = "item";
}

// The owner of a checklist item. A doc comment would become part of the schema.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Owner {
    User,
    #[default]
    Ai,
}

#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
pub struct Note {
    #[schemars(extend("also" = ["text", "message", "content", "summary"]))]
    pub note: RequiredText,
    #[schemars(extend("also" = ["kind", "type"]))]
    /// suggestion: what to do next
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<Category>,
}

// The kind of a note. A doc comment would become part of the schema.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    Caution,
    Context,
    Suggestion,
}

impl MainMember for Note {
    const NAME: &'static str = "note";
}

#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
pub struct Reference {
    #[schemars(extend("also" = ["title", "name", "text"]))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    #[schemars(extend("also" = ["url", "link", "href", "target", "path"]))]
    pub uri: RequiredText,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#type: Option<String>,
    #[schemars(extend("hidden" = true))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
}

impl MainMember for Reference {
    const NAME: &'static str = "uri";
}

#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
pub struct Pointer {
    #[schemars(extend("also" = ["file", "file_path", "filename", "name"]))]
    pub path: RequiredText,
    #[schemars(extend("also" = ["why", "relevance", "note"]))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// 42-78
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(
        with = "Option<String>",
        extend(
            "also" = ["line", "range"],
            "accepts" = [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}],
            "takes" = "lines such as \"42-78\", a number, or [first, last]"
        )
    )]
    pub lines: Option<PointerLines>,
}

/// The lines of a pointer: a text, a line, or its first and last line. More than two are single
/// lines.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub enum PointerLines {
    Text(String),
    Line(u64),
    Lines(Vec<u64>),
}

impl MainMember for Pointer {
    const NAME: &'static str = "path";
}
