//! Figures of a report that are no series of days.

use handoff_format::format_date;
use handoff_protocol::report::{self, DayTimeSource};
use handoff_protocol::{ActorKind, MilestoneStatus};
use serde::Serialize;

use super::rows::{Rows, date, rounded};
use crate::params::NamedValues;

#[derive(Debug, Serialize)]
pub struct Summary {
    pub counts: NamedValues<u32>,
    pub finished_tasks: u32,
    pub scope_tasks: u32,
    pub finished_hours: f64,
    pub scope_hours: f64,
    pub all_finished_tasks: u32,
    pub all_scope_tasks: u32,
    pub all_scope_hours: f64,
    pub ready: u32,
    #[serde(flatten)]
    pub budget: Budget,
    pub overdue: Vec<AgedTask>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overdue_omitted: Option<usize>,
    pub blocked: Vec<AgedTask>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blocked_omitted: Option<usize>,
    pub ageing: Vec<AgedTask>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ageing_omitted: Option<usize>,
}

impl Summary {
    pub(super) fn new(summary: &report::Summary, rows: Rows) -> Summary {
        let (overdue, overdue_omitted) = rows.first(&summary.overdue);
        let (blocked, blocked_omitted) = rows.first(&summary.blocked);
        let (ageing, ageing_omitted) = rows.first(&summary.ageing);
        Summary {
            counts: summary.counts.iter().map(|count| (count.status.name().to_owned(), count.count)).collect(),
            finished_tasks: summary.tasks.done,
            scope_tasks: summary.tasks.total,
            finished_hours: summary.finished_hours,
            scope_hours: summary.scope_hours,
            all_finished_tasks: summary.all_tasks.done,
            all_scope_tasks: summary.all_tasks.total,
            all_scope_hours: summary.all_hours,
            ready: summary.ready,
            budget: (&summary.budget).into(),
            overdue,
            overdue_omitted,
            blocked,
            blocked_omitted,
            ageing,
            ageing_omitted,
        }
    }
}

#[derive(Debug, Serialize)]
pub struct AgedTask {
    pub id: String,
    pub title: String,
    pub since: Option<String>,
    pub days: Option<i32>,
}

impl From<&report::AgedTask> for AgedTask {
    fn from(task: &report::AgedTask) -> AgedTask {
        AgedTask { id: task.id.clone(), title: task.title.clone(), since: date(task.since), days: task.days }
    }
}

#[derive(Debug, Serialize)]
pub struct Budget {
    pub budget_hours: Option<f64>,
    pub used_hours: f64,
    pub left_hours: Option<f64>,
    pub remaining_hours: f64,
    pub projected_hours: f64,
}

impl From<&report::Budget> for Budget {
    fn from(budget: &report::Budget) -> Budget {
        Budget {
            budget_hours: budget.budget_hours,
            used_hours: budget.used_hours,
            left_hours: budget.left_hours.map(rounded),
            remaining_hours: budget.remaining_hours,
            projected_hours: budget.projected_hours,
        }
    }
}

#[derive(Debug, Serialize)]
pub struct Cycle {
    pub percentiles: DayPercentiles,
    pub lead_percentiles: DayPercentiles,
    pub tasks: Vec<CycleTask>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tasks_omitted: Option<usize>,
}

