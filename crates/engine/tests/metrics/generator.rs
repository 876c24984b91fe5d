//! Generates a project: decides by a seed what happens on each day, does it with commands, and keeps
//! the books on its own.

use std::collections::BTreeMap;

use handoff_engine::Engine;
use handoff_engine::edit::apply;
use handoff_engine::tree::Tree;
use handoff_protocol::report::Report;
use handoff_protocol::{Command, Context, Query, Status, View};
use serde_json::{Value, json};

use super::backtest::TaskDays;
use crate::support::random::Random;
use crate::support::{context, delta, files};

/// Monday 2026-06-01.
pub const FIRST_DAY: i32 = 20_605;
/// Nine hours ahead of UTC: many changes are on another day there.
pub const OFFSET_MINUTES: i32 = 540;

const CONFIG: &str = "=== config.toml\n[project]\nname = \"P\"\n[settings]\nrequire_estimate_hours = false\nai_estimate_multiplier = 1.0\n";

/// A task in the books.
#[derive(Clone, Debug)]
pub struct BookedTask {
    pub id: String,
    pub status: Status,
    pub estimate: f64,
    pub actual: f64,
    /// The number of its parent.
    pub parent: Option<usize>,
    pub assignee: Option<String>,
    pub created: i32,
    pub started: Option<i32>,
    pub done: Option<i32>,
}

/// The books at the end of a day: tasks by number.
pub type Books = BTreeMap<usize, BookedTask>;

/// A project with its books.
pub struct Generator {
    pub engine: Engine,
    pub tree: Tree,
    random: Random,
    next_number: usize,
    seed: u32,
    now: i64,
    /// The tasks that are there.
    pub tasks: Books,
    /// The books at the end of each day so far.
    pub days: Vec<Books>,
}

pub fn context_at(now: i64) -> Context {
    Context { now, utc_offset_minutes: OFFSET_MINUTES, ..context() }
}

/// Returns a time on a day: a number of minutes after midnight in the person's time zone.
pub fn time_on(day: i32, minutes: i64) -> i64 {
    i64::from(day) * 86_400_000 + (minutes - i64::from(OFFSET_MINUTES)) * 60_000
}

impl Generator {
    pub fn new(seed: u64) -> Generator {
        let mut generator = Generator {
            engine: Engine::new(),
            tree: Tree::default(),
            random: Random::new(seed + 1),
            next_number: 0,
            seed: 0,
            now: time_on(FIRST_DAY, 0),
            tasks: Books::new(),
            days: Vec::new(),
        };
        for file in files(CONFIG) {
            generator.tree.apply(file.clone());
            generator.engine.feed(vec![file], generator.now);
        }
        generator
    }

    /// Lets a number of days pass.
    pub fn live(&mut self, days: usize) {
        for _ in 0..days {
            let day = FIRST_DAY + i32::try_from(self.days.len()).unwrap();
            let count = if self.days.is_empty() { 6 } else { self.random.below(5) };
            let mut minutes = 0;
            for _ in 0..count {
                minutes += 1 + i64::try_from(self.random.below(280)).unwrap();
                self.now = time_on(day, minutes);
                self.act(day);
            }
            self.days.push(self.tasks.clone());
        }
    }

    /// Creates tasks on the first day, and then finishes some on each working day until none is left.
    /// On each working day one of the numbers of tasks is added. Returns the days of all tasks.
    pub fn finish_all(&mut self, count: usize, added_by_day: &[usize]) -> Vec<TaskDays> {
        self.now = time_on(FIRST_DAY, 60);
        (0..count).for_each(|_| self.create(FIRST_DAY, None));
        let new = |created| TaskDays { created, done: None };
        let mut tasks = vec![new(FIRST_DAY); count];
        let mut open: Vec<usize> = self.tasks.keys().copied().collect();
        while !open.is_empty() {
            let day = FIRST_DAY + i32::try_from(self.days.len()).unwrap();
            let is_working_day = self.days.len() % 7 < 5;
            let wanted = if is_working_day { [0, 0, 0, 1, 1, 1, 2, 3][self.random.below(8)] } else { 0 };
            self.now = time_on(day, 600);
            for _ in 0..wanted.min(open.len()) {
                // Without new tasks it does not matter which ones are done.
                let index = if added_by_day.is_empty() { open.len() - 1 } else { self.random.below(open.len()) };
                let task = open.swap_remove(index);
                self.set_status(day, task, Status::Done);
                tasks[task].done = Some(day);
            }
            let is_growing = is_working_day && !open.is_empty() && !added_by_day.is_empty();
            let added = if is_growing { added_by_day[self.random.below(added_by_day.len())] } else { 0 };
            for _ in 0..added {
                open.push(self.next_number);
                self.create(day, None);
                tasks.push(new(day));
            }
            self.days.push(Books::new());
        }
        tasks
    }

