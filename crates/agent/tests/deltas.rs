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
        assert!(said.ends_with("Entries to remove were not found: decisions: never said."), "{said}");
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

/// Begins an active session on a closed one with two decisions.
fn begun(bench: &mut Bench) -> (String, String) {
    let base = save(bench, "first", &json!({"decisions": decided(&["a", "b"]), "checklist": [{"item": "i"}]}));
    let id = save(bench, "second", &json!({"base": base, "session_status": "active"}));
    (base, id)
}

#[test]
fn lists_add_to_a_session_with_a_base_whether_or_not_it_is_named_again() {
    for layout in LAYOUTS {
        for names_base in [false, true] {
            let mut bench = Bench::new(layout);
            let (base, id) = begun(&mut bench);
            bench.said("handoff_update_session", &json!({"add_decision": {"decision": "midway"}}));
            let mut closing = json!({"summary": "second", "decisions": decided(&["b", "midway", "closing"])});
            if names_base {
                closing["base"] = json!(base);
            }
            bench.said("handoff_save_context", &closing);
            let session = get(&mut bench, &id);
            assert_eq!(decisions(&session), ["a", "b", "midway", "closing"], "{layout} {names_base}");
            assert_eq!((&session["base"], &session["checklist"]), (&json!(base), &json!([{"item": "i"}])));
        }
    }
}

#[test]
fn an_entry_that_is_called_like_one_that_is_there_takes_its_place() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let (_, id) = begun(&mut bench);
        let reasoned = |reason: &str| json!({"decision": "b", "reason": reason});
        for reason in ["one", "two"] {
            let more = json!({"summary": "second", "session_status": "active", "decisions": [reasoned(reason)]});
            bench.said("handoff_save_context", &more);
        }
        let session = get(&mut bench, &id);
        assert_eq!(session["decisions"], json!([{"decision": "a"}, reasoned("two")]));
        assert!(!own(&bench, &id).contains("one"), "{}", own(&bench, &id));
    }
}

#[test]
fn without_a_base_given_lists_replace() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let (_, id) = begun(&mut bench);
        let active = |more: Value| {
            let mut content = json!({"summary": "second", "session_status": "active"});
            content.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            content
        };
        bench.said("handoff_save_context", &active(json!({"base": null})));
        assert!(own(&bench, &id).contains("\"a\""), "it holds all itself now");
        assert!(!own(&bench, &id).contains("handoff_record"), "{}", own(&bench, &id));
        bench.said("handoff_save_context", &active(json!({"decisions": decided(&["c"])})));
        assert_eq!(decisions(&get(&mut bench, &id)), ["c"]);
        let refused = bench.refused("handoff_save_context", &active(json!({"remove": {"decisions": ["c"]}})));
        assert_eq!(refused, "The argument remove must be used together with base.");
    }
}

#[test]
fn what_was_removed_stays_removed() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let first = json!({
            "decisions": decided(&["a", "b"]), "blockers": ["licence", "sample"],
            "handoff_notes": [{"note": "slow disk", "category": "caution"}],
            "references": [{"label": "Spec", "uri": "u"}, {"label": "Spec", "uri": "v"}],
        });
        let base = save(&mut bench, "first", &first);
        let id = save(
            &mut bench,
            "second",
            &json!({"base": base, "session_status": "active", "remove": {"blockers": ["sample"], "decisions": ["a"]}}),
        );
        bench.said("handoff_update_session", &json!({"add_decision": {"decision": "own"}}));
        let removals = [
            json!({"base": base, "remove": {"handoff_notes": ["slow disk"], "references": ["Spec u"]}}),
            json!({"remove": {"decisions": ["own", "b"]}}),
        ];
        for mut more in removals {
            more["summary"] = json!("second");
            more["session_status"] = json!("active");
            bench.said("handoff_save_context", &more);
        }
        for closes in [false, true] {
            if closes {
                bench.said("handoff_save_context", &json!({"summary": "second"}));
            }
            let session = get(&mut bench, &id);
            assert_eq!(session["blockers"], json!(["licence"]), "{layout}");
            assert_eq!(session["references"], json!([{"label": "Spec", "uri": "v"}]));
            assert_eq!((session.get("decisions"), session.get("handoff_notes")), (None, None));
        }
        // What is given again is there again.
        let third = save(&mut bench, "third", &json!({"base": id, "decisions": decided(&["a"])}));
        assert_eq!(decisions(&get(&mut bench, &third)), ["a"]);
    }
}