impl Cycle {
    pub(super) fn new(cycle: &report::Cycle, rows: Rows) -> Cycle {
        let (tasks, tasks_omitted) = rows.last(&cycle.tasks);
        Cycle { percentiles: cycle.cycle.into(), lead_percentiles: cycle.lead.into(), tasks, tasks_omitted }
    }
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct DayPercentiles {
    pub p50: Option<u32>,
    pub p85: Option<u32>,
    pub p95: Option<u32>,
}

impl From<Option<report::Percentiles>> for DayPercentiles {
    fn from(days: Option<report::Percentiles>) -> DayPercentiles {
        let Some(report::Percentiles { p50, p85, p95 }) = days else { return DayPercentiles::default() };
        DayPercentiles { p50: Some(p50), p85: Some(p85), p95: Some(p95) }
    }
}

#[derive(Debug, Serialize)]
pub struct CycleTask {
    pub id: String,
    pub title: String,
    pub started: Option<String>,
    pub finished: String,
    pub cycle_days: Option<u32>,
    pub lead_days: Option<u32>,
}

impl From<&report::CycleTask> for CycleTask {
    fn from(task: &report::CycleTask) -> CycleTask {
        CycleTask {
            id: task.id.clone(),
            title: task.title.clone(),
            started: date(task.started),
            finished: format_date(task.finished),
            cycle_days: task.cycle_days,
            lead_days: task.lead_days,
        }
    }
}

#[derive(Debug, Serialize)]
pub struct Estimates {
    pub all: EstimateTotal,
    pub tasks: Vec<EstimatedTask>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tasks_omitted: Option<usize>,
    pub labels: Vec<EstimateGroup>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels_omitted: Option<usize>,
    pub assignees: Vec<EstimateGroup>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assignees_omitted: Option<usize>,
    pub kinds: Vec<EstimateGroup>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kinds_omitted: Option<usize>,
}

impl Estimates {
    pub(super) fn new(estimates: &report::Estimates, rows: Rows) -> Estimates {
        let (tasks, tasks_omitted) = rows.first(&estimates.tasks);
        let (labels, labels_omitted) = rows.first(&estimates.labels);
        let (assignees, assignees_omitted) = rows.first(&estimates.assignees);
        let (kinds, kinds_omitted) = rows.first(&estimates.kinds);
        Estimates {
            all: (&estimates.total).into(),
            tasks,
            tasks_omitted,
            labels,
            labels_omitted,
            assignees,
            assignees_omitted,
            kinds,
            kinds_omitted,
        }
    }
}

#[derive(Debug, Serialize)]
pub struct EstimateTotal {
    pub tasks: u32,
    pub estimate_hours: f64,
    pub actual_hours: f64,
    pub factor: Option<f64>,
}

impl From<&report::EstimateGroup> for EstimateTotal {
    fn from(group: &report::EstimateGroup) -> EstimateTotal {
        EstimateTotal {
            tasks: group.tasks,
            estimate_hours: group.estimate_hours,
            actual_hours: group.actual_hours,
            factor: group.factor.map(rounded),
        }
    }
}

#[derive(Debug, Serialize)]
pub struct EstimateGroup {
    pub key: String,
    #[serde(flatten)]
    pub total: EstimateTotal,
}

impl From<&report::EstimateGroup> for EstimateGroup {
    fn from(group: &report::EstimateGroup) -> EstimateGroup {
        EstimateGroup { key: group.key.clone(), total: group.into() }
    }
}

#[derive(Debug, Serialize)]
pub struct EstimatedTask {
    pub id: String,
    pub title: String,
    pub estimate_hours: f64,
    pub actual_hours: f64,
    pub factor: f64,
}

impl From<&report::EstimatedTask> for EstimatedTask {
    fn from(task: &report::EstimatedTask) -> EstimatedTask {
        EstimatedTask {
            id: task.id.clone(),
            title: task.title.clone(),
            estimate_hours: task.estimate_hours,
            actual_hours: task.actual_hours,
            factor: rounded(task.factor),
        }
    }
}

#[derive(Debug, Serialize)]
pub struct Forecast {
    pub runs: u32,
    pub seed: u32,
    pub p50: Option<String>,
    pub p85: Option<String>,
    pub p95: Option<String>,
    pub remaining_tasks: u32,
    pub sample_days: u32,
    pub sample_tasks: u32,
    pub sample_scope_change: i32,
}

impl From<&report::Forecast> for Forecast {
    fn from(forecast: &report::Forecast) -> Forecast {
        Forecast {
            runs: forecast.runs,
            seed: forecast.seed,
            p50: date(forecast.p50),
            p85: date(forecast.p85),
            p95: date(forecast.p95),
            remaining_tasks: forecast.remaining_tasks,
            sample_days: forecast.sample_days,
            sample_tasks: forecast.sample_tasks,
            sample_scope_change: forecast.sample_scope_change,
        }
    }
}

#[derive(Debug, Serialize)]
pub struct SessionTime {
    pub sessions: u32,
    pub entry_days: u32,
    pub total_hours: f64,
    pub people_hours: f64,
    pub agents_hours: f64,
    pub by_hour: Vec<f64>,
    pub people_by_hour: Vec<f64>,
    pub agents_by_hour: Vec<f64>,
    pub days: Vec<SessionDay>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days_omitted: Option<usize>,
    pub actors: Vec<ActorTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actors_omitted: Option<usize>,
}

impl SessionTime {
    pub(super) fn new(sessions: &report::SessionTime, rows: Rows) -> SessionTime {
        let (days, days_omitted) = rows.last(&sessions.days);
        let (actors, actors_omitted) = rows.first(&sessions.actors);
        let hours = |hours: &[f64]| hours.iter().copied().map(rounded).collect();
        SessionTime {
            sessions: sessions.sessions,
            entry_days: sessions.entry_days,
            total_hours: rounded(sessions.total_hours),
            people_hours: rounded(sessions.people_hours),
            agents_hours: rounded(sessions.agents_hours),
            by_hour: hours(&sessions.by_hour),
            people_by_hour: hours(&sessions.people_by_hour),
            agents_by_hour: hours(&sessions.agents_by_hour),
            days,
            days_omitted,
            actors,
            actors_omitted,
        }
    }
}

#[derive(Debug, Serialize)]
pub struct SessionDay {
    pub date: String,
    pub hours: f64,
    pub people_hours: f64,
    pub agents_hours: f64,
    pub source: DayTimeSource,
}

impl From<&report::SessionDay> for SessionDay {
    fn from(day: &report::SessionDay) -> SessionDay {
        SessionDay {
            date: format_date(day.day),
            hours: rounded(day.hours),
            people_hours: rounded(day.people_hours),
            agents_hours: rounded(day.agents_hours),
            source: day.source,
        }
    }
}

#[derive(Debug, Serialize)]
pub struct ActorTime {
    pub name: String,
    pub kind: Option<ActorKind>,
    pub sessions: u32,
    pub hours: f64,
}

impl From<&report::ActorTime> for ActorTime {
    fn from(actor: &report::ActorTime) -> ActorTime {
        ActorTime { name: actor.name.clone(), kind: actor.kind, sessions: actor.sessions, hours: rounded(actor.hours) }
    }
}

#[derive(Debug, Serialize)]
pub struct Milestones {
    pub milestones: Vec<MilestoneForecast>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milestones_omitted: Option<usize>,
}

impl Milestones {
    pub(super) fn new(milestones: &[report::MilestoneForecast], rows: Rows) -> Milestones {
        let (milestones, milestones_omitted) = rows.first(milestones);
        Milestones { milestones, milestones_omitted }
    }
}

#[derive(Debug, Serialize)]
pub struct MilestoneForecast {
    pub name: String,
    pub date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<MilestoneStatus>,
    pub finished_tasks: u32,
    pub scope_tasks: u32,
    pub finished_hours: f64,
    pub scope_hours: f64,
    pub remaining_hours: f64,
    pub p50: Option<String>,
    pub p85: Option<String>,
}

impl From<&report::MilestoneForecast> for MilestoneForecast {
    fn from(milestone: &report::MilestoneForecast) -> MilestoneForecast {
        MilestoneForecast {
            name: milestone.name.clone(),
            date: date(milestone.date),
            version: milestone.version.clone(),
            status: milestone.status,
            finished_tasks: milestone.tasks.done,
            scope_tasks: milestone.tasks.total,
            finished_hours: milestone.finished_hours,
            scope_hours: milestone.scope_hours,
            remaining_hours: milestone.remaining_hours,
            p50: date(milestone.p50),
            p85: date(milestone.p85),
        }
    }
}
