//! A fact that a project remembers across sessions.

use super::fields::RecordReader;
use super::object;
use crate::{Container, Document, Finding, Value};

/// A memory as stored in its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The version of the format, 1 or 2.
    pub version: u64,
    /// `m-…`, by convention the name of the file.
    pub id: String,
    /// The text.
    pub text: String,
    /// `lesson`, `rule`, `convention` or `gotcha` by convention.
    pub kind: String,
    /// Free tags.
    pub tags: Vec<String>,
    /// Search terms.
    pub keywords: Vec<String>,
    /// Parts of the paths to which it applies.
    pub scope_paths: Vec<String>,
    /// A hash of the text, computed by the writer.
    pub content_hash: String,
    /// RFC 3339.
    pub created_at: String,
    /// RFC 3339.
    pub updated_at: String,
    /// RFC 3339, the time of the last use.
    pub last_referenced_at: Option<String>,
    /// The number of uses.
    pub hit_count: u64,
    /// IDs of the memories that were merged into this one.
    pub superseded_ids: Vec<String>,
}

/// Reads a memory, with findings for invalid values.
pub fn read_memory(document: &Document) -> (Memory, Vec<Finding>) {
    let mut reader = RecordReader::new(document);
    let root = reader.root();
    let memory = Memory {
        version: reader.required_count(&root, "version"),
        id: reader.required_text(&root, "id"),
        text: reader.required_text(&root, "text"),
        kind: reader.required_text(&root, "kind"),
        tags: reader.texts(&root, "tags"),
        keywords: reader.texts(&root, "keywords"),
        scope_paths: reader.texts(&root, "scope_paths"),
        content_hash: reader.required_text(&root, "content_hash"),
        created_at: reader.required_text(&root, "created_at"),
        updated_at: reader.required_text(&root, "updated_at"),
        last_referenced_at: reader.text(&root, "last_referenced_at"),
        hit_count: reader.count(&root, "hit_count").unwrap_or_default(),
        superseded_ids: reader.texts(&root, "superseded_ids"),
    };
    (memory, reader.findings)
}

/// Writes the difference between two memories. `old` was read from the document.
pub fn write_memory(document: &mut Document, old: &Memory, new: &Memory) -> Result<(), Finding> {
    document.change(&to_value(old), &to_value(new), &[])
}

/// Returns the document of a new memory.
pub fn new_memory(memory: &Memory) -> Document {
    Document::from_record(Container::Json, &to_value(memory))
}

fn to_value(memory: &Memory) -> Value {
    let text = |text: &str| Some(Value::from(text));
    object(vec![
        ("version", Some(memory.version.into())),
        ("id", text(&memory.id)),
        ("text", text(&memory.text)),
        ("kind", text(&memory.kind)),
        ("tags", Some(memory.tags.clone().into())),
        ("keywords", Some(memory.keywords.clone().into())),
        ("scope_paths", Some(memory.scope_paths.clone().into())),
        ("content_hash", text(&memory.content_hash)),
        ("created_at", text(&memory.created_at)),
        ("updated_at", text(&memory.updated_at)),
        ("last_referenced_at", memory.last_referenced_at.as_deref().and_then(text)),
        ("hit_count", Some(memory.hit_count.into())),
        ("superseded_ids", Some(memory.superseded_ids.clone().into())),
    ])
}
