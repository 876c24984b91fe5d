//! The search over everything, and what is known about files.

use handoff_engine::estimate_tokens;
use serde_json::json;

use crate::support::Bench;

/// Returns a project whose two sessions know something about `src/feed.rs`.
fn harbour(layout: &str) -> Bench {
    let mut bench = Bench::new(layout);
    bench.around.insert("src/feed.rs".to_owned(), "use std::io;\n\nfn parse() {\n}\n".to_owned());
    bench.text(
        "handoff_save_context",
        &json!({
            "summary": "Parser in",
            "decisions": [
                {"decision": "Use heapq for the merge", "reason": "it is in the library"},
                {"decision": "src/feed.rs reads lazily", "reason": "feeds are large", "confidence": "estimated"},
            ],
            "handoff_notes": [{"note": "feed.rs: names may be Latin-1", "category": "caution"}],
            "context_pointers": [{"path": "src/feed.rs", "lines": "fn parse", "reason": "the parser"}],
        }),
    );
    bench.now += 86_400_000;
    bench.text(
        "handoff_save_context",
        &json!({"summary": "Sorted", "decisions": [{"decision": "Merge by sorting", "supersedes": "Use heapq for the merge"}]}),
    );
    bench.text(
        "handoff_update_task",
        &json!({"task": {"id": "t1", "title": "潮位を読む", "notes": "The feed has a byte order mark.", "schedule": {"estimate_hours": 1}}}),
    );
    bench
}

#[test]
fn search_finds_records_and_says_where_they_stand() {
    for layout in ["toml", "json"] {
        let mut bench = harbour(layout);
        let decision = bench.text("handoff_search", &json!({"query": "why heapq?"}));
        let (line, rest) = decision.split_once('\n').unwrap_or((&decision, ""));
        assert!(
            line.starts_with("- decision d-") && line.contains(" [superseded]: Use heapq for the merge — "),
            "{line}"
        );
        assert!(line.contains("; superseded by d-") && line.contains(": Merge by sorting (s-"), "{line}");
        assert_eq!(rest, "");
        let task = bench.text("handoff_search", &json!({"query": "byte order"}));
        assert!(task.starts_with("- task t1 [todo]: 潮位を読む — The feed has a byte order mark. ("), "{task}");
        assert!(bench.text("handoff_search", &json!({"query": "潮位"})).starts_with("- task t1 "));
        assert_eq!(bench.text("handoff_search", &json!({"query": "lighthouse"})), "Nothing matches.");
        let value = bench.value("handoff_search", &json!({"query": "merge", "format": "json", "limit": 1}));
        assert_eq!((value["hits"].as_array().map(Vec::len), &value["total"]), (Some(1), &json!(2)));
        assert!(
            bench.text("handoff_search", &json!({"query": "merge", "limit": 1})).ends_with("\n1 more match less well.")
        );
    }
}

#[test]
fn query_has_words_and_a_bounded_length() {
    let mut bench = harbour("toml");
    for (query, expected) in
        [(json!("a".repeat(401)), "at most 400 characters"), (json!(" "), "query"), (json!(null), "query")]
    {
        let refusal = bench.refusal("handoff_search", &json!({ "query": query }));
        assert!(refusal.contains(expected), "{refusal}");
    }
    assert_eq!(bench.text("handoff_search", &json!({"query": "\u{0}%_*?"})), "Nothing matches.");
}

#[test]
fn load_of_files_has_only_what_is_known_about_them() {
    for layout in ["toml", "json"] {
        let mut bench = harbour(layout);
        let text = bench.text("handoff_load_context", &json!({"files": ["src/feed.rs", "src/none.rs"]}));
        assert_eq!(
            text,
            "Known about src/feed.rs:\n\
             - caution: feed.rs: names may be Latin-1\n\
             - decision: src/feed.rs reads lazily (estimated) — feeds are large\n\
             - see src/feed.rs fn parse [line 3] — the parser\n\
             Nothing is known about src/none.rs."
        );
        assert_eq!(
            bench.text("handoff_load_context", &json!({"files": []})).lines().next(),
            bench.text("handoff_load_context", &json!({})).lines().next()
        );
        let many: Vec<String> = (0..11).map(|index| format!("{index}.rs")).collect();
        assert!(bench.refusal("handoff_load_context", &json!({ "files": many })).contains("at most 10 paths"));
    }
}

#[test]
fn what_is_known_about_a_file_fits_a_budget() {
    let mut bench = Bench::new("toml");
    let notes: Vec<_> = (0..40)
        .map(|index| json!({"note": format!("feed.rs: caution number {index} with some more words"), "category": "caution"}))
        .collect();
    bench.text("handoff_save_context", &json!({"summary": "s", "handoff_notes": notes}));
    let text = bench.text("handoff_load_context", &json!({"files": ["src/feed.rs"]}));
    assert!(estimate_tokens(&text) <= 120, "{text}");
    let shown = text.matches("- caution: ").count();
    assert!(shown >= 3 && text.ends_with(&format!("\n- and {} more", 40 - shown)), "{text}");
}
