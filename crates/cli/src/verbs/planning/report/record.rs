//! The rows of reports as named figures, for tables and CSV.

use handoff_agent::report::{
    ActorTime, Budget, BurndownDay, BurnupDay, CycleTask, EarnedValueDay, EffortDay, EstimatedTask, FlowDay, Forecast,
    Group, MilestoneForecast, Report, Series, SessionDay, SessionTime, Summary, ThroughputWeek,
};
use handoff_protocol::ActorKind;
use handoff_protocol::report::DayTimeSource;

/// A single value of a report.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// It is not known.
    Unknown,
    Text(String),
    Count(i64),
    Number(f64),
}

/// The single values of a part of a report by name, in the order of its JSON.
#[derive(Clone, Debug)]
pub struct Record(Vec<(&'static str, Figure)>);

impl Record {
    /// Returns the names of the values.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|(name, _)| *name)
    }

    /// Returns the value with a name; `Unknown` if there is none.
    pub fn get(&self, name: &str) -> &Figure {
        self.0.iter().find(|(other, _)| *other == name).map_or(&Figure::Unknown, |(_, figure)| figure)
    }

    fn then(mut self, other: Record) -> Record {
        self.0.extend(other.0);
        self
    }
}

/// Returns the rows of the main list of a report.
pub fn rows(series: &Series) -> Vec<Record> {
    fn records<'a, T>(rows: &'a [T]) -> Vec<Record>
    where
        Record: From<&'a T>,
    {
        rows.iter().map(Record::from).collect()
    }
    match series {
        Series::Summary(_) | Series::Forecast(_) => Vec::new(),
        Series::Burndown(burndown) => records(&burndown.days),
        Series::Burnup(burnup) => records(&burnup.days),
        Series::Effort(effort) => records(&effort.days),
        Series::Flow(flow) => records(&flow.days),
        Series::Throughput(throughput) => records(&throughput.weeks),
        Series::Cycle(cycle) => records(&cycle.tasks),
        Series::Estimates(estimates) => records(&estimates.tasks),
        Series::EarnedValue(earned) => records(&earned.days),
        Series::Sessions(sessions) if sessions.days.is_empty() => records(&sessions.actors),
        Series::Sessions(sessions) => records(&sessions.days),
        Series::Milestones(milestones) => records(&milestones.milestones),
    }
}

trait ToFigure {
    fn to_figure(&self) -> Figure;
}

impl ToFigure for str {
    fn to_figure(&self) -> Figure {
        Figure::Text(self.to_owned())
    }
}

impl ToFigure for String {
    fn to_figure(&self) -> Figure {
        self.as_str().to_figure()
    }
}

impl ToFigure for u32 {
    fn to_figure(&self) -> Figure {
        Figure::Count(i64::from(*self))
    }
}

impl ToFigure for i32 {
    fn to_figure(&self) -> Figure {
        Figure::Count(i64::from(*self))
    }
}

impl ToFigure for f64 {
    /// JSON has no infinite numbers.
    fn to_figure(&self) -> Figure {
        if self.is_finite() { Figure::Number(*self) } else { Figure::Unknown }
    }
}

impl ToFigure for ActorKind {
    fn to_figure(&self) -> Figure {
        match self {
            ActorKind::Human => "human",
            ActorKind::Agent => "agent",
        }
        .to_figure()
    }
}

impl ToFigure for DayTimeSource {
    fn to_figure(&self) -> Figure {
        match self {
            DayTimeSource::Entries => "entries",
            DayTimeSource::Sessions => "sessions",
        }
        .to_figure()
    }
}

impl<T: ToFigure> ToFigure for Option<T> {
    fn to_figure(&self) -> Figure {
        self.as_ref().map_or(Figure::Unknown, T::to_figure)
    }
}

/// Returns a record of the named fields of a struct.
macro_rules! fields {
    ($part:ident: $($name:ident),*) => {
        Record(vec![$((stringify!($name), $part.$name.to_figure())),*])
    };
}

/// Makes records of the named fields of a struct.
macro_rules! record {
    ($type:ident: $($name:ident),*) => {
        impl From<&$type> for Record {
            fn from(part: &$type) -> Record {
                fields!(part: $($name),*)
            }
        }
    };
}

record!(
    BurndownDay: date, remaining_tasks, remaining_hours, scope_tasks, scope_hours, ideal_hours, ideal_tasks,
    all_remaining_tasks, all_remaining_hours, all_scope_tasks, all_scope_hours
);
record!(BurnupDay: date, finished_tasks, finished_hours, scope_tasks, scope_hours, ideal_hours, ideal_tasks);
record!(EffortDay: date, used_hours, left_hours, remaining_hours);
record!(FlowDay: date, todo, in_progress, review, blocked, done, skipped);
record!(ThroughputWeek: start, done_tasks, done_hours, mean_tasks, mean_hours);
record!(CycleTask: id, title, started, finished, cycle_days, lead_days);
record!(EstimatedTask: id, title, estimate_hours, actual_hours, factor);
record!(EarnedValueDay: date, pv, ev, ac);
record!(SessionDay: date, hours, people_hours, agents_hours, source);
record!(ActorTime: name, kind, sessions, hours);
record!(
    MilestoneForecast: name, date, finished_tasks, scope_tasks, finished_hours, scope_hours, remaining_hours, p50, p85
);
record!(Budget: budget_hours, used_hours, left_hours, remaining_hours, projected_hours);
record!(
    Summary: finished_tasks, scope_tasks, finished_hours, scope_hours, all_finished_tasks, all_scope_tasks,
    all_scope_hours, ready
);
record!(
    Forecast: runs, seed, p50, p85, p95, remaining_tasks, sample_days, sample_tasks, sample_scope_change
);
record!(SessionTime: sessions, entry_days, total_hours, people_hours, agents_hours);

/// The single values beside the lists.
impl From<&Series> for Record {
    fn from(series: &Series) -> Record {
        match series {
            Series::Summary(summary) => Record::from(&**summary).then((&summary.budget).into()),
            Series::Burndown(burndown) => fields!(burndown: ideal_start, ideal_end),
            Series::Burnup(burnup) => fields!(burnup: ideal_start, ideal_end),
            Series::Effort(effort) => (&effort.budget).into(),
            Series::Throughput(throughput) => fields!(throughput: mean_weeks),
            Series::EarnedValue(earned) => fields!(earned: spi, cpi, eac, bac, baseline),
            Series::Forecast(forecast) => forecast.into(),
            Series::Sessions(sessions) => (&**sessions).into(),
            Series::Flow(_) | Series::Cycle(_) | Series::Estimates(_) | Series::Milestones(_) => Record(Vec::new()),
        }
    }
}

impl From<&Group> for Record {
    fn from(group: &Group) -> Record {
        fields!(group: key).then((&group.series).into())
    }
}

impl From<&Report> for Record {
    fn from(report: &Report) -> Record {
        let name = ("report", report.report.name().to_figure());
        let days = fields!(report: source, exact_from, from, to);
        let notice = report.notice.iter().map(|notice| ("notice", notice.to_figure())).collect();
        Record(vec![name]).then(days).then((&report.series).into()).then(Record(notice))
    }
}
