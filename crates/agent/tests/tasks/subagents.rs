//! Subagents share the conversation of their parent: what they claim, what they are told, and what is kept of them.

use handoff_agent::{Capture, Transcript, subagent_context, subagent_result};
use handoff_protocol::{Actor, Command};
use serde_json::{Value, json};

use crate::support::Bench;

fn project() -> Bench {
    let mut bench = Bench::new("toml");
    bench.actor = Actor { conversation: Some("c-1".to_owned()), ..Actor::agent("claude-code") };
    let tasks = json!([
        {"id": "t1", "title": "Piles", "priority": "high", "done_criteria": ["Stands"]},
        {"id": "t2", "title": "Crane"},
        {"id": "t3", "title": "Lamp"},
    ]);
    bench.text("handoff_update_task", &json!({ "tasks": tasks }));
    let saved = json!({
        "summary": "Plan", "session_status": "active", "decisions": ["Steel piles"],
        "handoff_notes": [{"note": "Mind the tide", "category": "caution"}, {"note": "task t2 needs a permit", "category": "caution"}],
        "context_pointers": [{"path": "src/piles.rs", "reason": "the loads"}],
    });
    bench.text("handoff_save_context", &saved);
    bench
}

fn claim(bench: &mut Bench, arguments: &Value) -> String {
    bench.text("handoff_claim_task", arguments)
}

#[test]
fn one_conversation_gets_no_task_twice_unless_asked() {
    let mut bench = project();
    assert_eq!(
        claim(&mut bench, &json!({"as": "tests"})),
        "You hold t1 Piles (high, held by you (tests)); open: Stands."
    );
    assert_eq!(
        claim(&mut bench, &json!({"as": "docs"})),
        "You hold t2 Crane (held by you (docs)). Also held in this conversation: t1 (tests)."
    );
    assert_eq!(
        claim(&mut bench, &json!({})),
        "You hold t3 Lamp. Also held in this conversation: t1 (tests), t2 (docs)."
    );
    assert!(bench.refusal("handoff_claim_task", &json!({})).contains("no task to begin"));
    // What a subagent holds is not what its parent goes on with.
    assert!(bench.text("handoff_next_task", &json!({})).starts_with("Begin t3 Lamp"));

    let refusal = bench.refusal("handoff_claim_task", &json!({"task_id": "t1", "as": "docs"}));
    assert!(refusal.starts_with("t1 is held by tests, heard just now."), "{refusal}");
    assert!(claim(&mut bench, &json!({"task_id": "t1", "as": "tests"})).starts_with("You hold t1"), "its own");
    assert!(claim(&mut bench, &json!({"task_id": "t1"})).starts_with("You hold t1"), "its parent asks for it");
    assert!(
        claim(&mut bench, &json!({"task_id": "t3", "as": "lamp"})).contains("(held by you (lamp))"),
        "is handed on"
    );
    claim(&mut bench, &json!({"task_id": "t1", "as": "docs", "take_over": true}));
    assert_eq!(bench.value("handoff_get_task", &json!({"task_id": "t1"}))["held_by"], "you (docs)");

    bench.actor = Actor { conversation: Some("c-2".to_owned()), ..Actor::agent("codex") };
    assert_eq!(
        bench.value("handoff_get_task", &json!({"task_id": "t1"}))["held_by"],
        "claude-code (docs), heard just now"
    );
}

#[test]
fn work_of_a_subagent_renews_and_ends_its_claim() {
    let mut bench = project();
    claim(&mut bench, &json!({"task_id": "t1", "as": "tests"}));
    let reply = bench.text("handoff_update_task", &json!({"task": {"id": "t1", "notes_append": "Half"}}));
    assert!(!reply.contains("held by"), "the server cannot tell who calls: {reply}");
    bench.now += 10 * 60_000;
    bench.command(&Command::RenewClaims {});
    bench.now += 10 * 60_000;
    assert_eq!(bench.value("handoff_get_task", &json!({"task_id": "t1"}))["held_by"], "you (tests)");
    bench.text(
        "handoff_update_task",
        &json!({"task": {"id": "t1", "status": "done", "check": "all", "schedule": {"estimate_hours": 1}}}),
    );
    assert_eq!(bench.value("handoff_get_task", &json!({"task_id": "t1"})).get("held_by"), None);
}

