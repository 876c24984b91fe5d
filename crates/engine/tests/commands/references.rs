//! References to a task when its ID changes or it is moved to the trash.

use handoff_protocol::{Command, Query, View};

use crate::support::{self, Bench, check, command, context, dedent};

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
fn change_id_updates_all_references() {
    check(
        PROJECT,
        r#"{"kind":"changeId","folder":"tasks/t1-a","id":"quay"}"#,
        r#"
        Changed the ID t1 to quay
        write sessions/20261121-025724-x.active.json
          - {"version": 2, "id": "s", "summary": "About t1", "related_task_ids": ["t1.1", "t1"]}
          + {"version": 2, "id": "s", "summary": "About t1", "related_task_ids": ["t1.1", "quay"]}
        write sessions/20261121-025724-y.closed.toml
          - related_task_ids = ["t1"] # kept
          + related_task_ids = ["quay"] # kept
        write timer/state.json
          - {"version": 1, "owner": "mcp", "updated_at": "2026-11-21T02:57:17+00:00", "timers": {"t1": {"state": "tracking", "elapsed_ms": 1, "paused_by_idle": false, "base_hours": 0.5}}}
          + {"version": 1, "owner": "mcp", "updated_at": "2026-12-01T08:00:00+00:00", "timers": {"quay": {"state": "tracking", "elapsed_ms": 1, "paused_by_idle": false, "base_hours": 0.5}}}
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
        "#,
    );
}

#[test]
fn delete_warns_about_remaining_references() {
    check(
        PROJECT,
        r#"{"kind":"deleteTasks","ids":["t1"]}"#,
        r#"
        Deleted t1 “A”
        write timer/state.json
          - {"version": 1, "owner": "mcp", "updated_at": "2026-11-21T02:57:17+00:00", "timers": {"t1": {"state": "tracking", "elapsed_ms": 1, "paused_by_idle": false, "base_hours": 0.5}}}
          + {"version": 1, "owner": "mcp", "updated_at": "2026-12-01T08:00:00+00:00", "timers": {}}
        write tasks/t1-a/_task.todo.json
          - {"id": "t1", "title": "A", "notes": "t1 itself"}
          + {"id": "t1", "title": "A", "notes": "t1 itself", "updated_at": "2026-12-01T08:00:00+00:00", "schedule": {"actual_hours": 0.0002777777777777778}}
        move tasks/t1-a to trash/20261201-080000-0000beef-t1-a
        log t1: "timer"
        log t1: "field""actualHours" null 0.0002777777777777778
        log t1: "time"
        log t1: "entry" null {"task":"t1","start":"2026-12-01T07:59:59+00:00","end":"2026-12-01T08:00:00+00:00","seconds":1,"source":"manual","actor":{"kind":"human","name":"Noor"}}
        log config: "renamed" "tasks/t1-a" "trash/20261201-080000-0000beef-t1-a"
        log t1: "deleted""A"
        log t1.1: "deleted""B"
        warn The timer of t1 “A” stops, and its 0.00 h go to the task.
        warn t3 “Two” waits for t1 “A”.
        warn t2 “C” has a link to t1 “A”.
        warn Mentioned in sessions: 2.
        warn Mentioned in documents: 1.
        "#,
    );
}

#[test]
fn references_stay_if_another_task_has_the_same_id() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    bench.feed(support::files("=== tasks/t1-twin/_task.todo.json\n{\"id\": \"t1\", \"title\": \"Twin\"}"));
    bench.run(&Command::IgnoreLocalFiles {}).unwrap();
    for request in [
        r#"{"kind":"deleteTasks","ids":["tasks/t1-twin"]}"#,
        r#"{"kind":"discard","path":"tasks/t1-twin"}"#,
        r#"{"kind":"changeId","folder":"tasks/t1-twin","id":"twin"}"#,
    ] {
        let changes = bench.plan(&command(request)).unwrap();
        if request.contains("changeId") {
            // Nobody knows which of the two is meant.
            let warnings: Vec<String> = changes.warnings.iter().map(ToString::to_string).collect();
            assert!(warnings.iter().any(|text| text.contains("Remove the one that it does not mean.")), "{warnings:?}");
            continue;
        }
        assert_eq!(changes.warnings, [], "{request}");
        assert_eq!(changes.edits.len(), 2, "{request}: {:?}", changes.edits);
    }
}

#[test]
fn history_continues_under_the_new_id() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let title =
        |id: &str, title: &str| format!(r#"{{"kind":"updateTasks","ids":["{id}"],"patch":{{"title":"{title}"}}}}"#);
    let history_values = |bench: &mut Bench, id: &str| -> Vec<String> {
        let View::Task(Some(task)) = bench.engine.view(&Query::Task { id: id.to_owned() }, &context()) else {
            panic!()
        };
        task.history.iter().rev().map(|event| support::value(&event.change)["to"].to_string()).collect()
    };
    let run = |bench: &mut Bench, request: &str| {
        assert!(matches!(bench.commit(&command(request)), handoff_protocol::Outcome::Done { .. }));
    };
    run(&mut bench, &title("t1", "one"));
    run(&mut bench, r#"{"kind":"changeId","folder":"tasks/t1-a","id":"quay"}"#);
    run(&mut bench, &title("quay", "two"));
    assert_eq!(history_values(&mut bench, "quay"), [r#""one""#, r#""quay""#, r#""two""#]);
    for _ in 0..2 {
        assert!(matches!(bench.commit(&Command::Undo {}), handoff_protocol::Outcome::Done { .. }));
    }
    assert_eq!(history_values(&mut bench, "t1"), [r#""one""#, r#""quay""#, r#""two""#, r#""one""#, r#""t1""#]);
}
