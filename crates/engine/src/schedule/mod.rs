//! Dates for tasks: who can do what when, what that pushes, and what it means for the end.
//!
//! Invariant: everything here is a function of a [`Network`], which is read from the model once, and of dates beside it; nothing is
//! written, and the same input gives the same dates. Tables have one entry per task, in the order of the tree.

mod agenda;
mod forward;
mod hand;
mod load;
mod network;
mod people;
mod push;
mod reach;
mod slack;
mod spans;
mod work;

#[cfg(test)]
mod tests;

pub(crate) use forward::{Asked, forward};
pub(crate) use hand::shift;
pub(crate) use load::load;
pub(crate) use network::Network;
pub(crate) use push::push;
pub(crate) use slack::{Slack, slack};
pub(crate) use spans::{parents, span};

use crate::calendar::Day;

/// Both dates of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Dates {
    pub(crate) start: Option<Day>,
    /// Inclusive.
    pub(crate) due: Option<Day>,
}

impl Dates {
    /// First and last day; a task with one date begins and ends on it.
    pub(crate) fn days(self) -> Option<(Day, Day)> {
        let first = self.start.or(self.due)?;
        Some((first, self.due.unwrap_or(first).max(first)))
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
