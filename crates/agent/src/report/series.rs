//! Series: figures by day or by week.

use handoff_format::format_date;
use handoff_protocol::report;
use serde::Serialize;

use super::figures::{Budget, Forecast};
use super::rows::{Rows, date, rounded};

/// The part that burndown and burnup share.
#[derive(Debug, Serialize)]
pub struct Course<D> {
    pub days: Vec<D>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days_omitted: Option<usize>,
    pub scope_changes: Vec<ScopeChange>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope_changes_omitted: Option<usize>,
    pub ideal_start: Option<String>,
    pub ideal_end: Option<String>,
    pub forecast: Forecast,
}

pub type Burndown = Course<BurndownDay>;
pub type Burnup = Course<BurnupDay>;

impl<D> Course<D> {
    fn new<'d, T>(
        days: &'d [T],
        scope_changes: &[report::ScopeChange],
        (start, end): (Option<i32>, Option<i32>),
        forecast: &report::Forecast,
        rows: Rows,
    ) -> Course<D>
    where
        D: From<&'d T>,
    {
        let (days, days_omitted) = rows.last(days);
        let (scope_changes, scope_changes_omitted) = rows.last(scope_changes);
        let (ideal_start, ideal_end) = (date(start), date(end));
        Course {
            days,
            days_omitted,
            scope_changes,
            scope_changes_omitted,
            ideal_start,
            ideal_end,
            forecast: forecast.into(),
        }
    }
}

impl Burndown {
    pub(super) fn of(report: &report::Burndown, rows: Rows) -> Burndown {
        let ideal = (report.start, report.target);
        Course::new(&report.days, &report.scope_changes, ideal, &report.forecast, rows)
    }
}

impl Burnup {
    pub(super) fn of(report: &report::Burnup, rows: Rows) -> Burnup {
        let ideal = (report.start, report.target);
        Course::new(&report.days, &report.scope_changes, ideal, &report.forecast, rows)
    }
}

#[derive(Debug, Serialize)]
pub struct BurndownDay {
    pub date: String,
    pub remaining_tasks: u32,
    pub remaining_hours: f64,
    pub scope_tasks: u32,
    pub scope_hours: f64,
    pub ideal_hours: Option<f64>,
    pub ideal_tasks: Option<f64>,
    pub all_remaining_tasks: u32,
    pub all_remaining_hours: f64,
    pub all_scope_tasks: u32,
    pub all_scope_hours: f64,
}

impl From<&report::BurndownDay> for BurndownDay {
    fn from(day: &report::BurndownDay) -> BurndownDay {
        BurndownDay {
            date: format_date(day.day),
            remaining_tasks: day.remaining_tasks,
            remaining_hours: day.remaining_hours,
            scope_tasks: day.scope_tasks,
            scope_hours: day.scope_hours,
            ideal_hours: day.ideal_hours.map(rounded),
            ideal_tasks: day.ideal_tasks.map(rounded),
            all_remaining_tasks: day.all_remaining_tasks,
            all_remaining_hours: day.all_remaining_hours,
            all_scope_tasks: day.all_scope_tasks,
            all_scope_hours: day.all_scope_hours,
        }
    }
}

#[derive(Debug, Serialize)]
pub struct ScopeChange {
    pub date: String,
    pub tasks: i32,
    pub hours: f64,
}

impl From<&report::ScopeChange> for ScopeChange {
    fn from(change: &report::ScopeChange) -> ScopeChange {
        ScopeChange { date: format_date(change.day), tasks: change.tasks, hours: change.hours }
    }
}

#[derive(Debug, Serialize)]
pub struct BurnupDay {
    pub date: String,
    pub finished_tasks: u32,
    pub finished_hours: f64,
    pub scope_tasks: u32,
    pub scope_hours: f64,
    pub ideal_hours: Option<f64>,
    pub ideal_tasks: Option<f64>,
}

impl From<&report::BurnupDay> for BurnupDay {
    fn from(day: &report::BurnupDay) -> BurnupDay {
        BurnupDay {
            date: format_date(day.day),
            finished_tasks: day.finished_tasks,
            finished_hours: day.finished_hours,
            scope_tasks: day.scope_tasks,
            scope_hours: day.scope_hours,
            ideal_hours: day.ideal_hours.map(rounded),
            ideal_tasks: day.ideal_tasks.map(rounded),
        }
    }
}

