//! The tasks in the order of the tree, what ties them, and the order in which one depends on the other.
//!
//! Invariant: the tasks below a task follow it directly, so a branch is a range. Each task has two steps: it begins after everything that
//! it or a task above it waits for has ended, and a parent ends when its children have.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and positions come from the network")]

use std::ops::Range;

use handoff_format::day;
use handoff_protocol::{DependencyKind, Status};

use super::Dates;
use super::people::{People, Track};
use super::work::{Work, work};
use crate::links::links;
use crate::model::{Model, Slot, TaskRef, Tasks};

/// No task, or no dependency.
const NONE: usize = usize::MAX;

/// A dependency between two tasks, by position.
#[derive(Debug)]
pub(crate) struct Link {
    /// Which is waited for.
    pub(crate) from: usize,
    /// Which waits.
    pub(crate) to: usize,
    pub(crate) kind: DependencyKind,
    pub(crate) lag: i32,
    /// It holds nobody up: the one that is waited for, or the one that waits, is over, or one is below the other, which spans its children
    /// anyway.
    pub(crate) idle: bool,
    /// Position of the next that holds somebody up and waits for the same task.
    next: usize,
}

impl Link {
    /// Whether the end of the one that waits is tied, not its start.
    pub(crate) fn ties_end(&self) -> bool {
        matches!(self.kind, DependencyKind::FinishToFinish | DependencyKind::StartToFinish)
    }

    /// Whether it is tied to the end of the other, not to its start.
    pub(crate) fn to_end(&self) -> bool {
        matches!(self.kind, DependencyKind::FinishToStart | DependencyKind::FinishToFinish)
    }
}

/// What matters of one task.
#[allow(clippy::struct_excessive_bools, reason = "each says something of its own")]
#[derive(Clone, Copy)]
pub(crate) struct Fact<'a> {
    pub(crate) task: TaskRef<'a>,
    pub(crate) track: usize,
    pub(crate) dates: Dates,
    pub(crate) work: Work,
    /// Done or skipped.
    pub(crate) over: bool,
    /// In progress, in review or blocked.
    pub(crate) begun: bool,
    pub(crate) pinned: bool,
    /// Its file cannot be written.
    pub(crate) locked: bool,
    above: usize,
    /// The position after everything below it.
    end: usize,
    /// The first link of which it waits.
    waits: usize,
    /// The first link that holds others up until it is done.
    holds: usize,
}

/// One of the two steps of a task: twice its position, and one more for its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step(pub(crate) usize);

impl Step {
    pub(crate) fn begin(place: usize) -> Step {
        Step(place * 2)
    }

    pub(crate) fn end(place: usize) -> Step {
        Step(place * 2 + 1)
    }

    pub(crate) fn is_end(self) -> bool {
        self.0 % 2 == 1
    }

    /// The task's position.
    pub(crate) fn place(self) -> usize {
        self.0 / 2
    }
}

pub(crate) struct Network<'a> {
    /// What matters of each task.
    pub(crate) facts: Vec<Fact<'a>>,
    pub(crate) people: People,
    /// By the task that waits.
    pub(crate) links: Vec<Link>,
    /// Every step after those that it needs; incomplete when there is a circle.
    pub(crate) steps: Vec<Step>,
    /// The tasks of a circle, each waiting for the next, the last for the first.
    pub(crate) circle: Vec<usize>,
    places: Vec<usize>,
}

