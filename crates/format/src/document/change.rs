//! The difference between two values, written into a document.
//!
//! Invariant: what is equal in both values is not touched, list elements keep their text when they move, and what the
//! reader of the old value could not make sense of is not overwritten.

use super::{Document, Found, Step};
use crate::{Finding, Value, texts};
use serde_json::Map;

/// A path as findings have it.
pub(crate) fn key_of(path: &[Step<'_>]) -> Vec<String> {
    let name = |step: &Step<'_>| match step {
        Step::Key(key) => (*key).to_owned(),
        Step::Index(index) => index.to_string(),
    };
    path.iter().map(name).collect()
}

/// Writes the difference between `old` and `new` at a place. `old` is what somebody read there.
pub(crate) fn write<'v>(
    document: &mut Document,
    path: &mut Vec<Step<'v>>,
    old: &'v Value,
    new: &'v Value,
    order: &[&str],
) -> Result<(), Finding> {
    if old == new {
        return Ok(());
    }
    match (old, new) {
        (Value::Object(_), Value::Object(_)) => write_table(document, path, old, new, order),
        (Value::Array(old), Value::Array(new)) if !new.is_empty() => write_list(document, path, old, new),
        _ => document.replace(path, new),
    }
}

fn write_table<'v>(
    document: &mut Document,
    path: &mut Vec<Step<'v>>,
    old: &'v Value,
    new: &'v Value,
    order: &[&str],
) -> Result<(), Finding> {
    if !document.at(path).is_some_and(Found::is_table) {
        return Err(document.refuse(path, texts::NOT_AS_READ));
    }
    let (Value::Object(old), Value::Object(new)) = (old, new) else { return Ok(()) };
    for key in old.keys().filter(|key| !new.contains_key(*key)) {
        path.push(Step::Key(key));
        let removed = document.remove(path);
        path.pop();
        removed?;
    }
    if let (None, Some((Step::Key(name), above))) = (document.at(path), path.split_last()) {
        // A table without a header of its own is gone with its last key.
        document.insert_key(above, name, &Value::Object(Map::new()), &[])?;
    }
    let keys: Vec<&str> = new.keys().map(String::as_str).collect();
    let order = if order.is_empty() { keys.as_slice() } else { order };
    let table = path.clone();
    for (key, value) in new.iter().filter(|(key, value)| old.get(*key) != Some(*value)) {
        path.push(Step::Key(key));
        let done = match (old.get(key), document.at(path).map(is_replaceable)) {
            (Some(old), Some(_)) => write(document, path, old, value, &[]),
            (_, None) => document.insert_key(&table, key, value, order),
            (None, Some(true)) => document.replace(path, value),
            (None, Some(false)) => Err(document.refuse(path, texts::NOT_AS_READ)),
        };
        path.pop();
        done?;
    }
    Ok(())
}

/// Whether a value that nobody could read may give way to one that somebody chose: nothing of substance is lost.
fn is_replaceable(found: Found<'_>) -> bool {
    found.members().is_empty() && found.elements().is_none_or(|elements| elements.is_empty())
}

fn write_list<'v>(
    document: &mut Document,
    path: &mut Vec<Step<'v>>,
    old: &'v [Value],
    new: &'v [Value],
) -> Result<(), Finding> {
    let there = document.at(path).and_then(Found::elements);
    if there.is_none_or(|there| there.len() != old.len()) {
        return Err(document.refuse(path, texts::NOT_AS_READ));
    }
    if old.is_empty() {
        return document.replace(path, &Value::Array(new.to_vec()));
    }
    let sources = pair(old, new);
    let kept: Vec<usize> = sources.iter().flatten().copied().collect();
    if kept.is_empty() {
        return document.replace(path, &Value::Array(new.to_vec()));
    }
    for (source, value) in sources.iter().zip(new) {
        if let Some((index, old)) = source.and_then(|index| Some((index, old.get(index)?))) {
            path.push(Step::Index(index));
            let done = write(document, path, old, value, &[]);
            path.pop();
            done?;
        }
    }
    for index in (0..old.len()).rev().filter(|index| !kept.contains(index)) {
        path.push(Step::Index(index));
        let removed = document.remove(path);
        path.pop();
        removed?;
    }
    let mut sorted = kept.clone();
    sorted.sort_unstable();
    let order: Vec<usize> = kept.iter().filter_map(|index| sorted.binary_search(index).ok()).collect();
    if !order.is_sorted() {
        document.permute(path, &order)?;
    }
    for (index, (_, value)) in sources.iter().zip(new).enumerate().filter(|(_, (source, _))| source.is_none()) {
        document.insert_element(path, index, value)?;
    }
    Ok(())
}

/// For each new element, the old element that it is: an equal one, else one with the same main value, else, when nothing
/// was added or removed, the one that is left over in its turn.
fn pair(old: &[Value], new: &[Value]) -> Vec<Option<usize>> {
    let mut free = vec![true; old.len()];
    let mut sources: Vec<Option<usize>> = vec![None; new.len()];
    let passes: [fn(&Value, &Value) -> bool; 2] =
        [|old, new| old == new, |old, new| main(old).is_some() && main(old) == main(new)];
    for same in passes {
        for (place, (source, value)) in
            sources.iter_mut().zip(new).enumerate().filter(|(_, (source, _))| source.is_none())
        {
            let fits =
                |index: &usize| free.get(*index) == Some(&true) && old.get(*index).is_some_and(|old| same(old, value));
            let found = Some(place).filter(fits).or_else(|| (0..old.len()).find(fits));
            if let Some(index) = found {
                *source = Some(index);
                if let Some(free) = free.get_mut(index) {
                    *free = false;
                }
            }
        }
    }
    if old.len() == new.len() {
        let mut left = (0..old.len()).filter(|index| free.get(*index) == Some(&true));
        for source in sources.iter_mut().filter(|source| source.is_none()) {
            *source = left.next();
        }
    }
    sources
}

/// What tells a table among others: its first value.
fn main(value: &Value) -> Option<&Value> {
    value.as_object().and_then(|table| table.values().next())
}
