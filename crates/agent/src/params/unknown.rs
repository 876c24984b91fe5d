//! Names the arguments that a tool does not know, each with the nearest known one.

use schemars::JsonSchema;
use serde_json::{Map, Value};
use strsim::jaro_winkler;

use crate::lines::first_named;
use crate::params::schema::{items, rules};

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

/// The arguments of a call that its tool does not know.
pub(crate) struct UnknownArguments(Vec<Unknown>);

impl UnknownArguments {
    /// Finds them, or returns `None` if all are known. Null counts as absent.
    pub(crate) fn find(arguments: &Map<String, Value>, schema: &Value) -> Option<UnknownArguments> {
        let mut search = Search { root: schema, unknown: Vec::new() };
        search.members(arguments, schema, "", false);
        Some(UnknownArguments(search.unknown)).filter(|unknown| !unknown.0.is_empty())
    }

    /// Names them for the reply of a call, and says what happened to them. A call that failed has
    /// stored nothing.
    pub(crate) fn note(&self, has_failed: bool) -> String {
        let groups: &[(&str, Option<bool>)] = if has_failed {
            &[("Not known", None)]
        } else {
            &[("Not known, left out", Some(false)), ("Not known, stored as given", Some(true))]
        };
        let lines = groups.iter().filter_map(|(heading, is_stored)| {
            let is_of_group = |one: &&Unknown| is_stored.is_none_or(|is_stored| one.is_stored == is_stored);
            let named = first_named(self.0.iter().filter(is_of_group).map(describe), MAX_NAMED);
            (!named.is_empty()).then(|| format!("{heading}: {}.", named.join("; ")))
        });
        lines.collect::<Vec<_>>().join("\n")
    }
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

/// Returns the path of the known argument that is probably meant: one with this name or that agents
/// call so, first in the object or below it, then elsewhere; or else the most similar name in the
/// object or below it, and at last one with this name in the entries of another list. What agents call a
/// member of entries says nothing outside of these entries.
fn nearest(name: &str, schema: &Value, path: &str, root: &Value) -> Option<String> {
    let below = paths(schema, path);
    let everywhere = paths(root, "");
    let is_entry = |known: &Known<'_>| known.path.strip_prefix(path).unwrap_or(&known.path).contains('[');
    let is_meant = |known: &&Known<'_>| known.name == name || (known.is_called(name) && !is_entry(known));
    let is_named = |known: &&Known<'_>| known.name == name;
    let found =
        below.iter().find(is_meant).or_else(|| everywhere.iter().find(|known| is_meant(known) && !is_entry(known)));
    let similar = || most_similar(name, below.iter().map(|known| (known.name, known.path.as_str()))).map(str::to_owned);
    let elsewhere = || everywhere.iter().find(is_named).map(|known| known.path.clone());
    found.map(|known| known.path.clone()).or_else(similar).or_else(elsewhere)
}

/// Returns the name of the member of a struct that agents call by a name.
pub(crate) fn known_member<P: JsonSchema>(name: &str) -> Option<String> {
    let schema = rules::<P>();
    let members = paths(&schema, "");
    let member = members.iter().find(|known| !known.path.contains('.') && known.is_called(name));
    member.map(|known| known.name.to_owned())
}

/// Returns the second part of the pair whose name is most similar, if one is similar enough.
pub(crate) fn most_similar<'k>(name: &str, known: impl Iterator<Item = (&'k str, &'k str)>) -> Option<&'k str> {
    let mut best: Option<(f64, &str)> = None;
    for (known, path) in known {
        let score = similarity(name, known);
        if score >= MIN_SIMILARITY && best.is_none_or(|(other, _)| score > other) {
            best = Some((score, path));
        }
    }
    best.map(|(_, path)| path)
}

fn similarity(name: &str, known: &str) -> f64 {
    let (name, known) = (name.to_lowercase(), known.to_lowercase());
    let is_part = known.split('_').any(|part| part == name);
    jaro_winkler(&name, &known).max(if is_part { 0.9 } else { 0.0 })
}

/// A property of a schema.
struct Known<'s> {
    path: String,
    name: &'s str,
    schema: &'s Value,
}

impl Known<'_> {
    /// Returns true if this is its name, or one of the names by which agents call it.
    fn is_called(&self, name: &str) -> bool {
        let also = self.schema.get("also").and_then(Value::as_array);
        self.name == name || also.is_some_and(|names| names.iter().any(|also| also == name))
    }
}

/// Returns all properties of a schema, nearer ones first.
fn paths<'s>(schema: &'s Value, path: &str) -> Vec<Known<'s>> {
    let mut found = Vec::new();
    let mut level = vec![(path.to_owned(), schema)];
    while !level.is_empty() {
        let mut next = Vec::new();
        for (path, schema) in level {
            for (name, member) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
                let here = format!("{path}{name}");
                match member.get("items") {
                    Some(items) => next.push((format!("{here}[]."), items)),
                    None => next.push((format!("{here}."), member)),
                }
                found.push(Known { path: here, name, schema: member });
            }
        }
        level = next;
    }
    found
}
