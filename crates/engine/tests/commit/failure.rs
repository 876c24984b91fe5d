//! A file system that fails at any action leaves the old or the new state, and an error message.

use handoff_engine::tree::Tree;
use handoff_protocol::{Action, Answer, Fault, Layout, Outcome, RefusalCode};

use super::project::{LAYOUTS, LOCKING, LOCKLESS, Person, commands, harbour, is_done};
use crate::support::NOW;
use crate::support::disk::{Disk, Torn, difference, leftovers, without_traces};
use crate::support::form::sample;

const FAULTS: [Fault; 3] = [Fault::Transient, Fault::Full, Fault::Denied];

fn failure(fault: Fault) -> Answer {
    Answer::Failed { fault, reason: "the disk says no".to_owned() }
}

/// What an action does although the system reports a failure.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Effect {
    None,
    /// A replacement has removed its target.
    Half,
    Whole,
}

/// Runs commands; the actions of the last one whose number is in `fails` fail.
fn run(
    layout: Layout,
    commands: &[handoff_protocol::Command],
    fault: Fault,
    fails: std::ops::Range<usize>,
    effect: Effect,
) -> (Outcome, Disk, Tree, usize) {
    // Only shells without a lock replace files in two steps.
    let capabilities = if effect == Effect::Half { LOCKLESS } else { LOCKING };
    let mut disk = Disk::of(&harbour(layout), &capabilities);
    let mut person = Person::open(&disk, "noor", NOW, capabilities);
    let (last, before) = commands.split_last().expect("a command");
    for command in before {
        assert!(is_done(&person.run(&mut disk, command)));
    }
    let old = disk.tree.clone();
    let first = person.begin(last);
    let outcome = person.finish_with(first, |at, action| {
        if !fails.contains(&at) {
            return disk.perform(action);
        }
        match effect {
            Effect::None => {}
            Effect::Half => disk.perform_torn(action, Torn::Half),
            Effect::Whole => {
                disk.perform(action);
            }
        }
        failure(fault)
    });
    (outcome, disk, old, person.actions)
}

/// Removes an empty trash folder: it is created on the way and not rolled back.
pub fn without_empty_trash(tree: &Tree) -> Tree {
    let mut tree = tree.clone();
    if tree.children("trash").next().is_none() {
        tree.remove("trash");
    }
    tree
}

fn check(tree: &Tree, old: &Tree, new: &Tree, outcome: &Outcome, what: &str) {
    assert_eq!(leftovers(tree), [""; 0], "{what}");
    let expected = &without_empty_trash(if is_done(outcome) { new } else { old });
    let tree = &without_empty_trash(tree);
    assert!(tree == expected, "{what}: {outcome:?}\n{}", difference(expected, tree));
    if let Outcome::Failed { text, .. } = outcome {
        assert!(text.to_string().contains("the disk says no"), "{text}");
    }
}

#[test]
fn single_failure_is_retried_or_rolled_back() {
    for layout in LAYOUTS {
        for (number, commands) in commands(layout).into_iter().enumerate() {
            for effect in [Effect::None, Effect::Half, Effect::Whole] {
                let (_, new, _, actions) = run(layout, &commands, Fault::Other, 0..0, effect);
                let places = (0..actions).flat_map(|at| FAULTS.map(|fault| (at, fault)));
                for (at, fault) in sample(places, number, 5) {
                    let (outcome, mut disk, old, _) = run(layout, &commands, fault, at..at + 1, effect);
                    let what = format!("{fault:?} at {at}, effect {effect:?}, of {:?}", commands.last());
                    if fault == Fault::Transient {
                        assert!(is_done(&outcome), "{what}: {outcome:?}");
                    }
                    // If the lock could not be released it becomes stale. No other file may be left
                    // over.
                    let _ = Person::open(&disk, "other", NOW + 60_000, LOCKING).recover(&mut disk);
                    disk.tree = without_traces(&disk.tree);
                    check(&disk.tree, &old, &new.tree, &outcome, &what);
                }
            }
        }
    }
}

#[test]
fn permanent_failure_ends_the_commit() {
    for layout in LAYOUTS {
        for (number, commands) in commands(layout).into_iter().enumerate() {
            for effect in [Effect::None, Effect::Half] {
                let (_, new, _, actions) = run(layout, &commands, Fault::Other, 0..0, effect);
                let places = (0..actions).flat_map(|at| FAULTS.map(|fault| (at, fault)));
                for (at, fault) in sample(places, number, 5) {
                    let (outcome, mut disk, old, _) = run(layout, &commands, fault, at..usize::MAX, effect);
                    let outcome_of_recovery = Person::open(&disk, "other", NOW + 60_000, LOCKING).recover(&mut disk);
                    assert!(is_done(&outcome_of_recovery), "{outcome_of_recovery:?}");
                    disk.tree = without_traces(&disk.tree);
                    let what = format!("{fault:?} from {at}, effect {effect:?}, of {:?}", commands.last());
                    assert_eq!(leftovers(&disk.tree), [""; 0], "{what}");
                    // A change that started before the disk failed is completed or discarded now.
                    assert!(disk.tree == old || disk.tree == new.tree, "{what}\n{}", difference(&old, &disk.tree));
                    assert!(!is_done(&outcome) || disk.tree == new.tree, "{what}");
                }
            }
        }
    }
}

#[test]
fn unexpected_answers_end_the_commit() {
    for answer in [
        Answer::Ok {},
        Answer::Missing {},
        Answer::Exists {},
        Answer::Differs {},
        Answer::Bytes { bytes: b"{}".to_vec() },
        Answer::Names { names: vec!["..".to_owned(), "a/../..".to_owned(), "tasks".to_owned()] },
    ] {
        for at in 0..40 {
            let mut disk = Disk::new(&harbour(Layout::Json));
            let mut person = Person::open(&disk, "noor", NOW, LOCKING);
            let first = person.begin(&commands(Layout::Json)[3][0]);
            person.finish_with(first, |here, action| if here < at { disk.perform(action) } else { answer.clone() });
        }
    }
}

#[test]
fn read_only_project_is_refused() {
    for capabilities in [LOCKING, LOCKLESS] {
        let mut disk = Disk::new(&harbour(Layout::Json));
        let mut person = Person::open(&disk, "noor", NOW, capabilities);
        let first = person.begin(&commands(Layout::Json)[3][0]);
        let outcome = person.finish_with(first, |_, action| match action {
            Action::Read { .. } | Action::ReadFrom { .. } | Action::List { .. } => disk.perform(action),
            _ => failure(Fault::Denied),
        });
        let Outcome::Refused { refusal } = outcome else { panic!("{outcome:?}") };
        assert_eq!(refusal.code, RefusalCode::ReadOnly);
        assert_eq!(refusal.text.to_string(), "This project is read-only: the disk says no");
    }
}
