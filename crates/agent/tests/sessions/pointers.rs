//! Pointers into files: whether the lines have changed since they were saved.

use serde_json::{Value, json};

use crate::support::Bench;

const LAYOUTS: [&str; 2] = ["json", "toml"];

/// Returns fifty numbered lines.
fn source() -> String {
    (1..=50).fold(String::new(), |text, line| text + &format!("let line_{line} = {line};\n"))
}

/// Returns a project with one file and a session with pointers into it.
fn project(layout: &str) -> Bench {
    let mut bench = Bench::new(layout);
    bench.around.insert("src/a.rs".to_owned(), source());
    let save = json!({
        "summary": "s", "session_status": "active",
        "context_pointers": [
            {"path": "src/a.rs", "lines": "10-20", "reason": "the parser", "color": "red"},
            {"path": "src/a.rs", "lines": "5, 30-40"},
            {"path": "src/a.rs"},
            {"path": "src"},
        ],
    });
    let text = bench.text("handoff_save_context", &save);
    let notes = "Not found: src.\nNot known, stored as given: context_pointers[0].color.";
    assert!(text.ends_with(notes), "{text}");
    bench
}

/// Returns the pointers in the text of a load.
fn shown_pointers(bench: &mut Bench) -> Vec<String> {
    let text = bench.text("handoff_load_context", &json!({}));
    let section = text.split("## Look at\n").nth(1).unwrap_or_default();
    section.lines().map_while(|line| line.strip_prefix("- ")).map(str::to_owned).collect()
}

fn pointers(bench: &mut Bench) -> Vec<Value> {
    let loaded = bench.value("handoff_load_context", &json!({"format": "json"}));
    loaded["context_pointers"].as_array().expect("a list").clone()
}

#[test]
fn load_reports_the_state_of_each_pointer() {
    let moved = format!("//\n//\n{}", source());
    let changed = source().replace("line_35 = 35", "line_35 = 36");
    for (text, words, states) in [
        (Some(source()), ["10-20 — the parser [unchanged]", "5, 30-40 [unchanged]", "[unchanged]"], ["unchanged"; 3]),
        (
            Some(moved),
            ["10-20 [moved to 12-22] — the parser", "5, 30-40 [5 moved to 7, 30-40 moved to 32-42]", "[changed]"],
            ["moved", "moved", "changed"],
        ),
        (
            Some(changed),
            ["10-20 — the parser [unchanged]", "5, 30-40 [5 unchanged, 30-40 changed, now about 30-40]", "[changed]"],
            ["unchanged", "changed", "changed"],
        ),
        (
            Some("all new\n".to_owned()),
            ["10-20 [gone] — the parser", "5, 30-40 [5 gone, 30-40 gone]", "[changed]"],
            ["gone", "gone", "changed"],
        ),
        (None, ["10-20 [gone] — the parser", "5, 30-40 [gone]", "[gone]"], ["gone"; 3]),
    ] {
        for layout in LAYOUTS {
            let mut bench = project(layout);
            match &text {
                Some(text) => drop(bench.around.insert("src/a.rs".to_owned(), text.clone())),
                None => drop(bench.around.remove("src/a.rs")),
            }
            let expected: Vec<String> = words.iter().map(|words| format!("src/a.rs {words}")).collect();
            assert_eq!(shown_pointers(&mut bench)[..3], expected);
            let answer = pointers(&mut bench);
            let actual: Vec<&Value> = answer.iter().map(|pointer| &pointer["handoff_now"]["state"]).collect();
            assert_eq!(actual[..3], states.map(Value::from).iter().collect::<Vec<_>>());
            assert_eq!(answer[0]["color"], "red");
            assert_eq!(answer[0].get("handoff_seen"), None, "the hashes are stored only in the file");
        }
    }
}

#[test]
fn pointer_follows_a_renamed_file() {
    let mut bench = project("json");
    let text = bench.around.remove("src/a.rs").expect("the file");
    bench.around.insert("lib/b.rs".to_owned(), format!("//\n{text}"));
    bench.renamed.insert("src/a.rs".to_owned(), "lib/b.rs".to_owned());
    assert_eq!(shown_pointers(&mut bench)[0], "src/a.rs 10-20 [now lib/b.rs, moved to 11-21] — the parser");
    assert_eq!(
        pointers(&mut bench)[0]["handoff_now"],
        json!({"state": "moved", "path": "lib/b.rs", "lines": [{"lines": "10-20", "state": "moved", "now": "11-21"}]})
    );
}

