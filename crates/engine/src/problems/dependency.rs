//! Problems of dependencies: unknown ids and cycles.

use std::collections::BTreeSet;
use std::collections::{BTreeMap, VecDeque};

use handoff_protocol::{Command, ListPatch, Position, Problem, ProblemCode, Repair, TaskPatch, Text};

use crate::model::{Slot, TaskRef, Tasks};
use crate::problems::{ProblemEntry, severity};
use crate::texts;

pub(crate) fn problems(tasks: &Tasks, cycles: &Cycles) -> Vec<ProblemEntry> {
    let mut problems = Vec::new();
    for task in tasks.all() {
        for id in dangling(tasks, task) {
            let text = Text::with(texts::DANGLING, [("id", task.id().to_owned()), ("missing", id.clone())]);
            problems.push(about(tasks, ProblemCode::DanglingDependency, task, id, text, true));
        }
    }
    let cuts = Cuts::find(tasks, cycles);
    let mut reported: BTreeSet<(Slot, Slot)> = BTreeSet::default();
    for slots in cycles.paths.iter().chain(&cuts.cycles) {
        let cycle: Vec<TaskRef<'_>> = slots.iter().filter_map(|slot| tasks.get(*slot)).collect();
        let ids: Vec<&str> = cycle.iter().map(|task| task.id()).collect();
        let text = Text::with(texts::CYCLE, [("cycle", texts::circle(&ids))]);
        for (task, next) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
            let edge = (task.slot, next.slot);
            if reported.insert(edge) {
                let proposed = cuts.edges.contains(&edge);
                problems.push(about(tasks, ProblemCode::DependencyCycle, *task, next.id(), text.clone(), proposed));
            }
        }
    }
    problems
}

/// Returns the ids in a task's dependencies that no task has, each once.
pub(crate) fn dangling<'a>(tasks: &'a Tasks, task: TaskRef<'a>) -> impl Iterator<Item = &'a String> {
    let ids = &task.shown.task.dependencies;
    let first = move |(index, id): &(usize, &String)| !ids.iter().take(*index).any(|other| other == *id);
    ids.iter().enumerate().filter(first).map(|(_, id)| id).filter(|id| tasks.with_id(id).next().is_none())
}

/// Creates a problem at a dependency of a task, with its removal as the repair.
fn about(
    tasks: &Tasks,
    code: ProblemCode,
    task: TaskRef<'_>,
    dependency: &str,
    text: Text,
    proposed: bool,
) -> ProblemEntry {
    let removal = ListPatch { remove: Some(vec![dependency.to_owned()]), ..ListPatch::default() };
    let patch = TaskPatch { dependencies: Some(removal), ..TaskPatch::default() };
    let repair = Repair {
        title: Text::with(texts::REPAIR_DEPENDENCY, [("id", dependency.to_owned())]),
        command: Command::UpdateTasks { ids: vec![task.id().to_owned()], patch, seen: None, estimates: None },
        proposed,
    };
    let index = task.shown.task.dependencies.iter().position(|id| id == dependency);
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
    ProblemEntry {
        problem,
        position: None,
        key: ["dependencies".to_owned()].into_iter().chain(index.map(|index| index.to_string())).collect(),
    }
}

/// Dependency cycles. Each task is in at most one of them; others appear after that one is
/// repaired.
#[derive(Debug, Default)]
pub(crate) struct Cycles {
    paths: Vec<Vec<Slot>>,
    /// All tasks in cycles.
    slots: BTreeSet<Slot>,
}

impl Cycles {
    /// Returns the ids of the first cycle. Empty without one.
    pub(crate) fn first(&self, tasks: &Tasks) -> Vec<String> {
        let cycle = self.paths.first().into_iter().flatten();
        cycle.filter_map(|slot| tasks.get(*slot)).map(|task| task.id().to_owned()).collect()
    }

    /// Returns true if a task is in one of the cycles.
    pub(crate) fn contains(&self, slot: Slot) -> bool {
        self.slots.contains(&slot)
    }

    /// Finds cycles by depth-first search.
    pub(crate) fn find(tasks: &Tasks) -> Cycles {
        let mut marks = Marks::new(tasks);
        let mut cycles = Cycles::default();
        let all = tasks.folders().filter_map(|(slot, _)| tasks.get(slot));
        for start in all.filter(|task| !task.shown.task.dependencies.is_empty()) {
            if marks.get(start.slot) != Mark::New {
                continue;
            }
            let mut path = vec![(start.slot, dependencies_reversed(tasks, start))];
            marks.set(start.slot, Mark::Open);
            while let Some((slot, remaining)) = path.last_mut() {
                let Some(next) = remaining.pop() else {
                    marks.set(*slot, Mark::Closed);
                    path.pop();
                    continue;
                };
                match marks.get(next.slot) {
                    Mark::New => {
                        marks.set(next.slot, Mark::Open);
                        path.push((next.slot, dependencies_reversed(tasks, next)));
                    }
                    Mark::Open => {
                        let tail = path.iter().skip_while(|(slot, _)| *slot != next.slot).map(|(slot, _)| *slot);
                        cycles.add(tail.collect());
                    }
                    Mark::Closed => {}
                }
            }
        }
        cycles
    }

