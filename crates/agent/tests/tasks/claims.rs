//! Claims as agents see them: who holds a task, what is next, and who else is at work.

use handoff_protocol::{Actor, Process};
use serde_json::{Value, json};

use crate::support::Bench;

const MINUTE: i64 = 60_000;

/// Creates a project with three tasks, of which the first is the most urgent.
fn project() -> Bench {
    let mut bench = Bench::new("toml");
    let tasks = json!([
        {"id": "t1", "title": "Piles", "priority": "high", "done_criteria": ["Stands"]},
        {"id": "t2", "title": "Crane"},
        {"id": "t3", "title": "Lamp", "dependencies": ["t2"]},
    ]);
    bench.text("handoff_update_task", &json!({ "tasks": tasks }));
    bench
}

/// Lets the next calls come from an agent in a conversation.
fn switch_to(bench: &mut Bench, client: &str, conversation: &str) {
    bench.actor = Actor { conversation: Some(conversation.to_owned()), ..Actor::agent(client) };
}

fn claim(bench: &mut Bench, arguments: &Value) -> String {
    bench.text("handoff_claim_task", arguments)
}

#[test]
fn next_never_offers_what_another_agent_holds_and_names_the_holder() {
    let mut bench = project();
    switch_to(&mut bench, "codex", "c-1");
    assert_eq!(claim(&mut bench, &json!({})), "You hold t1 Piles (high); open: Stands.");
    assert!(bench.text("handoff_next_task", &json!({})).starts_with("Begin t1 Piles"), "its own comes first");
    assert_eq!(bench.value("handoff_get_task", &json!({"task_id": "t1"}))["held_by"], "you");

    switch_to(&mut bench, "claude-code", "c-2");
    bench.now += 3 * MINUTE;
    let next = bench.value("handoff_next_task", &json!({}));
    assert_eq!((next["task"]["id"].as_str(), &next["also_ready"]), (Some("t2"), &json!([])));
    assert_eq!(bench.value("handoff_get_task", &json!({"task_id": "t1"}))["held_by"], "codex, heard 3 min ago");
    let tree = bench.value("handoff_list_tasks", &json!({}))["task_tree"].clone();
    let held: Vec<&Value> = tree.as_array().unwrap().iter().map(|task| &task["held_by"]).collect();
    assert_eq!(held, [&json!("codex, heard 3 min ago"), &Value::Null, &Value::Null]);
    let load = bench.text("handoff_load_context", &json!({}));
    assert!(load.contains("codex at t1 Piles, heard 3 min ago"), "{load}");
    assert!(
        load.contains("## Next\n- Begin t2\n") && load.contains("- t2 Crane") && !load.contains("- t1 Piles (high)"),
        "{load}"
    );

    let claimed = bench.value("handoff_claim_task", &json!({}));
    assert_eq!((claimed["id"].as_str(), claimed["task"]["title"].as_str()), (Some("t2"), Some("Crane")));
    let refusal = bench.refusal("handoff_claim_task", &json!({"task_id": "t1"}));
    assert_eq!(
        refusal,
        "t1 is held by codex, heard 3 min ago. Choose another task, or take it over with take_over: true."
    );
    assert!(bench.refusal("handoff_claim_task", &json!({"task_id": "t9"})).contains("There is no task t9"));

    bench.now += 13 * MINUTE;
    assert!(bench.text("handoff_next_task", &json!({})).starts_with("Begin t2 Crane"), "what it holds comes first");
    let tree = bench.value("handoff_list_tasks", &json!({}))["task_tree"].clone();
    assert_eq!(tree[0]["held_by"], Value::Null, "the claim has ended");
}

#[test]
fn load_tells_agents_with_the_same_name_apart() {
    let mut bench = project();
    for (conversation, id) in [("c-1", "t1"), ("c-2", "t2")] {
        switch_to(&mut bench, "codex", conversation);
        claim(&mut bench, &json!({"task_id": id}));
    }
    let load = bench.text("handoff_load_context", &json!({}));
    assert!(load.contains("codex (conversation c-1) at t1 Piles, heard just now"), "{load}");
    assert!(!load.contains("c-2"), "its own claim is not said: {load}");
    bench.actor = Actor::person("Ana");
    let load = bench.text("handoff_load_context", &json!({}));
    assert!(
        load.contains("(conversation c-1) at t1 Piles") && load.contains("(conversation c-2) at t2 Crane"),
        "{load}"
    );
}

