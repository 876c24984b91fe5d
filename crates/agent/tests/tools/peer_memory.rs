//! Memory tools with the arguments and the result keys of `handoff-mcp`.

use serde_json::{Value, json};

use crate::support::Bench;

const AT: &str = "2026-11-30T00:00:00Z";

/// Writes a memory as another program does.
fn put(bench: &mut Bench, id: &str, text: &str, more: &Value) {
    let mut memory = json!({
        "version": 2, "id": id, "text": text, "kind": "lesson", "tags": [], "keywords": [], "scope_paths": [],
        "content_hash": "0", "created_at": AT, "updated_at": AT, "hit_count": 1, "superseded_ids": [],
    });
    memory.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    bench.put(&format!("memory/{id}.json"), &memory.to_string());
}

fn texts(answer: &Value) -> Vec<&str> {
    let memories = answer["memories"].as_array().expect("a list");
    memories.iter().map(|memory| memory["text"].as_str().expect("a text")).collect()
}

fn stored(bench: &Bench, id: &str) -> Value {
    serde_json::from_str(&bench.file(&format!("memory/{id}.json")).expect("a file")).expect("JSON")
}

fn hits(bench: &Bench, id: &str) -> Value {
    stored(bench, id)["hit_count"].clone()
}

#[test]
fn delete_takes_both_names_and_a_prefix() {
    for (argument, value) in [("id", "m-20"), ("id", "m-2026"), ("memory_id", "m-20")] {
        let mut bench = Bench::new("json");
        put(&mut bench, "m-2026", "Rows may be empty", &json!({}));
        assert_eq!(
            bench.value("handoff_memory_delete", &json!({ argument: value })),
            json!({"status": "deleted", "deleted": true, "id": "m-2026"})
        );
        assert_eq!(bench.file("memory/m-2026.json"), None);
        assert_eq!(
            bench.refusal("handoff_memory_delete", &json!({})),
            "The argument id is required: a non-empty string."
        );
    }
}

#[test]
fn save_answers_with_the_keys_of_both() {
    let mut bench = Bench::new("json");
    let text = "Always write the files of a task atomically by a rename";
    put(&mut bench, "m-1", text, &json!({}));
    put(&mut bench, "m-2", &format!("{text} of temporary files"), &json!({"kind": "rule"}));

    assert_eq!(
        bench.value("handoff_memory_save", &json!({"text": text})),
        json!({"status": "duplicate_exact", "id": "m-1", "existing_id": "m-1"})
    );
    let new = format!("{text} of files");
    let conflict = bench.value("handoff_memory_save", &json!({"text": new}));
    assert_eq!(
        (&conflict["status"], &conflict["new"], &conflict["id"], &conflict["existing_text"]),
        (&json!("conflict"), &json!({"text": new, "kind": "lesson"}), &json!("m-1"), &json!(text)),
        "{conflict}"
    );
    let similar = conflict["similar"].as_array().expect("a list");
    assert_eq!(similar.len(), 2);
    assert_eq!((&similar[1]["id"], &similar[1]["kind"]), (&json!("m-2"), &json!("rule")));
    assert!(similar[0]["score"].as_f64() >= similar[1]["score"].as_f64(), "best first: {conflict}");
    assert!(conflict["instruction"].as_str().is_some_and(|text| text.contains("merge_into")), "{conflict}");
}

#[test]
fn merge_skips_what_cannot_be_absorbed() {
    let mut bench = Bench::new("json");
    put(&mut bench, "m-1", "Rows may be empty", &json!({}));
    put(&mut bench, "m-2", "Rows may be blank", &json!({}));
    let merge = json!({"text": "Rows may be empty", "merge_into": "m-1", "absorb_ids": ["m-1", "m-9", "m-2"]});
    let merged = bench.value("handoff_memory_save", &merge);
    assert_eq!((&merged["status"], &merged["absorbed_ids"]), (&json!("merged"), &json!(["m-2"])), "{merged}");
    let note = merged["note"].as_str().expect("a note");
    assert!(note.contains("m-1, m-9"), "{note}");
    assert!(bench.file("memory/m-1.json").is_some());
    assert_eq!(bench.file("memory/m-2.json"), None);
}

#[test]
fn query_finds_by_files_alone() {
    let mut bench = Bench::new("json");
    put(&mut bench, "m-1", "The feed_parser reads the whole month", &json!({"keywords": ["feed"]}));
    put(&mut bench, "m-2", "Deploy on Fridays is forbidden", &json!({"scope_paths": ["deploy/"], "keywords": ["ci"]}));
    for (arguments, expected) in [
        (json!({"text": "", "file_paths": ["ci/deploy/run.sh"]}), vec!["Deploy on Fridays is forbidden"]),
        (json!({"file_paths": ["src/feed_parser.rs"]}), vec!["The feed_parser reads the whole month"]),
        (json!({"file_paths": ["src\\feed_parser.rs"], "limit": 0}), vec!["The feed_parser reads the whole month"]),
        (json!({}), vec![]),
    ] {
        let answer = bench.value("handoff_memory_query", &arguments);
        assert_eq!(texts(&answer), expected, "{arguments}");
        assert_eq!(answer["injected_count"], json!(expected.len()), "{arguments}");
        assert_eq!(answer.get("warnings"), None, "all have keywords");
    }
}

