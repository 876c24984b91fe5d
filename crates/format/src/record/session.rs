//! The file of a session: what one conversation leaves for the next.
//!
//! Invariant: the status is in the file's name, never in the content.

use serde_json::Map;

use super::fields::{RecordReader, RecordTable};
use super::without_nulls;
use crate::{Container, Document, Finding, Value};

/// The order of the keys in JSON files.
const ORDER: [&str; 19] = [
    "version",
    "id",
    "started_at",
    "ended_at",
    "summary",
    "branch",
    "commit",
    "dirty_files",
    "decisions",
    "blockers",
    "checklist",
    "handoff_notes",
    "references",
    "context_pointers",
    "environment",
    "timeline",
    "label",
    "parent_session_id",
    "related_task_ids",
];

/// The order of the keys in TOML files: tables come last, and lists of tables after single ones.
const TOML_ORDER: [&str; 19] = [
    "version",
    "id",
    "started_at",
    "ended_at",
    "summary",
    "branch",
    "commit",
    "dirty_files",
    "blockers",
    "timeline",
    "label",
    "parent_session_id",
    "related_task_ids",
    "environment",
    "decisions",
    "checklist",
    "handoff_notes",
    "references",
    "context_pointers",
];

/// A session as stored in its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Session {
    /// The version of the format, always 2.
    pub version: u64,
    /// Absent in old files.
    pub id: Option<String>,
    /// RFC 3339, the time of the first save.
    pub started_at: Option<String>,
    /// RFC 3339, the time of the last save, also while the session is active.
    pub ended_at: Option<String>,
    /// One line.
    pub summary: String,
    /// The Git branch at the last save.
    pub branch: Option<String>,
    /// The short hash of the commit at the last save.
    pub commit: Option<String>,
    /// The lines of `git status --porcelain`.
    pub dirty_files: Vec<String>,
    /// The decisions.
    pub decisions: Vec<Decision>,
    /// The blockers.
    pub blockers: Vec<String>,
    /// The remaining work.
    pub checklist: Vec<ChecklistItem>,
    /// The notes for the next session.
    pub handoff_notes: Vec<HandoffNote>,
    /// The references.
    pub references: Vec<Reference>,
    /// The places in the project to look at first.
    pub context_pointers: Vec<ContextPointer>,
    /// Free form.
    pub environment: Option<Value>,
    /// The name of the line of work to which the session belongs.
    pub timeline: Option<String>,
    /// Short name.
    pub label: Option<String>,
    /// The ID of the session from which this one was forked.
    pub parent_session_id: Option<String>,
    /// The IDs of its tasks.
    pub related_task_ids: Vec<String>,
}

/// A decision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// What is decided or to be done.
    pub decision: String,
    /// The reason.
    pub reason: Option<String>,
    /// `confirmed`, `estimated` or `unverified` by convention.
    pub confidence: Option<String>,
}

/// An item of remaining work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChecklistItem {
    /// What is decided or to be done.
    pub item: String,
    /// Whether it is done.
    pub checked: bool,
    /// `user` or `ai` by convention.
    pub owner: Option<String>,
}

/// A note for the next session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandoffNote {
    /// The text.
    pub note: String,
    /// `caution`, `context` or `suggestion` by convention.
    pub category: Option<String>,
}

/// A reference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reference {
    /// The label.
    pub label: String,
    /// A URL or a path.
    pub uri: String,
    /// `file`, `issue`, `mr`, `wiki`, `doc` or `url` by convention; the key is `type`.
    pub kind: Option<String>,
    /// The relevant part of it.
    pub notes: Option<String>,
}

/// A place in the project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContextPointer {
    /// The path relative to the root of the project.
    pub path: String,
    /// The reason to look there.
    pub reason: Option<String>,
    /// The lines, such as `42-78`.
    pub lines: Option<String>,
}

