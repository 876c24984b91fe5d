//! Which tasks an agent should hear of: those at work, and those that could be begun, with what makes each urgent.

use std::cmp::Reverse;

use handoff_engine::PlannedTask;
use handoff_format::sort_by_key;
use handoff_protocol::{Priority, Status};

use crate::restoration::Material;

/// The tasks without parts, most urgent first: by priority, then by how little they may slip, then by due date.
pub(crate) struct Tasks<'a> {
    all: Vec<PlannedTask<'a>>,
    leaves: Vec<PlannedTask<'a>>,
}

impl<'a> Tasks<'a> {
    pub(crate) fn of(material: &Material<'a>) -> Tasks<'a> {
        let all = material.reading.planned();
        let is_open_leaf = |one: &&PlannedTask<'_>| one.is_leaf && !one.task.status().is_terminal();
        let mut leaves: Vec<PlannedTask<'a>> = all.iter().filter(is_open_leaf).copied().collect();
        sort_by_key(&mut leaves, |leaf| {
            let task = leaf.task.fields();
            let due = task.schedule.as_ref().and_then(|schedule| schedule.due_date.clone());
            (
                Reverse(weight(task.priority.unwrap_or(Priority::Medium))),
                leaf.slack.unwrap_or(i32::MAX),
                due.is_none(),
                due,
            )
        });
        Tasks { all, leaves }
    }

    fn with(&self, status: Status) -> impl Iterator<Item = &PlannedTask<'a>> {
        self.leaves.iter().filter(move |leaf| leaf.task.status() == status)
    }

    /// What is in progress or in review, with what is still open of it.
    pub(crate) fn working(&self) -> Vec<String> {
        self.with(Status::InProgress).chain(self.with(Status::Review)).map(|leaf| told(leaf, true)).collect()
    }

    /// What is blocked.
    pub(crate) fn blocked(&self) -> Vec<String> {
        self.with(Status::Blocked).map(|leaf| told(leaf, false)).collect()
    }

    /// What could be begun.
    pub(crate) fn ready(&self) -> Vec<String> {
        self.with(Status::Todo).filter(|leaf| leaf.is_free).map(|leaf| told(leaf, false)).collect()
    }

    /// "41 tasks: 12 todo, 20 done; 5 ready, 3 overdue."
    pub(crate) fn counts(&self, today: &str) -> String {
        if self.all.is_empty() {
            return "No tasks yet.".to_owned();
        }
        let of = |status: Status| self.all.iter().filter(|one| one.task.status() == status).count();
        let counts: Vec<String> = Status::ALL
            .into_iter()
            .map(|status| (status, of(status)))
            .filter(|(_, number)| *number > 0)
            .map(|(status, number)| format!("{number} {}", status.name()))
            .collect();
        let ready = self.with(Status::Todo).filter(|leaf| leaf.is_free).count();
        let overdue = self.all.iter().filter(|one| one.task.is_overdue(today)).count();
        format!("{} tasks: {}; {ready} ready, {overdue} overdue.", self.all.len(), counts.join(", "))
    }
}

/// "t1.2 Parse the feed (high, critical path, due 2026-12-03); open: works offline".
fn told(leaf: &PlannedTask<'_>, with_criteria: bool) -> String {
    let task = leaf.task.fields();
    let mut why: Vec<String> = task.priority.map(|priority| priority.name().to_owned()).into_iter().collect();
    if leaf.slack.is_some_and(|slack| slack <= 0) {
        why.push("critical path".to_owned());
    }
    why.extend(task.schedule.as_ref().and_then(|schedule| schedule.due_date.as_ref()).map(|due| format!("due {due}")));
    if leaf.task.status() == Status::Review {
        why.push("in review".to_owned());
    }
    let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join(", ")) };
    let open: Vec<&str> =
        task.criteria.iter().filter(|one| with_criteria && !one.checked).map(|one| one.item.as_str()).collect();
    let open = if open.is_empty() { String::new() } else { format!("; open: {}", open.join("; ")) };
    format!("{} {}{why}{open}", task.id, task.title)
}

fn weight(priority: Priority) -> u8 {
    match priority {
        Priority::Low => 1,
        Priority::Medium => 2,
        Priority::High => 3,
    }
}
