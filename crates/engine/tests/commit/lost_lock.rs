//! A holder that stalls until another process has taken its lock.

use handoff_protocol::{Action, Answer, Command, FileState, Layout, Outcome};

use super::lock::rename;
use super::project::{LOCKING, Person, harbour, is_done};
use crate::support::disk::{Disk, leftovers};
use crate::support::{NOW, command};

/// Starts a command and stops it after this many actions.
fn stop_after(disk: &mut Disk, command: &Command, actions: usize) -> (Person, Action) {
    let mut slow = Person::open(disk, "slow", NOW, LOCKING);
    let mut action = slow.begin(command);
    for _ in 0..actions {
        if matches!(action, Action::End { .. }) {
            break;
        }
        let answer = disk.perform(&action);
        slow.tick(&action);
        action = slow.engine.answer(answer, slow.now);
    }
    (slow, action)
}

/// Runs to the end; returns the outcome and the number of changes made without the lock.
fn resume(slow: &mut Person, disk: &mut Disk, action: Action) -> (Outcome, usize) {
    let (mut is_locked, mut changes) = (false, 0);
    if let Action::End { outcome } = action {
        return (outcome, 0);
    }
    let outcome = slow.finish_with(action, |_, action| {
        let answer = disk.perform(action);
        match action {
            Action::Create { .. } => is_locked |= answer == Answer::Ok {},
            Action::Replace { to: path, .. } | Action::Move { from: path, .. }
                if answer == Answer::Ok {} && !is_locked =>
            {
                changes += usize::from(!path.starts_with('.'));
            }
            _ => {}
        }
        answer
    });
    (outcome, changes)
}

#[test]
fn stalled_holder_stops_after_losing_its_lock() {
    let many = command(r#"{"kind":"updateTasks","ids":["t1","t1.1","t2","t3"],"patch":{"priority":"high"}}"#);
    for stop in 0..40 {
        let mut disk = Disk::new(&harbour(Layout::Json));
        let (mut slow, action) = stop_after(&mut disk, &many, stop);
        if matches!(action, Action::End { .. }) {
            break;
        }
        assert!(is_done(&Person::open(&disk, "quick", NOW + 30_000, LOCKING).recover(&mut disk)));
        // Restores everything to what the slow program expects, as a checkout does.
        disk.tree = harbour(Layout::Json);
        slow.now = NOW + 60_000;
        let (_, changes) = resume(&mut slow, &mut disk, action);
        assert!(changes < 2, "{stop}: only the step that was under way may still happen");
    }
}

#[test]
fn stalled_holder_learns_that_its_change_was_completed() {
    for stop in 0..30 {
        let mut disk = Disk::new(&harbour(Layout::Json));
        let (mut slow, action) = stop_after(&mut disk, &rename("slow"), stop);
        let mut quick = Person::open(&disk, "quick", NOW + 30_000, LOCKING);
        let priority = command(r#"{"kind":"updateTasks","ids":["t1"],"patch":{"priority":"high"}}"#);
        assert!(is_done(&quick.run(&mut disk, &priority)));
        slow.now = NOW + 60_000;
        let (outcome, _) = resume(&mut slow, &mut disk, action);
        let text = String::from_utf8_lossy(disk.tree.file("tasks/t1-quay/_task.in_progress.json").expect("the file"))
            .into_owned();
        assert!(text.contains("\"high\""), "the quick change is there: {text}");
        match outcome {
            Outcome::Done { .. } => assert!(text.contains("\"slow\""), "{stop}: {text}"),
            Outcome::Conflict { .. } => {}
            other => panic!("{stop}: {other:?}"),
        }
        quick.now = NOW + 3_600_000;
        assert!(is_done(&quick.recover(&mut disk)));
        assert_eq!(leftovers(&disk.tree), [""; 0], "{stop}");
    }
}

#[test]
fn release_leaves_the_lock_of_another_holder() {
    let mut disk = Disk::new(&harbour(Layout::Json));
    let mut slow = Person::open(&disk, "slow", NOW, LOCKING);
    let first = slow.begin(&rename("slow"));
    let theirs = FileState::File { path: ".lock".to_owned(), bytes: b"theirs".to_vec() };
    let outcome = slow.finish_with(first, |_, action| {
        if matches!(action, Action::Remove { path, .. } if path.starts_with(".journal")) {
            disk.tree.apply(theirs.clone());
        }
        disk.perform(action)
    });
    assert!(is_done(&outcome), "{outcome:?}");
    assert_eq!(disk.tree.file(".lock"), Some(b"theirs".as_slice()));
}
