//! By how much tasks may end later, and which may not: the backward pass of the critical path method.
//!
//! Invariant: it looks at given dates and moves nothing, so what it says is true of what the chart draws.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and positions come from the network")]

use handoff_protocol::DependencyKind;

use super::Dates;
use super::network::{Link, Network, Step};
use super::reach::{Reach, earlier, is_broken, reaches};
use crate::calendar::{Calendar, Day};

/// What dates leave room for. One entry per task, or per link.
pub(crate) struct Slack {
    /// Working days by which a task may end later without moving the end of everything; of a parent the least of those below it. None
    /// for what is over or has no dates, and for all where there is a circle.
    pub(crate) days: Vec<Option<i32>>,
    /// Not over, and without slack; of a parent whether one below it is.
    pub(crate) critical: Vec<bool>,
    /// The dates do not keep it.
    pub(crate) broken: Vec<bool>,
    /// Both ends are critical, and this is what ties them.
    pub(crate) critical_links: Vec<bool>,
}

pub(crate) fn slack(network: &Network<'_>, dates: &[Dates]) -> Slack {
    let reaches = reaches(network, dates);
    let broken =
        network.links.iter().map(|link| is_broken(network, *link, &reaches[link.from], &reaches[link.to])).collect();
    let mut days = vec![None; network.tasks.len()];
    if network.circle.is_empty() {
        Backward::new(network, dates, &reaches).pass(&mut days);
    }
    let critical: Vec<bool> = days.iter().map(|days: &Option<i32>| days.is_some_and(|days| days <= 0)).collect();
    let is_critical =
        |link: &Link| critical[link.from] && critical[link.to] && !link.idle && is_tight(network, *link, &reaches);
    let critical_links = network.links.iter().map(is_critical).collect();
    Slack { days, critical, broken, critical_links }
}

struct Backward<'n, 'a> {
    network: &'n Network<'a>,
    dates: &'n [Dates],
    reaches: &'n [Reach],
    /// Up to when each task may end; [`Day::MAX`] when nothing but the end of everything says so.
    end_limits: Vec<Day>,
    /// Up to when it may begin.
    start_limits: Vec<Day>,
    /// The latest end that leaves everything after it in time; [`Day::MAX`] for what has no dates.
    late_ends: Vec<Day>,
    late_starts: Vec<Day>,
    /// The end of everything.
    end: Day,
}

impl<'n, 'a> Backward<'n, 'a> {
    fn new(network: &'n Network<'a>, dates: &'n [Dates], reaches: &'n [Reach]) -> Backward<'n, 'a> {
        let empty = || vec![Day::MAX; network.tasks.len()];
        Backward {
            network,
            dates,
            reaches,
            end_limits: empty(),
            start_limits: empty(),
            late_ends: empty(),
            late_starts: empty(),
            end: reaches.iter().map(|reach| reach.end).max().unwrap_or(Day::MIN),
        }
    }

    fn pass(mut self, days: &mut [Option<i32>]) {
        let network = self.network;
        for step in network.steps.iter().rev() {
            match *step {
                Step::End(place) => self.limit(place),
                Step::Begin(place) if network.is_leaf(place) => days[place] = self.settle(place),
                Step::Begin(place) => {
                    for child in network.children(place) {
                        self.late_ends[place] = self.late_ends[place].min(self.late_ends[child]);
                        self.late_starts[place] = self.late_starts[place].min(self.late_starts[child]);
                        days[place] = [days[place], days[child]].into_iter().flatten().min();
                    }
                }
            }
        }
    }

    /// What the tasks after one, and those after its parent, leave it.
    fn limit(&mut self, place: usize) {
        let network = self.network;
        let (mut start, mut end) = (Day::MAX, Day::MAX);
        if let Some(above) = network.above(place) {
            end = self.end_limits[above];
            if self.reaches[place].start == self.reaches[above].start {
                start = self.start_limits[above];
            }
        }
        for link in network.from(place) {
            let tied = if link.ties_end() { self.late_ends[link.to] } else { self.late_starts[link.to] };
            let limit = limit(network, link, &self.reaches[place], tied);
            let known = if link.to_end() { &mut end } else { &mut start };
            *known = limit.min(*known);
        }
        (self.start_limits[place], self.end_limits[place]) = (start, end);
    }

    fn settle(&mut self, place: usize) -> Option<i32> {
        let Dates { start: Some(start), due: Some(due) } = self.dates[place] else { return None };
        if self.network.facts[place].over {
            return None;
        }
        let calendar = &self.network.track(place).hours;
        let end = self.end_limits[place].min(self.end);
        let days = room(calendar, due, end).min(room(calendar, start, self.start_limits[place]));
        let moved = |day: Day| if days == 0 { day } else { calendar.shift(day, days).unwrap_or(day) };
        (self.late_starts[place], self.late_ends[place]) = (moved(start), moved(due));
        Some(days)
    }
}

/// Up to which day the tied end of a task may come, when the one that waits begins or ends on a day; [`Day::MAX`] for any.
fn limit(network: &Network<'_>, link: Link, from: &Reach, tied: Day) -> Day {
    if tied == Day::MAX {
        return Day::MAX;
    }
    let after = link.kind == DependencyKind::FinishToStart && from.fills;
    earlier(&network.people.tracks[0].hours, tied - Day::from(after), link.lag).unwrap_or(Day::MAX)
}

/// Working days from a day to the last on which it may be; negative when it is too late.
fn room(calendar: &Calendar, day: Day, limit: Day) -> i32 {
    if limit == Day::MAX { i32::MAX } else { calendar.open_days_between(day, limit) }
}

/// Whether one working day more would break it.
fn is_tight(network: &Network<'_>, link: Link, reaches: &[Reach]) -> bool {
    let (from, to) = (&reaches[link.from], &reaches[link.to]);
    let tied = if link.ties_end() { to.first_end } else { to.first_start };
    let own = if link.to_end() { from.end } else { from.start };
    own != Day::MIN && own != Day::MAX && {
        let limit = limit(network, link, from, tied);
        limit != Day::MAX && room(&network.track(link.from).hours, own, limit) <= 0
    }
}
