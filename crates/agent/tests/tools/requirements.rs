//! Requirements of documents: the links of tasks, and the list of what is missing.

use handoff_agent::{ToolSet, tools};
use serde_json::{Value, json};

use crate::support::Bench;

/// A document as `handoff-mcp` writes it, and one with two more requirements.
const DOCUMENT: &str = include_str!("../../../engine/tests/documents/sign_in.md");
const OTHER: &str = "---\nid: doc-2\ntitle: Tests\ndoc_type: note\ncreated_at: 2026-11-30T00:00:00+00:00\n\
    updated_at: 2026-11-30T00:00:00+00:00\nverification:\n  items:\n  - fragment_seq: 1\n    sub_items:\n    \
    - {index: 0, description: Try it, stable_id: AT-001, dev_stage: verified}\n    \
    - {index: 1, description: Again, stable_id: AT-010, priority: P0, test_refs: [{path: a.rs}]}\n---\n# Tests\n";

fn bench(layout: &str) -> Bench {
    let mut bench = Bench::new(layout);
    bench.put("docs/_doc.sign-in.md", DOCUMENT);
    bench.put("docs/_doc.tests.md", OTHER);
    bench
}

fn links(bench: &mut Bench, id: &Value) -> Vec<(String, String)> {
    let task = bench.value("handoff_get_task", &json!({"task_id": id}));
    let text = |link: &Value, key: &str| link[key].as_str().expect(key).to_owned();
    let links = task["task_links"].as_array().expect("a list");
    links.iter().map(|link| (text(link, "label"), text(link, "role"))).collect()
}

#[test]
fn tasks_take_the_requirements_of_the_server() {
    for layout in ["json", "toml"] {
        let mut bench = bench(layout);
        let task = json!({
            "title": "Sign-in", "requirement_ids": ["REQ-001", "AT-001"], "requirement_roles": {"AT-001": "executes"},
            "scope_paths": ["src/login.rs"],
        });
        let id = bench.value("handoff_update_task", &json!({"task": task}))["id"].clone();
        let both = [("REQ-001".to_owned(), "implements".to_owned()), ("AT-001".to_owned(), "executes".to_owned())];
        assert_eq!(links(&mut bench, &id), both, "{layout}");
        bench.text("handoff_update_task", &json!({"task": {"id": id, "requirement_ids": ["AT-001"]}}));
        assert_eq!(links(&mut bench, &id), both[1..], "{layout}");
        bench.text("handoff_update_task", &json!({"task": {"id": id, "requirement_ids": null}}));
        assert_eq!(links(&mut bench, &id), [], "{layout}");

        let import = json!({"source": {"description": "list"}, "tasks": [task]});
        let imported = bench.value("handoff_import_context", &import)["task_ids"][0].clone();
        assert_eq!(links(&mut bench, &imported), both, "{layout}");
        let read = bench.value("handoff_get_task", &json!({"task_id": imported}));
        assert_eq!(read["scope_paths"], json!(["src/login.rs"]));
        assert_eq!(read["task_links"][0]["baseline_hash"], "b76fc7ea827ee1a5");
    }
}

#[test]
fn roles_are_objects_of_two_words() {
    let mut bench = bench("toml");
    for (roles, expected) in [
        (
            json!(["executes"]),
            "The argument task.requirement_roles must be an object of requirement IDs with implements or executes.",
        ),
        (json!({"REQ-001": "breaks"}), "breaks is not a role. Use implements or executes."),
    ] {
        let task = json!({"title": "A", "requirement_ids": ["REQ-001"], "requirement_roles": roles});
        assert_eq!(bench.refusal("handoff_update_task", &json!({"task": task})), expected);
    }
}

#[test]
fn list_finds_what_is_missing() {
    let mut bench = bench("json");
    bench.text(
        "handoff_update_task",
        &json!({"task": {"id": "t1", "title": "A", "requirement_ids": ["REQ-001", "AT-010"]}}),
    );
    for (arguments, expected) in [
        (json!({}), vec!["AT-001", "AT-010", "REQ-001", "REQ-002"]),
        (json!({"has_tasks": false}), vec!["AT-001", "REQ-002"]),
        (json!({"has_proof": false}), vec!["REQ-001", "REQ-002"]),
        (json!({"has_tasks": false, "has_proof": false}), vec!["REQ-002"]),
        (json!({"incomplete": true}), vec!["AT-001", "REQ-001", "REQ-002"]),
        (json!({"incomplete": false}), vec!["AT-010"]),
        (json!({"has_tests": true}), vec!["AT-010"]),
        (json!({"task_id": "t1"}), vec!["AT-010", "REQ-001"]),
        (json!({"category": "REQ"}), vec!["REQ-001", "REQ-002"]),
        (json!({"category": "RE"}), vec![]),
        (json!({"priority": "P0"}), vec!["AT-010", "REQ-001"]),
        (json!({"dev_stage": "not_started"}), vec!["AT-010", "REQ-001", "REQ-002"]),
        (json!({"limit": 1, "offset": 2}), vec!["REQ-001"]),
    ] {
        let answer = bench.value("handoff_doc_req_list", &arguments);
        let items = answer["items"].as_array().expect("a list");
        let ids: Vec<&str> = items.iter().filter_map(|item| item["stable_id"].as_str()).collect();
        assert_eq!(ids, expected, "{arguments}");
    }
    let all = bench.value("handoff_doc_req_list", &json!({"limit": 1}));
    assert_eq!((&all["total"], &all["without_task"], &all["without_proof"]), (&json!(4), &json!(2), &json!(2)));
    let first = &bench.value("handoff_doc_req_list", &json!({"category": "REQ"}))["items"][0];
    assert_eq!(
        *first,
        json!({
            "stable_id": "REQ-001", "title": "Login form", "priority": "P0", "dev_stage": "not_started",
            "verification_status": "pending", "impl_refs": [], "test_refs": [], "doc_id": "doc-20261130-123437-950156",
            "doc_slug": "sign-in", "fragment_seq": 1, "sub_item_index": 0, "task_ids": ["t1"], "proven": false,
        })
    );
}

#[test]
fn answer_names_requirements_without_a_proof_when_a_task_is_finished() {
    let mut bench = bench("json");
    let task = json!({"id": "t1", "title": "A", "requirement_ids": ["REQ-001", "AT-010"]});
    bench.text("handoff_update_task", &json!({"task": task}));
    let expected = "t1 “A” is done, but has requirements without a test or a verification: REQ-001.";
    let text = bench.text("handoff_update_task", &json!({"task": {"id": "t1", "status": "done"}}));
    assert!(text.contains(&format!("Warning: {expected}")), "{text}");
    let updates = json!({"updates": [{"task_id": "t1", "status": "todo"}, {"task_id": "t1", "status": "done"}]});
    assert_eq!(bench.value("handoff_bulk_update_tasks", &updates)["warnings"], json!([expected]));
}

#[test]
fn default_tools_do_not_mention_requirements() {
    for tool in tools(&[ToolSet::Core]) {
        assert!(!tool.input_schema(true).to_string().contains("requirement"), "{}", tool.name);
    }
}
