//! Bases of sessions: chains, pruned bases and invalid ones.

use handoff_engine::register::EntryKind;
use serde_json::{Value, json};

use super::deltas::{LAYOUTS, decision_list, decisions, get, save, session_text, start_session};
use super::register::standing;
use crate::support::Bench;

#[test]
fn items_of_a_base_are_ticked_in_the_session_that_builds_on_it() {
    let closing = json!({"summary": "closing", "decisions": decision_list(&["new"])});
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let (base, id) = start_session(&mut bench);
        bench.text("handoff_update_session", &json!({"checklist_index": 0, "add_decision": {"decision": "e"}}));
        assert_eq!(get(&mut bench, &id)["checklist"], json!([{"item": "i", "checked": true}]));
        bench.text("handoff_save_context", &closing);
        let session = get(&mut bench, &id);
        assert_eq!(decisions(&session), ["a", "b", "e", "new"]);
        assert_eq!(session["base"], json!(base));
        assert_eq!(get(&mut bench, &base)["checklist"], json!([{"item": "i"}]), "the base itself does not change");
    }
}

#[test]
fn session_whose_base_was_pruned_still_adds() {
    let closing = json!({"summary": "closing", "decisions": decision_list(&["new"])});
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        bench.text("handoff_update_config", &json!({"updates": {"settings.history_limit": 1}}));
        let (_, id) = start_session(&mut bench);
        save(&mut bench, "other", &json!({"pause_active": true}));
        bench.text("handoff_load_context", &json!({"session_id": id}));
        assert_eq!(get(&mut bench, &id).get("base"), None);
        bench.text("handoff_save_context", &closing);
        assert_eq!(decisions(&get(&mut bench, &id)), ["a", "b", "new"]);

        let forked = bench.value("handoff_fork_session", &json!({"source_session_id": id, "summary": "fork"}));
        let fork = forked["session_id"].as_str().expect("an id").to_owned();
        bench.text("handoff_save_context", &closing);
        assert_eq!(decisions(&get(&mut bench, &fork)), ["a", "b", "new"]);
    }
}

#[test]
fn long_base_chains_are_compacted() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let mut base = save(&mut bench, "0", &json!({"decisions": decision_list(&["d0"])}));
        for link in 1..20 {
            let words = format!("d{link}");
            let more = json!({"base": base, "decisions": decision_list(&[&words])});
            base = save(&mut bench, &link.to_string(), &more);
            let session = get(&mut bench, &base);
            assert_eq!(decisions(&session).len(), link + 1, "{session}");
            assert_eq!(session.get("base").is_none(), link % 8 == 0, "{link}");
        }
    }
}

#[test]
fn pruned_base_is_copied_into_its_dependents() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        bench.text("handoff_update_config", &json!({"updates": {"settings.history_limit": 3}}));
        let first = save(&mut bench, "0", &json!({"decisions": decision_list(&["d0"])}));
        let open = json!({"base": first, "session_status": "active", "decisions": decision_list(&["open"])});
        let waiting = save(&mut bench, "waiting", &open);
        bench.text("handoff_save_context", &json!({"pause_active": true}));
        let mut base = first.clone();
        for link in 1..8 {
            let words = format!("d{link}");
            base = save(&mut bench, &link.to_string(), &json!({"base": base, "decisions": decision_list(&[&words])}));
            assert_eq!(decisions(&get(&mut bench, &base)).len(), link + 1);
            assert_eq!(decisions(&get(&mut bench, &waiting)), ["d0", "open"]);
        }
        assert!(session_text(&bench, &waiting).contains("d0"), "it has no base any more");
        assert_eq!(get(&mut bench, &waiting).get("base"), None);
        let list = bench.value("handoff_list_sessions", &json!({}));
        for row in list["sessions"].as_array().expect("a list") {
            let base = row["base"].as_str();
            assert!(base.is_none_or(|base| list.to_string().contains(&format!("\"id\":\"{base}\""))), "{row}");
        }
        let forked = bench.value("handoff_fork_session", &json!({"source_session_id": base, "summary": "fork"}));
        let fork = forked["session_id"].as_str().expect("an id").to_owned();
        assert_eq!(decisions(&get(&mut bench, &fork)).len(), 8, "a fork copies all entries");
        let merged = json!({"source_session_ids": [base, waiting], "target_session_id": waiting});
        bench.text("handoff_merge_sessions", &merged);
        assert_eq!(decisions(&get(&mut bench, &waiting)).len(), 9);
    }
}

