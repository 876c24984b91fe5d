//! The verbs of the command line, one file for each noun: their arguments, and the invocations that
//! they lead to.

pub mod dashboard;
pub mod doctor;
pub mod document;
pub mod handover;
pub mod import;
pub mod referral;
pub mod session;
pub mod task;
pub mod timer;
pub mod trash;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use handoff_agent::RequiredText;
use schemars::JsonSchema;
use serde::de::value::Error as ValueError;
use serde::de::{DeserializeOwned, IntoDeserializer as _};
use serde_json::{Map, Value};

use crate::disk::file;

/// Returns a text argument, or the content of standard input for `-`.
pub fn text_or_stdin(text: &str) -> Result<String, String> {
    if text != "-" {
        return Ok(text.to_owned());
    }
    let input = file::read_standard_input().map_err(|error| format!("standard input cannot be read: {error}"))?;
    Ok(input.trim_end().to_owned())
}

/// As [`text_or_stdin`], for a text that must not be blank.
pub fn required_text(text: &str) -> Result<RequiredText, String> {
    RequiredText::try_from(text_or_stdin(text)?).map_err(str::to_owned)
}

/// Returns a name, which must not be blank.
pub fn required_name(text: &str) -> Result<RequiredText, &'static str> {
    RequiredText::try_from(text.to_owned())
}

/// Parses a number. An infinite one or NaN would be null in JSON, which means no change.
pub fn number(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| "expected a number, like 1.5".to_owned())
}

/// Returns a parser for the values that an argument of a tool accepts. `path` names the members of
/// the schema that lead to the argument.
fn possible_values(tool: &str, path: &[&str]) -> PossibleValuesParser {
    let schema = handoff_agent::find(tool).map(handoff_agent::Tool::input_schema);
    let property = |schema: Value, name: &&str| -> Option<Value> {
        let schema = schema.get("items").unwrap_or(&schema);
        schema.get("properties")?.get(*name).cloned()
    };
    let argument = schema.and_then(|schema| path.iter().try_fold(schema, property));
    // A test of `reference` fails if a tool or member has another name and no value is left.
    let Some(argument) = argument else { return PossibleValuesParser::new(Vec::<String>::new()) };
    let values = argument.get("items").unwrap_or(&argument).get("enum").and_then(Value::as_array);
    let values = values.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
    PossibleValuesParser::new(values.collect::<Vec<_>>())
}

/// Returns a parser for the words that a type accepts.
pub fn words<T>() -> impl TypedValueParser<Value = T>
where
    T: DeserializeOwned + JsonSchema + Clone + Send + Sync + 'static,
{
    words_of(handoff_agent::words::<T>())
}

/// Returns a parser for some words that a type accepts.
pub fn words_of<T, W>(words: impl IntoIterator<Item = W>) -> impl TypedValueParser<Value = T>
where
    T: DeserializeOwned + Clone + Send + Sync + 'static,
    W: Into<PossibleValue>,
{
    PossibleValuesParser::new(words)
        .try_map(|word| -> Result<T, ValueError> { T::deserialize(word.into_deserializer()) })
}

/// Adds a member if there is a value.
pub fn put(members: &mut Map<String, Value>, name: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        members.insert(name.to_owned(), value.into());
    }
}

/// Adds a list member unless the list is empty: no argument means no change, not an empty list.
pub fn put_list<T: Into<Value>>(members: &mut Map<String, Value>, name: &str, list: Vec<T>) {
    if !list.is_empty() {
        members.insert(name.to_owned(), Value::Array(list.into_iter().map(Into::into).collect()));
    }
}

/// Returns a list unless it is empty: no argument means no change, not an empty list.
pub fn non_empty<T>(list: Vec<T>) -> Option<Vec<T>> {
    Some(list).filter(|list| !list.is_empty())
}

/// Returns an object with one member.
fn object_with(name: &str, value: impl Into<Value>) -> Map<String, Value> {
    std::iter::once((name.to_owned(), value.into())).collect()
}

/// Returns the index of an item that is given by its number from 1, by its text, or by the only
/// beginning that matches. Returns the number of matching items as an error.
fn find_item(items: &[&str], text: &str) -> Result<u64, usize> {
    let matching_indexes = |matches: &dyn Fn(&str) -> bool| -> Vec<usize> {
        items.iter().enumerate().filter(|(_, item)| matches(item)).map(|(index, _)| index).collect()
    };
    let number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    if let Some(number) = number.filter(|number| *number < items.len()) {
        return u64::try_from(number).map_err(|_| 0);
    }
    let exact = matching_indexes(&|item| item == text);
    let text = text.to_lowercase();
    let indexes =
        if exact.is_empty() { matching_indexes(&|item| item.to_lowercase().starts_with(&text)) } else { exact };
    match indexes.as_slice() {
        [only] => u64::try_from(*only).map_err(|_| 0),
        several => Err(several.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::find_item;

    #[test]
    fn find_item_by_number_text_or_beginning() {
        let items = ["works offline", "works online", "3 tests", "works"];
        for (text, expected) in [
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
            assert_eq!(find_item(&items, text), expected, "{text}");
        }
    }
}
