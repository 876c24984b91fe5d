//! The answer of every tool to its documented example, as text and as a value.

use std::fmt::Write as _;

use handoff_agent::{EXAMPLES, ToolSet, tools};
use handoff_protocol::{Query, View};
use serde_json::Value;

use crate::support::Bench;

#[test]
fn tool_answers_match_snapshot() {
    let mut text = String::new();
    for tool in tools(&ToolSet::ALL) {
        let example = EXAMPLES.iter().find(|(name, _)| *name == tool.name).expect("an example").1;
        let arguments: Value = serde_json::from_str(example).expect("JSON");
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
            bench.text("handoff_claim_task", &serde_json::json!({"task_id": "t1.2.2"}));
        }
        if tool.name == "handoff_undo" {
            bench.text("handoff_log_time", &serde_json::json!({"task_id": "t2.1", "hours": 1.5}));
        }
        let reply = bench.call(tool.name, &arguments);
        let structured = reply.structured.map(|value| value.to_string()).unwrap_or_default();
        writeln!(text, "## {} {example}\n{}\n{structured}\n", tool.name, reply.text).unwrap();
    }
    insta::assert_snapshot!("tools", text);
}

#[test]
fn tool_definitions_match_snapshot() {
    let mut text = String::new();
    for tool in tools(&ToolSet::ALL) {
        let output = tool.output_schema().map(|output| output.to_string()).unwrap_or_default();
        writeln!(text, "## {}\n{}\n{}\n{output}\n", tool.name, tool.description, tool.input_schema(true)).unwrap();
    }
    insta::assert_snapshot!("definitions", text);
}

#[test]
fn task_prompt_matches_snapshot() {
    let mut bench = Bench::atlas();
    let context = bench.context();
    let View::Task(Some(task)) = bench.engine.view(&Query::Task { id: "t1.2.2".to_owned() }, &context) else {
        unreachable!("the example has the task")
    };
    insta::assert_snapshot!("task_prompt", handoff_agent::task_prompt(&[*task]));
}
