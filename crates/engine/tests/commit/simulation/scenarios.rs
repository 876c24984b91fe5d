//! The simulated scenarios.

use std::collections::BTreeMap;

use handoff_protocol::Layout;

use super::{End, Rules, World};
use crate::commit::project::{LOCKING, LOCKLESS};

/// Runs several simulations and counts the outcomes of all requests.
fn simulate(rules: &Rules, worlds: u64, requests: usize) -> BTreeMap<End, usize> {
    let mut all = BTreeMap::new();
    for seed in 1..=worlds {
        let mut world = World::new(rules.clone(), seed);
        world.run(requests);
        for (end, count) in world.check() {
            *all.entry(end).or_default() += count;
        }
    }
    all
}

const DEFAULTS: Rules = Rules {
    layout: Layout::Json,
    capabilities: LOCKING,
    gaps: false,
    moves: false,
    crashes: 0,
    processes: false,
    wide: true,
};

#[test]
fn two_windows_survive_a_program_that_deletes_before_writing() {
    let ends = simulate(&Rules { gaps: true, ..DEFAULTS }, 20, 100);
    assert!(ends[&End::Done] > 1_000, "{ends:?}");
}

#[test]
fn two_windows_moving_tasks_survive_foreign_edits() {
    for layout in [Layout::Json, Layout::Toml] {
        let ends = simulate(&Rules { layout, moves: true, ..DEFAULTS }, 10, 100);
        assert!(ends[&End::Done] > 400, "{ends:?}");
    }
}

#[test]
fn crashing_windows_lose_no_committed_change() {
    for layout in [Layout::Json, Layout::Toml] {
        let ends = simulate(&Rules { layout, crashes: 600, ..DEFAULTS }, 10, 100);
        assert!(ends[&End::Done] > 300 && ends[&End::Crashed] > 50, "{ends:?}");
    }
}

#[test]
fn crashed_process_is_detected_without_waiting() {
    for layout in [Layout::Json, Layout::Toml] {
        let ends = simulate(&Rules { layout, crashes: 100, processes: true, ..DEFAULTS }, 5, 100);
        assert!(ends[&End::Done] > 200 && ends[&End::Crashed] > 50, "{ends:?}");
        assert_eq!(ends.get(&End::Locked), None, "no window runs into the lock timeout");
    }
}

#[test]
fn without_lock_no_task_change_is_lost() {
    let ends = simulate(&Rules { capabilities: LOCKLESS, wide: false, ..DEFAULTS }, 10, 100);
    assert!(ends[&End::Done] > 500, "{ends:?}");
}

#[test]
fn without_lock_multi_file_changes_are_not_torn() {
    for layout in [Layout::Json, Layout::Toml] {
        let ends = simulate(&Rules { layout, capabilities: LOCKLESS, wide: true, ..DEFAULTS }, 4, 100);
        assert!(ends[&End::Done] > 200, "{ends:?}");
    }
}
