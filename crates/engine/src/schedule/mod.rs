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
pub(crate) use forward::{ScheduleRequest, forward};
pub(crate) use load::{hours, load};
pub(crate) use manual_move::shift;
pub(crate) use milestone_dates::milestone_days;
pub(crate) use push::push;
pub(crate) use rollup::{parents, span};
pub(crate) use slack::{Slack, slack, slack_days};

use crate::timestamp::Day;

/// Why there are no dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Nobody on this track works within ten years of a day.
    NeverOpen { track: usize, day: Day },
    /// There is so much to do before this task that its end is out of sight.
    TooFar { task: usize },
}
