//! Each conversation of an agent has a session of its own. Nothing that the instructions ask for is
//! refused in a new one.

use handoff_engine::sessions::SessionEntry;
use handoff_protocol::{Actor, SessionStatus};
use serde_json::{Value, json};

use crate::support::Bench;

/// Lets the next calls come from an agent in a conversation.
fn switch_to(bench: &mut Bench, client: &str, conversation: &str) {
    bench.actor = Actor { conversation: Some(conversation.to_owned()), ..Actor::agent(client) };
}

/// Returns status and summary of each session.
fn sessions(bench: &Bench) -> Vec<(&'static str, String)> {
    let describe = |session: &SessionEntry| {
        let status = session.status().map_or("", SessionStatus::name);
        (status, session.text("summary").unwrap_or_default().to_owned())
    };
    let sessions = bench.engine.reader().sessions();
    sessions.iter().map(describe).collect()
}

fn note(value: &Value) -> &str {
    value["note"].as_str().unwrap_or_default()
}

#[test]
fn each_conversation_writes_into_its_own_session() {
    for layout in ["toml", "json"] {
        let mut bench = Bench::new(layout);
        switch_to(&mut bench, "claude-code", "c-1");
        bench.value("handoff_save_context", &json!({"summary": "Parser", "session_status": "active"}));
        let first = bench.value("handoff_update_session", &json!({"add_blocker": "No feed"}))["session_id"].clone();

        switch_to(&mut bench, "codex", "c-2");
        let load = bench.text("handoff_load_context", &json!({}));
        assert!(load.contains("Session of claude-code (ended without a save, or idle): Parser"), "{load}");
        let begun = bench.value("handoff_update_session", &json!({"add_decision": "Use TOML"}));
        let own = begun["session_id"].clone();
        assert_ne!(own, first);
        let id = first.as_str().unwrap();
        assert!(note(&begun).contains(&format!("{id} is that of claude-code, in another conversation")), "{begun}");
        let again = bench.value("handoff_update_session", &json!({"add_decision": "Use UTF-8"}));
        assert_eq!((&again["session_id"], &again["note"]), (&own, &Value::Null));
        bench.value("handoff_save_context", &json!({"summary": "Command line"}));
        assert_eq!(sessions(&bench), [("active", "Parser".to_owned()), ("closed", "Command line".to_owned())]);

        switch_to(&mut bench, "claude-code", "c-1");
        let value = bench.value("handoff_update_session", &json!({"add_decision": "Use CSV"}));
        assert_eq!(value["session_id"], first, "codex has closed its own session only");

        // Another one's session is closed by its ID, and the answer says whose it was.
        switch_to(&mut bench, "codex", "c-3");
        let closed = bench.value("handoff_save_context", &json!({"summary": "Parser", "session_id": id}));
        assert!(note(&closed).contains("is that of claude-code, in another conversation"), "{closed}");
        assert_eq!(closed["session_id"], first);
    }
}

#[test]
fn session_of_a_dead_conversation_is_shown_until_another_one_is_saved() {
    let mut bench = Bench::new("toml");
    switch_to(&mut bench, "claude-code", "c-1");
    bench.value("handoff_update_session", &json!({"add_decision": "Use TOML"}));
    switch_to(&mut bench, "claude-code", "c-2");
    let load = bench.text("handoff_load_context", &json!({}));
    assert!(load.contains("Session of claude-code (ended without a save, or idle): Use TOML (s-"), "{load}");
    bench.value("handoff_save_context", &json!({"summary": "Rows", "decisions": ["Use UTF-8"]}));
    switch_to(&mut bench, "claude-code", "c-3");
    let load = bench.text("handoff_load_context", &json!({}));
    assert!(load.contains("\nLast session") && load.contains(": Rows"), "{load}");
    assert!(load.contains("[active] of claude-code (ended without a save, or idle): Use TOML"), "{load}");
}

#[test]
fn merge_that_closes_the_session_of_another_conversation_says_so() {
    let mut bench = Bench::new("toml");
    switch_to(&mut bench, "claude-code", "c-1");
    let other = bench.value("handoff_update_session", &json!({"add_decision": "Use TOML"}))["session_id"].clone();
    switch_to(&mut bench, "codex", "c-2");
    let own = bench.value("handoff_update_session", &json!({"add_decision": "Use UTF-8"}))["session_id"].clone();
    let merge = json!({"source_session_ids": [other, own], "target_session_id": own});
    let merged = bench.value("handoff_merge_sessions", &merge);
    assert!(note(&merged).contains("is that of claude-code, in another conversation"), "{merged}");
}

#[test]
fn import_of_a_person_closes_every_session_and_that_of_an_agent_its_own() {
    for (conversation, closed) in [(None, 2), (Some("c-2".to_owned()), 1)] {
        let mut bench = Bench::new("toml");
        for (client, id) in [("claude-code", "c-1"), ("codex", "c-2")] {
            switch_to(&mut bench, client, id);
            bench.value("handoff_update_session", &json!({"add_decision": "Use TOML"}));
        }
        bench.actor = Actor { conversation, ..Actor::person("maya") };
        let import = json!({"source": {"description": "d"}, "session": {"summary": "Came in"}});
        bench.value("handoff_import_context", &import);
        let count = sessions(&bench).iter().filter(|(status, _)| *status == "closed").count();
        assert_eq!(count, closed);
    }
}

