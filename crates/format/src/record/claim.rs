//! A claim: the actor that works on a task right now.

use handoff_protocol::Holder;

use super::actor::{actor_value, read_actor};
use super::fields::{RecordReader, RecordTable};
use super::object;
use crate::{Container, Document, Finding, Value};

/// The version of the format.
const VERSION: u64 = 1;

/// Reads a claim, with findings for invalid values.
pub fn read_claim(document: &Document) -> (Holder, Vec<Finding>) {
    let mut reader = RecordReader::new(document);
    let root = reader.root();
    reader.required_count(&root, "version");
    let actor = reader.table(&root, "actor").unwrap_or(RecordTable::missing("actor"));
    let actor = read_actor(&mut reader, &actor);
    let since = reader.time(&root, "since").unwrap_or_default();
    let heard_at = reader.time(&root, "heard_at").unwrap_or_default();
    (Holder { actor, since, heard_at }, reader.findings)
}

/// Returns the document of a new claim.
pub fn new_claim(task: &str, holder: &Holder) -> Document {
    Document::from_record(Container::Json, &to_value(task, holder))
}

/// Writes the difference between two claims of a task. `old` was read from the document.
pub fn write_claim(document: &mut Document, task: &str, old: &Holder, new: &Holder) -> Result<(), Finding> {
    document.change(&to_value(task, old), &to_value(task, new), &[])
}

fn to_value(task: &str, Holder { actor, since, heard_at }: &Holder) -> Value {
    object(vec![
        ("version", Some(VERSION.into())),
        ("task", Some(task.into())),
        ("actor", Some(actor_value(actor))),
        ("since", Some(since.as_str().into())),
        ("heard_at", Some(heard_at.as_str().into())),
    ])
}
