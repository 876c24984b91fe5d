//! Burndown, burnup, effort and flow: the figures of each day as lines.

use handoff_protocol::Status;
use handoff_protocol::report::{
    Budget, Burndown, BurndownDay, Burnup, BurnupDay, Effort, EffortDay, Flow, FlowDay, ScopeChange,
};

use crate::analysis::metrics::figures::forecast::forecast;
use crate::analysis::metrics::past::to_hours;
use crate::analysis::metrics::replay::{DayFigures, status_index, sum_of};
use crate::analysis::metrics::span::ReportSpan;

/// Returns the work that remains.
pub(crate) fn burndown(span: &ReportSpan<'_>) -> Burndown {
    let day = |figures: &DayFigures| {
        let totals = figures.totals;
        let left = span.ideal_left(figures.day);
        let is_open = |status: Status| !status.is_terminal();
        let (scope_tasks, scope_hours) = (totals.scope_tasks(), to_hours(totals.scope()));
        BurndownDay {
            day: figures.day,
            remaining_tasks: totals.remaining_tasks(),
            remaining_hours: to_hours(totals.scope() - totals.finished()),
            scope_tasks,
            scope_hours,
            ideal_tasks: left.map(|left| f64::from(scope_tasks) * left),
            ideal_hours: left.map(|left| scope_hours * left),
            all_remaining_tasks: sum_of(&totals.all_tasks, is_open),
            all_remaining_hours: to_hours(sum_of(&totals.all_hours, is_open)),
            all_scope_tasks: sum_of(&totals.all_tasks, |_| true),
            all_scope_hours: to_hours(sum_of(&totals.all_hours, |_| true)),
        }
    };
    Burndown {
        days: span.days().iter().map(day).collect(),
        scope_changes: scope_changes(span),
        start: span.start,
        target: span.target,
        forecast: forecast(span),
    }
}

/// Returns the work that is finished.
pub(crate) fn burnup(span: &ReportSpan<'_>) -> Burnup {
    let day = |figures: &DayFigures| {
        let totals = figures.totals;
        let done = span.ideal_left(figures.day).map(|left| 1.0 - left);
        let (scope_tasks, scope_hours) = (totals.scope_tasks(), to_hours(totals.scope()));
        BurnupDay {
            day: figures.day,
            finished_tasks: scope_tasks - totals.remaining_tasks(),
            finished_hours: to_hours(totals.finished()),
            scope_tasks,
            scope_hours,
            ideal_tasks: done.map(|done| f64::from(scope_tasks) * done),
            ideal_hours: done.map(|done| scope_hours * done),
        }
    };
    Burnup {
        days: span.days().iter().map(day).collect(),
        scope_changes: scope_changes(span),
        start: span.start,
        target: span.target,
        forecast: forecast(span),
    }
}

/// Returns the changes of the scope from day to day. The first day is compared with the day before
/// it.
fn scope_changes(span: &ReportSpan<'_>) -> Vec<ScopeChange> {
    let first = span.days().first().map(|figures| figures.day);
    let mut before = DayFigures::default();
    let mut changes = Vec::new();
    for figures in span.all_days {
        let tasks = i64::from(figures.totals.scope_tasks()) - i64::from(before.totals.scope_tasks());
        let hours = figures.totals.scope() - before.totals.scope();
        if Some(figures.day) >= first && (tasks, hours) != (0, 0) {
            let tasks = i32::try_from(tasks).unwrap_or_default();
            changes.push(ScopeChange { day: figures.day, tasks, hours: to_hours(hours) });
        }
        before = *figures;
    }
    changes
}

/// Returns the hours and the effort budget at the end of a day.
pub(crate) fn budget(span: &ReportSpan<'_>, figures: &DayFigures) -> Budget {
    let (used, remaining) = (figures.totals.used, figures.totals.remaining);
    Budget {
        budget_hours: span.budget,
        used_hours: to_hours(used),
        left_hours: span.budget.map(|budget| budget - to_hours(used)),
        remaining_hours: to_hours(remaining),
        projected_hours: to_hours(used + remaining),
    }
}

/// Returns the effort budget.
pub(crate) fn effort(span: &ReportSpan<'_>) -> Effort {
    let day = |figures: &DayFigures| {
        let Budget { used_hours, left_hours, remaining_hours, .. } = budget(span, figures);
        EffortDay { day: figures.day, used_hours, left_hours, remaining_hours }
    };
    Effort { budget: budget(span, &span.last()), days: span.days().iter().map(day).collect() }
}

/// Returns the number of tasks in each status.
#[allow(clippy::indexing_slicing, reason = "one entry per status")]
pub(crate) fn flow(span: &ReportSpan<'_>) -> Flow {
    let day = |figures: &DayFigures| {
        let count = |status| figures.totals.tasks[status_index(status)];
        FlowDay {
            day: figures.day,
            todo: count(Status::Todo),
            in_progress: count(Status::InProgress),
            review: count(Status::Review),
            blocked: count(Status::Blocked),
            done: count(Status::Done),
            skipped: count(Status::Skipped),
        }
    };
    Flow { days: span.days().iter().map(day).collect() }
}
