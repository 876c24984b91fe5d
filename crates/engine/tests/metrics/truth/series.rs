//! The series by day and by week, and the time that tasks took.

use handoff_protocol::report::{CycleTask, ReportSeries};
use handoff_protocol::{ReportSource, Status, report};
use serde_json::json;

use super::super::generator::{Books, FIRST_DAY, Figures, Generator};
use super::{DAYS, day_of, is_open};

pub(super) fn check_burndown_and_flow(generator: &mut Generator, seed: u64) {
    let report = generator.report(json!({"report": "burndown"}));
    assert_eq!((report.source, report.exact_from), (ReportSource::Log, Some(FIRST_DAY)), "seed {seed}");
    let ReportSeries::Burndown(burndown) = report.series else { panic!("no burndown") };
    let ReportSeries::Flow(flow) = generator.report(json!({"report": "flow"})).series else { panic!("no flow") };
    assert_eq!((burndown.days.len(), flow.days.len()), (DAYS, DAYS));
    for (index, books) in generator.days.iter().enumerate() {
        let (figures, shown) = (Figures(books), burndown.days[index]);
        let expected = (
            day_of(index),
            figures.count(is_open),
            figures.hours(is_open),
            figures.count(|_| true),
            figures.hours(|_| true),
            u32::try_from(books.len()).unwrap(),
            books.values().map(|task| task.estimate).sum::<f64>(),
        );
        let actual = (
            shown.day,
            shown.remaining_tasks,
            shown.remaining_hours,
            shown.scope_tasks,
            shown.scope_hours,
            shown.all_scope_tasks,
            shown.all_scope_hours,
        );
        assert_eq!(actual, expected, "seed {seed}, day {index}");
        let count = |status| figures.count(|task| task.status == status);
        let expected = report::FlowDay {
            day: day_of(index),
            todo: count(Status::Todo),
            in_progress: count(Status::InProgress),
            review: count(Status::Review),
            blocked: count(Status::Blocked),
            done: count(Status::Done),
            skipped: count(Status::Skipped),
        };
        assert_eq!(flow.days[index], expected, "seed {seed}, day {index}");
    }
}

pub(super) fn check_burnup(generator: &mut Generator, seed: u64) {
    let series = generator.report(json!({"report": "burnup"})).series;
    let ReportSeries::Burnup(burnup) = series else { panic!("no burnup") };
    assert_eq!(burnup.days.len(), DAYS);
    for (books, shown) in generator.days.iter().zip(&burnup.days) {
        let figures = Figures(books);
        let is_finished = |task: &super::BookedTask| !is_open(task);
        let expected =
            (figures.count(is_finished), figures.hours(is_finished), figures.count(|_| true), figures.hours(|_| true));
        let actual = (shown.finished_tasks, shown.finished_hours, shown.scope_tasks, shown.scope_hours);
        assert_eq!(actual, expected, "seed {seed}, day {}", shown.day);
    }
}

pub(super) fn check_throughput(generator: &mut Generator, seed: u64) {
    let series = generator.report(json!({"report": "throughput"})).series;
    let ReportSeries::Throughput(throughput) = series else { panic!("no throughput") };
    let mut weeks: Vec<(i32, u32, f64)> = Vec::new();
    let mut before = Books::new();
    for (index, books) in generator.days.iter().enumerate() {
        if index % 7 == 0 {
            weeks.push((day_of(index), 0, 0.0));
        }
        let week = weeks.last_mut().unwrap();
        let was_done = |number| before.get(&number).is_some_and(|task| task.status == Status::Done);
        for (number, task) in Figures(books).leaves() {
            if task.status == Status::Done && !was_done(number) && task.done == Some(day_of(index)) {
                week.1 += 1;
                week.2 += task.estimate;
            }
        }
        before = books.clone();
    }
    let shown: Vec<(i32, u32, f64)> =
        throughput.weeks.iter().map(|week| (week.start, week.done_tasks, week.done_hours)).collect();
    assert_eq!(shown, weeks, "seed {seed}");
}

pub(super) fn check_effort(generator: &mut Generator) {
    let ReportSeries::Effort(effort) = generator.report(json!({"report": "effort"})).series else {
        panic!("no effort")
    };
    for (index, books) in generator.days.iter().enumerate() {
        let used: f64 = books.values().map(|task| task.actual).sum();
        let open = Figures(books);
        let remaining: f64 = open
            .leaves()
            .filter(|(_, task)| is_open(task))
            .map(|(_, task)| (task.estimate - task.actual).max(0.0))
            .sum();
        let shown = effort.days[index];
        assert_eq!((shown.used_hours, shown.remaining_hours), (used, remaining), "day {index}");
    }
}

pub(super) fn check_cycle(generator: &mut Generator, seed: u64) {
    let ReportSeries::Cycle(cycle) = generator.report(json!({"report": "cycle"})).series else { panic!("no cycle") };
    let length = |first: i32, last: i32| Some(u32::try_from(last - first + 1).unwrap());
    let figures = Figures(&generator.tasks);
    let done = figures.leaves().filter(|(_, task)| task.status == Status::Done);
    let mut expected: Vec<CycleTask> = done
        .map(|(number, task)| {
            let finished = task.done.unwrap();
            CycleTask {
                id: task.id.clone(),
                title: format!("Task {number}"),
                started: task.started,
                finished,
                cycle_days: task.started.and_then(|started| length(started, finished)),
                lead_days: length(task.created, finished),
            }
        })
        .collect();
    expected.sort_by(|a, b| (a.finished, &a.id).cmp(&(b.finished, &b.id)));
    assert!(!expected.is_empty(), "seed {seed}");
    assert_eq!(cycle.tasks, expected, "seed {seed}");
}
