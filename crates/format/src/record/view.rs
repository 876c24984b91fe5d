//! `views.toml`: the views of a project, which everybody who works on it is offered.
//!
//! Invariant: a view is a table with its name, so names are unique and two branches that change
//! different views merge. What pages display is theirs and is kept as it is.

use handoff_protocol::{Filter, Priority, ProblemCode, SavedView, Status, Text};
use serde_json::Map;

use super::declaration::{Form, List, Optional, Record, key_order, record};
use super::fields::{RecordReader, RecordTable};
use super::without_nulls;
use crate::{Container, DataFile, Finding, PathSegment, Value, is_single_line, texts};

/// The table of the views.
pub const VIEWS: &str = "views";
/// The maximum number of views of a project.
pub const MAX_VIEWS: usize = 100;
/// The maximum length of a view's name, in characters.
const MAX_NAME: usize = 100;
/// The maximum size of a view as JSON, in bytes.
const MAX_BYTES: usize = 16 * 1024;
/// The priority of tasks that have none, since TOML has no null.
const NO_PRIORITY: &str = "none";
const FILTER: &str = "filter";
const DISPLAYS: &str = "displays";

/// Words out of a fixed set. The list is absent if it is empty.
struct Words;

impl Form<Vec<Status>> for Words {
    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> Vec<Status> {
        read_words(reader, table, key, Status::from_name, texts::UNKNOWN_STATUS)
    }

    fn write(value: &Vec<Status>) -> Option<Value> {
        List::write(&value.iter().map(|status| status.name().to_owned()).collect())
    }
}

impl Form<Vec<Option<Priority>>> for Words {
    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> Vec<Option<Priority>> {
        let from_name = |word: &str| match word {
            NO_PRIORITY => Some(None),
            word => Priority::from_name(word).map(Some),
        };
        read_words(reader, table, key, from_name, texts::UNKNOWN_FILTER_PRIORITY)
    }

    fn write(value: &Vec<Option<Priority>>) -> Option<Value> {
        List::write(&value.iter().map(|priority| priority.map_or(NO_PRIORITY, Priority::name).to_owned()).collect())
    }
}

/// Reads a list of words. Reports and leaves out unknown ones.
fn read_words<T>(
    reader: &mut RecordReader<'_>,
    table: &RecordTable<'_>,
    key: &str,
    from_name: impl Fn(&str) -> Option<T>,
    unknown: &'static str,
) -> Vec<T> {
    let mut words = Vec::new();
    for (index, word) in reader.texts(table, key).into_iter().enumerate() {
        match from_name(&word) {
            Some(value) => words.push(value),
            None => reader.report(
                ProblemCode::WrongType,
                &table.path_to(key, Some(index)),
                Text::with(unknown, [("value", word)]),
            ),
        }
    }
    words
}

/// A value that is absent if it is the default.
struct Unless;

impl Form<bool> for Unless {
    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> bool {
        Optional::read(reader, table, key)
    }

    fn write(value: &bool) -> Option<Value> {
        value.then_some(Value::Bool(true))
    }
}

impl Form<String> for Unless {
    fn read(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &'static str) -> String {
        Optional::read(reader, table, key)
    }

    fn write(value: &String) -> Option<Value> {
        (!value.is_empty()).then(|| value.as_str().into())
    }
}

record!(for Filter {
    /// The statuses.
    statuses: Vec<Status> = "statuses" as Words,
    /// Keys of assignees. The empty text is for tasks without one.
    assignees: Vec<String> = "assignees" as List,
    /// The labels. The empty text is for tasks without labels.
    labels: Vec<String> = "labels" as List,
    /// The names of milestones. The empty text is for tasks without one.
    milestones: Vec<String> = "milestones" as List,
    /// `low`, `medium`, `high`, or `none` for tasks without a priority.
    priorities: Vec<Option<Priority>> = "priorities" as Words,
    /// Whether only tasks that are late match.
    overdue: bool = "overdue" as Unless,
    /// Words that must all occur in a task.
    text: String = "text" as Unless,
});

