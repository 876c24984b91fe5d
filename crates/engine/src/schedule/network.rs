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
use crate::model::{Model, Slot, TaskRef};

/// No task.
const NONE: usize = usize::MAX;

/// A dependency between two tasks, by position.
#[derive(Clone, Copy, Debug)]
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
}

impl Link {
    /// Whether the end of the one that waits is tied, not its start.
    pub(crate) fn ties_end(self) -> bool {
        matches!(self.kind, DependencyKind::FinishToFinish | DependencyKind::StartToFinish)
    }

    /// Whether it is tied to the end of the other, not to its start.
    pub(crate) fn to_end(self) -> bool {
        matches!(self.kind, DependencyKind::FinishToStart | DependencyKind::FinishToFinish)
    }
}

/// What matters of one task.
#[allow(clippy::struct_excessive_bools, reason = "each says something of its own")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fact {
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
}

/// One of the two steps of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Begin(usize),
    End(usize),
}

pub(crate) struct Network<'a> {
    pub(crate) tasks: Vec<TaskRef<'a>>,
    pub(crate) facts: Vec<Fact>,
    pub(crate) people: People,
    /// By the task that waits.
    pub(crate) links: Vec<Link>,
    /// Every step after those that it needs; incomplete when there is a circle.
    pub(crate) steps: Vec<Step>,
    /// The tasks of a circle, each waiting for the next, the last for the first.
    pub(crate) circle: Vec<usize>,
    above: Vec<usize>,
    ends: Vec<usize>,
    places: Vec<usize>,
    /// Positions in `links` by the task that is waited for, and where each task's begin.
    outgoing: Vec<usize>,
    first_outgoing: Vec<usize>,
}

