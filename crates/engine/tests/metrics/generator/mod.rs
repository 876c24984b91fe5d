//! Generates a project: decides by a seed what happens on each day, does it with commands, and keeps
//! the books on its own.

mod acts;
mod books;

use handoff_engine::Engine;
use handoff_engine::edit::apply;
use handoff_engine::tree::Tree;
use handoff_protocol::report::Report;
use handoff_protocol::{Command, Context, Query, Status, TimeZone, View};
use serde_json::{Value, json};

pub use self::books::{BookedEntry, BookedTask, Books, Figures};
use super::backtest::TaskDays;
use crate::support::random::Random;
use crate::support::{context, delta, files};

/// Monday 2026-06-01.
pub const FIRST_DAY: i32 = 20_605;
/// Nine hours ahead of UTC: many changes are on another day there.
pub const OFFSET_MINUTES: i32 = 540;

/// Without a limit, sessions are not removed when others are saved.
const CONFIG: &str = r#"=== config.toml
[project]
name = "P"
[settings]
require_estimate_hours = false
ai_estimate_multiplier = 1.0
history_limit = 1000
[effort_budget]
total_hours = 500
[milestones.first]
date = "2026-08-14"
[milestones.second]
date = "2026-11-13"
[milestones.someday]
"#;

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
    /// All time entries.
    pub entries: Vec<BookedEntry>,
    /// The times at which each session was saved, in milliseconds.
    pub sessions: Vec<Vec<i64>>,
    /// Whether the last session is active.
    has_active_session: bool,
}

pub fn context_at(now: i64) -> Context {
    Context { now, time_zone: TimeZone::fixed(OFFSET_MINUTES), ..context() }
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
            entries: Vec::new(),
            sessions: Vec::new(),
            has_active_session: false,
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
        let new = |created| TaskDays { created, closed: None, is_done: false };
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
                tasks[task] = TaskDays { closed: Some(day), is_done: true, ..tasks[task] };
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

    /// Creates and closes tasks on the days of a record. A task that was removed is skipped.
    pub fn repeat(&mut self, tasks: &[TaskDays]) {
        let mut acts: Vec<(i32, usize, Status)> = Vec::new();
        for (number, task) in tasks.iter().enumerate() {
            acts.push((task.created, number, Status::Todo));
            let closed = if task.is_done { Status::Done } else { Status::Skipped };
            acts.extend(task.closed.map(|day| (day, number, closed)));
        }
        acts.sort_by_key(|(day, number, status)| (*day, *status != Status::Todo, *number));
        let mut numbers = vec![0; tasks.len()];
        for (day, number, status) in acts {
            self.now = time_on(day, 600);
            if status == Status::Todo {
                numbers[number] = self.next_number;
                self.create_todo(day);
            } else {
                self.set_status(day, numbers[number], status);
            }
        }
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
