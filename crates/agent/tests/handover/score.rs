//! The score of a handover in the answers of saves, loads, lists and of one session.

use serde_json::{Value, json};

use crate::support::Bench;

const DAY_MS: i64 = 86_400_000;

/// The arguments of a save without a gap.
fn good() -> Value {
    json!({
        "summary": "Feed parses",
        "decisions": [{"decision": "Use SQLite", "reason": "one file"}],
        "handoff_notes": [
            {"note": "Add the retry to src/feed.rs", "category": "suggestion"},
            {"note": "Rows repeat at midnight", "category": "caution"},
        ],
        "context_pointers": [{"path": "src/feed.rs", "reason": "the parser"}, {"path": "src/old.rs"}],
    })
}

/// Returns a project with the files of [`good`].
fn bench(layout: &str) -> Bench {
    let mut bench = Bench::new(layout);
    for file in ["src/feed.rs", "src/old.rs"] {
        bench.around.insert(file.to_owned(), "fn a() {}\n".to_owned());
    }
    bench
}

fn hint(text: &str) -> Option<&str> {
    text.lines().find(|line| line.starts_with("Handover score"))
}

/// Returns the parts of the score of the last saved session: name, percentage, remarks.
fn parts(bench: &mut Bench) -> (Value, Vec<(String, Value, String)>) {
    let row = bench.value("handoff_list_sessions", &json!({}))["sessions"][0].clone();
    let session = bench.value("handoff_get_session", &json!({"session_id": row["id"]}));
    let score = &session["handover_score"];
    let part = |part: &Value| {
        let remarks: Vec<&str> = part["remarks"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        (part["part"].as_str().expect("a name").to_owned(), part["percent"].clone(), remarks.join(" "))
    };
    (score["total"].clone(), score["parts"].as_array().expect("a list").iter().map(part).collect())
}

fn percents(bench: &mut Bench) -> Vec<Value> {
    parts(bench).1.into_iter().map(|(_, percent, _)| percent).collect()
}

#[test]
fn closing_save_names_the_two_best_fixes_if_the_score_is_poor() {
    let add_next = "Say what is next: add a suggestion or an open checklist item.";
    let add_places = "Add pointers to the files to look at first.";
    let intro = |total: u32| format!("Handover score {total} of 100; another save can add what is missing.");
    for layout in ["toml", "json"] {
        let mut bench = bench(layout);
        let text = bench.text("handoff_save_context", &json!({"summary": "s"}));
        assert_eq!(hint(&text), Some(format!("{} {add_next} {add_places}", intro(27)).as_str()), "{text}");
        // Another remark already asks for the next step.
        let text = bench.text("handoff_save_context", &json!({"summary": "s", "decisions": ["d"]}));
        assert!(text.contains("Nothing says what is next"), "{text}");
        assert_eq!(hint(&text), Some(format!("{} {add_places}", intro(37)).as_str()));
        let vague = json!({"summary": "s", "checklist": ["Go on"]});
        let name = "Name a file, a symbol, a command or a task in each next step: “Go on”.";
        let text = bench.text("handoff_save_context", &vague);
        assert_eq!(hint(&text), Some(format!("{} {name} {add_places}", intro(37)).as_str()));
        let active = json!({"summary": "s", "session_status": "active"});
        assert_eq!(hint(&bench.text("handoff_save_context", &active)), None, "the work goes on");
        assert_eq!(hint(&bench.text("handoff_save_context", &good())), None);
    }
}

#[test]
fn files_that_a_save_does_not_find_are_gone() {
    let mut bench = bench("toml");
    bench.around.clear();
    let save =
        json!({"summary": "s", "checklist": ["Go on"], "context_pointers": ["src/feed.rs", {"path": "src/old.rs"}]});
    let text = bench.text("handoff_save_context", &save);
    let name = "Name a file, a symbol, a command or a task in each next step: “Go on”.";
    let add = "Add what to know or to beware of: a caution, a blocker or a note.";
    let line = format!("Handover score 35 of 100; another save can add what is missing. {name} {add}");
    assert_eq!(hint(&text), Some(line.as_str()), "{text}");
    assert_eq!(text.matches("src/old.rs").count(), 2, "once as added and once as not found: {text}");
}

#[test]
fn named_session_says_that_the_score_is_poor_and_in_what() {
    for layout in ["toml", "json"] {
        let mut bench = bench(layout);
        let poor = bench.value("handoff_save_context", &json!({"summary": "s", "decisions": ["d"]}));
        let line = "\nHandover score 37 of 100 (weak: complete, specific).\n";
        let loaded = bench.text("handoff_load_context", &json!({"session_id": poor["session_id"]}));
        assert!(loaded.contains(line), "{loaded}");
        let loaded = bench.text("handoff_load_context", &json!({}));
        assert!(!loaded.contains("Handover score"), "the next conversation can do nothing about it: {loaded}");
        bench.text("handoff_save_context", &good());
        let previous = |bench: &mut Bench| {
            bench.value("handoff_load_context", &json!({"format": "json"}))["previous_session"]["handover_score"]
                .clone()
        };
        let full = json!({"total": 100, "complete": 100, "specific": 100, "grounded": 100, "fresh": 100});
        assert_eq!(previous(&mut bench), full);
        bench.around.remove("src/old.rs");
        bench.now += 12 * DAY_MS;
        let later = json!({"total": 83, "complete": 100, "specific": 100, "grounded": 50, "fresh": 67});
        assert_eq!(previous(&mut bench), later);
    }
}

#[test]
fn named_closed_session_is_shown_with_its_score() {
    let mut bench = bench("toml");
    bench.text("handoff_save_context", &json!({"summary": "s", "decisions": ["d"]}));
    let id = bench.value("handoff_list_sessions", &json!({}))["sessions"][0]["id"].clone();
    let text = bench.text("handoff_load_context", &json!({"session_id": id}));
    assert!(text.contains("\nHandover score 37 of 100 (weak: complete, specific).\n"), "{text}");
    let loaded = bench.value("handoff_load_context", &json!({"session_id": id, "format": "json"}));
    assert_eq!(loaded["handover_score"]["total"], 37);
}

#[test]
fn parts_follow_the_files_and_the_next_session() {
    for layout in ["toml", "json"] {
        let mut bench = bench(layout);
        bench.text("handoff_update_task", &json!({"tasks": [{"title": "Retry"}, {"title": "Dates"}]}));
        let tasks = bench.value("handoff_list_tasks", &json!({}));
        let id = |index: usize| tasks["task_tree"][index]["id"].as_str().expect("an ID").to_owned();
        let (used, unused) = (id(0), id(1));
        let mut save = good();
        save["related_task_ids"] = json!([used, unused]);
        bench.text("handoff_save_context", &save);
        bench.around.insert("src/old.rs".to_owned(), "fn b() {}\n".to_owned());
        let (total, first) = parts(&mut bench);
        assert_eq!(total, 94);
        let expected = [
            ("complete", json!(100), ""),
            ("specific", json!(100), ""),
            ("grounded", json!(75), "Check the pointers to files that have changed or are gone: src/old.rs."),
            ("fresh", json!(100), ""),
            ("used", Value::Null, "Known when the next session is closed."),
        ];
        assert_eq!(first, expected.map(|(name, percent, remarks)| (name.to_owned(), percent, remarks.to_owned())));
        let first_id = bench.value("handoff_list_sessions", &json!({}))["sessions"][0]["id"].clone();
        let row = |bench: &mut Bench| -> Value {
            let rows = bench.value("handoff_list_sessions", &json!({}))["sessions"].clone();
            let rows = rows.as_array().expect("rows").clone();
            rows.into_iter().find(|row| row["id"] == first_id).expect("the row")["handover_score"].clone()
        };
        assert_eq!(row(&mut bench), 100, "a list reads no files");

        bench.text("handoff_save_context", &json!({"summary": "more", "session_status": "active"}));
        let of_first = |bench: &mut Bench| {
            let session = bench.value("handoff_get_session", &json!({"session_id": first_id}));
            session["handover_score"]["parts"]
                .as_array()
                .expect("parts")
                .iter()
                .map(|part| part["percent"].clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(of_first(&mut bench)[2..], [Value::Null, json!(100), Value::Null], "it has begun");
        bench.text("handoff_update_task", &json!({"task": {"id": used, "status": "in_progress"}}));
        let close = json!({"summary": "Retry works", "decisions": ["Retry in src/feed.rs three times"]});
        bench.text("handoff_save_context", &close);
        assert_eq!(of_first(&mut bench)[2..], [Value::Null, json!(100), json!(50)]);
        let session = bench.value("handoff_get_session", &json!({"session_id": first_id}));
        let remark = format!("Name only what the next session needs. It did not touch: src/old.rs, {unused}.");
        assert_eq!(session["handover_score"]["parts"][4]["remarks"], json!([remark]));
        assert_eq!(row(&mut bench), 88);
        // What happens after the next session does not count for this one.
        bench.text("handoff_update_task", &json!({"task": {"id": unused, "status": "in_progress"}}));
        assert_eq!(of_first(&mut bench)[4], json!(50));
        assert_eq!(percents(&mut bench)[4], Value::Null);
    }
}

#[test]
fn active_session_has_no_score() {
    let mut bench = bench("json");
    bench.text("handoff_save_context", &json!({"summary": "s", "session_status": "active"}));
    let row = bench.value("handoff_list_sessions", &json!({}))["sessions"][0].clone();
    assert_eq!(row.get("handover_score"), None);
    let session = bench.value("handoff_get_session", &json!({"session_id": row["id"]}));
    assert_eq!(session.get("handover_score"), None);
}
