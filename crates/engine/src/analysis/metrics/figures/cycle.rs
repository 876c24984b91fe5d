//! Cycle time and lead time: the days that tasks took from their start and from their creation.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task of the past")]

use handoff_protocol::Status;
use handoff_protocol::report::{Cycle, CycleTask, Percentiles};

use crate::analysis::metrics::figures::forecast::percentile;
use crate::analysis::metrics::past::{Fact, Past};
use crate::analysis::metrics::span::ReportSpan;
use crate::ground::timestamp::Day;

/// The days on which something happened to a task, until the last day of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TaskDays {
    pub(crate) created: Option<Day>,
    /// The first day on which it was in progress or in review.
    pub(crate) started: Option<Day>,
    /// The last day on which it became done.
    pub(crate) done: Option<Day>,
    /// The last day on which it became blocked.
    pub(crate) blocked: Option<Day>,
}

/// Returns the days of each task of a past, until `last`.
pub(crate) fn task_days(past: &Past, last: Day) -> Vec<TaskDays> {
    let mut days: Vec<TaskDays> = past
        .tasks
        .iter()
        .map(|task| TaskDays { created: task.created_at.map(|at| past.day(at)), ..TaskDays::default() })
        .collect();
    let mut statuses: Vec<Status> = past.tasks.iter().map(|task| task.initial.status).collect();
    for change in &past.changes {
        let day = past.day(change.at);
        if day > last {
            break;
        }
        let entry = &mut days[change.task];
        match change.fact {
            Fact::Exists(true) if entry.created.is_none() => {
                entry.created = Some(day);
                // The status with which it was created.
                enter(entry, statuses[change.task], day);
            }
            Fact::Exists(true) if entry.started.is_none() && entry.created == Some(day) => {
                enter(entry, statuses[change.task], day);
            }
            Fact::Status(status) if statuses[change.task] != status => {
                statuses[change.task] = status;
                enter(entry, status, day);
            }
            _ => {}
        }
    }
    days
}

fn enter(days: &mut TaskDays, status: Status, day: Day) {
    match status {
        Status::InProgress | Status::Review => {
            days.started.get_or_insert(day);
        }
        Status::Done => days.done = Some(day),
        Status::Blocked => days.blocked = Some(day),
        Status::Todo | Status::Skipped => {}
    }
}

/// Returns the time that the tasks took which were done within the range and are still done at its
/// end.
pub(crate) fn cycle(span: &ReportSpan<'_>) -> Cycle {
    let past = span.past;
    let mut tasks = Vec::new();
    for (index, days) in task_days(past, span.to).iter().enumerate() {
        let is_done = span.end.states[index].status == Status::Done && span.end.is_selected_leaf(index);
        let Some(finished) = days.done.filter(|done| is_done && *done >= span.from) else { continue };
        let length = |first: Option<Day>| first.and_then(|first| u32::try_from(finished - first + 1).ok());
        tasks.push(CycleTask {
            id: past.tasks[index].id.clone(),
            title: past.tasks[index].title.clone(),
            started: days.started,
            finished,
            cycle_days: length(days.started),
            lead_days: length(days.created),
        });
    }
    tasks.sort_by(|a, b| (a.finished, &a.id).cmp(&(b.finished, &b.id)));
    let cycle = percentiles(tasks.iter().filter_map(|task| task.cycle_days).collect());
    let lead = percentiles(tasks.iter().filter_map(|task| task.lead_days).collect());
    Cycle { tasks, cycle, lead }
}

fn percentiles(mut values: Vec<u32>) -> Option<Percentiles> {
    values.sort_unstable();
    Some(Percentiles { p50: percentile(&values, 50)?, p85: percentile(&values, 85)?, p95: percentile(&values, 95)? })
}
