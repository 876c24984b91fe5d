//! Reports: the past of the tasks, cut to a range of days and made into one kind of figures.

use handoff_protocol::report::{Flow, Report, ReportSeries, ReportSource};
use handoff_protocol::{Context, Filter, ReportGroup, ReportName};

use crate::Project;
use crate::timestamp::{Day, today};

/// What a report is asked for.
#[derive(Clone, Copy)]
pub(crate) struct ReportRequest<'q> {
    pub(crate) name: ReportName,
    /// The first day.
    pub(crate) from: Option<Day>,
    /// The last day.
    pub(crate) to: Option<Day>,
    pub(crate) group: Option<ReportGroup>,
    pub(crate) filter: &'q Filter,
    /// The seed of the forecast.
    pub(crate) seed: Option<u32>,
}

/// Computes a report.
pub(crate) fn report(project: &Project, context: &Context, request: &ReportRequest<'_>) -> Report {
    let today = today(context);
    let to = request.to.unwrap_or(today).min(today);
    Report {
        revision: project.model.revision,
        source: ReportSource::Stamps,
        exact_from: None,
        from: request.from.unwrap_or(to),
        to,
        today,
        notice: None,
        series: ReportSeries::Flow(Flow { days: Vec::new() }),
        groups: Vec::new(),
    }
}
