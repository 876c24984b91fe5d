//! Parsers of arguments that several verbs share.

use std::io;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use handoff_agent::RequiredText;
use schemars::JsonSchema;
use serde::de::value::Error as ValueError;
use serde::de::{DeserializeOwned, IntoDeserializer as _};
use thiserror::Error;

use crate::ground::disk::file;

/// Why the value of an argument is invalid. It completes a sentence of clap.
#[derive(Debug, Error)]
pub enum InvalidValue {
    #[error("standard input cannot be read: {0}")]
    StandardInput(io::Error),
    #[error("{0}")]
    Blank(&'static str),
    #[error("expected a number, like 1.5")]
    Number,
    #[error("expected a day and its hours, like fri=6")]
    DayHours,
    #[error("use a number of days such as 30d")]
    Days,
    #[error("expected the number of a change, or with a field, like 3.dueDate or 3.dueDate=2026-12-18")]
    ProposedChange,
}

/// Returns a text argument, or the content of standard input for `-`.
pub fn text_or_stdin(text: &str) -> Result<String, InvalidValue> {
    if text != "-" {
        return Ok(text.to_owned());
    }
    let input = file::read_standard_input().map_err(InvalidValue::StandardInput)?;
    Ok(input.trim_end().to_owned())
}

/// As [`text_or_stdin`], for a text that must not be blank.
pub fn required_text(text: &str) -> Result<RequiredText, InvalidValue> {
    RequiredText::try_from(text_or_stdin(text)?).map_err(InvalidValue::Blank)
}

/// As [`required_text`], for a text that is never read from standard input.
pub fn not_blank(text: &str) -> Result<RequiredText, InvalidValue> {
    RequiredText::try_from(text.to_owned()).map_err(InvalidValue::Blank)
}

/// Returns the values of a repeatable argument; `None` without any, which means no change.
pub fn non_empty<T>(values: Vec<T>) -> Option<Vec<T>> {
    Some(values).filter(|values| !values.is_empty())
}

/// Parses a number. An infinite one or NaN would be null in JSON, which means no change.
pub fn number(text: &str) -> Result<f64, InvalidValue> {
    let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or(InvalidValue::Number)
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

/// Returns the index of an item that is given by its number from 1, by its text, or by the only
/// beginning that matches. Returns the number of matching items as an error.
pub fn find_item(items: &[&str], text: &str) -> Result<u64, usize> {
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
