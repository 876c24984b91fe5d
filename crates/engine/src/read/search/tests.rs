use std::collections::BTreeSet;

use handoff_protocol::FileState;
use handoff_protocol::view::{HitKind, SearchHit, SearchResults};
use proptest::prelude::*;

use crate::Engine;

/// 2026-12-01 08:00:00 UTC.
const NOW: i64 = 1_796_112_000_000;

fn file(path: &str, text: &str) -> FileState {
    FileState::File { path: path.to_owned(), bytes: text.as_bytes().to_vec() }
}

fn engine() -> Engine {
    let mut engine = Engine::new();
    let files = [
        ("config.toml", "name = \"Harbour\"\n"),
        (
            "tasks/t1-a/_task.done.json",
            r#"{"id":"t1","title":"Parse the feed","notes":"Rows come with a byte order mark.","updated_at":"2026-11-01T08:00:00Z"}"#,
        ),
        (
            "tasks/t2-b/_task.todo.json",
            r#"{"id":"t2","title":"潮位を読む","done_criteria":[{"item":"The heap is gone","checked":false}]}"#,
        ),
        (
            "sessions/20261101-090000-000000.closed.json",
            r#"{"id":"s-1","summary":"Parser in","ended_at":"2026-11-01T10:00:00Z",
                "decisions":[{"decision":"Use heapq for the merge","reason":"It is in the library"}],
                "handoff_notes":[{"note":"Names of the feed may be Latin-1","category":"caution"}]}"#,
        ),
        (
            "sessions/20261102-090000-000000.closed.json",
            r#"{"id":"s-2","summary":"Merge by sorting","ended_at":"2026-11-02T10:00:00Z",
                "decisions":[{"decision":"Merge by sorting","supersedes":"Use heapq for the merge"}]}"#,
        ),
        (
            "docs/_doc.tides.md",
            "---\nid: doc-1\ntitle: Tides\ndoc_type: spec\n---\n# Tides\n\nOne.\n\n## Datum\n\nHeights are above chart datum.\n",
        ),
        (
            "memory/m-1.json",
            r#"{"version":1,"id":"m-1","text":"Never trust the clock of a gauge","kind":"lesson","tags":[],"keywords":["time"],"scope_paths":[],"content_hash":"","created_at":"2026-11-01T08:00:00Z","updated_at":"2026-11-01T08:00:00Z","superseded_ids":[]}"#,
        ),
    ];
    engine.feed(files.map(|(path, text)| file(path, text)).to_vec(), NOW);
    engine
}

fn found(text: &str) -> Vec<SearchHit> {
    engine().reader().search(None, text, 10, NOW).hits
}

#[test]
fn every_kind_of_record_is_found_with_its_place() {
    for (query, kind, id, path, line) in [
        ("byte order mark", HitKind::Task, "t1", "tasks/t1-a/_task.done.json", None),
        ("T2", HitKind::Task, "t2", "tasks/t2-b/_task.todo.json", None),
        ("潮位", HitKind::Task, "t2", "tasks/t2-b/_task.todo.json", None),
        ("heapq", HitKind::Decision, "d-", "sessions/20261101-090000-000000.closed.json", None),
        ("Latin-1 names", HitKind::Caution, "c-", "sessions/20261101-090000-000000.closed.json", None),
        ("parser", HitKind::Session, "s-1", "sessions/20261101-090000-000000.closed.json", None),
        ("why is chart datum used", HitKind::Document, "tides", "docs/_doc.tides.md", Some(12)),
        ("gauges", HitKind::Memory, "m-1", "memory/m-1.json", None),
    ] {
        let hits = found(query);
        let best = hits.first().unwrap_or_else(|| panic!("{query}"));
        assert_eq!((best.kind, best.path.as_str(), best.line), (kind, path, line), "{query}: {hits:?}");
        assert!(best.id.starts_with(id), "{query}: {}", best.id);
    }
}

#[test]
fn superseded_decision_names_its_successor() {
    let hits = found("heapq");
    let decision = &hits[0];
    assert_eq!(decision.state.as_deref(), Some("superseded"));
    assert!(decision.successor.as_deref().is_some_and(|text| text.ends_with(": Merge by sorting")), "{decision:?}");
    assert_eq!(decision.session.as_deref(), Some("s-1"));
    assert_eq!(decision.at.as_deref(), Some("2026-11-01T10:00:00Z"));
}

#[test]
fn text_around_the_match_is_shown_unless_it_is_the_title() {
    assert_eq!(found("byte order")[0].excerpt.as_deref(), Some("Rows come with a byte order mark."));
    assert_eq!(found("heap gone")[0].excerpt.as_deref(), Some("The heap is gone"));
    assert_eq!(found("parser")[0].excerpt, None);
}

#[test]
fn hits_with_few_of_the_words_are_left_out() {
    let ids: Vec<String> = found("merge heapq library").into_iter().map(|hit| hit.title).collect();
    assert_eq!(ids.first().map(String::as_str), Some("Use heapq for the merge"));
    assert!(!ids.iter().any(|title| title == "Parse the feed"), "{ids:?}");
}

#[test]
fn results_are_limited_and_counted() {
    let engine = engine();
    let all = engine.reader().search(None, "feed", 10, NOW);
    assert_eq!((all.hits.len(), all.total), (2, 2));
    let one = engine.reader().search(None, "feed", 1, NOW);
    assert_eq!((one.hits.as_slice(), one.total), (&all.hits[..1], 2));
    for nothing in ["", " ", "lighthouse", "?!"] {
        assert_eq!(engine.reader().search(None, nothing, 10, NOW), SearchResults::default(), "{nothing}");
    }
}

#[test]
fn packages_of_another_store_are_found_until_they_expire() {
    let package = "---\nid: 0a1b2c3d\nname: token rotation\ncreated_at: 2026-11-30T00:00:00Z\nexpires_at: 2026-12-07T00:00:00Z\n---\nRotate the tokens.\n";
    let mut store = Engine::new();
    store.feed(vec![file("packages/0a1b2c3d.md", package)], NOW);
    let engine = engine();
    let count = |now| engine.reader().search(Some(store.reader()), "rotation", 10, now).total;
    assert_eq!((count(NOW), count(NOW + 10 * 86_400_000)), (1, 0));
}

proptest! {
    #[test]
    fn any_query_is_answered_with_bounded_hits(text in "\\PC{0,80}|([a-z潮位の]{1,4} ){0,30}") {
        let results = engine().reader().search(None, &text, 3, NOW);
        prop_assert!(results.hits.len() <= 3);
        for hit in &results.hits {
            prop_assert!(hit.title.chars().count() <= 142 && hit.excerpt.as_ref().is_none_or(|text| text.chars().count() <= 142));
        }
        let ids: BTreeSet<String> = results.hits.iter().map(|hit| format!("{:?} {} {:?}", hit.kind, hit.id, hit.line)).collect();
        prop_assert_eq!(ids.len(), results.hits.len());
    }

    /// The order does not depend on how the words are written.
    #[test]
    fn case_and_repetition_do_not_matter(words in prop::collection::vec("heap|merge|feed|datum|names|潮位", 1..4)) {
        let once = words.join(" ");
        let twice = format!("{} {}", once.to_uppercase(), once);
        let search = |text: &str| engine().reader().search(None, text, 10, NOW);
        prop_assert_eq!(search(&once), search(&twice));
    }
}
