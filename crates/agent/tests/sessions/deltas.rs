//! Saves that store only what they add to or remove from a base session.

use serde_json::{Value, json};

use crate::support::Bench;

pub(super) const LAYOUTS: [&str; 2] = ["json", "toml"];

pub(super) fn save(bench: &mut Bench, summary: &str, more: &Value) -> String {
    let mut content = json!({"summary": summary});
    content.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    bench.text("handoff_save_context", &content);
    let list = bench.value("handoff_list_sessions", &json!({}));
    let rows = list["sessions"].as_array().expect("a list");
    let row = rows.iter().find(|row| row["summary"] == summary).expect("the session");
    row["id"].as_str().expect("an id").to_owned()
}

pub(super) fn get(bench: &mut Bench, id: &str) -> Value {
    bench.value("handoff_get_session", &json!({"session_id": id}))
}

/// Returns the text of a session file.
pub(super) fn session_text(bench: &Bench, id: &str) -> String {
    let files = bench.paths().into_iter().filter(|path| path.starts_with("sessions/"));
    let text = files.filter_map(|path| bench.file(&path));
    let is_id =
        |text: &String| text.contains(&format!("\"id\": \"{id}\"")) || text.contains(&format!("\nid = \"{id}\""));
    text.into_iter().find(is_id).expect("its file")
}

pub(super) fn decisions(session: &Value) -> Vec<&str> {
    session["decisions"]
        .as_array()
        .map(|list| list.iter().filter_map(|one| one["decision"].as_str()).collect())
        .unwrap_or_default()
}

pub(super) fn decision_list(words: &[&str]) -> Value {
    words.iter().map(|words| json!({"decision": words})).collect()
}

#[test]
fn entry_to_remove_is_named_by_the_start_of_its_text() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let cautions = ["The feed is slow on Mondays", "The feed has gaps", "Disk is full"]
            .map(|note| json!({"note": note, "category": "caution"}));
        save(&mut bench, "first", &json!({"handoff_notes": cautions, "blockers": ["No key from Marta"]}));
        let remove = json!({"handoff_notes": ["the feed is", "The feed", " "], "blockers": ["no key"]});
        // The first removal leaves one that begins like the second, but calls are read as a whole.
        let answer = bench.value("handoff_save_context", &json!({"summary": "second", "remove": remove}));
        let not_found = answer["not_found"].to_string();
        assert!(
            not_found.contains("The feed (could be “The feed is slow on Mondays” (")
                && not_found.contains("“The feed has gaps”"),
            "{answer}"
        );
        assert!(not_found.contains("handoff_notes:  "), "{answer}");
        let text = bench.text("handoff_load_context", &json!({}));
        assert!(text.contains("The feed has gaps") && text.contains("Disk is full"), "{text}");
        assert!(!text.contains("slow on Mondays") && !text.contains("Marta"), "{text}");
    }
}

#[test]
fn save_stores_only_additions_and_load_shows_everything() {
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
        let message = bench.text("handoff_save_context", &{
            let mut content = second.clone();
            content["summary"] = json!("second");
            content
        });
        assert!(message.ends_with("Entries to remove were not found: decisions: never said."), "{message}");
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

        let text = session_text(&bench, &id);
        assert!(!text.contains("No ORM") && !text.contains("import") && text.contains("Use Postgres"), "{text}");
        insta::assert_snapshot!(format!("delta_{layout}"), text);
        let message = bench.text("handoff_load_context", &json!({}));
        assert!(message.contains("- No ORM\n") && !message.contains("SQLite"), "{message}");
        let answer = bench.value("handoff_load_context", &json!({"format": "json"}));
        assert_eq!(answer["previous_session"]["decisions"].as_array().map(Vec::len), Some(2));
    }
}

/// Starts an active session based on a closed one with two decisions.
pub(super) fn start_session(bench: &mut Bench) -> (String, String) {
    let base = save(bench, "first", &json!({"decisions": decision_list(&["a", "b"]), "checklist": [{"item": "i"}]}));
    let id = save(bench, "second", &json!({"base": base, "session_status": "active"}));
    (base, id)
}

#[test]
fn lists_add_to_a_base_even_if_it_is_not_named_again() {
    for layout in LAYOUTS {
        for names_base in [false, true] {
            let mut bench = Bench::new(layout);
            let (base, id) = start_session(&mut bench);
            bench.text("handoff_update_session", &json!({"add_decision": {"decision": "midway"}}));
            let mut closing = json!({"summary": "second", "decisions": decision_list(&["b", "midway", "closing"])});
            if names_base {
                closing["base"] = json!(base);
            }
            bench.text("handoff_save_context", &closing);
            let session = get(&mut bench, &id);
            assert_eq!(decisions(&session), ["a", "b", "midway", "closing"], "{layout} {names_base}");
            assert_eq!((&session["base"], &session["checklist"]), (&json!(base), &json!([{"item": "i"}])));
        }
    }
}

#[test]
fn entry_with_the_same_name_replaces_the_old_one() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let (_, id) = start_session(&mut bench);
        let reasoned = |reason: &str| json!({"decision": "b", "reason": reason});
        for reason in ["one", "two"] {
            let more = json!({"summary": "second", "session_status": "active", "decisions": [reasoned(reason)]});
            bench.text("handoff_save_context", &more);
        }
        let session = get(&mut bench, &id);
        assert_eq!(session["decisions"], json!([{"decision": "a"}, reasoned("two")]));
        assert!(!session_text(&bench, &id).contains("one"), "{}", session_text(&bench, &id));
    }
}