/// Reads the views of a project in file order, with findings for invalid values. Views without a usable
/// name, too large ones, and those beyond the maximum number are reported and left out.
pub fn read_views(data: &DataFile) -> (Vec<SavedView>, Vec<Finding>) {
    let mut reader = RecordReader::new(data);
    let root = reader.root();
    let tables = reader.named_tables(&root, VIEWS);
    let mut views = Vec::new();
    for (name, table) in tables.iter().filter(|(_, table)| table.is_present()) {
        let filter = reader.table(table, FILTER).map(|filter| Filter::read(&mut reader, &filter)).unwrap_or_default();
        let displays = reader.named_tables(table, DISPLAYS).into_iter().filter_map(|(page, display)| {
            let Value::Object(members) = display.value() else { return None };
            Some((page, members))
        });
        let view = SavedView { name: name.clone(), filter, displays: displays.collect() };
        let path = [PathSegment::Key(VIEWS), PathSegment::Key(name)];
        if let Some(text) = check_view(&view) {
            reader.report(ProblemCode::WrongType, &path, text);
        } else if views.len() == MAX_VIEWS {
            reader.report(
                ProblemCode::WrongType,
                &path,
                Text::with(texts::VIEW_BEYOND, [("count", MAX_VIEWS.to_string())]),
            );
            break;
        } else {
            views.push(view);
        }
    }
    (views, reader.findings)
}

/// Returns why a view cannot be one of a project: its name, or its size.
pub fn check_view(view: &SavedView) -> Option<Text> {
    let is_named = !view.name.trim().is_empty() && is_single_line(&view.name) && view.name.chars().count() <= MAX_NAME;
    if !is_named {
        return Some(Text::with(texts::VIEW_NAME, [("count", MAX_NAME.to_string())]));
    }
    let is_large = handoff_protocol::to_json(view).len() > MAX_BYTES;
    is_large.then(|| Text::with(texts::VIEW_TOO_LARGE, [("name", view.name.clone())]))
}

/// Writes a view, in place of the one with its name. Of that one stay the keys that this version does not
/// know, and what it displays on other pages. Fails if its place has something else than a view.
pub fn write_view(data: &mut DataFile, view: &SavedView) -> Result<(), Finding> {
    let old = data.root();
    let mut new = old.clone();
    let keys = [VIEWS, view.name.as_str()];
    let stored = keys.into_iter().try_fold(&mut new, table_at).ok_or_else(|| data.not_as_read(&keys))?;
    let filter = table_at(stored, FILTER).ok_or_else(|| data.not_as_read(&[VIEWS, &view.name, FILTER]))?;
    if let Value::Object(filter) = filter {
        let mut conditions = view.filter.to_members();
        for key in key_order::<Filter>(Container::Toml) {
            match conditions.shift_remove(key) {
                Some(value) => filter.insert(key.to_owned(), value),
                None => filter.shift_remove(key),
            };
        }
    }
    for (page, display) in &view.displays {
        let shown = [DISPLAYS, page].into_iter().try_fold(&mut *stored, table_at);
        let shown = shown.ok_or_else(|| data.not_as_read(&[VIEWS, &view.name, DISPLAYS, page]))?;
        let display = display.iter().filter_map(|(key, value)| Some((key.clone(), without_nulls(value)?)));
        if let Value::Object(shown) = shown {
            shown.extend(display);
        }
    }
    if let Value::Object(stored) = stored
        && stored.get(FILTER).and_then(Value::as_object).is_some_and(Map::is_empty)
    {
        stored.shift_remove(FILTER);
    }
    data.change(&old, &new, &[])
}

/// Returns the table under a key, a new one if there is none. `None` if something else is there.
fn table_at<'v>(table: &'v mut Value, key: &str) -> Option<&'v mut Value> {
    let inner = table.as_object_mut()?.entry(key).or_insert_with(|| Value::Object(Map::new()));
    inner.is_object().then_some(inner)
}
