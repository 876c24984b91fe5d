//! Reports as agents and the command line get them: names in snake case, days as `YYYY-MM-DD`, hours as
//! numbers.

mod figures;
mod filter;
mod rows;
mod series;

pub use figures::{
    ActorTime, AgedTask, Budget, Cycle, CycleTask, DayPercentiles, EstimateGroup, EstimateTotal, EstimatedTask,
    Estimates, Forecast, MilestoneForecast, Milestones, SessionDay, SessionTime, Summary,
};
pub use series::{
    Burndown, BurndownDay, Burnup, BurnupDay, EarnedValue, EarnedValueDay, Effort, EffortDay, Flow, FlowDay,
    ScopeChange, Throughput, ThroughputWeek,
};

use handoff_engine::estimate_tokens;
use handoff_format::format_date;
use handoff_protocol::ReportName;
use handoff_protocol::report::{Report as Figures, ReportPart, ReportSeries};
use serde::Serialize;
use serde_json::json;

pub(crate) use crate::report::rows::rounded;
use crate::report::rows::{Rows, date};

pub(crate) use filter::parse_filter;

/// The maximum estimated number of tokens of a report whose call names no limit. Only long names
/// can exceed it.
pub(crate) const MAX_TOKENS: usize = 2_000;

/// A report. Its lists have a maximum number of entries; the lists of all groups together have no
/// more.
#[derive(Debug, Serialize)]
pub struct Report {
    pub report: ReportName,
    pub source: &'static str,
    pub exact_from: Option<String>,
    pub from: String,
    pub to: String,
    #[serde(flatten)]
    pub series: Series,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups_omitted: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<String>,
}

/// The part of a report about one group of tasks.
#[derive(Debug, Serialize)]
pub struct Group {
    pub key: String,
    #[serde(flatten)]
    pub series: Series,
}

/// The values of a report besides its days.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Series {
    Summary(Box<Summary>),
    Burndown(Box<Burndown>),
    Burnup(Box<Burnup>),
    Effort(Effort),
    Flow(Flow),
    Throughput(Throughput),
    Cycle(Cycle),
    Estimates(Box<Estimates>),
    EarnedValue(EarnedValue),
    Forecast(Forecast),
    Sessions(Box<SessionTime>),
    Milestones(Milestones),
}

impl Report {
    /// Creates a report whose lists have at most `limit` entries.
    pub fn new(report: &Figures, limit: usize) -> Report {
        let rows = Rows { limit: (limit / report.groups.len().max(1)).max(1) };
        let group = |part: &ReportPart| Group { key: part.key.clone(), series: Series::new(&part.series, rows) };
        let groups_omitted = report.groups.len().saturating_sub(limit);
        Report {
            report: report.series.name(),
            source: report.source.name(),
            exact_from: date(report.exact_from),
            from: format_date(report.from),
            to: format_date(report.to),
            series: Series::new(&report.series, Rows { limit }),
            groups: report.groups.iter().take(limit).map(group).collect(),
            groups_omitted: Some(groups_omitted).filter(|omitted| *omitted > 0),
            notice: report.notice.as_ref().map(ToString::to_string),
        }
    }

    /// Creates a report of at most [`MAX_TOKENS`] tokens. Its lists have at most `limit` entries, and
    /// fewer if that is needed.
    pub(crate) fn bounded(report: &Figures, limit: usize) -> Report {
        let answer = Report::new(report, limit);
        if limit <= 1 || estimate_tokens(&json!(answer).to_string()) <= MAX_TOKENS {
            return answer;
        }
        Report::bounded(report, limit / 2)
    }
}

impl Series {
    fn new(series: &ReportSeries, rows: Rows) -> Series {
        match series {
            ReportSeries::Summary(summary) => Series::Summary(Box::new(Summary::new(summary, rows))),
            ReportSeries::Burndown(burndown) => Series::Burndown(Box::new(Burndown::of(burndown, rows))),
            ReportSeries::Burnup(burnup) => Series::Burnup(Box::new(Burnup::of(burnup, rows))),
            ReportSeries::Effort(effort) => Series::Effort(Effort::new(effort, rows)),
            ReportSeries::Flow(flow) => Series::Flow(Flow::new(flow, rows)),
            ReportSeries::Throughput(throughput) => Series::Throughput(Throughput::new(throughput, rows)),
            ReportSeries::Cycle(cycle) => Series::Cycle(Cycle::new(cycle, rows)),
            ReportSeries::Estimates(estimates) => Series::Estimates(Box::new(Estimates::new(estimates, rows))),
            ReportSeries::EarnedValue(earned) => Series::EarnedValue(EarnedValue::new(earned, rows)),
            ReportSeries::Forecast(forecast) => Series::Forecast(forecast.into()),
            ReportSeries::Sessions(sessions) => Series::Sessions(Box::new(SessionTime::new(sessions, rows))),
            ReportSeries::Milestones(milestones) => Series::Milestones(Milestones::new(milestones, rows)),
        }
    }
}
