//! Undo and redo: exactly back, or only one's own fields, or a refusal.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test ends where something is not as it should be"
)]

mod support;

use handoff_engine::tree::Tree;
use handoff_protocol::{Command, FileState, Outcome, Query, RefusalCode, View};
use support::{Bench, command, context};

const PROJECT: &str = "=== config.toml\n[project]\nname = \"P\"\n=== tasks/t1-a/_task.todo.json\n{\n  \"id\": \"t1\",\n  \"title\": \"A\",\n  \"schedule\": {\n    \"estimate_hours\": 1.0\n  }\n}\n=== tasks/t2-b/_task.todo.json\n{\"id\": \"t2\", \"title\": \"B\", \"schedule\": {\"due_date\": \"2026-12-09\"}, \"dependencies\": [\"t1\"]}\n=== baselines/2026-11-01-old.json\n{\"name\": \"Old\", \"created_at\": \"2026-11-01T09:00:00Z\", \"tasks\": [{\"id\": \"t1\"}]}\n=== tasks/t2-b/03-todo--c/task.toml\nid = \"03\" # c\ntitle = \"C\"\n";

const COMMANDS: [&str; 15] = [
    r#"{"kind":"createTask","task":{"parent":"t1","fields":{"title":"New"}}}"#,
    r#"{"kind":"updateTasks","ids":["t1"],"patch":{"status":"in_progress","title":"AA"}}"#,
    r#"{"kind":"updateTasks","ids":["03","t2"],"patch":{"status":"blocked"}}"#,
    r#"{"kind":"moveTasks","ids":["03"],"parent":"t1","place":{"kind":"first"}}"#,
    r#"{"kind":"moveTasks","ids":["t2"],"parent":null,"place":{"kind":"first"}}"#,
    r#"{"kind":"placeCards","ids":["t1"],"patch":{"status":"blocked"},"place":{"kind":"last"}}"#,
    r#"{"kind":"placeCards","ids":["03"],"patch":{"status":"blocked"},"parent":"t1","place":{"kind":"last"}}"#,
    r#"{"kind":"duplicateTask","id":"t2"}"#,
    r#"{"kind":"deleteTasks","ids":["t2"]}"#,
    r#"{"kind":"updateConfig","changes":[{"key":["settings","history_limit"],"value":3}]}"#,
    r#"{"kind":"changeId","folder":"tasks/t1-a","id":"one"}"#,
    r#"{"kind":"discard","path":"tasks/t2-b/03-todo--c"}"#,
    r#"{"kind":"repair","repairs":[{"kind":"changeId","folder":"tasks/t1-a"},{"kind":"updateTasks","ids":["t2"],"patch":{"dependencies":{"remove":["t1"]}}}]}"#,
    r#"{"kind":"saveBaseline","name":"New"}"#,
    r#"{"kind":"deleteBaseline","path":"baselines/2026-11-01-old.json"}"#,
];

/// What other programs see: without logs, the trash, the engine's own files and `.gitignore`, whose lines no undo takes back.
fn seen(tree: &Tree) -> Vec<(String, Vec<u8>)> {
    let is_seen =
        |path: &str| handoff_engine::Engine::is_content(path) && !path.starts_with("activity") && path != ".gitignore";
    let files = tree.walk("").filter(|(path, _)| is_seen(path));
    files.map(|(path, _)| (path.clone(), tree.file(&path).unwrap_or_default().to_vec())).collect()
}

fn done(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Done { changed: true, .. })
}

#[test]
fn every_command_there_and_back_and_there_again() {
    for asked in COMMANDS {
        let mut bench = Bench::from_text(PROJECT);
        let before = seen(&bench.tree);
        assert!(done(&bench.commit(&command(asked))), "{asked}");
        let after = seen(&bench.tree);
        assert_ne!(before, after, "{asked}");
        for _ in 0..2 {
            assert!(done(&bench.commit(&Command::Undo {})), "{asked}");
            assert_eq!(seen(&bench.tree), before, "{asked}");
            assert!(done(&bench.commit(&Command::Redo {})), "{asked}");
            assert_eq!(seen(&bench.tree), after, "{asked}");
        }
    }
}

