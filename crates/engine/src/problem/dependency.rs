//! Dependencies that name no task, and circles of them.

use handoff_protocol::{Command, ListPatch, Position, Problem, ProblemCode, Repair, TaskPatch, Text};

use super::{Trouble, severity};
use crate::map::Set;
use crate::model::{Slot, TaskRef, Tasks};
use crate::texts;

pub(crate) fn troubles(tasks: &Tasks, circles: &Circles) -> Vec<Trouble> {
    let mut troubles = Vec::new();
    for task in tasks.all() {
        for id in dangling(tasks, task) {
            let text = Text::with(texts::DANGLING, [("id", task.id().to_owned()), ("missing", id.clone())]);
            troubles.push(about(tasks, ProblemCode::DanglingDependency, task, id, text));
        }
    }
    for circle in &circles.lines {
        let circle: Vec<TaskRef<'_>> = circle.iter().filter_map(|slot| tasks.get(*slot)).collect();
        let ids: Vec<&str> = circle.iter().map(|task| task.id()).collect();
        let line = texts::circle(&ids);
        for (task, next) in circle.iter().zip(circle.iter().cycle().skip(1)) {
            let text = Text::with(texts::CYCLE, [("cycle", line.clone())]);
            troubles.push(about(tasks, ProblemCode::DependencyCycle, *task, next.id(), text));
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

fn about(tasks: &Tasks, code: ProblemCode, task: TaskRef<'_>, dependency: &str, text: Text) -> Trouble {
    let without = ListPatch { remove: Some(vec![dependency.to_owned()]), ..ListPatch::default() };
    let patch = TaskPatch { dependencies: Some(without), ..TaskPatch::default() };
    let repair = Repair {
        title: Text::with(texts::REPAIR_DEPENDENCY, [("id", dependency.to_owned())]),
        command: Command::UpdateTasks { ids: vec![task.id().to_owned()], patch, seen: None, estimates: None },
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
        repairs: if crate::plan::is_editable(tasks, task) { vec![repair] } else { Vec::new() },
    };
    Trouble { problem, position: None, key: vec!["dependencies".to_owned(), place.to_string()] }
}

/// Circles of dependencies. Each task is in at most one of those told; settling it shows the next.
#[derive(Debug, Default)]
pub(crate) struct Circles {
    lines: Vec<Vec<Slot>>,
    slots: Set<Slot>,
}

impl Circles {
    /// The ids of the first circle; none without one.
    pub(crate) fn first(&self, tasks: &Tasks) -> Vec<String> {
        let circle = self.lines.first().into_iter().flatten();
        circle.filter_map(|slot| tasks.get(*slot)).map(|task| task.id().to_owned()).collect()
    }

    pub(crate) fn has(&self, slot: Slot) -> bool {
        self.slots.has(&slot)
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
        if line.iter().all(|slot| !self.slots.has(slot)) {
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
