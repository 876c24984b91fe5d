//! An engine that was fed in any order shows the same as a new engine with the same files.

use handoff_engine::Engine;
use handoff_engine::tree::Tree;
use handoff_protocol::{FileState, Query, Status};
use proptest::prelude::*;

use crate::support::{self, NOW, context, delta};

/// Late enough for every briefly missing task to count as deleted.
const LATER: i64 = NOW + 3_600_000;

/// One of a few task folders, two levels deep, so that folders are moved over each other.
fn folder() -> impl Strategy<Value = String> + Clone {
    prop_oneof![
        (0u8..4).prop_map(|top| format!("tasks/t{top}-x")),
        (0u8..4, 0u8..3).prop_map(|(top, below)| format!("tasks/t{top}-x/t{top}.{below}-y")),
    ]
}

/// A change by another program: writes a task with one of a few IDs, removes a file or folder, or
/// writes something else.
fn state() -> impl Strategy<Value = FileState> {
    let status = prop::sample::select(&["todo", "done", "wrong", "odd"][..]);
    let file = (folder(), status.clone()).prop_map(|(folder, status)| format!("{folder}/_task.{status}.json"));
    prop_oneof![
        8 => (folder(), status, 0u8..5, prop::option::of(0u8..5), 0u8..3).prop_map(|(folder, status, id, dependency, rank)| {
            let dependency = dependency.map_or(String::new(), |dependency| format!(r#","dependencies":["t{dependency}"]"#));
            let text = format!(r#"{{"id":"t{id}","title":"T","order":{rank}{dependency},"assignee":"a{rank}"}}"#);
            FileState::File { path: format!("{folder}/_task.{status}.json"), bytes: text.into_bytes() }
        }),
        2 => file.clone().prop_map(|path| FileState::Gone { path }),
        2 => folder().prop_map(|path| FileState::Gone { path }),
        1 => folder().prop_map(|path| FileState::Folder { path }),
        1 => folder().prop_map(|path| FileState::File { path, bytes: Vec::new() }),
        1 => file.prop_map(|path| FileState::Link { path }),
        1 => Just(FileState::Gone { path: "tasks".to_owned() }),
    ]
}

fn views(engine: &mut Engine) -> Vec<String> {
    let queries = [
        r#"{"kind":"project"}"#,
        r#"{"kind":"board"}"#,
        r#"{"kind":"board","sort":"id","leavesOnly":true,"filter":{"assignees":["a1"]}}"#,
        r#"{"kind":"explorer"}"#,
        r#"{"kind":"explorer","parent":"t1","filter":{"statuses":["todo"]}}"#,
        r#"{"kind":"task","id":"t1"}"#,
        r#"{"kind":"search","text":"","limit":9,"dependencyOf":"t1"}"#,
        r#"{"kind":"problems"}"#,
    ];
    let answer = |query| {
        let query: Query = serde_json::from_str(query).unwrap();
        let mut view = support::value(&engine.view(&query, &context()));
        if let Some(view) = view.get_mut("view").and_then(serde_json::Value::as_object_mut) {
            view.remove("revision");
        }
        view.to_string()
    };
    queries.into_iter().map(answer).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn incremental_feed_matches_a_fresh_engine(portions in prop::collection::vec(prop::collection::vec(state(), 1..6), 1..12)) {
        let (mut engine, mut tree) = (Engine::new(), Tree::default());
        for portion in portions {
            for state in &portion {
                tree.apply(state.clone());
            }
            engine.feed(portion, NOW);
            views(&mut engine);
        }
        engine.feed(Vec::new(), LATER);
        let mut fresh = Engine::new();
        fresh.feed(delta(&Tree::default(), &tree), LATER);
        for (grown, new) in views(&mut engine).into_iter().zip(views(&mut fresh)) {
            prop_assert_eq!(grown, new);
        }
    }
}

#[test]
fn file_that_was_written_last_counts_where_times_are_known() {
    let path = |status: &str| format!("tasks/t1-a/_task.{status}.json");
    let file = |status: &str, day: u32| FileState::File {
        path: path(status),
        bytes: format!(r#"{{"id": "t1", "title": "A", "updated_at": "2026-11-{day}T08:00:00Z"}}"#).into_bytes(),
    };
    let status = |engine: &Engine| engine.reader().task("t1").unwrap().status();
    // By the times of the files, where both are known; else by `updated_at`.
    for (todo, review, expected) in [
        (None, None, Status::Review),
        (Some(2), Some(1), Status::Todo),
        (Some(1), Some(2), Status::Review),
        (Some(2), Some(2), Status::Review),
    ] {
        for is_loaded_at_once in [false, true] {
            let mut engine = Engine::new();
            let (old, new) = (file("todo", 10), file("review", 11));
            let times = [(path("todo"), todo), (path("review"), review)];
            let times: Vec<(String, i64)> = times.into_iter().filter_map(|(path, time)| Some((path, time?))).collect();
            if is_loaded_at_once {
                engine.feed(vec![old, new], NOW);
                assert_eq!(engine.rival_files(&[]), [path("review"), path("todo")]);
                engine.set_file_times(times);
                engine.feed(Vec::new(), NOW);
            } else {
                engine.feed(vec![old], NOW);
                let news = vec![new];
                assert_eq!(engine.rival_files(&news), [path("review"), path("todo")]);
                engine.set_file_times(times);
                engine.feed(news, NOW);
            }
            assert_eq!(status(&engine), expected, "{todo:?}, {review:?}, {is_loaded_at_once}");
            // The times are forgotten with the second file.
            engine.feed(vec![FileState::Gone { path: path("todo") }], NOW);
            assert_eq!(engine.rival_files(&[]), [""; 0]);
            engine.feed(vec![file("todo", 12)], NOW);
            assert_eq!(status(&engine), Status::Todo);
        }
    }
}
