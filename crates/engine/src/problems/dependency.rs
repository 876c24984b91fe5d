//! Dependencies that name no task, and circles of them.

use std::collections::BTreeSet;
use std::collections::{BTreeMap, VecDeque};

use handoff_protocol::{Command, ListPatch, Position, Problem, ProblemCode, Repair, TaskPatch, Text};

use crate::model::{Slot, TaskRef, Tasks};
use crate::problems::{Trouble, severity};
use crate::texts;

pub(crate) fn troubles(tasks: &Tasks, circles: &Circles) -> Vec<Trouble> {
    let mut troubles = Vec::new();
    for task in tasks.all() {
        for id in dangling(tasks, task) {
            let text = Text::with(texts::DANGLING, [("id", task.id().to_owned()), ("missing", id.clone())]);
            troubles.push(about(tasks, ProblemCode::DanglingDependency, task, id, text, true));
        }
    }
    let cuts = Cuts::find(tasks, circles);
    let mut told: BTreeSet<(Slot, Slot)> = BTreeSet::default();
    for line in circles.lines.iter().chain(&cuts.lines) {
        let circle: Vec<TaskRef<'_>> = line.iter().filter_map(|slot| tasks.get(*slot)).collect();
        let ids: Vec<&str> = circle.iter().map(|task| task.id()).collect();
        let text = Text::with(texts::CYCLE, [("cycle", texts::circle(&ids))]);
        for (task, next) in circle.iter().zip(circle.iter().cycle().skip(1)) {
            let edge = (task.slot, next.slot);
            if told.insert(edge) {
                let proposed = cuts.edges.contains(&edge);
                troubles.push(about(tasks, ProblemCode::DependencyCycle, *task, next.id(), text.clone(), proposed));
            }
        }
    }
    troubles
}

/// Ids in a task's dependencies that name no task, each once.
pub(crate) fn dangling<'a>(tasks: &'a Tasks, task: TaskRef<'a>) -> impl Iterator<Item = &'a String> {
    let ids = &task.shown.task.dependencies;
    let first = move |(index, id): &(usize, &String)| !ids.iter().take(*index).any(|other| other == *id);
    ids.iter().enumerate().filter(first).map(|(_, id)| id).filter(|id| tasks.with_id(id).next().is_none())
}

fn about(tasks: &Tasks, code: ProblemCode, task: TaskRef<'_>, dependency: &str, text: Text, proposed: bool) -> Trouble {
    let without = ListPatch { remove: Some(vec![dependency.to_owned()]), ..ListPatch::default() };
    let patch = TaskPatch { dependencies: Some(without), ..TaskPatch::default() };
    let repair = Repair {
        title: Text::with(texts::REPAIR_DEPENDENCY, [("id", dependency.to_owned())]),
        command: Command::UpdateTasks { ids: vec![task.id().to_owned()], patch, seen: None, estimates: None },
        proposed,
    };
    let place = task.shown.task.dependencies.iter().position(|id| id == dependency).unwrap_or(0);
    let problem = Problem {
        code,
        severity: severity(code),
        path: task.shown.path.clone(),
        position: Position::default(),
        task: Some(task.id().to_owned()),
        text,
        cost: None,
        repairs: if tasks.is_editable(task) { vec![repair] } else { Vec::new() },
    };
    Trouble { problem, position: None, key: vec!["dependencies".to_owned(), place.to_string()] }
}

/// Circles of dependencies. Each task is in at most one of those told; settling it shows the next.
#[derive(Debug, Default)]
pub(crate) struct Circles {
    lines: Vec<Vec<Slot>>,
    slots: BTreeSet<Slot>,
}

impl Circles {
    /// The ids of the first circle; none without one.
    pub(crate) fn first(&self, tasks: &Tasks) -> Vec<String> {
        let circle = self.lines.first().into_iter().flatten();
        circle.filter_map(|slot| tasks.get(*slot)).map(|task| task.id().to_owned()).collect()
    }

    pub(crate) fn has(&self, slot: Slot) -> bool {
        self.slots.contains(&slot)
    }

