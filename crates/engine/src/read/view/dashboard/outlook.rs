//! Whether milestones will hold: their forecasts against their dates. `docs/metrics.md` has the
//! rules.

use std::collections::BTreeMap;

use handoff_protocol::report::{Forecast, MilestoneForecast, Report, ReportName, ReportSeries};
use handoff_protocol::view::{MilestoneOutlook, Outlook};
use handoff_protocol::{Context, Filter, Text};

use crate::Project;
use crate::analysis::metrics;
use crate::analysis::metrics::{ReportCache, ReportRequest};
use crate::ground::timestamp::Day;

/// Numbers of open tasks of a milestone whose planned dates do not fit.
#[derive(Clone, Copy, Debug, Default)]
struct Misplanned {
    /// Overdue.
    overdue: u32,
    /// Planned to end after the date of the milestone.
    after: u32,
    /// Without a planned end.
    undated: u32,
}

/// The outlook for the milestones and for all tasks.
pub(crate) struct Prospects {
    /// The milestones as in their report.
    pub(crate) milestones: Vec<MilestoneOutlook>,
    /// When all tasks may be done.
    pub(crate) forecast: Option<Forecast>,
    /// Why there is no forecast.
    pub(crate) notice: Option<Text>,
}

/// Returns the milestones with their outlooks, and when all tasks may be done.
pub(crate) fn prospects(project: &Project, reports: &mut ReportCache, context: &Context) -> Prospects {
    let Report { series, notice, .. } = report(project, reports, context, ReportName::Forecast);
    let forecast = if let ReportSeries::Forecast(forecast) = series { Some(forecast) } else { None };
    let milestones = milestones(project, reports, context);
    let of_milestones = milestones.as_ref().map(|(_, notice)| notice.clone());
    Prospects {
        milestones: milestones.map(|(outlooks, _)| outlooks).unwrap_or_default(),
        forecast,
        notice: of_milestones.unwrap_or(notice),
    }
}

/// Returns the milestones with their outlooks, and why they have no forecasts; `None` without milestones.
fn milestones(
    project: &Project,
    reports: &mut ReportCache,
    context: &Context,
) -> Option<(Vec<MilestoneOutlook>, Option<Text>)> {
    let Report { series, today, notice, .. } = report(project, reports, context, ReportName::Milestones);
    let ReportSeries::Milestones(milestones) = series else { return None };
    (!milestones.is_empty()).then(|| (outlooks(project, milestones, today), notice))
}

/// Returns the milestones, each with its outlook.
fn outlooks(project: &Project, milestones: Vec<MilestoneForecast>, today: Day) -> Vec<MilestoneOutlook> {
    let dates: BTreeMap<&str, Option<Day>> =
        milestones.iter().map(|milestone| (milestone.name.as_str(), milestone.date)).collect();
    let mut misplanned: BTreeMap<&str, Misplanned> = BTreeMap::new();
    let tasks = &project.model.tasks;
    for task in tasks.all().filter(|task| !task.status().is_terminal()) {
        let Some(name) = task.shown.milestone() else { continue };
        let sums = misplanned.entry(name).or_default();
        sums.overdue += u32::from(tasks.is_overdue(task, today));
        if !tasks.is_leaf(task.slot) {
            continue;
        }
        let Some(due) = task.shown.summary.dates.due else {
            sums.undated += 1;
            continue;
        };
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
            undated: misplanned.undated,
        }
    };
    milestones.into_iter().map(to_outlook).collect()
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
        (None, _) if misplanned.undated == 0 => Outlook::OnPlan,
        (None, _) => Outlook::Unknown,
    }
}
