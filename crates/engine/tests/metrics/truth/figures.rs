//! The figures of the last day, and earned value.

#![allow(clippy::float_cmp, reason = "they are sums of the same numbers in the same order")]

use std::collections::BTreeMap;

use handoff_protocol::Status;
use handoff_protocol::report::{AgedTask, EstimateGroup, ReportSeries};
use serde_json::json;

use super::super::generator::{BookedTask, Figures, Generator};
use super::is_open;

/// The effort budget of generated projects.
const BUDGET_HOURS: f64 = 500.0;

fn assert_close(actual: f64, expected: f64, what: &str) {
    assert!((actual - expected).abs() < 1e-6, "{what}: {actual} instead of {expected}");
}

/// Returns the overdue tasks with their last days and the days since then: open ones without an open task
/// below, by their own due date or the latest below.
fn overdue_tasks(figures: &Figures<'_>, today: i32) -> BTreeMap<String, (i32, i32)> {
    let is_below = |task: &BookedTask, above: usize| {
        std::iter::successors(task.parent, |parent| figures.0[parent].parent).any(|parent| parent == above)
    };
    let due = |task: &BookedTask| task.dates.map(|(_, due)| due);
    let late = figures.0.iter().filter_map(|(number, task)| {
        let below = || figures.0.values().filter(|other| is_below(other, *number));
        let can_be_late = is_open(task) && !below().any(is_open);
        let last = due(task).or_else(|| below().filter_map(due).max());
        let last = last.filter(|last| can_be_late && *last < today)?;
        Some((task.id.clone(), (last, today - last)))
    });
    late.collect()
}

/// Returns the numbers of overdue, blocked and started tasks.
pub(super) fn check_summary(generator: &mut Generator, seed: u64) -> [usize; 3] {
    let ReportSeries::Summary(summary) = generator.report(json!({"report": "summary"})).series else { panic!() };
    let (figures, today) = (Figures(&generator.tasks), generator.last_day());
    for count in &summary.counts {
        assert_eq!(count.count, figures.count(|task| task.status == count.status), "seed {seed}");
    }
    let finished = (summary.tasks.done, summary.tasks.total, summary.finished_hours, summary.scope_hours);
    let is_finished = |task: &BookedTask| !is_open(task);
    let expected =
        (figures.count(is_finished), figures.count(|_| true), figures.hours(is_finished), figures.hours(|_| true));
    assert_eq!(finished, expected, "seed {seed}");
    let all: Vec<&BookedTask> = generator.tasks.values().collect();
    let all_done = all.iter().filter(|task| !is_open(task)).count();
    assert_eq!((summary.all_tasks.done as usize, summary.all_tasks.total as usize), (all_done, all.len()));
    assert_eq!(summary.all_hours, all.iter().map(|task| task.estimate).sum::<f64>());

    let aged = |since: &dyn Fn(&BookedTask) -> Option<i32>| {
        let since = figures.leaves().filter_map(|(_, task)| Some((task.id.clone(), since(task)?)));
        since.map(|(id, since)| (id, (since, today - since))).collect::<BTreeMap<_, _>>()
    };
    let shown = |tasks: &[AgedTask]| {
        assert!(tasks.is_sorted_by_key(|task| task.since), "the oldest first");
        tasks
            .iter()
            .map(|task| (task.id.clone(), (task.since.unwrap(), task.days.unwrap())))
            .collect::<BTreeMap<_, _>>()
    };
    let overdue = overdue_tasks(&figures, today);
    assert_eq!(shown(&summary.overdue), overdue, "seed {seed}");
    let blocked = aged(&|task| task.blocked.filter(|_| task.status == Status::Blocked));
    assert_eq!(shown(&summary.blocked), blocked, "seed {seed}");
    let in_work = |task: &BookedTask| matches!(task.status, Status::InProgress | Status::Review);
    let ageing = aged(&|task| task.started.filter(|_| in_work(task)));
    assert_eq!(shown(&summary.ageing), ageing, "seed {seed}");
    // Without dependencies every task that is not started can be.
    assert_eq!(summary.ready, figures.count(|task| task.status == Status::Todo), "seed {seed}");

    let used: f64 = all.iter().map(|task| task.actual).sum();
    let budget = summary.budget;
    assert_eq!((budget.used_hours, budget.left_hours), (used, Some(BUDGET_HOURS - used)), "seed {seed}");
    assert_eq!(budget.projected_hours, used + remaining(&figures, |_| true), "seed {seed}");
    [overdue.len(), blocked.len(), ageing.len()]
}

