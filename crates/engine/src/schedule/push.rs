//! What moves when tasks before it have moved: later, as little as needed, and each task once.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and positions come from the network")]

use crate::model::dates::Dates;
use crate::schedule::Stop;
use crate::schedule::constraints::{demand, merge, reaches, settle, unknown};
use crate::schedule::dependency_graph::Network;
use crate::timestamp::Day;

/// Moves the tasks that depend on others whose dates have changed from `before`, unless they are among those asked for, or kept. Nothing
/// moves on account of a dependency that does not demand more than before.
pub(crate) fn push(network: &Network<'_>, before: &[Dates], dates: &mut [Dates], asked: &[bool]) -> Result<(), Stop> {
    let old = reaches(network, before);
    let mut new = unknown(network);
    let mut bounds = vec![Bounds { start: Day::MIN, end: Day::MIN }; dates.len()];
    for step in &network.steps {
        let place = step.place();
        let above = network.above(place);
        if step.is_end() {
            settle(network, dates, &mut new, place);
            for link in network.from(place) {
                let demanded = demand(network, link, &new[place]);
                if demanded > demand(network, link, &old[place]) {
                    let bounds = &mut bounds[link.to];
                    let bound = if link.ties_end() { &mut bounds.end } else { &mut bounds.start };
                    *bound = demanded.max(*bound);
                }
            }
            if let Some(above) = above {
                let own = new[place];
                merge(&mut new[above], &own);
            }
            continue;
        }
        if let Some(above) = above {
            let Bounds { start, end } = bounds[above];
            let own = &mut bounds[place];
            *own = Bounds { start: start.max(own.start), end: end.max(own.end) };
        }
        let fact = &network.facts[place];
        let kept = asked[place] || fact.over || fact.begun || fact.pinned || fact.locked;
        if network.is_leaf(place) && !kept {
            dates[place] = pushed(network, place, dates[place], bounds[place])?;
        }
    }
    Ok(())
}

/// Before which days a task must not begin, and must not end.
#[derive(Clone, Copy)]
struct Bounds {
    start: Day,
    end: Day,
}

/// The dates of a task that must neither begin nor end before certain days; it keeps its number of working days.
fn pushed(network: &Network<'_>, place: usize, dates: Dates, bounds: Bounds) -> Result<Dates, Stop> {
    let Some((start, due)) = dates.days() else { return Ok(dates) };
    if start >= bounds.start && due >= bounds.end {
        return Ok(dates);
    }
    let calendar = &network.track(place).hours;
    let days = calendar.open_days(start, due).max(1);
    let moved = || {
        let first = calendar.next_open(start.max(bounds.start))?;
        // A task that ends on a closed day goes on doing so rather than end earlier.
        let last = calendar.end_of(first, days)?.max(due);
        if last >= bounds.end {
            return Some((first, last));
        }
        let last = calendar.next_open(bounds.end)?;
        Some((calendar.shift(last, 1 - days)?, last))
    };
    let Some((first, last)) = moved() else {
        return Err(Stop::NeverOpen { track: network.facts[place].track, day: bounds.start.max(bounds.end) });
    };
    Ok(Dates { start: dates.start.map(|_| first), due: dates.due.map(|_| last) })
}
