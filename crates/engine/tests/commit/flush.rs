//! What survives a loss of power: a change of one file flushes that file, every other change its journal as well.

use handoff_engine::tree::Tree;
use handoff_protocol::{Action, Capabilities, Command, FileState, Layout, Outcome};

use super::project::{LAYOUTS, Person, harbour, id, is_done, locking_as, process};
use crate::support::disk::{Disk, leftovers};
use crate::support::{NOW, command};

/// A shell of the same host after it was started again.
fn later_boot() -> Capabilities {
    let mut other = process(9);
    other.boot = Some("second".to_owned());
    locking_as(other)
}

/// Opens the project, and changes a task so that there is a log.
fn ready(layout: Layout) -> (Person, Disk) {
    let capabilities = locking_as(process(7));
    let mut disk = Disk::of(&harbour(layout), &capabilities);
    let mut person = Person::open(&disk, "noor", NOW, capabilities);
    assert!(is_done(&patch(&mut person, &mut disk, layout, r#"{"title":"Oak"}"#)));
    (person, disk)
}

fn patch(person: &mut Person, disk: &mut Disk, layout: Layout, patch: &str) -> Outcome {
    person.run(disk, &change(layout, patch))
}

fn change(layout: Layout, patch: &str) -> Command {
    command(&format!(r#"{{"kind":"updateTasks","ids":["{}"],"patch":{patch}}}"#, id(layout, "1.1")))
}

/// Returns what kind of file an action changes and flushes.
fn flushed(action: &Action) -> Option<String> {
    let (path, flush) = match action {
        Action::Write { path, flush, .. } | Action::Append { path, flush, .. } | Action::Remove { path, flush } => {
            (path, *flush)
        }
        Action::Replace { to, flush, .. } => (to, *flush),
        _ => return None,
    };
    let name = path.rsplit('/').next().unwrap_or_default();
    let kind = [".tmp.", "journal", "lock", "task"].into_iter().find(|kind| name.contains(kind)).unwrap_or("log");
    flush.then(|| kind.to_owned())
}

#[test]
fn change_of_one_file_flushes_that_file_alone() {
    for layout in LAYOUTS {
        for (text, expected) in [
            (r#"{"title":"Oak piles"}"#, &[".tmp.", "task"] as &[&str]),
            (r#"{"notes":"measured","labels":{"add":["sea"]}}"#, &[".tmp.", "task"]),
            // Hours are also in the log, and only there with their day.
            (r#"{"actualHours":2.5}"#, &[".tmp.", "journal", ".tmp.", "task", "log", "journal"]),
        ] {
            let (mut person, mut disk) = ready(layout);
            let first = person.begin(&change(layout, text));
            let mut found = Vec::new();
            let outcome = person.finish_with(first, |_, action| {
                found.extend(flushed(action));
                disk.perform(action)
            });
            assert!(is_done(&outcome), "{outcome:?}");
            assert_eq!(found, expected, "{layout:?} {text}");
        }
    }
}

/// Performs an action on a disk that keeps only what is flushed. Folders and renames are.
fn perform_lasting(disk: &mut Disk, action: &Action) {
    let is_lost = matches!(
        action,
        Action::Create { .. }
            | Action::Write { flush: false, .. }
            | Action::Append { flush: false, .. }
            | Action::Replace { flush: false, .. }
            | Action::Remove { flush: false, .. }
    );
    if !is_lost {
        disk.perform(action);
    }
}

/// Returns the files of tasks.
fn tasks(tree: &Tree) -> Vec<(String, Vec<u8>)> {
    let files = tree.walk("tasks").filter_map(|(path, _)| Some((path.clone(), tree.file(&path)?.to_vec())));
    files.collect()
}

#[test]
fn loss_of_power_leaves_a_change_of_one_file_or_nothing_of_it() {
    for layout in LAYOUTS {
        let (_, start) = ready(layout);
        let mut is_over = false;
        for at in 0.. {
            let (mut person, mut whole) = ready(layout);
            let mut lasting = whole.clone();
            let mut action = person.begin(&change(layout, r#"{"title":"Oak piles"}"#));
            for _ in 0..at {
                let answer = whole.perform(&action);
                perform_lasting(&mut lasting, &action);
                person.tick(&action);
                action = person.engine.answer(answer, person.now);
            }
            is_over |= matches!(action, Action::End { .. });
            // Also a journal of which only the name was kept.
            let mut torn = whole.clone();
            for (path, _) in whole.tree.walk("").filter(|(path, _)| path.starts_with(".journal")) {
                torn.tree.put(FileState::File { path, bytes: vec![0; 9] });
            }
            for mut disk in [whole, lasting, torn] {
                let mut other = Person::open(&disk, "maya", person.now + 60_000, later_boot());
                let outcome = other.recover(&mut disk);
                assert!(is_done(&outcome), "{at}: {outcome:?}");
                assert_eq!(leftovers(&disk.tree), [""; 0], "{at}");
                assert!(disk.tree.children("trash").next().is_none(), "{at}");
                let is_new = tasks(&disk.tree).iter().any(|(_, text)| contains(text, "Oak piles"));
                assert!(is_new || tasks(&disk.tree) == tasks(&start.tree), "{at}");
                assert!(is_new || !is_over, "{at}: an acknowledged change was lost");
            }
            if is_over {
                break;
            }
        }
    }
}

#[test]
fn journal_without_a_flush_counts_until_the_next_boot() {
    for layout in LAYOUTS {
        let (mut person, mut disk) = ready(layout);
        let before = disk.clone();
        let first = person.begin(&change(layout, r#"{"title":"Oak piles"}"#));
        let mut journal = None;
        let outcome = person.finish_with(first, |_, action| {
            let answer = disk.perform(action);
            if let Action::Replace { to: path, .. } = action
                && path.starts_with(".journal")
            {
                let bytes = disk.tree.file(path).expect("a journal").to_vec();
                journal = Some(FileState::File { path: path.clone(), bytes });
            }
            answer
        });
        assert!(is_done(&outcome), "{outcome:?}");
        for (capabilities, is_completed) in [(locking_as(process(8)), true), (later_boot(), false)] {
            let mut disk = before.clone();
            disk.tree.apply(journal.clone().expect("a journal"));
            let mut other = Person::open(&disk, "maya", person.now + 60_000, capabilities);
            assert!(is_done(&other.recover(&mut disk)));
            assert_eq!(tasks(&disk.tree) != tasks(&before.tree), is_completed, "{layout:?}");
            assert_eq!(leftovers(&disk.tree), [""; 0]);
        }
    }
}

fn contains(bytes: &[u8], text: &str) -> bool {
    String::from_utf8_lossy(bytes).contains(text)
}
