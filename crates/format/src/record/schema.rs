//! The JSON Schemas of the JSON files that people edit. They follow from the declarations of the records.
//!
//! Invariant: a file that is read without a finding is valid.

use serde_json::json;

use super::declaration::{Record, table_schema};
use super::merge;
use super::session::Session;
use super::task::Task;
use crate::Value;

/// Returns the JSON Schemas by the name of their file.
pub fn json_schemas() -> [(&'static str, Value); 2] {
    [
        ("session.json", file_schema::<Session>("Session of Handoff")),
        ("task.json", file_schema::<Task>("Task of Handoff")),
    ]
}

fn file_schema<R: Record>(title: &str) -> Value {
    let head = json!({"$schema": "http://json-schema.org/draft-07/schema#", "title": title});
    merge(head, table_schema::<R>(&["object"]))
}
