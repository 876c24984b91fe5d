//! Slack (total float) and the critical path: the backward pass of the critical path method.
//!
//! Invariant: computed from the given dates, which it does not change, so it agrees with what the
//! chart draws.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and indices come from the network")]

use handoff_protocol::DependencyKind;

use crate::analysis::schedule::calendar::Calendar;
use crate::analysis::schedule::constraints::{Extent, is_broken, subtract_lag, task_extents};
use crate::analysis::schedule::dependency_graph::{Link, Network};
use crate::ground::timestamp::Day;
use crate::model::dates::{Dates, earliest};

/// The slack of the tasks and the state of the links for given dates.
pub(crate) struct Slack {
    /// By task: the working days by which it may end later without moving the project's end. For a
    /// parent, the least of its subtasks. `None` for closed tasks and tasks without dates, and for
    /// all if there is a cycle.
    pub(crate) days: Vec<Option<i32>>,
    /// By link.
    pub(crate) links: Vec<LinkState>,
}

pub(crate) struct LinkState {
    /// The dates violate the dependency.
    pub(crate) broken: bool,
    /// Both tasks are critical, and the link leaves no room between them.
    pub(crate) critical: bool,
}

impl Slack {
    /// Returns true if a task, or one of its descendants, is open and has no slack.
    pub(crate) fn is_critical(&self, index: usize) -> bool {
        matches!(self.days.get(index), Some(Some(..=0)))
    }
}

/// Returns [`Slack::days`] alone.
pub(crate) fn slack_days(network: &Network<'_>, dates: &[Dates]) -> Vec<Option<i32>> {
    days(network, dates, &task_extents(network, dates))
}

fn days(network: &Network<'_>, dates: &[Dates], extents: &[Extent]) -> Vec<Option<i32>> {
    let mut days = vec![None; network.tasks.len()];
    if network.circle.is_none() {
        BackwardPass::new(network, dates, extents).run(&mut days);
    }
    days
}

/// Computes the slack of all tasks and the state of all links.
pub(crate) fn slack(network: &Network<'_>, dates: &[Dates]) -> Slack {
    let extents = task_extents(network, dates);
    let mut slack = Slack { days: days(network, dates, &extents), links: Vec::with_capacity(network.links.len()) };
    for link in &network.links {
        let (from, to) = (&extents[link.from], &extents[link.to]);
        let is_critical = slack.is_critical(link.from) && slack.is_critical(link.to);
        slack.links.push(LinkState {
            broken: is_broken(network, link, from, to),
            critical: is_critical && !link.inactive && is_tight(network, link, from, to),
        });
    }
    slack
}

struct BackwardPass<'n, 'a> {
    network: &'n Network<'a>,
    dates: &'n [Dates],
    extents: &'n [Extent],
    /// By task.
    latest: Vec<LatestDays>,
    /// The end of the project.
    end: Day,
}

/// How late a task may be.
#[derive(Clone, Copy)]
struct LatestDays {
    /// The latest end that dependents allow. [`Day::MAX`] if only the project's end limits it.
    end_limit: Day,
    /// The latest start that dependents allow.
    start_limit: Day,
    /// The end moved by the slack. [`Day::MAX`] without dates.
    end: Day,
    /// The start moved by the slack. [`Day::MAX`] without dates.
    start: Day,
}

impl<'n, 'a> BackwardPass<'n, 'a> {
    fn new(network: &'n Network<'a>, dates: &'n [Dates], extents: &'n [Extent]) -> BackwardPass<'n, 'a> {
        let unlimited = LatestDays { end_limit: Day::MAX, start_limit: Day::MAX, end: Day::MAX, start: Day::MAX };
        let mut end = Day::MIN;
        for extent in extents {
            end = end.max(extent.end);
        }
        BackwardPass { network, dates, extents, latest: vec![unlimited; extents.len()], end }
    }

    /// Computes the slack of all tasks, in reverse topological order.
    fn run(mut self, days: &mut [Option<i32>]) {
        let network = self.network;
        for endpoint in network.order.iter().rev() {
            let index = endpoint.index();
            if endpoint.is_end() {
                self.set_limits(index);
                continue;
            }
            if network.is_leaf(index) {
                days[index] = self.set_latest(index);
            }
            if let Some(parent) = network.parent(index) {
                let LatestDays { start, end, .. } = self.latest[index];
                let parent_latest = &mut self.latest[parent];
                (parent_latest.start, parent_latest.end) = (start.min(parent_latest.start), end.min(parent_latest.end));
                days[parent] = earliest(days[parent], days[index]);
            }
        }
    }

    /// Sets the limits of a task from its dependents and from the limits of its parent.
    fn set_limits(&mut self, index: usize) {
        let network = self.network;
        let (mut start, mut end) = (Day::MAX, Day::MAX);
        if let Some(parent) = network.parent(index) {
            end = self.latest[parent].end_limit;
            if self.extents[index].start == self.extents[parent].start {
                start = self.latest[parent].start_limit;
            }
        }
        for link in network.outgoing_links(index) {
            let to = &self.latest[link.to];
            let dependent = if link.limits_end() { to.end } else { to.start };
            let limit = latest_allowed(network, link, &self.extents[index], dependent);
            let current = if link.follows_end() { &mut end } else { &mut start };
            *current = limit.min(*current);
        }
        let own = &mut self.latest[index];
        (own.start_limit, own.end_limit) = (start, end);
    }

    /// Returns the slack of a leaf and sets its latest start and end.
    fn set_latest(&mut self, index: usize) -> Option<i32> {
        let Dates { start: Some(start), due: Some(due) } = self.dates[index] else { return None };
        if self.network.tasks[index].closed {
            return None;
        }
        let calendar = &self.network.track(index).hours;
        let own = &mut self.latest[index];
        let end = own.end_limit.min(self.end);
        let days = days_until(calendar, due, end).min(days_until(calendar, start, own.start_limit));
        let moved = |day: Day| if days == 0 { day } else { calendar.shift(day, days).unwrap_or(day) };
        (own.start, own.end) = (moved(start), moved(due));
        Some(days)
    }
}

/// Returns the latest day that a dependency allows for the predecessor when the dependent starts or
/// ends on a day, or [`Day::MAX`] for any day.
fn latest_allowed(network: &Network<'_>, link: &Link, from: &Extent, dependent: Day) -> Day {
    if dependent == Day::MAX {
        return Day::MAX;
    }
    let is_day_after = link.kind == DependencyKind::FinishToStart && from.fills_last_day;
    let last = dependent - Day::from(is_day_after);
    subtract_lag(&network.resources.tracks[0].hours, last, link.lag).unwrap_or(Day::MAX)
}

/// Returns the working days from a day to its limit. Negative if it is past the limit.
fn days_until(calendar: &Calendar, day: Day, limit: Day) -> i32 {
    if limit == Day::MAX { i32::MAX } else { calendar.open_days_between(day, limit) }
}

/// Returns true if one more working day would violate the link.
fn is_tight(network: &Network<'_>, link: &Link, from: &Extent, to: &Extent) -> bool {
    let dependent = if link.limits_end() { to.first_end } else { to.first_start };
    let predecessor = if link.follows_end() { from.end } else { from.start };
    predecessor != Day::MIN && predecessor != Day::MAX && {
        let limit = latest_allowed(network, link, from, dependent);
        limit != Day::MAX && days_until(&network.track(link.from).hours, predecessor, limit) <= 0
    }
}
