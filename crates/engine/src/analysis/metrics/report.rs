//! Reports: the past of the tasks, cut to a range of days and made into one kind of figures.
//!
//! Reports of one revision share the past and its replay, which take much longer than the figures.

use std::collections::BTreeSet;
use std::sync::Arc;

use handoff_protocol::report::{
    CycleTask, Estimates, MilestoneForecast, Report, ReportPart, ReportSeries, ReportSource, SessionTime, Summary,
};
use handoff_protocol::{Context, Filter, ReportGroup, ReportName, Text, TimeZone};

use crate::Project;
use crate::analysis::metrics::figures;
use crate::analysis::metrics::figures::SpanChanges;
use crate::analysis::metrics::past::{Fact, HistoryCommit, Past, TaskState};
use crate::analysis::metrics::replay::Replayed;
use crate::analysis::metrics::selection::Selection;
use crate::analysis::metrics::span::{MAX_DAYS, ReportSpan, SpanBasis};
use crate::analysis::schedule::calendar::Calendar;
use crate::analysis::schedule::{agent_keys, agents_multiplier};
use crate::ground::texts;
use crate::ground::timestamp::Day;
use crate::model::NameId;

/// The request of a report. Days are days since 1970-01-01.
#[derive(Clone, Copy, Debug)]
pub struct ReportRequest<'q> {
    /// The report.
    pub name: ReportName,
    /// The first day; the first day of the project if `None`.
    pub from: Option<i32>,
    /// The last day; today if `None` or later.
    pub to: Option<i32>,
    /// The property by which the report is divided.
    pub group: Option<ReportGroup>,
    /// The tasks to count.
    pub filter: &'q Filter,
    /// The seed of the forecast.
    pub seed: Option<u32>,
    /// The commits of `.handoff/` in the order of their times; empty if the shell has none.
    pub history: &'q [HistoryCommit],
}

/// A cache of the past and of its last replay, each with the values from which it was computed. The
/// commits of the requests must be the same.
#[derive(Debug, Default)]
pub(crate) struct ReportCache {
    past: Option<(PastKey, Arc<Past>)>,
    replayed: Option<(ReplayKey, Arc<Replayed>)>,
}

#[derive(Clone, Debug, PartialEq)]
struct PastKey {
    revision: u32,
    today: Day,
    time_zone: TimeZone,
}

#[derive(Clone, Debug, PartialEq)]
struct ReplayKey {
    past: PastKey,
    filter: Filter,
    last: Day,
}

impl ReportCache {
    fn past(&mut self, key: PastKey, read: impl FnOnce() -> Past) -> Arc<Past> {
        let cached = self.past.take().filter(|(own, _)| *own == key);
        let (_, past) = self.past.insert(cached.unwrap_or_else(|| (key, Arc::new(read()))));
        Arc::clone(past)
    }

    fn replayed(&mut self, key: ReplayKey, replay: impl FnOnce() -> Replayed) -> Arc<Replayed> {
        let cached = self.replayed.take().filter(|(own, _)| *own == key);
        let (_, replayed) = self.replayed.insert(cached.unwrap_or_else(|| (key, Arc::new(replay()))));
        Arc::clone(replayed)
    }
}

/// The past and its replay for a request, from which the spans of all tasks and of groups are made.
struct Replays {
    past: Arc<Past>,
    /// The replay of the tasks that the request selects.
    everything: Arc<Replayed>,
    calendar: Calendar,
    multipliers: Vec<f64>,
    /// The first and the last day of the report.
    days: (Day, Day),
    /// The first day that is replayed.
    first: Day,
    seed: Option<u32>,
}

impl Replays {
    fn new(project: &Project, cache: &mut ReportCache, context: &Context, request: &ReportRequest<'_>) -> Replays {
        let today = context.today();
        let key = PastKey { revision: project.model.revision, today, time_zone: context.time_zone.clone() };
        let past = cache.past(key.clone(), || Past::of(project, context, request.history));
        // Overdue and ready tasks are known for today only.
        let last = request.to.filter(|_| request.name != ReportName::Summary);
        let to = last.unwrap_or(today).min(today);
        let first_day = match request.name {
            ReportName::Sessions => {
                let firsts = [figures::first_session_day(project, &past), figures::first_entry_day(project, &past)];
                firsts.into_iter().flatten().min().unwrap_or(today)
            }
            _ => past.first_day,
        };
        let from = request.from.unwrap_or(first_day).max(first_day).max(to.saturating_sub(MAX_DAYS));
        let config = project.model.config.values();
        let calendar = Calendar::new(&config.calendar, None);
        let (agents, multiplier) = (agent_keys(config), agents_multiplier(config));
        let is_agent = |key: &str| agents.iter().any(|agent| agent == key);
        let multipliers: Vec<f64> = past.names.all().map(|key| if is_agent(key) { multiplier } else { 1.0 }).collect();
        let first = past.first_day.max(to.saturating_sub(MAX_DAYS)).min(to);
        let replay_key = ReplayKey { past: key, filter: request.filter.clone(), last: to };
        let everything = cache.replayed(replay_key, || {
            Replayed::new(&past, Selection::new(project, &past, request.filter, today), &multipliers, (first, to))
        });
        Replays { past, everything, calendar, multipliers, days: (from, to), first, seed: request.seed }
    }

    fn replay(&self, selection: Selection) -> Replayed {
        Replayed::new(&self.past, selection, &self.multipliers, (self.first, self.days.1))
    }

    fn span<'p>(&'p self, project: &'p Project, replayed: &'p Replayed) -> ReportSpan<'p> {
        let Replays { past, calendar, days, seed, .. } = self;
        ReportSpan::new(SpanBasis { project, past, calendar, days: *days, seed: *seed }, replayed)
    }
}

