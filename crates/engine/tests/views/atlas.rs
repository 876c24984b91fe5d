//! Every view of the test project that the `handoff-mcp` server wrote.

use std::fmt::Write as _;

use handoff_format::format_date;
use handoff_protocol::{Query, View};
use serde_json::{Map, Value};

use crate::support::{Bench, context};

fn view(bench: &mut Bench, query: &str) -> View {
    let query: Query = serde_json::from_str(query).expect("a query");
    bench.engine.view(&query, &context())
}

#[test]
fn views_match_snapshots() {
    let mut bench = Bench::atlas();
    for (name, query) in [
        ("project", r#"{"kind":"project"}"#),
        ("explorer", r#"{"kind":"explorer"}"#),
        ("explorer_below_t2", r#"{"kind":"explorer","parent":"t2","sort":"status"}"#),
        ("explorer_filtered", r#"{"kind":"explorer","filter":{"text":"PARSE feed"}}"#),
        ("board", r#"{"kind":"board"}"#),
        ("board_leaves", r#"{"kind":"board","leavesOnly":true,"filter":{"assignees":["maya",""]},"sort":"due"}"#),
        ("task", r#"{"kind":"task","id":"t1.2.2"}"#),
        ("search", r#"{"kind":"search","text":"t1","limit":5}"#),
        ("search_words", r#"{"kind":"search","text":"de sto","limit":5}"#),
        ("search_dependency", r#"{"kind":"search","text":"","limit":50,"dependencyOf":"t1.2.1"}"#),
        ("problems", r#"{"kind":"problems"}"#),
        ("records", r#"{"kind":"records"}"#),
        ("proposal", r#"{"kind":"proposal","reschedule":{"kind":"auto"}}"#),
        ("gantt", r#"{"kind":"gantt","group":"tree","filter":{}}"#),
        ("gantt_saved_options", r#"{"kind":"gantt"}"#),
        ("sessions", r#"{"kind":"sessions"}"#),
        ("session", r#"{"kind":"session","id":"s-20261121-025724-204772"}"#),
        ("register", r#"{"kind":"register"}"#),
    ] {
        let view = view(&mut bench, query);
        let value = serde_json::to_value(&view).expect("JSON");
        insta::assert_snapshot!(name, outline(&value["view"]));
    }
}

#[test]
fn cards_name_the_files_of_their_tasks() {
    let mut bench = Bench::atlas();
    let View::Board(board) = view(&mut bench, r#"{"kind":"board"}"#) else { panic!() };
    for card in board.columns.iter().flat_map(|column| &column.cards) {
        let file: Value = serde_json::from_slice(bench.tree.file(&card.path).expect(&card.path)).expect("JSON");
        assert_eq!(file["id"], card.id.as_str());
    }
}

/// Returns a view as text, with one line for each record and its values. Empty values are left out, and of a card
/// the path, and the key if it is the ID.
fn outline(view: &Value) -> String {
    let mut text = String::new();
    match view {
        Value::Array(records) => records.iter().for_each(|record| write_record(&mut text, "", record)),
        record => write_record(&mut text, "", record),
    }
    text
}

fn write_record(text: &mut String, indent: &str, record: &Value) {
    let Value::Object(fields) = record else { return writeln!(text, "{indent}{}", inline(record)).unwrap() };
    let (lists, values): (Map<_, _>, Map<_, _>) = fields.clone().into_iter().partition(|(_, value)| has_records(value));
    writeln!(text, "{indent}{}", inline_fields(&values)).unwrap();
    for (name, list) in &lists {
        writeln!(text, "{indent}{name}:").unwrap();
        let below = format!("{indent}  ");
        match list {
            Value::Array(records) => records.iter().for_each(|record| write_record(text, &below, record)),
            record => write_record(text, &below, record),
        }
    }
}

/// Returns whether a value has a list of records, which are written in lines of their own.
fn has_records(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(Value::is_object),
        Value::Object(fields) => fields.values().any(has_records),
        _ => false,
    }
}

fn inline(value: &Value) -> String {
    match value {
        Value::Object(fields) => format!("{{{}}}", inline_fields(fields)),
        Value::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::String(text) if text.chars().all(|char| char.is_alphanumeric() || "-_.:#+".contains(char)) => {
            text.clone()
        }
        other => other.to_string(),
    }
}

fn inline_fields(fields: &Map<String, Value>) -> String {
    let is_card = fields.contains_key("key") && fields.contains_key("id");
    let shown = fields.iter().filter(|(name, value)| match name.as_str() {
        "key" => !is_card || Some(*value) != fields.get("id"),
        "path" => !is_card && !is_empty(value),
        _ => !is_empty(value),
    });
    shown.map(|(name, value)| format!("{name}={}", inline_field(name, value))).collect::<Vec<_>>().join(" ")
}

fn inline_field(name: &str, value: &Value) -> String {
    let is_day = matches!(
        name,
        "today"
            | "start"
            | "due"
            | "startBefore"
            | "dueBefore"
            | "endBefore"
            | "actualStart"
            | "actualEnd"
            | "day"
            | "end"
    );
    match value.as_i64().and_then(|day| i32::try_from(day).ok()) {
        Some(day) if is_day => format_date(day),
        _ => inline(value),
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.values().all(|value| is_empty(value) || value.as_i64() == Some(0)),
        _ => false,
    }
}
