//! What an agent needs from a person right now, as a file of this machine.

use handoff_protocol::{Actor, AgentNeed, NeedKind, Process};

use super::declaration::{Form, Record, Required, Table, Time, record};
use super::fields::{RecordReader, RecordTable};
use super::members;
use crate::{Container, DataFile, Finding, Value};

/// The version of the format.
const VERSION: u64 = 1;

record!(for AgentNeed {
    actor: Actor = "actor" as Required,
    kind: NeedKind = "kind" as Kind,
    text: String = "text" as Required,
    since: String = "since" as Time,
    process: Option<Process> = "process" as Table,
});

struct Kind;

impl Form<NeedKind> for Kind {
    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> NeedKind {
        match reader.required_text(table, key).as_str() {
            "permission" => NeedKind::Permission,
            "instruction" => NeedKind::Instruction,
            // A kind that a later version adds is answered by a person as well.
            _ => NeedKind::Answer,
        }
    }

    fn write(value: &NeedKind) -> Option<Value> {
        let name = match value {
            NeedKind::Permission => "permission",
            NeedKind::Answer => "answer",
            NeedKind::Instruction => "instruction",
        };
        Some(name.into())
    }
}

/// Reads the need of an agent, with findings for invalid values.
pub fn read_agent_need(data: &DataFile) -> (AgentNeed, Vec<Finding>) {
    let mut reader = RecordReader::new(data);
    let root = reader.root();
    reader.required_count(&root, "version");
    let need = AgentNeed::read(&mut reader, &root);
    (need, reader.findings)
}

/// Returns the data file of the need of an agent.
pub fn new_agent_need(need: &AgentNeed) -> DataFile {
    let mut value = members(vec![("version", Some(VERSION.into()))]);
    value.extend(need.to_members());
    DataFile::from_record(Container::Json, &Value::Object(value))
}
