//! Every series of a half-year project equals the books of its generator.

use handoff_protocol::Status;
use handoff_protocol::report::{CycleTask, ReportSeries};
use handoff_protocol::{ReportSource, report};
use serde_json::json;

use super::generator::{BookedTask, Books, FIRST_DAY, Figures, Generator, report_at, time_on};

/// The number of days.
const DAYS: usize = 180;

fn day_of(index: usize) -> i32 {
    FIRST_DAY + i32::try_from(index).unwrap()
}

fn is_open(task: &BookedTask) -> bool {
    !task.status.is_terminal()
}

#[test]
fn every_series_equals_the_books() {
    for seed in 0..3 {
        let mut generator = Generator::new(seed);
        generator.live(DAYS);
        check_burndown_and_flow(&mut generator, seed);
        check_throughput(&mut generator, seed);
        check_effort(&mut generator);
        check_cycle(&mut generator, seed);
    }
}

fn check_burndown_and_flow(generator: &mut Generator, seed: u64) {
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

fn check_throughput(generator: &mut Generator, seed: u64) {
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

fn check_effort(generator: &mut Generator) {
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

fn check_cycle(generator: &mut Generator, seed: u64) {
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

#[test]
fn a_filter_compares_assignees_as_they_were_on_each_day() {
    let mut generator = Generator::new(1);
    generator.live(60);
    let query = json!({"report": "burndown", "filter": {"assignees": ["maya"]}});
    let ReportSeries::Burndown(burndown) = generator.report(query).series else { panic!("no burndown") };
    let groups = generator.report(json!({"report": "burndown", "group": "assignee"})).groups;
    let keys: Vec<&str> = groups.iter().map(|part| part.key.as_str()).collect();
    assert_eq!(keys, ["", "kenji", "maya"]);
    assert_eq!(groups[2].series, ReportSeries::Burndown(burndown.clone()));
    for (index, books) in generator.days.iter().enumerate() {
        let is_own = |task: &BookedTask| task.assignee.as_deref() == Some("maya");
        let figures = Figures(books);
        let shown = burndown.days[index];
        assert_eq!(
            (shown.scope_tasks, shown.scope_hours),
            (figures.count(is_own), figures.hours(is_own)),
            "day {index}"
        );
    }
}

#[test]
fn the_figures_of_a_day_stay_when_later_days_are_added() {
    for seed in 6..8 {
        let mut generator = Generator::new(seed);
        generator.live(70);
        let names = ["burndown", "burnup", "flow", "throughput", "effort", "cycle", "forecast", "earned-value"];
        let last = generator.last_day();
        let early = names.map(|name| generator.report(json!({"report": name})).series);
        generator.live(40);
        let now = time_on(generator.last_day(), 24 * 60 - 1);
        for (name, early) in names.iter().zip(early) {
            let late = report_at(&mut generator.engine, now, json!({"report": name, "to": last})).series;
            match (early, late) {
                // The plan is that of today, and a task may have another ID by then.
                (ReportSeries::EarnedValue(early), ReportSeries::EarnedValue(late)) => {
                    let values = |value: report::EarnedValue| {
                        value.days.iter().map(|day| (day.day, day.ev, day.ac)).collect::<Vec<_>>()
                    };
                    assert_eq!(values(early), values(late), "seed {seed}");
                }
                (ReportSeries::Cycle(early), ReportSeries::Cycle(late)) => {
                    let titles = |cycle: report::Cycle| {
                        let mut rows: Vec<_> =
                            cycle.tasks.into_iter().map(|task| (task.title, task.started, task.finished)).collect();
                        rows.sort();
                        rows
                    };
                    assert_eq!(titles(early), titles(late), "seed {seed}");
                }
                (early, late) => assert_eq!(early, late, "seed {seed}: {name}"),
            }
        }
    }
}
