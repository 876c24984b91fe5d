//! Whatever a call's arguments are, it is answered, and what it leaves can be read.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test ends where something is not as it should be")]

mod support;

use handoff_agent::{EXAMPLES, Tool, ToolSet};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};
use support::Bench;

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
    "01",
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

/// A call of some tool, with some of its arguments.
fn call() -> impl Strategy<Value = (Index, Vec<(Index, Value)>)> {
    (any::<Index>(), proptest::collection::vec((any::<Index>(), value()), 0..4))
}

/// The least that a schema allows.
fn least(schema: &Value) -> Value {
    match schema["type"].as_str() {
        Some("object") => {
            let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
            required.map(|name| (name.to_owned(), least(&schema["properties"][name]))).collect()
        }
        Some("array") => json!([least(&schema["items"]), least(&schema["items"])]),
        Some("integer" | "number") => json!(1),
        Some("boolean") => json!(true),
        _ => schema["enum"].get(0).cloned().unwrap_or_else(|| json!("s-20261201")),
    }
}

/// A value that fits no schema of that type.
fn wrong(schema: &Value) -> Value {
    match schema["type"].as_str() {
        Some("object") => json!(["no object"]),
        _ => json!({"no": "such"}),
    }
}

#[test]
fn wrong_type_is_refused_by_name() {
    // The engine checks the values of calendars and of the configuration, and names them in its own way.
    let unchecked = ["handoff_update_calendar", "handoff_add_assignee", "handoff_update_assignee"];
    let milestones = ["handoff_add_milestone", "handoff_update_milestone"];
    for tool in handoff_agent::tools(&ToolSet::ALL) {
        let schema = (tool.input)();
        let example = EXAMPLES.iter().find(|(name, _)| *name == tool.name).expect("an example").1;
        for (name, member) in schema["properties"].as_object().expect("properties") {
            // The server reads the project's folder; any environment is stored.
            let is_free = ["project_dir", "environment"].contains(&name.as_str());
            if is_free || unchecked.contains(&tool.name) || milestones.contains(&tool.name) {
                continue;
            }
            let mut arguments: Value = serde_json::from_str(example).expect("JSON");
            arguments[name] = wrong(member);
            let said = Bench::atlas().refused(tool.name, &arguments);
            assert!(said.starts_with(&format!("The argument {name} must be ")), "{} {arguments}: {said}", tool.name);
        }
    }
}

proptest! {
    #[test]
    fn every_call_is_answered(start in select(vec!["json", "toml", "atlas"]), calls in proptest::collection::vec(call(), 1..12)) {
        let tools: Vec<&'static Tool> = handoff_agent::tools(&ToolSet::ALL).collect();
        let mut bench = if start == "atlas" { Bench::atlas() } else { Bench::new(start) };
        bench.said("handoff_save_context", &json!({"summary": "one", "session_status": "active", "checklist": ["a", "b"]}));
        bench.said("handoff_update_task", &json!({"task": {"title": "T"}}));
        let problems = bench.problems();
        for (tool, arguments) in calls {
            let tool = tool.get(&tools);
            let schema = (tool.input)();
            let names: Vec<&String> = schema["properties"].as_object().expect("properties").keys().collect();
            let mut wanted = least(&schema);
            for (name, value) in arguments {
                wanted[name.get(&names).as_str()] = value;
            }
            let reply = bench.call(tool.name, &wanted);
            prop_assert!(!reply.text.is_empty(), "{} {}", tool.name, wanted);
            prop_assert!(!reply.text.starts_with("Error"), "{} {}", tool.name, wanted);
            prop_assert!(!reply.text.contains("must be valid"), "{} {}: {}", tool.name, wanted, reply.text);
            prop_assert_eq!(bench.engine.reading().broken_sessions(), [""; 0], "{} {}", tool.name, wanted);
            let known = |problem: &String| problems.contains(problem);
            let new: Vec<String> = bench.problems().into_iter().filter(|problem| !known(problem)).collect();
            prop_assert!(new.is_empty(), "{} {}: {:?}", tool.name, wanted, new);
        }
    }
}
