//! The order in which tasks are taken up.

use handoff_agent::operations::tasks::next;
use serde_json::{Value, json};

use crate::support::Bench;

/// Returns the titles of the task to do next and of the others that are ready.
fn order(bench: &Bench) -> Vec<String> {
    let next = next::choose(bench.engine.reader(), &bench.context(), false).value;
    let title = |text: &String| text.split(' ').nth(1).expect("a title").to_owned();
    let first = next.task.expect("a task").title;
    std::iter::once(first).chain(next.also_ready.iter().map(title)).collect()
}

fn task(title: &str, priority: &str, start: &str, due: &str) -> Value {
    json!({"title": title, "priority": priority, "schedule": {"start_date": start, "due_date": due}})
}

#[test]
fn tasks_that_are_needed_first_come_first_within_a_priority() {
    // The tests begin on 2026-12-01. The slack of a task without dependents grows with the project.
    for (tasks, expected) in [
        (
            json!([
                task("Far", "high", "2026-12-21", "2026-12-24"),
                task("Soon", "high", "2026-12-01", "2026-12-02"),
                task("Late", "high", "2026-11-16", "2026-11-20"),
                task("Small", "low", "2026-11-16", "2026-11-20"),
            ]),
            vec!["Late", "Soon", "Far", "Small"],
        ),
        (
            json!([
                task("Alone", "high", "2026-12-01", "2026-12-08"),
                {"title": "Base", "ref": "base", "priority": "high"},
                {"title": "On-base", "priority": "high", "dependencies": ["base"], "schedule": {"due_date": "2026-12-04"}},
            ]),
            vec!["Base", "Alone"],
        ),
        (
            json!([
                task("Alone", "medium", "2026-12-01", "2026-12-08"),
                {"title": "Group", "schedule": {"due_date": "2026-12-03"}, "children": [{"title": "Part"}]},
            ]),
            vec!["Part", "Alone"],
        ),
        (
            json!([
                task("Alone", "medium", "2026-12-01", "2026-12-08"),
                {"title": "Base", "ref": "base"},
                {"title": "Group", "dependencies": ["base"], "children": [{"title": "Part", "schedule": {"due_date": "2026-12-03"}}]},
            ]),
            vec!["Base", "Alone"],
        ),
    ] {
        let mut bench = Bench::new("toml");
        bench.text("handoff_update_task", &json!({"tasks": tasks}));
        assert_eq!(order(&bench), expected, "{tasks}");
    }
}

#[test]
fn day_by_which_a_task_is_needed_is_named_if_it_is_not_its_own() {
    let mut bench = Bench::new("json");
    bench.text(
        "handoff_update_task",
        &json!({"tasks": [{"title": "Base", "ref": "base"}, {"title": "Roof", "dependencies": ["base"], "schedule": {"due_date": "2026-12-04"}}]}),
    );
    let text = bench.text("handoff_load_context", &json!({}));
    assert!(text.contains("- t1 Base (needed by 2026-12-04)"), "{text}");
    assert!(text.contains("- t2 Roof (due 2026-12-04"), "{text}");
}
