//! Reports: figures and series over time. Days are civil days since 1970-01-01, hours are numbers.
//!
//! Invariant: `docs/metrics.md` defines every figure.

mod figures;
mod series;
mod written;

pub use figures::{
    ActorTime, AgedTask, Budget, Cycle, CycleTask, DayTimeSource, EstimateGroup, EstimatedTask, Estimates, Forecast,
    ForecastWeek, MilestoneForecast, Percentiles, SessionDay, SessionTime, Summary,
};
pub use series::{
    Burndown, BurndownDay, Burnup, BurnupDay, EarnedValue, EarnedValueDay, Effort, EffortDay, Flow, FlowDay,
    ScopeChange, Throughput, ThroughputWeek,
};
pub use written::{ReportLine, WrittenReport, WrittenReportRequest};

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::text::Text;

/// The name of a report, the same for commands, agents and surfaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export, export_to = "protocol.ts")]
pub enum ReportName {
    /// The figures of a day.
    Summary,
    /// The work that remains.
    Burndown,
    /// The work that is finished, below the scope.
    Burnup,
    /// The effort budget.
    Effort,
    /// The number of tasks in each status.
    Flow,
    /// The tasks that were done per week.
    Throughput,
    /// The time that tasks took.
    Cycle,
    /// Estimated against actual hours.
    Estimates,
    /// Planned value, earned value and actual cost.
    EarnedValue,
    /// Simulated completion dates.
    Forecast,
    /// The time of people and agents.
    Sessions,
    /// Progress and forecast of milestones.
    Milestones,
}

impl ReportName {
    /// Every report.
    pub const ALL: [ReportName; 12] = [
        ReportName::Summary,
        ReportName::Burndown,
        ReportName::Burnup,
        ReportName::Effort,
        ReportName::Flow,
        ReportName::Throughput,
        ReportName::Cycle,
        ReportName::Estimates,
        ReportName::EarnedValue,
        ReportName::Forecast,
        ReportName::Sessions,
        ReportName::Milestones,
    ];

    /// Returns the name in commands and messages.
    pub const fn name(self) -> &'static str {
        match self {
            ReportName::Summary => "summary",
            ReportName::Burndown => "burndown",
            ReportName::Burnup => "burnup",
            ReportName::Effort => "effort",
            ReportName::Flow => "flow",
            ReportName::Throughput => "throughput",
            ReportName::Cycle => "cycle",
            ReportName::Estimates => "estimates",
            ReportName::EarnedValue => "earned-value",
            ReportName::Forecast => "forecast",
            ReportName::Sessions => "sessions",
            ReportName::Milestones => "milestones",
        }
    }
}

/// The property by which a report is divided into groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum ReportGroup {
    /// By assignee.
    Assignee,
    /// By label. A task with several labels is in several groups.
    Label,
    /// By milestone.
    Milestone,
}

impl ReportGroup {
    /// Every property.
    pub const ALL: [ReportGroup; 3] = [ReportGroup::Assignee, ReportGroup::Label, ReportGroup::Milestone];

    /// Returns the name in commands and messages.
    pub const fn name(self) -> &'static str {
        match self {
            ReportGroup::Assignee => "assignee",
            ReportGroup::Label => "label",
            ReportGroup::Milestone => "milestone",
        }
    }
}

/// The source of the past of the tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub enum ReportSource {
    /// The activity log, and the stamps in tasks before its first day.
    Log,
    /// The activity log, and the Git history of `.handoff/` before its first day.
    LogAndGit,
    /// The Git history of `.handoff/`, and the stamps in tasks.
    Git,
    /// The stamps in tasks and sessions: when they were created and completed.
    Stamps,
}

impl ReportSource {
    /// Returns the name in commands and messages.
    pub const fn name(self) -> &'static str {
        match self {
            ReportSource::Log => "log",
            ReportSource::LogAndGit => "log+git",
            ReportSource::Git => "git",
            ReportSource::Stamps => "stamps",
        }
    }
}

/// A report.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct Report {
    pub revision: u32,
    /// The source of the past.
    pub source: ReportSource,
    /// The first day from whose end on all changes are known; null if there is none.
    pub exact_from: Option<i32>,
    /// The first day of the report.
    pub from: i32,
    /// The last day of the report, at most today.
    pub to: i32,
    pub today: i32,
    /// Why the report has no or few values, and what it needs; null if it has enough.
    pub notice: Option<Text>,
    /// The figures over all tasks that match the filter.
    pub series: ReportSeries,
    /// The same figures for each group, by name; empty without a grouping.
    pub groups: Vec<ReportPart>,
}

/// The figures of a group.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export, export_to = "protocol.ts")]
pub struct ReportPart {
    /// The assignee, label or milestone; empty for tasks without one.
    pub key: String,
    /// The figures.
    pub series: ReportSeries,
}

/// The figures of a report, in the variant of its name.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[serde(tag = "report", content = "data", rename_all = "kebab-case")]
#[ts(export, export_to = "protocol.ts")]
pub enum ReportSeries {
    Summary(Box<Summary>),
    Burndown(Burndown),
    Burnup(Burnup),
    Effort(Effort),
    Flow(Flow),
    Throughput(Throughput),
    Cycle(Cycle),
    Estimates(Estimates),
    EarnedValue(EarnedValue),
    Forecast(Forecast),
    Sessions(SessionTime),
    Milestones(Vec<MilestoneForecast>),
}

impl ReportSeries {
    /// Returns the report that they answer.
    pub const fn name(&self) -> ReportName {
        match self {
            ReportSeries::Summary(_) => ReportName::Summary,
            ReportSeries::Burndown(_) => ReportName::Burndown,
            ReportSeries::Burnup(_) => ReportName::Burnup,
            ReportSeries::Effort(_) => ReportName::Effort,
            ReportSeries::Flow(_) => ReportName::Flow,
            ReportSeries::Throughput(_) => ReportName::Throughput,
            ReportSeries::Cycle(_) => ReportName::Cycle,
            ReportSeries::Estimates(_) => ReportName::Estimates,
            ReportSeries::EarnedValue(_) => ReportName::EarnedValue,
            ReportSeries::Forecast(_) => ReportName::Forecast,
            ReportSeries::Sessions(_) => ReportName::Sessions,
            ReportSeries::Milestones(_) => ReportName::Milestones,
        }
    }
}
