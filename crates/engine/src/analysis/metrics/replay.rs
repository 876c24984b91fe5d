//! Replays the past day by day and keeps sums over the selected tasks.
//!
//! Invariant: the figures of a day depend on nothing that was logged after the first later change of
//! each value.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, name or status")]

use std::collections::BTreeMap;
use std::sync::Arc;

use handoff_protocol::Status;

use crate::analysis::metrics::past::{Fact, MicroHours, Past, TaskState, to_hours, to_micro};
use crate::analysis::metrics::selection::Selection;
use crate::ground::timestamp::Day;

/// The number of statuses.
const STATUSES: usize = Status::ALL.len();

/// Sums over the selected tasks at the end of a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    /// By status, the tasks without subtasks.
    pub(crate) tasks: [u32; STATUSES],
    /// By status, their estimates.
    pub(crate) hours: [MicroHours; STATUSES],
    /// By status, all tasks.
    pub(crate) all_tasks: [u32; STATUSES],
    /// By status, the estimates of all tasks.
    pub(crate) all_hours: [MicroHours; STATUSES],
    /// The hours spent on all tasks.
    pub(crate) used: MicroHours,
    /// The work that remains in tasks without subtasks.
    pub(crate) remaining: MicroHours,
}

/// Returns the index of a status in tables.
pub(crate) fn status_index(status: Status) -> usize {
    Status::ALL.iter().position(|other| *other == status).unwrap_or_default()
}

/// Sums the values of the statuses that are accepted.
pub(crate) fn sum_of<T: Copy + std::iter::Sum>(values: &[T; STATUSES], accepts: impl Fn(Status) -> bool) -> T {
    Status::ALL.iter().zip(values).filter(|(status, _)| accepts(**status)).map(|(_, value)| *value).sum()
}

impl Totals {
    /// Returns the number of tasks without subtasks that are neither done nor skipped.
    pub(crate) fn remaining_tasks(&self) -> u32 {
        sum_of(&self.tasks, |status| !status.is_terminal())
    }

    /// Returns the number of all tasks without subtasks.
    pub(crate) fn scope_tasks(&self) -> u32 {
        sum_of(&self.tasks, |_| true)
    }

    /// Returns their estimates.
    pub(crate) fn scope(&self) -> MicroHours {
        sum_of(&self.hours, |_| true)
    }

    /// Returns the estimates of those that are done or skipped.
    pub(crate) fn finished(&self) -> MicroHours {
        sum_of(&self.hours, Status::is_terminal)
    }

    /// Adds a task, or removes it.
    fn count(&mut self, state: &TaskState, is_leaf: bool, remaining: MicroHours, is_added: bool) {
        let status = status_index(state.status);
        let count = |count: &mut u32| *count = if is_added { *count + 1 } else { count.saturating_sub(1) };
        let sum = |sum: &mut MicroHours, hours: MicroHours| *sum += if is_added { hours } else { -hours };
        count(&mut self.all_tasks[status]);
        sum(&mut self.all_hours[status], state.estimate);
        sum(&mut self.used, state.actual);
        if is_leaf {
            count(&mut self.tasks[status]);
            sum(&mut self.hours[status], state.estimate);
            sum(&mut self.remaining, remaining);
        }
    }
}

/// The figures of a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DayFigures {
    pub(crate) day: Day,
    /// At the end of the day.
    pub(crate) totals: Totals,
    /// The tasks without subtasks that are done at the end of the day and were not at the end of
    /// the day before.
    pub(crate) done_tasks: u32,
    /// Their estimates.
    pub(crate) done_hours: MicroHours,
}

/// The figures of all days from the first of the past to the last one, and the state of the tasks at
/// its end.
#[derive(Debug)]
pub(crate) struct Replayed {
    /// Without gaps.
    pub(crate) all_days: Vec<DayFigures>,
    pub(crate) end: Replay,
}

impl Replayed {
    /// Replays the days from `first` to `last`.
    pub(crate) fn new(
        past: &Arc<Past>,
        selection: Selection,
        multipliers: &[f64],
        (first, last): (Day, Day),
    ) -> Replayed {
        let mut end = Replay::new(Arc::clone(past), selection, multipliers.to_vec());
        let all_days = (first..=last).map(|day| end.advance(day)).collect();
        Replayed { all_days, end }
    }
}

