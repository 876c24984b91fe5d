//! The JSON Schemas agree with the readers.

use std::fs;
use std::path::Path;

use handoff_format::{Container, DataFile, PathKind, Value, classify, json_schemas, read_session, read_task};
use jsonschema::{Validator, validator_for};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::json;

use crate::support::{project_files, test_projects};

/// The places of the kinds of files in arrays.
const SESSION: usize = 0;
const TASK: usize = 1;

/// Returns the schemas of sessions and of tasks.
fn validators() -> [Validator; 2] {
    json_schemas().map(|(_, schema)| validator_for(&schema).unwrap())
}

/// A session and a task with a value under each key.
fn full() -> [Value; 2] {
    let session = json!({
        "version": 2, "id": "s", "started_at": "x", "ended_at": null, "summary": "S", "branch": "main", "commit": "0",
        "dirty_files": ["M a"], "decisions": [{"decision": "d", "reason": "r", "confidence": "confirmed"}, "e"],
        "blockers": ["b"], "checklist": [{"item": "i", "checked": true, "owner": "ai"}, 1],
        "handoff_notes": [{"note": "n", "category": "context"}, null],
        "references": [{"uri": "u", "label": "l", "type": "url", "notes": "n"}, []],
        "context_pointers": [{"path": "p", "reason": "r", "lines": "1"}], "environment": {"a": 1}, "timeline": "t",
        "label": "l", "parent_session_id": "p", "related_task_ids": ["t1"], "own": 1,
    });
    let task = json!({
        "id": "t1", "title": "T", "notes": "n", "priority": "low", "created_at": "x", "updated_at": null,
        "completed_at": "y", "labels": ["a"], "links": [], "task_links": [{"target": "t", "link_type": "task", "label": "l"}],
        "done_criteria": [{"item": "i", "checked": false}, {"item": "j"}],
        "schedule": {"start_date": "2026-12-01", "due_date": null, "estimate_hours": 1.5, "actual_hours": 2,
            "remaining_hours": 0, "milestone": "m", "pinned": true},
        "dependencies": ["t2"], "order": 3, "assignee": "a", "lock": {"by": "x"}, "scope_paths": ["src"],
        "handoff_rank": "a", "handoff_board_rank": "b",
        "handoff_dependencies": [{"id": "t2", "kind": "SS", "lag": -2.0}, {"id": "t3"}], "own": {"a": [1]},
    });
    [session, task]
}

/// Returns the number of findings of a session and of a task with this content.
fn findings(content: &Value) -> [usize; 2] {
    let data = DataFile::parse(Container::Json, content.to_string().as_bytes()).unwrap();
    [read_session(&data).1.len(), read_task(&data).1.len()]
}

#[test]
fn the_files_of_the_extension_are_fresh() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../extension/media/schemas");
    let mut stale = Vec::new();
    for (name, schema) in json_schemas() {
        let wanted = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if fs::read_to_string(folder.join(name)).ok().as_deref() != Some(wanted.as_str()) {
            fs::write(folder.join(name), &wanted).unwrap();
            stale.push(name);
        }
    }
    assert!(stale.is_empty(), "{stale:?} were out of date and are written anew: commit them");
}

#[test]
fn the_files_of_the_test_projects_are_valid() {
    let validators = validators();
    let mut seen = [0, 0];
    for project in ["tide-atlas", "tide-atlas/packages/widget", "harbour"] {
        for (path, bytes) in project_files(&test_projects().join(project).join(".handoff")) {
            let kind = match classify(&path) {
                PathKind::Session { .. } => SESSION,
                PathKind::TaskFile { .. } => TASK,
                _ => continue,
            };
            let content = DataFile::parse(Container::of_path(&path).unwrap(), &bytes).unwrap().root();
            validators[kind].validate(&content).unwrap_or_else(|error| panic!("{path}: {error}"));
            seen[kind] += 1;
        }
    }
    assert_eq!(seen, [9, 54]);
}

#[test]
fn wrong_values_are_invalid() {
    let validators = validators();
    for (validator, content) in validators.iter().zip(full()) {
        validator.validate(&content).unwrap();
    }
    for (kind, pointer, value) in [
        (TASK, "/priority", json!(3)),
        (TASK, "/priority", json!("urgent")),
        (TASK, "/title", json!(null)),
        (TASK, "/labels", json!("a")),
        (TASK, "/labels/0", json!(1)),
        (TASK, "/schedule/start_date", json!("soon")),
        (TASK, "/schedule/pinned", json!("yes")),
        (TASK, "/schedule", json!([])),
        (TASK, "/done_criteria/0", json!("i")),
        (TASK, "/done_criteria/0/checked", json!(null)),
        (TASK, "/handoff_dependencies/0/kind", json!("foo")),
        (TASK, "/handoff_dependencies/0/lag", json!(2000)),
        (SESSION, "/version", json!("2")),
        (SESSION, "/checklist/0/checked", json!("yes")),
        (SESSION, "/blockers", json!(null)),
    ] {
        let mut content = full()[kind].clone();
        *content.pointer_mut(pointer).unwrap() = value;
        assert!(!validators[kind].is_valid(&content), "{pointer}: {content}");
    }
    assert!(!validators[TASK].is_valid(&json!({"id": "t1"})), "a title is required");
}

/// Replaces one of the values inside of a value, at any level.
fn replace(value: &mut Value, path: &[Index], new: &Value) {
    let parts: Vec<&mut Value> = match value {
        Value::Array(items) => items.iter_mut().collect(),
        Value::Object(members) => members.values_mut().collect(),
        _ => Vec::new(),
    };
    match path.split_first() {
        Some((at, rest)) if !parts.is_empty() => {
            let index = at.index(parts.len());
            parts.into_iter().skip(index).take(1).for_each(|part| replace(part, rest, new));
        }
        _ => *value = new.clone(),
    }
}

proptest! {
    #[test]
    fn what_is_read_without_a_finding_is_valid(
        kind in 0..2_usize,
        changes in prop::collection::vec((prop::collection::vec(any::<Index>(), 1..4), select(vec![
            json!(null), json!(true), json!(0), json!(-1), json!(2.0), json!(1e300), json!(5_000_000_000_u64), json!(""),
            json!("low"), json!("SF"), json!("0000-01-01"), json!("2028-02-29"), json!("2026-02-29"), json!([]),
            json!(["a"]), json!([1]), json!({}), json!({"id": "a"}), json!([{"item": "a", "id": "b"}]), json!([null]),
        ])), 0..3),
    ) {
        let mut content = full()[kind].clone();
        for (path, new) in &changes {
            replace(&mut content, path, new);
        }
        if findings(&content)[kind] == 0 {
            prop_assert!(validators()[kind].is_valid(&content), "{}", content);
        }
    }
}
