//! Tools that only read leave a project as it was.

use crate::support::Bench;
use serde_json::json;

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
