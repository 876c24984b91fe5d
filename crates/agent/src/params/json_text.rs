//! Arguments that a client sends as JSON text: an object, a list, a number or a boolean in a string.
//! Some clients do so for single arguments, and an agent cannot change it.

use handoff_format::replace_lone_surrogates;
use serde_json::{Map, Value};

use crate::lines::first_named;
use crate::params::explain::fits;
use crate::params::schema::items;

/// Maximum number of arguments that a note names.
const MAX_NAMED: usize = 10;

/// The arguments of a call with the values of their JSON texts.
pub(crate) struct Decoded {
    pub(crate) arguments: Map<String, Value>,
    /// The arguments that were texts.
    paths: Vec<String>,
}

impl Decoded {
    /// Replaces each string by the value of which it is the JSON text, where the schema takes that
    /// value. Returns `None` if there is none. Where the schema also takes a plain string, only the
    /// texts of objects and lists are replaced.
    pub(crate) fn of(arguments: &Map<String, Value>, schema: &Value) -> Option<Decoded> {
        let mut decoded = Decoded { arguments: arguments.clone(), paths: Vec::new() };
        members(&mut decoded.arguments, schema, "", &mut decoded.paths);
        (!decoded.paths.is_empty()).then_some(decoded)
    }

    /// Says which arguments were texts.
    pub(crate) fn note(&self) -> String {
        json_text_note(&self.paths)
    }
}

/// Says which arguments were given as JSON text.
pub fn json_text_note(paths: &[String]) -> String {
    format!("Given as JSON text, and parsed: {}.", first_named(paths, MAX_NAMED).join(", "))
}

fn members(given: &mut Map<String, Value>, schema: &Value, path: &str, paths: &mut Vec<String>) {
    for (name, given) in given {
        let known = schema.get("properties").and_then(|properties| properties.get(name));
        // An object without properties has a schema for all members, or none.
        let member = known.or_else(|| schema.get("additionalProperties"));
        if let Some(member) = member {
            value(given, member, schema, &format!("{path}{name}"), paths);
        }
    }
}

fn value(given: &mut Value, schema: &Value, parent: &Value, path: &str, paths: &mut Vec<String>) {
    if let Some(decoded) = given.as_str().and_then(|text| decode(text, schema)) {
        *given = decoded;
        paths.push(path.to_owned());
    }
    match given {
        Value::Object(given) => members(given, schema, &format!("{path}."), paths),
        Value::Array(list) => {
            let Some(items) = items(schema, parent) else { return };
            for (index, item) in list.iter_mut().enumerate() {
                value(item, items, schema, &format!("{path}[{index}]"), paths);
            }
        }
        _ => {}
    }
}

/// Returns the value of a JSON text if the schema takes it.
fn decode(text: &str, schema: &Value) -> Option<Value> {
    let value: Value = serde_json::from_str(&replace_lone_surrogates(text).0).ok()?;
    let is_text = fits(&Value::String(text.to_owned()), schema);
    let is_wanted = match &value {
        Value::String(_) | Value::Null => false,
        Value::Bool(_) | Value::Number(_) => !is_text,
        Value::Array(_) => true,
        // A plain text is short for an object with one main member.
        Value::Object(members) => {
            schema.get("main").and_then(Value::as_str).is_none_or(|main| members.contains_key(main))
        }
    };
    (is_wanted && schema.get("type").is_some() && fits(&value, schema)).then_some(value)
}
