//! Forks, merges and concurrent changes of sessions.

use serde_json::{Value, json};

use super::save::{LAYOUTS, get, id_of, sessions};
use crate::support::Bench;

#[test]
fn fork_inherits_the_chosen_lists() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let content = json!({
            "summary": "base", "timeline": "line", "decisions": [{"decision": "d", "by": "x"}], "blockers": ["b"],
            "environment": {"a": {"b": 1}}, "related_task_ids": ["t1"],
        });
        bench.text("handoff_save_context", &content);
        let base = id_of(&mut bench, "closed");
        let forked = bench.value("handoff_fork_session", &json!({"source_session_id": base, "summary": "try"}));
        let id = forked["session_id"].as_str().expect("an id").to_owned();
        let fork = get(&mut bench, &id);
        assert_eq!(fork["parent_session_id"], json!(base));
        assert_eq!((&fork["timeline"], &fork["environment"]), (&json!("line"), &json!({"a": {"b": 1}})));
        assert_eq!(fork["decisions"], json!([{"decision": "d", "by": "x"}]));
        for absent in ["blockers", "ended_at", "branch", "commit", "related_task_ids"] {
            assert_eq!(fork.get(absent), None, "{layout} {absent}");
        }
        let list = sessions(&mut bench, &json!({"include_children": true}));
        assert_eq!(list[0]["children"][0]["id"], json!(id), "a fork that was never saved comes last");
        assert_eq!(list[1]["ended_at"], Value::Null);
    }
}

#[test]
fn fork_copies_a_decision_that_superseded_a_deleted_one() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let mut save = |decisions: Value| {
            let content = json!({"summary": "base", "session_status": "active", "decisions": decisions});
            bench.text("handoff_save_context", &content);
        };
        save(json!(["Use feet", "Use tiles"]));
        save(json!([{"decision": "Use metres", "supersedes": ["Use feet", "Use tiles"]}]));
        let base = id_of(&mut bench, "active");
        let mut superseded_after_removing = |name: &str| {
            bench.text("handoff_update_session", &json!({"session_id": base, "remove": {"decisions": [name]}}));
            let forked = bench.value("handoff_fork_session", &json!({"source_session_id": base, "summary": "fork"}));
            let fork = get(&mut bench, forked["session_id"].as_str().expect("an id"));
            let copies = fork["decisions"].as_array().expect("a list").iter();
            let copy = copies.clone().find(|entry| entry["decision"] == "Use metres").expect("the copy");
            copy.get("supersedes").cloned()
        };
        assert_eq!(superseded_after_removing("Use feet"), Some(json!(["Use tiles"])), "{layout}");
        assert_eq!(superseded_after_removing("Use tiles"), None, "{layout}");
    }
}

#[test]
fn fork_and_merge_keep_entries_with_equal_names() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let alike = json!({
            "decisions": [{"decision": "Cache", "reason": "slow"}, {"decision": "Cache", "reason": "costly"}],
            "handoff_notes": [{"note": "Mind the clock", "category": "caution"}, {"note": "Mind the clock"}],
            "references": [{"label": "Spec", "uri": "a"}, {"label": "Spec", "uri": "b"}],
            "context_pointers": [{"path": "f.rs", "lines": "1-5"}, {"path": "f.rs", "lines": "300-320"}],
        });
        let mut content = alike.clone();
        content["summary"] = json!("base");
        bench.text("handoff_save_context", &content);
        let base = id_of(&mut bench, "closed");
        let forked = bench.value("handoff_fork_session", &json!({"source_session_id": base, "summary": "fork"}));
        let fork = forked["session_id"].as_str().expect("an id").to_owned();
        bench.text(
            "handoff_save_context",
            &json!({"summary": "goal", "session_status": "active", "pause_active": true}),
        );
        let goal = id_of(&mut bench, "active");
        let merge = json!({"source_session_ids": [fork, goal], "target_session_id": goal});
        bench.text("handoff_merge_sessions", &merge);
        for id in [&fork, &goal] {
            let session = get(&mut bench, id);
            for (key, list) in alike.as_object().expect("an object") {
                assert_eq!(session[key], *list, "{layout} {id} {key}");
            }
        }
    }
}

