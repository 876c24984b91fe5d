//! Reports in words, for people who do not open the project. `docs/metrics.md` defines them.
//!
//! Invariant: no figure is computed here; all of them are those of `metrics`, the dashboard and the
//! register.

mod markdown;
mod sections;

use handoff_format::format_date;
use handoff_protocol::report::{ReportSource, WrittenReport, WrittenReportRequest};
use handoff_protocol::view::Progress;
use handoff_protocol::{Context, Filter, ReportName, Text, TextArg};

use crate::Project;
use crate::analysis::metrics::{HistoryCommit, ReportCache, ReportRequest, SpanFigures, monday, span_figures};
use crate::ground::texts;
use crate::ground::timestamp::Day;
use crate::knowledge::register::Knowledge;
use crate::read::view::dashboard::prospects;
use crate::read::view::written_report::markdown::{Document, Section};
use crate::read::view::written_report::sections::{
    decisions, estimates, finished, hours, late, milestones, next, people, remaining, scope, task_hours,
};

/// Days of a week.
const WEEK: Day = 7;

/// The project, and what all reports need of their caller.
struct Sources<'a> {
    project: &'a Project,
    knowledge: &'a Knowledge,
    cache: &'a mut ReportCache,
    context: &'a Context,
    history: &'a [HistoryCommit],
}

/// Writes a report. `history` are the commits of `.handoff/` in the order of their times.
pub(crate) fn written_report(
    project: &Project,
    knowledge: &Knowledge,
    cache: &mut ReportCache,
    context: &Context,
    (request, history): (&WrittenReportRequest, &[HistoryCommit]),
) -> WrittenReport {
    let sources = Sources { project, knowledge, cache, context, history };
    let document = match request {
        WrittenReportRequest::Weekly { week } => weekly(sources, *week),
        WrittenReportRequest::Milestone { name } => milestone(sources, name),
        WrittenReportRequest::Effort { from, to } => effort(sources, *from, *to),
    };
    match document {
        Ok(document) => WrittenReport { refusal: None, lines: document.lines() },
        Err(refusal) => WrittenReport { refusal: Some(refusal), lines: Vec::new() },
    }
}

fn weekly(mut sources: Sources<'_>, week: Option<Day>) -> Result<Document, Text> {
    let (project, context) = (sources.project, sources.context);
    let today = context.today();
    // A day far in the future is refused like one of the next week.
    let from = week.map_or(today - (WEEK - 1), |day| monday(day.clamp(Day::MIN + WEEK, today.saturating_add(WEEK))));
    if from > today {
        return Err(Text::plain(texts::WEEK_NOT_BEGUN).with_date(format_date(week.unwrap_or(from))));
    }
    let end = from + (WEEK - 1);
    let figures = sources.figures(Some(from), Some(end), &Filter::default());
    let sections = vec![
        finished(project, &figures),
        scope(&figures.changes),
        late(project, &figures.summary),
        people(project, context, &figures),
        decisions(sources.knowledge, context, figures.days),
        next(project, (end + 1, end + WEEK), today),
        milestones(prospects(project, sources.cache, context).milestones),
    ];
    let name = project.model.config.values().name.clone();
    Ok(document(texts::WEEKLY_REPORT, name, today, &figures, sections))
}

fn milestone(mut sources: Sources<'_>, name: &str) -> Result<Document, Text> {
    let (project, today) = (sources.project, sources.context.today());
    let mut outlooks = prospects(project, sources.cache, sources.context).milestones;
    if outlooks.iter().all(|outlook| outlook.milestone.name != name) {
        let known: Vec<&str> = outlooks.iter().map(|outlook| outlook.milestone.name.as_str()).collect();
        let (name, known) = (("name", name.to_owned()), ("milestones", known.join(", ")));
        let is_empty = outlooks.is_empty();
        let unknown = || Text::with(texts::REPORT_UNKNOWN_MILESTONE, [name.clone(), known]);
        return Err(if is_empty { Text::with(texts::REPORT_NO_MILESTONE, [name.clone()]) } else { unknown() });
    }
    outlooks.retain(|outlook| outlook.milestone.name == name);
    let filter = Filter { milestones: vec![name.to_owned()], ..Filter::default() };
    let figures = sources.figures(None, None, &filter);
    let sections = vec![
        milestones(outlooks),
        finished(project, &figures),
        scope(&figures.changes),
        late(project, &figures.summary),
        remaining(project, name),
        hours(&figures.summary.budget),
    ];
    Ok(document(texts::MILESTONE_REPORT, name.to_owned(), today, &figures, sections))
}

fn effort(mut sources: Sources<'_>, from: Option<Day>, to: Option<Day>) -> Result<Document, Text> {
    let (project, context) = (sources.project, sources.context);
    let today = context.today();
    if let Some(from) = from.filter(|from| *from > today) {
        return Err(Text::plain(texts::DAYS_NOT_BEGUN).with_date(format_date(from)));
    }
    let figures = sources.figures(from, to, &Filter::default());
    let sections = vec![
        people(project, context, &figures),
        task_hours(&figures.changes),
        estimates(&figures.estimates),
        hours(&figures.summary.budget),
    ];
    let name = project.model.config.values().name.clone();
    Ok(document(texts::EFFORT_REPORT, name, today, &figures, sections))
}

impl Sources<'_> {
    fn figures(&mut self, from: Option<Day>, to: Option<Day>, filter: &Filter) -> SpanFigures {
        let name = ReportName::Summary;
        let request = ReportRequest { name, from, to, group: None, filter, seed: None, history: self.history };
        span_figures(self.project, self.cache, self.context, &request)
    }
}

fn document(title: &str, name: String, today: Day, figures: &SpanFigures, sections: Vec<Section>) -> Document {
    let (from, to) = figures.days;
    let days = TextArg::Days { from: format_date(from), to: format_date(to) };
    let Progress { done, total } = figures.summary.tasks;
    let mut intro = vec![
        Text::plain(texts::REPORT_DAYS).with_arg("days", days).with_date(format_date(today)),
        Text::with(texts::REPORT_PROGRESS, [("done", done.to_string()), ("total", total.to_string())]),
    ];
    match figures.exact_from {
        Some(exact) if exact > from => {
            intro.push(Text::plain(texts::REPORT_INEXACT).with_date(format_date(exact)));
        }
        None if figures.source == ReportSource::Stamps => intro.push(Text::plain(texts::REPORT_UNLOGGED)),
        _ => {}
    }
    Document { title: Text::with(title, [("name", name)]), intro, sections }
}
