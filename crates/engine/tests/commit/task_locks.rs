//! The locks of tasks that other programs respect.

use std::collections::BTreeSet;

use handoff_engine::tree::{Tree, name, parent};
use handoff_protocol::{Action, Answer, Capabilities, Layout, Outcome};

use super::project::{LAYOUTS, LOCKING, Person, commands, harbour, is_done};
use crate::support::disk::Disk;
use crate::support::{NOW, command};

const FILE_LOCKING: Capabilities = Capabilities { file_locks: true, ..LOCKING };

/// Returns the paths of a tree, without the files of locks.
fn paths(tree: &Tree) -> Vec<String> {
    tree.walk("").map(|(path, _)| path).filter(|path| name(path) != ".lock").collect()
}

/// Performs an action and keeps the set of held locks. Panics if a task file changes without its lock.
fn perform_checked(disk: &mut Disk, held: &mut BTreeSet<String>, action: &Action) -> Answer {
    let is_json = |path: &str| name(path).starts_with("_task.");
    let changed = match action {
        Action::Replace { to: path, expected: Some(_), .. } | Action::Move { from: path, .. } if is_json(path) => path,
        _ => "",
    };
    assert!(changed.is_empty() || held.contains(&format!("{}/.lock", parent(changed))), "{action:?}: {held:?}");
    let answer = disk.perform(action);
    match action {
        Action::LockFile { path } if answer == (Answer::Ok {}) => assert!(held.insert(path.clone()), "{path} twice"),
        Action::UnlockFile { path } => assert!(held.remove(path), "{path} is not locked"),
        _ => {}
    }
    answer
}

#[test]
fn json_task_is_changed_under_its_lock_and_nothing_stays_locked() {
    for layout in LAYOUTS {
        for series in commands(layout) {
            let (mut disk, mut plain) = (Disk::new(&harbour(layout)), Disk::new(&harbour(layout)));
            let mut person = Person::open(&disk, "noor", NOW, FILE_LOCKING);
            let mut other = Person::open(&plain, "noor", NOW, LOCKING);
            for command in &series {
                let mut held = BTreeSet::new();
                let first = person.begin(command);
                let outcome = person.finish_with(first, |_, action| perform_checked(&mut disk, &mut held, action));
                assert!(is_done(&outcome), "{command:?}: {outcome:?}");
                assert!(held.is_empty(), "{command:?}: {held:?}");
                other.run(&mut plain, command);
            }
            assert_eq!(paths(&disk.tree), paths(&plain.tree), "{series:?}");
            let has_locks = disk.tree.walk("tasks").any(|(path, _)| name(&path) == ".lock");
            assert!(layout == Layout::Json || !has_locks, "{series:?}");
        }
    }
}

#[test]
fn change_waits_for_the_lock_of_another_program_and_keeps_what_it_wrote() {
    let path = "tasks/t2-boats/_task.todo.json";
    let lock = "tasks/t2-boats/.lock";
    let change = command(r#"{"kind":"updateTasks","ids":["t2"],"patch":{"status":"review","priority":"high"}}"#);
    for attempts in [0, 1, 7] {
        let mut disk = Disk::new(&harbour(Layout::Json));
        let mut person = Person::open(&disk, "noor", NOW, FILE_LOCKING);
        disk.locked.insert(lock.to_owned());
        let (mut left, first) = (attempts, person.begin(&change));
        let outcome = person.finish_with(first, |_, action| {
            if matches!(action, Action::LockFile { .. }) {
                if left == 0 && disk.locked.remove(lock) {
                    let text = String::from_utf8(disk.tree.file(path).unwrap().to_vec()).unwrap();
                    let text = text.replace("\"Boats\"", "\"Ships\"");
                    disk.perform(&Action::Write { path: path.to_owned(), bytes: text.into_bytes(), flush: true });
                }
                left -= i32::from(left > 0);
            }
            disk.perform(action)
        });
        assert!(is_done(&outcome), "{attempts}: {outcome:?}");
        let text = String::from_utf8(disk.tree.file("tasks/t2-boats/_task.review.json").unwrap().to_vec()).unwrap();
        assert!(text.contains("\"Ships\"") && text.contains("\"high\""), "{attempts}: {text}");
        assert!(disk.tree.file(path).is_none(), "{attempts}");
    }
}

#[test]
fn lock_that_another_program_never_releases_changes_nothing() {
    let mut disk = Disk::new(&harbour(Layout::Json));
    let mut person = Person::open(&disk, "noor", NOW, FILE_LOCKING);
    disk.locked.insert("tasks/t2-boats/.lock".to_owned());
    let many = command(r#"{"kind":"updateTasks","ids":["t1","t2"],"patch":{"priority":"high"}}"#);
    let outcome = person.run(&mut disk, &many);
    let Outcome::Failed { text, .. } = outcome else { panic!("{outcome:?}") };
    let expected = "tasks/t2-boats could not be saved: another program has been changing the task for two seconds. Nothing was changed.";
    assert_eq!(text.to_string(), expected);
    let path = "tasks/t1-quay/_task.in_progress.json";
    assert_eq!(disk.tree.file(path), harbour(Layout::Json).file(path));
}

#[test]
fn second_status_file_that_goes_away_is_waited_for() {
    let (old, new) = ("tasks/t2-boats/_task.todo.json", "tasks/t2-boats/_task.blocked.json");
    let change = command(r#"{"kind":"updateTasks","ids":["t2"],"patch":{"priority":"high"}}"#);
    for waits in [1, 3, usize::MAX] {
        let mut disk = Disk::new(&harbour(Layout::Json));
        let bytes = disk.tree.file(old).unwrap().to_vec();
        disk.perform(&Action::Write { path: new.to_owned(), bytes, flush: true });
        let mut person = Person::open(&disk, "noor", NOW, FILE_LOCKING);
        let (mut waited, first) = (0, person.begin(&change));
        let outcome = person.finish_with(first, |_, action| {
            waited += usize::from(matches!(action, Action::Wait { .. }));
            if waited == waits {
                disk.perform(&Action::Remove { path: old.to_owned(), flush: true });
            }
            disk.perform(action)
        });
        assert_eq!(is_done(&outcome), waits != usize::MAX, "{waits}: {outcome:?}");
        if waits != usize::MAX {
            assert!(String::from_utf8_lossy(disk.tree.file(new).unwrap()).contains("\"high\""), "{waits}");
        }
    }
}
