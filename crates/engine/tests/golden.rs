//! The exact text of journals, locks, logs and views. One version must read the files of another.

use handoff_engine::tree::Entry;
use handoff_protocol::{Action, Capabilities, Context, FileState, Process, Query};

use crate::support::{Bench, NOW, command, context};

/// Commands whose journals contain every kind of step and whose events have every form.
const COMMANDS: [&str; 14] = [
    r#"{"kind":"changeTasks","tasks":[{"parent":"t2","fields":{"title":"Über \"alles\" \\ too","status":"in_progress","priority":"high","dueDate":"2026-12-24","estimateHours":7.5,"labels":{"add":["エラー"]}},"place":{"kind":"first"}}]}"#,
    r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"Whole hours","estimateHours":8,"dependencies":{"add":["t4.2"]}}}]}"#,
    r#"{"kind":"updateTasks","ids":["t1.2.2"],"patch":{"status":"review","assignee":"maya","appendNotes":"third note","estimateHours":2.25}}"#,
    r#"{"kind":"updateTasks","ids":["t4.2","t4.1","t6"],"patch":{"milestone":"alpha","priority":null,"labels":{"add":["risk"],"remove":["docs"]}}}"#,
    r#"{"kind":"updateTasks","ids":["t1.2.2"],"patch":{"criterion":{"kind":"check","index":1,"item":"エラー行をスキップ","checked":true}}}"#,
    r#"{"kind":"updateTasks","ids":["t2.2"],"patch":{},"position":{"parent":"t3","place":{"kind":"last"}}}"#,
    r#"{"kind":"updateTasks","ids":["t3.1"],"patch":{"status":"blocked"},"card":{"kind":"after","id":"t6"}}"#,
    r#"{"kind":"duplicateTask","id":"t1.2"}"#,
    r#"{"kind":"deleteTasks","ids":["t1.2"]}"#,
    r#"{"kind":"updateConfig","changes":[{"key":["settings","history_limit"],"value":7},{"key":["calendar","closed_weekdays"],"value":["sat","sun"]}]}"#,
    r#"{"kind":"changeId","folder":"tasks/t5-performance-budget","id":"perf"}"#,
    r#"{"kind":"discard","path":"memory/torn.md"}"#,
    r#"{"kind":"undo"}"#,
    r#"{"kind":"redo"}"#,
];

/// Commits a command; returns its journals and its outcome.
fn commit(bench: &mut Bench, request: &str, seed: u32, process: Option<Process>) -> (Vec<String>, String) {
    let context = Context { seed, ..context() };
    let mut action = bench.engine.begin(
        command(request),
        context,
        Capabilities {
            exclusive_create: true,
            atomic_replace: true,
            append: true,
            file_locks: false,
            process,
            place: None,
            editors: false,
        },
    );
    let mut writes = Vec::new();
    loop {
        if let Action::Write { path, bytes, .. } | Action::Create { path, bytes } = &action
            && (path.starts_with(".journal-") || path.starts_with(".lock"))
        {
            writes.push(format!("{path}: {}", String::from_utf8(bytes.clone()).expect("text")));
        }
        if let Action::End { outcome } = &action {
            return (writes, handoff_protocol::to_json(outcome));
        }
        let answer = bench.perform(&action);
        action = bench.engine.answer(answer, NOW);
    }
}

#[test]
fn journals_locks_and_logs_match_snapshot() {
    let mut bench = Bench::atlas();
    bench.feed(vec![
        FileState::Folder { path: "memory".to_owned() },
        FileState::File { path: "memory/torn.md".to_owned(), bytes: vec![b'-', 0, 0xff, 0x80] },
    ]);
    let mut text = String::new();
    for (request, seed) in COMMANDS.iter().zip(1..) {
        let process = Process { host: "quay".to_owned(), boot: None, pid: 7, started: Some("then".to_owned()) };
        let (writes, outcome) = commit(&mut bench, request, seed, (seed % 2 == 0).then_some(process));
        text.extend(["## ", request, "\n", &writes.join("\n"), "\n", &outcome, "\n\n"]);
    }
    insta::assert_snapshot!("journals", text);
    let logs = bench.tree.walk("activity").filter_map(|(path, entry)| match entry {
        Entry::File(bytes) => Some(format!("=== {path}\n{}", String::from_utf8_lossy(bytes))),
        _ => None,
    });
    insta::assert_snapshot!("logs", logs.collect::<String>());
}

#[test]
fn views_match_snapshot() {
    let mut bench = Bench::atlas();
    let (_, outcome) = commit(&mut bench, COMMANDS[2], 3, None);
    let mut text = format!("{outcome}\n");
    for query in [
        r#"{"kind":"project"}"#,
        r#"{"kind":"explorer"}"#,
        r#"{"kind":"explorer","filter":{"text":"PARSE feed","priorities":[null,"high"]}}"#,
        r#"{"kind":"board","unlimited":["todo"]}"#,
        r#"{"kind":"task","id":"t1.2.2"}"#,
        r#"{"kind":"task","id":"none"}"#,
        r#"{"kind":"search","text":"de sto","limit":5}"#,
        r#"{"kind":"problems"}"#,
        r#"{"kind":"records"}"#,
        r#"{"kind":"proposal","reschedule":{"kind":"auto"}}"#,
        r#"{"kind":"gantt","loads":true}"#,
        r#"{"kind":"export","format":"csv"}"#,
        r#"{"kind":"export","format":"iCalendar"}"#,
        r#"{"kind":"export","format":"msProject"}"#,
    ] {
        let request: Query = serde_json::from_str(query).expect("a query");
        text.extend(["## ", query, "\n", &handoff_protocol::to_json(&bench.engine.view(&request, &context())), "\n\n"]);
    }
    insta::assert_snapshot!("views", text);
}
