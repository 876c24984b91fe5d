//! By how much tasks may end later, and which may not: the backward pass of the critical path method.
//!
//! Invariant: it looks at given dates and moves nothing, so what it says is true of what the chart draws.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and positions come from the network")]

use handoff_protocol::DependencyKind;

use crate::model::dates::{Dates, earliest};
use crate::schedule::calendar::Calendar;
use crate::schedule::constraints::{Reach, earlier, is_broken, reaches};
use crate::schedule::dependency_graph::{Link, Network};
use crate::timestamp::Day;

/// What dates leave room for.
pub(crate) struct Slack {
    /// Of each task the working days by which it may end later without moving the end of everything; of a parent the least of those below
    /// it. None for what is over or has no dates, and for all where there is a circle.
    pub(crate) days: Vec<Option<i32>>,
    /// What is to be said of each link.
    pub(crate) ties: Vec<Tie>,
}

pub(crate) struct Tie {
    /// The dates do not keep it.
    pub(crate) broken: bool,
    /// Both ends are critical, and this is what ties them.
    pub(crate) critical: bool,
}

impl Slack {
    /// Whether a task is not over, and without slack; of a parent whether one below it is.
    pub(crate) fn is_critical(&self, place: usize) -> bool {
        matches!(self.days.get(place), Some(Some(..=0)))
    }
}

/// What it says of tasks alone.
pub(crate) fn slack_days(network: &Network<'_>, dates: &[Dates]) -> Vec<Option<i32>> {
    days(network, dates, &reaches(network, dates))
}

fn days(network: &Network<'_>, dates: &[Dates], reaches: &[Reach]) -> Vec<Option<i32>> {
    let mut days = vec![None; network.facts.len()];
    if network.circle.is_empty() {
        Backward::new(network, dates, reaches).pass(&mut days);
    }
    days
}

pub(crate) fn slack(network: &Network<'_>, dates: &[Dates]) -> Slack {
    let reaches = reaches(network, dates);
    let mut slack = Slack { days: days(network, dates, &reaches), ties: Vec::with_capacity(network.links.len()) };
    for link in &network.links {
        let (from, to) = (&reaches[link.from], &reaches[link.to]);
        let both = slack.is_critical(link.from) && slack.is_critical(link.to);
        slack.ties.push(Tie {
            broken: is_broken(network, link, from, to),
            critical: both && !link.idle && is_tight(network, link, from, to),
        });
    }
    slack
}

struct Backward<'n, 'a> {
    network: &'n Network<'a>,
    dates: &'n [Dates],
    reaches: &'n [Reach],
    /// How late each task may be.
    latest: Vec<Latest>,
    /// The end of everything.
    end: Day,
}

#[derive(Clone, Copy)]
struct Latest {
    /// Up to when the task may end; [`Day::MAX`] when nothing but the end of everything says so.
    end_limit: Day,
    /// Up to when it may begin.
    start_limit: Day,
    /// The latest end that leaves everything after it in time; [`Day::MAX`] for what has no dates.
    end: Day,
    start: Day,
}

impl<'n, 'a> Backward<'n, 'a> {
    fn new(network: &'n Network<'a>, dates: &'n [Dates], reaches: &'n [Reach]) -> Backward<'n, 'a> {
        let any = Latest { end_limit: Day::MAX, start_limit: Day::MAX, end: Day::MAX, start: Day::MAX };
        let mut end = Day::MIN;
        for reach in reaches {
            end = end.max(reach.end);
        }
        Backward { network, dates, reaches, latest: vec![any; reaches.len()], end }
    }

    /// From the last step to the first.
    fn pass(mut self, days: &mut [Option<i32>]) {
        let network = self.network;
        for step in network.steps.iter().rev() {
            let place = step.place();
            if step.is_end() {
                self.limit(place);
                continue;
            }
            if network.is_leaf(place) {
                days[place] = self.settle(place);
            }
            if let Some(above) = network.above(place) {
                let Latest { start, end, .. } = self.latest[place];
                let whole = &mut self.latest[above];
                (whole.start, whole.end) = (start.min(whole.start), end.min(whole.end));
                days[above] = earliest(days[above], days[place]);
            }
        }
    }

    /// What the tasks after one, and those after its parent, leave it.
    fn limit(&mut self, place: usize) {
        let network = self.network;
        let (mut start, mut end) = (Day::MAX, Day::MAX);
        if let Some(above) = network.above(place) {
            end = self.latest[above].end_limit;
            if self.reaches[place].start == self.reaches[above].start {
                start = self.latest[above].start_limit;
            }
        }
        for link in network.from(place) {
            let to = &self.latest[link.to];
            let limit = limit(network, link, &self.reaches[place], if link.ties_end() { to.end } else { to.start });
            let known = if link.to_end() { &mut end } else { &mut start };
            *known = limit.min(*known);
        }
        let own = &mut self.latest[place];
        (own.start_limit, own.end_limit) = (start, end);
    }

    fn settle(&mut self, place: usize) -> Option<i32> {
        let Dates { start: Some(start), due: Some(due) } = self.dates[place] else { return None };
        if self.network.facts[place].over {
            return None;
        }
        let calendar = &self.network.track(place).hours;
        let own = &mut self.latest[place];
        let end = own.end_limit.min(self.end);
        let days = room(calendar, due, end).min(room(calendar, start, own.start_limit));
        let moved = |day: Day| if days == 0 { day } else { calendar.shift(day, days).unwrap_or(day) };
        (own.start, own.end) = (moved(start), moved(due));
        Some(days)
    }
}

/// Up to which day the tied end of a task may come, when the one that waits begins or ends on a day; [`Day::MAX`] for any.
fn limit(network: &Network<'_>, link: &Link, from: &Reach, tied: Day) -> Day {
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
fn is_tight(network: &Network<'_>, link: &Link, from: &Reach, to: &Reach) -> bool {
    let tied = if link.ties_end() { to.first_end } else { to.first_start };
    let own = if link.to_end() { from.end } else { from.start };
    own != Day::MIN && own != Day::MAX && {
        let limit = limit(network, link, from, tied);
        limit != Day::MAX && room(&network.track(link.from).hours, own, limit) <= 0
    }
}