#[test]
fn merge_keeps_every_entry() {
    // handoff-mcp drops entries without the compared key, blockers and checklists (defect 13).
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let save = |bench: &mut Bench, summary: &str, more: Value| {
            let mut content = json!({"summary": summary, "session_status": "active"});
            content.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            bench.text("handoff_save_context", &content);
            let id = id_of(bench, "active");
            bench.text("handoff_save_context", &json!({"pause_only": true}));
            id
        };
        let a = save(
            &mut bench,
            "a",
            json!({"decisions": [{"decision": "same", "reason": "a"}], "context_pointers": [{"path": "p"}], "blockers": ["x"]}),
        );
        let b = save(
            &mut bench,
            "b",
            json!({
                "decisions": [{"decision": "same", "reason": "b"}, {"decision": "new"}, {"decision": "one"}, {"decision": "two"}],
                "context_pointers": [{"path": "p", "lines": "1-2"}, {"path": "q"}], "blockers": ["x", "y"],
                "checklist": [{"item": "i"}], "handoff_notes": [{"note": "n"}],
                "references": [{"uri": "u"}, {"uri": "v"}], "related_task_ids": ["t1"],
            }),
        );
        // Another program names them differently.
        for path in bench.paths().into_iter().filter(|path| path.starts_with("sessions/")) {
            let text = bench.file(&path).expect("its text");
            let rename = |text: String, name: &str| {
                let json = text.replace(&format!(r#""decision": "{name}""#), &format!(r#""text": "{name}""#));
                json.replace(&format!(r#"decision = "{name}""#), &format!(r#"text = "{name}""#))
            };
            bench.put(&path, &rename(rename(text, "one"), "two"));
        }
        let merged =
            bench.value("handoff_merge_sessions", &json!({"source_session_ids": [a, b], "target_session_id": a}));
        assert_eq!(
            merged,
            json!({
                "merged_session_id": a, "merged_decisions": 3, "merged_notes": 1, "merged_references": 2,
                "merged_context_pointers": 2,
                "conflicts": [{
                    "type": "decision_conflict",
                    "description": "Both sessions have the decision “same”; the one of the target is kept.",
                    "session_a": a, "session_b": b,
                }],
                "closed_sessions": [b],
            })
        );
        let session = get(&mut bench, &a);
        assert_eq!(
            session["decisions"],
            json!([{"decision": "same", "reason": "a"}, {"decision": "new"}, {"text": "one"}, {"text": "two"}])
        );
        assert_eq!((&session["blockers"], &session["checklist"]), (&json!(["x", "y"]), &json!([{"item": "i"}])));
        assert_eq!(session["references"], json!([{"uri": "u"}, {"uri": "v"}]));
        assert_eq!((id_of(&mut bench, "paused"), id_of(&mut bench, "closed")), (a.clone(), b.clone()));
        assert_eq!(
            bench.refusal("handoff_merge_sessions", &json!({"source_session_ids": [a, a], "target_session_id": a})),
            "A merge needs at least two different sessions."
        );
    }
}

#[test]
fn concurrent_additions_by_another_agent_are_kept() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let base = json!({
            "summary": "s", "session_status": "active", "decisions": [{"decision": "a"}, {"decision": "b"}],
            "checklist": [{"item": "i"}, {"item": "j"}],
        });
        bench.text("handoff_save_context", &base);
        let save = json!({"summary": "mine", "session_status": "active", "decisions": [{"decision": "b"}, {"decision": "mine"}]});
        let reply = bench.call_while("handoff_save_context", &save, |bench| {
            bench
                .text("handoff_update_session", &json!({"add_decision": {"decision": "theirs"}, "checklist_index": 1}));
        });
        assert_eq!(reply.failed, None);
        let id = id_of(&mut bench, "active");
        let session = get(&mut bench, &id);
        assert_eq!(
            session["decisions"],
            json!([{"decision": "a"}, {"decision": "b"}, {"decision": "theirs"}, {"decision": "mine"}])
        );
        assert_eq!(session["checklist"], json!([{"item": "i"}, {"item": "j", "checked": true}]));

        // A check applies to the entry that the agent has seen, wherever it is now.
        let reply = bench.call_while("handoff_update_session", &json!({"checklist_index": 0}), |bench| {
            let other =
                json!({"summary": "x", "session_status": "active", "replace": true, "checklist": [{"item": "new"}, {"item": "i"}]});
            bench.text("handoff_save_context", &other);
        });
        assert_eq!(reply.failed, None, "{}", reply.text);
        assert_eq!(get(&mut bench, &id)["checklist"], json!([{"item": "new"}, {"item": "i", "checked": true}]));
    }
}
