//! Whether milestones will hold: their forecasts against their dates. `docs/metrics.md` has the
//! rules.

use std::collections::BTreeMap;

use handoff_protocol::report::{Forecast, MilestoneForecast, Report, ReportName, ReportSeries};
use handoff_protocol::view::{MilestoneOutlook, Outlook};
use handoff_protocol::{Context, Filter};

use crate::Project;
use crate::metrics;
use crate::metrics::{ReportCache, ReportRequest};
use crate::timestamp::Day;

/// Numbers of open tasks of a milestone whose planned dates do not fit.
#[derive(Clone, Copy, Debug, Default)]
struct Misplanned {
    /// Overdue.
    overdue: u32,
    /// Planned to end after the date of the milestone.
    after: u32,
}

/// Returns the milestones as in their report, each with its outlook.
pub(crate) fn milestones(project: &Project, reports: &mut ReportCache, context: &Context) -> Vec<MilestoneOutlook> {
    let Report { series, today, .. } = report(project, reports, context, ReportName::Milestones);
    let ReportSeries::Milestones(milestones) = series else { return Vec::new() };
    let dates: BTreeMap<&str, Option<Day>> =
        milestones.iter().map(|milestone| (milestone.name.as_str(), milestone.date)).collect();
    let mut misplanned: BTreeMap<&str, Misplanned> = BTreeMap::new();
    let tasks = &project.model.tasks;
    for task in tasks.all().filter(|task| !task.status().is_terminal() && tasks.is_leaf(task.slot)) {
        let (Some(name), Some(due)) = (task.shown.milestone(), task.shown.summary.dates.due) else { continue };
        let sums = misplanned.entry(name).or_default();
        sums.overdue += u32::from(task.shown.is_overdue(today));
        sums.after += u32::from(dates.get(name).copied().flatten().is_some_and(|date| due > date));
    }
    drop(dates);
    let to_outlook = |milestone: MilestoneForecast| {
        let misplanned = misplanned.get(milestone.name.as_str()).copied().unwrap_or_default();
        MilestoneOutlook {
            outlook: outlook_of(&milestone, misplanned, today),
            milestone,
            overdue: misplanned.overdue,
            after: misplanned.after,
        }
    };
    milestones.into_iter().map(to_outlook).collect()
}

/// Returns the milestones with their outlooks, and if there are none, when all tasks may be done.
pub(crate) fn outlook(
    project: &Project,
    reports: &mut ReportCache,
    context: &Context,
) -> (Vec<MilestoneOutlook>, Option<Forecast>) {
    let milestones = milestones(project, reports, context);
    if !milestones.is_empty() {
        return (milestones, None);
    }
    match report(project, reports, context, ReportName::Forecast).series {
        ReportSeries::Forecast(forecast) => (milestones, Some(forecast)),
        _ => (milestones, None),
    }
}

fn report(project: &Project, reports: &mut ReportCache, context: &Context, name: ReportName) -> Report {
    let filter = Filter::default();
    let request = ReportRequest { name, from: None, to: None, group: None, filter: &filter, seed: None, history: &[] };
    metrics::report(project, reports, context, &request)
}

fn outlook_of(milestone: &MilestoneForecast, misplanned: Misplanned, today: Day) -> Outlook {
    let is_empty = milestone.tasks.total == 0;
    if !is_empty && milestone.tasks.done == milestone.tasks.total {
        return Outlook::Reached;
    }
    let Some(date) = milestone.date.filter(|_| !is_empty) else { return Outlook::Unknown };
    if date < today {
        return Outlook::Late;
    }
    match (milestone.p50, milestone.p85) {
        (Some(p50), _) if p50 > date => Outlook::Late,
        (Some(_), Some(p85)) if p85 <= date => Outlook::OnTrack,
        (Some(_), _) => Outlook::AtRisk,
        (None, _) if misplanned.overdue > 0 || misplanned.after > 0 => Outlook::AtRisk,
        (None, _) => Outlook::Unknown,
    }
}
