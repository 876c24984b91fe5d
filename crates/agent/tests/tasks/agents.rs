//! Agents, claims and events with the arguments and result keys of `handoff-mcp`.

use handoff_protocol::Actor;
use serde_json::{Value, json};

use crate::support::Bench;

/// 2026-11-30T12:55:00Z, a minute after `handoff-mcp` wrote the project.
const RECORDED: i64 = 1_796_043_300_000;
/// The folder of its agents.
const WORKTREE: &str = "/plans/demo";
const MINUTE: i64 = 60_000;

fn ferry() -> Bench {
    let mut bench = Bench::ferry();
    bench.now = RECORDED;
    bench.actor = agent("c-1");
    bench
}

fn agent(conversation: &str) -> Actor {
    Actor { conversation: Some(conversation.to_owned()), ..Actor::agent("codex") }
}

fn status(bench: &mut Bench, id: &str) -> Value {
    bench.value("handoff_get_task", &json!({"task_id": id}))["status"].clone()
}

fn held_by(bench: &mut Bench, id: &str) -> Value {
    bench.value("handoff_get_task", &json!({"task_id": id}))["held_by"].clone()
}

fn ids(list: &Value, key: &str) -> Vec<String> {
    list.as_array().unwrap().iter().map(|entry| entry[key].as_str().unwrap().to_owned()).collect()
}

#[test]
fn agents_of_both_programs_are_listed_with_their_tasks() {
    let mut bench = ferry();
    bench.value("handoff_claim_task", &json!({"task_id": "t1"}));
    let list = bench.value("handoff_list_agents", &json!({"include_tasks": true}));
    assert_eq!(ids(&list["agents"], "agent_id"), ["agent-ada", "agent-bo", "codex"]);
    assert_eq!((&list["total"], &list["agents"][0]["worktree"]), (&json!(3), &json!(WORKTREE)));
    assert_eq!(list["agents"][0]["claimed_tasks"], json!(["t1.1"]));
    assert_eq!(list["agents"][1]["session_id"], "s-20261130-125411-350180");
    let codex = &list["agents"][2];
    assert_eq!((&codex["claimed_tasks"], &codex["session_id"]), (&json!(["t1"]), &json!("c-1")));
    assert_eq!(codex["registered_at"], "2026-11-30T12:55:01+00:00");

    bench.now = RECORDED + 45 * MINUTE;
    let count = |bench: &mut Bench, status: &str| {
        let list = bench.value("handoff_list_agents", &json!({ "status": status }));
        assert!(list["agents"][0].get("claimed_tasks").is_none());
        list["total"].clone()
    };
    assert_eq!(["all", "active", "stale", "disconnected"].map(|status| count(&mut bench, status)), [2, 0, 2, 0]);
    bench.now = RECORDED + 61 * MINUTE;
    assert_eq!(count(&mut bench, "disconnected"), 2);
}

#[test]
fn overview_shows_claims_with_what_is_left_of_them() {
    let mut bench = ferry();
    bench.value("handoff_claim_task", &json!({"task_id": "t1"}));
    let overview = bench.value("handoff_overview", &json!({}));
    assert_eq!(ids(&overview["task_matrix"], "task_id"), ["t1", "t1.1", "t2"], "t3 is done");
    let claims: Vec<(&Value, &Value)> = (0..3)
        .map(|at| &overview["task_matrix"][at])
        .map(|task| (&task["claimed_by"], &task["lease_remaining_s"]))
        .collect();
    // Ours ends 15 minutes after the claim, that of the other program at 13:24:11.255.
    assert_eq!(
        claims,
        [(&json!("codex"), &json!(899)), (&json!("agent-ada"), &json!(1749)), (&Value::Null, &Value::Null)]
    );
    let session = json!({"worktree": WORKTREE, "branch": "main", "session_id": "s-20261130-125411-350180",
        "agent_id": "agent-ada", "scope": "primary"});
    assert_eq!(overview["wt_sessions"], json!([session]));
    let summary = json!({"total_agents": 3, "active_agents": 3, "total_claimed": 2, "total_in_progress": 1});
    assert_eq!(overview["summary"], summary);
}

