//! The entries of a session's lists. Entries are stored as they were given; these structs define
//! their schemas.

#![allow(dead_code, clippy::struct_field_names, reason = "only serde and schemars read the fields")]

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use crate::params::{MainMember, RequiredText, one_of};

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Decision {
    #[schemars(required)]
    decision: Option<String>,
    reason: Option<String>,
    #[serde(default)]
    #[schemars(schema_with = "confidences")]
    confidence: Option<String>,
    /// text or ID of the decision that this one replaces
    #[serde(default)]
    #[schemars(with = "Option<String>")]
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

fn confidences(_: &mut SchemaGenerator) -> Schema {
    one_of(&["confirmed", "estimated", "unverified"])
}

impl MainMember for Decision {
    const NAME: &'static str = "decision";
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct ChecklistItem {
    #[schemars(required)]
    item: Option<String>,
    checked: Option<bool>,
    #[schemars(with = "Option<Owner>")]
    owner: Option<String>,
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
    #[schemars(required)]
    note: Option<String>,
    /// suggestion: what to do next
    #[serde(default)]
    #[schemars(schema_with = "categories")]
    category: Option<String>,
}

fn categories(_: &mut SchemaGenerator) -> Schema {
    one_of(&["caution", "context", "suggestion"])
}

impl MainMember for Note {
    const NAME: &'static str = "note";
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Reference {
    #[schemars(required)]
    label: Option<String>,
    #[schemars(required)]
    uri: Option<String>,
    r#type: Option<String>,
    #[schemars(skip)]
    notes: Option<String>,
}

impl MainMember for Reference {
    const NAME: &'static str = "uri";
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Pointer {
    #[schemars(required)]
    path: Option<String>,
    reason: Option<String>,
    /// 42-78
    lines: Option<String>,
}

impl MainMember for Pointer {
    const NAME: &'static str = "path";
}
