//! Whatever a call brings, a tool answers, and the project stays readable.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test ends where something is not as it should be"
)]

mod support;

use handoff_agent::{ToolSet, tools};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};
use support::Bench;

/// Values of every type; most of them mean something somewhere.
fn value() -> impl Strategy<Value = Value> {
    let words = [
        "t1",
        "t1.2.2",
        "t3",
        "",
        "..",
        "../x",
        "a/b",
        "maya",
        "alpha",
        "done",
        "in_progress",
        "high",
        "2026-12-01",
        "2026-02-30",
        "active",
        "s-20261121-025724-204772",
        "ref-20261121-025727-437283380",
        "m-2026",
        "auto",
        "~/x",
        "潮 汐",
        "\u{0}",
        "settings.history_limit",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-3i64..9).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        prop::sample::select(words.to_vec()).prop_map(Value::from),
    ];
    let keys = [
        "id",
        "title",
        "status",
        "schedule",
        "estimate_hours",
        "due_date",
        "done_criteria",
        "item",
        "checked",
        "task_id",
        "labels",
        "order",
        "dependencies",
        "notes_append",
        "fri",
        "settings.history_limit",
        "calendar.day_hours",
        "milestones.\"a.b\".date",
        "assignees",
    ];
    leaf.prop_recursive(3, 24, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((prop::sample::select(keys.to_vec()), inner), 0..5).prop_map(|members| {
                Value::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
            }),
        ]
    })
}

#[test]
fn every_tool_answers_any_arguments() {
    let atlas = Bench::atlas();
    let config = proptest::test_runner::Config { failure_persistence: None, cases: 40, ..Default::default() };
    for tool in tools(&ToolSet::ALL) {
        let schema = (tool.input)();
        let names: Vec<String> = schema["properties"]
            .as_object()
            .expect("an object")
            .keys()
            .filter(|name| *name != "project_dir")
            .cloned()
            .collect();
        let count = names.len();
        let calls =
            prop::collection::vec(prop::collection::vec(prop::option::weighted(0.7, value()), count..=count), 1..3);
        TestRunner::new(config.clone())
            .run(&calls, |calls| {
                let mut bench = atlas.again();
                let before = bench.problems().len();
                for call in calls {
                    let given = names.iter().cloned().zip(call).filter_map(|(name, value)| Some((name, value?)));
                    let arguments = Value::Object(given.collect::<Map<String, Value>>());
                    let reply = bench.call(tool.name, &arguments);
                    prop_assert!(!reply.text.is_empty(), "{} {arguments}", tool.name);
                    let says_why = reply.text.starts_with("Error: ");
                    prop_assert_eq!(reply.failed.is_some(), says_why, "{} {}", tool.name, arguments);
                }
                prop_assert!(bench.problems().len() <= before, "{}: {:?}", tool.name, bench.problems());
                Ok(())
            })
            .unwrap_or_else(|error| panic!("{}: {error}", tool.name));
    }
}

#[test]
fn the_example_project_is_read_by_every_tool_that_only_reads() {
    let mut bench = Bench::atlas();
    let before: Vec<_> = bench.paths().iter().map(|path| bench.file(path)).collect();
    for (tool, arguments) in [
        ("handoff_list_tasks", json!({})),
        ("handoff_get_task", json!({"task_id": "t1.2.2", "include_dependents": true})),
        ("handoff_get_config", json!({})),
        ("handoff_list_assignees", json!({})),
        ("handoff_list_milestones", json!({})),
        ("handoff_get_metrics", json!({})),
        ("handoff_get_capacity", json!({"start_date": "2026-12-01", "end_date": "2026-12-31"})),
        ("handoff_auto_schedule", json!({})),
        ("handoff_list_referrals", json!({})),
        ("handoff_dashboard", json!({})),
        ("handoff_timer_get_time", json!({"task_id": "t3.1"})),
        ("handoff_memory_query", json!({"text": "atomic", "mark_injected": false})),
    ] {
        assert!(bench.value(tool, &arguments).is_object(), "{tool}");
    }
    let after: Vec<_> = bench.paths().iter().map(|path| bench.file(path)).collect();
    assert_eq!(before, after);
}
