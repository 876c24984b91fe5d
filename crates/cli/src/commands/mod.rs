//! The verbs, a noun a file: what the command line says, and what is to be asked for.

pub mod assignee;
pub mod calendar;
pub mod config;
pub mod doctor;
pub mod import;
pub mod labels;
pub mod memory;
pub mod milestone;
pub mod overview;
pub mod planning;
pub mod referral;
pub mod session;
pub mod task;
pub mod timer;
pub mod working_time;

use std::io::Read as _;

use clap::builder::PossibleValuesParser;
use serde_json::{Map, Value};

/// A text from the command line; `-` is what standard input holds.
fn said(text: &str) -> Result<String, String> {
    if text != "-" {
        return Ok(text.to_owned());
    }
    let mut held = String::new();
    let read = std::io::stdin().read_to_string(&mut held);
    read.map_err(|error| format!("standard input cannot be read: {error}"))?;
    Ok(held.trim_end().to_owned())
}

/// One of the words that an argument of a tool takes; `place` names the members on the way to it.
fn words(tool: &str, place: &[&str]) -> PossibleValuesParser {
    let schema = handoff_agent::find(tool).map(|tool| (tool.input)()).unwrap_or_default();
    let inner = |schema: Value, name: &&str| -> Option<Value> {
        let schema = schema.get("items").unwrap_or(&schema);
        schema.get("properties")?.get(*name).cloned()
    };
    let found = place.iter().try_fold(schema, inner);
    let found = found.map(|schema| schema.get("items").cloned().unwrap_or(schema)).unwrap_or_default();
    let words = found.get("enum").and_then(Value::as_array).into_iter().flatten();
    PossibleValuesParser::new(words.filter_map(Value::as_str).map(str::to_owned).collect::<Vec<_>>())
}

/// A member where a value was given.
fn put(members: &mut Map<String, Value>, name: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        members.insert(name.to_owned(), value.into());
    }
}

/// A member where something was given: nothing given is no empty list.
fn put_list<T: Into<Value>>(members: &mut Map<String, Value>, name: &str, list: Vec<T>) {
    if !list.is_empty() {
        members.insert(name.to_owned(), Value::Array(list.into_iter().map(Into::into).collect()));
    }
}

/// An object with one member.
fn one(name: &str, value: impl Into<Value>) -> Map<String, Value> {
    std::iter::once((name.to_owned(), value.into())).collect()
}

/// The place, from 0, of the item that somebody means: by its number, from 1, by its text, or by the only beginning that fits. Else how many
/// fit.
fn meant(items: &[&str], wanted: &str) -> Result<u64, usize> {
    let at = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        items.iter().enumerate().filter(|(_, item)| fits(item)).map(|(at, _)| at).collect()
    };
    let number = wanted.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    if let Some(number) = number.filter(|number| *number < items.len()) {
        return u64::try_from(number).map_err(|_| 0);
    }
    let exact = at(&|item| item == wanted);
    let wanted = wanted.to_lowercase();
    let fitting = if exact.is_empty() { at(&|item| item.to_lowercase().starts_with(&wanted)) } else { exact };
    match fitting.as_slice() {
        [only] => u64::try_from(*only).map_err(|_| 0),
        several => Err(several.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn an_item_is_meant_by_its_number_its_text_or_its_beginning() {
        let items = ["works offline", "works online", "3 tests", "works"];
        for (wanted, found) in [
            ("1", Ok(0)),
            ("4", Ok(3)),
            ("5", Err(0)),
            ("0", Err(0)),
            ("works", Ok(3)),
            ("Works on", Ok(1)),
            ("works o", Err(2)),
            ("3 t", Ok(2)),
            ("else", Err(0)),
        ] {
            assert_eq!(meant(&items, wanted), found, "{wanted}");
        }
    }
}