#[test]
fn release_sets_a_status_and_is_refused_to_others() {
    let mut bench = ferry();
    let refusal = bench.refusal("handoff_release_task", &json!({"task_id": "t1.1"}));
    assert!(refusal.contains("agent-ada"), "{refusal}");
    assert_eq!(status(&mut bench, "t1.1"), "in_progress", "nothing has changed");
    bench.value("handoff_claim_task", &json!({"task_id": "t1"}));
    let released = bench.value("handoff_release_task", &json!({"task_id": "t1", "reason": "lunch"}));
    let expected = json!({"task_id": "t1", "status": "todo", "done": "Released t1, now todo. Reason: lunch"});
    assert_eq!(released, expected);
    for wanted in ["in_progress", "blocked", "review"] {
        bench.value("handoff_release_task", &json!({"task_id": "t2", "revert_status": wanted}));
        assert_eq!((status(&mut bench, "t2"), held_by(&mut bench, "t2")), (json!(wanted), Value::Null));
    }
    bench.refusal("handoff_release_task", &json!({"task_id": "t9"}));
}

#[test]
fn reclaim_ends_the_claim_of_an_agent_of_either_program() {
    let mut bench = ferry();
    let refusal = bench.refusal("handoff_reclaim_task", &json!({"task_id": "t2"}));
    assert!(refusal.contains("Nobody holds t2."), "{refusal}");
    let reclaimed = bench.value("handoff_reclaim_task", &json!({"task_id": "t1.1", "reason": "gone"}));
    assert_eq!(reclaimed["done"], "Released t1.1, now todo. Reason: gone");
    let task = bench.file("tasks/t1-timetable-page/t1.1-parse-the-tide-file/_task.todo.json").unwrap();
    assert!(!task.contains("\"lock\""), "{task}");
    assert!(bench.file("agents/agent-ada.json").unwrap().contains("\"claimed_tasks\": []"));

    bench.value("handoff_claim_task", &json!({"task_id": "t2"}));
    bench.actor = agent("c-2");
    bench.value("handoff_reclaim_task", &json!({"task_id": "t2"}));
    assert_eq!((status(&mut bench, "t2"), held_by(&mut bench, "t2")), (json!("todo"), Value::Null));
}

#[test]
fn events_have_the_names_and_filters_of_the_other_program() {
    let mut bench = ferry();
    bench.value("handoff_claim_task", &json!({"task_id": "t2"}));
    bench.value("handoff_update_task", &json!({"task": {"id": "t2", "status": "in_progress"}}));
    bench.actor = agent("c-2");
    bench.value("handoff_claim_task", &json!({"task_id": "t2", "take_over": true}));
    bench.value("handoff_release_task", &json!({"task_id": "t2"}));
    let mut events = |arguments: Value| bench.value("handoff_events", &arguments);
    let all = events(json!({}));
    let kinds = ["task.claimed", "task.status_changed", "task.claimed", "task.status_changed", "task.released"];
    assert_eq!(ids(&all["events"], "event")[..3], kinds[..3]);
    let mut last = ids(&all["events"], "event").split_off(3);
    last.sort();
    assert_eq!((last, &all["total"]), (vec![kinds[4].to_owned(), kinds[3].to_owned()], &json!(5)));
    let changed = &all["events"][1];
    assert_eq!((&changed["task_id"], &changed["agent_id"]), (&json!("t2"), &json!("codex")));
    assert_eq!(changed["detail"], r#"{"from":"blocked","to":"in_progress"}"#);
    let counts = [
        json!({"limit": 2}),
        json!({"event_type": "task.claimed"}),
        json!({"task_id": "t1"}),
        json!({"agent_id": "codex"}),
        json!({"since": "2026-11-30T12:55:03Z"}),
    ]
    .map(|arguments| events(arguments)["total"].clone());
    assert_eq!(counts, [2, 2, 0, 5, 3]);
    assert_eq!(events(json!({"limit": 1}))["events"][0], all["events"][4]);
    let refusal = bench.refusal("handoff_events", &json!({"since": "yesterday"}));
    assert!(refusal.contains("since"), "{refusal}");
}

#[test]
fn arguments_of_claims_that_have_no_meaning_here_are_named() {
    let mut bench = ferry();
    let text = bench.text("handoff_claim_task", &json!({"task_id": "t2", "lease_ttl": 3600, "session_id": "s-1"}));
    assert!(text.contains("lease_ttl is not used: a claim lasts until 15 min after your last call."), "{text}");
    assert!(text.contains("session_id is not used"), "{text}");
    let text = bench.text("handoff_claim_task", &json!({"task_id": "t2", "lease_ttl": 900}));
    assert!(!text.contains("not used"), "{text}");
}
