//! JSON Schema in few words: agents pay for every token of it.

use handoff_protocol::Status;
use serde_json::{Map, Value, json};

/// An object with these members; `required` are those that must be there.
pub(crate) fn object<const N: usize>(members: [(&str, Value); N], required: &[&str]) -> Value {
    let members: Map<String, Value> = members.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), Value::Object(members));
    if !required.is_empty() {
        schema.insert("required".to_owned(), json!(required));
    }
    Value::Object(schema)
}

pub(crate) fn text() -> Value {
    json!({"type": "string"})
}

pub(crate) fn flag() -> Value {
    json!({"type": "boolean"})
}

pub(crate) fn number() -> Value {
    json!({"type": "number"})
}

/// A whole number. That it is not below zero is said to whoever gives another one.
pub(crate) fn count() -> Value {
    json!({"type": "integer"})
}

pub(crate) fn list(of: &Value) -> Value {
    json!({"type": "array", "items": of})
}

pub(crate) fn one_of(words: &[&str]) -> Value {
    json!({"type": "string", "enum": words})
}

/// A map from names to such values.
pub(crate) fn map(of: &Value) -> Value {
    json!({"type": "object", "additionalProperties": of})
}

/// The same, or null.
pub(crate) fn nullable(mut schema: Value) -> Value {
    if let Some(kind) = schema.get_mut("type") {
        *kind = json!([kind, "null"]);
    }
    schema
}

/// All statuses by name.
pub(crate) fn statuses() -> Vec<&'static str> {
    Status::ALL.iter().map(|status| status.name()).collect()
}