#[test]
fn kept_pointers_keep_their_hash_and_resent_ones_are_rehashed() {
    let mut bench = project("json");
    bench.around.insert("src/a.rs".to_owned(), format!("//\n{}", source()));
    bench.text("handoff_save_context", &json!({"summary": "later", "session_status": "active"}));
    assert!(shown_pointers(&mut bench)[0].contains("[moved to 11-21]"), "a save without pointers keeps the old hashes");
    // An agent sends back what it got, including our own keys.
    let mut answer = pointers(&mut bench);
    answer[0]["lines"] = json!("11-21");
    let save = json!({"summary": "s", "session_status": "active", "replace": true, "context_pointers": [answer[0]]});
    bench.text("handoff_save_context", &save);
    assert_eq!(shown_pointers(&mut bench), ["src/a.rs 11-21 — the parser [unchanged]"]);
    let add = json!({"add_context_pointer": {"path": "src/a.rs", "lines": "2"}});
    bench.text("handoff_update_session", &add);
    assert_eq!(shown_pointers(&mut bench)[1], "src/a.rs 2 [unchanged]");
    let import = json!({
        "source": {"description": "chat"},
        "session": {"summary": "i", "context_pointers": ["src/a.rs"]},
    });
    bench.text("handoff_import_context", &import);
    assert_eq!(shown_pointers(&mut bench)[0], "src/a.rs [unchanged]", "the newest session comes first");
}

#[test]
fn of_two_equally_near_places_the_first_one_is_named() {
    let mut bench = Bench::new("json");
    bench.around.insert("src/a.rs".to_owned(), source());
    let pointers = json!([{"path": "src/a.rs", "lines": "10"}]);
    bench.text("handoff_save_context", &json!({"summary": "s", "context_pointers": pointers}));
    let line = |number: usize| format!("let line_{number} = {number};\n");
    let moved = source().replace(&line(10), "//\n").replace(&line(8), &line(10)).replace(&line(12), &line(10));
    bench.around.insert("src/a.rs".to_owned(), moved);
    assert_eq!(shown_pointers(&mut bench), ["src/a.rs 10 [moved to 8]"]);
}

#[test]
fn lines_after_the_path_are_recognized() {
    let mut bench = Bench::new("json");
    for path in ["src/a.rs", "a:b.rs", "c:x"] {
        bench.around.insert(path.to_owned(), source());
    }
    let pointers = json!(["src/a.rs:10-20", {"path": "src/a.rs:3"}, {"path": "a:b.rs", "lines": "2"}, "c:x"]);
    let saved = bench.text("handoff_save_context", &json!({"summary": "s", "context_pointers": pointers}));
    assert!(!saved.contains("Not found"), "{saved}");
    let expected = ["src/a.rs 10-20 [unchanged]", "src/a.rs 3 [unchanged]", "a:b.rs 2 [unchanged]", "c:x [unchanged]"];
    assert_eq!(shown_pointers(&mut bench), expected);
}

#[test]
fn pointers_that_never_fitted_are_named_and_never_unchanged() {
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        bench.around.insert("src/a.rs".to_owned(), "use std::io;\n\nfn parse() {\n}\n".to_owned());
        let save = json!({
            "summary": "s", "session_status": "active",
            "context_pointers": [
                {"path": "src/a.rs", "lines": "900-950"},
                {"path": "src/a.rs", "lines": "fn write"},
                {"path": "src/a.rs", "lines": "fn parse"},
                {"path": "src/none.rs", "lines": "1-2"},
            ],
        });
        let text = bench.text("handoff_save_context", &save);
        let expected = "Not found: src/a.rs 900-950 (the file has 4 lines), fn write in src/a.rs, src/none.rs.";
        assert!(text.contains(expected), "{text}");
        let expected = [
            "src/a.rs 900-950 [no such lines]",
            "src/a.rs fn write [no such lines]",
            "src/a.rs fn parse [line 3]",
            "src/none.rs 1-2 [gone]",
        ];
        assert_eq!(shown_pointers(&mut bench), expected);
        bench.around.insert("src/a.rs".to_owned(), "//\nfn parse_all() {}\npub fn parse() {\n}\n".to_owned());
        assert_eq!(shown_pointers(&mut bench)[2], "src/a.rs fn parse [line 3]");
        assert_eq!(
            pointers(&mut bench)[2]["handoff_now"],
            json!({"state": "unchanged", "lines": [{"state": "unchanged", "now": "3"}]})
        );
        bench.around.insert("src/a.rs".to_owned(), "use std::io;\n\nfn read() {\n}\n".to_owned());
        assert_eq!(shown_pointers(&mut bench)[2], "src/a.rs fn parse [changed, now about 2]");
        bench.around.remove("src/a.rs");
        assert_eq!(shown_pointers(&mut bench)[2], "src/a.rs fn parse [gone]");
        let add = bench.text("handoff_update_session", &json!({"add_context_pointer": {"path": "src/none.rs"}}));
        assert!(add.contains("Not found: src/none.rs."), "{add}");
    }
}

