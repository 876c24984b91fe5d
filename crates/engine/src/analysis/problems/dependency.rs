//! Problems of dependencies: unknown ids and cycles.

use std::collections::{BTreeMap, BTreeSet};

use handoff_protocol::{Command, ListPatch, Position, Problem, ProblemCode, Repair, TaskPatch, TaskUpdate, Text};

use crate::analysis::problems::folder::id_owner;
use crate::analysis::problems::{ProblemEntry, severity};
use crate::analysis::schedule::{Circle, Endpoint, Reached, WaitGraph, shortest_path};
use crate::ground::texts;
use crate::model::{OutlineLink, Slot, TaskRef, Tasks};

/// Maximum number of missing tasks of one task that are problems of their own.
const MAX_DANGLING: usize = 20;

pub(crate) fn problems(tasks: &Tasks, cycles: &Cycles) -> Vec<ProblemEntry> {
    let mut problems = Vec::new();
    for task in tasks.all() {
        let mut missing = dangling(tasks, task);
        for id in missing.by_ref().take(MAX_DANGLING) {
            let text = Text::with(texts::DANGLING, [("id", task.id().to_owned()), ("missing", id.clone())]);
            problems.push(about(tasks, ProblemCode::DanglingDependency, task, &[id.as_str()], text, true));
        }
        let more: Vec<&str> = missing.map(String::as_str).collect();
        if !more.is_empty() {
            let args = [("id", task.id().to_owned()), ("count", more.len().to_string())];
            let text = Text::with(texts::MORE_DANGLING, args);
            problems.push(about(tasks, ProblemCode::DanglingDependency, task, &more, text, true));
        }
    }
    let cuts = Cuts::find(tasks, cycles);
    let mut reported: BTreeSet<(usize, usize)> = BTreeSet::default();
    for circle in cycles.circles.iter().chain(&cuts.circles) {
        let template = if circle.has_parents() { texts::CYCLE_WITH_PARENTS } else { texts::CYCLE };
        let text = Text::with(template, [("cycle", texts::circle(&circle_ids(tasks, circle)))]);
        for edge in &circle.dependencies {
            if let (Some(task), Some(next)) = (task_at(tasks, edge.0), task_at(tasks, edge.1))
                && reported.insert(*edge)
            {
                let proposed = cuts.edges.contains(edge);
                problems.push(about(tasks, ProblemCode::DependencyCycle, task, &[next.id()], text.clone(), proposed));
            }
        }
    }
    problems
}

/// Returns the ids in a task's dependencies that no task has, each once.
pub(crate) fn dangling<'a>(tasks: &'a Tasks, task: TaskRef<'a>) -> impl Iterator<Item = &'a String> {
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let ids = task.shown.task.dependencies.iter();
    ids.filter(|id| tasks.with_id(id).next().is_none()).filter(move |id| seen.insert(id.as_str()))
}

/// Creates a problem at the first of some dependencies of a task, with their removal as the repair.
fn about(
    tasks: &Tasks,
    code: ProblemCode,
    task: TaskRef<'_>,
    dependencies: &[&str],
    text: Text,
    proposed: bool,
) -> ProblemEntry {
    let removed = dependencies.iter().map(|id| (*id).to_owned()).collect();
    let removal = ListPatch { remove: Some(removed), ..ListPatch::default() };
    let patch = TaskPatch { dependencies: Some(removal), ..TaskPatch::default() };
    let repair = Repair {
        title: match dependencies {
            [dependency] => Text::with(texts::REPAIR_DEPENDENCY, [("id", (*dependency).to_owned())]),
            _ => Text::with(texts::REPAIR_DEPENDENCIES, [("count", dependencies.len().to_string())]),
        },
        command: Command::UpdateTasks(TaskUpdate::of_task(task.id(), patch)),
        proposed,
    };
    let index = task.shown.task.dependencies.iter().position(|id| dependencies.first() == Some(&id.as_str()));
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

/// Circles of tasks that wait for each other. There is one for each group of such tasks; others appear
/// after it is repaired.
#[derive(Debug, Default)]
pub(crate) struct Cycles {
    circles: Vec<Circle>,
    /// All tasks with a dependency in one of the circles.
    slots: BTreeSet<Slot>,
}

impl Cycles {
    /// Returns the ids of the first circle. Empty without one.
    pub(crate) fn first(&self, tasks: &Tasks) -> Vec<String> {
        let circle = self.circles.first();
        circle.map(|circle| circle_ids(tasks, circle)).into_iter().flatten().map(str::to_owned).collect()
    }

    /// Returns true if a task has a dependency in one of the circles.
    pub(crate) fn contains(&self, slot: Slot) -> bool {
        self.slots.contains(&slot)
    }

    pub(crate) fn find(tasks: &Tasks) -> Cycles {
        let outline = tasks.outline();
        let circles = WaitGraph::new(outline, |_, _| true).circles();
        let waiting = circles.iter().flat_map(|circle| &circle.dependencies).map(|(from, _)| *from);
        let slots = waiting.filter_map(|position| outline.rows.get(position)).map(|row| row.slot).collect();
        Cycles { circles, slots }
    }
}

/// Returns the task at a position of the outline.
fn task_at(tasks: &Tasks, position: usize) -> Option<TaskRef<'_>> {
    tasks.outline().rows.get(position).and_then(|row| tasks.get(row.slot))
}

