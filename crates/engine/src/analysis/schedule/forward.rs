//! The forward pass: serial schedule generation, which schedules one task after the other in the
//! order of urgency.
//!
//! Invariant: idempotent. The dates that it may change are not read, except for the length of a
//! task without hours.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and indices come from the network")]

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use handoff_protocol::Priority;

use crate::analysis::schedule::ScheduleError;
use crate::analysis::schedule::availability::{Booking, BookingError, Lanes, WorkTime};
use crate::analysis::schedule::constraints::add_lag;
use crate::analysis::schedule::dates::update_parents;
use crate::analysis::schedule::dependency_graph::{Link, Network, TopologicalWalk};
use crate::analysis::schedule::milestone_order::MilestoneOrder;
use crate::analysis::schedule::resources::RemainingEffort;
use crate::analysis::schedule::wait_graph::Endpoint;
use crate::ground::timestamp::Day;
use crate::model::dates::{Dates, earliest};

/// The options of a run of the scheduler.
pub(crate) struct ScheduleRequest<'q> {
    /// No task starts before this day.
    pub(crate) from: Day,
    /// The assignees whose tasks are rescheduled. Empty means all.
    pub(crate) assignees: &'q [String],
    /// No task starts before its current start.
    pub(crate) level: bool,
    /// The days of milestones by name.
    pub(crate) milestones: BTreeMap<&'q str, Day>,
    /// Which milestones come before which.
    pub(crate) order: MilestoneOrder<'q>,
}

/// The urgency of a task: the lowest level of a milestone and the highest priority among it and its
/// dependents (0 is high), and their earliest target. The smallest is the most urgent.
type Urgency = (u32, u32, Day);

/// The priority of a task without one.
const NO_PRIORITY: u32 = 2;
/// The urgency of nothing.
const NOT_URGENT: Urgency = (u32::MAX, NO_PRIORITY, Day::MAX);

/// Schedules all tasks that the request covers and returns the new dates of every task.
pub(crate) fn schedule_forward(
    network: &Network<'_>,
    request: &ScheduleRequest<'_>,
) -> Result<Vec<Dates>, ScheduleError> {
    let mut pass = ForwardPass::new(network, request);
    pass.reserve_fixed();
    if pass.schedule_started()? {
        pass.reserve_fixed();
    }
    pass.schedule_rest()?;
    let (mut dates, mut updates_parent) = (Vec::new(), Vec::new());
    for (index, state) in pass.states.iter().enumerate() {
        dates.push(state.dates);
        let has_movable = pass.states[network.subtree(index)].iter().any(|task| task.movable);
        updates_parent.push(has_movable || request.assignees.is_empty() && !network.tasks[index].dates.is_none());
    }
    update_parents(network, &mut dates, &updates_parent);
    Ok(dates)
}

struct ForwardPass<'n, 'a> {
    network: &'n Network<'a>,
    request: &'n ScheduleRequest<'n>,
    /// By track.
    availability: Vec<Lanes<'n>>,
    /// By task.
    states: Vec<TaskState>,
    /// The last day so far of the open tasks of each milestone.
    milestone_ends: BTreeMap<&'n str, Day>,
}

/// The state of one task during the pass.
struct TaskState {
    dates: Dates,
    /// Whether this pass schedules the task.
    movable: bool,
    /// The planned time span; for a parent, the span of its subtasks. `MAX` and `MIN` while
    /// unknown. A closed task starts and ends at `MIN`.
    start: WorkTime,
    end: WorkTime,
    /// The earliest start and the earliest end that dependencies allow.
    start_bound: WorkTime,
    end_bound: WorkTime,
}

impl<'n, 'a> ForwardPass<'n, 'a> {
    fn new(network: &'n Network<'a>, request: &'n ScheduleRequest<'n>) -> ForwardPass<'n, 'a> {
        let mut states = Vec::new();
        for (index, entry) in network.tasks.iter().enumerate() {
            let key = &network.resources.tracks[entry.track].key;
            let is_requested = request.assignees.is_empty() || request.assignees.contains(key);
            let is_fixed = entry.closed || entry.locked || entry.pinned || entry.started && !entry.dates.is_none();
            states.push(TaskState {
                dates: entry.dates,
                movable: network.is_leaf(index) && is_requested && !is_fixed,
                start: WorkTime::MAX,
                end: WorkTime::MIN,
                start_bound: WorkTime::morning(request.from),
                end_bound: WorkTime::MIN,
            });
        }
        ForwardPass { network, request, availability: Vec::new(), states, milestone_ends: BTreeMap::new() }
    }

