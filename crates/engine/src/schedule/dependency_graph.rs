//! The tasks in the order of the tree, what ties them, and the order in which one depends on the other.
//!
//! Invariant: positions are those of the model's outline. Each task has two steps: it begins after everything that it or a task above it
//! waits for has ended, and a parent ends when its children have.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and positions come from the network")]

use std::ops::Range;

use handoff_protocol::{DependencyKind, Status};

use crate::model::dates::Dates;
use crate::model::{Model, NONE, Name, Outline, Slot, TaskRef, Tasks};
use crate::schedule::remaining_effort::{Work, work};
use crate::schedule::resources::{People, Track};

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
    /// It waits for an id that no task has.
    dangles: bool,
    /// The first link of which it waits.
    waits: usize,
    /// The first link that holds others up until it is done; [`NONE`] where none does.
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
    outline: &'a Outline,
}

impl<'a> Network<'a> {
    pub(crate) fn new(model: &'a Model) -> Network<'a> {
        let outline = model.tasks.outline();
        let mut network = Network {
            facts: Vec::with_capacity(outline.rows.len()),
            people: People::new(model.config.values()),
            links: Vec::with_capacity(outline.ties.len()),
            steps: Vec::new(),
            circle: Vec::new(),
            outline,
        };
        network.gather(&model.tasks);
        network.tie();
        network.order();
        network
    }

    /// Reads the tasks.
    fn gather(&mut self, tasks: &'a Tasks) {
        let mut tracks = vec![NONE; tasks.names().len()];
        for row in &self.outline.rows {
            let Some(task) = tasks.get(row.slot) else { continue };
            let summary = &task.shown.summary;
            let track = self.track_of(tasks, summary.assignee, &mut tracks);
            let status = task.status();
            self.facts.push(Fact {
                task,
                track,
                dates: summary.dates,
                work: work(summary, &self.people.tracks[track]),
                over: status.is_terminal(),
                begun: matches!(status, Status::InProgress | Status::Review | Status::Blocked),
                pinned: summary.pinned,
                locked: !tasks.is_editable(task),
                above: row.above,
                end: row.end,
                dangles: row.dangles,
                waits: NONE,
                holds: NONE,
            });
        }
    }

    /// The track of an assignee; `tracks` has those that are known.
    fn track_of(&mut self, tasks: &Tasks, assignee: Name, tracks: &mut [usize]) -> usize {
        let known = &mut tracks[assignee.index()];
        if *known == NONE {
            *known = self.people.track(tasks.names().text(assignee));
        }
        *known
    }

    /// Reads the dependencies.
    fn tie(&mut self) {
        let mut waits = 0;
        for (to, fact) in self.facts.iter_mut().enumerate() {
            fact.waits = waits;
            waits += self.outline.ties[waits..].iter().take_while(|tie| tie.to == to).count();
        }
        for tie in &self.outline.ties {
            let is_over = self.facts[tie.from].over || self.facts[tie.to].over && self.is_leaf(tie.to);
            let idle = is_over || tie.related;
            self.links.push(Link { from: tie.from, to: tie.to, kind: tie.kind, lag: tie.lag, idle, next: NONE });
        }
        for (position, link) in self.links.iter_mut().enumerate().rev() {
            if !link.idle {
                link.next = std::mem::replace(&mut self.facts[link.from].holds, position);
            }
        }
    }

    /// The position of a task.
    pub(crate) fn place(&self, slot: Slot) -> Option<usize> {
        self.outline.place(slot)
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
            let mut links = self.links[fact.waits..].iter().take_while(|link| link.to == place);
            !fact.dangles && links.all(|link| self.facts[link.from].over)
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
