//! The late tasks, and the open tasks of the coming weeks.

use handoff_protocol::view::{Timeline, TimelineBar};

use crate::Project;
use crate::analysis::schedule::calendar::Calendar;
use crate::ground::timestamp::Day;
use crate::model::TaskRef;
use crate::read::view::card::{Cards, count};

/// The days of the timeline: four weeks.
const DAYS: Day = 28;
/// Maximum number of tasks.
const MAX_BARS: usize = 10;
/// Maximum number of overdue tasks, so that many of them leave room for the others.
const MAX_LATE_BARS: usize = 4;

/// Returns the tasks that are overdue, and those without subtasks that are planned between today and the end of the
/// timeline.
pub(super) fn timeline(project: &Project, cards: &Cards<'_>) -> Timeline {
    let (from, to) = (cards.today, cards.today.saturating_add(DAYS - 1));
    let tasks = &project.model.tasks;
    let mut late: Vec<(Day, Day, TaskRef<'_>)> = Vec::new();
    let mut planned: Vec<(Day, Day, TaskRef<'_>)> = Vec::new();
    for task in tasks.in_order().filter(|task| !task.status().is_terminal()) {
        let dates = task.shown.summary.dates;
        let since = tasks.overdue_since(task, cards.today);
        let (Some(start), Some(end)) = (dates.start.or(dates.due).or(since), dates.due.or(dates.start).or(since))
        else {
            continue;
        };
        if since.is_some() {
            late.push((start, end, task));
        } else if tasks.is_leaf(task.slot) && start <= to && end >= from {
            planned.push((start, end, task));
        }
    }
    // The sorts are stable: equal dates stay in the order of the tree.
    late.sort_by_key(|(_, end, _)| *end);
    planned.sort_by_key(|(start, end, _)| (*start, *end));
    let calendar = Calendar::new(&project.model.config.values().calendar, None);
    Timeline {
        from,
        to,
        closed: (from..=to).filter(|day| calendar.minutes(*day) == 0).collect(),
        total: count(late.len() + planned.len()),
        bars: late
            .into_iter()
            .take(MAX_LATE_BARS)
            .chain(planned)
            .take(MAX_BARS)
            .map(|(start, end, task)| TimelineBar { card: cards.card(task), start, end })
            .collect(),
    }
}
