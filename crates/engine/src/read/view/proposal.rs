//! The proposal: the effect of a change of dates, before it is made.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and indices come from the network")]

use std::cmp::Reverse;

use handoff_protocol::planning::{Lateness, LoadSummary, Proposal, ProposedMove};
use handoff_protocol::{Context, Reschedule};

use crate::Project;
use crate::analysis::schedule::{Network, load, milestone_days, minutes_to_hours, roll_up};
use crate::change::plan::{NewDates, compute_dates};
use crate::ground::timestamp::Day;
use crate::model::dates::Dates;
use crate::read::view::card::count;

/// Returns the moves, the delays and the load that a change of dates causes, or its refusal.
pub(crate) fn proposal(project: &Project, context: &Context, request: &Reschedule) -> Proposal {
    let revision = project.model.revision;
    let new_dates = match compute_dates(project, context, request) {
        Ok(new_dates) => new_dates,
        Err(refusal) => return Proposal { revision, refusal: Some(refusal), ..Proposal::default() },
    };
    let before = roll_up(&new_dates.network, &new_dates.network.stored_dates());
    let after = roll_up(&new_dates.network, &new_dates.dates);
    Proposal {
        revision,
        refusal: None,
        moves: moves(project, &new_dates, &before, &after),
        followers: count(new_dates.followers()),
        end_before: end(&new_dates, &before),
        end: end(&new_dates, &after),
        late: late(project, request, &new_dates, &before, &after),
        load: loads(&new_dates),
    }
}

/// Returns the shown dates of each task that moves, before and after. A parent is left out if its
/// new dates are what the chart already shows, the span of its subtasks.
fn moves(project: &Project, new_dates: &NewDates<'_>, before: &[Dates], after: &[Dates]) -> Vec<ProposedMove> {
    let mut moves = Vec::new();
    for index in new_dates.moved_tasks() {
        let entry = &new_dates.network.tasks[index];
        let (before, after) = (before[index], after[index]);
        if before == after {
            continue;
        }
        moves.push(ProposedMove {
            key: project.model.tasks.key(entry.task),
            id: entry.task.id().to_owned(),
            title: entry.task.title().to_owned(),
            start_before: before.start,
            due_before: before.due,
            start: after.start,
            due: after.due,
            follows: !new_dates.is_requested[index],
        });
    }
    moves
}

/// Returns true for an open task without subtasks.
fn is_open(network: &Network<'_>, index: usize) -> bool {
    network.is_leaf(index) && !network.tasks[index].closed
}

/// Returns the last due day of the open tasks.
fn end(new_dates: &NewDates<'_>, spans: &[Dates]) -> Option<Day> {
    let mut end = None;
    for (index, span) in spans.iter().enumerate() {
        if is_open(&new_dates.network, index) {
            end = end.max(span.due);
        }
    }
    end
}

/// Returns the targets that the new dates miss and the old dates met. A task has two targets: the
/// earliest milestone of itself and its ancestors, and its previous due day, unless the request
/// names its new dates itself. The latest come first.
fn late(
    project: &Project,
    request: &Reschedule,
    new_dates: &NewDates<'_>,
    before: &[Dates],
    after: &[Dates],
) -> Vec<Lateness> {
    let network = &new_dates.network;
    let names_dates = !matches!(request, Reschedule::Auto { .. });
    let milestones = milestone_days(&project.model);
    let mut late = Vec::new();
    for (index, dates) in after.iter().enumerate() {
        let (true, Some(due)) = (is_open(network, index), dates.due) else { continue };
        let task = network.tasks[index].task;
        let mut earliest: Option<(Day, &str)> = None;
        let mut next = Some(index);
        while let Some(ancestor) = next {
            let milestone = network.tasks[ancestor].task.shown.milestone();
            if let Some((name, day)) = milestone.and_then(|name| Some((name, *milestones.get(name)?)))
                && earliest.is_none_or(|earliest| (day, name) < earliest)
            {
                earliest = Some((day, name));
            }
            next = network.parent(ancestor);
        }
        let is_wanted = names_dates && new_dates.is_requested[index];
        let previous_due = before[index].due.filter(|_| !is_wanted).map(|due| (due, None));
        for target in [previous_due, earliest.map(|(day, name)| (day, Some(name)))] {
            let Some((target, milestone)) = target else { continue };
            let was_met = before[index].due.is_none_or(|due| due <= target);
            if let (true, Ok(days @ 1..)) = (was_met, u32::try_from(due - target)) {
                let (id, title) = (task.id().to_owned(), task.title().to_owned());
                late.push(Lateness { id, title, milestone: milestone.map(str::to_owned), days });
            }
        }
    }
    late.sort_by_key(|task| Reverse(task.days));
    late
}

/// Returns the load of every track with work, the one with the most overbooked days first.
fn loads(new_dates: &NewDates<'_>) -> Vec<LoadSummary> {
    let loads = load(&new_dates.network, &new_dates.dates, new_dates.today);
    let mut summaries: Vec<LoadSummary> = Vec::new();
    for (track, load) in new_dates.network.resources.tracks.iter().zip(&loads) {
        if load.minutes > 0 {
            let (peak_percent, peak_minutes) = load.peak(track);
            summaries.push(LoadSummary {
                assignee: track.key.clone(),
                hours: minutes_to_hours(load.minutes),
                overbooked_days: count(load.overbooked_days(track)),
                limit_percent: track.limit_percent,
                peak_percent,
                peak_hours: minutes_to_hours(peak_minutes),
            });
        }
    }
    summaries.sort_by(|a, b| {
        let unassigned_last = || a.assignee.is_empty().cmp(&b.assignee.is_empty());
        b.overbooked_days.cmp(&a.overbooked_days).then_with(unassigned_last)
    });
    summaries
}