    /// Rebuilds the availability of all tracks and reserves the days of the tasks that keep their
    /// dates.
    fn reserve_fixed(&mut self) {
        let network = self.network;
        self.availability.clear();
        for track in &network.resources.tracks {
            self.availability.push(Lanes::new(&track.capacity, self.request.from, track.parallel));
        }
        for (index, state) in self.states.iter_mut().enumerate() {
            let entry = &network.tasks[index];
            if !network.is_leaf(index) {
                continue;
            }
            if entry.closed {
                state.start = WorkTime::MIN;
                continue;
            }
            if state.movable && !entry.started {
                continue;
            }
            let Some((start, due)) = state.dates.days() else { continue };
            note_end(&mut self.milestone_ends, milestone_of(network, index), due);
            let first = start.max(self.request.from);
            let last = due.max(first);
            let capacity = &network.resources.tracks[entry.track].capacity;
            let minutes = match entry.effort {
                RemainingEffort::Minutes(minutes) => minutes,
                RemainingEffort::Days(_) => u32::MAX,
            };
            self.availability[entry.track].reserve(WorkTime::morning(first), last, minutes);
            // The minutes of work on the last day. Not positive if the work ends before it.
            let rest = match entry.effort {
                RemainingEffort::Minutes(minutes) => i64::from(minutes) - capacity.minutes_between(first, last - 1),
                RemainingEffort::Days(_) => i64::MAX,
            };
            state.start = WorkTime::morning(start);
            state.end = match u32::try_from(rest) {
                _ if rest <= 0 => WorkTime::morning(last),
                Ok(minutes) if minutes < capacity.minutes(last) => WorkTime::at(last, minutes),
                _ => WorkTime::evening(last),
            };
        }
    }

    /// Schedules the started tasks without dates first, because they no longer wait for others.
    /// Returns whether there is one. Afterwards they are fixed, as they will be in the next run of
    /// the scheduler.
    fn schedule_started(&mut self) -> Result<bool, ScheduleError> {
        let mut has_started = false;
        for index in 0..self.states.len() {
            if self.states[index].movable && self.network.tasks[index].started {
                self.schedule_task(index)?;
                has_started = true;
            }
        }
        Ok(has_started)
    }

    /// Schedules the other tasks in topological order; among those that are ready, the most urgent
    /// first.
    fn schedule_rest(&mut self) -> Result<(), ScheduleError> {
        let network = self.network;
        let urgencies = urgencies(network, self.request);
        let mut walk = TopologicalWalk::new(network);
        // Among equally urgent tasks the first in the tree comes first.
        let mut ready: BinaryHeap<Reverse<(Urgency, usize)>> = BinaryHeap::new();
        loop {
            let Some(endpoint) = walk.ready.pop() else {
                let Some(Reverse((_, index))) = ready.pop() else { return Ok(()) };
                self.schedule_task(index)?;
                walk.complete(network, Endpoint::start(index));
                continue;
            };
            let index = endpoint.index();
            if endpoint.is_end() {
                self.finish_task(index);
            } else {
                self.inherit_bounds(index);
                if self.states[index].movable && self.states[index].start == WorkTime::MAX {
                    ready.push(Reverse((urgencies[index], index)));
                    continue;
                }
            }
            walk.complete(network, endpoint);
        }
    }

    /// Applies the bounds of the parent to a task.
    fn inherit_bounds(&mut self, index: usize) {
        if let Some(parent) = self.network.parent(index) {
            let TaskState { start_bound, end_bound, .. } = self.states[parent];
            let own = &mut self.states[index];
            own.start_bound = start_bound.max(own.start_bound);
            own.end_bound = end_bound.max(own.end_bound);
        }
    }

    /// Raises the bounds of the dependents of a task whose time span is final, and extends its
    /// parent's span.
    fn finish_task(&mut self, index: usize) {
        let network = self.network;
        let own = &mut self.states[index];
        if own.start == WorkTime::MAX
            && let Some((start, due)) = own.dates.days()
        {
            (own.start, own.end) = (WorkTime::morning(start), WorkTime::evening(due));
        }
        let TaskState { start, end, .. } = *own;
        for link in network.outgoing_links(index) {
            let bound = link_bound(network, link, if link.follows_end() { end } else { start });
            let dependent = &mut self.states[link.to];
            let current = if link.limits_end() { &mut dependent.end_bound } else { &mut dependent.start_bound };
            *current = bound.max(*current);
        }
        if let Some(parent) = network.parent(index) {
            let span = &mut self.states[parent];
            (span.start, span.end) = (start.min(span.start), end.max(span.end));
        }
    }

