//! The simulated scenarios.

use std::collections::BTreeMap;

use handoff_protocol::Layout;

use super::{End, Rules, World};
use crate::commit::project::{LOCKING, LOCKLESS};
use crate::support::form::{is_long, seed};

/// Runs two simulations, or twenty in the long form, of a hundred requests. Returns how many of a hundred
/// had each outcome, on average.
fn simulate(rules: &Rules) -> BTreeMap<End, usize> {
    let (worlds, first) = (if is_long() { 20 } else { 2 }, seed(1));
    let mut all: BTreeMap<End, usize> = BTreeMap::new();
    for seed in (first..).take(worlds) {
        let mut world = World::new(rules.clone(), seed);
        world.run(100);
        for (end, count) in world.check() {
            *all.entry(end).or_default() += count;
        }
    }
    all.into_iter().map(|(end, count)| (end, count / worlds)).collect()
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
    let ends = simulate(&Rules { gaps: true, ..DEFAULTS });
    assert!(ends[&End::Done] > 50, "{ends:?}");
}

#[test]
fn two_windows_moving_tasks_survive_foreign_edits() {
    for layout in [Layout::Json, Layout::Toml] {
        let ends = simulate(&Rules { layout, moves: true, ..DEFAULTS });
        assert!(ends[&End::Done] > 40, "{ends:?}");
    }
}

#[test]
fn crashing_windows_lose_no_committed_change() {
    for layout in [Layout::Json, Layout::Toml] {
        let ends = simulate(&Rules { layout, crashes: 600, ..DEFAULTS });
        assert!(ends[&End::Done] > 30 && ends[&End::Crashed] > 5, "{ends:?}");
    }
}

#[test]
fn crashed_process_is_detected_without_waiting() {
    for layout in [Layout::Json, Layout::Toml] {
        let ends = simulate(&Rules { layout, crashes: 100, processes: true, ..DEFAULTS });
        assert!(ends[&End::Done] > 40 && ends[&End::Crashed] > 10, "{ends:?}");
        assert_eq!(ends.get(&End::Locked), None, "no window runs into the lock timeout");
    }
}

#[test]
fn without_lock_no_task_change_is_lost() {
    let ends = simulate(&Rules { capabilities: LOCKLESS, wide: false, ..DEFAULTS });
    assert!(ends[&End::Done] > 50, "{ends:?}");
}

#[test]
fn without_lock_multi_file_changes_are_not_torn() {
    for layout in [Layout::Json, Layout::Toml] {
        let ends = simulate(&Rules { layout, capabilities: LOCKLESS, wide: true, ..DEFAULTS });
        assert!(ends[&End::Done] > 50, "{ends:?}");
    }
}