#[test]
fn a_line_of_steps_and_a_new_one_that_ends_redo() {
    let mut bench = Bench::from_text(PROJECT);
    let mut states = vec![seen(&bench.tree)];
    for asked in &COMMANDS[..6] {
        assert!(done(&bench.commit(&command(asked))), "{asked}");
        states.push(seen(&bench.tree));
    }
    for state in states.iter().rev().skip(1) {
        assert!(done(&bench.commit(&Command::Undo {})));
        assert_eq!(&seen(&bench.tree), state);
    }
    let refused = |outcome: Outcome| match outcome {
        Outcome::Refused { refusal } => refusal.code,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(bench.commit(&Command::Undo {})), RefusalCode::NothingToUndo);
    assert!(done(&bench.commit(&Command::Redo {})));
    assert_eq!(seen(&bench.tree), states[1]);
    assert!(done(&bench.commit(&command(COMMANDS[8]))));
    assert_eq!(refused(bench.commit(&Command::Redo {})), RefusalCode::NothingToUndo);
}

fn foreign(bench: &mut Bench, path: &str, text: &str) {
    bench.feed(vec![FileState::File { path: path.to_owned(), bytes: text.as_bytes().to_vec() }]);
}

#[test]
fn another_programs_change_of_other_fields_is_kept() {
    let mut bench = Bench::from_text(PROJECT);
    let edit =
        r#"{"kind":"updateTasks","ids":["t2"],"patch":{"title":"Mine","estimateHours":2,"labels":{"add":["x"]}}}"#;
    assert!(done(&bench.commit(&command(edit))));
    let path = "tasks/t2-b/_task.todo.json";
    let theirs =
        String::from_utf8_lossy(bench.tree.file(path).unwrap()).replace("{\"id\"", "{\"assignee\": \"noor\", \"id\"");
    foreign(&mut bench, path, &theirs);
    assert!(done(&bench.commit(&Command::Undo {})));
    let left = String::from_utf8_lossy(bench.tree.file(path).unwrap()).into_owned();
    assert_eq!(
        left,
        "{\"assignee\": \"noor\", \"id\": \"t2\", \"title\": \"B\", \"updated_at\": \"2026-12-01T08:00:00.001+00:00\", \"schedule\": {\"due_date\": \"2026-12-09\"}, \"dependencies\": [\"t1\"]}"
    );
    assert!(done(&bench.commit(&Command::Redo {})));
    assert!(String::from_utf8_lossy(bench.tree.file(path).unwrap()).contains("Mine"));
}

#[test]
fn an_id_that_another_task_has_by_now_does_not_come_back() {
    let deleted = r#"{"kind":"deleteTasks","ids":["t2"]}"#;
    let renamed = r#"{"kind":"changeId","folder":"tasks/t2-b","id":"two"}"#;
    let created = r#"{"kind":"createTask","task":{"id":"t2.9","parent":"t1","fields":{"title":"New"}}}"#;
    for (asked, undone, id) in
        [(deleted, false, "t2"), (deleted, false, "03"), (renamed, false, "t2"), (created, true, "t2.9")]
    {
        let mut bench = Bench::from_text(PROJECT);
        assert!(done(&bench.commit(&command(asked))), "{asked}");
        if undone {
            assert!(done(&bench.commit(&Command::Undo {})), "{asked}");
        }
        let back = if undone { Command::Redo {} } else { Command::Undo {} };
        let path = "tasks/new/_task.todo.json";
        foreign(&mut bench, path, &format!("{{\"id\": \"{id}\", \"title\": \"Theirs\"}}"));
        let before = seen(&bench.tree);
        let Outcome::Refused { refusal } = bench.commit(&back) else { panic!("{asked}: it came back") };
        assert_eq!(refusal.code, RefusalCode::IdTaken);
        assert_eq!(
            refusal.text.to_string(),
            format!(
                "{id} is now the ID of another task, “Theirs” in {path}, so this change cannot be undone. Give that task another ID first."
            )
        );
        assert_eq!(seen(&bench.tree), before, "{asked}");
        foreign(&mut bench, path, "{\"id\": \"t77\", \"title\": \"Theirs\"}");
        assert!(done(&bench.commit(&back)), "{asked}");
    }
}