/// Returns the hours of work that remain for the open leaves of a kind.
fn remaining(figures: &Figures<'_>, accepts: impl Fn(&BookedTask) -> bool) -> f64 {
    let open = figures.leaves().filter(|(_, task)| is_open(task) && accepts(task));
    open.map(|(_, task)| (task.estimate - task.actual).max(0.0)).sum()
}

/// Number of tasks, estimated and actual hours by name.
type Sums = BTreeMap<String, (u32, f64, f64)>;

fn add(sums: &mut Sums, key: &str, estimate: f64, actual: f64) {
    let sum = sums.entry(key.to_owned()).or_default();
    *sum = (sum.0 + 1, sum.1 + estimate, sum.2 + actual);
}

fn assert_groups(groups: &[EstimateGroup], expected: &Sums, what: &str) {
    let keys: Vec<&String> = groups.iter().map(|group| &group.key).collect();
    assert_eq!(keys, expected.keys().collect::<Vec<_>>(), "{what}");
    for (group, (key, (tasks, estimate, actual))) in groups.iter().zip(expected) {
        let what = format!("{what} {key:?}");
        assert_eq!(group.tasks, *tasks, "{what}");
        // A part of a task's hours is rounded to a millionth.
        assert!((group.estimate_hours - estimate).abs() < 1e-4, "{what}: {} {estimate}", group.estimate_hours);
        assert!((group.actual_hours - actual).abs() < 1e-4, "{what}: {} {actual}", group.actual_hours);
        let factor = group.factor.unwrap();
        assert!((factor - actual / estimate).abs() < 1e-3, "{what}: {factor}");
    }
}

pub(super) fn check_estimates(generator: &mut Generator, seed: u64) {
    let ReportSeries::Estimates(estimates) = generator.report(json!({"report": "estimates"})).series else { panic!() };
    let figures = Figures(&generator.tasks);
    let (mut total, mut labels, mut assignees, mut kinds) = (Sums::new(), Sums::new(), Sums::new(), Sums::new());
    let mut factors: BTreeMap<String, f64> = BTreeMap::new();
    for (_, task) in figures.leaves() {
        let (estimate, actual) = (task.estimate, task.actual);
        if task.status != Status::Done || estimate <= 0.0 || actual <= 0.0 {
            continue;
        }
        factors.insert(task.id.clone(), actual / estimate);
        let assignee = task.assignee.as_deref().unwrap_or("");
        add(&mut total, "", estimate, actual);
        add(&mut assignees, assignee, estimate, actual);
        let own_labels = if task.labels.is_empty() { vec![""] } else { task.labels.clone() };
        for label in own_labels {
            add(&mut labels, label, estimate, actual);
        }
        // What entries cover is divided like them, the rest is that of the assignee.
        let entered: f64 = task.entered.iter().sum();
        let covered = entered.min(actual);
        let part = |index: usize| if entered > 0.0 { covered * task.entered[index] / entered } else { 0.0 };
        let kind = match assignee {
            "" => "",
            "ai" => "agent",
            _ => "human",
        };
        let mut hours: BTreeMap<&str, f64> = BTreeMap::new();
        for (kind, part) in [("human", part(0)), ("agent", part(1)), (kind, actual - covered)] {
            if part > 1e-9 {
                *hours.entry(kind).or_default() += part;
            }
        }
        for (kind, part) in hours {
            add(&mut kinds, kind, estimate * part / actual, part);
        }
    }
    assert!(!factors.is_empty(), "seed {seed}");
    let shown: BTreeMap<String, f64> = estimates.tasks.iter().map(|task| (task.id.clone(), task.factor)).collect();
    assert_eq!(shown, factors, "seed {seed}");
    assert!(estimates.tasks.is_sorted_by(|a, b| a.factor >= b.factor), "seed {seed}");
    assert_groups(std::slice::from_ref(&estimates.total), &total, &format!("seed {seed}, all"));
    assert_groups(&estimates.labels, &labels, &format!("seed {seed}, label"));
    assert_groups(&estimates.assignees, &assignees, &format!("seed {seed}, assignee"));
    assert_groups(&estimates.kinds, &kinds, &format!("seed {seed}, kind"));
}