/// The state of all tasks at the end of a day.
#[derive(Debug)]
pub(crate) struct Replay {
    past: Arc<Past>,
    pub(crate) selection: Selection,
    /// By name of an assignee, the working hours per estimated hour.
    multipliers: Vec<f64>,
    /// The index of the next change.
    next: usize,
    pub(crate) states: Vec<TaskState>,
    /// By task, the number of subtasks that are there.
    children: Vec<u32>,
    totals: Totals,
}

impl Replay {
    fn new(past: Arc<Past>, selection: Selection, multipliers: Vec<f64>) -> Replay {
        let states: Vec<TaskState> = past.tasks.iter().map(|task| task.initial.clone()).collect();
        let mut children = vec![0; states.len()];
        for state in states.iter().filter(|state| state.exists) {
            if let Some(parent) = state.parent {
                children[parent] += 1;
            }
        }
        let mut replay = Replay { past, selection, multipliers, next: 0, states, children, totals: Totals::default() };
        for task in 0..replay.states.len() {
            replay.count(task, true);
        }
        replay
    }

    /// Returns whether a task is there and is selected.
    pub(crate) fn is_selected(&self, task: usize) -> bool {
        let state = &self.states[task];
        state.exists && self.selection.contains(task, state)
    }

    /// Returns whether a task is there, is selected and has no subtasks.
    pub(crate) fn is_selected_leaf(&self, task: usize) -> bool {
        self.children[task] == 0 && self.is_selected(task)
    }

    /// Returns the hours that remain in a task without subtasks.
    pub(crate) fn remaining(&self, task: usize) -> MicroHours {
        let state = &self.states[task];
        if state.status.is_terminal() {
            return 0;
        }
        let multiplier = self.multipliers.get(state.assignee.index()).copied().unwrap_or(1.0);
        let expected = to_micro(to_hours(state.estimate) * multiplier) - state.actual;
        state.remaining.unwrap_or(expected.max(0))
    }

    fn count(&mut self, task: usize, is_added: bool) {
        let state = &self.states[task];
        if state.exists && self.selection.contains(task, state) {
            let remaining = self.remaining(task);
            self.totals.count(state, self.children[task] == 0, remaining, is_added);
        }
    }

    fn apply(&mut self, task: usize, fact: &Fact) {
        let mut affected = vec![task];
        affected.extend(self.states[task].parent);
        if let Fact::Parent(parent) = fact {
            affected.extend(*parent);
        }
        affected.sort_unstable();
        affected.dedup();
        for task in &affected {
            self.count(*task, false);
        }
        self.count_child(task, false);
        self.states[task].set(fact.clone());
        self.count_child(task, true);
        for task in &affected {
            self.count(*task, true);
        }
    }

    /// Adds a task to the subtasks of its parent, or removes it.
    fn count_child(&mut self, task: usize, is_added: bool) {
        let state = &self.states[task];
        if let Some(parent) = state.parent.filter(|_| state.exists) {
            let count = &mut self.children[parent];
            *count = if is_added { *count + 1 } else { count.saturating_sub(1) };
        }
    }

    /// Goes on to the end of a day. Returns its figures.
    fn advance(&mut self, day: Day) -> DayFigures {
        let past = Arc::clone(&self.past);
        // The tasks whose status changes, and whether each was done before.
        let mut touched: BTreeMap<usize, bool> = BTreeMap::new();
        while let Some(change) = past.changes.get(self.next).filter(|change| past.day(change.at) <= day) {
            self.next += 1;
            if matches!(change.fact, Fact::Status(_) | Fact::Exists(_)) {
                let state = &self.states[change.task];
                touched.entry(change.task).or_insert(state.exists && state.status == Status::Done);
            }
            self.apply(change.task, &change.fact);
        }
        let mut figures = DayFigures { day, totals: self.totals, ..DayFigures::default() };
        for (task, was_done) in touched {
            if !was_done && self.states[task].status == Status::Done && self.is_selected_leaf(task) {
                figures.done_tasks += 1;
                figures.done_hours += self.states[task].estimate;
            }
        }
        figures
    }
}
