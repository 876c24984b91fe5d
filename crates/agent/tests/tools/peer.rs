//! The documentation of the tools of `handoff-mcp`: which are missing here, and what differs.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use handoff_agent::{ToolSet, tools};
use serde_json::json;

use crate::support::Bench;

/// The tools of `handoff-mcp` 0.32.0, without the prefix `handoff_`.
const PEER: &str = "add_assignee add_milestone auto_schedule bulk_update_tasks check_criterion dashboard doc_analyze \
    doc_delete doc_get doc_graph doc_import doc_list doc_query doc_reassemble doc_save doc_trace doc_tree \
    doc_update_section doc_verify doc_verify_status fork_session get_capacity get_config get_metrics get_referral \
    get_session get_task import_context init list_assignees list_milestones list_referrals list_sessions list_tasks \
    load_context log_time memory_cleanup memory_delete memory_query memory_save merge_sessions refer \
    remove_assignee remove_milestone save_context start_project task_checklist timer_get_time timer_start \
    timer_stop update_assignee update_calendar update_config update_labels update_milestone update_referral \
    update_session update_task";

/// The tools that version 0.47.2 added to these.
const PEER_SINCE: &str = "brainstorm_finalize brainstorm_start brainstorm_status brainstorm_turn claim_task doc_export \
    doc_repair_frontmatter doc_repair_task_ids doc_req_impact doc_req_import doc_req_list doc_req_scan doc_req_status \
    events get_metrics_snapshot list_agents overview reclaim_task release_task report snapshot_metrics trace_baseline \
    trace_delta trace_history trace_impact trace_ingest trace_lint trace_matrix trace_next trace_propose trace_record \
    trace_report trace_scaffold trace_slice trace_suspect trace_tasks trace_test_run trace_tree trace_update";

fn page(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    fs::read_to_string(file).expect("a page").replace("\r\n", "\n")
}

fn missing_tools() -> BTreeSet<String> {
    let ours: BTreeSet<&str> = tools(&ToolSet::ALL).map(|tool| tool.name).collect();
    let peer = PEER.split_whitespace().map(|name| format!("handoff_{name}"));
    peer.filter(|name| !ours.contains(name.as_str())).collect()
}

#[test]
fn no_tool_is_missing() {
    assert_eq!(missing_tools(), BTreeSet::new());
    let sentence = format!("all {} tools", PEER.split_whitespace().count());
    for name in ["README.md", "docs/agents.md"] {
        let text = page(name).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(&sentence), "{name} does not say {sentence:?}");
    }
}

/// Returns the rows of the table of all its tools: what the first column says of each tool.
fn rows_of_tools() -> Vec<(String, String)> {
    let text = page("docs/agents.md");
    let (_, table) = text.split_once("### Each of its tools\n").expect("the heading");
    let table = table.split("\n## ").next().unwrap_or_default();
    let rows = table.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| here"));
    let cells = rows.filter_map(|row| row.strip_prefix("| ")?.split_once(" | "));
    let tools = cells.filter(|(here, _)| *here != "---").flat_map(|(here, rest)| {
        let names = rest.split(" |").next().unwrap_or_default().split(", ");
        names.map(|name| (name.trim().trim_matches('`').to_owned(), here.to_owned()))
    });
    tools.collect()
}

#[test]
fn table_has_each_tool_of_the_newest_version_once() {
    let mut names: Vec<String> = rows_of_tools().into_iter().map(|(name, _)| name).collect();
    names.sort();
    let mut peer: Vec<&str> = PEER.split_whitespace().chain(PEER_SINCE.split_whitespace()).collect();
    peer.sort_unstable();
    assert_eq!(
        (names.len(), names.as_slice()),
        (97, peer.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>().as_slice())
    );
    let ours: BTreeSet<&str> = tools(&ToolSet::ALL).map(|tool| tool.name).collect();
    for (name, here) in rows_of_tools() {
        let is_ours = ours.contains(format!("handoff_{name}").as_str());
        assert!(["same", "differs", "left out"].contains(&here.as_str()), "{name}: {here}");
        assert_eq!(is_ours, here != "left out", "{name}: {here}");
    }
}

#[test]
fn documented_differences_hold() {
    let mut bench = Bench::atlas();
    for color in ["sunny", "#ab", "var(--x)"] {
        bench.refusal("handoff_add_assignee", &json!({"key": "zoe", "display_name": "Zoe", "color": color}));
        bench.refusal("handoff_add_milestone", &json!({"name": "gamma", "color": color}));
    }
    for (number, color) in ["#abc", "teal", "rgb(30 144 255)"].iter().enumerate() {
        let (key, name) = (format!("zoe{number}"), format!("gamma{number}"));
        bench.value("handoff_add_assignee", &json!({"key": key, "display_name": "Zoe", "color": color}));
        bench.value("handoff_add_milestone", &json!({"name": name, "color": color}));
    }

    let path = "docs/out.md";
    bench.refusal("handoff_doc_reassemble", &json!({"doc_id": "storage-design", "output_path": path}));
    bench.refusal("handoff_doc_save", &json!({"slug": "storage-design", "title": "T", "body": "# T\n"}));
    bench.value("handoff_doc_save", &json!({"doc_id": "storage-design", "split_level": 1}));
    bench.value("handoff_doc_save", &json!({"doc_id": "storage-design", "title": "T"}));
    let meta = bench.value("handoff_doc_get", &json!({"doc_id": "storage-design", "format": "meta"}));
    assert_eq!(meta["split_level"], 1);
    bench.refusal("handoff_doc_verify", &json!({"doc_id": "feed-parser-spec", "action": "generate"}));

    bench.refusal("handoff_update_config", &json!({"updates": {"foo": 1}}));
    bench.value("handoff_update_config", &json!({"updates": {"settings.custom_fields.foo": 1}}));
}