/// Returns whether a day is no Saturday and no Sunday.
fn is_working_day(day: i32) -> bool {
    // 1970-01-01 was a Thursday.
    (day + 3).rem_euclid(7) < 5
}

/// Returns the part of a task that is planned to be done at the end of a day.
fn planned_part((start, due): (i32, i32), day: i32) -> f64 {
    let working =
        |last: i32| f64::from(u32::try_from((start..=last).filter(|day| is_working_day(*day)).count()).unwrap());
    if day < start {
        0.0
    } else if day >= due {
        1.0
    } else {
        working(day) / working(due)
    }
}

pub(super) fn check_earned_value(generator: &mut Generator, seed: u64) {
    let series = generator.report(json!({"report": "earned-value"})).series;
    let ReportSeries::EarnedValue(value) = series else { panic!("no earned value") };
    assert_eq!((value.days.len(), &value.baseline), (generator.days.len(), &None), "seed {seed}");
    let today = Figures(&generator.tasks);
    let is_planned = |task: &BookedTask| task.status != Status::Skipped;
    let mut planned = 0.0;
    for (books, shown) in generator.days.iter().zip(&value.days) {
        let what = format!("seed {seed}, day {}", shown.day);
        // The plan is that of today.
        let plan = today.leaves().filter(|(_, task)| is_planned(task));
        let value = |task: &BookedTask| task.dates.map_or(0.0, |dates| task.estimate * planned_part(dates, shown.day));
        planned = plan.map(|(_, task)| value(task)).sum();
        assert_close(shown.pv, planned, &what);
        assert_eq!(shown.ev, Figures(books).hours(|task| task.status == Status::Done), "{what}");
        assert_eq!(shown.ac, books.values().map(|task| task.actual).sum::<f64>(), "{what}");
    }
    let last = value.days.last().unwrap();
    let bac = today.hours(is_planned);
    assert_eq!(value.bac, bac, "seed {seed}");
    let what = format!("seed {seed}, index");
    assert_close(value.spi.unwrap(), last.ev / planned, &what);
    assert_close(value.cpi.unwrap(), last.ev / last.ac, &what);
    assert_close(value.eac.unwrap(), bac * last.ac / last.ev, &what);
}

pub(super) fn check_milestones(generator: &mut Generator, seed: u64) {
    let series = generator.report(json!({"report": "milestones"})).series;
    let ReportSeries::Milestones(milestones) = series else { panic!("no milestones") };
    let names: Vec<&str> = milestones.iter().map(|milestone| milestone.name.as_str()).collect();
    assert_eq!(names, ["first", "second", "someday"], "by date, seed {seed}");
    let figures = Figures(&generator.tasks);
    for milestone in &milestones {
        let own = |task: &BookedTask| task.milestone == Some(milestone.name.as_str());
        let own_finished = |task: &BookedTask| own(task) && !is_open(task);
        let shown = (
            milestone.tasks.done,
            milestone.tasks.total,
            milestone.finished_hours,
            milestone.scope_hours,
            milestone.remaining_hours,
        );
        let expected = (
            figures.count(own_finished),
            figures.count(own),
            figures.hours(own_finished),
            figures.hours(own),
            remaining(&figures, own),
        );
        assert_eq!(shown, expected, "seed {seed}, {}", milestone.name);
    }
}
