//! Dates of tasks: moves by hand, the roll-up to parents, and the dates of milestones.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and indices come from the network")]

use std::collections::BTreeMap;

use handoff_format::{FIRST_DAY, LAST_DAY, parse_date};

use crate::analysis::schedule::calendar::Calendar;
use crate::analysis::schedule::dependency_graph::Network;
use crate::ground::timestamp::Day;
use crate::model::dates::Dates;
use crate::model::{Model, Slot, Tasks};

/// Moves dates by calendar days. With `working_days` the result starts on a working day and has the
/// same number of working days. Returns `None` if there are no dates, or if they would leave the
/// range of the calendar.
pub(crate) fn shift_dates(calendar: &Calendar, dates: Dates, days: i32, working_days: bool) -> Option<Dates> {
    let (start, due) = dates.days()?;
    let moved = |day: Day| day.checked_add(days).filter(|day| (FIRST_DAY..=LAST_DAY).contains(day));
    let (first, last) = if working_days {
        let target = moved(start)?;
        let first = if days < 0 { calendar.previous_open(target) } else { calendar.next_open(target) }?;
        (first, calendar.end_of(first, calendar.open_days(start, due))?)
    } else {
        (moved(start)?, moved(due)?)
    };
    let has_one_date = dates.start.is_none() || dates.due.is_none();
    Some(Dates { start: dates.start.map(|_| first), due: dates.due.map(|_| if has_one_date { first } else { last }) })
}

/// Returns the days of each task; for a parent, those of its descendants, or its own if none of
/// them has dates.
pub(crate) fn roll_up(network: &Network<'_>, dates: &[Dates]) -> Vec<Dates> {
    let mut spans = vec![Dates::default(); dates.len()];
    for index in (0..dates.len()).rev() {
        if spans[index].is_none() {
            spans[index] = dates[index];
        }
        if let Some(parent) = network.parent(index) {
            spans[parent] = spans[parent].cover(spans[index]);
        }
    }
    spans
}

/// Returns the days of the descendants of one task, as [`roll_up`] does for all.
pub(crate) fn subtask_span(tasks: &Tasks, slot: Slot) -> Dates {
    tasks.children(Some(slot)).into_iter().fold(Dates::default(), |span, child| {
        let below = subtask_span(tasks, child.slot);
        span.cover(if below.is_none() { child.shown.summary.dates } else { below })
    })
}

/// Sets the dates of the selected parents to the span of their descendants. Pinned, closed and
/// locked ones keep theirs.
pub(crate) fn update_parents(network: &Network<'_>, dates: &mut [Dates], is_selected: &[bool]) {
    let spans = roll_up(network, dates);
    for index in 0..dates.len() {
        let entry = &network.tasks[index];
        if !network.is_leaf(index) && !entry.pinned && !entry.closed && !entry.locked && is_selected[index] {
            dates[index] = spans[index];
        }
    }
}

/// Returns the days of the dated milestones by name.
pub(crate) fn milestone_days(model: &Model) -> BTreeMap<&str, Day> {
    let milestones = model.config.values().milestones.iter();
    milestones
        .filter_map(|(name, milestone)| Some((name.as_str(), milestone.date.as_deref().and_then(parse_date)?)))
        .collect()
}
