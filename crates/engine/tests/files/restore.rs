//! Deleted tasks and files come back from the trash.

use std::fmt::Write as _;

use handoff_protocol::{Command, Context, Outcome, Query, View};

use crate::support::{self, Bench, command, context, dedent, describe};

const PROJECT: &str = r#"
    === config.toml
    [project]
    name = "Small"
    === tasks/01-todo--build/task.toml
    id = "01" # build
    title = "Build"
    === tasks/01-todo--build/01.1-todo--parse/task.toml
    id = "01.1"
    title = "Parse"
    dependencies = ["01.2"]
    === tasks/01-todo--build/01.1-todo--parse/01.1.1-todo--read/task.toml
    id = "01.1.1"
    title = "Read"
    dependencies = ["01.1.2", "02"]
    handoff_dependencies = [{ id = "01.1.2", kind = "start_to_start" }]
    task_links = [{ target = "01.1", link_type = "task" }]
    === tasks/01-todo--build/01.1-todo--parse/01.1.2-done--split/task.toml
    id = "01.1.2"
    title = "Split"
    === tasks/01-todo--build/01.2-todo--print/task.toml
    id = "01.2"
    title = "Print"
    === tasks/02-todo--ship/task.toml
    id = "02"
    title = "Ship"
    === memory/m-20261121-025727-398154.json
    {"version": 2, "id": "m-20261121-025727-398154", "text": "The feed sends rows twice.", "kind": "gotcha", "tags": [], "content_hash": "0", "created_at": "2026-11-21T02:57:27Z", "updated_at": "2026-11-21T02:57:27Z"}
"#;
/// The deletion of the task that has subtasks.
const DELETE: &str = r#"{"kind":"deleteTasks","ids":["01.1"]}"#;
const RESTORE: &str = r#"{"kind":"restoreTrash","entries":["01.1"]}"#;

/// Returns the paths and texts of all files below some folders.
fn content(bench: &Bench, folders: &[&str]) -> String {
    let mut text = String::new();
    for folder in folders {
        for (path, _) in bench.tree.walk(folder) {
            let bytes = bench.tree.file(&path).unwrap_or_default();
            writeln!(text, "{path} {}", String::from_utf8_lossy(bytes)).unwrap();
        }
    }
    text
}

fn run(bench: &mut Bench, requests: &[&str]) {
    for request in requests {
        assert!(matches!(bench.commit(&command(request)), Outcome::Done { changed: true, .. }), "{request}");
    }
}

/// Plans a command after others, and opens the project anew in between, as another process does.
fn plan_after(requests: &[&str], request: &str) -> String {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    run(&mut bench, requests);
    let mut reopened = Bench::new(support::delta(&handoff_engine::tree::Tree::default(), &bench.tree));
    let described = describe(&reopened.plan(&command(request)));
    // The name in the trash has the number of the deletion.
    described.replace("trash/20261201-080000-0000000", "trash/")
}

