//! Dates for everything that may have other ones: serial schedule generation, one task after the other in the order of their urgency.
//!
//! Invariant: the dates that it may change are never looked at, but for how many days a task without hours takes; so doing it twice
//! changes nothing.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and positions come from the network")]

use std::collections::BinaryHeap;

use handoff_format::FIRST_DAY;
use handoff_protocol::Priority;

use super::agenda::{Agenda, Full, Moment, Slice};
use super::network::{Link, Network, Step};
use super::reach::later;
use super::spans::parents;
use super::work::Work;
use super::{Dates, Stop};
use crate::calendar::Day;

/// What is asked of the scheduler.
pub(crate) struct Asked<'q> {
    /// No task begins before this day.
    pub(crate) from: Day,
    /// Whose tasks get other dates; empty for everybody's.
    pub(crate) assignees: &'q [String],
    /// No task begins before its present start.
    pub(crate) level: bool,
    /// The days of milestones by name.
    pub(crate) milestones: &'q [(String, Day)],
}

/// The least urgent target.
const NO_TARGET: u32 = u32::MAX >> 1;

/// The dates that all tasks get.
pub(crate) fn forward(network: &Network<'_>, asked: &Asked<'_>) -> Result<Vec<Dates>, Stop> {
    let mut forward = Forward::new(network, asked);
    forward.keep();
    if forward.place_begun()? {
        forward.keep();
    }
    forward.place_rest()?;
    let Forward { mut dates, placed, .. } = forward;
    let stored = |place: usize| network.facts[place].dates != Dates::default();
    let wanted =
        |place: usize| network.branch(place).any(|below| placed[below]) || asked.assignees.is_empty() && stored(place);
    parents(network, &mut dates, wanted);
    Ok(dates)
}

struct Forward<'n, 'a> {
    network: &'n Network<'a>,
    asked: &'n Asked<'n>,
    agendas: Vec<Agenda<'n>>,
    dates: Vec<Dates>,
    /// Whether it gets dates here.
    placed: Vec<bool>,
    /// When each task takes place; of a parent from the first to the last of what is below it. What is over lies before everything.
    starts: Vec<Moment>,
    ends: Vec<Moment>,
    /// Before which moment a task must not begin, and must not end.
    start_bounds: Vec<Moment>,
    end_bounds: Vec<Moment>,
}

impl<'n, 'a> Forward<'n, 'a> {
    fn new(network: &'n Network<'a>, asked: &'n Asked<'n>) -> Forward<'n, 'a> {
        let count = network.tasks.len();
        let moves = |place: usize| {
            let fact = &network.facts[place];
            let key = &network.people.tracks[fact.track].key;
            let wanted = asked.assignees.is_empty() || asked.assignees.contains(key);
            let kept = fact.over || fact.locked || fact.pinned || fact.begun && fact.dates != Dates::default();
            network.is_leaf(place) && wanted && !kept
        };
        Forward {
            network,
            asked,
            agendas: Vec::new(),
            dates: network.stored(),
            placed: (0..count).map(moves).collect(),
            starts: vec![Moment::MAX; count],
            ends: vec![Moment::MIN; count],
            start_bounds: vec![Moment::morning(asked.from); count],
            end_bounds: vec![Moment::MIN; count],
        }
    }

    /// What has its days uses them up, and nothing else does.
    fn keep(&mut self) {
        let network = self.network;
        let tracks = network.people.tracks.iter();
        self.agendas = tracks.map(|track| Agenda::new(&track.capacity, self.asked.from)).collect();
        for place in 0..network.tasks.len() {
            let fact = &network.facts[place];
            if !network.is_leaf(place) {
                continue;
            }
            if fact.over {
                self.starts[place] = Moment::MIN;
                continue;
            }
            let is_here = !self.placed[place] || fact.begun;
            let Some((start, due)) = self.dates[place].days().filter(|_| is_here) else { continue };
            let first = start.max(self.asked.from);
            let last = due.max(first);
            let minutes = match fact.work {
                Work::Minutes(minutes) => Some(minutes),
                Work::Days(_) => None,
            };
            self.agendas[fact.track].occupy(first, last, minutes);
            let capacity = &network.people.tracks[fact.track].capacity;
            let rest = minutes.map_or(i64::MAX, |minutes| minutes - capacity.minutes_between(first, last - 1));
            self.starts[place] = Moment::morning(start);
            self.ends[place] = if rest >= i64::from(capacity.minutes(last)) && rest > 0 {
                Moment::evening(last)
            } else {
                Moment { day: last, minute: u32::try_from(rest).unwrap_or(0) }
            };
        }
    }

    /// What has begun without dates waits for nothing any more. Says whether there is such a task: once it has its days it is one of
    /// those that keep them, as it will be when the scheduler is asked again.
    fn place_begun(&mut self) -> Result<bool, Stop> {
        let mut found = false;
        for place in 0..self.placed.len() {
            if self.placed[place] && self.network.facts[place].begun {
                self.place(place)?;
                found = true;
            }
        }
        Ok(found)
    }

    fn place_rest(&mut self) -> Result<(), Stop> {
        let network = self.network;
        let keys = urgency(network, self.asked);
        let (mut begin, mut end) = network.counts();
        let mut ready: Vec<Step> = (0..begin.len()).rev().filter(|place| begin[*place] == 0).map(Step::Begin).collect();
        let mut waiting: BinaryHeap<u64> = BinaryHeap::new();
        loop {
            let step = match ready.pop() {
                Some(step) => step,
                None => match waiting.pop() {
                    Some(key) => {
                        let place = place_of(key);
                        self.place(place)?;
                        Step::End(place)
                    }
                    None => return Ok(()),
                },
            };
            if let Step::Begin(place) = step
                && self.placed[place]
                && self.starts[place] == Moment::MAX
            {
                waiting.push(keys[place]);
                continue;
            }
            self.pass_on(step);
            for next in network.after(step) {
                let count = match next {
                    Step::Begin(place) => &mut begin[place],
                    Step::End(place) => &mut end[place],
                };
                *count -= 1;
                if *count == 0 {
                    ready.push(next);
                }
            }
        }
    }

