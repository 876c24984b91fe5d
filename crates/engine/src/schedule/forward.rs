//! Dates for everything that may have other ones: serial schedule generation, one task after the other in the order of their urgency.
//!
//! Invariant: the dates that it may change are never looked at, but for how many days a task without hours takes; so doing it twice
//! changes nothing.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and positions come from the network")]

use std::collections::BTreeMap;
use std::collections::BinaryHeap;

use handoff_format::FIRST_DAY;
use handoff_protocol::Priority;

use crate::model::dates::{Dates, earliest};
use crate::schedule::Stop;
use crate::schedule::availability::{Agenda, Full, Moment, Slice};
use crate::schedule::constraints::later;
use crate::schedule::dependency_graph::{Link, Network, Step, Walk};
use crate::schedule::remaining_effort::Work;
use crate::schedule::rollup::parents;
use crate::timestamp::Day;

/// What is asked of the scheduler.
pub(crate) struct ScheduleRequest<'q> {
    /// No task begins before this day.
    pub(crate) from: Day,
    /// Whose tasks get other dates; empty for everybody's.
    pub(crate) assignees: &'q [String],
    /// No task begins before its present start.
    pub(crate) level: bool,
    /// The days of milestones by name.
    pub(crate) goals: BTreeMap<&'q str, Day>,
}

/// The least urgent target.
const NO_TARGET: u32 = u32::MAX >> 1;

/// The dates that all tasks get.
pub(crate) fn forward(network: &Network<'_>, asked: &ScheduleRequest<'_>) -> Result<Vec<Dates>, Stop> {
    let mut forward = Forward::new(network, asked);
    forward.keep();
    if forward.place_begun()? {
        forward.keep();
    }
    forward.place_rest()?;
    let (mut dates, mut wanted) = (Vec::new(), Vec::new());
    for (place, plan) in forward.plans.iter().enumerate() {
        dates.push(plan.dates);
        let has_placed = forward.plans[network.branch(place)].iter().any(|below| below.placed);
        wanted.push(has_placed || asked.assignees.is_empty() && !network.facts[place].dates.is_none());
    }
    parents(network, &mut dates, &wanted);
    Ok(dates)
}

struct Forward<'n, 'a> {
    network: &'n Network<'a>,
    asked: &'n ScheduleRequest<'n>,
    agendas: Vec<Agenda<'n>>,
    /// Of each task.
    plans: Vec<Plan>,
}

struct Plan {
    dates: Dates,
    /// Whether it gets dates here.
    placed: bool,
    /// When it takes place; of a parent from the first to the last of what is below it. What is over lies before everything.
    start: Moment,
    end: Moment,
    /// Before which moment it must not begin, and must not end.
    start_bound: Moment,
    end_bound: Moment,
}

impl<'n, 'a> Forward<'n, 'a> {
    fn new(network: &'n Network<'a>, asked: &'n ScheduleRequest<'n>) -> Forward<'n, 'a> {
        let mut plans = Vec::new();
        for (place, fact) in network.facts.iter().enumerate() {
            let key = &network.people.tracks[fact.track].key;
            let wanted = asked.assignees.is_empty() || asked.assignees.contains(key);
            let kept = fact.over || fact.locked || fact.pinned || fact.begun && !fact.dates.is_none();
            plans.push(Plan {
                dates: fact.dates,
                placed: network.is_leaf(place) && wanted && !kept,
                start: Moment::MAX,
                end: Moment::MIN,
                start_bound: Moment::morning(asked.from),
                end_bound: Moment::MIN,
            });
        }
        Forward { network, asked, agendas: Vec::new(), plans }
    }

