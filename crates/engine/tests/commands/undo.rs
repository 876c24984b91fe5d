//! Undo and redo: they restore the exact files, or only the own fields, or are refused.

use handoff_engine::tree::Tree;
use handoff_protocol::{Command, FileState, Outcome, Query, RefusalCode, View};

use crate::support::{self, Bench, command, context};

const PROJECT: &str = "=== config.toml\n[project]\nname = \"P\"\n=== tasks/t1-a/_task.todo.json\n{\n  \"id\": \"t1\",\n  \"title\": \"A\",\n  \"schedule\": {\n    \"estimate_hours\": 1.0\n  }\n}\n=== tasks/t2-b/_task.todo.json\n{\"id\": \"t2\", \"title\": \"B\", \"schedule\": {\"due_date\": \"2026-12-09\"}, \"dependencies\": [\"t1\"]}\n=== baselines/2026-11-01-old.json\n{\"name\": \"Old\", \"created_at\": \"2026-11-01T09:00:00Z\", \"tasks\": [{\"id\": \"t1\"}]}\n=== tasks/t2-b/03-todo--c/task.toml\nid = \"03\" # c\ntitle = \"C\"\n";

const COMMANDS: [&str; 15] = [
    r#"{"kind":"changeTasks","tasks":[{"parent":"t1","fields":{"title":"New"}}]}"#,
    r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"in_progress","title":"AA"}}"#,
    r#"{"kind":"updateTasks","ids":["03","t2"],"patch":{"status":"blocked"}}"#,
    r#"{"kind":"updateTasks","ids":["03"],"patch":{},"position":{"parent":"t1","place":{"kind":"first"}}}"#,
    r#"{"kind":"updateTasks","ids":["t2"],"patch":{},"position":{"parent":null,"place":{"kind":"first"}}}"#,
    r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"blocked"},"card":{"kind":"last"}}"#,
    r#"{"kind":"updateTasks","ids":["03"],"patch":{"status":"blocked"},"position":{"parent":"t1"},"card":{"kind":"last"}}"#,
    r#"{"kind":"duplicateTask","id":"t2"}"#,
    r#"{"kind":"deleteTasks","ids":["t2"]}"#,
    r#"{"kind":"updateConfig","changes":[{"key":["settings","history_limit"],"value":3}]}"#,
    r#"{"kind":"changeId","folder":"tasks/t1-a","id":"one"}"#,
    r#"{"kind":"discard","path":"tasks/t2-b/03-todo--c"}"#,
    r#"{"kind":"repair","repairs":[{"kind":"changeId","folder":"tasks/t1-a"},{"kind":"updateTasks","ids":["t2"],"patch":{"dependencies":{"remove":["t1"]}}}]}"#,
    r#"{"kind":"saveBaseline","name":"New"}"#,
    r#"{"kind":"deleteBaseline","path":"baselines/2026-11-01-old.json"}"#,
];

/// Returns the files that other programs see: without logs, trash, the engine's own files and
/// `.gitignore`, which undo keeps.
fn visible_files(tree: &Tree) -> Vec<(String, Vec<u8>)> {
    let is_seen =
        |path: &str| handoff_engine::Engine::is_content(path) && !path.starts_with("activity") && path != ".gitignore";
    let files = tree.walk("").filter(|(path, _)| is_seen(path));
    files.map(|(path, _)| (path.clone(), tree.file(&path).unwrap_or_default().to_vec())).collect()
}

fn is_done(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Done { changed: true, .. })
}

#[test]
fn undo_and_redo_restore_the_exact_files() {
    for request in COMMANDS {
        let mut bench = Bench::from_text(PROJECT);
        let before = visible_files(&bench.tree);
        assert!(is_done(&bench.commit(&command(request))), "{request}");
        let after = visible_files(&bench.tree);
        assert_ne!(before, after, "{request}");
        for _ in 0..2 {
            assert!(is_done(&bench.commit(&Command::Undo {})), "{request}");
            assert_eq!(visible_files(&bench.tree), before, "{request}");
            assert!(is_done(&bench.commit(&Command::Redo {})), "{request}");
            assert_eq!(visible_files(&bench.tree), after, "{request}");
        }
    }
}

