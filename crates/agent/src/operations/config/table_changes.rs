//! Changes to a table of the configuration.

use handoff_format::{Calendar, is_date};
use handoff_protocol::ConfigChange;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::InvalidArgument;

/// Returns the changes to a table of the configuration for the given values, which the engine
/// checks. `old` is the current calendar of the table.
pub(in crate::operations) fn table_changes(
    values: &impl Serialize,
    table: &[&str],
    old: Option<&Calendar>,
) -> Result<Vec<ConfigChange>, InvalidArgument> {
    let change = |path: &[&str], value: Value| {
        let key = table.iter().chain(path).map(|part| (*part).to_owned()).collect();
        ConfigChange { key, value, seen: None }
    };
    let values = json!(values);
    let values = values.as_object().into_iter().flatten();
    let mut changes = Vec::new();
    let mut day_hours = None;
    for (name, value) in values {
        match (name.as_str(), value) {
            ("day_hours", value) => day_hours = Some(value),
            (name, value) => changes.push(change(&[name], value.clone())),
        }
    }
    let empty = Map::new();
    let days = match day_hours {
        None => return Ok(changes),
        Some(Value::Null) => &empty,
        Some(Value::Object(days)) => days,
        Some(_) => return Err(InvalidArgument::new("day_hours", "an object of hours by day, or null")),
    };
    let old: Vec<&str> = old.iter().flat_map(|old| &old.day_hours).map(|(day, _)| day.as_str()).collect();
    // A day in an unknown format can only be removed with the whole table.
    let replaces_table = days.is_empty() || old.iter().any(|day| !is_date(day) && day.len() != 3);
    if replaces_table && !old.is_empty() {
        changes.push(change(&["day_hours"], Value::Null));
    } else {
        for day in old.iter().filter(|day| !days.contains_key(**day)) {
            changes.push(change(&["day_hours", day], Value::Null));
        }
    }
    for (day, hours) in days {
        changes.push(change(&["day_hours", day], hours.clone()));
    }
    Ok(changes)
}