    /// What has its days uses them up, and nothing else does.
    fn keep(&mut self) {
        let network = self.network;
        self.agendas.clear();
        for track in &network.people.tracks {
            self.agendas.push(Agenda::new(&track.capacity, self.asked.from));
        }
        for (place, plan) in self.plans.iter_mut().enumerate() {
            let fact = &network.facts[place];
            if !network.is_leaf(place) {
                continue;
            }
            if fact.over {
                plan.start = Moment::MIN;
                continue;
            }
            if plan.placed && !fact.begun {
                continue;
            }
            let Some((start, due)) = plan.dates.days() else { continue };
            let first = start.max(self.asked.from);
            let last = due.max(first);
            let capacity = &network.people.tracks[fact.track].capacity;
            let minutes = match fact.work {
                Work::Minutes(minutes) => minutes,
                Work::Days(_) => u32::MAX,
            };
            self.agendas[fact.track].occupy(Moment::morning(first), last, minutes);
            let rest = match fact.work {
                Work::Minutes(minutes) => i64::from(minutes) - capacity.minutes_between(first, last - 1),
                Work::Days(_) => i64::MAX,
            };
            plan.start = Moment::morning(start);
            plan.end = if rest >= i64::from(capacity.minutes(last)) && rest > 0 {
                Moment::evening(last)
            } else {
                Moment::at(last, u32::try_from(rest).unwrap_or(0))
            };
        }
    }

    /// What has begun without dates waits for nothing any more. Says whether there is such a task: once it has its days it is one of
    /// those that keep them, as it will be when the scheduler is asked again.
    fn place_begun(&mut self) -> Result<bool, Stop> {
        let mut found = false;
        for place in 0..self.plans.len() {
            if self.plans[place].placed && self.network.facts[place].begun {
                self.place(place)?;
                found = true;
            }
        }
        Ok(found)
    }

    fn place_rest(&mut self) -> Result<(), Stop> {
        let network = self.network;
        let keys = urgency(network, self.asked);
        let mut walk = Walk::new(network);
        let mut waiting: BinaryHeap<u64> = BinaryHeap::new();
        loop {
            let Some(step) = walk.ready.pop() else {
                let Some(key) = waiting.pop() else { return Ok(()) };
                let place = place_of(key);
                self.place(place)?;
                walk.done(network, Step::begin(place));
                continue;
            };
            let place = step.place();
            if step.is_end() {
                self.end(place);
            } else {
                self.begin(place);
                if self.plans[place].placed && self.plans[place].start == Moment::MAX {
                    waiting.push(keys[place]);
                    continue;
                }
            }
            walk.done(network, step);
        }
    }

    /// What a task above must not do before a moment, this one must not do either.
    fn begin(&mut self, place: usize) {
        if let Some(above) = self.network.above(place) {
            let Plan { start_bound, end_bound, .. } = self.plans[above];
            let own = &mut self.plans[place];
            own.start_bound = start_bound.max(own.start_bound);
            own.end_bound = end_bound.max(own.end_bound);
        }
    }

    /// Lets the tasks that wait for one know what its days mean for them.
    fn end(&mut self, place: usize) {
        let network = self.network;
        let own = &mut self.plans[place];
        if own.start == Moment::MAX
            && let Some((start, due)) = own.dates.days()
        {
            (own.start, own.end) = (Moment::morning(start), Moment::evening(due));
        }
        let Plan { start, end, .. } = *own;
        for link in network.from(place) {
            let bound = bound(network, link, if link.to_end() { end } else { start });
            let waiting = &mut self.plans[link.to];
            let known = if link.ties_end() { &mut waiting.end_bound } else { &mut waiting.start_bound };
            *known = bound.max(*known);
        }
        if let Some(above) = network.above(place) {
            let whole = &mut self.plans[above];
            (whole.start, whole.end) = (start.min(whole.start), end.max(whole.end));
        }
    }

