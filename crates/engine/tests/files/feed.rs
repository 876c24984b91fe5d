//! An engine that was fed in any order shows the same as a new engine with the same files.

use handoff_engine::Engine;
use handoff_engine::tree::Tree;
use handoff_protocol::{FileState, Query};
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