impl<'a> Network<'a> {
    pub(crate) fn new(model: &'a Model) -> Network<'a> {
        let mut network = Network {
            tasks: Vec::new(),
            facts: Vec::new(),
            people: People::new(model.config.values()),
            links: Vec::new(),
            steps: Vec::new(),
            circle: Vec::new(),
            above: Vec::new(),
            ends: Vec::new(),
            places: vec![NONE; model.tasks.capacity()],
            outgoing: Vec::new(),
            first_outgoing: Vec::new(),
        };
        network.plant(model);
        network.tie(model);
        network.order();
        network
    }

    /// Reads the tree.
    fn plant(&mut self, model: &'a Model) {
        let tasks = &model.tasks;
        let mut open: Vec<(TaskRef<'a>, usize)> = Vec::new();
        let below = |slot: Option<Slot>, above: usize, open: &mut Vec<(TaskRef<'a>, usize)>| {
            open.extend(tasks.arranged(slot).into_iter().rev().map(|task| (task, above)));
        };
        below(None, NONE, &mut open);
        while let Some((task, above)) = open.pop() {
            let place = self.tasks.len();
            self.places[task.slot.index()] = place;
            self.tasks.push(task);
            self.above.push(above);
            self.ends.push(place + 1);
            below(Some(task.slot), place, &mut open);
            let schedule = task.shown.task.schedule.as_ref();
            let date = |text: Option<&String>| text.and_then(|text| day(text));
            let dates = Dates {
                start: date(schedule.and_then(|schedule| schedule.start_date.as_ref())),
                due: date(schedule.and_then(|schedule| schedule.due_date.as_ref())),
            };
            let assignee = task.shown.task.assignee.as_deref().unwrap_or_default();
            let track = self.people.track(assignee);
            let status = task.status();
            self.facts.push(Fact {
                track,
                dates,
                work: work(schedule, dates, &self.people.tracks[track]),
                over: status.is_terminal(),
                begun: matches!(status, Status::InProgress | Status::Review | Status::Blocked),
                pinned: schedule.is_some_and(|schedule| schedule.pinned == Some(true)),
                locked: !crate::plan::is_editable(tasks, task),
            });
        }
        for place in (0..self.tasks.len()).rev() {
            let above = self.above[place];
            if above != NONE {
                self.ends[above] = self.ends[above].max(self.ends[place]);
            }
        }
    }

    /// Reads the dependencies.
    fn tie(&mut self, model: &'a Model) {
        for to in 0..self.tasks.len() {
            let task = &self.tasks[to].shown.task;
            if task.dependencies.is_empty() {
                continue;
            }
            for link in links(task) {
                for other in model.tasks.with_id(&link.id) {
                    let from = self.places[other.slot.index()];
                    let related = self.branch(from).contains(&to) || self.branch(to).contains(&from);
                    let is_over = self.facts[from].over || self.facts[to].over && self.is_leaf(to);
                    let idle = is_over || related && from != to;
                    self.links.push(Link { from, to, kind: link.kind, lag: link.lag, idle });
                }
            }
        }
        let mut first = vec![0; self.tasks.len() + 1];
        for link in &self.links {
            first[link.from + 1] += 1;
        }
        for place in 0..self.tasks.len() {
            first[place + 1] += first[place];
        }
        let mut next = first.clone();
        self.outgoing = vec![0; self.links.len()];
        for (position, link) in self.links.iter().enumerate() {
            self.outgoing[next[link.from]] = position;
            next[link.from] += 1;
        }
        self.first_outgoing = first;
    }

    /// The position of a task.
    pub(crate) fn place(&self, slot: Slot) -> Option<usize> {
        self.places.get(slot.index()).copied().filter(|place| *place != NONE)
    }

    /// A task with everything below it.
    pub(crate) fn branch(&self, place: usize) -> Range<usize> {
        place..self.ends[place]
    }

    pub(crate) fn is_leaf(&self, place: usize) -> bool {
        self.ends[place] == place + 1
    }

    pub(crate) fn above(&self, place: usize) -> Option<usize> {
        Some(self.above[place]).filter(|above| *above != NONE)
    }

    /// The tasks directly below one.
    pub(crate) fn children(&self, place: usize) -> impl Iterator<Item = usize> {
        let range = self.branch(place);
        let mut next = place + 1;
        std::iter::from_fn(move || {
            let child = Some(next).filter(|next| range.contains(next))?;
            next = self.ends[child];
            Some(child)
        })
    }

    /// What ties tasks to this one, as far as it holds them up.
    pub(crate) fn from(&self, place: usize) -> impl Iterator<Item = Link> {
        let range = self.first_outgoing[place]..self.first_outgoing[place + 1];
        self.outgoing[range].iter().map(|position| self.links[*position]).filter(|link| !link.idle)
    }

    pub(crate) fn track(&self, place: usize) -> &Track {
        &self.people.tracks[self.facts[place].track]
    }

    /// The dates that stand in the files.
    pub(crate) fn stored(&self) -> Vec<Dates> {
        self.facts.iter().map(|fact| fact.dates).collect()
    }

    /// How many steps each step still waits for: those of beginning and those of ending.
    pub(crate) fn counts(&self) -> (Vec<usize>, Vec<usize>) {
        let mut begin: Vec<usize> = self.above.iter().map(|above| usize::from(*above != NONE)).collect();
        let mut end = vec![0; self.tasks.len()];
        for link in self.links.iter().filter(|link| !link.idle) {
            begin[link.to] += 1;
        }
        for (place, count) in end.iter_mut().enumerate() {
            *count = if self.is_leaf(place) { 1 } else { self.children(place).count() };
        }
        (begin, end)
    }

    /// The steps that wait for a step.
    pub(crate) fn after(&self, step: Step) -> Vec<Step> {
        match step {
            Step::Begin(place) if self.is_leaf(place) => vec![Step::End(place)],
            Step::Begin(place) => self.children(place).map(Step::Begin).collect(),
            Step::End(place) => {
                let tied = self.from(place).map(|link| Step::Begin(link.to));
                tied.chain(self.above(place).map(Step::End)).collect()
            }
        }
    }

    fn order(&mut self) {
        let (mut begin, mut end) = self.counts();
        let mut ready: Vec<Step> =
            (0..self.tasks.len()).rev().filter(|place| begin[*place] == 0).map(Step::Begin).collect();
        let mut steps = Vec::with_capacity(2 * self.tasks.len());
        while let Some(step) = ready.pop() {
            steps.push(step);
            for next in self.after(step) {
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
        if steps.len() < 2 * self.tasks.len() {
            self.circle = self.find_circle(&begin, &end);
        }
        self.steps = steps;
    }

    /// Goes from a step that is never reached to one that it waits for, until one comes again.
    fn find_circle(&self, begin: &[usize], end: &[usize]) -> Vec<usize> {
        let is_stuck = |step: Step| match step {
            Step::Begin(place) => begin[place] > 0,
            Step::End(place) => end[place] > 0,
        };
        let needed = |step: Step| match step {
            Step::Begin(place) => {
                let first = self.links.partition_point(|link| link.to < place);
                let waits = self.links[first..].iter().take_while(|link| link.to == place);
                let waits = waits.filter(|link| !link.idle).map(|link| Step::End(link.from));
                waits.chain(self.above(place).map(Step::Begin)).find(|step| is_stuck(*step))
            }
            Step::End(place) if self.is_leaf(place) => Some(Step::Begin(place)),
            Step::End(place) => self.children(place).map(Step::End).find(|step| is_stuck(*step)),
        };
        let mut line: Vec<Step> = Vec::new();
        let mut at = (0..self.tasks.len()).map(Step::Begin).find(|step| is_stuck(*step));
        while let Some(step) = at {
            if let Some(first) = line.iter().position(|known| *known == step) {
                let mut circle: Vec<usize> = line.split_off(first).into_iter().map(Step::place).collect();
                circle.dedup();
                if circle.len() > 1 && circle.first() == circle.last() {
                    circle.pop();
                }
                return circle;
            }
            line.push(step);
            at = needed(step);
        }
        Vec::new()
    }
}

impl Step {
    pub(crate) fn place(self) -> usize {
        match self {
            Step::Begin(place) | Step::End(place) => place,
        }
    }
}
