//! What other dates would mean, before they are given.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and positions come from the network")]

use std::cmp::Reverse;

use handoff_protocol::planning::{Lateness, LoadSummary, Proposal, ProposedMove};
use handoff_protocol::{Context, Reschedule};

use crate::Project;
use crate::model::dates::Dates;
use crate::plan::{Rescheduled, rescheduled};
use crate::schedule::Network;
use crate::schedule::hours;
use crate::schedule::load;
use crate::schedule::milestone_days;
use crate::schedule::span;
use crate::timestamp::Day;
use crate::view::card::count;

pub(crate) fn proposal(project: &Project, context: &Context, wish: &Reschedule) -> Proposal {
    let revision = project.model.revision;
    let found = match rescheduled(project, context, wish) {
        Ok(found) => found,
        Err(refusal) => return Proposal { revision, refusal: Some(refusal), ..Proposal::default() },
    };
    let before = span(&found.network, &found.network.stored());
    let after = span(&found.network, &found.dates);
    Proposal {
        revision,
        refusal: None,
        moves: moves(project, &found, &before, &after),
        end_before: end(&found, &before),
        end: end(&found, &after),
        late: late(project, &found, &before, &after),
        load: loads(&found),
    }
}

/// What the chart shows of each task that moves, before and afterwards. A parent whose dates only come to be what it shows already does not.
fn moves(project: &Project, found: &Rescheduled<'_>, before: &[Dates], after: &[Dates]) -> Vec<ProposedMove> {
    let mut moves = Vec::new();
    for place in found.moved() {
        let fact = &found.network.facts[place];
        let (before, after) = (before[place], after[place]);
        if before == after {
            continue;
        }
        moves.push(ProposedMove {
            key: project.model.tasks.key(fact.task),
            id: fact.task.id().to_owned(),
            title: fact.task.title().to_owned(),
            start_before: before.start,
            due_before: before.due,
            start: after.start,
            due: after.due,
            follows: !found.asked[place],
        });
    }
    moves
}

/// A leaf that is not over.
fn is_open(network: &Network<'_>, place: usize) -> bool {
    network.is_leaf(place) && !network.facts[place].over
}

fn end(found: &Rescheduled<'_>, spans: &[Dates]) -> Option<Day> {
    let mut end = None;
    for (place, span) in spans.iter().enumerate() {
        if is_open(&found.network, place) {
            end = end.max(span.due);
        }
    }
    end
}

/// Tasks that end after the day on which they were due before, or after their milestone, which may be that of a task above.
fn late(project: &Project, found: &Rescheduled<'_>, before: &[Dates], after: &[Dates]) -> Vec<Lateness> {
    let network = &found.network;
    let goals = milestone_days(&project.model);
    let mut late = Vec::new();
    for (place, dates) in after.iter().enumerate() {
        let (true, Some(due)) = (is_open(network, place), dates.due) else { continue };
        let task = network.facts[place].task;
        let mut goal: Option<(Day, &str)> = None;
        let mut at = Some(place);
        while let Some(own) = at {
            let named = network.facts[own].task.shown.milestone();
            if let Some((name, day)) = named.and_then(|name| Some((name, *goals.get(name)?)))
                && goal.is_none_or(|known| (day, name) < known)
            {
                goal = Some((day, name));
            }
            at = network.above(own);
        }
        let kept = before[place].due.map(|due| (due, None));
        for target in [kept, goal.map(|(day, name)| (day, Some(name)))] {
            let Some((target, milestone)) = target else { continue };
            if let Ok(days @ 1..) = u32::try_from(due - target) {
                let (id, title) = (task.id().to_owned(), task.title().to_owned());
                late.push(Lateness { id, title, milestone: milestone.map(str::to_owned), days });
            }
        }
    }
    late.sort_by_key(|task| Reverse(task.days));
    late
}

fn loads(found: &Rescheduled<'_>) -> Vec<LoadSummary> {
    let loads = load(&found.network, &found.dates, found.today);
    let mut told: Vec<LoadSummary> = Vec::new();
    for (track, load) in found.network.people.tracks.iter().zip(&loads) {
        if load.minutes > 0 {
            told.push(LoadSummary {
                assignee: track.key.clone(),
                hours: hours(load.minutes),
                overbooked_days: count(load.overbooked(track)),
                peak_percent: load.peak_percent(track),
            });
        }
    }
    told.sort_by(|a, b| {
        let nobody_last = || a.assignee.is_empty().cmp(&b.assignee.is_empty());
        b.overbooked_days.cmp(&a.overbooked_days).then_with(nobody_last)
    });
    told
}
