//! Tools about tasks: what they answer, and what they leave on disk.

#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test ends where something is not as it should be")]

mod support;

use serde_json::json;
use support::Bench;

#[test]
fn a_day_of_tasks_in_both_layouts() {
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        let first = json!({"task": {
            "title": "Parse", "priority": "high", "labels": ["io"],
            "schedule": {"estimate_hours": 3, "remaining_hours": 3}, "done_criteria": [{"item": "works"}]
        }});
        let id = if layout == "json" { "t1" } else { "01" };
        assert_eq!(bench.said("handoff_update_task", &first), format!("Created task {id}: Parse [todo]"));
        assert_eq!(
            bench.said("handoff_update_task", &json!({"task": {"id": id, "status": "in_progress"}})),
            format!("Updated task {id}: Parse [in_progress]")
        );
        assert_eq!(
            bench.said("handoff_log_time", &json!({"task_id": id, "hours": 1.5})),
            format!("Logged 1.5h on {id}: 1.5h in total, 1.5h remaining.")
        );
        assert_eq!(
            bench.refused("handoff_update_task", &json!({"task": {"id": id, "status": "done"}})),
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
    // handoff-mcp's never do (its defect 15).
    let mut bench = Bench::atlas();
    for (filter, value) in [("priority_filter", "high"), ("label_filter", "backend"), ("status_filter", "done")] {
        let listed = bench.value("handoff_list_tasks", &json!({ filter: value }));
        let tree = listed["task_tree"].as_array().map_or(0, Vec::len);
        assert!(tree > 0, "{filter} {value}");
        assert_eq!(listed["task_summary"]["total"], json!(41), "the summary is not filtered");
    }
}

#[test]
fn a_list_ends_where_it_would_be_too_long_and_counts_the_rest() {
    let mut bench = Bench::atlas();
    let all = bench.value("handoff_list_tasks", &json!({"limit": 0}));
    assert_eq!(all.get("tasks_omitted"), None);
    assert_eq!(all, bench.value("handoff_list_tasks", &json!({})), "so few are listed whole");
    let some = bench.value("handoff_list_tasks", &json!({"limit": 3}));
    let listed = some["task_tree"].to_string().matches("\"status\"").count();
    assert!((3..6).contains(&listed), "three, and what is above them: {listed}");
    let [there, omitted] = [&all, &some].map(|list| list["task_tree"].to_string().matches("\"status\"").count());
    assert_eq!(some["tasks_omitted"], json!(there - omitted));
    assert_eq!(some["task_summary"], all["task_summary"]);
    let loaded = |budget: u32| json!({"format": "json", "budget_tokens": budget});
    let whole = bench.value("handoff_load_context", &loaded(100_000));
    assert_eq!((&whole["task_tree"], whole.get("tasks_omitted")), (&all["task_tree"], None));
    let brief = bench.value("handoff_load_context", &loaded(1_500));
    assert!(brief["tasks_omitted"].as_u64().is_some_and(|omitted| omitted > 5), "{}", brief["tasks_omitted"]);
}

#[test]
fn an_unknown_id_is_answered_with_those_that_are_like_it() {
    let mut bench = Bench::atlas();
    assert_eq!(
        bench.refused("handoff_get_task", &json!({"task_id": "T1"})),
        "There is no task T1. Did you mean t1, t1.1, t1.1.1, t1.1.2, t1.1.3?"
    );
    assert_eq!(
        Bench::new("toml").refused("handoff_get_task", &json!({"task_id": "T1"})),
        "There is no task T1; no tasks exist yet."
    );
    assert_eq!(
        Bench::empty().refused("handoff_get_task", &json!({"task_id": "T1"})),
        "There is no .handoff folder in this project. Run handoff_init first."
    );
}

#[test]
fn of_finished_tasks_the_last_are_listed_and_all_are_counted() {
    // Defect 16: handoff-mcp keeps the first by name, and does not count what it leaves out, nor what is below it.
    for layout in ["json", "toml"] {
        let mut bench = Bench::new(layout);
        bench.said("handoff_update_config", &json!({"updates": {"settings.done_task_limit": 2}}));
        for id in ["a", "b", "c", "d"] {
            bench.said("handoff_update_task", &json!({"task": {"id": id, "title": id}}));
        }
        for id in ["d", "a", "c", "b"] {
            bench.said("handoff_update_task", &json!({"task": {"id": id, "status": "skipped"}}));
        }
        bench.said("handoff_update_task", &json!({"task": {"id": "e", "title": "e"}, "parent_id": "d"}));
        let listed = bench.value("handoff_list_tasks", &json!({}));
        let ids: Vec<&str> =
            listed["task_tree"].as_array().into_iter().flatten().filter_map(|node| node["id"].as_str()).collect();
        assert_eq!(ids, ["b", "c", "d"], "d stays for what is below it");
        assert_eq!((&listed["task_summary"]["total"], &listed["finished_omitted"]), (&json!(5), &json!(2)));
    }
}
