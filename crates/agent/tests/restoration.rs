//! What a conversation begins with: within its budget at any size, the most useful first, and the same prefix as long as nothing in it changes.
#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test ends where something is not as it should be")]

mod support;

use handoff_agent::tokens;
use handoff_protocol::FileState;
use serde_json::json;
use support::Bench;

const BOUNDARY: &str = "<!-- handoff:";

/// Adds so many tasks that another program wrote.
fn add_tasks(bench: &mut Bench, number: usize) {
    let file = |at: usize| {
        let status = ["todo", "in_progress", "done", "blocked", "review"][at % 5];
        let priority = ["low", "medium", "high"][at % 3];
        let task = json!({
            "id": format!("t{}", 100 + at), "title": format!("Retry the station list after 潮位データ {at}"),
            "priority": priority,
            "done_criteria": [{"item": "Answers within a second"}, {"item": "Nothing is lost", "checked": at.is_multiple_of(2)}],
            "schedule": {"start_date": "2026-12-01", "due_date": "2026-12-04", "estimate_hours": 4.0},
        });
        let path = format!("tasks/t{}-retry/_task.{status}.json", 100 + at);
        FileState::File { path, bytes: task.to_string().into_bytes() }
    };
    bench.feed((0..number).map(file).collect());
}

fn load(bench: &mut Bench, budget: usize) -> String {
    bench.said("handoff_load_context", &json!({"budget_tokens": budget}))
}

fn project(number: usize) -> Bench {
    let mut bench = Bench::new("json");
    add_tasks(&mut bench, number);
    let long = "Because the feed repeats rows when the station restarts. ".repeat(30);
    bench.said(
        "handoff_save_context",
        &json!({
            "summary": "Feed parser", "session_status": "active",
            "decisions": (0..40).map(|at| json!({"decision": format!("Keep rule {at}"), "reason": long})).collect::<Vec<_>>(),
            "blockers": ["The licence of the map is not signed"],
            "handoff_notes": [
                {"note": "Write the back-off before anything else", "category": "suggestion"},
                {"note": "Never call the feed twice a minute", "category": "caution"},
            ],
            "context_pointers": [{"path": "src/feed.rs", "lines": "10-40", "reason": "the parser"}],
        }),
    );
    bench
}

#[test]
fn a_budget_holds_at_any_size_and_what_matters_most_is_there() {
    for number in [0, 100, 1_000] {
        let mut bench = project(number);
        for budget in [600, 2_000, 8_000] {
            let text = load(&mut bench, budget);
            assert!(tokens(&text) <= budget, "{} tokens of {budget} with {number} tasks", tokens(&text));
            for part in
                ["back-off before anything", "licence of the map", "twice a minute", "Keep rule 0", "src/feed.rs"]
            {
                assert!(text.contains(part), "{part} is missing with {number} tasks and {budget} tokens: {text}");
            }
            assert!(text.contains("handoff_get_session {\"session_id\":"), "what is left out can be fetched: {text}");
            if number > 0 {
                assert!(text.contains(&format!("{number} tasks: ")), "{text}");
            }
        }
    }
}

#[test]
fn a_real_project_fits_into_the_default_budget() {
    let mut bench = Bench::atlas();
    let text = load(&mut bench, 2_000);
    assert!(tokens(&text) <= 2_000, "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn two_loads_share_their_prefix_as_long_as_nothing_in_it_changed() {
    let prefix = |text: &str| text.split(BOUNDARY).next().expect("a prefix").to_owned();
    let mut bench = project(100);
    let first = load(&mut bench, 2_000);
    bench.said("handoff_update_task", &json!({"task": {"id": "t100", "status": "in_progress", "title": "Another"}}));
    bench.said("handoff_update_session", &json!({"add_checklist_item": "Read the log"}));
    let second = load(&mut bench, 2_000);
    assert_ne!(first, second);
    assert_eq!(prefix(&first), prefix(&second));
    assert!(prefix(&first).contains("Keep rule 0"));
    bench.said("handoff_update_session", &json!({"add_decision": {"decision": "Drop the cache"}}));
    assert_ne!(prefix(&load(&mut bench, 20_000)), prefix(&first));
}

#[test]
fn without_a_suggestion_the_most_urgent_task_is_next_and_why() {
    let mut bench = Bench::new("json");
    for (title, priority) in [("Later", "low"), ("First", "high")] {
        let schedule = json!({"start_date": "2026-12-01", "due_date": "2026-12-04"});
        let task = json!({"task": {"title": title, "priority": priority, "schedule": schedule}});
        bench.said("handoff_update_task", &task);
    }
    assert!(load(&mut bench, 2_000).contains("## Next\n- Begin t2 First (high, critical path, due 2026-12-04)\n"));
    bench.said(
        "handoff_update_task",
        &json!({"task": {"id": "t1", "status": "in_progress", "schedule": {"estimate_hours": 1}}}),
    );
    assert!(load(&mut bench, 2_000).contains("## Next\n- Go on with t1 Later"));
}
