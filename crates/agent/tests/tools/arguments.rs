//! Calls with random arguments: each is answered, and the written files can be read.

use std::sync::{Arc, LazyLock};

use handoff_agent::{EXAMPLES, Tool, ToolSet};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

use crate::support::Bench;

const WORDS: [&str; 36] = [
    "t1.2.2",
    "t3",
    "..",
    "a/b",
    "maya",
    "alpha",
    "done",
    "2026-02-30",
    "s-20261121-025724-204772",
    "ref-20261121-025727-437283380",
    "m-2026",
    "~/x",
    "\u{0}",
    "settings.history_limit",
    "",
    "s",
    "s-2026",
    "s-20261201-080001-000007",
    "active",
    "closed",
    "open",
    "t1",
    "t1",
    "one",
    "潮",
    "a\nb",
    "../x",
    "json",
    "markdown",
    "in_progress",
    "high",
    "2026-12-01",
    "decisions",
    "checklist",
    "ai",
    "high",
];
const KEYS: [&str; 30] = [
    "id",
    "status",
    "schedule",
    "estimate_hours",
    "due_date",
    "done_criteria",
    "checked",
    "task_id",
    "labels",
    "order",
    "fri",
    "settings.history_limit",
    "calendar.day_hours",
    "milestones.\"a.b\".date",
    "decision",
    "item",
    "note",
    "uri",
    "label",
    "path",
    "title",
    "children",
    "description",
    "summary",
    "action",
    "priority",
    "relevance",
    "focus_ranges",
    "start",
    "rationale",
];

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2i64..5).prop_map(Value::from),
        Just(json!(1e300)),
        select(WORDS.to_vec()).prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((select(KEYS.to_vec()), inner), 0..4).prop_map(|members| {
                let members: Map<String, Value> =
                    members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
                Value::Object(members)
            }),
        ]
    })
}

/// A call of one tool with some of its arguments.
fn call() -> impl Strategy<Value = (Index, Vec<(Index, Value)>)> {
    (any::<Index>(), proptest::collection::vec((any::<Index>(), value()), 0..4))
}

/// Returns a minimal value that fits a schema.
fn minimal_value(schema: &Value) -> Value {
    match schema["type"].as_str() {
        Some("object") => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            required.map(|name| (name.to_owned(), minimal_value(&schema["properties"][name]))).collect()
        }
        Some("array") => json!([minimal_value(&schema["items"]), minimal_value(&schema["items"])]),
        Some("integer" | "number") => json!(1),
        Some("boolean") => json!(true),
        _ => schema["enum"].get(0).cloned().unwrap_or_else(|| json!("s-20261201")),
    }
}

/// Returns a value that fits no schema of that type.
fn wrong_value(schema: &Value) -> Value {
    match schema["type"].as_str() {
        Some("object") => json!(["no object"]),
        _ => json!({"no": "such"}),
    }
}

#[test]
fn wrong_type_is_refused_by_name() {
    // The engine checks the values of calendars and configuration, with its own messages.
    let unchecked = ["handoff_update_calendar", "handoff_add_assignee", "handoff_update_assignee"];
    let milestones = ["handoff_add_milestone", "handoff_update_milestone"];
    for tool in handoff_agent::tools(&ToolSet::ALL) {
        let schema = tool.complete_schema();
        let example = EXAMPLES.iter().find(|(name, _)| *name == tool.name).expect("an example").1;
        for (name, member) in schema["properties"].as_object().expect("properties") {
            // The server resolves the project folder, and `environment` accepts any value.
            let is_free = ["project_dir", "environment"].contains(&name.as_str());
            if is_free || unchecked.contains(&tool.name) || milestones.contains(&tool.name) {
                continue;
            }
            let mut arguments: Value = serde_json::from_str(example).expect("JSON");
            arguments[name] = wrong_value(member);
            let text = Bench::atlas().refusal(tool.name, &arguments);
            assert!(text.starts_with(&format!("The argument {name} must be ")), "{} {arguments}: {text}", tool.name);
        }
    }
}

/// All tools with the schemas of their arguments.
static TOOLS: LazyLock<Vec<(&'static Tool, Arc<Value>)>> =
    LazyLock::new(|| handoff_agent::tools(&ToolSet::ALL).map(|tool| (tool, tool.complete_schema())).collect());

proptest! {
    #[test]
    fn every_call_is_answered(start in select(vec!["json", "toml", "atlas"]), calls in proptest::collection::vec(call(), 1..12)) {
        let mut bench = if start == "atlas" { Bench::atlas() } else { Bench::new(start) };
        bench.text("handoff_save_context", &json!({"summary": "one", "session_status": "active", "checklist": ["a", "b"]}));
        bench.text("handoff_update_task", &json!({"task": {"title": "T"}}));
        let problems = bench.problems();
        for (tool, arguments) in calls {
            let (tool, schema) = tool.get(&TOOLS);
            let names: Vec<&String> = schema["properties"].as_object().expect("properties").keys().collect();
            let mut expected = minimal_value(schema);
            for (name, value) in arguments {
                expected[name.get(&names).as_str()] = value;
            }
            let reply = bench.call(tool.name, &expected);
            prop_assert!(!reply.text.to_string().is_empty(), "{} {}", tool.name, expected);
            prop_assert!(!reply.text.to_string().starts_with("Error"), "{} {}", tool.name, expected);
            prop_assert!(!reply.text.to_string().contains("must be valid"), "{} {}: {}", tool.name, expected, reply.text);
            prop_assert_eq!(bench.engine.reader().broken_sessions(), [""; 0], "{} {}", tool.name, expected);
            let existing = |problem: &String| problems.contains(problem);
            let new: Vec<String> = bench.problems().into_iter().filter(|problem| !existing(problem)).collect();
            prop_assert!(new.is_empty(), "{} {}: {:?}", tool.name, expected, new);
        }
    }
}