#[test]
fn undo_goes_back_several_steps_and_a_new_command_clears_redo() {
    let mut bench = Bench::from_text(PROJECT);
    let mut states = vec![visible_files(&bench.tree)];
    for request in &COMMANDS[..6] {
        assert!(is_done(&bench.commit(&command(request))), "{request}");
        states.push(visible_files(&bench.tree));
    }
    for state in states.iter().rev().skip(1) {
        assert!(is_done(&bench.commit(&Command::Undo {})));
        assert_eq!(&visible_files(&bench.tree), state);
    }
    let check_refused = |outcome: Outcome| match outcome {
        Outcome::Refused { refusal } => refusal.code,
        other => panic!("{other:?}"),
    };
    assert_eq!(check_refused(bench.commit(&Command::Undo {})), RefusalCode::NothingToUndo);
    assert!(is_done(&bench.commit(&Command::Redo {})));
    assert_eq!(visible_files(&bench.tree), states[1]);
    assert!(is_done(&bench.commit(&command(COMMANDS[8]))));
    assert_eq!(check_refused(bench.commit(&Command::Redo {})), RefusalCode::NothingToUndo);
}

fn write_foreign(bench: &mut Bench, path: &str, text: &str) {
    bench.feed(vec![FileState::File { path: path.to_owned(), bytes: text.as_bytes().to_vec() }]);
}

#[test]
fn undo_keeps_foreign_changes_of_other_fields() {
    let mut bench = Bench::from_text(PROJECT);
    let edit =
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"title":"Mine","estimateHours":2,"labels":{"add":["x"]}}}"#;
    assert!(is_done(&bench.commit(&command(edit))));
    let path = "tasks/t2-b/_task.todo.json";
    let theirs =
        String::from_utf8_lossy(bench.tree.file(path).unwrap()).replace("{\"id\"", "{\"assignee\": \"noor\", \"id\"");
    write_foreign(&mut bench, path, &theirs);
    assert!(is_done(&bench.commit(&Command::Undo {})));
    let restored = String::from_utf8_lossy(bench.tree.file(path).unwrap()).into_owned();
    assert_eq!(
        restored,
        "{\"assignee\": \"noor\", \"id\": \"t2\", \"title\": \"B\", \"updated_at\": \"2026-12-01T08:00:00.001+00:00\", \"schedule\": {\"due_date\": \"2026-12-09\"}, \"dependencies\": [\"t1\"]}"
    );
    assert!(is_done(&bench.commit(&Command::Redo {})));
    assert!(String::from_utf8_lossy(bench.tree.file(path).unwrap()).contains("Mine"));
}

#[test]
fn undo_is_refused_if_another_task_has_the_id() {
    let deleted = r#"{"kind":"deleteTasks","ids":["t2"]}"#;
    let renamed = r#"{"kind":"changeId","folder":"tasks/t2-b","id":"two"}"#;
    let created = r#"{"kind":"changeTasks","tasks":[{"id":"t2.9","parent":"t1","fields":{"title":"New"}}]}"#;
    for (request, undone, id) in
        [(deleted, false, "t2"), (deleted, false, "03"), (renamed, false, "t2"), (created, true, "t2.9")]
    {
        let mut bench = Bench::from_text(PROJECT);
        assert!(is_done(&bench.commit(&command(request))), "{request}");
        if undone {
            assert!(is_done(&bench.commit(&Command::Undo {})), "{request}");
        }
        let back = if undone { Command::Redo {} } else { Command::Undo {} };
        let path = "tasks/new/_task.todo.json";
        write_foreign(&mut bench, path, &format!("{{\"id\": \"{id}\", \"title\": \"Theirs\"}}"));
        let before = visible_files(&bench.tree);
        let Outcome::Refused { refusal } = bench.commit(&back) else { panic!("{request}: it came back") };
        assert_eq!(refusal.code, RefusalCode::IdTaken);
        assert_eq!(
            refusal.text.to_string(),
            format!(
                "{id} is now the ID of another task, “Theirs” in {path}, so this change cannot be undone. Give that task another ID first."
            )
        );
        assert_eq!(visible_files(&bench.tree), before, "{request}");
        write_foreign(&mut bench, path, "{\"id\": \"t77\", \"title\": \"Theirs\"}");
        assert!(is_done(&bench.commit(&back)), "{request}");
    }
}

