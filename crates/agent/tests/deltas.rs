//! Saves that carry only what they add to another session or take from it.
#![allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test ends where something is not as it should be")]

mod support;

use serde_json::{Value, json};
use support::Bench;

const LAYOUTS: [&str; 2] = ["json", "toml"];

fn save(bench: &mut Bench, summary: &str, more: &Value) -> String {
    let mut content = json!({"summary": summary});
    content.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    bench.said("handoff_save_context", &content);
    let listed = bench.value("handoff_list_sessions", &json!({}));
    let rows = listed["sessions"].as_array().expect("a list");
    let row = rows.iter().find(|row| row["summary"] == summary).expect("the session");
    row["id"].as_str().expect("an id").to_owned()
}

fn get(bench: &mut Bench, id: &str) -> Value {
    bench.value("handoff_get_session", &json!({"session_id": id}))
}

/// What lies in the file of a session.
fn own(bench: &Bench, id: &str) -> String {
    let files = bench.paths().into_iter().filter(|path| path.starts_with("sessions/"));
    let text = files.filter_map(|path| bench.file(&path));
    let is_id =
        |text: &String| text.contains(&format!("\"id\": \"{id}\"")) || text.contains(&format!("\nid = \"{id}\""));
    text.into_iter().find(is_id).expect("its file")
}

fn decisions(session: &Value) -> Vec<&str> {
    session["decisions"]
        .as_array()
        .map(|list| list.iter().filter_map(|one| one["decision"].as_str()).collect())
        .unwrap_or_default()
}

fn decided(words: &[&str]) -> Value {
    words.iter().map(|words| json!({"decision": words})).collect()
}

#[test]
fn a_save_carries_what_it_adds_and_a_load_shows_the_whole() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let first = json!({
            "decisions": [{"decision": "Use SQLite", "reason": "simple"}, {"decision": "No ORM"}],
            "checklist": [{"item": "schema"}, {"item": "import"}],
            "handoff_notes": [{"note": "slow disk", "category": "caution"}],
            "context_pointers": [{"path": "src/a.rs"}], "blockers": ["licence"],
            "environment": {"node": "20"}, "timeline": "store",
        });
        let base = save(&mut bench, "first", &first);
        let second = json!({
            "base": base, "decisions": [{"decision": "Use Postgres"}], "checklist": [{"item": "schema", "checked": true}],
            "remove": {"decisions": ["Use SQLite", "never said"], "blockers": ["licence"]},
        });
        let said = bench.said("handoff_save_context", &{
            let mut content = second.clone();
            content["summary"] = json!("second");
            content
        });
        assert!(said.ends_with("The base has no such entries to leave out: decisions: never said."), "{said}");
        let id = bench.value("handoff_list_sessions", &json!({"limit": 1}))["sessions"][0]["id"].clone();
        let id = id.as_str().expect("an id").to_owned();
        let whole = get(&mut bench, &id);
        assert_eq!(whole["decisions"], json!([{"decision": "No ORM"}, {"decision": "Use Postgres"}]));
        assert_eq!(whole["checklist"], json!([{"item": "schema", "checked": true}, {"item": "import"}]));
        assert_eq!(whole["handoff_notes"], json!([{"note": "slow disk", "category": "caution"}]));
        assert_eq!(whole["context_pointers"], json!([{"path": "src/a.rs"}]));
        assert_eq!(whole.get("blockers"), None);
        assert_eq!((&whole["environment"], &whole["timeline"]), (&json!({"node": "20"}), &json!("store")));
        assert_eq!((&whole["base"], &whole["parent_session_id"]), (&json!(base), &json!(base)));

        let text = own(&bench, &id);
        assert!(!text.contains("No ORM") && !text.contains("import") && text.contains("Use Postgres"), "{text}");
        insta::assert_snapshot!(format!("delta_{layout}"), text);
        let said = bench.said("handoff_load_context", &json!({}));
        assert!(said.contains(&format!("; builds on {base}\n")) && said.contains("No ORM"), "{said}");
        let told = bench.value("handoff_load_context", &json!({"format": "json"}));
        assert_eq!(told["previous_session"]["decisions"].as_array().map(Vec::len), Some(2));
    }
}