#[test]
fn restore_of_an_open_task_below_a_finished_one_warns() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    run(&mut bench, &[DELETE, r#"{"kind":"updateTasks","ids":["01.2","01"],"patch":{"status":"skipped"}}"#]);
    let changes = bench.plan(&command(RESTORE)).unwrap();
    let warnings: Vec<String> = changes.warnings.iter().map(ToString::to_string).collect();
    assert!(warnings.iter().any(|warning| warning.contains("Parse") && warning.contains("Build")), "{warnings:?}");
}

fn trash(bench: &mut Bench) -> String {
    let View::Trash(entries) = bench.engine.view(&Query::Trash {}, &context()) else { panic!("no list") };
    let mut text = String::new();
    for entry in entries {
        let by = entry.deleted_by.map(|actor| actor.name);
        writeln!(
            text,
            "{} {:?} {:?} {} +{} under {:?} from {:?} at {:?} by {by:?}",
            entry.path, entry.kind, entry.id, entry.title, entry.subtasks, entry.parent, entry.origin, entry.deleted_at
        )
        .unwrap();
    }
    text
}

#[test]
fn trash_lists_what_was_deleted_newest_first() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    bench.feed(support::files(
        "=== trash/interrupted-x-1\n{}\n=== trash/20250102-030405-0000beef-t9-old/_task.todo.json\n{\"id\": \"t9\", \"title\": \"Old\"}\n=== trash/20250102-030405-0000beef-20241231-1-x.closed.json\n{}\n=== trash/20250102-030405-0000beef-2026-11-01-kick-off.json\n{}",
    ));
    run(
        &mut bench,
        &[
            DELETE,
            r#"{"kind":"deleteMemory","id":"m-20261121-025727-398154"}"#,
            r#"{"kind":"deleteTasks","ids":["01"]}"#,
        ],
    );
    let expected = r#"
        trash/20261201-080000-00000003-01-todo--build Task Some("01") Build +1 under None from Some("tasks/01-todo--build") at Some("2026-12-01T08:00:00+00:00") by Some("Noor")
        trash/20261201-080000-00000002-m-20261121-025727-398154.json Memory None The feed sends rows twice. +0 under None from Some("memory/m-20261121-025727-398154.json") at Some("2026-12-01T08:00:00+00:00") by None
        trash/20261201-080000-00000001-01.1-todo--parse Task Some("01.1") Parse +2 under Some("01") from Some("tasks/01-todo--build/01.1-todo--parse") at Some("2026-12-01T08:00:00+00:00") by Some("Noor")
        trash/20250102-030405-0000beef-t9-old Task Some("t9") Old +0 under None from None at Some("2025-01-02T03:04:05+00:00") by None
        trash/20250102-030405-0000beef-2026-11-01-kick-off.json Baseline None 2026-11-01-kick-off.json +0 under None from Some("baselines/2026-11-01-kick-off.json") at Some("2025-01-02T03:04:05+00:00") by None
        trash/20250102-030405-0000beef-20241231-1-x.closed.json Session None 20241231-1-x.closed.json +0 under None from Some("sessions/20241231-1-x.closed.json") at Some("2025-01-02T03:04:05+00:00") by None
        trash/interrupted-x-1 Other None interrupted-x-1 +0 under None from None at None by None
    "#;
    let actual = trash(&mut bench);
    assert_eq!(actual.trim(), dedent(expected).trim(), "\n{actual}");
}

#[test]
fn trash_shows_the_summary_of_a_session_and_who_deleted_it_but_logs_no_private_one() {
    let session = |id: u32, more: &str| {
        format!(
            "=== sessions/2026110{id}-080000-x{more}.closed.json\n{{\"version\": 2, \"id\": \"s-{id}\", \"summary\": \"Sum {id}\", \"environment\": {{\"handoff_record\": {{\"visibility\": \"{}\"}}}}}}\n",
            if more.is_empty() { "team" } else { "private" }
        )
    };
    let config = "=== config.toml\n[project]\nname = \"P\"\n[settings]\nhistory_limit = 1\n";
    let mut bench = Bench::from_text(&[config.to_owned(), session(1, ""), session(2, ".private")].concat());
    let save = r#"{"kind":"saveSession","save":{"target":{"kind":"new"},"patch":{"values":{"summary":"Now"},"lists":[],"remove":[],"record":{}},"status":"closed","pause":{"kind":"nothing"}}}"#;
    run(&mut bench, &[save]);
    let rows: Vec<String> =
        trash(&mut bench).lines().map(|row| row.split_once(" Session ").unwrap().1.to_owned()).collect();
    let at = r#"at Some("2026-12-01T08:00:00+00:00")"#;
    assert_eq!(
        rows,
        [
            format!(
                r#"None Sum 2 +0 under None from Some("sessions/20261102-080000-x.private.closed.json") {at} by None"#
            ),
            format!(
                r#"None Sum 1 +0 under None from Some("sessions/20261101-080000-x.closed.json") {at} by Some("Noor")"#
            ),
        ]
    );
}