#[derive(Debug, Serialize)]
pub struct Effort {
    #[serde(flatten)]
    pub budget: Budget,
    pub days: Vec<EffortDay>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days_omitted: Option<usize>,
}

impl Effort {
    pub(super) fn new(effort: &report::Effort, rows: Rows) -> Effort {
        let (days, days_omitted) = rows.last(&effort.days);
        Effort { budget: (&effort.budget).into(), days, days_omitted }
    }
}

#[derive(Debug, Serialize)]
pub struct EffortDay {
    pub date: String,
    pub used_hours: f64,
    pub left_hours: Option<f64>,
    pub remaining_hours: f64,
}

impl From<&report::EffortDay> for EffortDay {
    fn from(day: &report::EffortDay) -> EffortDay {
        EffortDay {
            date: format_date(day.day),
            used_hours: day.used_hours,
            left_hours: day.left_hours.map(rounded),
            remaining_hours: day.remaining_hours,
        }
    }
}

#[derive(Debug, Serialize)]
pub struct Flow {
    pub days: Vec<FlowDay>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days_omitted: Option<usize>,
}

impl Flow {
    pub(super) fn new(flow: &report::Flow, rows: Rows) -> Flow {
        let (days, days_omitted) = rows.last(&flow.days);
        Flow { days, days_omitted }
    }
}

#[derive(Debug, Serialize)]
pub struct FlowDay {
    pub date: String,
    pub todo: u32,
    pub in_progress: u32,
    pub review: u32,
    pub blocked: u32,
    pub done: u32,
    pub skipped: u32,
}

impl From<&report::FlowDay> for FlowDay {
    fn from(day: &report::FlowDay) -> FlowDay {
        FlowDay {
            date: format_date(day.day),
            todo: day.todo,
            in_progress: day.in_progress,
            review: day.review,
            blocked: day.blocked,
            done: day.done,
            skipped: day.skipped,
        }
    }
}

#[derive(Debug, Serialize)]
pub struct Throughput {
    pub mean_weeks: u32,
    pub weeks: Vec<ThroughputWeek>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weeks_omitted: Option<usize>,
}

impl Throughput {
    pub(super) fn new(throughput: &report::Throughput, rows: Rows) -> Throughput {
        let (weeks, weeks_omitted) = rows.last(&throughput.weeks);
        Throughput { mean_weeks: throughput.mean_weeks, weeks, weeks_omitted }
    }
}

#[derive(Debug, Serialize)]
pub struct ThroughputWeek {
    pub start: String,
    pub done_tasks: u32,
    pub done_hours: f64,
    pub mean_tasks: f64,
    pub mean_hours: f64,
}

impl From<&report::ThroughputWeek> for ThroughputWeek {
    fn from(week: &report::ThroughputWeek) -> ThroughputWeek {
        ThroughputWeek {
            start: format_date(week.start),
            done_tasks: week.done_tasks,
            done_hours: week.done_hours,
            mean_tasks: rounded(week.mean_tasks),
            mean_hours: rounded(week.mean_hours),
        }
    }
}

#[derive(Debug, Serialize)]
pub struct EarnedValue {
    pub spi: Option<f64>,
    pub cpi: Option<f64>,
    pub eac: Option<f64>,
    pub bac: f64,
    pub baseline: Option<String>,
    pub days: Vec<EarnedValueDay>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub days_omitted: Option<usize>,
}

impl EarnedValue {
    pub(super) fn new(earned: &report::EarnedValue, rows: Rows) -> EarnedValue {
        let (days, days_omitted) = rows.last(&earned.days);
        EarnedValue {
            spi: earned.spi.map(rounded),
            cpi: earned.cpi.map(rounded),
            eac: earned.eac.map(rounded),
            bac: earned.bac,
            baseline: earned.baseline.clone(),
            days,
            days_omitted,
        }
    }
}

#[derive(Debug, Serialize)]
pub struct EarnedValueDay {
    pub date: String,
    pub pv: f64,
    pub ev: f64,
    pub ac: f64,
}

impl From<&report::EarnedValueDay> for EarnedValueDay {
    fn from(day: &report::EarnedValueDay) -> EarnedValueDay {
        EarnedValueDay { date: format_date(day.day), pv: rounded(day.pv), ev: day.ev, ac: day.ac }
    }
}