    /// Gives a task its place.
    fn place(&mut self, place: usize) -> Result<(), Stop> {
        let fact = &self.network.facts[place];
        let plan = &mut self.plans[place];
        let mut from = plan.start_bound;
        if let (true, Some(start)) = (self.asked.level, fact.dates.start) {
            from = from.max(Moment::morning(start));
        }
        let until = plan.end_bound;
        let agenda = &mut self.agendas[fact.track];
        let found = match fact.work {
            Work::Minutes(minutes) => agenda.take(from, minutes, until),
            Work::Days(days) => agenda.take_days(from, days, until.day()),
        };
        let Slice { start, end } = found.map_err(|full| match full {
            Full::NeverOpen(day) => Stop::NeverOpen { track: fact.track, day },
            Full::TooFar => Stop::TooFar { task: place },
        })?;
        (plan.start, plan.end) = (start, end);
        plan.dates = Dates { start: Some(start.day()), due: Some(end.day()) };
        Ok(())
    }
}

/// The moment before which a dependency that is tied to one does not let the tied end of the other task come.
fn bound(network: &Network<'_>, link: &Link, tied: Moment) -> Moment {
    if tied == Moment::MIN || tied == Moment::MAX {
        return Moment::MIN;
    }
    let day = later(&network.people.tracks[0].hours, tied.day(), link.lag);
    day.map_or(Moment::MIN, |day| Moment::at(day, tied.minute()))
}

/// For every task a number that is greater the sooner it is placed: by the highest priority of what waits for it and its own, then by the
/// earliest target likewise, then by its place in the tree.
fn urgency(network: &Network<'_>, asked: &ScheduleRequest<'_>) -> Vec<u64> {
    let count = network.facts.len();
    let mut targets: Vec<u32> = Vec::new();
    for place in 0..count {
        let above = network.above(place).map_or(NO_TARGET, |above| targets[above]);
        targets.push(above.min(own_target(network, asked, place)));
    }
    // Of each step: at the beginning of a task with what waits for it, and at its end without itself.
    let mut sums = vec![(LEAST, NO_TARGET); 2 * count];
    for step in network.steps.iter().rev() {
        let place = step.place();
        let above = network.above(place);
        let mut sum = sums[step.0];
        if step.is_end() {
            if let Some(above) = above {
                sum = sums[Step::end(above).0];
            }
            for link in network.from(place) {
                sum = sooner(sum, sums[Step::begin(link.to).0]);
            }
        } else {
            if !network.facts[place].over {
                sum = sooner(sum, (rank(network, place), targets[place]));
                if network.is_leaf(place) {
                    sum = sooner(sum, sums[Step::end(place).0]);
                }
            }
            if let Some(above) = above {
                let whole = &mut sums[Step::begin(above).0];
                *whole = sooner(*whole, sum);
            }
        }
        sums[step.0] = sum;
    }
    let mut keys = Vec::new();
    for place in 0..count {
        let (rank, target) = sums[Step::begin(place).0];
        keys.push(!(u64::from(rank) << 62 | u64::from(target) << 31 | u64::try_from(place).unwrap_or(0)));
    }
    keys
}

/// The rank of tasks without priority.
const LEAST: u32 = 2;

fn sooner(a: (u32, u32), b: (u32, u32)) -> (u32, u32) {
    (a.0.min(b.0), a.1.min(b.1))
}

/// Which task a key of [`urgency`] stands for.
fn place_of(key: u64) -> usize {
    usize::try_from(!key & u64::from(NO_TARGET)).unwrap_or(0)
}

fn rank(network: &Network<'_>, place: usize) -> u32 {
    match network.facts[place].task.shown.task.priority {
        Some(Priority::High) => 0,
        Some(Priority::Medium) => 1,
        _ => LEAST,
    }
}

/// The date of its milestone, or its due date if nothing may move that.
fn own_target(network: &Network<'_>, asked: &ScheduleRequest<'_>, place: usize) -> u32 {
    let fact = &network.facts[place];
    let goal = fact.task.shown.milestone().and_then(|name| asked.goals.get(name)).copied();
    let pinned = fact.dates.due.filter(|_| fact.pinned);
    earliest(goal, pinned).and_then(|day| u32::try_from(day - FIRST_DAY).ok()).unwrap_or(NO_TARGET)
}
