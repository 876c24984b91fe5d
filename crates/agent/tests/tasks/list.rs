//! Tools that list and read tasks: their answers and the files that they leave.

use serde_json::json;

use crate::support::Bench;

#[test]
fn task_is_created_started_and_logged() {
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        let first = json!({"task": {
            "title": "Parse", "priority": "high", "labels": ["io"],
            "schedule": {"estimate_hours": 3, "remaining_hours": 3}, "done_criteria": [{"item": "works"}]
        }});
        let id = "t1";
        assert_eq!(bench.text("handoff_update_task", &first), format!("Created task {id}: Parse [todo]"));
        assert_eq!(
            bench.text("handoff_update_task", &json!({"task": {"id": id, "status": "in_progress"}})),
            format!("Updated task {id}: Parse [in_progress]")
        );
        assert_eq!(
            bench.text("handoff_log_time", &json!({"task_id": id, "hours": 1.5})),
            format!("Logged 1.5h on {id}: 1.5h in total, 1.5h remaining.")
        );
        assert_eq!(
            bench.refusal("handoff_update_task", &json!({"task": {"id": id, "status": "done"}})),
            format!("{id} cannot be set to done: the criterion “works” is not met.")
        );
        let task = bench.value("handoff_get_task", &json!({"task_id": id}));
        assert_eq!(task["status"], "in_progress");
        assert_eq!(task["schedule"]["actual_hours"], json!(1.5));
        assert_eq!(task["dependents"], json!(null));
    }
}

#[test]
fn priority_and_label_filters_match() {
    // In handoff-mcp these filters never match (defect 15).
    let mut bench = Bench::atlas();
    for (filter, value) in [("priority_filter", "high"), ("label_filter", "backend"), ("status_filter", "done")] {
        let list = bench.value("handoff_list_tasks", &json!({ filter: value }));
        let tree = list["task_tree"].as_array().map_or(0, Vec::len);
        assert!(tree > 0, "{filter} {value}");
        let shown = list["task_tree"].to_string().matches("\"status\"").count();
        let matching = list["task_summary"]["total"].as_u64().expect("a number");
        assert!(matching > 0 && matching <= shown as u64, "{matching} of {shown}: the summary is of what is shown");
    }
}

#[test]
fn long_task_list_is_truncated_with_a_count() {
    let mut bench = Bench::atlas();
    let all = bench.value("handoff_list_tasks", &json!({"limit": 0}));
    assert_eq!(all.get("tasks_omitted"), None);
    assert_eq!(all, bench.value("handoff_list_tasks", &json!({})), "a short list is complete");
    let some = bench.value("handoff_list_tasks", &json!({"limit": 3}));
    let count = some["task_tree"].to_string().matches("\"status\"").count();
    assert!((3..6).contains(&count), "three, and what is above them: {count}");
    let [total, omitted] = [&all, &some].map(|list| list["task_tree"].to_string().matches("\"status\"").count());
    assert_eq!(some["tasks_omitted"], json!(total - omitted));
    assert_eq!(some["task_summary"], all["task_summary"]);
    let loaded = |budget: u32| json!({"format": "json", "budget_tokens": budget});
    let whole = bench.value("handoff_load_context", &loaded(100_000));
    assert_eq!((&whole["task_tree"], whole.get("tasks_omitted")), (&all["task_tree"], None));
    let brief = bench.value("handoff_load_context", &loaded(1_500));
    assert!(brief["tasks_omitted"].as_u64().is_some_and(|omitted| omitted > 5), "{}", brief["tasks_omitted"]);
}

#[test]
fn unknown_task_id_lists_similar_ids() {
    let mut bench = Bench::atlas();
    assert_eq!(
        bench.refusal("handoff_get_task", &json!({"task_id": "T1"})),
        "There is no task T1. Did you mean t1, t1.1, t1.1.1, t1.1.2, t1.1.3?"
    );
    assert_eq!(
        Bench::new("toml").refusal("handoff_get_task", &json!({"task_id": "T1"})),
        "There is no task T1; no tasks exist yet."
    );
    assert_eq!(
        Bench::empty().refusal("handoff_get_task", &json!({"task_id": "T1"})),
        "There is no .handoff folder in this project. Run handoff_init first."
    );
}

#[test]
fn finished_tasks_are_limited_to_the_latest() {
    // Defect 16: handoff-mcp keeps the first by name and does not count the omitted tasks and their
    // subtasks.
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        bench.text("handoff_update_config", &json!({"updates": {"settings.done_task_limit": 2}}));
        for id in ["a", "b", "c", "d"] {
            bench.text("handoff_update_task", &json!({"task": {"id": id, "title": id}}));
        }
        for id in ["d", "a", "c", "b"] {
            bench.text("handoff_update_task", &json!({"task": {"id": id, "status": "skipped"}}));
        }
        bench.text("handoff_update_task", &json!({"task": {"id": "e", "title": "e"}, "parent_id": "d"}));
        let list = bench.value("handoff_list_tasks", &json!({}));
        let ids: Vec<&str> =
            list["task_tree"].as_array().into_iter().flatten().filter_map(|node| node["id"].as_str()).collect();
        assert_eq!(ids, ["b", "c", "d"], "d stays because of its subtask");
        assert_eq!((&list["task_summary"]["total"], &list["finished_omitted"]), (&json!(5), &json!(2)));
    }
}
