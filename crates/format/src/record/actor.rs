//! The author of a change as a table of a record.

use handoff_protocol::{Actor, ActorKind};

use super::fields::{RecordReader, RecordTable};
use super::object;
use crate::Value;

/// Reads an actor, with findings for invalid values.
pub(super) fn read_actor(reader: &mut RecordReader<'_>, table: &RecordTable<'_>) -> Actor {
    let kind = match reader.required_text(table, "kind").as_str() {
        "human" => ActorKind::Human,
        // A kind that a later version adds is no person.
        _ => ActorKind::Agent,
    };
    Actor {
        kind,
        name: reader.required_text(table, "name"),
        version: reader.text(table, "version"),
        conversation: reader.text(table, "conversation"),
    }
}

/// Returns the table of an actor.
pub(super) fn actor_value(actor: &Actor) -> Value {
    let kind = match actor.kind {
        ActorKind::Human => "human",
        ActorKind::Agent => "agent",
    };
    object(vec![
        ("kind", Some(kind.into())),
        ("name", Some(actor.name.as_str().into())),
        ("version", actor.version.as_deref().map(Value::from)),
        ("conversation", actor.conversation.as_deref().map(Value::from)),
    ])
}