#[test]
fn query_without_a_session_marks_nothing() {
    let mut bench = Bench::new("json");
    put(&mut bench, "m-1", "Rows may be empty", &json!({}));
    let before = bench.paths();
    let query = |bench: &mut Bench, session: Value| {
        bench.value("handoff_memory_query", &json!({"text": "empty rows", "session_id": session}))
    };
    for session in [Value::Null, json!("  ")] {
        let answer = query(&mut bench, session);
        assert_eq!(answer["injected_count"], 1);
        let warning = answer["warnings"][0].as_str().expect("a warning");
        assert!(warning.starts_with("1 of 1 memories have no keywords"), "{warning}");
    }
    assert_eq!((hits(&bench, "m-1"), bench.paths()), (json!(1), before));
    query(&mut bench, json!("chat"));
    assert_eq!(hits(&bench, "m-1"), json!(2));
}

#[test]
fn query_compares_words_and_parts_of_identifiers() {
    let mut bench = Bench::new("json");
    for (id, text) in [
        ("m-1", "Feet and metres are mixed in old files"),
        ("m-2", "Use atomic_write for every file"),
        ("m-3", "parseFeedRows returns the rows for the day"),
        ("m-4", "画面は日本語にする"),
    ] {
        put(&mut bench, id, text, &json!({}));
    }
    for (text, expected) in [
        ("atomic write", Some("Use atomic_write for every file")),
        ("atomic write files", Some("Use atomic_write for every file")),
        ("parse feed rows", Some("parseFeedRows returns the rows for the day")),
        ("parseFeedRows", Some("parseFeedRows returns the rows for the day")),
        ("日本語の画面", Some("画面は日本語にする")),
        ("for the", None),
        ("にする", None),
    ] {
        let answer = bench.value("handoff_memory_query", &json!({"text": text}));
        assert_eq!(texts(&answer).first().copied(), expected, "{text}: {answer}");
    }
}

fn untidy() -> Bench {
    let mut bench = Bench::new("json");
    let old = json!({"created_at": "2026-01-01T00:00:00Z", "last_referenced_at": "2026-02-01T00:00:00Z"});
    put(&mut bench, "m-1", "Same words here", &old);
    put(&mut bench, "m-2", " Same  words here", &json!({"last_referenced_at": "2026-11-30T00:00:00Z"}));
    put(&mut bench, "m-3", "One two three four five six seven eight", &json!({}));
    put(&mut bench, "m-4", "One two three four five six seven", &json!({"created_at": "2026-01-01T00:00:00Z"}));
    bench
}

#[test]
fn cleanup_reports_what_is_left_after_the_merge() {
    let mut bench = untidy();
    let stale = json!({
        "id": "m-4", "text": "One two three four five six seven", "kind": "lesson", "hit_count": 1,
        "last_referenced_at": null, "created_at": "2026-01-01T00:00:00Z",
    });
    assert_eq!(
        bench.value("handoff_memory_cleanup", &json!({})),
        json!({
            "auto_merged_exact": 1,
            "cleanup_recommendations": {
                "similar_clusters": [{"max_score": 0.875, "memories": [
                    {"id": "m-3", "text": "One two three four five six seven eight", "kind": "lesson"},
                    {"id": "m-4", "text": "One two three four five six seven", "kind": "lesson"},
                ]}],
                "stale": [stale],
            },
            "injected_sidecars_removed": 0,
            "merged": [{"kept": "m-1", "removed": ["m-2"]}],
            "near_duplicates": [["m-3", "m-4"]],
            "stale": ["m-4"],
            "removed_sidecars": 0,
        })
    );
    assert_eq!(hits(&bench, "m-1"), json!(2));
    assert_eq!(stored(&bench, "m-1")["last_referenced_at"], "2026-11-30T00:00:00Z", "the later time");
}

#[test]
fn cleanup_merges_nothing_if_the_caller_declines() {
    let mut bench = untidy();
    let before = bench.paths();
    let answer = bench.value("handoff_memory_cleanup", &json!({"apply_exact_merges": false, "stale_days": 100_000}));
    assert_eq!((&answer["auto_merged_exact"], &answer["merged"]), (&json!(0), &json!([])), "{answer}");
    assert_eq!(answer["near_duplicates"], json!([["m-1", "m-2"], ["m-3", "m-4"]]));
    assert_eq!(answer["stale"], json!([]));
    assert_eq!(bench.paths(), before);
    let answer = bench.value("handoff_memory_cleanup", &json!({"apply_exact_merges": false, "stale_days": 0}));
    assert_eq!(answer["stale"], json!(["m-4", "m-1", "m-2", "m-3"]), "the longest unused first");
}

#[test]
fn disabled_tools_answer_with_their_own_keys() {
    let mut bench = Bench::new("json");
    bench.text("handoff_update_config", &json!({"updates": {"settings.memory_enabled": false}}));
    let recommendations = json!({"similar_clusters": [], "stale": []});
    for (tool, arguments, expected) in [
        ("handoff_memory_save", json!({"text": "x"}), json!({"disabled": true, "memories": []})),
        ("handoff_memory_query", json!({}), json!({"disabled": true, "memories": [], "injected_count": 0})),
        ("handoff_memory_delete", json!({"id": "x"}), json!({"disabled": true, "memories": []})),
        (
            "handoff_memory_cleanup",
            json!({}),
            json!({
                "disabled": true, "memories": [], "auto_merged_exact": 0,
                "cleanup_recommendations": recommendations, "injected_sidecars_removed": 0,
            }),
        ),
    ] {
        assert_eq!(bench.value(tool, &arguments), expected, "{tool}");
    }
}
