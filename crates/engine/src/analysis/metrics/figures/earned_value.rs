//! Earned value: planned value, earned value and actual cost in hours.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task of the past")]

use std::collections::BTreeMap;

use handoff_format::{Container, DataFile, parse_date, read_baseline};
use handoff_protocol::Status;
use handoff_protocol::report::{EarnedValue, EarnedValueDay};

use crate::analysis::metrics::past::{Fact, MicroHours, to_hours, to_micro};
use crate::analysis::metrics::replay::{status_index, sum_of};
use crate::analysis::metrics::span::ReportSpan;
use crate::ground::timestamp::Day;
use crate::model::dates::Dates;

/// The plan of a task.
struct PlannedTask {
    /// The index of the task in the past, if it is or was there.
    task: Option<usize>,
    dates: Dates,
    hours: MicroHours,
}

/// Returns the values of each day. The plan is the baseline that was saved last, else the current
/// dates and estimates.
pub(crate) fn earned_value(span: &ReportSpan<'_>) -> EarnedValue {
    let (baseline, plan) = match baseline_plan(span) {
        Some((name, plan)) => (Some(name), plan),
        None => (None, current_plan(span)),
    };
    let earned = baseline.is_some().then(|| earned_by_plan(span, &plan));
    let value = |(index, figures): (usize, &crate::analysis::metrics::replay::DayFigures)| {
        let done = figures.totals.hours[status_index(Status::Done)];
        EarnedValueDay {
            day: figures.day,
            pv: plan.iter().map(|task| planned_value(span, task, figures.day)).sum(),
            ev: to_hours(earned.as_ref().and_then(|earned| earned.get(index)).copied().unwrap_or(done)),
            ac: to_hours(figures.totals.used),
        }
    };
    let before = span.all_days.len() - span.days().len();
    let days: Vec<EarnedValueDay> = span.all_days.iter().enumerate().skip(before).map(value).collect();
    let bac = to_hours(match &baseline {
        Some(_) => plan.iter().map(|task| task.hours).sum(),
        None => sum_of(&span.last().totals.hours, |status| status != Status::Skipped),
    });
    let ratio = |part: f64, whole: f64| (whole > 0.0).then(|| part / whole);
    let last = days.last().copied();
    let spi = last.and_then(|last| ratio(last.ev, last.pv));
    let cpi = last.and_then(|last| ratio(last.ev, last.ac));
    EarnedValue { days, bac, spi, cpi, eac: cpi.and_then(|cpi| ratio(bac, cpi)), baseline }
}

/// Returns the hours of a task that should be done at the end of a day: its estimate, evenly over the
/// working days from its start to its due date.
fn planned_value(span: &ReportSpan<'_>, task: &PlannedTask, day: Day) -> f64 {
    let Some((start, due)) = task.dates.days().filter(|(start, _)| day >= *start) else { return 0.0 };
    let hours = to_hours(task.hours);
    if day >= due {
        return hours;
    }
    let (elapsed, all) = (span.calendar.open_days(start, day), span.calendar.open_days(start, due));
    if elapsed >= all { hours } else { hours * f64::from(elapsed) / f64::from(all) }
}

/// Returns the selected tasks with their current dates and estimates. Skipped tasks are not planned
/// any more.
fn current_plan(span: &ReportSpan<'_>) -> Vec<PlannedTask> {
    let mut plan = Vec::new();
    for (index, task) in span.past.tasks.iter().enumerate() {
        let state = &span.end.states[index];
        let shown = task.slot.and_then(|slot| span.project.model.tasks.get(slot)).map(|task| task.shown);
        if let Some(shown) = shown.filter(|_| span.end.is_selected_leaf(index) && state.status != Status::Skipped) {
            plan.push(PlannedTask { task: Some(index), dates: shown.summary.dates, hours: state.estimate });
        }
    }
    plan
}

/// Returns the name and the plan of the baseline that was saved last, `None` without one. Tasks with
/// subtasks are left out: the baseline has their subtasks.
fn baseline_plan(span: &ReportSpan<'_>) -> Option<(String, Vec<PlannedTask>)> {
    let newest = span.project.model.records.baselines().into_iter().next()?;
    let bytes = span.project.tree.file(&newest.path)?;
    let baseline = read_baseline(&DataFile::parse(Container::Json, bytes).ok()?).0;
    let by_id: BTreeMap<&str, usize> =
        span.past.tasks.iter().enumerate().map(|(index, task)| (task.id.as_str(), index)).collect();
    let day = |date: &Option<String>| date.as_deref().and_then(parse_date);
    let planned = |task: &handoff_format::PlannedTask| PlannedTask {
        task: by_id.get(task.id.as_str()).copied(),
        dates: Dates { start: day(&task.start_date), due: day(&task.due_date) },
        hours: task.estimate_hours.map(to_micro).unwrap_or_default(),
    };
    let is_counted = |plan: &PlannedTask| match plan.task {
        Some(task) if span.end.states[task].exists => span.end.is_selected_leaf(task),
        _ => span.is_whole,
    };
    Some((newest.name, baseline.tasks.iter().map(planned).filter(is_counted).collect()))
}

/// Returns the planned hours of the tasks that are done, for each day of the past.
fn earned_by_plan(span: &ReportSpan<'_>, plan: &[PlannedTask]) -> Vec<MicroHours> {
    let mut hours = vec![0; span.past.tasks.len()];
    for planned in plan {
        if let Some(task) = planned.task {
            hours[task] = planned.hours;
        }
    }
    let mut done: Vec<(bool, bool)> =
        span.past.tasks.iter().map(|task| (task.initial.exists, task.initial.status == Status::Done)).collect();
    let is_earned = |(exists, is_done): (bool, bool)| exists && is_done;
    let mut earned: MicroHours =
        done.iter().zip(&hours).filter(|(done, _)| is_earned(**done)).map(|(_, hours)| hours).sum();
    let mut changes = span.past.changes.iter().peekable();
    let mut days = Vec::new();
    for figures in span.all_days {
        while let Some(change) = changes.next_if(|change| span.past.day(change.at) <= figures.day) {
            let state = &mut done[change.task];
            let before = is_earned(*state);
            match change.fact {
                Fact::Exists(exists) => state.0 = exists,
                Fact::Status(status) => state.1 = status == Status::Done,
                _ => {}
            }
            earned += hours[change.task] * (MicroHours::from(is_earned(*state)) - MicroHours::from(before));
        }
        days.push(earned);
    }
    days
}
