//! Every view of the test project that the `handoff-mcp` server wrote.

use handoff_protocol::{Query, View};

use crate::support::{Bench, context};

fn view(bench: &mut Bench, query: &str) -> View {
    let query: Query = serde_json::from_str(query).expect("a query");
    bench.engine.view(&query, &context())
}

#[test]
fn views_match_snapshots() {
    let mut bench = Bench::atlas();
    for (name, query) in [
        ("project", r#"{"kind":"project"}"#),
        ("explorer", r#"{"kind":"explorer"}"#),
        ("explorer_below_t2", r#"{"kind":"explorer","parent":"t2","sort":"status"}"#),
        ("explorer_filtered", r#"{"kind":"explorer","filter":{"text":"PARSE feed"}}"#),
        ("board", r#"{"kind":"board"}"#),
        ("board_leaves", r#"{"kind":"board","leavesOnly":true,"filter":{"assignees":["maya",""]},"sort":"due"}"#),
        ("task", r#"{"kind":"task","id":"t1.2.2"}"#),
        ("search", r#"{"kind":"search","text":"t1","limit":5}"#),
        ("search_words", r#"{"kind":"search","text":"de sto","limit":5}"#),
        ("search_dependency", r#"{"kind":"search","text":"","limit":50,"dependencyOf":"t1.2.1"}"#),
        ("problems", r#"{"kind":"problems"}"#),
        ("records", r#"{"kind":"records"}"#),
        ("proposal", r#"{"kind":"proposal","reschedule":{"kind":"auto"}}"#),
        ("gantt", r#"{"kind":"gantt","group":"tree","filter":{}}"#),
        ("gantt_saved_options", r#"{"kind":"gantt"}"#),
        ("sessions", r#"{"kind":"sessions"}"#),
        ("session", r#"{"kind":"session","id":"s-20261121-025724-204772"}"#),
        ("register", r#"{"kind":"register"}"#),
    ] {
        let view = view(&mut bench, query);
        let text = serde_json::to_string_pretty(&view).expect("JSON");
        insta::assert_snapshot!(name, text);
    }
}
