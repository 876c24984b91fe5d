//! The author of a change as a table of a record.

use handoff_protocol::{Actor, ActorKind};

use super::declaration::{Form, Optional, Required, record};
use super::fields::{RecordReader, RecordTable};
use crate::Value;

record!(for Actor {
    kind: ActorKind = "kind" as Kind,
    name: String = "name" as Required,
    version: Option<String> = "version" as Optional,
    conversation: Option<String> = "conversation" as Optional,
});

struct Kind;

impl Form<ActorKind> for Kind {
    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> ActorKind {
        match reader.required_text(table, key).as_str() {
            "human" => ActorKind::Human,
            // A kind that a later version adds is no person.
            _ => ActorKind::Agent,
        }
    }

    fn write(value: &ActorKind) -> Option<Value> {
        let name = match value {
            ActorKind::Human => "human",
            ActorKind::Agent => "agent",
        };
        Some(name.into())
    }
}
