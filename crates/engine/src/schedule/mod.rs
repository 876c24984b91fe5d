//! Dates for tasks: who can do what when, what that pushes, and what it means for the end.
//!
//! Invariant: everything here is a function of a [`Network`], which is read from the model once, and of dates beside it; nothing is
//! written, and the same input gives the same dates. Tables have one entry per task, in the order of the tree.

mod availability;
pub(crate) mod calendar;
mod constraints;
mod dependency_graph;
mod forward;
mod load;
mod manual_move;
mod milestone_dates;
mod push;
mod remaining_effort;
mod resources;
mod rollup;
mod slack;

#[cfg(test)]
mod tests;

pub(crate) use dependency_graph::{Fact, Network};
pub(crate) use forward::{Asked, forward};
pub(crate) use load::{hours, load};
pub(crate) use manual_move::shift;
pub(crate) use milestone_dates::milestone_days;
pub(crate) use push::push;
pub(crate) use rollup::{parents, span};
pub(crate) use slack::{Slack, slack, slack_days};

use crate::schedule::calendar::Day;

/// Both dates of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Dates {
    pub(crate) start: Option<Day>,
    /// Inclusive.
    pub(crate) due: Option<Day>,
}

impl Dates {
    pub(crate) fn is_none(self) -> bool {
        self.start.is_none() && self.due.is_none()
    }

    /// From the first day of both to the last.
    pub(crate) fn cover(self, other: Dates) -> Dates {
        let Some((first, last)) = other.days() else { return self };
        Dates { start: earliest(self.start, Some(first)), due: self.due.max(Some(last)) }
    }

    /// First and last day; a task with one date begins and ends on it.
    pub(crate) fn days(self) -> Option<(Day, Day)> {
        let first = self.start.or(self.due)?;
        Some((first, self.due.unwrap_or(first).max(first)))
    }
}

/// The earlier of two days that may be unknown.
pub(crate) fn earliest(a: Option<Day>, b: Option<Day>) -> Option<Day> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        _ => a.or(b),
    }
}

/// Why there are no dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Nobody on this track works within ten years of a day.
    NeverOpen { track: usize, day: Day },
    /// There is so much to do before this task that its end is out of sight.
    TooFar { task: usize },
}
