//! What other dates would mean, before they are given.

use std::cmp::Reverse;

use handoff_format::{day, sort_by_key};
use handoff_protocol::planning::{Lateness, LoadSummary, Proposal, ProposedMove};
use handoff_protocol::{Context, Reschedule};

use super::card::count;
use crate::Project;
use crate::calendar::Day;
use crate::plan::{Rescheduled, rescheduled};
use crate::schedule::{Dates, load, span};

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
        moves: moves(project, &found),
        end_before: end(&found, &before),
        end: end(&found, &after),
        late: late(project, &found, &before, &after),
        load: loads(&found),
    }
}

fn moves(project: &Project, found: &Rescheduled<'_>) -> Vec<ProposedMove> {
    let told = |place: usize| {
        let task = *found.network.tasks.get(place)?;
        let before = found.network.facts.get(place)?.dates;
        let after = found.dates.get(place)?;
        Some(ProposedMove {
            key: project.model.tasks.key(task),
            id: task.id().to_owned(),
            title: task.title().to_owned(),
            start_before: before.start,
            due_before: before.due,
            start: after.start,
            due: after.due,
            follows: found.asked.get(place) != Some(&true),
        })
    };
    found.moved().filter_map(told).collect()
}

/// Leaves that are not over.
fn open(found: &Rescheduled<'_>) -> impl Iterator<Item = usize> {
    let network = &found.network;
    (0..network.tasks.len())
        .filter(|place| network.is_leaf(*place) && network.facts.get(*place).is_some_and(|fact| !fact.over))
}

fn end(found: &Rescheduled<'_>, spans: &[Dates]) -> Option<Day> {
    open(found).filter_map(|place| spans.get(place)?.due).max()
}

/// Tasks that end after the day on which they were due before, or after their milestone, which may be that of a task above.
fn late(project: &Project, found: &Rescheduled<'_>, before: &[Dates], after: &[Dates]) -> Vec<Lateness> {
    let network = &found.network;
    let milestones = &project.model.config.values().milestones;
    let mut late = Vec::new();
    for place in open(found) {
        let (Some(task), Some(due)) = (network.tasks.get(place), after.get(place).and_then(|dates| dates.due)) else {
            continue;
        };
        let mut add = |milestone: Option<&String>, target: Day| {
            if let Ok(days @ 1..) = u32::try_from(due - target) {
                let (id, title) = (task.id().to_owned(), task.title().to_owned());
                late.push(Lateness { id, title, milestone: milestone.cloned(), days });
            }
        };
        if let Some(target) = before.get(place).and_then(|dates| dates.due) {
            add(None, target);
        }
        let mut goal: Option<(Day, &String)> = None;
        let mut at = Some(place);
        while let Some(own) = at {
            let named = network.tasks.get(own).and_then(|task| task.shown.milestone());
            let known = milestones.iter().find(|(name, _)| Some(name.as_str()) == named);
            let dated = known.and_then(|(name, goal)| Some((day(goal.date.as_deref()?)?, name)));
            goal = [goal, dated].into_iter().flatten().min();
            at = network.above(own);
        }
        if let Some((target, name)) = goal {
            add(Some(name), target);
        }
    }
    sort_by_key(&mut late, |late| Reverse(late.days));
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
    sort_by_key(&mut told, |load| (Reverse(load.overbooked_days), load.assignee.is_empty()));
    told
}

#[allow(clippy::cast_precision_loss, reason = "far below 2^52")]
fn hours(minutes: i64) -> f64 {
    minutes as f64 / 60.0
}
