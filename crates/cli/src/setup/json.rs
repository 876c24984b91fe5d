//! Keys and list entries put into JSON that people write by hand, comments and trailing commas included, and taken out again.
//!
//! Invariant: what is not concerned keeps its bytes; what makes no sense is refused and not written.

use jsonc_parser::ParseOptions;
use jsonc_parser::cst::{CstInputValue, CstObject, CstRootNode};
use serde_json::Value;

/// The value at a path; none where there is none.
pub fn value_at(text: &str, path: &[&str]) -> Result<Option<Value>, String> {
    let whole = parse(text)?.to_serde_value().unwrap_or_default();
    Ok(path.iter().try_fold(&whole, |value, key| value.get(*key)).cloned())
}

/// Puts a value at a path, in place of what is there.
pub fn put(text: &str, path: &[&str], value: &Value) -> Result<String, String> {
    let Some((key, above)) = path.split_last() else { return Ok(text.to_owned()) };
    let root = parse(text)?;
    let table = table_at(&root, above)?;
    match table.get(key) {
        Some(member) => member.set_value(input(value)),
        None => drop(table.append(key, input(value))),
    }
    Ok(written(text, &root))
}

/// Puts an element at the end of the list at a path.
pub fn push(text: &str, path: &[&str], element: &Value) -> Result<String, String> {
    let Some((key, above)) = path.split_last() else { return Ok(text.to_owned()) };
    let root = parse(text)?;
    let list = table_at(&root, above)?.array_value_or_create(key).ok_or_else(|| not_a("list", path))?;
    list.append(input(element));
    list.ensure_multiline();
    Ok(written(text, &root))
}

/// Takes away what is at a path, and the tables above that are empty then.
pub fn take(text: &str, path: &[&str]) -> Result<String, String> {
    let root = parse(text)?;
    let mut tables = Vec::new();
    let mut table = root.object_value();
    for key in path {
        let Some(here) = table else { return Ok(text.to_owned()) };
        let Some(member) = here.get(key) else { return Ok(text.to_owned()) };
        table = member.object_value();
        tables.push(member);
    }
    let mut members = tables.into_iter().rev();
    if let Some(member) = members.next() {
        member.remove();
    }
    for member in members {
        let empty = member.object_value().is_some_and(|table| table.properties().is_empty());
        if !empty {
            break;
        }
        member.remove();
    }
    Ok(root.to_string())
}

/// Takes those elements out of the list at a path that are `ours`, and the list with the tables above where nothing else is in it.
pub fn pull(text: &str, path: &[&str], ours: impl Fn(&Value) -> bool) -> Result<String, String> {
    let root = parse(text)?;
    let Some((key, above)) = path.split_last() else { return Ok(text.to_owned()) };
    let table = above.iter().try_fold(root.object_value(), |table, key| Some(table?.object_value(key)));
    let Some(list) = table.flatten().and_then(|table| table.array_value(key)) else { return Ok(text.to_owned()) };
    let (mine, others): (Vec<_>, Vec<_>) =
        list.elements().into_iter().partition(|element| element.to_serde_value().is_some_and(|value| ours(&value)));
    if mine.is_empty() {
        return Ok(text.to_owned());
    }
    if others.is_empty() {
        return take(text, path);
    }
    for element in mine {
        element.remove();
    }
    Ok(root.to_string())
}

fn parse(text: &str) -> Result<CstRootNode, String> {
    let text = if text.trim().is_empty() { "{}" } else { text };
    CstRootNode::parse(text, &ParseOptions::default()).map_err(|error| format!("it is not JSON: {error}"))
}

/// The table at a path, made where there is none. What is something else is not touched.
fn table_at(root: &CstRootNode, path: &[&str]) -> Result<CstObject, String> {
    let mut table = root.object_value().ok_or_else(|| "it does not contain a JSON object".to_owned())?;
    for (depth, key) in path.iter().enumerate() {
        table = table.object_value_or_create(key).ok_or_else(|| not_a("table", path.get(..=depth).unwrap_or(path)))?;
    }
    Ok(table)
}

fn not_a(what: &str, path: &[&str]) -> String {
    format!("{} is not a {what}", path.join("."))
}

/// The text; a new file ends with a line break.
fn written(old: &str, root: &CstRootNode) -> String {
    let text = root.to_string();
    if old.trim().is_empty() { format!("{text}\n") } else { text }
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(flag) => CstInputValue::Bool(*flag),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(elements) => CstInputValue::Array(elements.iter().map(input).collect()),
        Value::Object(table) => {
            CstInputValue::Object(table.iter().map(|(key, value)| (key.clone(), input(value))).collect())
        }
    }
}