#[test]
fn work_on_a_task_claims_and_releases_it() {
    let mut bench = project();
    switch_to(&mut bench, "codex", "c-1");
    bench.text(
        "handoff_update_task",
        &json!({"task": {"id": "t1", "status": "in_progress", "schedule": {"estimate_hours": 1}}}),
    );
    switch_to(&mut bench, "codex", "c-2");
    let reply = bench.text("handoff_update_task", &json!({"task": {"id": "t1", "status": "blocked"}}));
    assert!(reply.contains("Warning: t1 is held by codex, heard just now."), "{reply}");
    bench.text("handoff_update_task", &json!({"task": {"id": "t1", "status": "done", "check": "all"}}));
    assert_eq!(bench.value("handoff_get_task", &json!({"task_id": "t1"})).get("held_by"), None);
}

#[test]
fn former_holder_learns_who_took_over_and_what_it_holds_is_released_together() {
    let mut bench = project();
    switch_to(&mut bench, "codex", "c-1");
    claim(&mut bench, &json!({"task_id": "t1"}));
    claim(&mut bench, &json!({"task_id": "t2"}));
    let held = ["t1".to_owned(), "t2".to_owned()];
    let lost = |bench: &Bench| handoff_agent::lost_claims(bench.engine.reader(), &held, &bench.context());
    assert_eq!(lost(&bench), None);
    let codex = bench.actor.clone();
    bench.actor = Actor::person("Ana");
    let taken = claim(&mut bench, &json!({"task_id": "t1", "take_over": true}));
    assert_eq!(taken, "You hold t1 Piles (high); open: Stands. Taken over from codex, heard just now.");
    bench.actor = codex;
    assert_eq!(lost(&bench).as_deref(), Some("t1 was taken over by Ana."));
    assert!(bench.refusal("handoff_claim_task", &json!({"task_id": "t1", "release": true})).contains("held by Ana"));
    assert_eq!(claim(&mut bench, &json!({"release": true})), "Released t2.");
    assert_eq!(claim(&mut bench, &json!({"release": true})), "You hold no task.");
}

#[test]
fn every_change_of_a_task_that_another_agent_holds_names_the_holder() {
    for (tool, arguments) in [
        ("handoff_update_task", json!({"task": {"id": "t1", "notes_append": "n"}})),
        ("handoff_update_task", json!({"task": {"id": "t1", "log_hours": 1}})),
        ("handoff_update_task", json!({"task": {"id": "t1", "check": "all", "status": "done"}})),
        ("handoff_update_task", json!({"tasks": [{"id": "t1", "status": "in_progress"}, {"title": "New"}]})),
        ("handoff_update_task", json!({"task": {"id": "t1"}, "move_to": "t2"})),
        ("handoff_check_criterion", json!({"task_id": "t1", "criterion_index": 0, "checked": true})),
        ("handoff_log_time", json!({"task_id": "t1", "hours": 1})),
        ("handoff_bulk_update_tasks", json!({"updates": [{"task_id": "t1", "priority": "low"}]})),
    ] {
        let mut bench = project();
        switch_to(&mut bench, "codex", "c-1");
        // It is in progress already, so that one of the calls changes nothing.
        bench.text("handoff_update_task", &json!({"task": {"id": "t1", "status": "in_progress"}}));
        switch_to(&mut bench, "claude-code", "c-2");
        let reply = bench.text(tool, &arguments);
        assert_eq!(reply.matches("t1 is held by codex, heard just now.").count(), 1, "{tool} {arguments}: {reply}");
        let other = bench.text("handoff_update_task", &json!({"task": {"id": "t3", "notes_append": "n"}}));
        assert!(!other.contains("held by"), "{other}");
        bench.actor = Actor::person("Ana");
        assert!(!bench.text("handoff_log_time", &json!({"task_id": "t1", "hours": 1})).contains("held by"));
    }
}

#[test]
fn next_says_how_many_tasks_are_held_and_by_whom() {
    let mut bench = project();
    switch_to(&mut bench, "codex", "c-1");
    claim(&mut bench, &json!({"task_id": "t1"}));
    switch_to(&mut bench, "gemini", "c-2");
    claim(&mut bench, &json!({"task_id": "t2"}));
    switch_to(&mut bench, "claude-code", "c-3");
    let next = bench.text("handoff_next_task", &json!({}));
    let held = "No task is ready to start. 2 tasks are held: t1 Piles by codex, heard just now; t2 Crane by gemini, heard just now. ";
    assert!(next.starts_with(held), "{next}");
    switch_to(&mut bench, "gemini", "c-2");
    assert!(bench.text("handoff_next_task", &json!({})).starts_with("Begin t2 Crane"));
}

#[test]
fn release_of_a_task_that_nobody_holds_says_so() {
    let mut bench = project();
    assert_eq!(claim(&mut bench, &json!({"task_id": "t1", "release": true})), "Nobody holds t1.");
    claim(&mut bench, &json!({"task_id": "t1"}));
    assert_eq!(claim(&mut bench, &json!({"task_id": "t1", "release": true})), "Released t1.");
}