    /// Lets the steps after one know what it means for them.
    fn pass_on(&mut self, step: Step) {
        let network = self.network;
        match step {
            Step::Begin(place) => {
                for child in network.children(place) {
                    self.start_bounds[child] = self.start_bounds[child].max(self.start_bounds[place]);
                    self.end_bounds[child] = self.end_bounds[child].max(self.end_bounds[place]);
                }
            }
            Step::End(place) => {
                if self.starts[place] == Moment::MAX
                    && let Some((start, due)) = self.dates[place].days()
                {
                    (self.starts[place], self.ends[place]) = (Moment::morning(start), Moment::evening(due));
                }
                for link in network.from(place) {
                    let bound = self.bound(link);
                    let bounds = if link.ties_end() { &mut self.end_bounds } else { &mut self.start_bounds };
                    bounds[link.to] = bounds[link.to].max(bound);
                }
                if let Some(above) = network.above(place) {
                    self.starts[above] = self.starts[above].min(self.starts[place]);
                    self.ends[above] = self.ends[above].max(self.ends[place]);
                }
            }
        }
    }

    /// The moment before which a dependency does not let the tied end of the other task come.
    fn bound(&self, link: Link) -> Moment {
        let tied = if link.to_end() { self.ends[link.from] } else { self.starts[link.from] };
        if tied == Moment::MIN || tied == Moment::MAX {
            return Moment::MIN;
        }
        let day = later(&self.network.people.tracks[0].hours, tied.day, link.lag);
        day.map_or(Moment::MIN, |day| Moment { day, ..tied })
    }

    /// Gives a task its place.
    fn place(&mut self, place: usize) -> Result<(), Stop> {
        let fact = &self.network.facts[place];
        let mut from = self.start_bounds[place];
        if let (true, Some(start)) = (self.asked.level, fact.dates.start) {
            from = from.max(Moment::morning(start));
        }
        let until = self.end_bounds[place];
        let agenda = &mut self.agendas[fact.track];
        let found = match fact.work {
            Work::Minutes(minutes) => agenda.fill_until(from, minutes, until),
            Work::Days(days) => agenda.take_days(from, days, until.day),
        };
        let Slice { start, end } = found.map_err(|full| match full {
            Full::NeverOpen(day) => Stop::NeverOpen { track: fact.track, day },
            Full::TooFar => Stop::TooFar { task: place },
        })?;
        (self.starts[place], self.ends[place]) = (start, end);
        self.dates[place] = Dates { start: Some(start.day), due: Some(end.day) };
        Ok(())
    }
}

/// For every task a number that is greater the sooner it is placed: by the highest priority of what waits for it and its own, then by the
/// earliest target likewise, then by its place in the tree.
fn urgency(network: &Network<'_>, asked: &Asked<'_>) -> Vec<u64> {
    let count = network.tasks.len();
    let mut own_targets: Vec<u32> = Vec::with_capacity(count);
    for place in 0..count {
        let above = network.above(place).map_or(NO_TARGET, |above| own_targets[above]);
        own_targets.push(above.min(own_target(network, asked, place)));
    }
    // At its beginning with what waits for it, and at its end without itself.
    let mut begin = vec![(LEAST, NO_TARGET); count];
    let mut end = vec![(LEAST, NO_TARGET); count];
    for step in network.steps.iter().rev() {
        match *step {
            Step::End(place) => {
                let mut sum = network.above(place).map_or((LEAST, NO_TARGET), |above| end[above]);
                for link in network.from(place) {
                    sum = sooner(sum, begin[link.to]);
                }
                end[place] = sum;
            }
            Step::Begin(place) => {
                let fact = &network.facts[place];
                let mut sum = if fact.over { (LEAST, NO_TARGET) } else { (rank(network, place), own_targets[place]) };
                if network.is_leaf(place) && !fact.over {
                    sum = sooner(sum, end[place]);
                }
                for child in network.children(place) {
                    sum = sooner(sum, begin[child]);
                }
                begin[place] = sum;
            }
        }
    }
    let key = |(place, (rank, target)): (usize, &(u32, u32))| {
        !(u64::from(*rank) << 62 | u64::from(*target) << 31 | u64::try_from(place).unwrap_or(0))
    };
    begin.iter().enumerate().map(key).collect()
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
    match network.tasks[place].shown.task.priority {
        Some(Priority::High) => 0,
        Some(Priority::Medium) => 1,
        _ => LEAST,
    }
}

/// The date of its milestone, or its due date if nothing may move that.
fn own_target(network: &Network<'_>, asked: &Asked<'_>, place: usize) -> u32 {
    let shown = network.tasks[place].shown;
    let fact = &network.facts[place];
    let milestone = shown.milestone().and_then(|name| asked.milestones.iter().find(|(known, _)| known == name));
    let pinned = fact.dates.due.filter(|_| fact.pinned);
    let earliest = milestone.map(|(_, day)| *day).into_iter().chain(pinned).min();
    earliest.and_then(|day| u32::try_from(day - FIRST_DAY).ok()).unwrap_or(NO_TARGET)
}
