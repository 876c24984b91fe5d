//! Milestones with progress and forecast.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task of the past")]

use handoff_format::MilestoneConfig;
use handoff_protocol::MilestoneStatus;
use handoff_protocol::report::MilestoneForecast;
use handoff_protocol::view::Progress;

use crate::analysis::metrics::figures::forecast::goal_days;
use crate::analysis::metrics::past::{MicroHours, to_hours};
use crate::analysis::metrics::span::ReportSpan;
use crate::analysis::schedule::milestone_days;
use crate::ground::timestamp::Day;
use crate::model::NameId;

/// Sums over the tasks of a milestone.
struct Sums {
    name: String,
    date: Option<Day>,
    tasks: Progress,
    finished: MicroHours,
    scope: MicroHours,
    remaining: MicroHours,
}

/// Returns the milestones by their order, then by date, those without a date last. The forecast assumes that tasks are
/// done in the order of their milestones.
pub(crate) fn milestones(span: &ReportSpan<'_>) -> Vec<MilestoneForecast> {
    let mut milestones = collect(span);
    let configured = &span.project.model.config.values().milestones;
    let config = |name: &str| configured.iter().find(|(other, _)| other == name).map(|(_, config)| config);
    milestones.sort_by_key(|milestone| {
        let order = config(&milestone.name).map_or(i64::MAX, MilestoneConfig::sort_key);
        (order, milestone.date.unwrap_or(Day::MAX))
    });
    let mut remaining = 0;
    let goals: Vec<u32> = milestones
        .iter()
        .map(|milestone| {
            remaining += milestone.tasks.total - milestone.tasks.done;
            remaining
        })
        .collect();
    let days = goal_days(span, &goals);
    let forecast = |(milestone, (p50, p85)): (Sums, (Option<Day>, Option<Day>))| {
        let is_open = milestone.tasks.done < milestone.tasks.total;
        let own = config(&milestone.name);
        MilestoneForecast {
            name: milestone.name,
            date: milestone.date,
            tasks: milestone.tasks,
            finished_hours: to_hours(milestone.finished),
            scope_hours: to_hours(milestone.scope),
            remaining_hours: to_hours(milestone.remaining),
            p50: p50.filter(|_| is_open),
            p85: p85.filter(|_| is_open),
            version: own.and_then(|own| own.version.clone()),
            status: own.map(MilestoneConfig::status).filter(|status| *status != MilestoneStatus::default()),
        }
    };
    milestones.into_iter().zip(days).map(forecast).collect()
}

/// Returns the configured milestones, then those that only tasks name.
fn collect(span: &ReportSpan<'_>) -> Vec<Sums> {
    let dates = milestone_days(&span.project.model);
    let configured = span.project.model.config.values().milestones.iter().map(|(name, _)| name.as_str());
    let mut milestones: Vec<Sums> = Vec::new();
    let add = |milestones: &mut Vec<Sums>, name: &str| {
        if milestones.iter().all(|milestone| milestone.name != name) {
            let (name, date) = (name.to_owned(), dates.get(name).copied());
            milestones.push(Sums { name, date, tasks: Progress::default(), finished: 0, scope: 0, remaining: 0 });
        }
    };
    configured.for_each(|name| add(&mut milestones, name));
    let leaves = || (0..span.past.tasks.len()).filter(|task| span.end.is_selected_leaf(*task));
    for task in leaves().filter(|task| span.end.states[*task].milestone != NameId::default()) {
        let state = &span.end.states[task];
        let name = span.past.names.text(state.milestone);
        add(&mut milestones, name);
        let Some(sums) = milestones.iter_mut().find(|milestone| milestone.name == name) else { continue };
        sums.tasks.total += 1;
        sums.scope += state.estimate;
        sums.remaining += span.end.remaining(task);
        if state.status.is_terminal() {
            sums.tasks.done += 1;
            sums.finished += state.estimate;
        }
    }
    milestones
}
