//! Adds and removes members and list elements in JSON that people edit, with comments and trailing
//! commas.
//!
//! Invariant: everything else keeps its bytes, a byte order mark too. Text that cannot be parsed, or in which a key of the
//! path is duplicated, is refused.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstObject, CstObjectProp, CstRootNode};
use jsonc_parser::errors::ParseError;
use serde_json::Value;
use thiserror::Error;

/// Why a text is not changed.
#[derive(Debug, Error)]
pub enum JsonError {
    #[error("it is not JSON: {0}")]
    Syntax(#[from] ParseError),
    #[error("it does not contain a JSON object")]
    NoObject,
    #[error("it has the key {0} twice; keep one of them")]
    DuplicateKey(String),
    #[error("{0} is not a table")]
    NoTable(String),
    #[error("{0} is not a list")]
    NoList(String),
}

/// The mark that some editors write at the start of a file.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns the value at a path, or `None` if there is none.
pub fn value_at(text: &str, path: &[&str]) -> Result<Option<Value>, JsonError> {
    // A file of comments only has no value.
    let root = parse(text, path)?.to_serde_value().unwrap_or(Value::Null);
    Ok(path.iter().try_fold(&root, |value, key| value.get(*key)).cloned())
}

/// Sets the value at a path.
pub fn set(text: &str, path: &[&str], value: &Value) -> Result<String, JsonError> {
    let Some((key, parents)) = path.split_last() else { return Ok(text.to_owned()) };
    let root = parse(text, path)?;
    let object = object_at(&root, parents)?;
    match object.get(key) {
        Some(member) => member.set_value(input(value)),
        None => {
            object.append(key, input(value));
        }
    }
    Ok(to_text(text, &root))
}

/// Appends an element to the list at a path.
pub fn push(text: &str, path: &[&str], element: &Value) -> Result<String, JsonError> {
    let Some((key, parents)) = path.split_last() else { return Ok(text.to_owned()) };
    let root = parse(text, path)?;
    let list =
        object_at(&root, parents)?.array_value_or_create(key).ok_or_else(|| JsonError::NoList(path.join(".")))?;
    list.append(input(element));
    list.ensure_multiline();
    Ok(to_text(text, &root))
}

/// Removes the member at a path, and the objects above that are empty then.
pub fn remove(text: &str, path: &[&str]) -> Result<String, JsonError> {
    let root = parse(text, path)?;
    let mut members = Vec::new();
    let mut object = root.object_value();
    for key in path {
        let Some(parent) = object else { return Ok(text.to_owned()) };
        let Some(member) = parent.get(key) else { return Ok(text.to_owned()) };
        object = member.object_value();
        members.push(member);
    }
    let mut innermost_first = members.into_iter().rev();
    if let Some(member) = innermost_first.next() {
        member.remove();
    }
    for member in innermost_first {
        let empty = member.object_value().is_some_and(|object| object.properties().is_empty());
        if !empty {
            break;
        }
        member.remove();
    }
    Ok(to_text(text, &root))
}

/// Removes the elements that are `ours` from the list at a path, and the list with its parents if
/// nothing else is in it.
pub fn remove_elements(text: &str, path: &[&str], ours: impl Fn(&Value) -> bool) -> Result<String, JsonError> {
    let root = parse(text, path)?;
    let Some((key, parents)) = path.split_last() else { return Ok(text.to_owned()) };
    let object = parents.iter().try_fold(root.object_value(), |object, key| Some(object?.object_value(key)));
    let Some(list) = object.flatten().and_then(|object| object.array_value(key)) else { return Ok(text.to_owned()) };
    let (own, others): (Vec<_>, Vec<_>) =
        list.elements().into_iter().partition(|element| element.to_serde_value().is_some_and(|value| ours(&value)));
    if own.is_empty() {
        return Ok(text.to_owned());
    }
    if others.is_empty() {
        return remove(text, path);
    }
    for element in own {
        element.remove();
    }
    Ok(to_text(text, &root))
}

/// Parses a text. A key of the path that is duplicated is an error, since programs differ in which
/// of the two counts.
fn parse(text: &str, path: &[&str]) -> Result<CstRootNode, JsonError> {
    let (_, text) = split_mark(text);
    let text = if text.trim().is_empty() { "{}" } else { text };
    let root = CstRootNode::parse(text, &ParseOptions::default())?;
    let mut object = root.object_value();
    for (depth, key) in path.iter().enumerate() {
        let Some(parent) = object else { break };
        let is_key = |member: &CstObjectProp| {
            member.name().and_then(|name| name.decoded_value().ok()).is_some_and(|name| name == *key)
        };
        if parent.properties().iter().filter(|member| is_key(member)).count() > 1 {
            return Err(JsonError::DuplicateKey(path.get(..=depth).unwrap_or(path).join(".")));
        }
        object = parent.object_value(key);
    }
    Ok(root)
}

/// Returns the object at a path, created if it is absent. A value of another kind is an error.
fn object_at(root: &CstRootNode, path: &[&str]) -> Result<CstObject, JsonError> {
    let mut object = root.object_value().ok_or(JsonError::NoObject)?;
    for (depth, key) in path.iter().enumerate() {
        object = object
            .object_value_or_create(key)
            .ok_or_else(|| JsonError::NoTable(path.get(..=depth).unwrap_or(path).join(".")))?;
    }
    Ok(object)
}

/// Splits a text into its byte order mark, if any, and the rest.
fn split_mark(text: &str) -> (&str, &str) {
    text.split_at(if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 })
}

/// Returns the text; a new file ends with a line break.
fn to_text(old: &str, root: &CstRootNode) -> String {
    let (mark, old) = split_mark(old);
    let end = if old.trim().is_empty() { "\n" } else { "" };
    format!("{mark}{root}{end}")
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(flag) => CstInputValue::Bool(*flag),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(elements) => CstInputValue::Array(elements.iter().map(input).collect()),
        Value::Object(object) => {
            CstInputValue::Object(object.iter().map(|(key, value)| (key.clone(), input(value))).collect())
        }
    }
}
