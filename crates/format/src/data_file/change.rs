//! Writes the difference between two values into a data file.
//!
//! Invariant: parts that are equal in both values keep their text, list elements keep their text
//! when they move, and values that the reader could not interpret are not overwritten.

use std::collections::{BTreeMap, BTreeSet};

use super::{DataFile, Lookup, PathSegment};
use crate::{Finding, Value, texts};
use serde_json::Map;

/// Returns a path in the form that findings have.
pub(crate) fn key_path(path: &[PathSegment<'_>]) -> Vec<String> {
    let name = |segment: &PathSegment<'_>| match segment {
        PathSegment::Key(key) => (*key).to_owned(),
        PathSegment::Index(index) => index.to_string(),
    };
    path.iter().map(name).collect()
}

/// Writes the difference between `old` and `new` at `path`. `old` is the value that was read there.
pub(crate) fn write<'v>(
    data: &mut DataFile,
    path: &mut Vec<PathSegment<'v>>,
    old: &'v Value,
    new: &'v Value,
    order: &[&str],
) -> Result<(), Finding> {
    if old == new {
        return Ok(());
    }
    match (old, new) {
        (Value::Object(_), Value::Object(_)) => write_table(data, path, old, new, order),
        (Value::Array(old), Value::Array(new)) if !new.is_empty() => write_list(data, path, old, new),
        _ => data.replace(path, new),
    }
}

fn write_table<'v>(
    data: &mut DataFile,
    path: &mut Vec<PathSegment<'v>>,
    old: &'v Value,
    new: &'v Value,
    order: &[&str],
) -> Result<(), Finding> {
    if !data.lookup(path).is_some_and(Lookup::is_table) {
        return Err(data.refusal(path, texts::NOT_AS_READ));
    }
    let (Value::Object(old), Value::Object(new)) = (old, new) else { return Ok(()) };
    for key in old.keys().filter(|key| !new.contains_key(*key)) {
        path.push(PathSegment::Key(key));
        let removed = data.remove(path);
        path.pop();
        removed?;
    }
    if let (None, Some((PathSegment::Key(name), above))) = (data.lookup(path), path.split_last()) {
        // Removing the last key of a table without a header removes the table.
        data.insert_key(above, name, &Value::Object(Map::new()), &[])?;
    }
    let keys: Vec<&str> = new.keys().map(String::as_str).collect();
    let order = if order.is_empty() { keys.as_slice() } else { order };
    let table = path.clone();
    for (key, value) in new.iter().filter(|(key, value)| old.get(*key) != Some(*value)) {
        path.push(PathSegment::Key(key));
        let written = match (old.get(key), data.lookup(path).map(is_replaceable)) {
            (Some(old), Some(_)) => write(data, path, old, value, &[]),
            (_, None) => data.insert_key(&table, key, value, order),
            (None, Some(true)) => data.replace(path, value),
            (None, Some(false)) => Err(data.refusal(path, texts::NOT_AS_READ)),
        };
        path.pop();
        written?;
    }
    Ok(())
}

/// Returns whether a value that could not be interpreted may be replaced: it has no content that
/// would be lost.
fn is_replaceable(lookup: Lookup<'_>) -> bool {
    lookup.members().is_empty() && lookup.elements().is_none_or(|elements| elements.is_empty())
}

/// Maximum number of elements that are inserted and removed one by one, each time with the whole file parsed again,
/// in a list whose elements have no text to keep.
const MAX_SINGLE_CHANGES: usize = 50;

/// Returns whether a list has nothing but its values: neither tables nor comments.
fn is_plain<'v>(data: &DataFile, path: &[PathSegment<'_>], mut values: impl Iterator<Item = &'v Value>) -> bool {
    let is_commented = || data.source(path).is_none_or(|text| data.may_have_comments() && text.contains('#'));
    values.all(|value| !value.is_object() && !value.is_array()) && !is_commented()
}

fn write_list<'v>(
    data: &mut DataFile,
    path: &mut Vec<PathSegment<'v>>,
    old: &'v [Value],
    new: &'v [Value],
) -> Result<(), Finding> {
    let elements = data.lookup(path).and_then(Lookup::elements);
    if elements.is_none_or(|elements| elements.len() != old.len()) {
        return Err(data.refusal(path, texts::NOT_AS_READ));
    }
    if old.is_empty() {
        return data.replace(path, &Value::Array(new.to_vec()));
    }
    let sources = match_elements(old, new);
    let retained: Vec<usize> = sources.iter().flatten().copied().collect();
    let changes = old.len() + new.len() - 2 * retained.len();
    if retained.is_empty() || (changes > MAX_SINGLE_CHANGES && is_plain(data, path, old.iter().chain(new))) {
        return data.replace(path, &Value::Array(new.to_vec()));
    }
    for (source, value) in sources.iter().zip(new) {
        if let Some((index, old)) = source.and_then(|index| Some((index, old.get(index)?))) {
            path.push(PathSegment::Index(index));
            let written = write(data, path, old, value, &[]);
            path.pop();
            written?;
        }
    }
    for index in (0..old.len()).rev().filter(|index| !retained.contains(index)) {
        path.push(PathSegment::Index(index));
        let removed = data.remove(path);
        path.pop();
        removed?;
    }
    let mut sorted = retained.clone();
    sorted.sort_unstable();
    let order: Vec<usize> = retained.iter().filter_map(|index| sorted.binary_search(index).ok()).collect();
    if !order.is_sorted() {
        data.permute(path, &order)?;
    }
    for (index, (_, value)) in sources.iter().zip(new).enumerate().filter(|(_, (source, _))| source.is_none()) {
        data.insert_element(path, index, value)?;
    }
    Ok(())
}

/// Returns the index of the old element for each new one: an equal one, else one with the same main
/// value, else, if both lists have the same length, the next one that is left.
fn match_elements(old: &[Value], new: &[Value]) -> Vec<Option<usize>> {
    let mut free: BTreeSet<usize> = (0..old.len()).collect();
    let mut sources: Vec<Option<usize>> = vec![None; new.len()];
    let forms: [fn(&Value) -> Option<String>; 2] =
        [|value| Some(value.to_string()), |value| main_value(value).map(Value::to_string)];
    for form in forms {
        let mut by_form: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        for index in &free {
            if let Some(form) = old.get(*index).and_then(form) {
                by_form.entry(form).or_default().insert(*index);
            }
        }
        for (index_in_new, (source, value)) in
            sources.iter_mut().zip(new).enumerate().filter(|(_, (source, _))| source.is_none())
        {
            let Some(same) = form(value).and_then(|form| by_form.get_mut(&form)) else { continue };
            if let Some(index) = same.get(&index_in_new).or_else(|| same.first()).copied() {
                *source = Some(index);
                same.remove(&index);
                free.remove(&index);
            }
        }
    }
    if old.len() == new.len() {
        let mut rest = free.into_iter();
        for source in sources.iter_mut().filter(|source| source.is_none()) {
            *source = rest.next();
        }
    }
    sources
}

/// Returns the value that identifies a table among others: its first one.
fn main_value(value: &Value) -> Option<&Value> {
    value.as_object().and_then(|table| table.values().next())
}