    /// Books the first free time that the bounds of a task allow, and sets its dates.
    fn schedule_task(&mut self, index: usize) -> Result<(), ScheduleError> {
        let entry = &self.network.tasks[index];
        let state = &mut self.states[index];
        let mut from = state.start_bound;
        if let (true, Some(start)) = (self.request.level, entry.dates.start) {
            from = from.max(WorkTime::morning(start));
        }
        let milestone = milestone_of(self.network, index);
        // Unlike a dependency, a milestone holds up others until the day after its last task.
        let ends = milestone.into_iter().flat_map(|name| self.request.order.before(name));
        if let Some(end) = ends.filter_map(|name| self.milestone_ends.get(name)).max() {
            from = from.max(WorkTime::morning(end.saturating_add(1)));
        }
        let until = state.end_bound;
        let availability = &mut self.availability[entry.track];
        let booking = match entry.effort {
            RemainingEffort::Minutes(minutes) => availability.book(from, minutes, until),
            RemainingEffort::Days(days) => availability.book_days(from, days, until.day()),
        };
        let Booking { start, end } = booking.map_err(|error| match error {
            BookingError::NeverOpen(day) => ScheduleError::NeverOpen { track: entry.track, day },
            BookingError::TooFar => ScheduleError::TooFar { task: index },
        })?;
        (state.start, state.end) = (start, end);
        state.dates = Dates { start: Some(start.day()), due: Some(end.day()) };
        note_end(&mut self.milestone_ends, milestone, end.day());
        Ok(())
    }
}

/// Returns the milestone of a task, else of its nearest ancestor that has one.
fn milestone_of<'n>(network: &'n Network<'_>, index: usize) -> Option<&'n str> {
    let own = network.tasks[index].task.shown.milestone();
    own.or_else(|| milestone_of(network, network.parent(index)?))
}

fn note_end<'n>(ends: &mut BTreeMap<&'n str, Day>, milestone: Option<&'n str>, day: Day) {
    if let Some(name) = milestone {
        let end = ends.entry(name).or_insert(day);
        *end = day.max(*end);
    }
}

/// Returns the earliest time that a link allows for the start or end of the dependent: the start or
/// end of the predecessor plus the lag.
fn link_bound(network: &Network<'_>, link: &Link, predecessor: WorkTime) -> WorkTime {
    if predecessor == WorkTime::MIN || predecessor == WorkTime::MAX {
        return WorkTime::MIN;
    }
    let day = add_lag(&network.resources.tracks[0].hours, predecessor.day(), link.lag);
    day.map_or(WorkTime::MIN, |day| WorkTime::at(day, predecessor.minute()))
}

/// Returns the urgency of every task.
fn urgencies(network: &Network<'_>, request: &ScheduleRequest<'_>) -> Vec<Urgency> {
    let count = network.tasks.len();
    let mut targets: Vec<Day> = Vec::new();
    for index in 0..count {
        let parent = network.parent(index).map_or(Day::MAX, |parent| targets[parent]);
        targets.push(parent.min(own_target(network, request, index)));
    }
    // By endpoint: the start of a task includes its own urgency, the end only that of its
    // dependents.
    let mut urgency = vec![NOT_URGENT; 2 * count];
    for endpoint in network.order.iter().rev() {
        let index = endpoint.index();
        let parent = network.parent(index);
        let mut own = urgency[endpoint.0];
        if endpoint.is_end() {
            if let Some(parent) = parent {
                own = urgency[Endpoint::end(parent).0];
            }
            for link in network.outgoing_links(index) {
                own = most_urgent(own, urgency[Endpoint::start(link.to).0]);
            }
        } else {
            if !network.tasks[index].closed {
                let level = milestone_of(network, index).map_or(0, |name| request.order.level(name));
                own = most_urgent(own, (level, priority_rank(network, index), targets[index]));
                if network.is_leaf(index) {
                    own = most_urgent(own, urgency[Endpoint::end(index).0]);
                }
            }
            if let Some(parent) = parent {
                let combined = &mut urgency[Endpoint::start(parent).0];
                *combined = most_urgent(*combined, own);
            }
        }
        urgency[endpoint.0] = own;
    }
    (0..count).map(|index| urgency[Endpoint::start(index).0]).collect()
}

/// Combines two urgencies: the lower level, the higher priority and the earlier target.
fn most_urgent(a: Urgency, b: Urgency) -> Urgency {
    (a.0.min(b.0), a.1.min(b.1), a.2.min(b.2))
}

/// Returns 0 for the highest priority.
fn priority_rank(network: &Network<'_>, index: usize) -> u32 {
    match network.tasks[index].task.shown.task.priority {
        Some(Priority::High) => 0,
        Some(Priority::Medium) => 1,
        _ => NO_PRIORITY,
    }
}

/// Returns the target of a task: the date of its milestone, or its due date if it is pinned,
/// whichever is earlier.
fn own_target(network: &Network<'_>, request: &ScheduleRequest<'_>, index: usize) -> Day {
    let entry = &network.tasks[index];
    let milestone = entry.task.shown.milestone().and_then(|name| request.milestones.get(name)).copied();
    let pinned = entry.dates.due.filter(|_| entry.pinned);
    earliest(milestone, pinned).unwrap_or(Day::MAX)
}