/// Returns the ids of the tasks of a circle.
pub(crate) fn circle_ids<'a>(tasks: &'a Tasks, circle: &Circle) -> Vec<&'a str> {
    circle.tasks.iter().filter_map(|position| task_at(tasks, *position)).map(TaskRef::id).collect()
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
    /// Pairs of positions: the task that waits, and the one that it waits for.
    edges: BTreeSet<(usize, usize)>,
    /// A circle for each edge.
    circles: Vec<Circle>,
}

impl Cuts {
    fn find(tasks: &Tasks, cycles: &Cycles) -> Cuts {
        let mut cuts = Cuts::default();
        if !cycles.circles.is_empty() {
            let outline = tasks.outline();
            let is_owner = |_, link: &OutlineLink| {
                task_at(tasks, link.from).is_some_and(|task| {
                    tasks.is_unique(task) || id_owner(tasks, task.id()).is_some_and(|owner| owner.slot == task.slot)
                })
            };
            let graph = WaitGraph::new(outline, is_owner);
            let reached = graph.search(graph.endpoints());
            for group in &reached.groups {
                cuts.add_group(tasks, &graph, &reached, group);
            }
        }
        cuts
    }

    /// Adds the dependencies of a group one after the other, the most plausible first, and cuts each
    /// that closes a circle with the ones before it. In a very large group, every dependency is cut
    /// whose task does not follow the other in the tree.
    fn add_group(&mut self, tasks: &Tasks, graph: &WaitGraph<'_>, reached: &Reached, group: &[Endpoint]) {
        let mut remaining: BTreeMap<Endpoint, Vec<Endpoint>> = BTreeMap::new();
        let mut edges: Vec<(usize, usize)> = Vec::new();
        for from in group {
            for to in graph.awaited(*from).into_iter().filter(|to| reached.is_circular(*from, *to)) {
                let is_dependency = !from.is_end() && to.is_end();
                if is_dependency && task_at(tasks, from.index()).is_some_and(|task| tasks.is_editable(task)) {
                    edges.push((from.index(), to.index()));
                } else {
                    remaining.entry(*from).or_default().push(to);
                }
            }
        }
        edges.sort_by(|a, b| {
            (lateness(tasks, a.1), lateness(tasks, a.0)).cmp(&(lateness(tasks, b.1), lateness(tasks, b.0)))
        });
        let is_large = edges.len() > MAX_CHECKED;
        for (from, to) in edges {
            let (waiting, awaited) = (Endpoint::start(from), Endpoint::end(to));
            let circle = if is_large {
                let is_before = tasks.outline().branch(to).end <= from;
                (!is_before).then(|| Circle { tasks: vec![from, to], dependencies: vec![(from, to)] })
            } else {
                let next = |endpoint| remaining.get(&endpoint).cloned().unwrap_or_default();
                shortest_path(awaited, waiting, next).map(|path| Circle::of_path(&path))
            };
            match circle {
                Some(circle) => {
                    self.edges.insert((from, to));
                    self.circles.push(circle);
                }
                None => remaining.entry(waiting).or_default().push(awaited),
            }
        }
    }
}

/// Returns a sort key: the planned day, then the creation time.
fn lateness(tasks: &Tasks, position: usize) -> impl Ord {
    let task = task_at(tasks, position)?;
    let dates = task.shown.summary.dates;
    let created = task.shown.task.created_at.as_deref().map(crate::ground::timestamp::sort_key);
    Some((dates.start.or(dates.due), created, &task.shown.ranks.natural, &task.node.folder))
}

/// Returns the ids of each group of tasks that wait for each other.
pub(crate) fn cycle_ids(tasks: &Tasks) -> Vec<Vec<String>> {
    let graph = WaitGraph::new(tasks.outline(), |_, _| true);
    let groups = graph.search(graph.endpoints()).groups.into_iter();
    groups
        .map(|group| {
            let positions: BTreeSet<usize> = group.into_iter().map(Endpoint::index).collect();
            positions.into_iter().filter_map(|at| task_at(tasks, at)).map(|task| task.id().to_owned()).collect()
        })
        .collect()
}