#[test]
fn foreign_pointer_hashes_are_not_trusted() {
    let mut bench = project("json");
    let path = bench.paths().into_iter().find(|path| path.starts_with("sessions/")).expect("a session");
    let text = bench.file(&path).expect("its text");
    // Other lines with the same hash, and invalid hashes.
    bench.put(&path, &text.replace("\"lines\": \"10-20\"", "\"lines\": \"12-20\""));
    bench.around.insert("src/a.rs".to_owned(), format!("//\n{}", source()));
    assert_eq!(shown_pointers(&mut bench)[0], "src/a.rs 12-20 [changed] — the parser");
    for nonsense in [json!(7), json!({}), json!({"file": 1, "lines": [3, "x", "1-99999999999 00 - -,-"], "commit": {}})]
    {
        let session = json!({
            "version": 2, "id": "s-1", "summary": "x",
            "context_pointers": [{"path": "src/a.rs", "lines": "1-2", "handoff_seen": nonsense}, {"path": 3}, "src/a.rs#x"],
        });
        bench.put(&path, &session.to_string());
        assert_eq!(shown_pointers(&mut bench), ["src/a.rs 1-2 [changed]", "src/a.rs#x"]);
    }
}

#[test]
fn handoff_protocol_reports_the_state_of_each_range() {
    let save = json!({
        "session_id": "a", "task_objective": "o", "task_status": "in_progress", "progress_summary": "p", "next_steps": [],
        "files": [{
            "path": "src/a.rs", "relevance": "parses",
            "focus_ranges": [{"start": 10, "end": 20, "note": "here"}, {"start": 30, "end": 31}],
        }],
    });
    for layout in LAYOUTS {
        let mut bench = project(layout);
        bench.text("save_handoff", &save);
        let text = bench.text("load_handoff", &json!({"session_id": "a"}));
        assert!(text.contains("- src/a.rs: parses [unchanged]\n  - 10-20: here\n  - 30-31\n"), "{text}");
        bench.around.insert("src/a.rs".to_owned(), source().replace("let line_25 = 25;\n", ""));
        let text = bench.text("load_handoff", &json!({"session_id": "a"}));
        assert!(
            text.contains("- src/a.rs: parses\n  - 10-20: here [unchanged]\n  - 30-31 [moved to 29-30]\n"),
            "{text}"
        );
    }
}

#[test]
fn pointer_hashes_are_stored_inside_the_pointer() {
    // handoff-mcp drops unknown keys, but not inside list entries.
    for layout in LAYOUTS {
        let mut bench = Bench::new(layout);
        bench.around.insert("src/a.rs".to_owned(), source());
        let pointers = json!([{"path": "src/a.rs", "lines": "10-20", "reason": "the parser"}]);
        bench.text("handoff_save_context", &json!({"summary": "s", "context_pointers": pointers}));
        let path = bench.paths().into_iter().find(|path| path.starts_with("sessions/")).expect("a session");
        insta::assert_snapshot!(format!("pointer_{layout}"), bench.file(&path).expect("its text"));
    }
}

#[test]
fn pointer_is_saved_with_the_commit_unless_git_is_switched_off() {
    for git in [true, false] {
        let mut bench = project("json");
        bench.git.commit = Some("bcd2345".to_owned());
        bench.text("handoff_update_config", &json!({"updates": {"settings.auto_git_summary": git}}));
        let added = json!({"add_context_pointer": {"path": "src/a.rs", "lines": "1-2"}});
        bench.text("handoff_update_session", &added);
        let file = bench.paths().into_iter().find(|path| path.starts_with("sessions/")).expect("a session");
        let text = bench.file(&file).expect("a file");
        assert_eq!(text.contains("bcd2345"), git, "{text}");
    }
}