#[test]
fn invalid_bases_and_removals_are_refused() {
    let mut bench = Bench::new("json");
    let a = save(&mut bench, "a", &json!({"decisions": decision_list(&["a"])}));
    let b = save(&mut bench, "b", &json!({"base": a, "decisions": decision_list(&["b"])}));
    for (arguments, sentence) in [
        (json!({"base": "s-none"}), "There is no session s-none.".to_owned()),
        (
            json!({"base": a, "remove": {"decisions": "a"}}),
            "The argument remove.decisions must be a list of strings.".to_owned(),
        ),
        (
            json!({"base": a, "remove": {"files": ["a"]}}),
            "The argument remove.files is not known (remove.context_pointers is meant?); known are decisions, blockers, checklist, handoff_notes, references, context_pointers, related_task_ids."
                .to_owned(),
        ),
        (json!({"base": 3}), "The argument base must be a string.".to_owned()),
    ] {
        let mut call = arguments.clone();
        call["summary"] = json!("x");
        let before = bench.paths();
        let message = bench.refusal("handoff_save_context", &call);
        assert!(message.ends_with(&sentence), "{message}");
        assert_eq!(bench.paths(), before);
    }
    let handoff = |id: &str, base: &str| json!({"session_id": id, "task_objective": "o", "task_status": "blocked", "base": base, "progress_summary": id});
    let first = json!({
        "session_id": "p", "task_objective": "o", "task_status": "blocked", "progress_summary": "p", "files": [],
        "next_steps": [],
    });
    bench.text("save_handoff", &first);
    bench.text("save_handoff", &handoff("q", "p"));
    let refused = bench.refusal("save_handoff", &handoff("p", "p"));
    assert!(refused.contains("cannot build on itself"), "{refused}");
    let refused = bench.refusal("save_handoff", &handoff("p", "q"));
    assert!(refused.contains("builds on"), "{refused}");

    // Another program prunes the base, or writes a cycle.
    let path = |bench: &Bench, id: &str| {
        let files = bench.paths().into_iter().filter(|path| path.starts_with("sessions/"));
        files
            .into_iter()
            .find(|path| bench.file(path).is_some_and(|text| text.contains(&format!("\"id\": \"{id}\""))))
            .expect("a file")
    };
    let (file, text) = (path(&bench, &a), session_text(&bench, &a));
    bench.feed(vec![handoff_protocol::FileState::Gone { path: file.clone() }]);
    let message = bench.text("load_handoff", &json!({"session_id": b}));
    assert!(message.contains(&format!("Warning: The session {a}, on which {b} builds, no longer exists")), "{message}");
    assert!(message.contains("- b\n"));
    let merged = json!({"source_session_ids": [b, "p"], "target_session_id": b});
    let p = bench.value("handoff_list_sessions", &json!({}));
    let p = p["sessions"].as_array().expect("a list").iter().find(|row| row["label"] == "p").expect("p")["id"].clone();
    let merged = {
        let mut call = merged;
        call["source_session_ids"][1] = p;
        call
    };
    bench.text("handoff_merge_sessions", &merged);
    bench.put(&file, &text);
    assert_eq!(decisions(&get(&mut bench, &b)), ["a", "b"], "the base and its entries are back");

    let cyclic = text.replacen("\"author\"", &format!("\"base\": \"{b}\",\n      \"author\""), 1);
    bench.put(&file, &cyclic);
    let message = bench.text("load_handoff", &json!({"session_id": b}));
    assert!(message.contains("form a cycle at") && message.contains("- b\n") && message.contains("- a\n"), "{message}");
    let forked = bench.value("handoff_fork_session", &json!({"source_session_id": b, "summary": "fork"}));
    assert_eq!(decisions(&get(&mut bench, forked["session_id"].as_str().expect("an id"))), ["a", "b"]);
}

