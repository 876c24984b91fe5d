//! Dependencies on missing tasks, and entries without a dependency.

use handoff_protocol::{FileState, Query, View};

use super::dependencies::{JSON, dependencies, update};
use crate::support::{Bench, check, command, context, dedent};

#[test]
fn entries_without_a_dependency_are_ignored() {
    let mut bench = Bench::from_text(&dedent(JSON));
    let theirs = |list: &str| {
        let text = format!(
            r#"{{"id": "t3", "title": "C", "dependencies": {list}, "handoff_dependencies": [{{"id": "t1", "kind": "SS", "lag": 2}}]}}"#
        );
        FileState::File { path: "tasks/t3-c/_task.todo.json".to_owned(), bytes: text.into_bytes() }
    };
    bench.feed(vec![theirs(r#"["t2"]"#)]);
    assert_eq!(dependencies(&mut bench, "t3"), ["t2 FS 0"]);
    let View::Problems(problems) = bench.engine.view(&Query::Problems {}, &context()) else { panic!() };
    assert_eq!(problems, [], "an entry without a dependency has no effect");
    bench.run(&command(&update("t3", r#"{"dependencies":{"add":["t1"]}}"#))).unwrap();
    assert_eq!(dependencies(&mut bench, "t3"), ["t2 FS 0", "t1 FS 0"], "the old entry is not restored");
    bench.feed(vec![theirs(r#"["t1", "t2"]"#)]);
    bench.run(&command(&update("t3", r#"{"dependencies":{"remove":["t2"]}}"#))).unwrap();
    assert_eq!(dependencies(&mut bench, "t3"), ["t1 SS 2"]);
}

#[test]
fn invalid_entries_are_kept_and_do_not_block_edits() {
    let project = JSON
        .replace(r#"[{"id": "t1", "kind": "SS", "#, r#"[7, {"id": "t2", "kind": "odd"}, {"id": "t1", "kind": "SS", "#);
    check(
        &project,
        &update("t3", r#"{"dependency":{"id":"t1","kind":"startToStart","lag":-4}}"#),
        r#"
        Changed the dependency links of t3 “C”
        write tasks/t3-c/_task.todo.json
          - {"id": "t3", "title": "C", "dependencies": ["t1", "t2"], "handoff_dependencies": [7, {"id": "t2", "kind": "odd"}, {"id": "t1", "kind": "SS", "lag": 2, "why": "paint"}], "own": 1}
          + {"id": "t3", "title": "C", "updated_at": "2026-12-01T08:00:00+00:00", "dependencies": ["t1", "t2"], "handoff_dependencies": [7, {"id": "t2", "kind": "odd"}, {"id": "t1", "kind": "SS", "lag": -4, "why": "paint"}], "own": 1}
        log t3: "field""dependencyLinks" [{"id":"","kind":"finishToStart","lag":0},{"id":"t2","kind":"finishToStart","lag":0},{"id":"t1","kind":"startToStart","lag":2}] [{"id":"","kind":"finishToStart","lag":0},{"id":"t2","kind":"finishToStart","lag":0},{"id":"t1","kind":"startToStart","lag":-4}]
        "#,
    );
}

#[test]
fn dependency_on_a_missing_task_is_allowed_with_a_warning() {
    let sentence =
        |id: &str| format!("{id} waits for later, which does not exist. Remove the dependency or create the task.");
    let mut bench = Bench::from_text(&dedent(JSON));
    for (update, waiting) in [
        (update("t1", r#"{"dependency":{"id":"later","kind":"startToStart","lag":1}}"#), "t1"),
        (update("t2", r#"{"dependencies":{"add":["later"]}}"#), "t2"),
        (
            r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"D","dependencies":{"set":["later"]}}}]}"#.to_owned(),
            "t4",
        ),
    ] {
        let changes = bench.run(&command(&update)).unwrap();
        assert_eq!(
            changes.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [sentence(waiting)],
            "{update}"
        );
        assert_eq!(changes.relies_on.iter().filter(|path| path.contains("later")).count(), 0);
    }
    // Existing dangling dependencies cause no warning.
    assert_eq!(bench.run(&command(&update("t1", r#"{"title":"Other"}"#))).unwrap().warnings, []);
    let View::Problems(problems) = bench.engine.view(&Query::Problems {}, &context()) else { panic!() };
    assert_eq!(problems.len(), 3);
    let come = |dependencies: &str| {
        command(&format!(
            r#"{{"kind":"changeTasks","tasks":[{{"id":"later","fields":{{"title":"L","dependencies":{{"set":[{dependencies}]}}}}}}]}}"#
        ))
    };
    let refusal = bench.run(&come("\"t1\"")).unwrap_err();
    assert_eq!(refusal.text.to_string(), "This would create a circular dependency: later → t1 → later.");
    assert_eq!(bench.run(&come("")).unwrap().warnings, []);
    let View::Problems(problems) = bench.engine.view(&Query::Problems {}, &context()) else { panic!() };
    assert_eq!(problems.len(), 0);
}

#[test]
fn repair_removes_a_dangling_dependency_and_its_entry() {
    let mut bench = Bench::from_text(&dedent(JSON));
    let changes = bench.run(&command(r#"{"kind":"deleteTasks","ids":["t1"]}"#)).unwrap();
    assert_eq!(changes.warnings.len(), 1);
    let View::Problems(problems) = bench.engine.view(&Query::Problems {}, &context()) else { panic!() };
    let [problem] = problems.as_slice() else { panic!("{problems:?}") };
    assert_eq!(
        problem.text.to_string(),
        "t3 waits for t1, which does not exist. Remove the dependency or create the task."
    );
    bench.run(&problem.repairs[0].command).unwrap();
    let file = String::from_utf8_lossy(bench.tree.file("tasks/t3-c/_task.todo.json").unwrap()).into_owned();
    assert!(!file.contains("t1") && !file.contains("handoff_dependencies"), "{file}");
}
