//! Dependencies with kind and lag: how files tell them, and that an edit touches nothing else.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test ends where something is not as it should be"
)]

mod support;

use handoff_protocol::{Command, FileState, Outcome, Query, View};
use support::{Bench, check, command, context, undented};

const JSON: &str = r#"
    === config.toml
    [project]
    name = "P"
    === tasks/t1-a/_task.todo.json
    {"id": "t1", "title": "A"}
    === tasks/t2-b/_task.todo.json
    {"id": "t2", "title": "B"}
    === tasks/t3-c/_task.todo.json
    {"id": "t3", "title": "C", "dependencies": ["t1", "t2"], "handoff_dependencies": [{"id": "t1", "kind": "SS", "lag": 2, "why": "paint"}], "own": 1}
"#;

const TOML: &str = r#"
    === config.toml
    [project]
    name = "P"
    === tasks/01-todo--a/task.toml
    id = "01"
    title = "A"
    === tasks/02-todo--b/task.toml
    id = "02"
    title = "B"
    === tasks/03-todo--c/task.toml
    id = "03"
    title = "C"
    dependencies = ["01", "02"] # both

    # first the paint dries
    [[handoff_dependencies]]
    id = "01"
    kind = "SS" # side by side
    lag = 2

    [[handoff_dependencies]]
    id = "02"
    kind = "FF"
    lag = -1 # overlap
"#;

/// What a task says about its dependencies, as the task page shows it.
fn told(bench: &mut Bench, id: &str) -> Vec<String> {
    let View::Task(Some(task)) = bench.engine.view(&Query::Task { id: id.to_owned() }, &context()) else { panic!() };
    task.dependencies.iter().map(|link| format!("{} {} {}", link.id, link.kind.name(), link.lag)).collect()
}