#[test]
fn handoff_protocol_names_its_base() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        bench.text(
            "save_handoff",
            &json!({
                "session_id": "auth", "task_objective": "Auth", "task_status": "in_progress", "progress_summary": "begun",
                "files": [{"path": "a.rs", "relevance": "entry"}], "next_steps": [{"action": "write", "priority": "high"}],
                "decisions": [{"decision": "JWT", "rationale": "stateless"}],
            }),
        );
        let more = json!({
            "session_id": "auth-2", "task_objective": "Auth, second part", "task_status": "needs_review", "base": "auth",
            "progress_summary": "written", "remove": {"files": ["a.rs"], "next_steps": ["write"]},
            "decisions": [{"decision": "Rotate keys", "rationale": "leaks"}],
        });
        bench.text("save_handoff", &more);
        let text = bench.text("load_handoff", &json!({"session_id": "auth-2"}));
        for part in ["written", "JWT", "Rotate keys", "builds on s-"] {
            assert!(text.contains(part), "{part} is missing: {text}");
        }
        for part in ["begun", "a.rs", "Next steps"] {
            assert!(!text.contains(part), "{part} is there: {text}");
        }
        let again = |more: Value| {
            let mut content = json!({
                "session_id": "auth-2", "task_objective": "Auth", "task_status": "needs_review",
            });
            content.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            content
        };
        let rationale = json!([{"decision": "No rotation", "rationale": "later"}]);
        bench.text("save_handoff", &again(json!({"base": "auth", "decisions": rationale})));
        let text = bench.text("load_handoff", &json!({"session_id": "auth-2"}));
        assert!(text.contains("JWT") && text.contains("No rotation") && text.contains("Rotate keys"), "{text}");
        assert!(text.contains("written") && !text.contains("a.rs"), "what is not given stays: {text}");
        let steps = json!([{"action": "review", "priority": "high"}]);
        let removed =
            json!({"remove": {"decisions": ["Rotate keys"]}, "next_steps": steps, "progress_summary": "done"});
        bench.text("save_handoff", &again(removed));
        let text = bench.text("load_handoff", &json!({"session_id": "auth-2"}));
        assert!(text.contains("JWT") && text.contains("No rotation") && !text.contains("Rotate keys"), "{text}");
        assert!(text.contains("\ndone\n") && !text.contains("written") && text.contains("[high] review"), "{text}");
        let whole = bench.refusal(
            "save_handoff",
            &json!({"session_id": "x", "task_objective": "o", "task_status": "blocked", "progress_summary": "p", "files": []}),
        );
        assert!(whole.contains("next_steps"), "{whole}");
    }
}

/// Older versions wrote the names of what a session removes from its base.
#[test]
fn removal_from_a_base_leaves_the_other_entries_of_its_list() {
    let mut bench = Bench::new("json");
    let base = save(&mut bench, "a", &json!({"decisions": decision_list(&["a", "b"])}));
    let id = save(&mut bench, "b", &json!({"base": base, "decisions": decision_list(&["c"])}));
    let named = format!("\"base\": \"{base}\"");
    let text = session_text(&bench, &id);
    let path = bench.paths().into_iter().find(|path| bench.file(path) == Some(text.clone())).expect("a file");
    bench.put(&path, &text.replacen(&named, &format!("{named}, \"remove\": {{\"decisions\": [\"a\"]}}"), 1));
    assert_eq!(standing(&bench, EntryKind::Decision), ["b", "c"]);
}