#[test]
fn pointers_into_one_file_are_told_apart_by_their_lines() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let pointer = |lines: &str, reason: &str| json!({"path": "core.py", "lines": lines, "reason": reason});
        let first = json!({"context_pointers": [pointer("34-60", "rule"), pointer("5", "WORD"), {"path": "core.py"}]});
        let base = save(&mut bench, "first", &first);
        let again = [pointer("14-28", "sentences"), pointer("5", "WORDS")];
        let more = json!({"base": base, "session_status": "active", "context_pointers": again});
        let id = save(&mut bench, "second", &more);
        let shown = |bench: &mut Bench| -> Vec<String> {
            let loaded = bench.value("handoff_load_context", &json!({"format": "json"}));
            let pointers = loaded["context_pointers"].as_array().cloned().unwrap_or_default();
            let word = |pointer: &Value, key: &str| pointer[key].as_str().unwrap_or_default().to_owned();
            let told = bench.said("handoff_load_context", &json!({}));
            for pointer in &pointers {
                assert!(told.contains(&format!("- core.py {}", word(pointer, "lines"))), "{told}");
            }
            pointers.iter().map(|pointer| format!("{} {}", word(pointer, "lines"), word(pointer, "reason"))).collect()
        };
        assert_eq!(shown(&mut bench), ["34-60 rule", "5 WORDS", " ", "14-28 sentences"]);
        let mut remove = |text: &str| {
            let more = json!({
                "summary": "second", "session_status": "active", "remove": {"context_pointers": [text]},
            });
            bench.said("handoff_save_context", &more);
            shown(&mut bench)
        };
        assert_eq!(remove("core.py 34-60"), ["5 WORDS", " ", "14-28 sentences"]);
        assert_eq!(remove("core.py 14-28"), ["5 WORDS", " "]);
        assert_eq!(remove("core.py"), [""; 0], "the path alone means all of them");
        assert_eq!(get(&mut bench, &id).get("context_pointers"), None);
    }
}

#[test]
fn a_session_that_holds_all_itself_by_now_goes_on_adding() {
    let closing = json!({"summary": "closing", "decisions": decided(&["new"])});
    for layout in LAYOUTS {
        // By a tick of an entry of its base.
        let mut bench = Bench::new(layout);
        let (_, id) = begun(&mut bench);
        bench.said("handoff_update_session", &json!({"checklist_index": 0, "add_decision": {"decision": "e"}}));
        assert_eq!(get(&mut bench, &id)["checklist"], json!([{"item": "i", "checked": true}]));
        bench.said("handoff_save_context", &closing);
        let session = get(&mut bench, &id);
        assert_eq!(decisions(&session), ["a", "b", "e", "new"]);
        assert_eq!((session.get("base"), session.get("adds")), (None, None), "{session}");

        // Because its base went.
        let mut bench = Bench::new(layout);
        bench.said("handoff_update_config", &json!({"updates": {"settings.history_limit": 1}}));
        let (_, id) = begun(&mut bench);
        save(&mut bench, "other", &json!({"pause_active": true}));
        bench.said("handoff_load_context", &json!({"session_id": id}));
        assert_eq!(get(&mut bench, &id).get("base"), None);
        bench.said("handoff_save_context", &closing);
        assert_eq!(decisions(&get(&mut bench, &id)), ["a", "b", "new"]);

        // A fork of it begins afresh.
        let forked = bench.value("handoff_fork_session", &json!({"source_session_id": id, "summary": "fork"}));
        let fork = forked["session_id"].as_str().expect("an id").to_owned();
        bench.said("handoff_save_context", &closing);
        assert_eq!(decisions(&get(&mut bench, &fork)), ["new"]);
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
        assert!(own(&bench, &waiting).contains("d0"), "it stands alone");
        assert_eq!(get(&mut bench, &waiting).get("base"), None);
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
            "The argument remove must be used together with base.".to_owned(),
        ),
        (
            json!({"base": a, "remove": {"decisions": "a"}}),
            "The argument remove.decisions must be a list of strings.".to_owned(),
        ),
        (
            json!({"base": a, "remove": {"files": ["a"]}}),
            "The argument remove.files must be omitted; entries can be removed from decisions, blockers, checklist, handoff_notes, references, context_pointers, related_task_ids."
                .to_owned(),
        ),
        (json!({"base": 3}), "The argument base must be a string.".to_owned()),
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
    assert!(said.contains(&format!("Warning: The session {a}, on which {b} builds, no longer exists")), "{said}");
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
    assert!(said.contains("form a cycle at") && said.contains("- b\n") && said.contains("- a\n"), "{said}");
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
        let again = |more: Value| {
            let mut content = json!({
                "session_id": "auth-2", "task_objective": "Auth", "task_status": "needs_review",
            });
            content.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            content
        };
        let rationale = json!([{"decision": "No rotation", "rationale": "later"}]);
        bench.said("save_handoff", &again(json!({"base": "auth", "decisions": rationale})));
        let said = bench.said("load_handoff", &json!({"session_id": "auth-2"}));
        assert!(said.contains("JWT") && said.contains("No rotation") && said.contains("Rotate keys"), "{said}");
        assert!(said.contains("written") && !said.contains("a.rs"), "what is not given stays: {said}");
        let steps = json!([{"action": "review", "priority": "high"}]);
        let removed =
            json!({"remove": {"decisions": ["Rotate keys"]}, "next_steps": steps, "progress_summary": "done"});
        bench.said("save_handoff", &again(removed));
        let said = bench.said("load_handoff", &json!({"session_id": "auth-2"}));
        assert!(said.contains("JWT") && said.contains("No rotation") && !said.contains("Rotate keys"), "{said}");
        assert!(said.contains("\ndone\n") && !said.contains("written") && said.contains("[high] review"), "{said}");
        let whole = bench.refused(
            "save_handoff",
            &json!({"session_id": "x", "task_objective": "o", "task_status": "blocked", "progress_summary": "p", "files": []}),
        );
        assert!(whole.contains("next_steps"), "{whole}");
    }
}