    fn add(&mut self, path: Vec<Slot>) {
        if path.iter().all(|slot| !self.slots.contains(slot)) {
            self.slots.extend(path.iter().copied());
            self.paths.push(path);
        }
    }
}

/// The state of a task in the search.
#[derive(Clone, Copy, PartialEq)]
enum Mark {
    New,
    /// On the current path.
    Open,
    /// Completed.
    Closed,
}

/// The marks of all tasks, by slot.
struct Marks(Vec<Mark>);

#[allow(clippy::indexing_slicing, reason = "slots are below the capacity")]
impl Marks {
    fn new(tasks: &Tasks) -> Marks {
        Marks(vec![Mark::New; tasks.capacity()])
    }

    fn get(&self, slot: Slot) -> Mark {
        self.0[slot.index()]
    }

    fn set(&mut self, slot: Slot, mark: Mark) {
        self.0[slot.index()] = mark;
    }
}

/// Returns the tasks that a task depends on, in reverse order, so that `pop` returns the first.
fn dependencies_reversed<'a>(tasks: &'a Tasks, task: TaskRef<'a>) -> Vec<TaskRef<'a>> {
    task.shown.task.dependencies.iter().rev().flat_map(|id| tasks.with_id(id)).collect()
}

/// Maximum number of dependencies in a group for which each is checked separately, because each
/// check is a search.
const MAX_CHECKED: usize = 2_000;

/// The dependencies whose removal is proposed: a minimal set whose removal breaks all cycles.
///
/// In each cycle it is the dependency on the task with the latest start date, else due date,
/// because that one contradicts the dates. Among tasks with the same day or without dates, it is
/// the one on the task that was created last, because that dependency cannot be older than the
/// task; then the one on the last id. Tasks whose file cannot be written keep their dependencies.
///
/// A shared id means the task that keeps the id, so that no dependency is removed because of a
/// duplicate.
#[derive(Debug, Default)]
struct Cuts {
    edges: BTreeSet<(Slot, Slot)>,
    /// A cycle for each edge.
    cycles: Vec<Vec<Slot>>,
}

impl Cuts {
    fn find(tasks: &Tasks, cycles: &Cycles) -> Cuts {
        let mut cuts = Cuts::default();
        if !cycles.paths.is_empty() {
            for group in strongly_connected(tasks, |task| dependencies_of(tasks, task).collect()) {
                cuts.add_group(tasks, &group.into_iter().collect());
            }
        }
        cuts
    }

    /// Adds the dependencies of a group one after the other, the most plausible first, and cuts
    /// each that closes a cycle with the ones before it. In a very large group, every dependency on
    /// a later task is cut.
    fn add_group(&mut self, tasks: &Tasks, group: &BTreeSet<Slot>) {
        let members = group.iter().filter_map(|slot| tasks.get(*slot));
        let next = |task| dependencies_of(tasks, task).filter(|next| group.contains(&next.slot));
        let edges = members.flat_map(|task| next(task).map(move |next| (task.slot, next.slot)));
        let is_writable = |slot| tasks.get(slot).is_some_and(|task| tasks.is_editable(task));
        let (mut edges, fixed): (Vec<_>, Vec<_>) = edges.partition(|(from, _)| is_writable(*from));
        edges.sort_by(|a, b| {
            (lateness(tasks, a.1), lateness(tasks, a.0)).cmp(&(lateness(tasks, b.1), lateness(tasks, b.0)))
        });
        let is_large = edges.len() > MAX_CHECKED;
        let mut remaining: BTreeMap<Slot, Vec<Slot>> = BTreeMap::new();
        for (from, to) in fixed {
            remaining.entry(from).or_default().push(to);
        }
        for (from, to) in edges {
            let cycle = if is_large {
                (lateness(tasks, from) <= lateness(tasks, to)).then(Vec::new)
            } else {
                shortest_path(&remaining, to, from)
            };
            match cycle {
                Some(cycle) => {
                    self.edges.insert((from, to));
                    self.cycles.push(cycle);
                }
                None => remaining.entry(from).or_default().push(to),
            }
        }
    }
}

