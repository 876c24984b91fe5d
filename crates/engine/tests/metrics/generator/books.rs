//! The books of a generated project: what is true, kept without the engine.

use std::collections::BTreeMap;

use handoff_protocol::Status;

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
    pub labels: Vec<&'static str>,
    pub milestone: Option<&'static str>,
    /// The planned days.
    pub dates: Option<(i32, i32)>,
    pub created: i32,
    pub started: Option<i32>,
    pub done: Option<i32>,
    /// The day on which it was blocked last.
    pub blocked: Option<i32>,
    /// Hours of time entries of people and of agents.
    pub entered: [f64; 2],
}

/// A time entry in the books, in milliseconds since 1970-01-01 UTC.
#[derive(Clone, Copy, Debug)]
pub struct BookedEntry {
    pub start: i64,
    pub end: i64,
    pub is_agent: bool,
}

/// The books at the end of a day: tasks by number.
pub type Books = BTreeMap<usize, BookedTask>;

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
