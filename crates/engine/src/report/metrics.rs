//! How far a project is, and what it took.

use std::cmp::Reverse;

use handoff_format::format_date;
use handoff_protocol::Status;

use crate::Project;
use crate::model::{TaskRef, TaskSummary};
use crate::schedule::Network;
use crate::timestamp::Day;

/// Hours of some tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// As estimated.
    pub estimate: f64,
    /// The same with what an agent's hour comes to.
    pub adjusted: f64,
    /// Spent.
    pub actual: f64,
    /// Left, where that is tracked.
    pub remaining: f64,
}

/// A task that is late.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overdue {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// `YYYY-MM-DD`.
    pub due: String,
    /// Days since then.
    pub days: i32,
}

/// A milestone's tasks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MilestoneMetrics {
    /// Its name.
    pub name: String,
    /// `YYYY-MM-DD`, where it is configured.
    pub date: Option<String>,
    /// Tasks that are done or skipped.
    pub over: u32,
    /// All tasks.
    pub total: u32,
    /// Their hours.
    pub effort: Effort,
}

/// A project in numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metrics {
    /// All tasks.
    pub total: u32,
    /// By status, those without any left out.
    pub by_status: Vec<(Status, u32)>,
    /// Tasks that are done or skipped.
    pub over: u32,
    /// All hours.
    pub effort: Effort,
    /// What is late, the latest first.
    pub overdue: Vec<Overdue>,
    /// As configured, then those that only tasks name.
    pub milestones: Vec<MilestoneMetrics>,
    /// Hours that the whole project may take.
    pub budget: Option<f64>,
}

impl Effort {
    fn add(&mut self, other: Effort) {
        self.estimate += other.estimate;
        self.adjusted += other.adjusted;
        self.actual += other.actual;
        self.remaining += other.remaining;
    }
}

/// The numbers of all tasks, or of an assignee's.
pub(crate) fn metrics(project: &Project, assignee: Option<&str>, today: Day) -> Metrics {
    let config = project.model.config.values();
    let names = project.model.tasks.names();
    let network = Network::new(&project.model);
    let mut metrics = Metrics { budget: config.effort_budget, ..Metrics::default() };
    let mut counts = [0; Status::ALL.len()];
    let mut milestones = vec![MilestoneMetrics::default(); names.len()];
    for (place, fact) in network.facts.iter().enumerate() {
        let summary = &fact.task.shown.summary;
        if assignee.is_some_and(|wanted| names.find(wanted) != Some(summary.assignee)) {
            continue;
        }
        let effort = effort(summary, network.is_leaf(place), network.track(place).multiplier);
        metrics.total += 1;
        metrics.over += u32::from(fact.over);
        metrics.effort.add(effort);
        for (known, count) in Status::ALL.iter().zip(&mut counts) {
            *count += u32::from(fact.task.status() == *known);
        }
        metrics.overdue.extend(overdue(fact.task, today));
        if let Some(milestone) = summary.milestone.and_then(|name| milestones.get_mut(name.index())) {
            milestone.total += 1;
            milestone.over += u32::from(fact.over);
            milestone.effort.add(effort);
        }
    }
    metrics.by_status = Status::ALL.into_iter().zip(counts).filter(|(_, count)| *count > 0).collect();
    metrics.overdue.sort_by_key(|task| Reverse(task.days));
    for (name, milestone) in &config.milestones {
        let found = names.find(name).and_then(|name| milestones.get_mut(name.index())).map(std::mem::take);
        metrics.milestones.push(MilestoneMetrics {
            name: name.clone(),
            date: milestone.date.clone(),
            ..found.unwrap_or_default()
        });
    }
    let mut others: Vec<MilestoneMetrics> = names
        .all()
        .zip(milestones)
        .filter(|(_, found)| found.total > 0)
        .map(|(name, found)| MilestoneMetrics { name: name.to_owned(), ..found })
        .collect();
    others.sort_by(|a, b| a.name.cmp(&b.name));
    metrics.milestones.append(&mut others);
    metrics
}

/// What a task took and takes. Only what is spent is counted at a task with parts as well: it was spent beside them.
fn effort(summary: &TaskSummary, is_leaf: bool, multiplier: f64) -> Effort {
    let actual = summary.actual.unwrap_or_default();
    if !is_leaf {
        return Effort { actual, ..Effort::default() };
    }
    let estimate = summary.estimate.unwrap_or_default();
    Effort { estimate, adjusted: estimate * multiplier, actual, remaining: summary.remaining.unwrap_or_default() }
}

fn overdue(task: TaskRef<'_>, today: Day) -> Option<Overdue> {
    let due = task.shown.summary.dates.due.filter(|_| task.shown.is_overdue(today))?;
    let days = today.saturating_sub(due);
    Some(Overdue { id: task.id().to_owned(), title: task.title().to_owned(), due: format_date(due), days })
}
