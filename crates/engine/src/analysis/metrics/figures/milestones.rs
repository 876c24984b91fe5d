//! Milestones with progress and forecast.

use handoff_format::MilestoneConfig;
use handoff_protocol::MilestoneStatus;
use handoff_protocol::report::MilestoneForecast;

use crate::analysis::metrics::figures::forecast::goal_days;
use crate::analysis::metrics::figures::milestone_sums::{Sums, collect, config, goals};
use crate::analysis::metrics::past::to_hours;
use crate::analysis::metrics::span::ReportSpan;
use crate::ground::timestamp::Day;

/// Returns the milestones by their order, then by date, those without a date last. The forecast assumes that tasks are
/// done in the order of their milestones.
pub(crate) fn milestones(span: &ReportSpan<'_>) -> Vec<MilestoneForecast> {
    let milestones = collect(span);
    let days = goal_days(span, &goals(&milestones));
    let forecast = |(milestone, (p50, p85)): (Sums, (Option<Day>, Option<Day>))| {
        let is_open = milestone.tasks.done < milestone.tasks.total;
        let own = config(span, &milestone.name);
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
