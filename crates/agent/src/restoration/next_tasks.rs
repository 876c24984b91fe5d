//! Which tasks an agent should hear of: those at work, and those that could be begun, with what makes each urgent.

use std::cmp::Reverse;

use handoff_engine::{PlannedTask, Reading};
use handoff_protocol::{Priority, Status};

use crate::restoration::token_budget::Lines;

/// The tasks without parts, most urgent first: by priority, then by how little they may slip, then by due date.
pub(crate) struct Tasks<'a> {
    all: Vec<PlannedTask<'a>>,
    leaves: Vec<PlannedTask<'a>>,
    /// Whether some tasks could not be read.
    is_partial: bool,
}

impl<'a> Tasks<'a> {
    pub(crate) fn of(reading: Reading<'a>) -> Tasks<'a> {
        let all = reading.planned();
        let is_open_leaf = |one: &&PlannedTask<'_>| one.is_leaf && !one.task.status().is_terminal();
        let mut leaves: Vec<PlannedTask<'a>> = all.iter().filter(is_open_leaf).copied().collect();
        leaves.sort_by_key(|leaf| {
            let priority = leaf.task.priority().unwrap_or(Priority::Medium);
            (Reverse(weight(priority)), leaf.slack.unwrap_or(i32::MAX), leaf.task.due().unwrap_or(i32::MAX))
        });
        let is_partial = !reading.unread_tasks().0.is_empty();
        Tasks { all, leaves, is_partial }
    }

    fn with(&self, status: Status) -> impl Iterator<Item = &PlannedTask<'a>> + Clone {
        self.leaves.iter().filter(move |leaf| leaf.task.status() == status)
    }

    /// What is in progress or in review, with what is still open of it.
    pub(crate) fn working(&self) -> Lines<'_> {
        lines(self.with(Status::InProgress).chain(self.with(Status::Review)), true)
    }

    /// What is blocked.
    pub(crate) fn blocked(&self) -> Lines<'_> {
        lines(self.with(Status::Blocked), false)
    }

    /// What could be begun.
    pub(crate) fn ready(&self) -> Lines<'_> {
        lines(self.free(), false)
    }

    fn free(&self) -> impl Iterator<Item = &PlannedTask<'a>> + Clone {
        self.with(Status::Todo).filter(|leaf| leaf.is_free)
    }

    /// The task to go on with, else the one to begin.
    pub(crate) fn pick(&self) -> Option<Pick<'_, 'a>> {
        let going = self.with(Status::InProgress).chain(self.with(Status::Review)).next();
        let going = going.map(|leaf| Pick { verb: "Go on with", leaf, with_criteria: true });
        going.or_else(|| self.free().next().map(|leaf| Pick { verb: "Begin", leaf, with_criteria: false }))
    }

    /// The most urgent ones that could be begun instead of another.
    pub(crate) fn rest(&self, pick: Option<&Pick<'_, 'a>>, most: usize) -> Vec<String> {
        let picked = pick.map(|pick| pick.leaf.task.key());
        let others = self.free().filter(|leaf| Some(leaf.task.key()) != picked);
        others.take(most).map(|leaf| told(leaf, false)).collect()
    }

    /// "41 tasks: 12 todo, 20 done; 5 ready, 3 overdue."
    pub(crate) fn counts(&self, today: i32) -> String {
        if self.all.is_empty() {
            return if self.is_partial { "No task could be read." } else { "No tasks yet." }.to_owned();
        }
        let of = |status: Status| self.all.iter().filter(|one| one.task.status() == status).count();
        let counts: Vec<String> = Status::ALL
            .into_iter()
            .map(|status| (status, of(status)))
            .filter(|(_, number)| *number > 0)
            .map(|(status, number)| format!("{number} {}", status.name()))
            .collect();
        let ready = self.free().count();
        let overdue = self.all.iter().filter(|one| one.task.is_overdue(today)).count();
        format!("{} tasks: {}; {ready} ready, {overdue} overdue.", self.all.len(), counts.join(", "))
    }
}

fn lines<'t, 'a: 't>(leaves: impl Iterator<Item = &'t PlannedTask<'a>> + Clone + 't, with_criteria: bool) -> Lines<'t> {
    Lines::of(leaves.clone().count(), leaves.map(move |leaf| told(leaf, with_criteria)))
}

/// The task that comes next.
pub(crate) struct Pick<'t, 'a> {
    verb: &'static str,
    leaf: &'t PlannedTask<'a>,
    with_criteria: bool,
}

impl Pick<'_, '_> {
    /// "Go on with t1.2 Parse the feed (high, due 2026-12-03); open: works offline".
    pub(crate) fn sentence(&self) -> String {
        format!("{} {}", self.verb, told(self.leaf, self.with_criteria))
    }

    pub(crate) fn id(&self) -> &str {
        &self.leaf.task.fields().id
    }

    pub(crate) fn title(&self) -> &str {
        &self.leaf.task.fields().title
    }

    pub(crate) fn status(&self) -> &'static str {
        self.leaf.task.status().name()
    }

    /// What makes it urgent.
    pub(crate) fn why(&self) -> Vec<String> {
        why(self.leaf)
    }

    /// The criteria that do not hold yet.
    pub(crate) fn open(&self) -> Vec<&str> {
        open(self.leaf)
    }
}

/// "t1.2 Parse the feed (high, critical path, due 2026-12-03); open: works offline".
fn told(leaf: &PlannedTask<'_>, with_criteria: bool) -> String {
    let task = leaf.task.fields();
    let why = why(leaf);
    let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join(", ")) };
    let open = if with_criteria { open(leaf) } else { Vec::new() };
    let open = if open.is_empty() { String::new() } else { format!("; open: {}", open.join("; ")) };
    format!("{} {}{why}{open}", task.id, task.title)
}

fn open<'t>(leaf: &'t PlannedTask<'_>) -> Vec<&'t str> {
    leaf.task.fields().criteria.iter().filter(|one| !one.checked).map(|one| one.item.as_str()).collect()
}

fn why(leaf: &PlannedTask<'_>) -> Vec<String> {
    let task = leaf.task.fields();
    let mut why: Vec<String> = task.priority.map(|priority| priority.name().to_owned()).into_iter().collect();
    if leaf.slack.is_some_and(|slack| slack <= 0) {
        why.push("critical path".to_owned());
    }
    why.extend(task.schedule.as_ref().and_then(|schedule| schedule.due_date.as_ref()).map(|due| format!("due {due}")));
    if leaf.task.status() == Status::Review {
        why.push("in review".to_owned());
    }
    why
}

fn weight(priority: Priority) -> u8 {
    match priority {
        Priority::Low => 1,
        Priority::Medium => 2,
        Priority::High => 3,
    }
}
