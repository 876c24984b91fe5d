//! Metrics: counts, hours, overdue tasks and milestones.

use std::cmp::Reverse;

use handoff_format::format_date;
use handoff_protocol::{MilestoneStatus, Status};

use crate::Project;
use crate::analysis::schedule::{Network, agents_multiplier, names_agents};
use crate::ground::timestamp::Day;
use crate::model::{TaskRef, TaskSummary, Tasks};

/// Hours of a set of tasks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Effort {
    /// As estimated.
    pub estimate: f64,
    /// As estimated, with the own estimates of tasks with subtasks: the sum that `handoff-mcp` has.
    pub all_estimate: f64,
    /// The estimate multiplied by the configured factor: for agents, or for everybody if the project
    /// names no agents.
    pub adjusted: f64,
    /// Hours spent.
    pub actual: f64,
    /// Remaining hours as recorded, or else what is left of the estimate of an open task, with agents'
    /// hours multiplied by the configured factor.
    pub remaining: f64,
}

/// An overdue task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overdue {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// `YYYY-MM-DD`.
    pub due: String,
    /// Days since the due date.
    pub days: i32,
}

/// Metrics of a milestone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MilestoneMetrics {
    /// Its name.
    pub name: String,
    /// `YYYY-MM-DD`, if configured.
    pub date: Option<String>,
    /// The version that it brings.
    pub version: Option<String>,
    /// Its stage.
    pub status: MilestoneStatus,
    /// Tasks that are done or skipped.
    pub over: u32,
    /// All tasks.
    pub total: u32,
    /// Its tasks without subtasks.
    pub work: WorkCount,
    /// The hours of its tasks.
    pub effort: Effort,
    /// The latest due date of its open tasks, `YYYY-MM-DD`.
    pub latest_due: Option<String>,
}

/// A count of tasks without subtasks. Groups are not work themselves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkCount {
    /// All of them.
    pub total: u32,
    /// Those that are done or skipped.
    pub over: u32,
}

impl WorkCount {
    fn add(&mut self, is_leaf: bool, is_over: bool) {
        self.total += u32::from(is_leaf);
        self.over += u32::from(is_leaf && is_over);
    }
}

/// Metrics of a project, or of the tasks of one assignee.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metrics {
    /// All tasks.
    pub total: u32,
    /// By status. Statuses without tasks are left out.
    pub by_status: Vec<(Status, u32)>,
    /// The same without the tasks that have subtasks.
    pub work_by_status: Vec<(Status, u32)>,
    /// Tasks that are done or skipped.
    pub over: u32,
    /// The tasks without subtasks.
    pub work: WorkCount,
    /// The hours of all tasks.
    pub effort: Effort,
    /// Overdue tasks, the longest overdue first.
    pub overdue: Vec<Overdue>,
    /// The configured milestones in their order, then others that tasks name.
    pub milestones: Vec<MilestoneMetrics>,
    /// The effort budget of the project in hours.
    pub budget: Option<f64>,
}

impl Effort {
    fn add(&mut self, other: Effort) {
        self.estimate += other.estimate;
        self.all_estimate += other.all_estimate;
        self.adjusted += other.adjusted;
        self.actual += other.actual;
        self.remaining += other.remaining;
    }
}

/// Computes the metrics of all tasks, or of those of an assignee.
pub(crate) fn metrics(project: &Project, assignee: Option<&str>, today: Day) -> Metrics {
    let config = project.model.config.values();
    let names = project.model.tasks.names();
    let network = Network::new(&project.model);
    let multiplier_of_all = (!names_agents(config)).then(|| agents_multiplier(config));
    let mut metrics = Metrics { budget: config.effort_budget, ..Metrics::default() };
    let mut counts = [0; Status::ALL.len()];
    let mut work_counts = counts;
    let mut milestones = vec![MilestoneMetrics::default(); names.len()];
    for (index, entry) in network.tasks.iter().enumerate() {
        let summary = &entry.task.shown.summary;
        if assignee.is_some_and(|key| names.find(key) != Some(summary.assignee)) {
            continue;
        }
        let is_leaf = network.is_leaf(index);
        let multiplier = network.track(index).multiplier;
        let effort = effort(summary, is_leaf, entry.closed, (multiplier, multiplier_of_all.unwrap_or(multiplier)));
        metrics.total += 1;
        metrics.over += u32::from(entry.closed);
        metrics.work.add(is_leaf, entry.closed);
        metrics.effort.add(effort);
        for ((status, count), work) in Status::ALL.iter().zip(&mut counts).zip(&mut work_counts) {
            let is_counted = u32::from(entry.task.status() == *status);
            *count += is_counted;
            *work += is_counted * u32::from(is_leaf);
        }
        metrics.overdue.extend(overdue(&project.model.tasks, entry.task, today));
        if let Some(milestone) = summary.milestone.and_then(|name| milestones.get_mut(name.index())) {
            milestone.total += 1;
            milestone.over += u32::from(entry.closed);
            milestone.work.add(is_leaf, entry.closed);
            if let Some(due) = summary.dates.due.filter(|_| !entry.closed).map(format_date) {
                // Dates of this form sort as texts.
                milestone.latest_due = milestone.latest_due.take().max(Some(due));
            }
            milestone.effort.add(effort);
        }
    }
    let not_empty = |counts: [u32; Status::ALL.len()]| -> Vec<(Status, u32)> {
        Status::ALL.into_iter().zip(counts).filter(|(_, count)| *count > 0).collect()
    };
    (metrics.by_status, metrics.work_by_status) = (not_empty(counts), not_empty(work_counts));
    metrics.overdue.sort_by_key(|task| Reverse(task.days));
    for (name, milestone) in &config.milestones {
        // Without tasks it has no entry, and everything is 0.
        let sums = names.find(name).and_then(|name| milestones.get_mut(name.index())).map(std::mem::take);
        metrics.milestones.push(MilestoneMetrics {
            name: name.clone(),
            date: milestone.date.clone(),
            version: milestone.version.clone(),
            status: milestone.status(),
            ..sums.unwrap_or_default()
        });
    }
    let mut others: Vec<MilestoneMetrics> = names
        .all()
        .zip(milestones)
        .filter(|(_, milestone)| milestone.total > 0)
        .map(|(name, milestone)| MilestoneMetrics { name: name.to_owned(), ..milestone })
        .collect();
    others.sort_by(|a, b| a.name.cmp(&b.name));
    metrics.milestones.append(&mut others);
    metrics
}

/// Returns the hours of a task. The estimated and remaining hours of a task with subtasks are those of
/// its subtasks. The multipliers of the estimate are that of the plan, and that of the adjusted estimate.
fn effort(
    summary: &TaskSummary,
    is_leaf: bool,
    is_closed: bool,
    (planned_multiplier, adjusted_multiplier): (f64, f64),
) -> Effort {
    let actual = summary.actual.unwrap_or_default();
    let estimate = summary.estimate.unwrap_or_default();
    if !is_leaf {
        return Effort { all_estimate: estimate, actual, ..Effort::default() };
    }
    let adjusted = estimate * adjusted_multiplier;
    let expected = if is_closed { 0.0 } else { (estimate * planned_multiplier - actual).max(0.0) };
    Effort { estimate, all_estimate: estimate, adjusted, actual, remaining: summary.remaining.unwrap_or(expected) }
}

fn overdue(tasks: &Tasks, task: TaskRef<'_>, today: Day) -> Option<Overdue> {
    let due = tasks.overdue_since(task, today)?;
    let days = today.saturating_sub(due);
    Some(Overdue { id: task.id().to_owned(), title: task.title().to_owned(), due: format_date(due), days })
}
