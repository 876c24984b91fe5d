//! The log is open to the future, and damaged lines cost nothing but themselves.

use handoff_engine::Engine;
use handoff_protocol::{FileState, Query, View};

use crate::support::{NOW, context, files};

const PROJECT: &str = "=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\"}\n";

/// Returns a line about a title of the task, with further keys.
fn line(title: &str, second: u32, more: &str) -> String {
    format!(
        "{{\"id\":\"{title}\",\"at\":\"2026-12-01T08:00:{second:02}+00:00\",\"actor\":{{\"kind\":\"agent\",\"name\":\"bot\"{more}}},\"task\":\"t1\"{more},\"change\":{{\"kind\":\"field\",\"field\":\"title\",\"from\":null,\"to\":\"{title}\"{more}}}}}"
    )
}

/// Returns the titles in the history of the task, oldest first, and the number of problems.
fn result(engine: &mut Engine) -> (String, usize) {
    let View::Task(Some(task)) = engine.view(&Query::Task { id: "t1".to_owned() }, &context()) else { panic!() };
    let titles: Vec<&str> = task.history.iter().rev().map(|event| event.id.as_str()).collect();
    let View::Problems(problems) = engine.view(&Query::Problems {}, &context()) else { panic!() };
    (titles.join(" "), problems.len())
}

fn open(logs: Vec<FileState>) -> Engine {
    let mut engine = Engine::new();
    engine.feed(files(PROJECT), NOW);
    engine.feed(logs, NOW);
    engine
}

fn file(path: &str, content: &[u8]) -> FileState {
    FileState::File { path: path.to_owned(), bytes: content.to_vec() }
}

#[test]
fn unknown_content_is_silent_and_damaged_lines_are_reported_once() {
    let (a, b) = (line("a", 1, ""), line("b", 2, ""));
    let torn = b.split_at(40).0;
    let newer = line("b", 2, ",\"mood\":{\"kind\":[1]}");
    let table: &[(&str, String, &str, usize)] = &[
        ("no header", format!("{a}\n{b}\n"), "a b", 0),
        ("a header", format!("{{\"log\":1}}\n{a}\n{b}\n"), "a b", 0),
        ("a newer version", format!("{{\"log\":2,\"by\":\"x\"}}\n{a}\n{newer}\n"), "a b", 0),
        (
            "unknown kinds",
            format!("{a}\n{{\"id\":\"u\",\"change\":{{\"kind\":\"mood\"}}}}\n{{\"sum\":1}}\n{b}\n"),
            "a b",
            0,
        ),
        ("empty lines and CRLF", format!("\n{a}\r\n\r\n{b}\r\n"), "a b", 0),
        ("a torn last line", format!("{a}\n{torn}"), "a", 1),
        ("a torn line with another after it", format!("{a}\n{torn}\n{b}\n"), "a b", 1),
        ("several damaged lines", format!("<<<<<<< ours\n{a}\n[1]\n\u{0}\u{0}\n{b}\n"), "a b", 1),
        ("a whole last line without its line end", format!("{a}\n{b}"), "a b", 0),
    ];
    for (name, content, titles, problems) in table {
        let path = "activity/2026-12/bot.jsonl";
        let expected = ((*titles).to_owned(), *problems);
        assert_eq!(result(&mut open(vec![file(path, content.as_bytes())])), expected, "{name}");
        for cut in 0..=content.len() {
            let (head, end) = content.as_bytes().split_at(cut);
            let mut engine = open(vec![file(path, head)]);
            engine
                .feed(vec![FileState::LogEnd { path: path.to_owned(), offset: cut as u64, bytes: end.to_vec() }], NOW);
            assert_eq!(result(&mut engine), expected, "{name}, read in two parts at {cut}");
            assert!(!engine.feed(vec![file(path, content.as_bytes())], NOW).changed, "{name}, at {cut}");
        }
    }
}

#[test]
fn files_of_a_writer_are_one_log() {
    let part = |name: &str, title: &str, second| {
        file(&format!("activity/2026-12/{name}"), format!("{{\"log\":1}}\n{}\n", line(title, second, "")).as_bytes())
    };
    let parts = vec![part("bot.10.jsonl", "c", 3), part("bot.2.jsonl", "b", 2), part("bot.jsonl", "a", 1)];
    assert_eq!(result(&mut open(parts)), ("a b c".to_owned(), 0));
}

#[test]
fn an_unread_log_gives_only_what_is_appended() {
    let path = "activity/2026-12/bot.jsonl".to_owned();
    let end = |offset, text: &str| FileState::LogEnd { path: path.clone(), offset, bytes: text.into() };
    let mut engine = open(vec![end(1_000, "")]);
    assert_eq!(result(&mut engine), (String::new(), 0));
    assert!(!engine.feed(vec![end(1_000, "")], NOW).changed);
    // The rest of a line whose beginning was not read is no damage.
    let text = format!("tail\"}}\n{}\n", line("b", 2, ""));
    engine.feed(vec![end(1_000, &text)], NOW);
    assert_eq!(result(&mut engine), ("b".to_owned(), 0));
    engine.feed(vec![file(&path, format!("{}\n", line("a", 1, "")).as_bytes())], NOW);
    assert_eq!(result(&mut engine), ("a".to_owned(), 0), "another program has replaced it");
}