#[test]
fn what_is_given_without_a_base_is_meant_whole() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let base = save(&mut bench, "first", &json!({"decisions": decided(&["a", "b"]), "checklist": [{"item": "i"}]}));
        let more = json!({"base": base, "decisions": decided(&["c"]), "session_status": "active"});
        let id = save(&mut bench, "second", &more);
        bench.said("handoff_save_context", &json!({"summary": "second", "session_status": "active", "label": "x"}));
        assert!(!own(&bench, &id).contains("\"a\""), "nothing was said of its lists");
        // What the agent was shown it gives back.
        bench.said(
            "handoff_save_context",
            &json!({"summary": "second", "session_status": "active", "decisions": decided(&["b", "c", "d"])}),
        );
        let session = get(&mut bench, &id);
        assert_eq!(decisions(&session), ["b", "c", "d"]);
        assert_eq!((session.get("base"), &session["checklist"]), (None, &json!([{"item": "i"}])));
        assert!(!own(&bench, &id).contains("handoff_record"), "{}", own(&bench, &id));

        // A tick means an entry as it was shown, and an addition is one.
        let more = json!({"base": base, "decisions": [], "session_status": "active", "pause_active": true});
        let id = save(&mut bench, "third", &more);
        bench.said("handoff_update_session", &json!({"session_id": id, "add_decision": {"decision": "e"}}));
        assert_eq!(decisions(&get(&mut bench, &id)), ["a", "b", "e"]);
        bench.said("handoff_update_session", &json!({"session_id": id, "checklist_index": 0}));
        assert_eq!(get(&mut bench, &id)["checklist"], json!([{"item": "i", "checked": true}]));
        assert_eq!(decisions(&get(&mut bench, &id)), ["a", "b", "e"]);

        let more =
            json!({"base": base, "session_status": "active", "decisions": decided(&["f"]), "pause_active": true});
        let id = save(&mut bench, "fourth", &more);
        bench.said("handoff_save_context", &json!({"summary": "fourth", "session_status": "active", "base": null}));
        assert!(own(&bench, &id).contains("\"a\""), "it stands alone now");
        assert_eq!(decisions(&get(&mut bench, &id)), ["a", "b", "f"]);
    }
}

#[test]
fn chains_are_compacted_before_they_grow_long() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let mut base = save(&mut bench, "0", &json!({"decisions": decided(&["d0"])}));
        for link in 1..20 {
            let words = format!("d{link}");
            let more = json!({"base": base, "decisions": decided(&[&words])});
            base = save(&mut bench, &link.to_string(), &more);
            let session = get(&mut bench, &base);
            assert_eq!(decisions(&session).len(), link + 1, "{session}");
            assert_eq!(session.get("base").is_none(), link % 8 == 0, "{link}");
        }
    }
}

#[test]
fn a_base_that_goes_leaves_what_it_held_behind() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        bench.said("handoff_update_config", &json!({"updates": {"settings.history_limit": 3}}));
        let first = save(&mut bench, "0", &json!({"decisions": decided(&["d0"])}));
        let open = json!({"base": first, "session_status": "active", "decisions": decided(&["open"])});
        let waiting = save(&mut bench, "waiting", &open);
        bench.said("handoff_save_context", &json!({"pause_active": true}));
        let mut base = first.clone();
        for link in 1..8 {
            let words = format!("d{link}");
            base = save(&mut bench, &link.to_string(), &json!({"base": base, "decisions": decided(&[&words])}));
            assert_eq!(decisions(&get(&mut bench, &base)).len(), link + 1);
            assert_eq!(decisions(&get(&mut bench, &waiting)), ["d0", "open"]);
        }
        assert!(
            own(&bench, &waiting).contains("d0") && !own(&bench, &waiting).contains("handoff_record"),
            "it stands alone"
        );
        let listed = bench.value("handoff_list_sessions", &json!({}));
        for row in listed["sessions"].as_array().expect("a list") {
            let base = row["base"].as_str();
            assert!(base.is_none_or(|base| listed.to_string().contains(&format!("\"id\":\"{base}\""))), "{row}");
        }
        let forked = bench.value("handoff_fork_session", &json!({"source_session_id": base, "summary": "fork"}));
        let fork = forked["session_id"].as_str().expect("an id").to_owned();
        assert_eq!(decisions(&get(&mut bench, &fork)).len(), 8, "a fork takes the whole over");
        let merged = json!({"source_session_ids": [base, waiting], "target_session_id": waiting});
        bench.said("handoff_merge_sessions", &merged);
        assert_eq!(decisions(&get(&mut bench, &waiting)).len(), 9);
    }
}