#[test]
fn session_that_belongs_to_no_conversation_is_that_of_everyone() {
    let session =
        r#"{"version":2,"id":"s-20261101-090000-000000","summary":"Peer","started_at":"2026-11-01T09:00:00Z"}"#;
    let mut bench = Bench::new("json");
    bench.put("sessions/20261101-090000-peer.active.json", session);
    let update = json!({"add_blocker": "b"});
    bench.actor = Actor::person("maya");
    assert_eq!(bench.value("handoff_update_session", &update)["session_id"], "s-20261101-090000-000000");
    switch_to(&mut bench, "codex", "c-1");
    assert_eq!(bench.value("handoff_update_session", &update)["session_id"], "s-20261101-090000-000000");
    // It is now that of this conversation, which a person is told.
    bench.actor = Actor::person("maya");
    let value = bench.value("handoff_update_session", &json!({"add_blocker": "c"}));
    assert_eq!(value["session_id"], "s-20261101-090000-000000");
    assert!(note(&value).contains("in another conversation"), "{value}");
}

#[test]
fn paused_session_goes_on_in_the_conversation_that_loads_it() {
    let mut bench = Bench::new("toml");
    switch_to(&mut bench, "claude-code", "c-1");
    let id = bench.value("handoff_update_session", &json!({"add_decision": "Use TOML"}))["session_id"].clone();
    switch_to(&mut bench, "codex", "c-2");
    bench.value("handoff_update_session", &json!({"add_decision": "Use UTF-8"}));
    bench.value("handoff_save_context", &json!({"pause_active": true}));
    assert_eq!(sessions(&bench), [("active", "Use TOML".to_owned()), ("paused", "Use UTF-8".to_owned())]);
    switch_to(&mut bench, "claude-code", "c-1");
    bench.value("handoff_save_context", &json!({"pause_active": true}));
    switch_to(&mut bench, "claude-code", "c-3");
    bench.text("handoff_load_context", &json!({ "session_id": id }));
    assert_eq!(bench.value("handoff_update_session", &json!({"add_blocker": "b"}))["session_id"], id);
}

#[test]
fn nothing_that_the_instructions_ask_for_is_refused_in_a_new_conversation() {
    for (tool, arguments) in [
        ("handoff_load_context", json!({})),
        ("handoff_next_task", json!({})),
        ("handoff_claim_task", json!({})),
        ("handoff_update_task", json!({"task": {"id": "t1", "status": "in_progress"}})),
        (
            "handoff_update_task",
            json!({"task": {"id": "t1", "status": "done", "check": "all", "log_hours": 1, "notes_append": "n"}}),
        ),
        (
            "handoff_update_session",
            json!({"add_decision": {"decision": "d", "reason": "r", "confidence": "confirmed"}}),
        ),
        ("handoff_update_session", json!({"add_decision": {"decision": "d", "supersedes": "Use feet"}})),
        ("handoff_update_session", json!({"add_handoff_note": {"note": "n", "category": "caution"}})),
        ("handoff_update_session", json!({"add_blocker": "b"})),
        ("handoff_update_session", json!({"add_context_pointer": {"path": "a.rs", "lines": "1-2", "reason": "r"}})),
        ("handoff_update_session", json!({"add_checklist_item": "i"})),
        ("handoff_update_session", json!({"remove": {"blockers": ["Old"]}})),
        ("handoff_update_session", json!({"checklist_index": 0})),
        ("handoff_save_context", json!({"session_status": "active"})),
        (
            "handoff_save_context",
            json!({"session_status": "active", "decisions": ["d"], "remove": {"blockers": ["Old"]}}),
        ),
        ("handoff_save_context", json!({"summary": "Where things stand", "checklist": ["next"]})),
    ] {
        for layout in ["toml", "json"] {
            let mut bench = Bench::new(layout);
            switch_to(&mut bench, "claude-code", "c-1");
            let tasks = json!([{"id": "t1", "title": "Piles"}]);
            bench.text("handoff_update_task", &json!({ "tasks": tasks }));
            let known =
                json!({"summary": "Before", "decisions": ["Use feet"], "blockers": ["Old"], "checklist": ["item"]});
            bench.text("handoff_save_context", &known);
            switch_to(&mut bench, "claude-code", "c-2");
            bench.text(tool, &arguments);
            // A client sends several calls at once.
            if tool == "handoff_update_session" {
                bench.text(tool, &json!({"add_blocker": "another"}));
                assert_eq!(sessions(&bench).len(), 2, "{arguments}");
            }
        }
    }
}

#[test]
fn fact_stands_beside_that_of_a_later_session() {
    let mut bench = Bench::new("toml");
    let fact = |text: &str| json!({"add_handoff_note": {"note": text, "category": "context"}});
    switch_to(&mut bench, "claude-code", "c-1");
    bench.text("handoff_update_session", &fact("A zone may be a Windows name"));
    switch_to(&mut bench, "claude-code", "c-2");
    let value = bench.value("handoff_update_session", &fact("A date may have no time"));
    assert_eq!((&value["added"], &value["replaced"]), (&json!(["1 note: A date may have no time"]), &Value::Null));
    let load = bench.text("handoff_load_context", &json!({}));
    assert!(load.contains("Windows name") && load.contains("no time"), "{load}");
    let removed = json!({"remove": {"handoff_notes": ["A zone may be a Windows name", "zz"]}});
    let value = bench.value("handoff_update_session", &removed);
    assert_eq!(value["removed"], json!(["1 note: A zone may be a Windows name"]));
    assert_eq!(value["not_found"], json!(["handoff_notes: zz"]));
    assert!(!bench.text("handoff_load_context", &json!({})).contains("- A zone may be"));
}
