//! Typed records. [`declaration`] declares most of them with one line for a field.
//!
//! Invariant: reading never fails. A value of the wrong type is reported and treated as absent.
//! List elements keep their index, so a typed list and the list in the file correspond element by
//! element.

mod actor;
pub(crate) mod agent_need;
pub(crate) mod baseline;
pub(crate) mod calendar;
pub(crate) mod claim;
pub(crate) mod config;
pub(crate) mod declaration;
pub(crate) mod fields;
pub(crate) mod memory;
pub(crate) mod package;
pub(crate) mod page;
pub(crate) mod proposal;
pub(crate) mod referral;
pub(crate) mod schema;
pub(crate) mod session;
pub(crate) mod task;
pub(crate) mod timer;
pub(crate) mod usage;
pub(crate) mod view;

use serde_json::{Map, Value};

/// Returns the fields that have a value.
fn members(fields: Vec<(&str, Option<Value>)>) -> Map<String, Value> {
    fields.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
}

/// Builds an object from the fields that have a value.
fn object(fields: Vec<(&str, Option<Value>)>) -> Value {
    Value::Object(members(fields))
}

/// Returns an object with the members of another one, which take precedence. If they are not two objects,
/// returns the other value.
fn merge(object: Value, other: Value) -> Value {
    match (object, other) {
        (Value::Object(mut members), Value::Object(others)) => {
            members.extend(others);
            Value::Object(members)
        }
        (_, other) => other,
    }
}

/// Returns a value without its nulls, which TOML cannot express, or `None` if it is null itself.
fn without_nulls(value: &Value) -> Option<Value> {
    Some(match value {
        Value::Null => return None,
        Value::Array(values) => values.iter().filter_map(without_nulls).collect(),
        Value::Object(members) => {
            members.iter().filter_map(|(key, value)| Some((key.clone(), without_nulls(value)?))).collect()
        }
        scalar => scalar.clone(),
    })
}
