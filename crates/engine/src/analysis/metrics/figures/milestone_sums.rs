//! The tasks and hours of the milestones.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task of the past")]

use handoff_format::MilestoneConfig;
use handoff_protocol::view::Progress;

use crate::analysis::metrics::past::MicroHours;
use crate::analysis::metrics::span::ReportSpan;
use crate::analysis::schedule::milestone_days;
use crate::ground::timestamp::Day;
use crate::model::NameId;

/// Sums over the tasks of a milestone.
pub(super) struct Sums {
    pub(super) name: String,
    pub(super) date: Option<Day>,
    pub(super) tasks: Progress,
    pub(super) finished: MicroHours,
    pub(super) scope: MicroHours,
    pub(super) remaining: MicroHours,
}

/// Returns for each of these milestones the tasks that remain of it and of those before it.
pub(super) fn goals(milestones: &[Sums]) -> Vec<u32> {
    let sum = |remaining: &mut u32, milestone: &Sums| {
        *remaining += milestone.tasks.total - milestone.tasks.done;
        Some(*remaining)
    };
    milestones.iter().scan(0, sum).collect()
}

/// Returns a milestone of the configuration.
pub(super) fn config<'p>(span: &ReportSpan<'p>, name: &str) -> Option<&'p MilestoneConfig> {
    let configured = &span.project.model.config.values().milestones;
    configured.iter().find(|(other, _)| other == name).map(|(_, config)| config)
}

/// Returns the configured milestones and those that only tasks name, in their order.
pub(super) fn collect(span: &ReportSpan<'_>) -> Vec<Sums> {
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
    milestones.sort_by_key(|milestone| {
        let order = config(span, &milestone.name).map_or(i64::MAX, MilestoneConfig::sort_key);
        (order, milestone.date.unwrap_or(Day::MAX))
    });
    milestones
}
