//! The tasks that an agent should know about: those in progress and those that can be started, most
//! urgent first.

use std::cmp::Reverse;

use handoff_engine::{PlannedTask, ProjectReader};
use handoff_protocol::{Priority, Status};

use crate::restoration::token_budget::Lines;

/// The tasks of a project. `leaves` are the open tasks without subtasks, by priority, then by
/// slack, then by due date.
pub(crate) struct Tasks<'a> {
    all: Vec<PlannedTask<'a>>,
    leaves: Vec<PlannedTask<'a>>,
    /// Whether some tasks could not be read.
    is_partial: bool,
}

impl<'a> Tasks<'a> {
    /// Collects and sorts the tasks of a project.
    pub(crate) fn of(reader: ProjectReader<'a>) -> Tasks<'a> {
        let all = reader.planned_tasks();
        let is_open_leaf = |task: &&PlannedTask<'_>| task.is_leaf && !task.task.status().is_terminal();
        let mut leaves: Vec<PlannedTask<'a>> = all.iter().filter(is_open_leaf).copied().collect();
        leaves.sort_by_key(|leaf| {
            let priority = leaf.task.priority().unwrap_or(Priority::Medium);
            (Reverse(weight(priority)), leaf.slack.unwrap_or(i32::MAX), leaf.task.due().unwrap_or(i32::MAX))
        });
        let is_partial = !reader.unread_tasks().0.is_empty();
        Tasks { all, leaves, is_partial }
    }

    fn with(&self, status: Status) -> impl Iterator<Item = &PlannedTask<'a>> + Clone {
        self.leaves.iter().filter(move |leaf| leaf.task.status() == status)
    }

    /// Returns lines for the tasks in progress or in review, with their open criteria.
    pub(crate) fn in_progress(&self) -> Lines<'_> {
        lines(self.with(Status::InProgress).chain(self.with(Status::Review)), true)
    }

    /// Returns lines for the blocked tasks.
    pub(crate) fn blocked(&self) -> Lines<'_> {
        lines(self.with(Status::Blocked), false)
    }

    /// Returns lines for the tasks that can be started.
    pub(crate) fn ready(&self) -> Lines<'_> {
        lines(self.free(), false)
    }

    /// Returns the tasks that can be started.
    fn free(&self) -> impl Iterator<Item = &PlannedTask<'a>> + Clone {
        self.with(Status::Todo).filter(|leaf| leaf.is_free)
    }

    /// Returns the most urgent task in progress or in review, or else the most urgent one that can
    /// be started.
    pub(crate) fn pick(&self) -> Option<Pick<'_, 'a>> {
        let started = self.with(Status::InProgress).chain(self.with(Status::Review)).next();
        let started = started.map(|leaf| Pick { verb: "Go on with", leaf, with_criteria: true });
        started.or_else(|| self.free().next().map(|leaf| Pick { verb: "Begin", leaf, with_criteria: false }))
    }

    /// Returns descriptions of at most `max` other tasks that can be started.
    pub(crate) fn alternatives(&self, pick: Option<&Pick<'_, 'a>>, max: usize) -> Vec<String> {
        let picked = pick.map(|pick| pick.leaf.task.key());
        let others = self.free().filter(|leaf| Some(leaf.task.key()) != picked);
        others.take(max).map(|leaf| describe(leaf, false)).collect()
    }

    /// Counts tasks by status: "41 tasks: 12 todo, 20 done; 5 ready, 3 overdue."
    pub(crate) fn counts(&self, today: i32) -> String {
        if self.all.is_empty() {
            return if self.is_partial { "No task could be read." } else { "No tasks yet." }.to_owned();
        }
        let of = |status: Status| self.all.iter().filter(|task| task.task.status() == status).count();
        let counts: Vec<String> = Status::ALL
            .into_iter()
            .map(|status| (status, of(status)))
            .filter(|(_, number)| *number > 0)
            .map(|(status, number)| format!("{number} {}", status.name()))
            .collect();
        let ready = self.free().count();
        let overdue = self.all.iter().filter(|task| task.task.is_overdue(today)).count();
        format!("{} tasks: {}; {ready} ready, {overdue} overdue.", self.all.len(), counts.join(", "))
    }
}

fn lines<'t, 'a: 't>(leaves: impl Iterator<Item = &'t PlannedTask<'a>> + Clone + 't, with_criteria: bool) -> Lines<'t> {
    Lines::of(leaves.clone().count(), leaves.map(move |leaf| describe(leaf, with_criteria)))
}

/// The task to do next.
pub(crate) struct Pick<'t, 'a> {
    verb: &'static str,
    leaf: &'t PlannedTask<'a>,
    with_criteria: bool,
}

impl Pick<'_, '_> {
    /// Returns a sentence such as "Go on with t1.2 Parse the feed (high, due 2026-12-03); open:
    /// works offline".
    pub(crate) fn sentence(&self) -> String {
        format!("{} {}", self.verb, describe(self.leaf, self.with_criteria))
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

    /// Returns the reasons of its urgency.
    pub(crate) fn reasons(&self) -> Vec<String> {
        reasons(self.leaf)
    }

    /// Returns the done criteria that are not met.
    pub(crate) fn open_criteria(&self) -> Vec<&str> {
        open_criteria(self.leaf)
    }
}

/// Describes a task: "t1.2 Parse the feed (high, critical path, due 2026-12-03); open: works
/// offline".
fn describe(leaf: &PlannedTask<'_>, with_criteria: bool) -> String {
    let task = leaf.task.fields();
    let reasons = reasons(leaf);
    let reasons = if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(", ")) };
    let open = if with_criteria { open_criteria(leaf) } else { Vec::new() };
    let open = if open.is_empty() { String::new() } else { format!("; open: {}", open.join("; ")) };
    format!("{} {}{reasons}{open}", task.id, task.title)
}

fn open_criteria<'t>(leaf: &'t PlannedTask<'_>) -> Vec<&'t str> {
    leaf.task
        .fields()
        .criteria
        .iter()
        .filter(|criterion| !criterion.checked)
        .map(|criterion| criterion.item.as_str())
        .collect()
}

fn reasons(leaf: &PlannedTask<'_>) -> Vec<String> {
    let task = leaf.task.fields();
    let mut reasons: Vec<String> = task.priority.map(|priority| priority.name().to_owned()).into_iter().collect();
    if leaf.slack.is_some_and(|slack| slack <= 0) {
        reasons.push("critical path".to_owned());
    }
    reasons
        .extend(task.schedule.as_ref().and_then(|schedule| schedule.due_date.as_ref()).map(|due| format!("due {due}")));
    if leaf.task.status() == Status::Review {
        reasons.push("in review".to_owned());
    }
    reasons
}

fn weight(priority: Priority) -> u8 {
    match priority {
        Priority::Low => 1,
        Priority::Medium => 2,
        Priority::High => 3,
    }
}