    pub(crate) fn find(tasks: &Tasks) -> Circles {
        let mut marks = Marks::new(tasks);
        let mut circles = Circles::default();
        let all = tasks.folders().filter_map(|(slot, _)| tasks.get(slot));
        for start in all.filter(|task| !task.shown.task.dependencies.is_empty()) {
            if marks.get(start.slot) != Mark::New {
                continue;
            }
            let mut line = vec![(start.slot, waited_for(tasks, start))];
            marks.set(start.slot, Mark::Open);
            while let Some((slot, rest)) = line.last_mut() {
                let Some(next) = rest.pop() else {
                    marks.set(*slot, Mark::Closed);
                    line.pop();
                    continue;
                };
                match marks.get(next.slot) {
                    Mark::New => {
                        marks.set(next.slot, Mark::Open);
                        line.push((next.slot, waited_for(tasks, next)));
                    }
                    Mark::Open => {
                        let tail = line.iter().skip_while(|(slot, _)| *slot != next.slot).map(|(slot, _)| *slot);
                        circles.add(tail.collect());
                    }
                    Mark::Closed => {}
                }
            }
        }
        circles
    }

    fn add(&mut self, line: Vec<Slot>) {
        if line.iter().all(|slot| !self.slots.contains(slot)) {
            self.slots.extend(line.iter().copied());
            self.lines.push(line);
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Mark {
    New,
    Open,
    Closed,
}

/// How far the search has come with each task.
struct Marks(Vec<Mark>);

impl Marks {
    fn new(tasks: &Tasks) -> Marks {
        Marks(vec![Mark::New; tasks.capacity()])
    }

    fn get(&self, slot: Slot) -> Mark {
        self.0.get(slot.index()).copied().unwrap_or(Mark::Closed)
    }

    fn set(&mut self, slot: Slot, mark: Mark) {
        if let Some(place) = self.0.get_mut(slot.index()) {
            *place = mark;
        }
    }
}

/// Last first.
fn waited_for<'a>(tasks: &'a Tasks, task: TaskRef<'a>) -> Vec<TaskRef<'a>> {
    task.shown.task.dependencies.iter().rev().flat_map(|id| tasks.with_id(id)).collect()
}

/// The maximum number of dependencies in a group for which each is checked on its own, since that takes a search.
const MAX_CHECKED: usize = 2_000;

/// The dependencies whose removal is proposed: without them no circle is left, and none of them is superfluous.
///
/// Of each circle it is the dependency on the task that is planned last (by its start date, else its due date): that is one which the
/// dates contradict. Of tasks that are planned for the same day or have no dates, the last one created counts, since the dependency on it
/// cannot be older than the task; then the one with the last id. Tasks whose file cannot be written keep their dependencies.
///
/// An id that several tasks have means the task that keeps it, so that no dependency is removed because of a duplicate.
#[derive(Debug, Default)]
struct Cuts {
    edges: BTreeSet<(Slot, Slot)>,
    /// A circle for each of them.
    lines: Vec<Vec<Slot>>,
}

impl Cuts {
    fn find(tasks: &Tasks, circles: &Circles) -> Cuts {
        let mut cuts = Cuts::default();
        if !circles.lines.is_empty() {
            for group in groups(tasks, |task| kept_for(tasks, task).collect()) {
                cuts.open(tasks, &group.into_iter().collect());
            }
        }
        cuts
    }

    /// Takes the dependencies in a group one after the other, the most plausible first, and cuts each that closes a circle with those
    /// before it. In a very large group, each that leads to a later task is cut.
    fn open(&mut self, tasks: &Tasks, group: &BTreeSet<Slot>) {
        let members = group.iter().filter_map(|slot| tasks.get(*slot));
        let next = |task| kept_for(tasks, task).filter(|next| group.contains(&next.slot));
        let edges = members.flat_map(|task| next(task).map(move |next| (task.slot, next.slot)));
        let is_writable = |slot| tasks.get(slot).is_some_and(|task| tasks.is_editable(task));
        let (mut edges, fixed): (Vec<_>, Vec<_>) = edges.partition(|(from, _)| is_writable(*from));
        edges.sort_by(|a, b| {
            (lateness(tasks, a.1), lateness(tasks, a.0)).cmp(&(lateness(tasks, b.1), lateness(tasks, b.0)))
        });
        let is_large = edges.len() > MAX_CHECKED;
        let mut kept: BTreeMap<Slot, Vec<Slot>> = BTreeMap::new();
        for (from, to) in fixed {
            kept.entry(from).or_default().push(to);
        }
        for (from, to) in edges {
            let line = if is_large {
                (lateness(tasks, from) <= lateness(tasks, to)).then(Vec::new)
            } else {
                way(&kept, to, from)
            };
            match line {
                Some(line) => {
                    self.edges.insert((from, to));
                    self.lines.push(line);
                }
                None => kept.entry(from).or_default().push(to),
            }
        }
    }
}

/// What a task waits for, where an id means the task that keeps it.
fn kept_for<'a>(tasks: &'a Tasks, task: TaskRef<'a>) -> impl Iterator<Item = TaskRef<'a>> {
    task.shown.task.dependencies.iter().filter_map(|id| crate::problems::folder::keeper(tasks, id))
}

/// How late a task is planned, else created.
fn lateness(tasks: &Tasks, slot: Slot) -> impl Ord {
    let task = tasks.get(slot)?;
    let dates = task.shown.summary.dates;
    let created = task.shown.task.created_at.as_deref().map(crate::timestamp::sortable);
    Some((dates.start.or(dates.due), created, &task.shown.ranks.natural, &task.node.folder))
}

/// The shortest way from a task to another along what they wait for, both included.
fn way(edges: &BTreeMap<Slot, Vec<Slot>>, from: Slot, to: Slot) -> Option<Vec<Slot>> {
    let mut reached_from = BTreeMap::from([(from, from)]);
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        if at == to {
            let mut line = vec![to];
            let mut at = to;
            while at != from {
                at = *reached_from.get(&at)?;
                line.push(at);
            }
            line.reverse();
            return Some(line);
        }
        for next in edges.get(&at).into_iter().flatten() {
            if !reached_from.contains_key(next) {
                reached_from.insert(*next, at);
                queue.push_back(*next);
            }
        }
    }
    None
}

/// The IDs of each group of tasks that wait for each other.
pub(crate) fn circle_ids(tasks: &Tasks) -> Vec<Vec<String>> {
    let id = |slot: Slot| tasks.get(slot).map(|task| task.id().to_owned());
    let found = groups(tasks, |task| waited_for(tasks, task));
    found.into_iter().map(|group| group.into_iter().filter_map(id).collect()).collect()
}

/// How a search for groups came to a task.
struct Visit {
    number: usize,
    /// The smallest number of a task of the same group that is known to be reached from here.
    low: usize,
    is_open: bool,
}

/// The groups of tasks in which each waits for each other one, directly or not: the strongly connected components, by Tarjan's algorithm.
/// A task alone is a group only if it waits for itself.
fn groups<'a>(tasks: &'a Tasks, next: impl Fn(TaskRef<'a>) -> Vec<TaskRef<'a>>) -> Vec<Vec<Slot>> {
    let mut visits: BTreeMap<Slot, Visit> = BTreeMap::new();
    let mut open: Vec<Slot> = Vec::new();
    let mut groups = Vec::new();
    for start in tasks.folders().filter_map(|(slot, _)| tasks.get(slot)) {
        let mut line: Vec<(TaskRef<'a>, Vec<TaskRef<'a>>)> = Vec::new();
        let mut entered = Some(start).filter(|task| !visits.contains_key(&task.slot));
        loop {
            if let Some(task) = entered.take() {
                let number = visits.len();
                visits.insert(task.slot, Visit { number, low: number, is_open: true });
                open.push(task.slot);
                line.push((task, next(task)));
            }
            let Some((task, rest)) = line.last_mut() else { break };
            let mut low = usize::MAX;
            let here = task.slot;
            if let Some(awaited) = rest.pop() {
                match visits.get(&awaited.slot) {
                    None => entered = Some(awaited),
                    Some(visit) if visit.is_open => low = visit.number,
                    Some(_) => {}
                }
                if let Some(visit) = visits.get_mut(&here) {
                    visit.low = visit.low.min(low);
                }
                continue;
            }
            let task = *task;
            line.pop();
            if let Some(visit) = visits.get(&here) {
                low = visit.low;
                if visit.low == visit.number {
                    let first = open.iter().rposition(|slot| *slot == here).unwrap_or(open.len());
                    let group = open.split_off(first);
                    for slot in &group {
                        if let Some(visit) = visits.get_mut(slot) {
                            visit.is_open = false;
                        }
                    }
                    if group.len() > 1 || next(task).iter().any(|awaited| awaited.slot == here) {
                        groups.push(group);
                    }
                }
            }
            if let Some((above, _)) = line.last()
                && let Some(visit) = visits.get_mut(&above.slot)
            {
                visit.low = visit.low.min(low);
            }
        }
    }
    groups
}