    /// Executes a command and returns the IDs that it created, `None` if it is refused.
    fn run(&mut self, command: &Value) -> Option<Vec<String>> {
        let command: Command = serde_json::from_value(command.clone()).unwrap();
        self.seed += 1;
        let context = Context { seed: self.seed, ..context_at(self.now) };
        let changes = self.engine.plan(&command, &context).ok()?;
        let before = self.tree.clone();
        apply(&mut self.tree, &changes.edits).unwrap();
        self.engine.feed(delta(&before, &self.tree), self.now);
        Some(changes.created)
    }

    fn choose(&mut self) -> Option<usize> {
        let numbers: Vec<usize> = self.tasks.keys().copied().collect();
        (!numbers.is_empty()).then(|| numbers[self.random.below(numbers.len())])
    }

    fn hours(&mut self) -> f64 {
        f64::from(u32::try_from(self.random.below(40)).unwrap()) / 4.0
    }

    fn act(&mut self, day: i32) {
        let kind = if self.tasks.len() < 4 { 0 } else { self.random.below(14) };
        let chosen = self.choose();
        match (kind, chosen) {
            (0..=2, _) => {
                let parent = chosen.filter(|_| self.random.one_in(4));
                self.create(day, parent);
            }
            (3, Some(task)) => {
                // Split it.
                self.create(day, Some(task));
                self.create(day, Some(task));
            }
            (4, Some(task)) if self.random.one_in(2) => self.delete(task),
            (5, Some(task)) => {
                let estimate = self.hours();
                if self.update(task, &json!({"estimateHours": estimate})) {
                    self.tasks.get_mut(&task).unwrap().estimate = estimate;
                }
            }
            (6, Some(task)) => {
                let actual = self.hours();
                if self.update(task, &json!({"actualHours": actual})) {
                    self.tasks.get_mut(&task).unwrap().actual = actual;
                }
            }
            (7, Some(task)) => self.move_task(task),
            (8, Some(task)) => {
                let assignee = ["maya", "kenji"][self.random.below(2)];
                if self.update(task, &json!({"assignee": assignee})) {
                    self.tasks.get_mut(&task).unwrap().assignee = Some(assignee.to_owned());
                }
            }
            (9, Some(task)) => self.change_id(task),
            (_, Some(task)) => {
                let status = [
                    Status::InProgress,
                    Status::InProgress,
                    Status::Review,
                    Status::Blocked,
                    Status::Done,
                    Status::Done,
                    Status::Done,
                    Status::Skipped,
                    Status::Todo,
                ][self.random.below(9)];
                self.set_status(day, task, status);
            }
            _ => {}
        }
    }

    fn create(&mut self, day: i32, parent: Option<usize>) {
        let (estimate, number) = (self.hours(), self.next_number);
        let status = if self.random.one_in(8) { Status::InProgress } else { Status::Todo };
        let mut task =
            json!({"fields": {"title": format!("Task {number}"), "estimateHours": estimate, "status": status}});
        if let Some(parent) = parent {
            task["parent"] = json!(self.tasks[&parent].id);
        }
        if let Some(created) = self.run(&json!({"kind": "createTask", "task": task})) {
            let started = (status == Status::InProgress).then_some(day);
            let booked = BookedTask {
                id: created[0].clone(),
                status,
                estimate,
                actual: 0.0,
                parent,
                assignee: None,
                created: day,
                started,
                done: None,
            };
            self.tasks.insert(number, booked);
            self.next_number += 1;
        }
    }

