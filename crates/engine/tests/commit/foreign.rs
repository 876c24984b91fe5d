//! Another program without a lock changes the same task at every possible moment.

use handoff_engine::tree::{Entry, Tree, parent};
use handoff_protocol::{Action, Command, FileState, Layout, Outcome, RefusalCode, TaskUpdate};

use super::project::{LAYOUTS, LOCKING, LOCKLESS, Person, harbour, id, is_done, is_task_file};
use crate::support::disk::{Disk, Torn, leftovers};
use crate::support::{NOW, command};

/// Returns the path of the task file with this title.
pub(super) fn file_of(tree: &Tree, title: &str) -> Option<String> {
    let mark = format!("\"{title}\"");
    tree.walk("tasks")
        .find(|(path, entry)| {
            is_task_file(path) && matches!(entry, Entry::File(bytes) if String::from_utf8_lossy(bytes).contains(&mark))
        })
        .map(|(path, _)| path)
}

/// Returns the content after the edit by the other program.
pub(super) fn edit(text: &str) -> String {
    match text.strip_prefix("{\n") {
        Some(rest) => format!("{{\n  \"x_other\": true,\n{rest}"),
        None => format!("x_other = true\n{text}"),
    }
}

pub(super) fn text(tree: &Tree, path: &str) -> String {
    String::from_utf8(tree.file(path).expect("a file").to_vec()).expect("text")
}

pub(super) fn put(disk: &mut Disk, path: &str, text: &str) {
    disk.tree.apply(FileState::File { path: path.to_owned(), bytes: text.as_bytes().to_vec() });
}

/// Checks that every task folder has exactly one task file.
fn check_task_files(tree: &Tree) {
    for (path, entry) in tree.walk("tasks") {
        if matches!(entry, Entry::Folder(_)) {
            let count = tree.children(&path).filter(|(name, _)| is_task_file(name)).count();
            assert_eq!(count, 1, "{path} has {count} task files");
        }
    }
}

