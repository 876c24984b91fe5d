//! The figures of today.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task of the past or per status")]

use handoff_protocol::Status;
use handoff_protocol::report::{AgedTask, Summary};
use handoff_protocol::view::{Progress, StatusCount};

use crate::analysis::metrics::figures::cycle::task_days;
use crate::analysis::metrics::figures::lines::budget;
use crate::analysis::metrics::past::to_hours;
use crate::analysis::metrics::replay::{status_index, sum_of};
use crate::analysis::metrics::span::ReportSpan;
use crate::analysis::schedule::Network;
use crate::ground::timestamp::Day;

/// Returns the figures of the last day, which is today.
pub(crate) fn summary(span: &ReportSpan<'_>) -> Summary {
    let figures = span.last();
    let totals = figures.totals;
    let count = |status| StatusCount { status, count: totals.tasks[status_index(status)] };
    let (mut overdue, mut blocked, mut ageing) = (Vec::new(), Vec::new(), Vec::new());
    let days = task_days(span.past, span.to);
    for (index, task) in span.past.tasks.iter().enumerate().filter(|(index, _)| span.end.is_selected(*index)) {
        let aged = |since: Option<Day>| AgedTask {
            id: task.id.clone(),
            title: task.title.clone(),
            since,
            days: since.map(|since| span.to - since),
        };
        let tasks = &span.project.model.tasks;
        let since = task.slot.and_then(|slot| tasks.overdue_since(tasks.get(slot)?, span.to));
        overdue.extend(since.map(|since| aged(Some(since))));
        if !span.end.is_selected_leaf(index) {
            continue;
        }
        match span.end.states[index].status {
            Status::Blocked => blocked.push(aged(days[index].blocked)),
            Status::InProgress | Status::Review => ageing.push(aged(days[index].started)),
            _ => {}
        }
    }
    for list in [&mut overdue, &mut blocked, &mut ageing] {
        // Unknown values come last.
        list.sort_by_key(|task| task.since.unwrap_or(Day::MAX));
    }
    let network = Network::new(&span.project.model);
    let is_ready = |task: &usize| {
        let index = span.past.tasks[*task].slot.and_then(|slot| network.index_of(slot));
        span.end.states[*task].status == Status::Todo && index.is_some_and(|index| network.is_free(index))
    };
    let ready = (0..span.past.tasks.len()).filter(|task| span.end.is_selected_leaf(*task)).filter(is_ready).count();
    Summary {
        counts: Status::ALL.into_iter().map(count).collect(),
        tasks: Progress { done: totals.scope_tasks() - totals.remaining_tasks(), total: totals.scope_tasks() },
        finished_hours: to_hours(totals.finished()),
        scope_hours: to_hours(totals.scope()),
        all_tasks: Progress {
            done: sum_of(&totals.all_tasks, Status::is_terminal),
            total: sum_of(&totals.all_tasks, |_| true),
        },
        all_hours: to_hours(sum_of(&totals.all_hours, |_| true)),
        overdue,
        blocked,
        ageing,
        ready: u32::try_from(ready).unwrap_or(u32::MAX),
        budget: budget(span, &figures),
    }
}
