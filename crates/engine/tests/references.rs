//! What becomes of fields that name a task when it gets another id or goes to the trash.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test ends where something is not as it should be"
)]

mod support;

use handoff_protocol::{Command, Query, View};
use support::{Bench, check, command, context, undented};

const PROJECT: &str = r#"
    === config.toml
    [project]
    name = "Small"
    === tasks/t1-a/_task.todo.json
    {"id": "t1", "title": "A", "notes": "t1 itself"}
    === tasks/t1-a/t1.1-b/_task.todo.json
    {"id": "t1.1", "title": "B", "dependencies": ["t2", "t1"], "links": ["t1"]}
    === tasks/t2-c/_task.todo.json
    {"id": "t2", "title": "C", "notes": "see t1", "task_links": [{"target": "t1", "link_type": "doc"}, {"target": "t1", "link_type": "task"}]}
    === tasks/t3-two/_task.todo.json
    {"id": "t3", "title": "Two", "dependencies": ["t1"]}
    === tasks/t3-two/_task.done.json
    {"id": "t3", "title": "Two", "dependencies": ["t1"]}
    === sessions/20261121-025724-x.active.json
    {"version": 2, "id": "s", "summary": "About t1", "related_task_ids": ["t1.1", "t1"]}
    === sessions/20261121-025724-y.closed.toml
    version = 2
    id = "s2"
    summary = "t1"
    related_task_ids = ["t1"] # kept
    === docs/_doc.a.md
    ---
    id: doc-1
    title: A
    doc_type: note
    task_ids:
    - t1
    created_at: '2026-11-21T02:57:17+00:00'
    updated_at: '2026-11-21T02:57:17+00:00'
    ---
    t1
    === timer/state.json
    {"version": 1, "owner": "mcp", "updated_at": "2026-11-21T02:57:17+00:00", "timers": {"t1": {"state": "tracking", "elapsed_ms": 1, "paused_by_idle": false, "base_hours": 0.5}}}
    === timer/requests/1.json
    {"version": 1, "id": "1", "cmd": "stop", "task_id": "t1"}
"#;

#[test]
fn a_new_id_is_told_to_everything_that_named_the_old_one() {
    check(
        PROJECT,
        r#"{"kind":"changeId","folder":"tasks/t1-a","id":"quay"}"#,
        r#"
        Change the ID t1 to quay
        write sessions/20261121-025724-x.active.json
          - {"version": 2, "id": "s", "summary": "About t1", "related_task_ids": ["t1.1", "t1"]}
          + {"version": 2, "id": "s", "summary": "About t1", "related_task_ids": ["t1.1", "quay"]}
        write sessions/20261121-025724-y.closed.toml
          - related_task_ids = ["t1"] # kept
          + related_task_ids = ["quay"] # kept
        write tasks/t1-a/_task.todo.json
          - {"id": "t1", "title": "A", "notes": "t1 itself"}
          + {"id": "quay", "title": "A", "notes": "t1 itself", "updated_at": "2026-12-01T08:00:00+00:00"}
        write tasks/t1-a/t1.1-b/_task.todo.json
          - {"id": "t1.1", "title": "B", "dependencies": ["t2", "t1"], "links": ["t1"]}
          + {"id": "t1.1", "title": "B", "updated_at": "2026-12-01T08:00:00+00:00", "dependencies": ["t2", "quay"], "links": ["t1"]}
        write tasks/t2-c/_task.todo.json
          - {"id": "t2", "title": "C", "notes": "see t1", "task_links": [{"target": "t1", "link_type": "doc"}, {"target": "t1", "link_type": "task"}]}
          + {"id": "t2", "title": "C", "notes": "see t1", "updated_at": "2026-12-01T08:00:00+00:00", "task_links": [{"target": "t1", "link_type": "doc"}, {"target": "quay", "link_type": "task"}]}
        move tasks/t1-a to tasks/quay-a
        log quay: "field""id" "t1" "quay"
        log t1.1: "field""dependencies" ["t2","t1"] ["t2","quay"]
        log t2: "field""taskLinks" [{"target":"t1","linkType":"doc"},{"target":"t1","linkType":"task"}] [{"target":"t1","linkType":"doc"},{"target":"quay","linkType":"task"}]
        warn tasks/t3-two/_task.done.json still refers to t1.
        warn docs/_doc.a.md still refers to t1.
        warn timer/requests/1.json still refers to t1.
        warn timer/state.json still refers to t1.
        "#,
    );
}

#[test]
fn who_named_a_deleted_task_is_reported() {
    check(
        PROJECT,
        r#"{"kind":"deleteTasks","ids":["t1"]}"#,
        r#"
        Delete t1: A
        move tasks/t1-a to trash/20261201-080000-0000beef-t1-a
        log t1: "deleted""A"
        log t1.1: "deleted""B"
        warn t3 (Two) still waits for the deleted t1.
        warn tasks/t2-c/_task.todo.json still refers to t1.
        warn docs/_doc.a.md still refers to t1.
        warn sessions/20261121-025724-x.active.json still refers to t1.1.
        warn sessions/20261121-025724-x.active.json still refers to t1.
        warn sessions/20261121-025724-y.closed.toml still refers to t1.
        warn timer/requests/1.json still refers to t1.
        warn timer/state.json still refers to t1.
        "#,
    );
}

#[test]
fn a_task_with_its_id_that_stays_is_what_others_name() {
    let mut bench = Bench::from_text(&undented(PROJECT));
    bench.feed(support::files("=== tasks/t1-twin/_task.todo.json\n{\"id\": \"t1\", \"title\": \"Twin\"}"));
    bench.run(&Command::IgnoreLocalFiles {}).unwrap();
    for asked in [
        r#"{"kind":"deleteTasks","ids":["tasks/t1-twin"]}"#,
        r#"{"kind":"discard","path":"tasks/t1-twin"}"#,
        r#"{"kind":"changeId","folder":"tasks/t1-twin","id":"twin"}"#,
    ] {
        let changes = bench.plan(&command(asked)).unwrap();
        assert_eq!(changes.warnings, [], "{asked}");
        assert_eq!(changes.edits.len(), if asked.contains("changeId") { 3 } else { 2 }, "{asked}: {:?}", changes.edits);
    }
}

#[test]
fn the_history_goes_on_under_the_new_id() {
    let mut bench = Bench::from_text(&undented(PROJECT));
    let title =
        |id: &str, title: &str| format!(r#"{{"kind":"updateTasks","ids":["{id}"],"patch":{{"title":"{title}"}}}}"#);
    let told = |bench: &mut Bench, id: &str| -> Vec<String> {
        let View::Task(Some(task)) = bench.engine.view(&Query::Task { id: id.to_owned() }, &context()) else {
            panic!()
        };
        task.history.iter().rev().map(|event| support::value(&event.change)["to"].to_string()).collect()
    };
    let run = |bench: &mut Bench, asked: &str| {
        assert!(matches!(bench.commit(&command(asked)), handoff_protocol::Outcome::Done { .. }));
    };
    run(&mut bench, &title("t1", "one"));
    run(&mut bench, r#"{"kind":"changeId","folder":"tasks/t1-a","id":"quay"}"#);
    run(&mut bench, &title("quay", "two"));
    assert_eq!(told(&mut bench, "quay"), [r#""one""#, r#""quay""#, r#""two""#]);
    for _ in 0..2 {
        assert!(matches!(bench.commit(&Command::Undo {}), handoff_protocol::Outcome::Done { .. }));
    }
    assert_eq!(told(&mut bench, "t1"), [r#""one""#, r#""quay""#, r#""two""#, r#""one""#, r#""t1""#]);
}