    fn update(&mut self, task: usize, patch: &Value) -> bool {
        let id = self.tasks[&task].id.clone();
        self.run(&json!({"kind": "updateTasks", "ids": [id], "patch": patch})).is_some()
    }

    fn set_status(&mut self, day: i32, task: usize, status: Status) {
        let before = self.tasks[&task].status;
        if before != status && self.update(task, &json!({"status": status})) {
            let booked = self.tasks.get_mut(&task).unwrap();
            booked.status = status;
            if matches!(status, Status::InProgress | Status::Review) {
                booked.started.get_or_insert(day);
            }
            if status == Status::Done {
                booked.done = Some(day);
            }
        }
    }

    fn delete(&mut self, task: usize) {
        let id = self.tasks[&task].id.clone();
        if self.run(&json!({"kind": "deleteTasks", "ids": [id]})).is_some() {
            let below: Vec<usize> = self.tasks.keys().copied().filter(|other| self.is_below(*other, task)).collect();
            for task in below {
                self.tasks.remove(&task);
            }
        }
    }

    /// Returns whether a task is another one or below it.
    fn is_below(&self, task: usize, ancestor: usize) -> bool {
        let parent = |task: &usize| self.tasks.get(task).and_then(|task| task.parent);
        std::iter::successors(Some(task), parent).any(|task| task == ancestor)
    }

    fn move_task(&mut self, task: usize) {
        let target = self.choose().filter(|target| !self.is_below(*target, task) && self.random.one_in(2));
        let (id, parent) = (&self.tasks[&task].id, target.map(|target| self.tasks[&target].id.clone()));
        let command = json!({"kind": "moveTasks", "ids": [id], "parent": parent, "place": {"kind": "last"}});
        if self.run(&command).is_some() {
            self.tasks.get_mut(&task).unwrap().parent = target;
        }
    }

    fn change_id(&mut self, task: usize) {
        let folder = self.engine.reader().task(&self.tasks[&task].id).ok().unwrap().folder().to_owned();
        let id = format!("x{task}-{}", self.seed);
        if self.run(&json!({"kind": "changeId", "folder": folder, "id": id})).is_some() {
            self.tasks.get_mut(&task).unwrap().id = id;
        }
    }

    /// Returns the last day that has passed.
    pub fn last_day(&self) -> i32 {
        FIRST_DAY + i32::try_from(self.days.len()).unwrap() - 1
    }

    /// Asks for a report at the end of the last day.
    pub fn report(&mut self, query: Value) -> Report {
        let now = time_on(self.last_day(), 24 * 60 - 1);
        report_at(&mut self.engine, now, query)
    }
}

/// Asks for a report. `query` has the members of the query but its kind.
pub fn report_at(engine: &mut Engine, now: i64, mut query: Value) -> Report {
    query["kind"] = json!("report");
    let query: Query = serde_json::from_value(query).unwrap();
    match engine.view(&query, &context_at(now)) {
        View::Report(report) => *report,
        other => panic!("{other:?}"),
    }
}

/// The books of a day in figures.
pub struct Figures<'b>(pub &'b Books);

impl Figures<'_> {
    pub fn is_leaf(&self, task: usize) -> bool {
        self.0.values().all(|other| other.parent != Some(task))
    }

    /// Returns the leaves.
    pub fn leaves(&self) -> impl Iterator<Item = (usize, &BookedTask)> {
        self.0.iter().map(|(number, task)| (*number, task)).filter(|(number, _)| self.is_leaf(*number))
    }

    pub fn count(&self, accepts: impl Fn(&BookedTask) -> bool) -> u32 {
        u32::try_from(self.leaves().filter(|(_, task)| accepts(task)).count()).unwrap()
    }

    pub fn hours(&self, accepts: impl Fn(&BookedTask) -> bool) -> f64 {
        self.leaves().filter(|(_, task)| accepts(task)).map(|(_, task)| task.estimate).sum()
    }
}