fn our_commands(layout: Layout) -> Vec<Command> {
    let piles = id(layout, "1.1");
    [
        format!(r#"{{"kind":"updateTasks","ids":["{piles}"],"patch":{{"appendNotes":"our note"}}}}"#),
        format!(r#"{{"kind":"updateTasks","ids":["{piles}"],"patch":{{"appendNotes":"our note","status":"review"}}}}"#),
        format!(
            r#"{{"kind":"updateTasks","ids":["{}","{piles}","{}"],"patch":{{"appendNotes":"our note","status":"blocked"}}}}"#,
            id(layout, "2"),
            id(layout, "3")
        ),
        format!(r#"{{"kind":"updateTasks","ids":["{piles}"],"patch":{{}},"position":{{"parent":null,"place":{{"kind":"first"}}}}}}"#),
    ]
    .iter()
    .map(|text| command(text))
    .collect()
}

/// Checks that our note exists exactly if the outcome says so, and that the other program's change
/// is kept.
fn check(disk: &Disk, outcome: &Outcome, command: &Command, what: &str) {
    let tree = &disk.tree;
    check_task_files(tree);
    let path = file_of(tree, "Piles").unwrap_or_else(|| panic!("{what}: the task is lost"));
    let text = text(tree, &path);
    assert!(text.contains("x_other"), "{what}: the other program's change is lost:\n{text}");
    let is_move = matches!(command, Command::UpdateTasks(TaskUpdate { position: Some(_), .. }));
    let ours = if is_move { parent(parent(&path)) == "tasks" } else { text.contains("our note") };
    assert_eq!(ours, is_done(outcome), "{what}: {outcome:?}\n{path}\n{text}");
    assert_eq!(leftovers(tree), [""; 0], "{what}");
}

#[test]
fn concurrent_change_is_kept_and_the_command_replanned() {
    for (layout, capabilities) in LAYOUTS.into_iter().flat_map(|layout| [(layout, LOCKING), (layout, LOCKLESS)]) {
        for command in our_commands(layout) {
            for at in 0..60 {
                let mut disk = Disk::new(&harbour(layout));
                let mut person = Person::open(&disk, "noor", NOW, capabilities.clone());
                let first = person.begin(&command);
                let mut outcome = None;
                let mut run = |disk: &mut Disk, person: &mut Person| {
                    let disk = std::cell::RefCell::new(disk);
                    outcome = Some(person.finish_with(first.clone(), |here, action| {
                        let mut disk = disk.borrow_mut();
                        if here == at {
                            let path = file_of(&disk.tree, "Piles").expect("the task");
                            let changed = edit(&text(&disk.tree, &path));
                            put(&mut disk, &path, &changed);
                        }
                        disk.perform(action)
                    }));
                };
                run(&mut disk, &mut person);
                if person.actions <= at {
                    break;
                }
                let outcome = outcome.expect("an outcome");
                assert!(is_done(&outcome), "at {at} of {command:?}: {outcome:?}");
                check(&disk, &outcome, &command, &format!("{layout:?} at {at} of {command:?}"));
            }
        }
    }
}

/// The other program deletes the file and writes it again some time later, as the format allows.
#[test]
fn commit_waits_for_a_briefly_missing_file() {
    // In the TOML layout a status change renames the folder, so a program that writes by path loses
    // its file.
    for (layout, commands) in [(Layout::Json, 0..3), (Layout::Toml, 0..1)] {
        for command in &our_commands(layout)[commands] {
            for (at, window) in (0..60).flat_map(|at| [1, 2, 3, 5, 8, 13].map(|window| (at, window))) {
                let mut disk = Disk::new(&harbour(layout));
                let mut person = Person::open(&disk, "noor", NOW, LOCKING);
                let first = person.begin(command);
                let mut held: Option<(String, String)> = None;
                let mut over = 0;
                let outcome = person.finish_with(first, |here, action| {
                    if here == at {
                        let path = file_of(&disk.tree, "Piles").expect("the task");
                        held = Some((path.clone(), text(&disk.tree, &path)));
                        disk.tree.remove(&path);
                    }
                    if let (true, Some((path, text))) = (here == at + window, held.take_if(|_| here == at + window)) {
                        let here = disk.tree.children(parent(&path)).filter(|(name, _)| is_task_file(name)).count();
                        assert_eq!(here, 0, "another program wrote in between");
                        put(&mut disk, &path, &edit(&text));
                    }
                    over = here;
                    disk.perform(action)
                });
                if over < at {
                    continue;
                }
                if let Some((path, text)) = held {
                    put(&mut disk, &path, &edit(&text));
                }
                let what = format!("{layout:?} at {at} for {window} of {command:?}");
                check(&disk, &outcome, command, &what);
                assert!(is_done(&outcome), "{what}: {outcome:?}");
            }
        }
    }
}

#[test]
fn deleted_file_is_not_recreated() {
    for (index, capabilities) in [(0, LOCKING), (0, LOCKLESS), (1, LOCKING)] {
        for at in 0..60 {
            let mut disk = Disk::of(&harbour(Layout::Json), &capabilities);
            let mut person = Person::open(&disk, "noor", NOW, capabilities.clone());
            let first = person.begin(&our_commands(Layout::Json)[index]);
            let outcome = person.finish_with(first, |here, action| {
                if here == at {
                    disk.tree.remove("tasks/t1-quay/t1.1-piles/_task.todo.json");
                    disk.tree.remove("tasks/t1-quay/t1.1-piles/_task.review.json");
                }
                disk.perform(action)
            });
            if person.actions <= at {
                break;
            }
            let what = format!("command {index} at {at}: {outcome:?}");
            let folder = "tasks/t1-quay/t1.1-piles";
            let remaining: Vec<&str> = disk.tree.children(folder).map(|(name, _)| name).collect();
            assert_eq!(remaining, [""; 0], "{what}");
            assert_eq!(leftovers(&disk.tree), [""; 0]);
            let logged = text(&disk.tree, "activity/2026-12/noor.jsonl");
            assert_eq!(logged.is_empty(), !is_done(&outcome), "{what} {logged}");
        }
    }
}

#[test]
fn command_is_refused_if_a_concurrent_change_forbids_it() {
    let piles = id(Layout::Json, "1.1");
    let quay_done = command(r#"{"kind":"updateTasks","ids":["t1"],"patch":{"title":"Pier","status":"done"}}"#);
    let mut disk = Disk::new(&harbour(Layout::Json));
    let mut other = Person::open(&disk, "other", NOW, LOCKING);
    assert!(is_done(&other.run(
        &mut disk,
        &command(&format!(r#"{{"kind":"updateTasks","ids":["{piles}"],"patch":{{"status":"done"}}}}"#))
    )));
    let mut person = Person::open(&disk, "noor", NOW, LOCKING);
    // Meanwhile another program adds an open subtask and changes the parent.
    put(&mut disk, "tasks/t1-quay/t1.9-new/_task.todo.json", "{\n  \"id\": \"t1.9\",\n  \"title\": \"New\"\n}");
    let path = "tasks/t1-quay/_task.in_progress.json";
    let changed = edit(&text(&disk.tree, path));
    put(&mut disk, path, &changed);
    let before = disk.tree.clone();
    let outcome = person.run(&mut disk, &quay_done);
    let Outcome::Refused { refusal } = outcome else { panic!("{outcome:?}") };
    assert_eq!(refusal.code, RefusalCode::OpenChild);
    assert!(disk.tree == before, "a refusal writes nothing");
}

#[test]
fn refusal_is_told_without_waiting() {
    let mut disk = Disk::new(&harbour(Layout::Json));
    let mut person = Person::open(&disk, "noor", NOW, LOCKING);
    let first = person.begin(&command(r#"{"kind":"updateTasks","ids":["t99"],"patch":{"title":"Gone"}}"#));
    let outcome = person.finish_with(first, |_, action| {
        assert!(!matches!(action, Action::Wait { .. }), "only a missing file may come back");
        disk.perform(action)
    });
    assert!(matches!(outcome, Outcome::Refused { .. }), "{outcome:?}");
}

#[test]
fn id_taken_by_another_window_is_not_reused() {
    for layout in LAYOUTS {
        let mut disk = Disk::new(&harbour(layout));
        let mut people = ["noor", "ali"].map(|name| Person::open(&disk, name, NOW, LOCKING));
        for person in &mut people {
            let create = command(&format!(
                r#"{{"kind":"changeTasks","tasks":[{{"fields":{{"title":"By {}"}}}}]}}"#,
                person.writer
            ));
            assert!(is_done(&person.run(&mut disk, &create)));
        }
        let folders: Vec<&str> = disk.tree.children("tasks").map(|(name, _)| name).collect();
        assert_eq!(folders.len(), 5, "{folders:?}");
        let number = if layout == Layout::Json { "t5-" } else { "05-" };
        assert!(folders.iter().any(|name| name.starts_with(number)), "{folders:?}");
    }
}

#[test]
fn endless_concurrent_changes_end_in_a_conflict() {
    let mut disk = Disk::new(&harbour(Layout::Json));
    let mut person = Person::open(&disk, "noor", NOW, LOCKING);
    let first = person.begin(&our_commands(Layout::Json)[0]);
    let path = "tasks/t1-quay/t1.1-piles/_task.todo.json";
    let mut number = 0;
    let outcome = person.finish_with(first, |_, action| {
        number += 1;
        put(&mut disk, path, &format!("{{\"id\": \"t1.1\", \"title\": \"Piles\", \"x_other\": {number}}}"));
        disk.perform(action)
    });
    let Outcome::Conflict { path: named, text } = outcome else { panic!("{outcome:?}") };
    assert_eq!(named, path);
    assert!(text.to_string().contains(path), "{text}");
    assert!(!super::foreign::text(&disk.tree, path).contains("our note"));
    assert_eq!(leftovers(&disk.tree), [""; 0]);
}

#[test]
fn change_between_crash_and_recovery_is_kept_and_reported() {
    let (mut reported, mut clean) = (0, 0);
    for layout in LAYOUTS {
        for command in our_commands(layout) {
            for at in 0..60 {
                let mut disk = Disk::new(&harbour(layout));
                let mut person = Person::open(&disk, "noor", NOW, LOCKING);
                let mut action = person.begin(&command);
                for _ in 0..at {
                    if matches!(action, Action::End { .. }) {
                        break;
                    }
                    let answer = disk.perform(&action);
                    person.tick(&action);
                    action = person.engine.answer(answer, person.now);
                }
                if matches!(action, Action::End { .. }) {
                    break;
                }
                disk.perform_torn(&action, Torn::Unwritten);
                let path = file_of(&disk.tree, "Piles").expect("the task");
                let content = edit(&text(&disk.tree, &path));
                put(&mut disk, &path, &content);
                let mut person = Person::open(&disk, "other", NOW + 60_000, LOCKING);
                let outcome = person.recover(&mut disk);
                assert!(is_done(&outcome), "{outcome:?}");
                let what = format!("{layout:?} at {at} of {command:?}");
                check_task_files(&disk.tree);
                assert_eq!(leftovers(&disk.tree), [""; 0], "{what}");
                let path = file_of(&disk.tree, "Piles").unwrap_or_else(|| panic!("{what}: the task is lost"));
                assert_eq!(text(&disk.tree, &path), content, "{what}");
                let query = handoff_protocol::Query::Problems {};
                let view =
                    handoff_protocol::to_json(&person.engine.view(&query, &super::project::context("x", 1, NOW)));
                let is_reported = view.contains("interrupted-commit");
                let aside = disk.tree.children("trash").any(|(name, _)| name.starts_with("interrupted-"));
                assert_eq!(is_reported, aside, "{what}");
                reported += usize::from(aside);
                clean += usize::from(!aside);
            }
        }
    }
    assert!(reported > 10 && clean > 10, "{reported} reported, {clean} without a journal or complete");
}

#[test]
fn folder_renamed_during_a_commit_is_not_recreated() {
    let command = command(r#"{"kind":"updateTasks","ids":["t2"],"patch":{"appendNotes":"our note"}}"#);
    for at in 0..60 {
        let mut disk = Disk::new(&harbour(Layout::Json));
        let mut person = Person::open(&disk, "noor", NOW, LOCKING);
        let first = person.begin(&command);
        let outcome = person.finish_with(first, |here, action| {
            if here == at {
                disk.tree.rename("tasks/t2-boats", "tasks/t2-ships");
            }
            disk.perform(action)
        });
        if person.actions <= at {
            break;
        }
        assert!(is_done(&outcome), "at {at}: {outcome:?}");
        check_task_files(&disk.tree);
        assert!(text(&disk.tree, "tasks/t2-ships/_task.todo.json").contains("our note"), "at {at}");
        // A new temporary file moves along with the folder. No program reads it there.
        assert!(leftovers(&disk.tree).iter().all(|path| path.starts_with("tasks/t2-ships/._task")), "at {at}");
    }
}

#[test]
fn folder_renamed_after_a_crash_is_not_recreated() {
    let command = command(r#"{"kind":"updateTasks","ids":["t2"],"patch":{"appendNotes":"our note"}}"#);
    for at in 0..60 {
        let mut disk = Disk::new(&harbour(Layout::Json));
        let mut person = Person::open(&disk, "noor", NOW, LOCKING);
        let mut action = person.begin(&command);
        for _ in 0..at {
            if !matches!(action, Action::End { .. }) {
                let answer = disk.perform(&action);
                action = person.engine.answer(answer, NOW);
            }
        }
        disk.tree.rename("tasks/t2-boats", "tasks/t2-ships");
        let outcome = Person::open(&disk, "other", NOW + 60_000, LOCKING).recover(&mut disk);
        assert!(is_done(&outcome), "at {at}: {outcome:?}");
        assert!(!disk.tree.is_folder("tasks/t2-boats"), "at {at}");
        check_task_files(&disk.tree);
    }
}

#[test]
fn id_taken_by_another_program_is_not_reused() {
    for at in 0..5 {
        let mut disk = Disk::new(&harbour(Layout::Json));
        let mut person = Person::open(&disk, "noor", NOW, LOCKING);
        let first = person.begin(&command(r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"Ours"}}]}"#));
        let outcome = person.finish_with(first, |here, action| {
            if here == at {
                put(&mut disk, "tasks/t4-theirs/_task.todo.json", r#"{"id": "t4", "title": "Theirs"}"#);
            }
            disk.perform(action)
        });
        assert!(is_done(&outcome), "at {at}: {outcome:?}");
        assert!(disk.tree.is_folder("tasks/t5-ours"), "at {at}");
    }
}

#[test]
fn undo_of_create_keeps_a_file_edited_by_another_program() {
    let create = command(r#"{"kind":"changeTasks","tasks":[{"fields":{"title":"Gauge"}}]}"#);
    let undo = command(r#"{"kind":"undo"}"#);
    for layout in LAYOUTS {
        for at in 0..60 {
            let mut disk = Disk::new(&harbour(layout));
            let mut person = Person::open(&disk, "noor", NOW, LOCKING);
            assert!(is_done(&person.run(&mut disk, &create)));
            let first = person.begin(&undo);
            let mut edited_at = None;
            let outcome = person.finish_with(first, |here, action| {
                if here == at {
                    edited_at = file_of(&disk.tree, "Gauge");
                    if let Some(path) = &edited_at {
                        let changed = edit(&text(&disk.tree, path));
                        put(&mut disk, path, &changed);
                    }
                }
                disk.perform(action)
            });
            if person.actions <= at {
                break;
            }
            let what = format!("{layout:?} at {at}: {outcome:?}");
            if edited_at.is_some() {
                let remaining = file_of(&disk.tree, "Gauge").unwrap_or_else(|| panic!("{what}: the task is lost"));
                assert!(text(&disk.tree, &remaining).contains("x_other"), "{what}");
                assert!(!is_done(&outcome), "{what}");
            }
            assert_eq!(leftovers(&disk.tree), [""; 0], "{what}");
        }
    }
}