/// The transcript of a parent that has started a subagent of the kind `tests` with this request, which runs unless it
/// has an answer.
fn parent(prompt: &str, has_answer: bool) -> Transcript {
    let call = json!({"type": "assistant", "message": {"content": [
        {"type": "tool_use", "id": "1", "name": "Task", "input": {"subagent_type": "tests", "prompt": prompt}}]}});
    let answer =
        json!({"type": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": "1", "content": "x"}]}});
    Transcript::parse(&if has_answer { format!("{call}\n{answer}") } else { call.to_string() })
}

fn told(bench: &Bench, transcript: &Transcript) -> Option<String> {
    subagent_context(bench.engine.reader(), &bench.context(), transcript, "tests")
}

#[test]
fn subagent_is_told_its_task_with_cautions_and_pointers() {
    let mut bench = project();
    assert_eq!(told(&bench, &Transcript::default()), None, "nobody holds a task");
    let text = told(&bench, &parent("Build task t2.", false)).unwrap();
    for part in [
        "## Your task\n- t2 Crane",
        "## Cautions\n- task t2 needs a permit\n- Mind the tide\n",
        "src/piles.rs — the loads",
        "Steel piles",
        "handoff_claim_task {\"task_id\": \"t2\", \"as\": \"tests\"}",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(handoff_agent::estimate_tokens(&text) <= 400, "{text}");
    let several = told(&bench, &parent("Build task t2 and task t3, not task 99.", false)).unwrap();
    assert!(several.contains("- t2 Crane\n- t3 Lamp\n") && !several.contains("handoff_claim_task"), "{several}");
    assert_eq!(told(&bench, &parent("Build task t2.", true)), None, "that one has ended");

    claim(&mut bench, &json!({"task_id": "t3"}));
    assert!(told(&bench, &Transcript::default()).unwrap().contains("- t3 Lamp"), "what its parent holds");
    claim(&mut bench, &json!({"task_id": "t1", "as": "tests"}));
    assert!(told(&bench, &Transcript::default()).unwrap().contains("- t1 Piles"), "what is held for it");
}

#[test]
fn result_of_a_subagent_is_noted_at_its_task() {
    let mut bench = project();
    let call = |name: &str, input: Value, answer: &str| {
        json!({"type": "assistant", "isSidechain": true, "message": {"content": [
            {"type": "tool_use", "id": name, "name": format!("mcp__handoff__{name}"), "input": input},
            {"type": "tool_result", "tool_use_id": name, "content": answer}]}})
        .to_string()
    };
    let request = |text: &str| json!({"type": "user", "isSidechain": true, "message": {"content": text}}).to_string();
    let edit = json!({"type": "assistant", "isSidechain": true, "message": {"content": [
        {"type": "tool_use", "id": "e", "name": "Edit", "input": {"file_path": "/repo/src/piles.rs"}}]}});
    let note = "Subagent tests ended (captured): edited: src/piles.rs. said last: All stands";
    for (lines, expected) in [
        (
            vec![call("handoff_claim_task", json!({"as": "tests"}), "You hold t1 Piles (high)."), edit.to_string()],
            Some("t1"),
        ),
        (
            vec![call("handoff_claim_task", json!({}), r#"{"id":"t2","done":"You hold t2."}"#), edit.to_string()],
            Some("t2"),
        ),
        (
            vec![call("handoff_update_task", json!({"task": {"id": "t3", "status": "done"}}), ""), edit.to_string()],
            Some("t3"),
        ),
        (vec![call("handoff_update_task", json!({"task": {"id": "t3", "notes_append": "Lit"}}), "")], None),
        (vec![request("Build task t2"), edit.to_string()], Some("t2")),
        (vec![request("Build task t2 and task t3"), edit.to_string()], None),
        (vec![request("Look around"), edit.to_string()], None),
        (vec![call("handoff_claim_task", json!({"task_id": "99"}), "")], None),
    ] {
        let transcript = Transcript::parse(&lines.join("\n"));
        let capture = Capture::of(&transcript, "/repo");
        let (reader, now) = (bench.engine.reader(), bench.now);
        let command = subagent_result(reader, &bench.actor, now, &transcript, &capture, "tests", Some("All stands."));
        assert_eq!(command.is_some(), expected.is_some(), "{lines:?}");
        if let (Some(command), Some(id)) = (command, expected) {
            bench.command(&command);
            let notes = bench.value("handoff_get_task", &json!({"task_id": id}))["notes"].to_string();
            assert!(notes.contains(note), "{notes}");
        }
    }
}
