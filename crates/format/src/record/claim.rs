//! A claim: the actor that works on a task right now.

use handoff_protocol::{Actor, Holder, Process};

use super::declaration::Record;
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
    let actor = Actor::read(&mut reader, &actor);
    let since = reader.time(&root, "since").unwrap_or_default();
    let heard_at = reader.time(&root, "heard_at").unwrap_or_default();
    let process = reader.table(&root, "process").and_then(|table| read_process(&mut reader, &table));
    (Holder { actor, since, heard_at, process }, reader.findings)
}

fn read_process(reader: &mut RecordReader<'_>, table: &RecordTable<'_>) -> Option<Process> {
    let host = reader.required_text(table, "host");
    let (boot, started) = (reader.text(table, "boot"), reader.text(table, "started"));
    let pid = reader.required_count(table, "pid");
    Some(Process { host, boot, pid: u32::try_from(pid).ok()?, started })
}

/// Returns the document of a new claim.
pub fn new_claim(task: &str, holder: &Holder) -> Document {
    Document::from_record(Container::Json, &to_value(task, holder))
}

/// Writes the difference between two claims of a task. `old` was read from the document.
pub fn write_claim(document: &mut Document, task: &str, old: &Holder, new: &Holder) -> Result<(), Finding> {
    document.change(&to_value(task, old), &to_value(task, new), &[])
}

fn to_value(task: &str, Holder { actor, since, heard_at, process }: &Holder) -> Value {
    let process = process.as_ref().map(|Process { host, boot, pid, started }| {
        object(vec![
            ("host", Some(host.as_str().into())),
            ("boot", boot.as_deref().map(Value::from)),
            ("pid", Some((*pid).into())),
            ("started", started.as_deref().map(Value::from)),
        ])
    });
    object(vec![
        ("version", Some(VERSION.into())),
        ("task", Some(task.into())),
        ("actor", Some(actor.to_value())),
        ("since", Some(since.as_str().into())),
        ("heard_at", Some(heard_at.as_str().into())),
        ("process", process),
    ])
}
