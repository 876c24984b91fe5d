//! The warning of tasks in progress that touch the same files.

use handoff_protocol::Outcome;
use serde_json::{Value, json};

use crate::support::{Bench, command};

/// Two tasks in progress that touch files, one that does not, and a finished one.
const PROJECT: &str = r#"=== config.toml
[project]
name = "P"
[settings]
require_estimate_hours = false
=== tasks/t1-a/_task.todo.json
{"id": "t1", "title": "A"}
=== tasks/t2-b/_task.in_progress.json
{"id": "t2", "title": "B", "scope_paths": ["src/feed", "docs/a.md"]}
=== tasks/t3-c/_task.in_progress.json
{"id": "t3", "title": "C", "scope_paths": ["./src/feed/rows.rs"]}
=== tasks/t4-d/_task.in_progress.json
{"id": "t4", "title": "D"}
=== tasks/t5-e/_task.done.json
{"id": "t5", "title": "E", "scope_paths": ["docs/a.md"]}
"#;

fn warnings(request: &Value) -> Vec<String> {
    let mut bench = Bench::from_text(PROJECT);
    match bench.commit(&command(&request.to_string())) {
        Outcome::Done { warnings, .. } => warnings.iter().map(ToString::to_string).collect(),
        other => panic!("{request}: {other:?}"),
    }
}

#[test]
fn start_of_a_task_warns_of_shared_files() {
    let with = |other: &str, paths: &str| {
        format!("t1 “A” and {other}, which is also in progress, touch the same files: {paths}.")
    };
    for (paths, status, expected) in [
        (
            json!(["src/feed/rows.rs"]),
            "in_progress",
            vec![with("t2 “B”", "src/feed/rows.rs"), with("t3 “C”", "src/feed/rows.rs")],
        ),
        (json!(["src/feed/"]), "in_progress", vec![with("t2 “B”", "src/feed/"), with("t3 “C”", "src/feed/")]),
        (
            json!(["lib", "docs/a.md", "src"]),
            "in_progress",
            vec![with("t2 “B”", "docs/a.md, src"), with("t3 “C”", "src")],
        ),
        (json!(["src/feed.rs", "docs/a.mdx", "docs/b.md"]), "in_progress", vec![]),
        (json!([]), "in_progress", vec![]),
        (json!(["docs/a.md"]), "review", vec![]),
    ] {
        let patch = json!({"status": status, "scopePaths": {"set": paths}});
        let update = json!({"kind": "updateTasks", "ids": ["t1"], "patch": patch});
        assert_eq!(warnings(&update), expected, "{patch}");
    }
}

#[test]
fn warning_is_given_once_for_new_work() {
    let rows = "“A” and t3 “C”, which is also in progress, touch the same files: src/feed/rows.rs.";
    for (request, expected) in [
        // Both begin at once.
        (json!({"kind": "updateTasks", "ids": ["t4"], "patch": {"scopePaths": {"set": ["docs"]}}}), 1),
        (json!({"kind": "updateTasks", "ids": ["t3"], "patch": {"title": "Other"}}), 0),
        (json!({"kind": "updateTasks", "ids": ["t2"], "patch": {"status": "done"}}), 0),
        // Who takes a task up that was begun learns of it too.
        (json!({"kind": "claimTask", "id": "t3", "takeOver": false}), 1),
        (json!({"kind": "claimTask", "id": "t4", "takeOver": false}), 0),
    ] {
        assert_eq!(warnings(&request).len(), expected, "{request}");
    }
    let new = json!({"title": "A", "status": "in_progress", "scopePaths": {"set": ["src/feed/rows.rs"]}});
    let request = json!({"kind": "changeTasks", "tasks": [{"id": "t9", "fields": new}]});
    assert!(warnings(&request).iter().any(|warning| *warning == format!("t9 {rows}")));
}
