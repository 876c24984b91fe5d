//! Steps of timers: how they change the state, and which time they measure.
//!
//! Invariant: a change is applied only if the timer is in the state that it expects, so that no
//! stretch of time is counted twice.

use std::collections::BTreeSet;

use handoff_format::{TimerEntry, timestamp};
use handoff_protocol::{TimerChange, TimerNext};

use crate::Project;
use crate::ground::timestamp::parse_timestamp;
use crate::knowledge::time::{self, PAUSED, TRACKING};

/// A stretch of measured time, in seconds since 1970-01-01 UTC.
///
/// Both ends are rounded down to a second, so that stretches that follow each other add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stretch {
    pub(crate) start: i64,
    pub(crate) end: i64,
}

impl Stretch {
    pub(crate) fn seconds(self) -> u64 {
        self.end.saturating_sub(self.start).max(0).unsigned_abs()
    }
}

/// Returns the start of the stretch that a timer measures, in milliseconds since 1970-01-01 UTC.
/// `None` if it does not run.
pub(crate) fn running_since(entry: &TimerEntry) -> Option<i64> {
    let started_at = entry.started_at.as_deref().filter(|_| entry.state == TRACKING)?;
    parse_timestamp(started_at).map(|time| time.timestamp_millis())
}

/// Returns the start of a stretch, in milliseconds since 1970-01-01 UTC: time from before the clock was set to `from` counts as
/// if it had passed by this clock.
pub(crate) fn begun(from: i64, entry: &TimerEntry) -> i64 {
    from.saturating_sub_unsigned(entry.elapsed_ms)
}

/// Applies a change. Returns the stretch that it ends, which is empty if no time was measured, or `None`
/// if the timer is not in the state that the change expects.
pub(crate) fn apply(timers: &mut Vec<(String, TimerEntry)>, change: &TimerChange) -> Option<Stretch> {
    let index = timers.iter().position(|(task, _)| *task == change.task);
    let entry = index.and_then(|index| timers.get(index)).map(|(_, entry)| entry.clone());
    if entry.as_ref().and_then(running_since) != change.from {
        return None;
    }
    let mut entry = match entry {
        Some(entry) => entry,
        None if matches!(change.next, TimerNext::Running { .. }) => TimerEntry::default(),
        None => return None,
    };
    let begun = begun(change.from.unwrap_or(change.at), &entry);
    let start = begun.div_euclid(1000);
    let mut stretch = Stretch { start, end: change.at.div_euclid(1000).max(start) };
    entry.elapsed_ms = 0;
    match change.next {
        TimerNext::Running { from } => run(&mut entry, from),
        TimerNext::Carried { from } => {
            entry.elapsed_ms = change.at.saturating_sub(begun).max(0).unsigned_abs();
            run(&mut entry, from);
            stretch = Stretch::default();
        }
        TimerNext::Paused { idle } => {
            PAUSED.clone_into(&mut entry.state);
            entry.started_at = None;
            entry.paused_by_idle = idle;
        }
        TimerNext::Stopped {} => {
            timers.retain(|(task, _)| *task != change.task);
            return Some(stretch);
        }
    }
    match index.and_then(|index| timers.get_mut(index)) {
        Some((_, known)) => *known = entry,
        None => timers.push((change.task.clone(), entry)),
    }
    Some(stretch)
}

fn run(entry: &mut TimerEntry, from: i64) {
    TRACKING.clone_into(&mut entry.state);
    entry.started_at = Some(timestamp(from));
    entry.paused_by_idle = false;
}

/// The timers as they are after the changes that are not written yet.
pub(super) struct Running {
    pub(super) timers: Vec<(String, TimerEntry)>,
}

impl Running {
    /// Returns the timers of some tasks, or of all of them.
    pub(super) fn of(project: &Project, pending: &[TimerChange], only: Option<&BTreeSet<String>>) -> Running {
        let file = time::state(project).ok().flatten();
        let mut timers = file.map(|file| file.value.timers).unwrap_or_default();
        for change in pending {
            apply(&mut timers, change);
        }
        timers.retain(|(task, _)| only.is_none_or(|only| only.contains(task)));
        Running { timers }
    }

    /// Returns the tasks that have a timer.
    pub(super) fn tasks(&self) -> Vec<String> {
        self.timers.iter().map(|(task, _)| task.clone()).collect()
    }

    /// Returns the start of the stretch that a timer measures.
    pub(super) fn from(&self, task: &str) -> Option<i64> {
        self.timers.iter().find(|(id, _)| id == task).and_then(|(_, entry)| running_since(entry))
    }

    /// Returns the start of the stretch that a timer measures, with what it had measured before the clock was set.
    pub(super) fn begun(&self, task: &str) -> Option<i64> {
        let (_, entry) = self.timers.iter().find(|(id, _)| id == task)?;
        running_since(entry).map(|from| begun(from, entry))
    }

    /// Returns the tasks whose timers run, with the starts of their stretches.
    pub(super) fn running(&self) -> Vec<(String, i64)> {
        let running = |(task, entry): &(String, TimerEntry)| Some((task.clone(), running_since(entry)?));
        self.timers.iter().filter_map(running).collect()
    }

    /// Returns the tasks whose timers wait for the person.
    pub(super) fn idle(&self) -> Vec<String> {
        let idle = self.timers.iter().filter(|(_, entry)| entry.paused_by_idle && running_since(entry).is_none());
        idle.map(|(task, _)| task.clone()).collect()
    }
}