/// Reads a session, with findings for invalid values.
pub fn read_session(document: &Document) -> (Session, Vec<Finding>) {
    let mut reader = RecordReader::new(document);
    let root = reader.root();
    let session = Session {
        version: reader.required_count(&root, "version"),
        id: reader.text(&root, "id"),
        started_at: reader.text(&root, "started_at"),
        ended_at: reader.text(&root, "ended_at"),
        summary: reader.required_text(&root, "summary"),
        branch: reader.text(&root, "branch"),
        commit: reader.text(&root, "commit"),
        dirty_files: reader.texts(&root, "dirty_files"),
        decisions: read_each(&mut reader, &root, "decisions", "decision", |reader, table| Decision {
            decision: reader.text(table, "decision").unwrap_or_default(),
            reason: reader.text(table, "reason"),
            confidence: reader.text(table, "confidence"),
        }),
        blockers: reader.texts(&root, "blockers"),
        checklist: read_each(&mut reader, &root, "checklist", "item", |reader, table| ChecklistItem {
            item: reader.text(table, "item").unwrap_or_default(),
            checked: reader.flag(table, "checked").unwrap_or_default(),
            owner: reader.text(table, "owner"),
        }),
        handoff_notes: read_each(&mut reader, &root, "handoff_notes", "note", |reader, table| HandoffNote {
            note: reader.text(table, "note").unwrap_or_default(),
            category: reader.text(table, "category"),
        }),
        references: read_each(&mut reader, &root, "references", "uri", |reader, table| Reference {
            label: reader.text(table, "label").unwrap_or_default(),
            uri: reader.text(table, "uri").unwrap_or_default(),
            kind: reader.text(table, "type"),
            notes: reader.text(table, "notes"),
        }),
        context_pointers: read_each(&mut reader, &root, "context_pointers", "path", |reader, table| ContextPointer {
            path: reader.text(table, "path").unwrap_or_default(),
            reason: reader.text(table, "reason"),
            lines: reader.text(table, "lines"),
        }),
        environment: RecordReader::any_value(&root, "environment"),
        timeline: reader.text(&root, "timeline"),
        label: reader.text(&root, "label"),
        parent_session_id: reader.text(&root, "parent_session_id"),
        related_task_ids: reader.texts(&root, "related_task_ids"),
    };
    (session, reader.findings)
}

/// Reads a list of free elements. A bare text counts as a table with that text under `main`.
fn read_each<T>(
    reader: &mut RecordReader<'_>,
    root: &RecordTable<'_>,
    key: &str,
    main: &str,
    read: impl Fn(&mut RecordReader<'_>, &RecordTable<'_>) -> T,
) -> Vec<T> {
    let tables = reader.lenient_tables(root, key, main);
    tables.into_iter().map(|table| read(reader, &table)).collect()
}

/// Writes the difference between two contents of a session into its document. `old` is the whole
/// content of the document. Contents are free values, so that unknown keys of list elements are
/// kept.
pub fn write_session(document: &mut Document, old: &Value, new: &Value) -> Result<(), Finding> {
    let container = document.container();
    document.change(old, &to_writable(container, old, new), order(container))
}

/// Returns the document of a new session. Fails if its content is nested too deeply.
pub fn new_session_document(container: Container, content: &Map<String, Value>) -> Result<Document, Finding> {
    let order = order(container);
    let ordered = order.iter().filter_map(|key| content.get_key_value(*key));
    let others = content.iter().filter(|(key, _)| !order.contains(&key.as_str()));
    let sorted = ordered.chain(others).map(|(key, value)| (key.clone(), value.clone())).collect();
    Document::from_value(container, &to_writable(container, &Value::Null, &Value::Object(sorted)))
}

fn order(container: Container) -> &'static [&'static str] {
    match container {
        Container::Json => &ORDER,
        Container::Toml => &TOML_ORDER,
    }
}

/// Returns a content in the form that other programs read: without new empty lists and nulls at the
/// top level and, in TOML, without any new null. Values that are unchanged stay as they are.
fn to_writable(container: Container, old: &Value, content: &Value) -> Value {
    let Value::Object(members) = content else { return content.clone() };
    let is_something = |value: &Value| !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty());
    let member = |(key, value): (&String, &Value)| {
        if old.get(key) == Some(value) {
            return Some((key.clone(), value.clone()));
        }
        let value = if container == Container::Toml { without_nulls(value) } else { Some(value.clone()) };
        Some((key.clone(), value.filter(is_something)?))
    };
    Value::Object(members.iter().filter_map(member).collect())
}
