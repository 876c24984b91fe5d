//! The days that tasks extend over, and the earliest day that a dependency allows.
//!
//! Invariant: the only place that decides whether dates satisfy a dependency.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and indices come from the network")]

use handoff_protocol::DependencyKind;

use crate::analysis::schedule::calendar::Calendar;
use crate::analysis::schedule::dependency_graph::{Link, Network};
use crate::analysis::schedule::resources::RemainingEffort;
use crate::ground::timestamp::Day;
use crate::model::dates::Dates;

/// The days of a task; for a parent, those of its descendants. Closed tasks and unknown days
/// constrain nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// The first day. [`Day::MIN`] if a task is closed, [`Day::MAX`] if unknown.
    pub(crate) start: Day,
    /// The last day. [`Day::MIN`] if everything is closed or unknown.
    pub(crate) end: Day,
    /// Whether the work takes the whole last day, so that a dependent starts on the next one.
    pub(crate) fills_last_day: bool,
    /// The earliest start of the open tasks.
    pub(crate) first_start: Day,
    /// The earliest end of the open tasks.
    pub(crate) first_end: Day,
}

/// The extent of a task without dates.
const UNKNOWN: Extent =
    Extent { start: Day::MAX, end: Day::MIN, fills_last_day: false, first_start: Day::MAX, first_end: Day::MAX };

/// Returns the extent of every task with these dates.
pub(crate) fn task_extents(network: &Network<'_>, dates: &[Dates]) -> Vec<Extent> {
    let mut extents = unknown_extents(network);
    for index in (0..extents.len()).rev() {
        finish_extent(network, dates, &mut extents, index);
        if let Some(parent) = network.parent(index) {
            let own = extents[index];
            merge_into_parent(&mut extents[parent], &own);
        }
    }
    extents
}

/// Computes the extent of a task after its subtasks have been merged into it.
pub(crate) fn finish_extent(network: &Network<'_>, dates: &[Dates], extents: &mut [Extent], index: usize) {
    let merged = extents[index];
    let entry = &network.tasks[index];
    let is_unknown = merged.start == Day::MAX && merged.end == Day::MIN;
    if entry.closed && network.is_leaf(index) {
        extents[index] = Extent { start: Day::MIN, ..UNKNOWN };
    } else if is_unknown && let Some((start, end)) = dates[index].days() {
        let fills_last_day = !network.is_leaf(index) || fills_last_day(network, index, start, end);
        extents[index] = Extent { start, end, fills_last_day, first_start: start, first_end: end };
    }
}

/// Merges the extent of a subtask into that of its parent.
pub(crate) fn merge_into_parent(parent: &mut Extent, child: &Extent) {
    parent.start = parent.start.min(child.start);
    (parent.end, parent.fills_last_day) = (parent.end, parent.fills_last_day).max((child.end, child.fills_last_day));
    parent.first_start = parent.first_start.min(child.first_start);
    parent.first_end = parent.first_end.min(child.first_end);
}

/// Returns unknown extents for all tasks.
pub(crate) fn unknown_extents(network: &Network<'_>) -> Vec<Extent> {
    vec![UNKNOWN; network.tasks.len()]
}

/// Returns true if the remaining effort of a task takes its whole last day.
fn fills_last_day(network: &Network<'_>, index: usize, start: Day, end: Day) -> bool {
    let capacity = &network.track(index).capacity;
    match network.tasks[index].effort {
        RemainingEffort::Days(_) => true,
        RemainingEffort::Minutes(minutes) => {
            let rest = i64::from(minutes) - capacity.minutes_between(start, end.saturating_sub(1));
            rest > 0 && rest >= i64::from(capacity.minutes(end))
        }
    }
}

/// Returns the earliest day that a dependency allows for the start or end of the dependent, or
/// [`Day::MIN`] for any day.
pub(crate) fn earliest_allowed(network: &Network<'_>, link: &Link, from: &Extent) -> Day {
    let predecessor = if link.follows_end() { from.end } else { from.start };
    if predecessor == Day::MIN || predecessor == Day::MAX {
        return Day::MIN;
    }
    let day = add_lag(&network.resources.tracks[0].hours, predecessor, link.lag).unwrap_or(Day::MIN);
    if link.kind == DependencyKind::FinishToStart && from.fills_last_day { day.saturating_add(1) } else { day }
}

/// Returns true if dates violate a dependency.
pub(crate) fn is_broken(network: &Network<'_>, link: &Link, from: &Extent, to: &Extent) -> bool {
    let dependent = if link.limits_end() { to.first_end } else { to.first_start };
    !link.inactive && dependent < earliest_allowed(network, link, from)
}

/// Moves a day, which may be closed, by a lag in working days.
pub(crate) fn add_lag(calendar: &Calendar, day: Day, lag: i32) -> Option<Day> {
    match lag {
        0 => Some(day),
        1.. => calendar.shift(calendar.next_open(day.saturating_add(1))?, lag - 1),
        _ => calendar.shift(calendar.previous_open(day.saturating_sub(1))?, lag + 1),
    }
}

/// Returns the last day for which [`add_lag`] returns no day after this one.
pub(crate) fn subtract_lag(calendar: &Calendar, day: Day, lag: i32) -> Option<Day> {
    match lag {
        0 => Some(day),
        1.. => Some(calendar.shift(calendar.previous_open(day)?, 1 - lag)? - 1),
        _ => calendar.shift(calendar.next_open(day.saturating_add(1))?, -lag - 1),
    }
}
