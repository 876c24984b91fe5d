//! How far a project is, and what it took.

use handoff_format::day;
use handoff_protocol::{Schedule, Status};

use crate::Project;
use crate::map::Map;
use crate::model::TaskRef;
use crate::schedule::Network;

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
pub(crate) fn metrics(project: &Project, assignee: Option<&str>, today: &str) -> Metrics {
    let config = project.model.config.values();
    let network = Network::new(&project.model);
    let mut metrics = Metrics { budget: config.effort_budget, ..Metrics::default() };
    let mut by_name: Map<String, MilestoneMetrics> = Map::default();
    for (name, milestone) in &config.milestones {
        let known =
            MilestoneMetrics { name: name.clone(), date: milestone.date.clone(), ..MilestoneMetrics::default() };
        by_name.insert(name.clone(), known);
    }
    let mut counts = [0; Status::ALL.len()];
    for (place, fact) in network.facts.iter().enumerate() {
        let task = fact.task;
        if assignee.is_some() && task.shown.task.assignee.as_deref() != assignee {
            continue;
        }
        let effort = effort(task, network.is_leaf(place), network.track(place).multiplier);
        metrics.total += 1;
        metrics.over += u32::from(fact.over);
        metrics.effort.add(effort);
        for (known, count) in Status::ALL.iter().zip(&mut counts) {
            *count += u32::from(task.status() == *known);
        }
        metrics.overdue.extend(overdue(task, today));
        if let Some(name) = task.shown.milestone() {
            let milestone = by_name.get_or_insert_with(name.to_owned(), MilestoneMetrics::default);
            name.clone_into(&mut milestone.name);
            milestone.total += 1;
            milestone.over += u32::from(fact.over);
            milestone.effort.add(effort);
        }
    }
    metrics.by_status = Status::ALL.into_iter().zip(counts).filter(|(_, count)| *count > 0).collect();
    handoff_format::sort_by(&mut metrics.overdue, |a, b| b.days.cmp(&a.days));
    for (name, _) in &config.milestones {
        metrics.milestones.extend(by_name.remove(name));
    }
    metrics.milestones.extend(by_name.values().cloned());
    metrics
}

/// What a task took and takes. Only what is spent is counted at a task with parts as well: it was spent beside them.
fn effort(task: TaskRef<'_>, is_leaf: bool, multiplier: f64) -> Effort {
    let Schedule { estimate_hours, actual_hours, remaining_hours, .. } =
        task.shown.task.schedule.clone().unwrap_or_default();
    let actual = actual_hours.unwrap_or_default();
    if !is_leaf {
        return Effort { actual, ..Effort::default() };
    }
    let estimate = estimate_hours.unwrap_or_default();
    Effort { estimate, adjusted: estimate * multiplier, actual, remaining: remaining_hours.unwrap_or_default() }
}

fn overdue(task: TaskRef<'_>, today: &str) -> Option<Overdue> {
    let due = task.shown.due_date().filter(|_| task.shown.is_overdue(today))?;
    let days = day(today)? - day(due)?;
    Some(Overdue { id: task.id().to_owned(), title: task.title().to_owned(), due: due.to_owned(), days })
}