/// Deletions and other changes, and what restoring plans then.
const CASES: [(&[&str], &str, &str); 12] = [
    (
        &[DELETE],
        RESTORE,
        r#"
        Restored 01.1 “Parse”
        move trash/1-01.1-todo--parse to tasks/01-todo--build/01.1-todo--parse
        log config: "renamed" "trash/1-01.1-todo--parse" "tasks/01-todo--build/01.1-todo--parse"
        log 01.1: "created""Parse"
        log 01.1.1: "created""Read"
        log 01.1.2: "created""Split"
        "#,
    ),
    (
        // The parent has another status and so another folder now.
        &[DELETE, r#"{"kind":"updateTasks","ids":["01"],"patch":{"status":"blocked"}}"#],
        r#"{"kind":"restoreTrash","entries":["trash/20261201-080000-00000001-01.1-todo--parse"]}"#,
        r#"
        Restored 01.1 “Parse”
        move trash/1-01.1-todo--parse to tasks/01-blocked--build/01.1-todo--parse
        log config: "renamed" "trash/1-01.1-todo--parse" "tasks/01-blocked--build/01.1-todo--parse"
        log 01.1: "created""Parse"
        log 01.1.1: "created""Read"
        log 01.1.2: "created""Split"
        "#,
    ),
    (
        &[r#"{"kind":"deleteTasks","ids":["01.1.2"]}"#, r#"{"kind":"deleteTasks","ids":["01"]}"#],
        r#"{"kind":"restoreTrash","entries":["01.1.2"]}"#,
        r#"
        Restored 01.1.2 “Split”
        move trash/1-01.1.2-done--split to tasks/01.1.2-done--split
        log config: "renamed" "trash/1-01.1.2-done--split" "tasks/01.1.2-done--split"
        log 01.1.2: "created""Split"
        warn 01.1.2 was a subtask of 01.1, which no longer exists. It is at the top level now.
        "#,
    ),
    (
        // The entry with the parent is restored first, whatever the order.
        &[r#"{"kind":"deleteTasks","ids":["01.1.2"]}"#, r#"{"kind":"deleteTasks","ids":["01"]}"#],
        r#"{"kind":"restoreTrash","entries":["01.1.2", "01"]}"#,
        r#"
        Restored 2 items from the trash
        move trash/2-01-todo--build to tasks/01-todo--build
        move trash/1-01.1.2-done--split to tasks/01-todo--build/01.1-todo--parse/01.1.2-done--split
        log config: "renamed" "trash/2-01-todo--build" "tasks/01-todo--build"
        log config: "renamed" "trash/1-01.1.2-done--split" "tasks/01-todo--build/01.1-todo--parse/01.1.2-done--split"
        log 01: "created""Build"
        log 01.1: "created""Parse"
        log 01.1.1: "created""Read"
        log 01.2: "created""Print"
        log 01.1.2: "created""Split"
        "#,
    ),
    (
        // The IDs of the task and of one of its subtasks are taken. Those of the subtasks follow.
        &[
            DELETE,
            r#"{"kind":"changeTasks","tasks":[{"id":"01.1","fields":{"title":"New"}}]}"#,
            r#"{"kind":"changeTasks","tasks":[{"id":"01.1.2","fields":{"title":"Newer"}}]}"#,
        ],
        RESTORE,
        r#"
        Restored 01.1 “Parse”
        move trash/1-01.1-todo--parse to tasks/01-todo--build/01.3-todo--parse
        move tasks/01-todo--build/01.3-todo--parse/01.1.1-todo--read to tasks/01-todo--build/01.3-todo--parse/01.3.1-todo--read
        move tasks/01-todo--build/01.3-todo--parse/01.1.2-done--split to tasks/01-todo--build/01.3-todo--parse/01.3.2-done--split
        write tasks/01-todo--build/01.3-todo--parse/task.toml
          - id = "01.1"
          + id = "01.3"
          + updated_at = "2026-12-01T08:00:00+00:00"
        write tasks/01-todo--build/01.3-todo--parse/01.3.1-todo--read/task.toml
          - id = "01.1.1"
          + id = "01.3.1"
          - dependencies = ["01.1.2", "02"]
          - handoff_dependencies = [{ id = "01.1.2", kind = "start_to_start" }]
          - task_links = [{ target = "01.1", link_type = "task" }]
          + updated_at = "2026-12-01T08:00:00+00:00"
          + dependencies = ["01.3.2", "02"]
          + handoff_dependencies = [{ id = "01.3.2", kind = "start_to_start" }]
          + task_links = [{ target = "01.3", link_type = "task" }]
        write tasks/01-todo--build/01.3-todo--parse/01.3.2-done--split/task.toml
          - id = "01.1.2"
          + id = "01.3.2"
          + updated_at = "2026-12-01T08:00:00+00:00"
        log config: "renamed" "trash/1-01.1-todo--parse" "tasks/01-todo--build/01.3-todo--parse"
        log 01.3: "created""Parse"
        log 01.3: "field""id" "01.1" "01.3"
        log 01.3.1: "created""Read"
        log 01.3.1: "field""id" "01.1.1" "01.3.1"
        log 01.3.2: "created""Split"
        log 01.3.2: "field""id" "01.1.2" "01.3.2"
        warn 01.1 is the ID of another task now, so the restored task “Parse” has the ID 01.3.
        warn The restored task “Read” has the ID 01.3.1 instead of 01.1.1, like its parent.
        warn The restored task “Split” has the ID 01.3.2 instead of 01.1.2, like its parent.
        "#,
    ),
    (
        &[r#"{"kind":"deleteMemory","id":"m-20261121-025727-398154"}"#],
        r#"{"kind":"restoreTrash","entries":["trash/20261201-080000-00000001-m-20261121-025727-398154.json"]}"#,
        r#"
        Restored m-20261121-025727-398154.json
        move trash/1-m-20261121-025727-398154.json to memory/m-20261121-025727-398154.json
        log config: "memory" null "The feed sends rows twice."
        "#,
    ),
    (
        // Restoring would close a cycle with what was changed since.
        &[
            DELETE,
            r#"{"kind":"updateTasks","ids":["01.2"],"patch":{"dependencies":{"add":["02"]}}}"#,
            r#"{"kind":"updateTasks","ids":["02"],"patch":{"dependencies":{"add":["01.1"]}}}"#,
        ],
        RESTORE,
        "refused DependencyCycle at dependencies: This would create a circular dependency: 01.1 → 01.2 → 02 → 01.1.",
    ),
    (
        &[
            DELETE,
            r#"{"kind":"changeTasks","tasks":[{"id":"01.1","fields":{"title":"New"}}]}"#,
            r#"{"kind":"deleteTasks","ids":["01.1"]}"#,
        ],
        RESTORE,
        "refused AmbiguousTask: Several deleted tasks have the ID 01.1. Choose one by its path: trash/3-01.1-todo--new, trash/1-01.1-todo--parse.",
    ),
    (&[], RESTORE, "refused BadPath: 01.1 is not in the trash."),
    (&[DELETE, r#"{"kind":"undo"}"#], RESTORE, "refused BadPath: 01.1 is not in the trash."),
    (
        &[DELETE],
        r#"{"kind":"restoreTrash","entries":[]}"#,
        "refused BadCommand: Choose what to restore: a path in the trash, or the ID of a deleted task.",
    ),
    (
        &[],
        r#"{"kind":"restoreTrash","entries":["../config.toml"]}"#,
        "refused BadPath: ../config.toml is not in the trash.",
    ),
];

#[test]
fn restore_puts_deleted_entries_back_or_says_why_not() {
    for (requests, request, expected) in CASES {
        let actual = plan_after(requests, request);
        assert_eq!(actual, dedent(expected).trim(), "\n{requests:?}\n{actual}\n");
    }
}

#[test]
fn restored_task_has_the_files_that_it_had_and_undo_deletes_it_again() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    let before = content(&bench, &["tasks"]);
    run(&mut bench, &[DELETE]);
    let deleted = content(&bench, &["tasks", "trash"]);
    for _ in 0..2 {
        run(&mut bench, &[RESTORE]);
        assert_eq!(content(&bench, &["tasks", "trash"]), before);
        run(&mut bench, &[r#"{"kind":"undo"}"#]);
        assert_eq!(content(&bench, &["tasks", "trash"]), deleted);
    }
    run(&mut bench, &[r#"{"kind":"redo"}"#]);
    assert_eq!(content(&bench, &["tasks", "trash"]), before);
}

/// A folder in the trash, the files beside it, and what restoring it plans.
const OTHERS: [(&str, &str, &str); 7] = [
    (
        "=== trash/20261201-080000-0000beef-t1-x/_task.todo.json\n{\"id\": \"t1\", ",
        "t1-x",
        "Restored t1 “t1-x”\nmake tasks\nmove trash/t1-x to tasks/t1-x\nlog config: \"renamed\" \"trash/t1-x\" \"tasks/t1-x\"\nlog t1: \"created\"\"t1-x\"\nwarn The activity log does not say where t1 was. It is at the top level now.",
    ),
    (
        "=== trash/20261201-080000-0000beef-t1-x/_task.todo.json\n{\"id\": \"t1\", \n=== tasks/t1-y/_task.todo.json\n{\"id\": \"t1\", \"title\": \"Y\"}",
        "t1-x",
        "refused BrokenFile: t1 is the ID of another task now, and the file of the deleted task cannot be parsed, so that it cannot get another ID. Correct trash/t1-x/_task.todo.json, or change the ID of the other task.",
    ),
    (
        "=== trash/20261201-080000-0000beef-m-1.json\n{\"text\": \"old\"}\n=== memory/m-1.json\n{\"text\": \"new\"}",
        "m-1.json",
        "refused BadPath: trash/m-1.json cannot be restored, because memory/m-1.json exists. Rename or move that first.",
    ),
    (
        "=== trash/20261201-080000-0000beef-notes/a.md\nA",
        "notes",
        "refused BadPath: It is not known where trash/notes was. Move it from .handoff/trash/notes to its place yourself.",
    ),
    (
        "=== activity/2026-11/me.jsonl\n{\"id\":\"e\",\"at\":\"2026-11-21T10:00:00+00:00\",\"actor\":{\"kind\":\"human\",\"name\":\"\"},\"change\":{\"kind\":\"renamed\",\"from\":\"C:/x.md\",\"to\":\"trash/20261201-080000-0000beef-x.md\"}}\n=== trash/20261201-080000-0000beef-x.md\nA",
        "x.md",
        "refused BadPath: It is not known where trash/x.md was. Move it from .handoff/trash/x.md to its place yourself.",
    ),
    (
        "=== activity/2026-11/me.jsonl\n{\"id\":\"e\",\"at\":\"2026-11-21T10:00:00+00:00\",\"actor\":{\"kind\":\"human\",\"name\":\"\"},\"change\":{\"kind\":\"renamed\",\"from\":\"tasks/t1-x/_task.todo.json\",\"to\":\"trash/20261201-080000-0000beef-_task.todo.json\"}}\n=== trash/20261201-080000-0000beef-_task.todo.json\n{}\n=== tasks/t1-x/_task.done.json\n{\"id\": \"t1\", \"title\": \"X\"}",
        "_task.todo.json",
        "refused BadPath: trash/_task.todo.json cannot be restored, because the task in tasks/t1-x has a task file.",
    ),
    (
        "=== activity/2026-11/me.jsonl\n{\"id\":\"e\",\"at\":\"2026-11-21T10:00:00+00:00\",\"actor\":{\"kind\":\"human\",\"name\":\"\"},\"change\":{\"kind\":\"renamed\",\"from\":\"tasks/t1-x/a.md\",\"to\":\"trash/20261201-080000-0000beef-a.md\"}}\n=== trash/20261201-080000-0000beef-a.md\n{}",
        "a.md",
        "refused BadPath: trash/a.md cannot be restored, because its folder tasks/t1-x does not exist.",
    ),
];

#[test]
fn restore_treats_other_entries_with_care() {
    for (files, name, expected) in OTHERS {
        let mut bench = Bench::from_text(&format!("=== config.toml\n[project]\nname = \"P\"\n{files}"));
        let entries = vec![format!("trash/20261201-080000-0000beef-{name}")];
        let actual = describe(&bench.plan(&Command::RestoreTrash { entries })).replace("20261201-080000-0000beef-", "");
        assert_eq!(actual, expected, "\n{files}\n{actual}");
    }
}

/// Both were deleted in the same second, so that their names do not have their order.
#[test]
fn parent_is_restored_before_its_subtask() {
    let line = |from: &str, to: &str| {
        format!(
            r#"{{"id":"{to}","at":"2026-11-21T10:00:00+00:00","actor":{{"kind":"human","name":""}},"change":{{"kind":"renamed","from":"{from}","to":"{to}"}}}}"#
        )
    };
    let [child, parent] = ["trash/20261121-100000-0000000a-t2-b", "trash/20261121-100000-00000001-t1-a"];
    let mut bench = Bench::from_text(&format!(
        "=== config.toml\n[project]\nname = \"P\"\n=== activity/2026-11/me.jsonl\n{}\n{}\n=== {child}/_task.todo.json\n{{\"id\": \"t2\", \"title\": \"B\"}}\n=== {parent}/_task.todo.json\n{{\"id\": \"t1\", \"title\": \"A\"}}",
        line("tasks/t1-a/t2-b", child),
        line("tasks/t1-a", parent)
    ));
    run(&mut bench, &[r#"{"kind":"restoreTrash","entries":["t2", "t1"]}"#]);
    assert!(bench.tree.file("tasks/t1-a/t2-b/_task.todo.json").is_some());
}

/// A shell that reads the trash again reports that somebody has emptied it.
#[test]
fn emptied_trash_is_empty_when_it_is_read_again() {
    let mut bench = Bench::from_text(&dedent(PROJECT));
    run(&mut bench, &[DELETE]);
    bench.tree.remove("trash");
    bench.engine.feed_places(&["trash".to_owned()], Vec::new(), &context());
    assert_eq!(trash(&mut bench), "");
    let context = Context { seed: 9, ..context() };
    assert!(bench.engine.plan(&command(RESTORE), &context).is_err());
}
