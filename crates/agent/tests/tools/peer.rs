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