#[test]
fn of_two_tasks_with_one_id_each_change_can_be_taken_back() {
    let mut bench = Bench::from_text(PROJECT);
    let before = seen(&bench.tree);
    assert!(done(&bench.commit(&command(r#"{"kind":"updateTasks","ids":["t1"],"patch":{"title":"Mine"}}"#))));
    foreign(&mut bench, "tasks/new/_task.todo.json", "{\"id\": \"t1\", \"title\": \"Theirs\"}");
    assert!(done(&bench.commit(&Command::Undo {})));
    bench.feed(vec![FileState::Gone { path: "tasks/new".to_owned() }]);
    assert_eq!(seen(&bench.tree), before);
}

#[test]
fn another_programs_change_of_the_same_field_refuses() {
    let mut bench = Bench::from_text(PROJECT);
    assert!(done(&bench.commit(&command(r#"{"kind":"updateTasks","ids":["t2"],"patch":{"title":"Mine"}}"#))));
    foreign(&mut bench, "tasks/t2-b/_task.todo.json", "{\"id\": \"t2\", \"title\": \"Theirs\"}");
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
    assert!(done(&bench.commit(&command(COMMANDS[0]))));
    foreign(&mut bench, "tasks/t1-a/t1.1-new/t1.1.1-below/_task.todo.json", "{\"id\": \"t1.1.1\", \"title\": \"x\"}");
    assert!(
        matches!(bench.commit(&Command::Undo {}), Outcome::Refused { refusal } if refusal.code == RefusalCode::Stale)
    );
}

#[test]
fn the_history_tells_what_happened_and_by_whom() {
    let mut bench = Bench::from_text(PROJECT);
    bench.commit(&command(r#"{"kind":"updateTasks","ids":["t1"],"patch":{"title":"AA"}}"#));
    bench.commit(&Command::Undo {});
    let other = r#"{"id":"x","at":"2026-12-01T09:00:00+09:00","actor":{"kind":"agent","name":"ai"},"task":"t1","change":{"kind":"field","field":"title","from":null,"to":"A"}}"#;
    foreign(&mut bench, "activity/2026-11/ai.jsonl", &format!("{other}\n"));
    let View::Task(Some(task)) = bench.engine.view(&Query::Task { id: "t1".to_owned() }, &context()) else { panic!() };
    let told: Vec<String> = task
        .history
        .iter()
        .map(|event| format!("{} {}", event.actor.name, support::value(&event.change)["to"]))
        .collect();
    assert_eq!(told, ["Noor \"A\"", "Noor \"AA\"", "ai \"A\""]);
    let log = String::from_utf8_lossy(bench.tree.file("activity/2026-12/noor.jsonl").unwrap()).into_owned();
    assert_eq!(log.lines().count(), 2);
    assert!(
        matches!(bench.engine.view(&Query::Project {}, &context()), View::Project(project) if project.redo.is_some() && project.undo.is_none())
    );
}

#[test]
fn a_repeated_feed_of_what_was_committed_changes_nothing() {
    let mut bench = Bench::from_text(PROJECT);
    for asked in COMMANDS {
        bench.commit(&command(asked));
        let everything = support::delta(&Tree::default(), &bench.tree);
        let content = everything.into_iter().filter(|state| match state {
            FileState::File { path, .. } | FileState::Folder { path } => handoff_engine::Engine::is_content(path),
            _ => true,
        });
        assert!(!bench.engine.feed(content.collect(), support::NOW).changed, "{asked}");
    }
}

#[test]
fn how_somebody_looks_at_the_plan_is_kept_but_no_step_and_no_event() {
    let project = PROJECT.replace("name = \"P\"\n", "name = \"P\" # ours\n\n[gantt_view]\nsort = \"id\" # by hand\n");
    let mut bench = Bench::from_text(&project);
    let task = "tasks/t1-a/_task.todo.json";
    let before = bench.tree.file(task).unwrap().to_vec();
    let drag = r#"{"kind":"updateTasks","ids":["t1"],"patch":{"startDate":"2026-12-02","dueDate":"2026-12-04"}}"#;
    assert!(done(&bench.commit(&command(drag))));
    let dragged = bench.tree.file(task).unwrap().to_vec();
    let log = |bench: &Bench| bench.tree.file("activity/2026-12/noor.jsonl").unwrap_or_default().to_vec();
    let events = log(&bench);
    let look = r#"{"kind":"updateConfig","changes":[{"key":["gantt_view","sort"],"value":"start"},{"key":["gantt_view","zoom"],"value":"day"}]}"#;
    assert!(done(&bench.commit(&command(look))));
    let config = "[project]\nname = \"P\" # ours\n\n[gantt_view]\nsort = \"start\" # by hand\nzoom = \"day\"";
    let kept = |bench: &Bench| String::from_utf8_lossy(bench.tree.file("config.toml").unwrap()).trim_end().to_owned();
    assert_eq!(kept(&bench), config);
    assert_eq!(log(&bench), events, "nothing happened to the project");
    assert!(done(&bench.commit(&Command::Undo {})));
    assert_eq!(bench.tree.file(task).unwrap(), before, "the drag is taken back");
    assert_eq!(kept(&bench), config, "the look stays");
    assert!(done(
        &bench.commit(&command(r#"{"kind":"updateConfig","changes":[{"key":["gantt_view","zoom"],"value":"month"}]}"#))
    ));
    assert!(done(&bench.commit(&Command::Redo {})), "a look does not end redo");
    assert_eq!(bench.tree.file(task).unwrap(), dragged);
    let both = r#"{"kind":"updateConfig","changes":[{"key":["gantt_view","zoom"],"value":"week"},{"key":["settings","history_limit"],"value":3}]}"#;
    assert!(done(&bench.commit(&command(both))));
    assert!(done(&bench.commit(&Command::Undo {})));
    assert!(kept(&bench).contains("zoom = \"month\""), "together with a setting it is a step like every other");
}

#[test]
fn how_somebody_looks_at_the_plan_is_kept_where_there_is_no_configuration_yet() {
    let mut bench = Bench::from_text("=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\"}\n");
    let look = r#"{"kind":"updateConfig","changes":[{"key":["gantt_view","zoom"],"value":"day"}]}"#;
    assert!(done(&bench.commit(&command(look))));
    assert!(String::from_utf8_lossy(bench.tree.file("config.toml").unwrap()).contains("zoom = \"day\""));
}

const RING: &str = "=== config.toml\n[settings]\nrequire_estimate_hours = false\n=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\", \"dependencies\": [\"t2\"]}\n=== tasks/t2-b/_task.todo.json\n{\"id\": \"t2\", \"title\": \"B\"}\n=== tasks/t3-c/_task.todo.json\n{\"id\": \"t3\", \"title\": \"C\"}\n";

const NO_LONGER: &str = r#"{"kind":"updateTasks","ids":["t1"],"patch":{"dependencies":{"remove":["t2"]}}}"#;

/// A task's file of [`RING`] as another program writes it.
fn awaits(bench: &mut Bench, id: &str, name: &str, dependencies: &str) {
    let text = format!("{{\"id\": \"{id}\", \"title\": \"theirs\", \"dependencies\": [{dependencies}]}}");
    foreign(bench, &format!("tasks/{id}-{name}/_task.todo.json"), &text);
}

/// Takes back (or does again) the last step, which must be refused with that sentence and change nothing.
fn refused(bench: &mut Bench, command: &Command, code: RefusalCode, sentence: &str) {
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
fn what_would_close_a_circle_of_dependencies_is_not_taken_back() {
    let circle = RefusalCode::DependencyCycle;
    for (asked, sentence) in [
        (NO_LONGER, "This would create a circular dependency: t1 → t2 → t3 → t1."),
        (r#"{"kind":"deleteTasks","ids":["t1"]}"#, "This would create a circular dependency: t1 → t2 → t3 → t1."),
        (r#"{"kind":"discard","path":"tasks/t1-a"}"#, "This would create a circular dependency: t1 → t2 → t3 → t1."),
        (
            r#"{"kind":"changeId","folder":"tasks/t1-a","id":"one"}"#,
            "This would create a circular dependency: t1 → t2 → t3 → t1.",
        ),
    ] {
        let mut bench = Bench::from_text(RING);
        assert!(done(&bench.commit(&command(asked))), "{asked}");
        awaits(&mut bench, "t2", "b", "\"t3\"");
        awaits(&mut bench, "t3", "c", "\"t1\"");
        refused(&mut bench, &Command::Undo {}, circle, sentence);
        // The step is not lost: it can be taken back once nothing stands in its way.
        awaits(&mut bench, "t3", "c", "");
        assert!(done(&bench.commit(&Command::Undo {})), "{asked}");
        assert!(done(&bench.commit(&Command::Redo {})), "{asked}");
    }
    let mut bench = Bench::from_text(RING);
    let new = r#"{"kind":"createTask","task":{"fields":{"title":"New","dependencies":{"add":["t1"]}}}}"#;
    assert!(done(&bench.commit(&command(new))));
    assert!(done(&bench.commit(&Command::Undo {})));
    awaits(&mut bench, "t2", "b", "\"t4\"");
    refused(&mut bench, &Command::Redo {}, circle, "This would create a circular dependency: t4 → t1 → t2 → t4.");
}

#[test]
fn a_circle_that_another_program_closed_does_not_stand_in_the_way() {
    let mut bench = Bench::from_text(RING);
    assert!(done(&bench.commit(&command(r#"{"kind":"updateTasks","ids":["t1"],"patch":{"title":"Mine"}}"#))));
    awaits(&mut bench, "t2", "b", "\"t1\"");
    assert!(done(&bench.commit(&Command::Undo {})));
    // What goes away by the same step is no part of a circle.
    let mut bench = Bench::from_text(RING);
    let both = r#"{"kind":"updateTasks","ids":["t1","t2"],"patch":{"dependencies":{"remove":["t2"],"add":["t3"]}}}"#;
    assert!(done(&bench.commit(&command(both))));
    foreign(&mut bench, "tasks/t3-c/_task.todo.json", "{\"id\": \"t3\", \"title\": \"C\", \"dependencies\": [\"t1\"]}");
    assert!(done(&bench.commit(&Command::Undo {})));
    // The last dependency of a circle goes, although the task is in another one too.
    awaits(&mut bench, "t1", "a", "\"t2\", \"t3\"");
    awaits(&mut bench, "t2", "b", "\"t1\"");
    awaits(&mut bench, "t3", "c", "\"t1\"");
    assert!(done(&bench.commit(&command(NO_LONGER))));
}

#[test]
fn a_task_does_not_go_back_to_where_nothing_is_or_below_itself() {
    let below = "=== tasks/t2-b/t2.1-d/_task.todo.json\n{\"id\": \"t2.1\", \"title\": \"D\"}\n";
    let up = r#"{"kind":"moveTasks","ids":["t2.1"],"parent":null,"place":{"kind":"last"}}"#;
    let mut bench = Bench::from_text(&[RING, below].concat());
    assert!(done(&bench.commit(&command(up))));
    bench.feed(vec![FileState::Gone { path: "tasks/t2-b".to_owned() }]);
    let gone = "tasks/t2-b has since been changed by another program, so this change cannot be undone.";
    refused(&mut bench, &Command::Undo {}, RefusalCode::Stale, gone);
    let text = "{\"id\": \"t2\", \"title\": \"B\"}";
    foreign(&mut bench, "tasks/t2.1-d/t2-b/_task.todo.json", text);
    refused(
        &mut bench,
        &Command::Undo {},
        RefusalCode::MoveIntoItself,
        "t2.1 cannot be moved under itself or its subtasks.",
    );
    bench.feed(vec![FileState::Gone { path: "tasks/t2.1-d/t2-b".to_owned() }]);
    foreign(&mut bench, "tasks/t2-b/_task.todo.json", text);
    assert!(done(&bench.commit(&Command::Undo {})));
    assert!(bench.tree.is_folder("tasks/t2-b/t2.1-d"));
}
