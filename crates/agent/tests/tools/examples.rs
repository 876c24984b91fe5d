//! The documented examples of the tools work, and the documentation matches the definitions.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use handoff_agent::{EXAMPLES, ToolSet, tools};
use serde_json::{Value, json};

use crate::support::{Bench, schema};

/// The marks around the generated part of the documentation.
const MARKERS: [&str; 2] = ["<!-- tools: generated -->\n", "<!-- end of what is generated -->"];

#[test]
fn every_tool_has_an_example_that_works() {
    for tool in tools(&ToolSet::ALL) {
        let actual: Vec<&str> = EXAMPLES.iter().filter(|(name, _)| *name == tool.name).map(|(_, call)| *call).collect();
        let [example] = actual.as_slice() else { unreachable!("{} has {} examples", tool.name, actual.len()) };
        let arguments: Value = serde_json::from_str(example).expect("JSON");
        assert_eq!(schema::fits(&arguments, &tool.input_schema(true), tool.name), Ok(()));
        let mut bench = if tool.name == "handoff_init" { Bench::empty() } else { Bench::atlas() };
        bench.others = vec![("../harbour-ops".to_owned(), Bench::new("json"))];
        bench.around.insert("docs/guide.md".to_owned(), "# Guide to the tides\n".to_owned());
        if tool.set == ToolSet::Packages && tool.name != "handoff_store_package" {
            bench.add_package("0a1b2c3d", "auth-refactor");
        }
        if tool.name == "handoff_timer_stop" {
            bench.text("handoff_timer_start", &arguments);
        }
        if tool.name == "handoff_reclaim_task" {
            bench.text("handoff_claim_task", &json!({"task_id": "t1.2.2"}));
        }
        if tool.name == "handoff_undo" {
            bench.text("handoff_log_time", &json!({"task_id": "t2.1", "hours": 1.5}));
        }
        let reply = bench.call(tool.name, &arguments);
        assert_eq!(reply.failed, None, "{}: {}", tool.name, reply.text);
        assert!(!reply.text.to_string().contains("Not known"), "{}: {}", tool.name, reply.text);
    }
    assert_eq!(EXAMPLES.len(), tools(&ToolSet::ALL).count(), "an example without a tool");
}

#[test]
fn documentation_matches_the_tool_definitions() {
    let mut generated = String::from("\n");
    for set in ToolSet::ALL {
        writeln!(
            generated,
            "### `{}`\n\n| tool | what it does | arguments, for example |\n| --- | --- | --- |",
            set.name()
        )
        .unwrap();
        for tool in tools(&[set]) {
            let example = EXAMPLES.iter().find(|(name, _)| *name == tool.name).map_or("", |(_, call)| *call);
            writeln!(generated, "| `{}` | {} | `{example}` |", tool.name, tool.description).unwrap();
        }
        generated.push('\n');
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/agents.md");
    let page = fs::read_to_string(&file).expect("the documentation").replace("\r\n", "\n");
    let (before, rest) = page.split_once(MARKERS[0]).expect("where it begins");
    let (existing, after) = rest.split_once(MARKERS[1]).expect("where it ends");
    if std::env::var_os("HANDOFF_WRITE").is_some() {
        fs::write(&file, [before, MARKERS[0], &generated, MARKERS[1], after].concat()).expect("the documentation");
        return;
    }
    assert!(
        existing == generated,
        "docs/agents.md is stale; HANDOFF_WRITE=1 cargo test -p handoff-agent --test main examples writes it anew"
    );
}

#[test]
fn read_only_tools_change_nothing() {
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