#[test]
fn claim_of_an_ended_process_is_free_at_once() {
    let process = |pid: u32, host: &str, boot: &str| Process {
        host: host.to_owned(),
        boot: Some(boot.to_owned()),
        pid,
        started: Some("7".to_owned()),
    };
    let own = process(1, "here", "now");
    for (holder, ended, is_free) in [
        (Some(process(2, "here", "now")), vec![process(2, "here", "now")], true),
        (Some(process(2, "here", "now")), vec![process(3, "here", "now")], false),
        (Some(process(2, "here", "before")), vec![], true),
        // What another machine runs is not known, and earlier claims name no process.
        (Some(process(2, "there", "before")), vec![process(2, "here", "now")], false),
        (None, vec![process(2, "here", "now")], false),
    ] {
        let mut bench = project();
        switch_to(&mut bench, "claude-code", "c-1");
        bench.process.clone_from(&holder);
        bench.text("handoff_update_task", &json!({"task": {"id": "t1", "status": "in_progress"}}));
        bench.engine.set_ended_processes(&own, ended.clone());
        assert_eq!(bench.engine.claim_processes(&own).len(), usize::from(holder == Some(process(2, "here", "now"))));

        switch_to(&mut bench, "claude-code", "c-2");
        bench.process = Some(own.clone());
        let load = bench.text("handoff_load_context", &json!({}));
        assert_eq!(load.contains("heard just now"), !is_free, "{holder:?} {load}");
        let next = bench.value("handoff_next_task", &json!({}))["task"]["id"].clone();
        assert_eq!(next, if is_free { "t1" } else { "t2" }, "{holder:?}");
        let claim = bench.call("handoff_claim_task", &json!({"task_id": "t1"}));
        assert_eq!(claim.failed.is_none(), is_free, "{holder:?} {}", claim.text);
        let release = bench.call("handoff_claim_task", &json!({"task_id": "t1", "release": true}));
        assert_eq!(release.failed.is_none(), is_free, "{holder:?} {}", release.text);
    }
}

#[test]
fn claims_and_agents_of_handoff_mcp_are_shown_where_our_own_are() {
    let mut bench = Bench::new("json");
    let tasks = json!([{"id": "t1", "title": "Piles", "priority": "high"}, {"id": "t2", "title": "Crane"}]);
    bench.text("handoff_update_task", &json!({ "tasks": tasks }));
    let time = |ms: i64| handoff_format::timestamp(ms);
    let lock = json!({"agent_id": "a-1", "session_id": "s-1", "claimed_at": time(bench.now), "lease_expires_at": time(bench.now + 30 * MINUTE), "lease_ttl_seconds": 1800});
    let task = json!({"id": "t1", "title": "Piles", "priority": "high", "lock": lock});
    bench.put("tasks/t1-piles/_task.todo.json", &task.to_string());
    for (id, since) in [("a-1", 0), ("a-2", 2 * MINUTE), ("a-3", 31 * MINUTE)] {
        let agent = json!({"agent_id": id, "worktree": "/plans/side", "last_heartbeat": time(bench.now - since), "claimed_tasks": []});
        bench.put(&format!("agents/{id}.json"), &agent.to_string());
    }
    bench.put("agents/torn.json", "{");
    switch_to(&mut bench, "codex", "c-1");
    let load = bench.text("handoff_load_context", &json!({}));
    assert!(load.contains("a-1 at t1 Piles, heard just now"), "{load}");
    assert!(load.contains("a-2 in /plans/side, heard 2 min ago") && !load.contains("a-3"), "{load}");
    assert!(bench.text("handoff_next_task", &json!({})).starts_with("Begin t2 Crane"));
    assert_eq!(bench.value("handoff_get_task", &json!({"task_id": "t1"}))["held_by"], "a-1, heard just now");
    assert_eq!(bench.value("handoff_list_tasks", &json!({}))["task_tree"][0]["held_by"], "a-1, heard just now");
    let refusal = bench.refusal("handoff_claim_task", &json!({"task_id": "t1"}));
    assert!(refusal.starts_with("t1 is held by a-1, heard just now."), "{refusal}");
    let taken = claim(&mut bench, &json!({"task_id": "t1", "take_over": true}));
    assert!(taken.ends_with("Taken over from a-1, heard just now."), "{taken}");
    let file: Value = serde_json::from_str(&bench.file("tasks/t1-piles/_task.todo.json").unwrap()).unwrap();
    assert_eq!((&file["lock"]["agent_id"], &file["lock"]["session_id"]), (&json!("codex"), &json!("c-1")));
    claim(&mut bench, &json!({"task_id": "t1", "release": true}));
    let file: Value = serde_json::from_str(&bench.file("tasks/t1-piles/_task.todo.json").unwrap()).unwrap();
    assert_eq!(file.get("lock"), None);
}
