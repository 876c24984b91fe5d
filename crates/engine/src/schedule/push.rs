//! What moves when tasks before it have moved: later, as little as needed, and each task once.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and positions come from the network")]

use super::network::{Network, Step};
use super::reach::{demand, merge, reaches, settle, unknown};
use super::{Dates, Stop};
use crate::calendar::Day;

/// Moves the tasks that depend on others whose dates have changed from `before`, unless they are among those asked for, or kept. Nothing
/// moves on account of a dependency that does not demand more than before.
pub(crate) fn push(network: &Network<'_>, before: &[Dates], dates: &mut [Dates], asked: &[bool]) -> Result<(), Stop> {
    let old = reaches(network, before);
    let mut new = unknown(network);
    let mut start_bounds = vec![Day::MIN; dates.len()];
    let mut end_bounds = vec![Day::MIN; dates.len()];
    for step in &network.steps {
        match *step {
            Step::Begin(place) => {
                for child in network.children(place) {
                    start_bounds[child] = start_bounds[child].max(start_bounds[place]);
                    end_bounds[child] = end_bounds[child].max(end_bounds[place]);
                }
                let fact = &network.facts[place];
                let kept = asked[place] || fact.over || fact.begun || fact.pinned || fact.locked;
                if network.is_leaf(place) && !kept {
                    dates[place] = pushed(network, place, dates[place], start_bounds[place], end_bounds[place])?;
                }
            }
            Step::End(place) => {
                settle(network, dates, &mut new, place);
                for link in network.from(place) {
                    let demanded = demand(network, link, &new[place]);
                    if demanded > demand(network, link, &old[place]) {
                        let bounds = if link.ties_end() { &mut end_bounds } else { &mut start_bounds };
                        bounds[link.to] = bounds[link.to].max(demanded);
                    }
                }
                if let Some(above) = network.above(place) {
                    let own = new[place];
                    merge(&mut new[above], &own);
                }
            }
        }
    }
    Ok(())
}

/// The dates of a task that must neither begin nor end before certain days; it keeps its number of working days.
fn pushed(network: &Network<'_>, place: usize, dates: Dates, start_bound: Day, end_bound: Day) -> Result<Dates, Stop> {
    let Some((start, due)) = dates.days() else { return Ok(dates) };
    if start >= start_bound && due >= end_bound {
        return Ok(dates);
    }
    let calendar = &network.track(place).hours;
    let never = || Stop::NeverOpen { track: network.facts[place].track, day: start_bound.max(end_bound) };
    let days = calendar.open_days(start, due).max(1);
    let mut first = calendar.next_open(start.max(start_bound)).ok_or_else(never)?;
    let mut last = calendar.end_of(first, days).ok_or_else(never)?;
    if last < end_bound {
        last = calendar.next_open(end_bound).ok_or_else(never)?;
        first = calendar.shift(last, 1 - days).ok_or_else(never)?;
    }
    Ok(Dates { start: dates.start.map(|_| first), due: dates.due.map(|_| last) })
}
