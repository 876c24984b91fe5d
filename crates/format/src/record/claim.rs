//! A claim: the actor that works on a task right now.

use handoff_protocol::{Actor, Holder, Process};

use super::declaration::{Optional, Record, Required, Table, Time, record};
use super::fields::RecordReader;
use super::members;
use crate::{Container, DataFile, Finding, Value};

/// The version of the format.
const VERSION: u64 = 1;

record!(for Holder {
    actor: Actor = "actor" as Required,
    since: String = "since" as Time,
    heard_at: String = "heard_at" as Time,
    process: Option<Process> = "process" as Table,
    subagent: Option<String> = "subagent" as Optional,
} skip {
    needs,
});

record!(for Process {
    host: String = "host" as Required,
    boot: Option<String> = "boot" as Optional,
    pid: u32 = "pid" as Required,
    started: Option<String> = "started" as Optional,
});

/// Reads a claim, with findings for invalid values.
pub fn read_claim(data: &DataFile) -> (Holder, Vec<Finding>) {
    let mut reader = RecordReader::new(data);
    let root = reader.root();
    reader.required_count(&root, "version");
    let holder = Holder::read(&mut reader, &root);
    (holder, reader.findings)
}

/// Returns the data file of a new claim.
pub fn new_claim(task: &str, holder: &Holder) -> DataFile {
    DataFile::from_record(Container::Json, &to_value(task, holder))
}

/// Writes the difference between two claims of a task. `old` was read from the data file.
pub fn write_claim(data: &mut DataFile, task: &str, old: &Holder, new: &Holder) -> Result<(), Finding> {
    data.change(&to_value(task, old), &to_value(task, new), &[])
}

/// The content of a claim: the version of the format, the task, and the holder.
fn to_value(task: &str, holder: &Holder) -> Value {
    let mut claim = members(vec![("version", Some(VERSION.into())), ("task", Some(task.into()))]);
    claim.extend(holder.to_members());
    Value::Object(claim)
}