fn update(id: &str, patch: &str) -> String {
    format!(r#"{{"kind":"updateTasks","ids":["{id}"],"patch":{patch}}}"#)
}

#[test]
fn what_files_say_is_read() {
    for (entries, wanted, problems) in [
        (r#"[{"id": "t1", "kind": "SS", "lag": 2}]"#, "t1 SS 2", ""),
        (r#"[{"id": "t1", "kind": "FF", "lag": -3.0}, {"id": "t9", "kind": "SS"}]"#, "t1 FF -3", ""),
        (r#"[{"id": "t1", "kind": "SF"}, {"id": "t1", "kind": "SS", "lag": 4}]"#, "t1 SF 0", ""),
        (r#"[{"id": "t1", "lag": 1000}]"#, "t1 FS 1000", ""),
        (r#"[{"id": "t1", "kind": null, "lag": null}]"#, "t1 FS 0", ""),
        (
            r#"[{"id": "t1", "kind": "ss", "lag": 2}]"#,
            "t1 FS 2",
            "\"ss\" is not a kind of dependency. Use FS, SS, FF or SF; until then it counts as FS.",
        ),
        (
            r#"[{"id": "t1", "kind": 1, "lag": 2}]"#,
            "t1 FS 2",
            "\"handoff_dependencies.0.kind\" must be a string, but it is a number. Correct or remove it.",
        ),
        (
            r#"[{"id": "t1", "kind": "SS", "lag": 1001}]"#,
            "t1 SS 0",
            "\"handoff_dependencies.0.lag\" must be a whole number of days from -1000 to 1000, but it is a number. Correct or remove it.",
        ),
        (
            r#"[{"id": "t1", "kind": "SS", "lag": 2.5}]"#,
            "t1 SS 0",
            "\"handoff_dependencies.0.lag\" must be a whole number of days from -1000 to 1000, but it is a number. Correct or remove it.",
        ),
        (
            r#"[{"id": "t1", "kind": "SS", "lag": "2"}]"#,
            "t1 SS 0",
            "\"handoff_dependencies.0.lag\" must be a whole number of days from -1000 to 1000, but it is a string. Correct or remove it.",
        ),
        (r#"[{"kind": "SS", "lag": 2}]"#, "t1 FS 0", "The key \"id\" is missing. Add it."),
        (
            r#"["t1"]"#,
            "t1 FS 0",
            "\"handoff_dependencies.0\" must be a table, but it is a string. Correct or remove it.|The key \"id\" is missing. Add it.",
        ),
        (
            r#"{"t1": "SS"}"#,
            "t1 FS 0",
            "\"handoff_dependencies\" must be a list, but it is a table. Correct or remove it.",
        ),
    ] {
        let file = format!(
            "=== tasks/t1-a/_task.todo.json\n{{\"id\": \"t1\", \"title\": \"A\"}}\n=== tasks/t3-c/_task.todo.json\n{{\"id\": \"t3\", \"title\": \"C\", \"dependencies\": [\"t1\"], \"handoff_dependencies\": {entries}}}"
        );
        let mut bench = Bench::from_text(&file);
        assert_eq!(told(&mut bench, "t3"), [wanted], "{entries}");
        let View::Problems(found) = bench.engine.view(&Query::Problems {}, &context()) else { panic!() };
        let found: Vec<String> = found.iter().map(|problem| problem.text.to_string()).collect();
        assert_eq!(found.join("|"), problems, "{entries}");
        bench.run(&command(&update("t3", r#"{"title":"Still possible"}"#))).unwrap();
    }
    assert_eq!(told(&mut Bench::from_text(&undented(TOML)), "03"), ["01 SS 2", "02 FF -1"]);
}

#[test]
fn one_key_changes_and_nothing_else() {
    check(
        JSON,
        &update("t3", r#"{"dependency":{"id":"t1","kind":"startToStart","lag":3}}"#),
        r#"
        Change t3
        write tasks/t3-c/_task.todo.json
          - {"id": "t3", "title": "C", "dependencies": ["t1", "t2"], "handoff_dependencies": [{"id": "t1", "kind": "SS", "lag": 2, "why": "paint"}], "own": 1}
          + {"id": "t3", "title": "C", "updated_at": "2026-12-01T08:00:00+00:00", "dependencies": ["t1", "t2"], "handoff_dependencies": [{"id": "t1", "kind": "SS", "lag": 3, "why": "paint"}], "own": 1}
        log t3: "field""dependencyLinks" [{"id":"t1","kind":"startToStart","lag":2}] [{"id":"t1","kind":"startToStart","lag":3}]
        "#,
    );
    check(
        TOML,
        &update("03", r#"{"dependency":{"id":"01","kind":"finishToFinish","lag":2}}"#),
        r#"
        Change 03
        write tasks/03-todo--c/task.toml
          + updated_at = "2026-12-01T08:00:00+00:00"
          - kind = "SS" # side by side
          + kind = "FF" # side by side
        log 03: "field""dependencyLinks" [{"id":"01","kind":"startToStart","lag":2},{"id":"02","kind":"finishToFinish","lag":-1}] [{"id":"01","kind":"finishToFinish","lag":2},{"id":"02","kind":"finishToFinish","lag":-1}]
        "#,
    );
}

#[test]
fn a_dependency_comes_with_its_kind() {
    check(
        JSON,
        &update("t2", r#"{"dependency":{"id":"t1","kind":"startToFinish","lag":-2}}"#),
        r#"
        Change t2
        write tasks/t2-b/_task.todo.json
          - {"id": "t2", "title": "B"}
          + {"id": "t2", "title": "B", "updated_at": "2026-12-01T08:00:00+00:00", "dependencies": ["t1"], "handoff_dependencies": [{"id": "t1", "kind": "SF", "lag": -2}]}
        log t2: "field""dependencies" [] ["t1"]
        log t2: "field""dependencyLinks" [] [{"id":"t1","kind":"startToFinish","lag":-2}]
        "#,
    );
    check(
        TOML,
        &update("02", r#"{"dependency":{"id":"01","kind":"startToStart","lag":1}}"#),
        r#"
        Change 02
        write tasks/02-todo--b/task.toml
          + updated_at = "2026-12-01T08:00:00+00:00"
          + dependencies = ["01"]
          +
          + [[handoff_dependencies]]
          + id = "01"
          + kind = "SS"
          + lag = 1
        log 02: "field""dependencies" [] ["01"]
        log 02: "field""dependencyLinks" [] [{"id":"01","kind":"startToStart","lag":1}]
        "#,
    );
}

#[test]
fn what_goes_without_saying_is_not_said() {
    let plain = r#"{"dependency":{"id":"t1","kind":"finishToStart","lag":0}}"#;
    let mut bench = Bench::from_text(&undented(JSON));
    bench.run(&command(&update("t2", plain))).unwrap();
    assert_eq!(
        String::from_utf8_lossy(bench.tree.file("tasks/t2-b/_task.todo.json").unwrap()),
        r#"{"id": "t2", "title": "B", "updated_at": "2026-12-01T08:00:00+00:00", "dependencies": ["t1"]}"#
    );
    bench.run(&command(&update("t3", plain))).unwrap();
    assert_eq!(
        String::from_utf8_lossy(bench.tree.file("tasks/t3-c/_task.todo.json").unwrap()),
        r#"{"id": "t3", "title": "C", "updated_at": "2026-12-01T08:00:00+00:00", "dependencies": ["t1", "t2"], "own": 1}"#
    );
}

#[test]
fn a_removed_dependency_takes_along_what_was_said_about_it() {
    check(
        TOML,
        &update("03", r#"{"dependencies":{"remove":["01"]}}"#),
        r#"
        Change 03
        write tasks/03-todo--c/task.toml
          - dependencies = ["01", "02"] # both
          -
          - # first the paint dries
          - [[handoff_dependencies]]
          - id = "01"
          - kind = "SS" # side by side
          - lag = 2
          + updated_at = "2026-12-01T08:00:00+00:00"
          + dependencies = ["02"] # both
        log 03: "field""dependencies" ["01","02"] ["02"]
        log 03: "field""dependencyLinks" [{"id":"01","kind":"startToStart","lag":2},{"id":"02","kind":"finishToFinish","lag":-1}] [{"id":"02","kind":"finishToFinish","lag":-1}]
        "#,
    );
    let mut bench = Bench::from_text(&undented(JSON));
    bench.run(&command(&update("t3", r#"{"dependencies":{"set":["t2"]}}"#))).unwrap();
    bench.run(&command(&update("t3", r#"{"dependencies":{"add":["t1"]}}"#))).unwrap();
    assert_eq!(told(&mut bench, "t3"), ["t2 FS 0", "t1 FS 0"]);
}

#[test]
fn other_programs_change_dependencies_as_they_know_them() {
    let mut bench = Bench::from_text(&undented(JSON));
    let theirs = |list: &str| {
        let text = format!(
            r#"{{"id": "t3", "title": "C", "dependencies": {list}, "handoff_dependencies": [{{"id": "t1", "kind": "SS", "lag": 2}}]}}"#
        );
        FileState::File { path: "tasks/t3-c/_task.todo.json".to_owned(), bytes: text.into_bytes() }
    };
    bench.feed(vec![theirs(r#"["t2"]"#)]);
    assert_eq!(told(&mut bench, "t3"), ["t2 FS 0"]);
    let View::Problems(problems) = bench.engine.view(&Query::Problems {}, &context()) else { panic!() };
    assert_eq!(problems, [], "an entry about no dependency means nothing");
    bench.run(&command(&update("t3", r#"{"dependencies":{"add":["t1"]}}"#))).unwrap();
    assert_eq!(told(&mut bench, "t3"), ["t2 FS 0", "t1 FS 0"], "what was once said is not brought back");
    bench.feed(vec![theirs(r#"["t1", "t2"]"#)]);
    bench.run(&command(&update("t3", r#"{"dependencies":{"remove":["t2"]}}"#))).unwrap();
    assert_eq!(told(&mut bench, "t3"), ["t1 SS 2"]);
}

#[test]
fn an_entry_that_makes_no_sense_does_not_stand_in_the_way() {
    let project = JSON
        .replace(r#"[{"id": "t1", "kind": "SS", "#, r#"[7, {"id": "t2", "kind": "odd"}, {"id": "t1", "kind": "SS", "#);
    check(
        &project,
        &update("t3", r#"{"dependency":{"id":"t1","kind":"startToStart","lag":-4}}"#),
        r#"
        Change t3
        write tasks/t3-c/_task.todo.json
          - {"id": "t3", "title": "C", "dependencies": ["t1", "t2"], "handoff_dependencies": [7, {"id": "t2", "kind": "odd"}, {"id": "t1", "kind": "SS", "lag": 2, "why": "paint"}], "own": 1}
          + {"id": "t3", "title": "C", "updated_at": "2026-12-01T08:00:00+00:00", "dependencies": ["t1", "t2"], "handoff_dependencies": [7, {"id": "t2", "kind": "odd"}, {"id": "t1", "kind": "SS", "lag": -4, "why": "paint"}], "own": 1}
        log t3: "field""dependencyLinks" [{"id":"","kind":"finishToStart","lag":0},{"id":"t2","kind":"finishToStart","lag":0},{"id":"t1","kind":"startToStart","lag":2}] [{"id":"","kind":"finishToStart","lag":0},{"id":"t2","kind":"finishToStart","lag":0},{"id":"t1","kind":"startToStart","lag":-4}]
        "#,
    );
}

#[test]
fn what_is_refused() {
    for (id, patch, wanted) in [
        (
            "t1",
            r#"{"dependency":{"id":"t3","kind":"startToStart","lag":0}}"#,
            "refused DependencyCycle at dependencies: This would create a circular dependency: t1 → t3 → t1.",
        ),
        (
            "t1",
            r#"{"dependency":{"id":"t1","kind":"finishToFinish","lag":0}}"#,
            "refused DependencyCycle at dependencies: This would create a circular dependency: t1 → t1.",
        ),
        (
            "t3",
            r#"{"dependency":{"id":"t1","kind":"startToStart","lag":1001}}"#,
            "refused BadValue at dependencies: 1001 is not a lag. Use working days from -1000 to 1000.",
        ),
        (
            "t3",
            r#"{"dependency":{"id":"t1","kind":"startToStart","lag":-2147483648}}"#,
            "refused BadValue at dependencies: -2147483648 is not a lag. Use working days from -1000 to 1000.",
        ),
        (
            "t3",
            r#"{"dependency":{"id":" ","kind":"startToStart","lag":1}}"#,
            "refused BadValue at dependencies: An entry of this list is empty.",
        ),
    ] {
        check(JSON, &update(id, patch), wanted);
    }
    check(
        JSON,
        r#"{"kind":"updateTasks","ids":["t3"],"patch":{"dependency":{"id":"t1","kind":"startToStart","lag":3}},"seen":{"dependency":{"id":"t1","kind":"startToStart","lag":1}}}"#,
        "refused Stale at dependencies: t3 was changed in the meantime. Check the new value first.",
    );
}

#[test]
fn undo_brings_back_kind_and_lag() {
    for (project, path, commands) in [
        (
            JSON,
            "tasks/t3-c/_task.todo.json",
            [
                update("t3", r#"{"dependencies":{"remove":["t1"]}}"#),
                update("t3", r#"{"dependency":{"id":"t2","kind":"startToStart","lag":1}}"#),
            ],
        ),
        (
            TOML,
            "tasks/03-todo--c/task.toml",
            [
                update("03", r#"{"dependencies":{"remove":["01"]}}"#),
                update("03", r#"{"dependency":{"id":"02","kind":"finishToStart","lag":0}}"#),
            ],
        ),
    ] {
        let mut bench = Bench::from_text(&undented(project));
        let before = bench.tree.file(path).unwrap().to_vec();
        for asked in &commands {
            assert!(matches!(bench.commit(&command(asked)), Outcome::Done { changed: true, .. }));
        }
        for _ in &commands {
            assert!(matches!(bench.commit(&Command::Undo {}), Outcome::Done { changed: true, .. }));
        }
        assert_eq!(bench.tree.file(path).unwrap(), before);
    }
}

#[test]
fn a_new_id_is_told_to_what_is_said_about_it() {
    let rename = command(r#"{"kind":"changeId","folder":"tasks/t1-a","id":"quay"}"#);
    let mut bench = Bench::from_text(&undented(JSON));
    bench.run(&rename).unwrap();
    let file = String::from_utf8_lossy(bench.tree.file("tasks/t3-c/_task.todo.json").unwrap()).into_owned();
    let wanted = r#""dependencies": ["quay", "t2"], "handoff_dependencies": [{"id": "quay", "kind": "SS", "lag": 2, "why": "paint"}]"#;
    assert!(file.contains(wanted), "{file}");
    // What was said about an id that was no dependency is not said of the task that gets it.
    let stale = JSON.replace(r#"[{"id": "t1", "#, r#"[{"id": "quay", "kind": "FF"}, {"id": "t1", "#);
    let mut bench = Bench::from_text(&undented(&stale));
    bench.run(&rename).unwrap();
    assert_eq!(told(&mut bench, "t3"), ["quay SS 2", "t2 FS 0"]);
}

#[test]
fn a_task_may_wait_for_one_that_does_not_exist_yet() {
    let sentence =
        |id: &str| format!("{id} waits for later, which does not exist. Remove the dependency or create the task.");
    let mut bench = Bench::from_text(&undented(JSON));
    for (update, waiting) in [
        (update("t1", r#"{"dependency":{"id":"later","kind":"startToStart","lag":1}}"#), "t1"),
        (update("t2", r#"{"dependencies":{"add":["later"]}}"#), "t2"),
        (r#"{"kind":"createTask","task":{"fields":{"title":"D","dependencies":{"set":["later"]}}}}"#.to_owned(), "t4"),
    ] {
        let changes = bench.run(&command(&update)).unwrap();
        assert_eq!(
            changes.warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
            [sentence(waiting)],
            "{update}"
        );
        assert_eq!(changes.relies_on.iter().filter(|path| path.contains("later")).count(), 0);
    }
    // What is there already is not told again with each change.
    assert_eq!(bench.run(&command(&update("t1", r#"{"title":"Other"}"#))).unwrap().warnings, []);
    let View::Problems(problems) = bench.engine.view(&Query::Problems {}, &context()) else { panic!() };
    assert_eq!(problems.len(), 3);
    let come = |dependencies: &str| {
        command(&format!(
            r#"{{"kind":"createTask","task":{{"id":"later","fields":{{"title":"L","dependencies":{{"set":[{dependencies}]}}}}}}}}"#
        ))
    };
    let refusal = bench.run(&come("\"t1\"")).unwrap_err();
    assert_eq!(refusal.text.to_string(), "This would create a circular dependency: later → t1 → later.");
    assert_eq!(bench.run(&come("")).unwrap().warnings, []);
    let View::Problems(problems) = bench.engine.view(&Query::Problems {}, &context()) else { panic!() };
    assert_eq!(problems.len(), 0);
}

#[test]
fn a_deleted_task_leaves_a_dangling_dependency_that_a_repair_removes_whole() {
    let mut bench = Bench::from_text(&undented(JSON));
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

#[test]
fn copies_wait_for_copies_in_the_same_way() {
    let mut bench = Bench::from_text(&undented(
        r#"
        === tasks/t1-a/_task.todo.json
        {"id": "t1", "title": "A"}
        === tasks/t1-a/t1.1-b/_task.todo.json
        {"id": "t1.1", "title": "B"}
        === tasks/t1-a/t1.2-c/_task.todo.json
        {"id": "t1.2", "title": "C", "dependencies": ["t1.1", "t2"], "handoff_dependencies": [{"id": "t2", "kind": "FF", "lag": 1}, {"id": "t1.1", "kind": "SS", "lag": 2}]}
        === tasks/t2-d/_task.todo.json
        {"id": "t2", "title": "D"}
        "#,
    ));
    bench.run(&command(r#"{"kind":"duplicateTask","id":"t1"}"#)).unwrap();
    assert_eq!(told(&mut bench, "t3.2"), ["t3.1 SS 2", "t2 FF 1"]);
}
