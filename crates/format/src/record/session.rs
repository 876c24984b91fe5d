//! The file of a session: what one conversation leaves for the next.
//!
//! Invariant: the status is in the file's name, never in the content.

use serde_json::Map;

use super::declaration::{Elements, Form, Free, List, Optional, Required, Shape, key_order, read_record, record};
use super::fields::{RecordReader, RecordTable};
use super::without_nulls;
use crate::{Container, DataFile, Finding, Value};

record! {
    /// A session as stored in its file.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct Session {
        /// The version of the format, always 2.
        pub version: u64 = "version" as Required,
        /// The ID. Absent in old files.
        pub id: Option<String> = "id" as Optional,
        /// The time of the first save, RFC 3339.
        pub started_at: Option<String> = "started_at" as Optional,
        /// The time of the last save, also while the session is active, RFC 3339.
        pub ended_at: Option<String> = "ended_at" as Optional,
        /// The summary, one line.
        pub summary: String = "summary" as Required,
        /// The Git branch at the last save.
        pub branch: Option<String> = "branch" as Optional,
        /// The short hash of the commit at the last save.
        pub commit: Option<String> = "commit" as Optional,
        /// The lines of `git status --porcelain`.
        pub dirty_files: Vec<String> = "dirty_files" as List,
        /// The decisions.
        pub decisions: Vec<Decision> = "decisions" as Elements,
        /// The blockers.
        pub blockers: Vec<String> = "blockers" as List,
        /// The remaining work.
        pub checklist: Vec<ChecklistItem> = "checklist" as Elements,
        /// The notes for the next session.
        pub handoff_notes: Vec<HandoffNote> = "handoff_notes" as Elements,
        /// The references.
        pub references: Vec<Reference> = "references" as Elements,
        /// The places in the project to look at first.
        pub context_pointers: Vec<ContextPointer> = "context_pointers" as Elements,
        /// Facts about the environment, in free form.
        pub environment: Option<Value> = "environment" as Environment,
        /// The name of the line of work to which the session belongs.
        pub timeline: Option<String> = "timeline" as Optional,
        /// A short name.
        pub label: Option<String> = "label" as Optional,
        /// The ID of the session from which this one was forked.
        pub parent_session_id: Option<String> = "parent_session_id" as Optional,
        /// The IDs of its tasks.
        pub related_task_ids: Vec<String> = "related_task_ids" as List,
    }
}

record! {
    /// A decision.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Decision {
        /// What is decided.
        pub decision: String = "decision" as Optional,
        /// The reason.
        pub reason: Option<String> = "reason" as Optional,
        /// `confirmed`, `estimated` or `unverified` by convention.
        pub confidence: Option<String> = "confidence" as Optional,
    }
}

record! {
    /// An item of remaining work.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct ChecklistItem {
        /// What is to be done.
        pub item: String = "item" as Optional,
        /// Whether it is done.
        pub checked: bool = "checked" as Optional,
        /// `user` or `ai` by convention.
        pub owner: Option<String> = "owner" as Optional,
    }
}

record! {
    /// A note for the next session.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct HandoffNote {
        /// The text.
        pub note: String = "note" as Optional,
        /// `caution`, `context` or `suggestion` by convention.
        pub category: Option<String> = "category" as Optional,
    }
}

record! {
    /// A reference.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Reference {
        /// A URL or a path.
        pub uri: String = "uri" as Optional,
        /// The label.
        pub label: String = "label" as Optional,
        /// `file`, `issue`, `mr`, `wiki`, `doc` or `url` by convention; the key is `type`.
        pub kind: Option<String> = "type" as Optional,
        /// The relevant part of it.
        pub notes: Option<String> = "notes" as Optional,
    }
}

record! {
    /// A place in the project.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct ContextPointer {
        /// The path relative to the root of the project.
        pub path: String = "path" as Optional,
        /// The reason to look there.
        pub reason: Option<String> = "reason" as Optional,
        /// The lines, such as `42-78`.
        pub lines: Option<String> = "lines" as Optional,
    }
}

/// A value of free form that is a table by convention.
struct Environment;

impl Form<Option<Value>> for Environment {
    const SHAPE: Shape = Shape::Table;

    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> Option<Value> {
        Free::read(reader, table, key)
    }

    fn write(value: &Option<Value>) -> Option<Value> {
        Free::write(value)
    }
}

/// Reads a session, with findings for invalid values.
pub fn read_session(data: &DataFile) -> (Session, Vec<Finding>) {
    read_record(data)
}

/// Writes the difference between two contents of a session into its data file. `old` is the whole
/// content of the data file. Contents are free values, so that unknown keys of list elements are
/// kept.
pub fn write_session(data: &mut DataFile, old: &Value, new: &Value) -> Result<(), Finding> {
    let container = data.container();
    data.change(old, &to_writable(container, old, new), &key_order::<Session>(container))
}

/// Returns the data file of a new session. Fails if its content is nested too deeply.
pub fn new_session_document(container: Container, content: &Map<String, Value>) -> Result<DataFile, Finding> {
    let order = key_order::<Session>(container);
    let ordered = order.iter().filter_map(|key| content.get_key_value(*key));
    let others = content.iter().filter(|(key, _)| !order.contains(&key.as_str()));
    let sorted = ordered.chain(others).map(|(key, value)| (key.clone(), value.clone())).collect();
    DataFile::from_value(container, &to_writable(container, &Value::Null, &Value::Object(sorted)))
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
