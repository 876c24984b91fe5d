//! From when to when tasks reach, and what a dependency demands of the one that waits.
//!
//! Invariant: this is the one place that says on which day a dependency is kept.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and positions come from the network")]

use handoff_protocol::DependencyKind;

use crate::model::dates::Dates;
use crate::schedule::calendar::Calendar;
use crate::schedule::dependency_graph::{Link, Network};
use crate::schedule::remaining_effort::Work;
use crate::timestamp::Day;

/// The days of a task, of a parent those of what is below it. What is over lies before everything, and where a day is unknown it holds
/// nobody up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// The first day; [`Day::MIN`] when something has ended, [`Day::MAX`] when nothing is known.
    pub(crate) start: Day,
    /// The last day; [`Day::MIN`] when everything is over or unknown.
    pub(crate) end: Day,
    /// The last day is used up.
    pub(crate) fills: bool,
    /// The first day of what is not over.
    pub(crate) first_start: Day,
    /// The first end of what is not over.
    pub(crate) first_end: Day,
}

/// What is unknown.
const UNKNOWN: Reach =
    Reach { start: Day::MAX, end: Day::MIN, fills: false, first_start: Day::MAX, first_end: Day::MAX };

/// How far every task reaches with these dates.
pub(crate) fn reaches(network: &Network<'_>, dates: &[Dates]) -> Vec<Reach> {
    let mut reaches = unknown(network);
    for place in (0..reaches.len()).rev() {
        settle(network, dates, &mut reaches, place);
        if let Some(above) = network.above(place) {
            let own = reaches[place];
            merge(&mut reaches[above], &own);
        }
    }
    reaches
}

/// Completes the reach of a task when those below it are known.
pub(crate) fn settle(network: &Network<'_>, dates: &[Dates], reaches: &mut [Reach], place: usize) {
    let known = reaches[place];
    let fact = &network.facts[place];
    let nothing_below = known.start == Day::MAX && known.end == Day::MIN;
    if fact.over && network.is_leaf(place) {
        reaches[place] = Reach { start: Day::MIN, ..UNKNOWN };
    } else if nothing_below && let Some((start, end)) = dates[place].days() {
        let fills = !network.is_leaf(place) || fills(network, place, start, end);
        reaches[place] = Reach { start, end, fills, first_start: start, first_end: end };
    }
}

/// Takes a child's reach into its parent's.
pub(crate) fn merge(above: &mut Reach, below: &Reach) {
    above.start = above.start.min(below.start);
    (above.end, above.fills) = (above.end, above.fills).max((below.end, below.fills));
    above.first_start = above.first_start.min(below.first_start);
    above.first_end = above.first_end.min(below.first_end);
}

/// Nothing is known about any task.
pub(crate) fn unknown(network: &Network<'_>) -> Vec<Reach> {
    vec![UNKNOWN; network.facts.len()]
}

/// Whether the work of a task takes the whole of its last day.
fn fills(network: &Network<'_>, place: usize, start: Day, end: Day) -> bool {
    let capacity = &network.track(place).capacity;
    match network.facts[place].work {
        Work::Days(_) => true,
        Work::Minutes(minutes) => {
            let rest = i64::from(minutes) - capacity.minutes_between(start, end.saturating_sub(1));
            rest > 0 && rest >= i64::from(capacity.minutes(end))
        }
    }
}

/// The day before which a dependency does not let the start, or the end, of a task come; [`Day::MIN`] for any day.
pub(crate) fn demand(network: &Network<'_>, link: &Link, from: &Reach) -> Day {
    let tied = if link.to_end() { from.end } else { from.start };
    if tied == Day::MIN || tied == Day::MAX {
        return Day::MIN;
    }
    let day = later(&network.people.tracks[0].hours, tied, link.lag).unwrap_or(Day::MIN);
    if link.kind == DependencyKind::FinishToStart && from.fills { day.saturating_add(1) } else { day }
}

/// Whether dates do not keep a dependency.
pub(crate) fn is_broken(network: &Network<'_>, link: &Link, from: &Reach, to: &Reach) -> bool {
    let tied = if link.ties_end() { to.first_end } else { to.first_start };
    !link.idle && tied < demand(network, link, from)
}

/// So many working days later, counted from a day that may be closed.
pub(crate) fn later(calendar: &Calendar, day: Day, lag: i32) -> Option<Day> {
    match lag {
        0 => Some(day),
        1.. => calendar.shift(calendar.next_open(day.saturating_add(1))?, lag - 1),
        _ => calendar.shift(calendar.previous_open(day.saturating_sub(1))?, lag + 1),
    }
}

/// The last day of which [`later`] does not go beyond this one.
pub(crate) fn earlier(calendar: &Calendar, day: Day, lag: i32) -> Option<Day> {
    match lag {
        0 => Some(day),
        1.. => Some(calendar.shift(calendar.previous_open(day)?, 1 - lag)? - 1),
        _ => calendar.shift(calendar.next_open(day.saturating_add(1))?, -lag - 1),
    }
}
