//! Dependencies with kind and lag: how they are stored, and that an edit changes nothing else.

use handoff_protocol::{Command, Outcome, Query, View};

use crate::support::{Bench, check, command, context, dedent};

pub(super) const JSON: &str = r#"
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

/// Returns the dependencies of a task as the task page shows them.
pub(super) fn dependencies(bench: &mut Bench, id: &str) -> Vec<String> {
    let View::Task(Some(task)) = bench.engine.view(&Query::Task { id: id.to_owned() }, &context()) else { panic!() };
    task.dependencies.iter().map(|link| format!("{} {} {}", link.id, link.kind.name(), link.lag)).collect()
}

pub(super) fn update(id: &str, patch: &str) -> String {
    format!(r#"{{"kind":"updateTasks","ids":["{id}"],"patch":{patch}}}"#)
}

#[test]
fn dependency_kind_and_lag_are_read_from_files() {
    for (entries, expected, problems) in [
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
        assert_eq!(dependencies(&mut bench, "t3"), [expected], "{entries}");
        let View::Problems(actual) = bench.engine.view(&Query::Problems {}, &context()) else { panic!() };
        let actual: Vec<String> = actual.iter().map(|problem| problem.text.to_string()).collect();
        assert_eq!(actual.join("|"), problems, "{entries}");
        bench.run(&command(&update("t3", r#"{"title":"Still possible"}"#))).unwrap();
    }
    assert_eq!(dependencies(&mut Bench::from_text(&dedent(TOML)), "03"), ["01 SS 2", "02 FF -1"]);
}

#[test]
fn changing_a_dependency_edits_one_key() {
    check(
        JSON,
        &update("t3", r#"{"dependency":{"id":"t1","kind":"startToStart","lag":3}}"#),
        r#"
        Changed the dependency links of t3 “C”
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
        Changed the dependency links of 03 “C”
        write tasks/03-todo--c/task.toml
          + updated_at = "2026-12-01T08:00:00+00:00"
          - kind = "SS" # side by side
          + kind = "FF" # side by side
        log 03: "field""dependencyLinks" [{"id":"01","kind":"startToStart","lag":2},{"id":"02","kind":"finishToFinish","lag":-1}] [{"id":"01","kind":"finishToFinish","lag":2},{"id":"02","kind":"finishToFinish","lag":-1}]
        "#,
    );
}

#[test]
fn new_dependency_is_written_with_kind_and_lag() {
    check(
        JSON,
        &update("t2", r#"{"dependency":{"id":"t1","kind":"startToFinish","lag":-2}}"#),
        r#"
        t2 “B” now waits for t1 “A”
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
        02 “B” now waits for 01 “A”
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
fn default_kind_and_lag_are_not_written() {
    let plain = r#"{"dependency":{"id":"t1","kind":"finishToStart","lag":0}}"#;
    let mut bench = Bench::from_text(&dedent(JSON));
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
fn removing_a_dependency_removes_its_entry() {
    check(
        TOML,
        &update("03", r#"{"dependencies":{"remove":["01"]}}"#),
        r#"
        03 “C” no longer waits for 01 “A”
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
    let mut bench = Bench::from_text(&dedent(JSON));
    bench.run(&command(&update("t3", r#"{"dependencies":{"set":["t2"]}}"#))).unwrap();
    bench.run(&command(&update("t3", r#"{"dependencies":{"add":["t1"]}}"#))).unwrap();
    assert_eq!(dependencies(&mut bench, "t3"), ["t2 FS 0", "t1 FS 0"]);
}

#[test]
fn invalid_dependencies_are_refused() {
    for (id, patch, expected) in [
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
        check(JSON, &update(id, patch), expected);
    }
    check(
        JSON,
        r#"{"kind":"updateTasks","ids":["t3"],"patch":{"dependency":{"id":"t1","kind":"startToStart","lag":3}},"seen":{"dependency":{"id":"t1","kind":"startToStart","lag":1}}}"#,
        "refused Stale at dependencies: t3 was changed in the meantime. Check the new value first.",
    );
}

#[test]
fn undo_restores_kind_and_lag() {
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
        let mut bench = Bench::from_text(&dedent(project));
        let before = bench.tree.file(path).unwrap().to_vec();
        for request in &commands {
            assert!(matches!(bench.commit(&command(request)), Outcome::Done { changed: true, .. }));
        }
        for _ in &commands {
            assert!(matches!(bench.commit(&Command::Undo {}), Outcome::Done { changed: true, .. }));
        }
        assert_eq!(bench.tree.file(path).unwrap(), before);
    }
}

#[test]
fn change_id_updates_dependency_entries() {
    let rename = command(r#"{"kind":"changeId","folder":"tasks/t1-a","id":"quay"}"#);
    let mut bench = Bench::from_text(&dedent(JSON));
    bench.run(&rename).unwrap();
    let file = String::from_utf8_lossy(bench.tree.file("tasks/t3-c/_task.todo.json").unwrap()).into_owned();
    let expected = r#""dependencies": ["quay", "t2"], "handoff_dependencies": [{"id": "quay", "kind": "SS", "lag": 2, "why": "paint"}]"#;
    assert!(file.contains(expected), "{file}");
    // An entry about an ID that was no dependency does not apply to the task that gets the ID.
    let stale = JSON.replace(r#"[{"id": "t1", "#, r#"[{"id": "quay", "kind": "FF"}, {"id": "t1", "#);
    let mut bench = Bench::from_text(&dedent(&stale));
    bench.run(&rename).unwrap();
    assert_eq!(dependencies(&mut bench, "t3"), ["quay SS 2", "t2 FS 0"]);
}

#[test]
fn duplicate_keeps_kind_and_lag_between_copies() {
    let mut bench = Bench::from_text(&dedent(
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
    assert_eq!(dependencies(&mut bench, "t3.2"), ["t3.1 SS 2", "t2 FF 1"]);
}