/// Returns the tasks that a task depends on. A shared id means the task that keeps it.
fn dependencies_of<'a>(tasks: &'a Tasks, task: TaskRef<'a>) -> impl Iterator<Item = TaskRef<'a>> {
    task.shown.task.dependencies.iter().filter_map(|id| crate::problems::folder::id_owner(tasks, id))
}

/// Returns a sort key: the planned day, then the creation time.
fn lateness(tasks: &Tasks, slot: Slot) -> impl Ord {
    let task = tasks.get(slot)?;
    let dates = task.shown.summary.dates;
    let created = task.shown.task.created_at.as_deref().map(crate::timestamp::sort_key);
    Some((dates.start.or(dates.due), created, &task.shown.ranks.natural, &task.node.folder))
}

/// Returns the shortest path from a task to another along the edges, including both (breadth-first
/// search).
fn shortest_path(edges: &BTreeMap<Slot, Vec<Slot>>, from: Slot, to: Slot) -> Option<Vec<Slot>> {
    let mut reached_from = BTreeMap::from([(from, from)]);
    let mut queue = VecDeque::from([from]);
    while let Some(slot) = queue.pop_front() {
        if slot == to {
            let mut path = vec![to];
            let mut slot = to;
            while slot != from {
                slot = *reached_from.get(&slot)?;
                path.push(slot);
            }
            path.reverse();
            return Some(path);
        }
        for next in edges.get(&slot).into_iter().flatten() {
            if !reached_from.contains_key(next) {
                reached_from.insert(*next, slot);
                queue.push_back(*next);
            }
        }
    }
    None
}

/// Returns the ids of each group of tasks that depend on each other.
pub(crate) fn cycle_ids(tasks: &Tasks) -> Vec<Vec<String>> {
    let id = |slot: Slot| tasks.get(slot).map(|task| task.id().to_owned());
    let groups = strongly_connected(tasks, |task| dependencies_reversed(tasks, task));
    groups.into_iter().map(|group| group.into_iter().filter_map(id).collect()).collect()
}

/// The state of a task in Tarjan's algorithm.
struct Visit {
    /// The order of the first visit.
    number: usize,
    /// The smallest number of a task on the stack that is reachable from here.
    low: usize,
    is_on_stack: bool,
}

/// Returns the strongly connected components, by Tarjan's algorithm without recursion. A single
/// task counts only if it depends on itself.
fn strongly_connected<'a>(tasks: &'a Tasks, next: impl Fn(TaskRef<'a>) -> Vec<TaskRef<'a>>) -> Vec<Vec<Slot>> {
    let mut visits: BTreeMap<Slot, Visit> = BTreeMap::new();
    let mut stack: Vec<Slot> = Vec::new();
    let mut groups = Vec::new();
    for start in tasks.folders().filter_map(|(slot, _)| tasks.get(slot)) {
        let mut path: Vec<(TaskRef<'a>, Vec<TaskRef<'a>>)> = Vec::new();
        let mut entered = Some(start).filter(|task| !visits.contains_key(&task.slot));
        loop {
            if let Some(task) = entered.take() {
                let number = visits.len();
                visits.insert(task.slot, Visit { number, low: number, is_on_stack: true });
                stack.push(task.slot);
                path.push((task, next(task)));
            }
            let Some((task, remaining)) = path.last_mut() else { break };
            let mut low = usize::MAX;
            let slot = task.slot;
            if let Some(dependency) = remaining.pop() {
                match visits.get(&dependency.slot) {
                    None => entered = Some(dependency),
                    Some(visit) if visit.is_on_stack => low = visit.number,
                    Some(_) => {}
                }
                if let Some(visit) = visits.get_mut(&slot) {
                    visit.low = visit.low.min(low);
                }
                continue;
            }
            let task = *task;
            path.pop();
            if let Some(visit) = visits.get(&slot) {
                low = visit.low;
                if visit.low == visit.number {
                    let mut group = Vec::new();
                    while let Some(member) = stack.pop() {
                        if let Some(visit) = visits.get_mut(&member) {
                            visit.is_on_stack = false;
                        }
                        group.push(member);
                        if member == slot {
                            break;
                        }
                    }
                    group.reverse();
                    if group.len() > 1 || next(task).iter().any(|dependency| dependency.slot == slot) {
                        groups.push(group);
                    }
                }
            }
            if let Some((previous, _)) = path.last()
                && let Some(visit) = visits.get_mut(&previous.slot)
            {
                visit.low = visit.low.min(low);
            }
        }
    }
    groups
}
