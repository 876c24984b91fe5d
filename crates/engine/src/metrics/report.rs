//! Reports: the past of the tasks, cut to a range of days and made into one kind of figures.

use std::collections::BTreeSet;

use handoff_protocol::report::{Report, ReportPart, ReportSeries};
use handoff_protocol::{Context, Filter, ReportGroup, ReportName, Text};

use crate::Project;
use crate::metrics::figures;
use crate::metrics::past::{Fact, Past, TaskState};
use crate::metrics::selection::Selection;
use crate::metrics::span::{ReportSpan, SpanBasis};
use crate::model::NameId;
use crate::schedule::calendar::Calendar;
use crate::schedule::{agent_keys, agents_multiplier};
use crate::texts;
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
    let past = Past::of(project, context);
    let to = request.to.unwrap_or(today).min(today);
    let from = request.from.unwrap_or(past.first_day).max(past.first_day);
    let config = project.model.config.values();
    let calendar = Calendar::new(&config.calendar, None);
    let (agents, multiplier) = (agent_keys(config), agents_multiplier(config));
    let is_agent = |key: &str| agents.iter().any(|agent| agent == key);
    let multipliers: Vec<f64> = past.names.all().map(|key| if is_agent(key) { multiplier } else { 1.0 }).collect();
    let basis = SpanBasis {
        project,
        past: &past,
        calendar: &calendar,
        multipliers: &multipliers,
        days: (from, to),
        seed: request.seed,
    };
    let everything = Selection::new(project, &past, request.filter);
    let whole = ReportSpan::new(basis, &everything);
    let keys = request.group.map(|group| group_keys(&past, &everything, group)).unwrap_or_default();
    let part = |(group, name): (ReportGroup, NameId)| {
        let selection = everything.within(group, name);
        let span = ReportSpan::new(basis, &selection);
        ReportPart { key: past.names.text(name).to_owned(), series: series(&span, context, request.name) }
    };
    let mut groups: Vec<ReportPart> = keys.into_iter().map(part).collect();
    groups.sort_by(|a, b| a.key.cmp(&b.key));
    let series = series(&whole, context, request.name);
    Report {
        revision: project.model.revision,
        source: past.source,
        exact_from: past.exact_from,
        from,
        to,
        today,
        notice: notice(&whole, &series),
        series,
        groups,
    }
}

/// Returns the groups of the selected tasks, those of the past included.
fn group_keys(past: &Past, selection: &Selection, group: ReportGroup) -> Vec<(ReportGroup, NameId)> {
    let mut names: BTreeSet<NameId> = BTreeSet::new();
    let mut add = |state: &TaskState| match group {
        ReportGroup::Assignee => names.extend([state.assignee]),
        ReportGroup::Milestone => names.extend([state.milestone]),
        ReportGroup::Label if state.labels.is_empty() => names.extend([NameId::default()]),
        ReportGroup::Label => names.extend(state.labels.iter().copied()),
    };
    let mut states: Vec<TaskState> = past.tasks.iter().map(|task| task.initial.clone()).collect();
    for (task, state) in states.iter().enumerate().filter(|(task, state)| selection.contains(*task, state)) {
        let _ = task;
        add(state);
    }
    for change in &past.changes {
        let Some(state) = states.get_mut(change.task) else { continue };
        state.set(change.fact.clone());
        let is_name = matches!(change.fact, Fact::Assignee(_) | Fact::Milestone(_) | Fact::Labels(_));
        if is_name && selection.contains(change.task, state) {
            add(state);
        }
    }
    names.into_iter().map(|name| (group, name)).collect()
}

fn series(span: &ReportSpan<'_>, _context: &Context, name: ReportName) -> ReportSeries {
    match name {
        ReportName::Burndown => ReportSeries::Burndown(figures::burndown(span)),
        ReportName::Burnup => ReportSeries::Burnup(figures::burnup(span)),
        ReportName::Effort => ReportSeries::Effort(figures::effort(span)),
        ReportName::Flow => ReportSeries::Flow(figures::flow(span)),
        ReportName::Throughput => ReportSeries::Throughput(figures::throughput(span)),
        ReportName::Cycle => ReportSeries::Cycle(figures::cycle(span)),
        _ => ReportSeries::Forecast(figures::forecast(span)),
    }
}

/// Returns why a report has no or few values.
fn notice(span: &ReportSpan<'_>, series: &ReportSeries) -> Option<Text> {
    let plain = |is_empty: bool, text: &'static str| is_empty.then(|| Text::plain(text));
    let has_scope = span.all_days.iter().any(|figures| figures.totals.scope_tasks() > 0);
    if !has_scope && !matches!(series, ReportSeries::Sessions(_)) {
        return plain(true, texts::REPORT_NEEDS_TASKS);
    }
    match series {
        ReportSeries::Burndown(burndown) => figures::forecast_notice(&burndown.forecast),
        ReportSeries::Burnup(burnup) => figures::forecast_notice(&burnup.forecast),
        ReportSeries::Forecast(forecast) => figures::forecast_notice(forecast),
        ReportSeries::Cycle(cycle) => plain(cycle.cycle.is_none(), texts::CYCLE_NEEDS_TASKS),
        _ => None,
    }
}