#[test]
fn undo_works_with_duplicate_ids() {
    let mut bench = Bench::from_text(PROJECT);
    let before = visible_files(&bench.tree);
    assert!(is_done(&bench.commit(&command(r#"{"kind":"updateTasks","ids":["t1"],"patch":{"title":"Mine"}}"#))));
    write_foreign(&mut bench, "tasks/new/_task.todo.json", "{\"id\": \"t1\", \"title\": \"Theirs\"}");
    assert!(is_done(&bench.commit(&Command::Undo {})));
    bench.feed(vec![FileState::Gone { path: "tasks/new".to_owned() }]);
    assert_eq!(visible_files(&bench.tree), before);
}

#[test]
fn undo_is_refused_after_a_foreign_change_of_the_same_field() {
    let mut bench = Bench::from_text(PROJECT);
    assert!(is_done(&bench.commit(&command(r#"{"kind":"updateTasks","ids":["t2"],"patch":{"title":"Mine"}}"#))));
    write_foreign(&mut bench, "tasks/t2-b/_task.todo.json", "{\"id\": \"t2\", \"title\": \"Theirs\"}");
    match bench.commit(&Command::Undo {}) {
        Outcome::Refused { refusal } => {
            assert_eq!(refusal.code, RefusalCode::Stale);
            assert_eq!(
                refusal.text.to_string(),
                "tasks/t2-b/_task.todo.json has since been changed by another program, so this change cannot be undone."
            );
        }
        other => panic!("{other:?}"),
    }
    let mut bench = Bench::from_text(PROJECT);
    assert!(is_done(&bench.commit(&command(COMMANDS[0]))));
    write_foreign(
        &mut bench,
        "tasks/t1-a/t1.1-new/t1.1.1-below/_task.todo.json",
        "{\"id\": \"t1.1.1\", \"title\": \"x\"}",
    );
    assert!(
        matches!(bench.commit(&Command::Undo {}), Outcome::Refused { refusal } if refusal.code == RefusalCode::Stale)
    );
}

#[test]
fn task_history_lists_changes_with_their_actor() {
    let mut bench = Bench::from_text(PROJECT);
    bench.commit(&command(r#"{"kind":"updateTasks","ids":["t1"],"patch":{"title":"AA"}}"#));
    bench.commit(&Command::Undo {});
    let other = r#"{"id":"x","at":"2026-12-01T09:00:00+09:00","actor":{"kind":"agent","name":"ai"},"task":"t1","change":{"kind":"field","field":"title","from":null,"to":"A"}}"#;
    write_foreign(&mut bench, "activity/2026-11/ai.jsonl", &format!("{other}\n"));
    let View::Task(Some(task)) = bench.engine.view(&Query::Task { id: "t1".to_owned() }, &context()) else { panic!() };
    let lines: Vec<String> = task
        .history
        .iter()
        .map(|event| format!("{} {}", event.actor.name, support::value(&event.change)["to"]))
        .collect();
    assert_eq!(lines, ["Noor \"A\"", "Noor \"AA\"", "ai \"A\""]);
    let log = String::from_utf8_lossy(bench.tree.file("activity/2026-12/noor.jsonl").unwrap()).into_owned();
    assert_eq!(log.lines().count(), 3, "the header and two events");
    assert!(
        matches!(bench.engine.view(&Query::Project {}, &context()), View::Project(project) if project.redo.is_some() && project.undo.is_none())
    );
}

#[test]
fn feeding_committed_content_again_changes_nothing() {
    let mut bench = Bench::from_text(PROJECT);
    for request in COMMANDS {
        bench.commit(&command(request));
        let everything = support::delta(&Tree::default(), &bench.tree);
        let content = everything.into_iter().filter(|state| match state {
            FileState::File { path, .. } | FileState::Folder { path } => handoff_engine::Engine::is_content(path),
            _ => true,
        });
        assert!(!bench.engine.feed(content.collect(), support::NOW).changed, "{request}");
    }
}

#[test]
fn gantt_view_settings_are_saved_without_undo_step_or_event() {
    let project = PROJECT.replace("name = \"P\"\n", "name = \"P\" # ours\n\n[gantt_view]\nsort = \"id\" # by hand\n");
    let mut bench = Bench::from_text(&project);
    let task = "tasks/t1-a/_task.todo.json";
    let before = bench.tree.file(task).unwrap().to_vec();
    let drag = r#"{"kind":"updateTasks","ids":["t1"],"patch":{"startDate":"2026-12-02","dueDate":"2026-12-04"}}"#;
    assert!(is_done(&bench.commit(&command(drag))));
    let dragged = bench.tree.file(task).unwrap().to_vec();
    let log = |bench: &Bench| bench.tree.file("activity/2026-12/noor.jsonl").unwrap_or_default().to_vec();
    let events = log(&bench);
    let look = r#"{"kind":"updateConfig","changes":[{"key":["gantt_view","sort"],"value":"start"},{"key":["gantt_view","zoom"],"value":"day"}]}"#;
    assert!(is_done(&bench.commit(&command(look))));
    let config = "[project]\nname = \"P\" # ours\n\n[gantt_view]\nsort = \"start\" # by hand\nzoom = \"day\"";
    let content =
        |bench: &Bench| String::from_utf8_lossy(bench.tree.file("config.toml").unwrap()).trim_end().to_owned();
    assert_eq!(content(&bench), config);
    assert_eq!(log(&bench), events, "no event is logged");
    assert!(is_done(&bench.commit(&Command::Undo {})));
    assert_eq!(bench.tree.file(task).unwrap(), before, "the drag is undone");
    assert_eq!(content(&bench), config, "the view settings stay");
    assert!(is_done(
        &bench.commit(&command(r#"{"kind":"updateConfig","changes":[{"key":["gantt_view","zoom"],"value":"month"}]}"#))
    ));
    assert!(is_done(&bench.commit(&Command::Redo {})), "view settings do not clear redo");
    assert_eq!(bench.tree.file(task).unwrap(), dragged);
    let both = r#"{"kind":"updateConfig","changes":[{"key":["gantt_view","zoom"],"value":"week"},{"key":["settings","history_limit"],"value":3}]}"#;
    assert!(is_done(&bench.commit(&command(both))));
    assert!(is_done(&bench.commit(&Command::Undo {})));
    assert!(content(&bench).contains("zoom = \"month\""), "together with a setting it is an undo step");
}

#[test]
fn gantt_view_settings_create_a_missing_configuration() {
    let mut bench = Bench::from_text("=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\"}\n");
    let look = r#"{"kind":"updateConfig","changes":[{"key":["gantt_view","zoom"],"value":"day"}]}"#;
    assert!(is_done(&bench.commit(&command(look))));
    assert!(String::from_utf8_lossy(bench.tree.file("config.toml").unwrap()).contains("zoom = \"day\""));
}

const CYCLE_CANDIDATE: &str = "=== config.toml\n[settings]\nrequire_estimate_hours = false\n=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\", \"dependencies\": [\"t2\"]}\n=== tasks/t2-b/_task.todo.json\n{\"id\": \"t2\", \"title\": \"B\"}\n=== tasks/t3-c/_task.todo.json\n{\"id\": \"t3\", \"title\": \"C\"}\n";

const REMOVE_DEPENDENCY: &str = r#"{"kind":"updateTasks","ids":["t1"],"patch":{"dependencies":{"remove":["t2"]}}}"#;

/// Writes a task file of [`CYCLE_CANDIDATE`] as another program does.
fn write_task(bench: &mut Bench, id: &str, name: &str, dependencies: &str) {
    let text = format!("{{\"id\": \"{id}\", \"title\": \"theirs\", \"dependencies\": [{dependencies}]}}");
    write_foreign(bench, &format!("tasks/{id}-{name}/_task.todo.json"), &text);
}

/// Runs an undo or redo that must be refused with this text and change nothing.
fn check_refused(bench: &mut Bench, command: &Command, code: RefusalCode, sentence: &str) {
    let before = bench.tree.clone();
    match bench.commit(command) {
        Outcome::Refused { refusal } => {
            assert_eq!((refusal.code, refusal.text.to_string().as_str()), (code, sentence));
        }
        other => panic!("{other:?} instead of {sentence}"),
    }
    assert_eq!(bench.tree, before, "{sentence}");
}

#[test]
fn undo_is_refused_if_it_closes_a_dependency_cycle() {
    let cycle = RefusalCode::DependencyCycle;
    for (request, sentence) in [
        (REMOVE_DEPENDENCY, "This would create a circular dependency: t1 → t2 → t3 → t1."),
        (r#"{"kind":"deleteTasks","ids":["t1"]}"#, "This would create a circular dependency: t1 → t2 → t3 → t1."),
        (r#"{"kind":"discard","path":"tasks/t1-a"}"#, "This would create a circular dependency: t1 → t2 → t3 → t1."),
        (
            r#"{"kind":"changeId","folder":"tasks/t1-a","id":"one"}"#,
            "This would create a circular dependency: t3 → t1 → t2 → t3.",
        ),
    ] {
        let mut bench = Bench::from_text(CYCLE_CANDIDATE);
        assert!(is_done(&bench.commit(&command(request))), "{request}");
        write_task(&mut bench, "t2", "b", "\"t3\"");
        write_task(&mut bench, "t3", "c", "\"t1\"");
        check_refused(&mut bench, &Command::Undo {}, cycle, sentence);
        // The step is not lost: undo works once the cycle is gone.
        write_task(&mut bench, "t3", "c", "");
        assert!(is_done(&bench.commit(&Command::Undo {})), "{request}");
        assert!(is_done(&bench.commit(&Command::Redo {})), "{request}");
    }
    let mut bench = Bench::from_text(CYCLE_CANDIDATE);
    let new = r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"New","dependencies":{"add":["t1"]}}}]}"#;
    assert!(is_done(&bench.commit(&command(new))));
    assert!(is_done(&bench.commit(&Command::Undo {})));
    write_task(&mut bench, "t2", "b", "\"t4\"");
    check_refused(&mut bench, &Command::Redo {}, cycle, "This would create a circular dependency: t4 → t1 → t2 → t4.");
}

#[test]
fn existing_cycle_does_not_block_undo() {
    let mut bench = Bench::from_text(CYCLE_CANDIDATE);
    assert!(is_done(&bench.commit(&command(r#"{"kind":"updateTasks","ids":["t1"],"patch":{"title":"Mine"}}"#))));
    write_task(&mut bench, "t2", "b", "\"t1\"");
    assert!(is_done(&bench.commit(&Command::Undo {})));
    // Dependencies that the same step removes do not count for a cycle.
    let mut bench = Bench::from_text(CYCLE_CANDIDATE);
    let both = r#"{"kind":"updateTasks","ids":["t1","t2"],"patch":{"dependencies":{"remove":["t2"],"add":["t3"]}}}"#;
    assert!(is_done(&bench.commit(&command(both))));
    write_foreign(
        &mut bench,
        "tasks/t3-c/_task.todo.json",
        "{\"id\": \"t3\", \"title\": \"C\", \"dependencies\": [\"t1\"]}",
    );
    assert!(is_done(&bench.commit(&Command::Undo {})));
    // The last dependency of a cycle can be removed although the task is in another cycle.
    write_task(&mut bench, "t1", "a", "\"t2\", \"t3\"");
    write_task(&mut bench, "t2", "b", "\"t1\"");
    write_task(&mut bench, "t3", "c", "\"t1\"");
    assert!(is_done(&bench.commit(&command(REMOVE_DEPENDENCY))));
}

#[test]
fn undo_of_a_move_is_refused_without_parent_or_below_itself() {
    let below = "=== tasks/t2-b/t2.1-d/_task.todo.json\n{\"id\": \"t2.1\", \"title\": \"D\"}\n";
    let up = r#"{"kind":"updateTasks","ids":["t2.1"],"patch":{},"position":{"parent":null,"place":{"kind":"last"}}}"#;
    let mut bench = Bench::from_text(&[CYCLE_CANDIDATE, below].concat());
    assert!(is_done(&bench.commit(&command(up))));
    bench.feed(vec![FileState::Gone { path: "tasks/t2-b".to_owned() }]);
    let gone = "tasks/t2-b has since been changed by another program, so this change cannot be undone.";
    check_refused(&mut bench, &Command::Undo {}, RefusalCode::Stale, gone);
    let text = "{\"id\": \"t2\", \"title\": \"B\"}";
    write_foreign(&mut bench, "tasks/t2.1-d/t2-b/_task.todo.json", text);
    check_refused(
        &mut bench,
        &Command::Undo {},
        RefusalCode::MoveIntoItself,
        "t2.1 cannot be moved under itself or its subtasks.",
    );
    bench.feed(vec![FileState::Gone { path: "tasks/t2.1-d/t2-b".to_owned() }]);
    write_foreign(&mut bench, "tasks/t2-b/_task.todo.json", text);
    assert!(is_done(&bench.commit(&Command::Undo {})));
    assert!(bench.tree.is_folder("tasks/t2-b/t2.1-d"));
}
