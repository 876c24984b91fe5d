//! What sessions answer to calls that cannot do what they ask for, and what a save remarks.

use serde_json::{Value, json};

use crate::support::Bench;

fn save(bench: &mut Bench, more: &Value) -> String {
    let mut arguments = json!({"summary": "s"});
    arguments.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    bench.text("handoff_save_context", &arguments)
}

fn last_id(bench: &mut Bench) -> Value {
    bench.value("handoff_list_sessions", &json!({}))["sessions"][0]["id"].clone()
}

#[test]
fn refusal_for_a_closed_session_says_how_to_go_on() {
    for layout in ["toml", "json"] {
        let mut bench = Bench::new(layout);
        save(&mut bench, &json!({"decisions": ["Feet"]}));
        let id = last_id(&mut bench);
        let closed = format!(
            "The session {} is closed. It stays closed, and what it says still stands. Go on with handoff_save_context without session_id.",
            id.as_str().expect("an ID")
        );
        for (tool, arguments) in [
            ("handoff_save_context", json!({"summary": "more", "session_id": id})),
            ("handoff_update_session", json!({"add_blocker": "b", "session_id": id})),
        ] {
            assert_eq!(bench.refusal(tool, &arguments), closed);
        }
        save(&mut bench, &json!({"session_status": "active"}));
        let paused = last_id(&mut bench);
        bench.text("handoff_save_context", &json!({"pause_only": true}));
        let refusal = bench.refusal("handoff_update_session", &json!({"add_blocker": "b", "session_id": paused}));
        assert!(refusal.ends_with("is paused. Load it first (handoff_load_context with session_id)."), "{refusal}");
        save(&mut bench, &json!({"blockers": ["what is suggested works"]}));
    }
}

#[test]
fn unknown_decision_is_answered_with_the_standing_ones_that_resemble_it() {
    let mut bench = Bench::new("json");
    save(&mut bench, &json!({"decisions": ["Statements are read as Latin-1", "Amounts are integer cents"]}));
    let id = bench.engine.reader().register().entries()[0].id.clone();
    let refused = "There is no decision “latin-1” to supersede or to withdraw.";
    let meant = format!("{refused}\n“latin-1” could be “Statements are read as Latin-1” ({id}).");
    let new = json!({"decision": "UTF-8", "supersedes": "latin-1"});
    assert_eq!(bench.refusal("handoff_save_context", &json!({"summary": "s", "decisions": [new]})), meant);
    let withdraw = json!([{"decision": "latin-1", "reason": "r"}]);
    assert_eq!(bench.refusal("handoff_save_context", &json!({"summary": "s", "withdraw": withdraw})), meant);
    let unlike = json!({"decision": "UTF-8", "supersedes": ["Tabs"]});
    let refusal = bench.refusal("handoff_save_context", &json!({"summary": "s", "decisions": [unlike]}));
    assert_eq!(refusal, "There is no decision “Tabs” to supersede or to withdraw.");
    save(&mut bench, &json!({"session_status": "active"}));
    assert_eq!(bench.refusal("handoff_update_session", &json!({ "add_decision": new })), meant);
    let known = json!({"decision": "UTF-8", "supersedes": "Statements are read as Latin-1"});
    assert!(!save(&mut bench, &json!({ "decisions": [known] })).contains("could be"));
}

#[test]
fn closing_save_asks_for_the_next_step_only_if_nothing_says_it() {
    let remark = "Nothing says what is next";
    for (content, has_remark) in [
        (json!({"decisions": ["d"]}), true),
        (json!({}), false),
        (json!({"decisions": ["d"], "session_status": "active"}), false),
        (json!({"decisions": ["d"], "checklist": ["i"]}), false),
        (json!({"decisions": ["d"], "checklist": [{"item": "i", "checked": true}]}), true),
        (json!({"handoff_notes": [{"note": "n", "category": "suggestion"}]}), false),
        (json!({"handoff_notes": ["n"]}), true),
    ] {
        let mut bench = Bench::new("toml");
        let text = save(&mut bench, &content);
        assert_eq!(text.contains(remark), has_remark, "{content}: {text}");
        bench.text("handoff_update_task", &json!({"task": {"id": "t1", "title": "Open"}}));
        assert!(!save(&mut bench, &content).contains(remark), "a task is open");
        bench.text("handoff_update_task", &json!({"task": {"id": "t1", "status": "done"}}));
        assert_eq!(save(&mut bench, &content).contains(remark), has_remark, "{content}");
    }
}

#[test]
fn missing_file_is_named_once() {
    let mut bench = Bench::new("toml");
    let pointers = json!([{"path": "src/core.py", "lines": "1-2"}, {"path": "src/core.py", "lines": "8-9"}]);
    let text = save(&mut bench, &json!({ "context_pointers": pointers }));
    assert!(text.contains("Not found: src/core.py."), "{text}");
}