#[test]
fn lists_add_unless_the_call_says_that_they_replace() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let (_, id) = start_session(&mut bench);
        let active = |more: Value| {
            let mut content = json!({"summary": "second", "session_status": "active"});
            content.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            content
        };
        bench.text("handoff_save_context", &active(json!({"base": null})));
        assert!(session_text(&bench, &id).contains("\"a\""), "it contains all entries itself");
        assert!(!session_text(&bench, &id).contains("\"base\""), "{}", session_text(&bench, &id));
        bench.text("handoff_save_context", &active(json!({"decisions": decision_list(&["c"])})));
        assert_eq!(decisions(&get(&mut bench, &id)), ["a", "b", "c"]);
        bench.text("handoff_save_context", &active(json!({"decisions": []})));
        assert_eq!(decisions(&get(&mut bench, &id)), ["a", "b", "c"], "an empty list adds nothing");
        let replaced = json!({"decisions": decision_list(&["d"]), "replace": true});
        let text = bench.text("handoff_save_context", &active(replaced));
        assert_eq!(decisions(&get(&mut bench, &id)), ["d"]);
        assert!(text.contains("Added 1 decision: d.") && text.contains("Removed 1 decision: c."), "{text}");
        bench.text("handoff_save_context", &active(json!({"decisions": null})));
        assert_eq!(decisions(&get(&mut bench, &id)), [""; 0], "null empties the list");
    }
}

#[test]
fn removed_entries_stay_removed() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let first = json!({
            "decisions": decision_list(&["a", "b"]), "blockers": ["licence", "sample"],
            "handoff_notes": [{"note": "slow disk", "category": "caution"}],
            "references": [{"label": "Spec", "uri": "u"}, {"label": "Spec", "uri": "v"}],
        });
        let base = save(&mut bench, "first", &first);
        let id = save(
            &mut bench,
            "second",
            &json!({"base": base, "session_status": "active", "remove": {"blockers": ["sample"], "decisions": ["a"]}}),
        );
        bench.text("handoff_update_session", &json!({"add_decision": {"decision": "own"}}));
        let removals = [
            json!({"base": base, "remove": {"handoff_notes": ["slow disk"], "references": ["Spec u"]}}),
            json!({"remove": {"decisions": ["own", "b"]}}),
        ];
        for mut more in removals {
            more["summary"] = json!("second");
            more["session_status"] = json!("active");
            bench.text("handoff_save_context", &more);
        }
        for closes in [false, true] {
            if closes {
                bench.text("handoff_save_context", &json!({"summary": "second"}));
            }
            let session = get(&mut bench, &id);
            assert_eq!(session["blockers"], json!(["licence"]), "{layout}");
            assert_eq!(session["references"], json!([{"label": "Spec", "uri": "v"}]));
            assert_eq!((session.get("decisions"), session.get("handoff_notes")), (None, None));
        }
        // An entry that is added again is back.
        let third = save(&mut bench, "third", &json!({"base": id, "decisions": decision_list(&["a"])}));
        assert_eq!(decisions(&get(&mut bench, &third)), ["a"]);
    }
}

#[test]
fn pointers_into_one_file_are_matched_by_lines() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        let pointer = |lines: &str, reason: &str| json!({"path": "core.py", "lines": lines, "reason": reason});
        let first = json!({"context_pointers": [pointer("34-60", "rule"), pointer("5", "WORD"), {"path": "core.py"}]});
        let base = save(&mut bench, "first", &first);
        let again = [pointer("14-28", "sentences"), pointer("5", "WORDS")];
        let more = json!({"base": base, "session_status": "active", "context_pointers": again});
        let id = save(&mut bench, "second", &more);
        let shown_pointers = |bench: &mut Bench| -> Vec<String> {
            let loaded = bench.value("handoff_load_context", &json!({"format": "json"}));
            let pointers = loaded["context_pointers"].as_array().cloned().unwrap_or_default();
            let word = |pointer: &Value, key: &str| pointer[key].as_str().unwrap_or_default().to_owned();
            let answer = bench.text("handoff_load_context", &json!({}));
            for pointer in &pointers {
                assert!(answer.contains(&format!("- core.py {}", word(pointer, "lines"))), "{answer}");
            }
            pointers.iter().map(|pointer| format!("{} {}", word(pointer, "lines"), word(pointer, "reason"))).collect()
        };
        assert_eq!(shown_pointers(&mut bench), ["34-60 rule", "5 WORDS", " ", "14-28 sentences"]);
        let mut remove = |text: &str| {
            let more = json!({
                "summary": "second", "session_status": "active", "remove": {"context_pointers": [text]},
            });
            bench.text("handoff_save_context", &more);
            shown_pointers(&mut bench)
        };
        assert_eq!(remove("core.py 34-60"), ["5 WORDS", " ", "14-28 sentences"]);
        assert_eq!(remove("core.py 14-28"), ["5 WORDS", " "]);
        assert_eq!(remove("core.py"), [""; 0], "a path without lines removes all");
        assert_eq!(get(&mut bench, &id).get("context_pointers"), None);
    }
}