/// Computes a report.
pub(crate) fn report(
    project: &Project,
    cache: &mut ReportCache,
    context: &Context,
    request: &ReportRequest<'_>,
) -> Report {
    let replays = Replays::new(project, cache, context, request);
    let Replays { past, everything, days: (from, to), .. } = &replays;
    let selection = &everything.end.selection;
    let whole = replays.span(project, everything);
    let keys = request.group.map(|group| group_keys(past, selection, group)).unwrap_or_default();
    let to_part = |(group, name): (ReportGroup, NameId)| {
        let replayed = replays.replay(selection.within(group, name));
        let span = replays.span(project, &replayed);
        ReportPart { key: past.names.text(name).to_owned(), series: series(&span, request.name) }
    };
    let mut groups: Vec<ReportPart> = keys.into_iter().map(to_part).collect();
    groups.sort_by(|a, b| a.key.cmp(&b.key));
    let series = series(&whole, request.name);
    Report {
        revision: project.model.revision,
        source: past.source,
        exact_from: past.exact_from,
        from: *from,
        to: *to,
        today: context.today(),
        notice: notice(&whole, &series),
        series,
        groups,
    }
}

/// The figures of a report in words.
pub(crate) struct SpanFigures {
    pub(crate) source: ReportSource,
    pub(crate) exact_from: Option<Day>,
    /// The first and the last day.
    pub(crate) days: (Day, Day),
    /// The figures of today.
    pub(crate) summary: Summary,
    /// The tasks that were done on the days, in the order of their last days.
    pub(crate) done: Vec<CycleTask>,
    pub(crate) changes: SpanChanges,
    pub(crate) estimates: Estimates,
    /// Of all tasks, whatever the request selects.
    pub(crate) time: SessionTime,
}

/// Returns the figures of the days of a request. Its report and group are not used.
pub(crate) fn span_figures(
    project: &Project,
    cache: &mut ReportCache,
    context: &Context,
    request: &ReportRequest<'_>,
) -> SpanFigures {
    let named = |name| ReportRequest { name, ..*request };
    let replays = Replays::new(project, cache, context, &named(ReportName::Summary));
    let summary = figures::summary(&replays.span(project, &replays.everything));
    let replays = Replays::new(project, cache, context, &named(ReportName::Cycle));
    let Replays { past, everything, days: (_, to), .. } = &replays;
    let span = replays.span(project, everything);
    let firsts = [figures::first_session_day(project, past), figures::first_entry_day(project, past)];
    let first_day = firsts.into_iter().flatten().fold(past.first_day, Day::min);
    let from = request.from.unwrap_or(first_day).max(to.saturating_sub(MAX_DAYS));
    SpanFigures {
        source: past.source,
        exact_from: past.exact_from,
        days: (from, *to),
        summary,
        done: figures::cycle(&span).tasks,
        changes: figures::span_changes(&span),
        estimates: figures::estimates(&span),
        time: figures::session_time(project, past, from, *to),
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
    let selected = states.iter().enumerate().filter(|(task, state)| selection.contains(*task, state));
    selected.for_each(|(_, state)| add(state));
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

fn series(span: &ReportSpan<'_>, name: ReportName) -> ReportSeries {
    match name {
        ReportName::Burndown => ReportSeries::Burndown(figures::burndown(span)),
        ReportName::Burnup => ReportSeries::Burnup(figures::burnup(span)),
        ReportName::Effort => ReportSeries::Effort(figures::effort(span)),
        ReportName::Flow => ReportSeries::Flow(figures::flow(span)),
        ReportName::Throughput => ReportSeries::Throughput(figures::throughput(span)),
        ReportName::Cycle => ReportSeries::Cycle(figures::cycle(span)),
        ReportName::Forecast => ReportSeries::Forecast(figures::forecast(span)),
        ReportName::Estimates => ReportSeries::Estimates(figures::estimates(span)),
        ReportName::EarnedValue => ReportSeries::EarnedValue(figures::earned_value(span)),
        ReportName::Milestones => ReportSeries::Milestones(figures::milestones(span)),
        ReportName::Summary => ReportSeries::Summary(Box::new(figures::summary(span))),
        ReportName::Sessions => {
            ReportSeries::Sessions(figures::session_time(span.project, span.past, span.from, span.to))
        }
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
        ReportSeries::Burndown(_) | ReportSeries::Burnup(_) | ReportSeries::Forecast(_) => {
            figures::forecast_notice(span)
        }
        ReportSeries::Cycle(cycle) => plain(cycle.cycle.is_none(), texts::CYCLE_NEEDS_TASKS),
        ReportSeries::Estimates(estimates) => plain(estimates.tasks.is_empty(), texts::ESTIMATES_NEED_TASKS),
        ReportSeries::EarnedValue(value) => plain(value.spi.is_none(), texts::EARNED_VALUE_NEEDS_DATES),
        ReportSeries::Milestones(milestones) => {
            let is_open = |milestone: &MilestoneForecast| milestone.tasks.done < milestone.tasks.total;
            plain(milestones.is_empty(), texts::MILESTONES_NEED_NAMES)
                .or_else(|| figures::forecast_notice(span).filter(|_| milestones.iter().any(is_open)))
        }
        ReportSeries::Sessions(time) => {
            let untimed = figures::untimed_sessions(span.project, span.past, span.from, span.to);
            let count = [("count", untimed.to_string())];
            let is_empty = time.sessions == 0 && time.entry_days == 0 && untimed == 0;
            plain(is_empty, texts::SESSION_TIME_NEEDS_SESSIONS)
                .or_else(|| (untimed > 0).then(|| Text::with(texts::SESSION_TIME_UNKNOWN, count)))
        }
        _ => None,
    }
}
