//! The tokens of conversations: what is counted, what is not counted twice, and what a task has cost.

use handoff_format::fnv1a_hex;
use handoff_protocol::{FileState, Query, View};
use serde_json::{Value, json};

use crate::support::{Bench, command, context, dedent, describe};

const PROJECT: &str = r#"
    === config.toml
    [project]
    name = "P"
    [settings.custom_fields.token_prices]
    currency = "EUR"
    [settings.custom_fields.token_prices.models]
    opus = { input = 5, cached = 0.5, output = 25 }
    opus-mini = { input = 1, output = 2 }
    broken = { input = "much" }
    === tasks/t1-todo--parse/task.toml
    id = "t1"
    title = "Parse"
    === tasks/t1-todo--parse/t1.1-todo--rows/task.toml
    id = "t1.1"
    title = "Rows"
    === tasks/t2-todo--draw/task.toml
    id = "t2"
    title = "Draw"
"#;

fn record(bench: &mut Bench, conversation: &str, part: (u64, u64), tokens: &Value) -> String {
    let command = command(
        &json!({"kind": "recordUsage", "conversation": conversation, "from": part.0, "to": part.1, "tokens": tokens})
            .to_string(),
    );
    describe(&bench.run(&command))
}

fn used(task: Option<&str>, model: &str, numbers: [u64; 3]) -> Value {
    let [input, cached, output] = numbers;
    json!({"day": "2026-12-01", "task": task, "model": model, "input": input, "cached": cached, "output": output})
}

fn usage(bench: &mut Bench, id: &str) -> Value {
    let View::Task(task) = bench.engine.view(&Query::Task { id: id.to_owned() }, &context()) else { panic!() };
    json!(task.unwrap().usage)
}

#[test]
fn tokens_are_added_once_and_shown_at_the_task_and_its_parents() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    assert_eq!(usage(&mut bench, "t1"), Value::Null);
    let first = json!([used(Some("t1.1"), "opus-4", [1_000_000, 2_000_000, 100_000]), used(None, "opus-4", [5, 0, 5])]);
    record(&mut bench, "a", (0, 900), &first);
    // The same part once more, by a hook that ran at the same time.
    record(&mut bench, "a", (0, 950), &first);
    record(
        &mut bench,
        "a",
        (900, 1_000),
        &json!([used(Some("t1.1"), "opus-4", [0, 0, 100_000]), used(Some("t1"), "opus-mini-2", [1_000_000, 0, 0])]),
    );
    let tokens = json!({"input": 2_000_000, "cached": 2_000_000, "output": 200_000});
    let shown = usage(&mut bench, "t1");
    assert_eq!(
        (&shown["total"], &shown["currency"]),
        (&json!({"tokens": tokens, "cost": 12.0}), &json!("EUR")),
        "{shown}"
    );
    let of: Vec<_> =
        shown["agents"].as_array().unwrap().iter().map(|agent| (&agent["model"], &agent["total"]["cost"])).collect();
    assert_eq!(of, [(&json!("opus-4"), &json!(11.0)), (&json!("opus-mini-2"), &json!(1.0))]);
    assert_eq!(usage(&mut bench, "t1.1")["total"]["cost"], 11.0);
    assert_eq!(usage(&mut bench, "t2"), Value::Null);
    // A part of a sum is no sum.
    record(&mut bench, "b", (0, 10), &json!([used(Some("t1"), "other", [1, 1, 1])]));
    assert_eq!(usage(&mut bench, "t1")["total"]["cost"], Value::Null);
}

#[test]
fn file_that_cannot_be_read_is_not_overwritten() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    record(&mut bench, "a", (0, 9), &json!([used(None, "opus", [1, 1, 1])]));
    let path = format!("usage/{}.json", fnv1a_hex(b"a"));
    for content in ["{", r#"{"version": 1, "position": -1, "tokens": 3}"#] {
        bench.feed(vec![FileState::File { path: path.clone(), bytes: content.into() }]);
        let answer = record(&mut bench, "a", (9, 12), &json!([used(None, "opus", [1, 1, 1])]));
        assert!(answer.contains("cannot be read and is not overwritten"), "{answer}");
        assert_eq!(bench.tree.file(&path), Some(content.as_bytes()));
    }
}