impl<'a> Network<'a> {
    pub(crate) fn new(model: &'a Model) -> Network<'a> {
        let mut network = Network {
            facts: Vec::new(),
            people: People::new(model.config.values()),
            links: Vec::new(),
            steps: Vec::new(),
            circle: Vec::new(),
            places: vec![NONE; model.tasks.capacity()],
        };
        network.plant(&model.tasks, None, NONE);
        network.tie(&model.tasks);
        network.order();
        network
    }

    /// Reads the tree below a task.
    fn plant(&mut self, tasks: &'a Tasks, slot: Option<Slot>, above: usize) {
        for task in tasks.arranged(slot) {
            let place = self.facts.len();
            self.places[task.slot.index()] = place;
            let fact = self.fact(tasks, task, above);
            self.facts.push(fact);
            self.plant(tasks, Some(task.slot), place);
            self.facts[place].end = self.facts.len();
        }
    }

    fn fact(&mut self, tasks: &Tasks, task: TaskRef<'a>, above: usize) -> Fact<'a> {
        let schedule = task.shown.task.schedule.as_ref();
        let date = |text: Option<&String>| text.and_then(|text| day(text));
        let dates = Dates {
            start: date(schedule.and_then(|schedule| schedule.start_date.as_ref())),
            due: date(schedule.and_then(|schedule| schedule.due_date.as_ref())),
        };
        let track = self.people.track(task.shown.task.assignee.as_deref().unwrap_or_default());
        let status = task.status();
        Fact {
            task,
            track,
            dates,
            work: work(schedule, dates, &self.people.tracks[track]),
            over: status.is_terminal(),
            begun: matches!(status, Status::InProgress | Status::Review | Status::Blocked),
            pinned: schedule.is_some_and(|schedule| schedule.pinned == Some(true)),
            locked: !crate::plan::is_editable(tasks, task),
            above,
            end: NONE,
            waits: NONE,
            holds: NONE,
        }
    }

    /// Reads the dependencies.
    fn tie(&mut self, tasks: &Tasks) {
        for to in 0..self.facts.len() {
            self.facts[to].waits = self.links.len();
            let task = &self.facts[to].task.shown.task;
            if task.dependencies.is_empty() {
                continue;
            }
            for link in links(task) {
                for other in tasks.with_id(&link.id) {
                    let from = self.places[other.slot.index()];
                    let related = self.branch(from).contains(&to) || self.branch(to).contains(&from);
                    let is_over = self.facts[from].over || self.facts[to].over && self.is_leaf(to);
                    let idle = is_over || related && from != to;
                    self.links.push(Link { from, to, kind: link.kind, lag: link.lag, idle, next: NONE });
                }
            }
        }
        for (position, link) in self.links.iter_mut().enumerate().rev() {
            if !link.idle {
                link.next = std::mem::replace(&mut self.facts[link.from].holds, position);
            }
        }
    }

    /// The position of a task.
    pub(crate) fn place(&self, slot: Slot) -> Option<usize> {
        self.places.get(slot.index()).copied().filter(|place| *place != NONE)
    }

    /// A task with everything below it.
    pub(crate) fn branch(&self, place: usize) -> Range<usize> {
        place..self.facts[place].end
    }

    pub(crate) fn is_leaf(&self, place: usize) -> bool {
        self.facts[place].end == place + 1
    }

    pub(crate) fn above(&self, place: usize) -> Option<usize> {
        Some(self.facts[place].above).filter(|above| *above != NONE)
    }

    /// The tasks directly below one.
    fn children(&self, place: usize) -> impl Iterator<Item = usize> {
        let range = self.branch(place);
        let mut next = place + 1;
        std::iter::from_fn(move || {
            let child = Some(next).filter(|next| range.contains(next))?;
            next = self.facts[child].end;
            Some(child)
        })
    }

    /// Whether everything is over that a task, or one above it, waits for. An id that no task has is waited for.
    pub(crate) fn is_free(&self, place: usize) -> bool {
        let mut line = std::iter::successors(Some(place), |place| self.above(*place));
        line.all(|place| {
            let fact = &self.facts[place];
            let links = self.links.get(fact.waits..).unwrap_or_default().iter().take_while(|link| link.to == place);
            fact.task.shown.task.dependencies.iter().all(|id| {
                let mut awaited = links.clone().map(|link| &self.facts[link.from]).filter(|from| from.task.id() == id);
                awaited.next().is_some_and(|from| from.over) && awaited.all(|from| from.over)
            })
        })
    }

    /// What ties tasks to this one, as far as it holds them up.
    pub(crate) fn from(&self, place: usize) -> impl Iterator<Item = &Link> {
        let mut next = self.facts[place].holds;
        std::iter::from_fn(move || {
            let link = self.links.get(next)?;
            next = link.next;
            Some(link)
        })
    }

    pub(crate) fn track(&self, place: usize) -> &Track {
        &self.people.tracks[self.facts[place].track]
    }

    /// The dates that stand in the files.
    pub(crate) fn stored(&self) -> Vec<Dates> {
        self.facts.iter().map(|fact| fact.dates).collect()
    }

    fn order(&mut self) {
        let mut walk = Walk::new(self);
        let mut steps = Vec::new();
        while let Some(step) = walk.ready.pop() {
            steps.push(step);
            walk.done(self, step);
        }
        if steps.len() < walk.waits.len() {
            self.circle = self.find_circle(&walk);
        }
        self.steps = steps;
    }

    /// Goes from a step that is never reached to one that it waits for, until one comes again.
    fn find_circle(&self, walk: &Walk) -> Vec<usize> {
        let mut line: Vec<Step> = Vec::new();
        let mut at = (0..self.facts.len()).map(Step::begin).find(|step| walk.is_stuck(*step));
        while let Some(step) = at {
            if let Some(first) = line.iter().position(|known| *known == step) {
                let mut circle: Vec<usize> = Vec::new();
                for step in &line[first..] {
                    if circle.last() != Some(&step.place()) {
                        circle.push(step.place());
                    }
                }
                if circle.len() > 1 && circle.first() == circle.last() {
                    circle.pop();
                }
                return circle;
            }
            line.push(step);
            at = self.needed(walk, step);
        }
        Vec::new()
    }

    /// A step that is never reached and that this one, which is not either, needs.
    fn needed(&self, walk: &Walk, step: Step) -> Option<Step> {
        let place = step.place();
        if !step.is_end() {
            for link in &self.links[self.facts[place].waits..] {
                if link.to != place {
                    break;
                }
                if !link.idle && walk.is_stuck(Step::end(link.from)) {
                    return Some(Step::end(link.from));
                }
            }
            return self.above(place).map(Step::begin).filter(|step| walk.is_stuck(*step));
        }
        if self.is_leaf(place) {
            return Some(Step::begin(place));
        }
        self.children(place).map(Step::end).find(|step| walk.is_stuck(*step))
    }
}

/// Step after step, each when those that it needs are done.
pub(crate) struct Walk {
    /// For how many others each step still waits.
    waits: Vec<usize>,
    /// Those that wait for nothing.
    pub(crate) ready: Vec<Step>,
}

impl Walk {
    pub(crate) fn new(network: &Network<'_>) -> Walk {
        let mut walk = Walk { waits: vec![0; 2 * network.facts.len()], ready: Vec::new() };
        for (place, fact) in network.facts.iter().enumerate() {
            walk.waits[Step::end(place).0] += 1;
            if fact.above != NONE {
                walk.waits[Step::begin(place).0] += 1;
                walk.waits[Step::end(fact.above).0] += 1;
            }
            for link in network.from(place) {
                walk.waits[Step::begin(link.to).0] += 1;
            }
        }
        for place in 0..network.facts.len() {
            if !walk.is_stuck(Step::begin(place)) {
                walk.ready.push(Step::begin(place));
            }
        }
        walk
    }

    /// Whether a step waits for another.
    fn is_stuck(&self, step: Step) -> bool {
        self.waits[step.0] > 0
    }

    /// Lets the steps after one that is done wait for it no longer.
    pub(crate) fn done(&mut self, network: &Network<'_>, step: Step) {
        let place = step.place();
        if step.is_end() {
            for link in network.from(place) {
                self.release(Step::begin(link.to));
            }
            if let Some(above) = network.above(place) {
                self.release(Step::end(above));
            }
        } else {
            self.release(Step::end(place));
            for child in network.children(place) {
                self.release(Step::begin(child));
            }
        }
    }

    fn release(&mut self, step: Step) {
        let waits = &mut self.waits[step.0];
        *waits -= 1;
        if *waits == 0 {
            self.ready.push(step);
        }
    }
}
