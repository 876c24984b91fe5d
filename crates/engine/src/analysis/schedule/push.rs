//! The push: moves the dependents of moved tasks to later dates, each task once and as little as
//! necessary.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and indices come from the network")]

use crate::analysis::schedule::ScheduleError;
use crate::analysis::schedule::constraints::{
    earliest_allowed, finish_extent, merge_into_parent, task_extents, unknown_extents,
};
use crate::analysis::schedule::dependency_graph::Network;
use crate::ground::timestamp::Day;
use crate::model::dates::Dates;

/// Pushes the dependents of the tasks whose dates differ from `before`. Tasks with `is_decided`
/// keep their dates, as do closed, started, pinned and locked ones. A dependency that asks for no
/// later day than before moves nothing.
pub(crate) fn push_dependents(
    network: &Network<'_>,
    before: &[Dates],
    dates: &mut [Dates],
    is_decided: &[bool],
) -> Result<(), ScheduleError> {
    let old = task_extents(network, before);
    let mut new = unknown_extents(network);
    let mut bounds = vec![Bounds { start: Day::MIN, end: Day::MIN }; dates.len()];
    for endpoint in &network.order {
        let index = endpoint.index();
        let parent = network.parent(index);
        if endpoint.is_end() {
            finish_extent(network, dates, &mut new, index);
            for link in network.outgoing_links(index) {
                let allowed = earliest_allowed(network, link, &new[index]);
                if allowed > earliest_allowed(network, link, &old[index]) {
                    let bounds = &mut bounds[link.to];
                    let bound = if link.limits_end() { &mut bounds.end } else { &mut bounds.start };
                    *bound = allowed.max(*bound);
                }
            }
            if let Some(parent) = parent {
                let own = new[index];
                merge_into_parent(&mut new[parent], &own);
            }
            continue;
        }
        if let Some(parent) = parent {
            let Bounds { start, end } = bounds[parent];
            let own = &mut bounds[index];
            *own = Bounds { start: start.max(own.start), end: end.max(own.end) };
        }
        let entry = &network.tasks[index];
        let is_fixed = is_decided[index] || entry.closed || entry.started || entry.pinned || entry.locked;
        if network.is_leaf(index) && !is_fixed {
            dates[index] = apply_bounds(network, index, dates[index], bounds[index])?;
        }
    }
    Ok(())
}

/// The earliest start and the earliest end of a task.
#[derive(Clone, Copy)]
struct Bounds {
    start: Day,
    end: Day,
}

/// Moves the dates of a task to its bounds. It keeps its number of working days.
fn apply_bounds(network: &Network<'_>, index: usize, dates: Dates, bounds: Bounds) -> Result<Dates, ScheduleError> {
    let Some((start, due)) = dates.days() else { return Ok(dates) };
    if start >= bounds.start && due >= bounds.end {
        return Ok(dates);
    }
    let calendar = &network.track(index).hours;
    let days = calendar.open_days(start, due).max(1);
    let moved = || {
        let first = calendar.next_open(start.max(bounds.start))?;
        // A task that ends on a closed day keeps that end rather than end earlier.
        let last = calendar.end_of(first, days)?.max(due);
        if last >= bounds.end {
            return Some((first, last));
        }
        let last = calendar.next_open(bounds.end)?;
        Some((calendar.shift(last, 1 - days)?, last))
    };
    let Some((first, last)) = moved() else {
        return Err(ScheduleError::NeverOpen { track: network.tasks[index].track, day: bounds.start.max(bounds.end) });
    };
    Ok(Dates { start: dates.start.map(|_| first), due: dates.due.map(|_| last) })
}