#[test]
fn what_makes_no_sense_is_said_and_loses_nothing() {
    let mut bench = Bench::new("json");
    let a = save(&mut bench, "a", &json!({"decisions": decided(&["a"])}));
    let b = save(&mut bench, "b", &json!({"base": a, "decisions": decided(&["b"])}));
    for (arguments, sentence) in [
        (json!({"base": "s-none"}), "There is no session s-none.".to_owned()),
        (
            json!({"remove": {"decisions": ["a"]}}),
            "The argument remove takes entries of a base, which base names.".to_owned(),
        ),
        (
            json!({"base": a, "remove": {"decisions": "a"}}),
            "The argument remove.decisions takes a list of texts.".to_owned(),
        ),
        (
            json!({"base": a, "remove": {"files": ["a"]}}),
            "The argument remove.files takes nothing; what can be left out is decisions, blockers, checklist, handoff_notes, context_pointers."
                .to_owned(),
        ),
        (json!({"base": 3}), "The argument base takes a text.".to_owned()),
    ] {
        let mut call = arguments.clone();
        call["summary"] = json!("x");
        let before = bench.paths();
        let said = bench.refused("handoff_save_context", &call);
        assert!(said.ends_with(&sentence), "{said}");
        assert_eq!(bench.paths(), before);
    }
    let handoff = |id: &str, base: &str| json!({"session_id": id, "task_objective": "o", "task_status": "blocked", "base": base, "progress_summary": id});
    let first = json!({
        "session_id": "p", "task_objective": "o", "task_status": "blocked", "progress_summary": "p", "files": [],
        "next_steps": [],
    });
    bench.said("save_handoff", &first);
    bench.said("save_handoff", &handoff("q", "p"));
    let refused = bench.refused("save_handoff", &handoff("p", "p"));
    assert!(refused.contains("cannot build on itself"), "{refused}");
    let refused = bench.refused("save_handoff", &handoff("p", "q"));
    assert!(refused.contains("builds on"), "{refused}");

    // Another program prunes the base, or writes a circle.
    let path = |bench: &Bench, id: &str| {
        let files = bench.paths().into_iter().filter(|path| path.starts_with("sessions/"));
        files
            .into_iter()
            .find(|path| bench.file(path).is_some_and(|text| text.contains(&format!("\"id\": \"{id}\""))))
            .expect("a file")
    };
    let (file, text) = (path(&bench, &a), own(&bench, &a));
    bench.feed(vec![handoff_protocol::FileState::Gone { path: file.clone() }]);
    let said = bench.said("load_handoff", &json!({"session_id": b}));
    assert!(said.contains(&format!("Warning: The session {a}, on which {b} builds, is not there any more")), "{said}");
    assert!(said.contains("- b\n"));
    let merged = json!({"source_session_ids": [b, "p"], "target_session_id": b});
    let p = bench.value("handoff_list_sessions", &json!({}));
    let p = p["sessions"].as_array().expect("a list").iter().find(|row| row["label"] == "p").expect("p")["id"].clone();
    let merged = {
        let mut call = merged;
        call["source_session_ids"][1] = p;
        call
    };
    bench.said("handoff_merge_sessions", &merged);
    bench.put(&file, &text);
    assert_eq!(decisions(&get(&mut bench, &b)), ["a", "b"], "it is back, and so is what it held");

    let circle = text.replacen(
        "\"summary\"",
        &format!("\"environment\": {{\"handoff_record\": {{\"base\": \"{b}\"}}}},\n  \"summary\""),
        1,
    );
    bench.put(&file, &circle);
    let said = bench.said("load_handoff", &json!({"session_id": b}));
    assert!(said.contains("go in a circle at") && said.contains("- b\n") && said.contains("- a\n"), "{said}");
    let forked = bench.value("handoff_fork_session", &json!({"source_session_id": b, "summary": "fork"}));
    assert_eq!(decisions(&get(&mut bench, forked["session_id"].as_str().expect("an id"))), ["a", "b"]);
}

#[test]
fn the_protocol_builds_on_names() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        bench.said(
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
        bench.said("save_handoff", &more);
        let said = bench.said("load_handoff", &json!({"session_id": "auth-2"}));
        for part in ["written", "JWT", "Rotate keys", "builds on s-"] {
            assert!(said.contains(part), "{part} is missing: {said}");
        }
        for part in ["begun", "a.rs", "Next steps"] {
            assert!(!said.contains(part), "{part} is there: {said}");
        }
        let again = json!({
            "session_id": "auth-2", "task_objective": "Auth", "task_status": "needs_review", "base": "auth",
            "decisions": [{"decision": "No rotation", "rationale": "later"}],
        });
        bench.said("save_handoff", &again);
        let said = bench.said("load_handoff", &json!({"session_id": "auth-2"}));
        assert!(said.contains("JWT") && said.contains("No rotation") && !said.contains("Rotate keys"), "{said}");
        assert!(said.contains("written") && !said.contains("a.rs"), "what is not given stays: {said}");
        let whole = bench.refused(
            "save_handoff",
            &json!({"session_id": "x", "task_objective": "o", "task_status": "blocked", "progress_summary": "p", "files": []}),
        );
        assert!(whole.contains("next_steps"), "{whole}");
    }
}
