//! Explains which argument is invalid and what it takes.

use handoff_format::is_date;
use serde_json::{Map, Value, json};

use crate::params::InvalidArgument;
use crate::params::schema::items;

/// Returns the first argument that does not match the schema.
pub(super) fn invalid(
    arguments: &Map<String, Value>,
    schema: &Value,
    path: &str,
    error: &serde_json::Error,
) -> InvalidArgument {
    members(arguments, schema, path).unwrap_or_else(|| InvalidArgument::new("list", format!("valid: {error}")))
}

fn members(given: &Map<String, Value>, schema: &Value, path: &str) -> Option<InvalidArgument> {
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|known| known == name));
    let properties = schema.get("properties")?.as_object()?;
    let value = |name: &str| given.get(name).filter(|value| !value.is_null());
    let wrong = properties
        .iter()
        .find_map(|(name, member)| self::member(value(name)?, member, schema, format!("{path}{name}")));
    wrong.or_else(|| {
        let (name, schema) = properties.iter().find(|(name, _)| is_required(name) && value(name).is_none())?;
        Some(InvalidArgument::missing(format!("{path}{name}"), description(schema)))
    })
}

fn member(value: &Value, schema: &Value, parent: &Value, path: String) -> Option<InvalidArgument> {
    if !fits(value, schema) {
        return Some(InvalidArgument::new(path, description(schema)));
    }
    match value {
        Value::Object(given) => members(given, schema, &format!("{path}.")),
        Value::Array(list) => {
            let items = items(schema, parent)?;
            if list.iter().any(|item| !fits(item, items)) {
                return Some(InvalidArgument::new(path, description(schema)));
            }
            let mut objects = list.iter().enumerate().filter_map(|(index, item)| Some((index, item.as_object()?)));
            objects.find_map(|(index, item)| members(item, items, &format!("{path}[{index}].")))
        }
        _ => None,
    }
}

/// Returns true if a value matches a schema. Does not check members and items.
pub(super) fn fits(value: &Value, schema: &Value) -> bool {
    if let (Some(_), Some(text)) = (schema.get("main"), value.as_str()) {
        return !text.trim().is_empty();
    }
    let accepted = schema.get("accepts").and_then(Value::as_array);
    let is_accepted = |kind: &Value| {
        let items = kind.get("items").and_then(|items| Some((items, value.as_array()?)));
        fits(value, kind) && items.is_none_or(|(items, list)| list.iter().all(|item| fits(item, items)))
    };
    if accepted.is_some_and(|kinds| kinds.iter().any(is_accepted)) {
        return true;
    }
    if let Some(kinds) = schema.get("type").and_then(Value::as_array) {
        return kinds.iter().any(|kind| fits(value, &json!({"type": kind})));
    }
    match kind(schema) {
        "string" => value.as_str().is_some_and(|text| {
            let words = schema.get("enum").and_then(Value::as_array);
            words.is_none_or(|words| words.contains(value))
                && (schema.get("minLength").is_none() || !text.trim().is_empty())
                && (format(schema) != "date" || is_date(text))
        }),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.as_u64().is_some_and(|number| format(schema) != "uint32" || u32::try_from(number).is_ok()),
        "array" => {
            let items = schema.get("items").filter(|_| schema.get("single").is_some());
            value.is_array() || items.is_some_and(|items| fits(value, items))
        }
        "object" => value.is_object(),
        _ => true,
    }
}

fn kind(schema: &Value) -> &str {
    schema.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn format(schema: &Value) -> &str {
    schema.get("format").and_then(Value::as_str).unwrap_or_default()
}

fn description(schema: &Value) -> String {
    if let Some(takes) = schema.get("takes").and_then(Value::as_str) {
        return takes.to_owned();
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        return format!("one of {}", words.join(", "));
    }
    match kind(schema) {
        "string" if format(schema) == "date" => "a date like 2026-12-01".to_owned(),
        "string" if schema.get("minLength").is_some() => "a non-empty string".to_owned(),
        "string" => "a string".to_owned(),
        "boolean" => "true or false".to_owned(),
        "number" => "a number".to_owned(),
        "integer" => "a whole number, 0 or greater".to_owned(),
        "array" => {
            let items = schema.get("items").unwrap_or(&Value::Null);
            match kind(items) {
                "string" => "a list of strings".to_owned(),
                "object" => match main(items) {
                    Some(main) => format!("a list of non-empty strings, or of objects with {main}"),
                    None => format!("a list of objects{}", required(items)),
                },
                _ => "a list".to_owned(),
            }
        }
        _ => match main(schema) {
            Some(main) => format!("a non-empty string, or an object with {main}"),
            None => format!("an object{}", required(schema)),
        },
    }
}

/// Returns the member that a plain string sets.
fn main(schema: &Value) -> Option<&str> {
    schema.get("main").and_then(Value::as_str)
}

/// Returns " with" and the required members, or an empty text if there are none.
fn required(schema: &Value) -> String {
    let names = schema.get("required").and_then(Value::as_array);
    let names: Vec<&str> = names.into_iter().flatten().filter_map(Value::as_str).collect();
    if names.is_empty() { String::new() } else { format!(" with {}", names.join(" and ")) }
}
