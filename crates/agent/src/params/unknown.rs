//! Names the arguments that a tool does not know, each with the nearest known one.

use serde_json::{Map, Value};
use strsim::jaro_winkler;

use crate::params::schema::items;

/// Maximum number of arguments that a remark names.
const MAX_NAMED: usize = 10;
/// Minimum similarity of names, from 0 to 1, for a suggestion.
const MIN_SIMILARITY: f64 = 0.84;

/// An argument that a schema does not have.
struct Unknown {
    path: String,
    /// The path of the known argument that was probably meant.
    meant: Option<String>,
    /// Whether it is stored as it was given.
    is_stored: bool,
}

/// Returns a remark about unknown arguments, or `None` if all are known. Null counts as absent.
pub(crate) fn unknown_note(arguments: &Map<String, Value>, schema: &Value) -> Option<String> {
    let mut search = Search { root: schema, unknown: Vec::new() };
    search.members(arguments, schema, "", false);
    let remark = |heading: &str, is_stored: bool| {
        let mut named: Vec<String> =
            search.unknown.iter().filter(|one| one.is_stored == is_stored).map(describe).collect();
        let omitted = named.len().saturating_sub(MAX_NAMED);
        named.truncate(MAX_NAMED);
        if omitted > 0 {
            named.push(format!("{omitted} more"));
        }
        (!named.is_empty()).then(|| format!("{heading}: {}.", named.join("; ")))
    };
    let remarks = [remark("Not known, left out", false), remark("Not known, stored as given", true)];
    Some(remarks.into_iter().flatten().collect::<Vec<_>>().join("\n")).filter(|text| !text.is_empty())
}

fn describe(unknown: &Unknown) -> String {
    let path = &unknown.path;
    unknown.meant.as_ref().map_or_else(|| path.clone(), |meant| format!("{path} ({meant} is meant?)"))
}

struct Search<'s> {
    root: &'s Value,
    unknown: Vec<Unknown>,
}

impl Search<'_> {
    fn members(&mut self, given: &Map<String, Value>, schema: &Value, path: &str, is_stored: bool) {
        // An object without properties takes any members.
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
        for (name, value) in given.iter().filter(|(_, value)| !value.is_null()) {
            let here = format!("{path}{name}");
            if let Some(member) = properties.get(name) {
                self.value(value, member, schema, &here, is_stored);
            } else {
                let meant = nearest(name, schema, path, self.root);
                self.unknown.push(Unknown { path: here, meant, is_stored });
            }
        }
    }

    fn value(&mut self, value: &Value, schema: &Value, parent: &Value, path: &str, is_stored: bool) {
        let is_stored = is_stored || schema.get("stored").is_some();
        match value {
            Value::Object(given) => self.members(given, schema, &format!("{path}."), is_stored),
            Value::Array(list) => {
                let Some(items) = items(schema, parent) else { return };
                for (index, item) in list.iter().enumerate() {
                    self.value(item, items, schema, &format!("{path}[{index}]"), is_stored);
                }
            }
            _ => {}
        }
    }
}

/// Returns the path of the known argument that is probably meant: the member that agents call by this
/// name, the same name elsewhere, first below the object, or else the most similar name in the
/// object or below it.
fn nearest(name: &str, schema: &Value, path: &str, root: &Value) -> Option<String> {
    let is_alias = |member: &Value| {
        let names = member.get("also").and_then(Value::as_array);
        names.is_some_and(|names| names.iter().any(|also| also == name))
    };
    let members = schema.get("properties").and_then(Value::as_object);
    if let Some((known, _)) = members.into_iter().flatten().find(|(_, member)| is_alias(member)) {
        return Some(format!("{path}{known}"));
    }
    let below = paths(schema, path);
    let same = |(_, known): &&(String, String)| known == name;
    let everywhere = paths(root, "");
    if let Some((path, _)) = below.iter().chain(&everywhere).find(same) {
        return Some(path.clone());
    }
    let mut best: Option<(f64, &String)> = None;
    for (path, known) in &below {
        let score = similarity(name, known);
        if score >= MIN_SIMILARITY && best.is_none_or(|(other, _)| score > other) {
            best = Some((score, path));
        }
    }
    best.map(|(_, path)| path.clone())
}

fn similarity(name: &str, known: &str) -> f64 {
    let (name, known) = (name.to_lowercase(), known.to_lowercase());
    let is_part = known.split('_').any(|part| part == name);
    jaro_winkler(&name, &known).max(if is_part { 0.9 } else { 0.0 })
}

/// Returns the paths and names of all properties of a schema, nearer ones first.
fn paths(schema: &Value, path: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut level = vec![(path.to_owned(), schema)];
    while !level.is_empty() {
        let mut next = Vec::new();
        for (path, schema) in level {
            for (name, member) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
                let here = format!("{path}{name}");
                found.push((here.clone(), name.clone()));
                match member.get("items") {
                    Some(items) => next.push((format!("{here}[]."), items)),
                    None => next.push((format!("{here}."), member)),
                }
            }
        }
        level = next;
    }
    found
}
