//! How often the forecasts of generated projects and of a recorded one held. `docs/metrics.md` has the
//! counts.

use handoff_engine::Engine;
use handoff_format::{format_date, parse_date};
use handoff_protocol::report::ReportSeries;
use serde_json::json;

use super::generator::{FIRST_DAY, Generator, report_at, time_on};

/// The days of the tasks of Backlog.md (<https://github.com/MrLesk/Backlog.md>, MIT licence): when each
/// was created, and when it was done or removed for the last time, by the history of the main branch
/// until 2026-08-20.
const RECORDED: &str = include_str!("recorded.csv");

/// The days of a task.
#[derive(Clone, Copy, Debug)]
pub struct TaskDays {
    pub created: i32,
    /// The day on which it was done or removed.
    pub closed: Option<i32>,
    pub is_done: bool,
}

impl TaskDays {
    fn is_open(self, day: i32) -> bool {
        self.created <= day && self.closed.is_none_or(|closed| closed > day)
    }
}

/// How many dates held, of those that the record can decide.
#[derive(Debug, Default, PartialEq, Eq)]
struct Held {
    held: u32,
    decided: u32,
}

impl Held {
    /// Compares a forecast with what happened until the end of the record.
    fn count(&mut self, forecast: Option<i32>, actual: Option<i32>, last: i32) {
        let Some(forecast) = forecast else { return };
        if actual.is_some() || forecast <= last {
            self.decided += 1;
            self.held += u32::from(actual.is_some_and(|actual| actual <= forecast));
        }
    }
}

/// The forecasts of a project, each compared with two days.
#[derive(Debug, Default, PartialEq, Eq)]
struct Backtest {
    forecasts: u32,
    /// The day on which as many tasks were done as remained at the forecast, 50 % and 85 %.
    as_many: [Held; 2],
    /// The day on which the tasks themselves that remained at the forecast were done.
    the_same: [Held; 2],
}

impl Backtest {
    /// Makes a forecast at the end of each week from the second on until a week before the end.
    fn add(&mut self, engine: &mut Engine, tasks: &[TaskDays], last: i32) {
        let first = tasks.iter().map(|task| task.created).min().unwrap();
        let monday = first - (first + 3).rem_euclid(7);
        let now = time_on(last, 24 * 60 - 1);
        for to in (monday + 13..last - 6).step_by(7) {
            let series = report_at(engine, now, json!({"report": "forecast", "to": to})).series;
            let ReportSeries::Forecast(forecast) = series else { panic!("no forecast") };
            let open: Vec<TaskDays> = tasks.iter().copied().filter(|task| task.is_open(to)).collect();
            assert_eq!(usize::try_from(forecast.remaining_tasks).unwrap(), open.len(), "{}", format_date(to));
            let mut done: Vec<i32> = tasks
                .iter()
                .filter(|task| task.is_done)
                .filter_map(|task| task.closed)
                .filter(|day| *day > to)
                .collect();
            done.sort_unstable();
            let as_many = open.len().checked_sub(1).and_then(|last| done.get(last)).copied();
            // `None` if one of them is never closed.
            let days: Option<Vec<i32>> = open.iter().map(|task| task.closed).collect();
            let the_same = days.and_then(|days| days.into_iter().max());
            self.forecasts += 1;
            for (index, forecast) in [forecast.p50, forecast.p85].into_iter().enumerate() {
                self.as_many[index].count(forecast, as_many, last);
                self.the_same[index].count(forecast, the_same, last);
            }
        }
    }
}

fn held(counts: [(u32, u32); 2]) -> [Held; 2] {
    counts.map(|(held, decided)| Held { held, decided })
}

fn generated(added_by_day: &[usize]) -> Backtest {
    let mut backtest = Backtest::default();
    for seed in 30..38 {
        let mut generator = Generator::new(seed);
        let tasks = generator.finish_all(60, added_by_day);
        let last = generator.last_day();
        assert!(tasks.iter().all(|task| task.closed.is_some_and(|done| (FIRST_DAY..=last).contains(&done))));
        backtest.add(&mut generator.engine, &tasks, last);
    }
    backtest
}

#[test]
fn forecasts_of_a_fixed_scope_hold_as_often_as_documented() {
    let counts = [(52, 90), (74, 90)];
    let expected = Backtest { forecasts: 90, as_many: held(counts), the_same: held(counts) };
    assert_eq!(generated(&[]), expected);
}

#[test]
fn forecasts_of_a_growing_scope_hold_as_often_as_documented() {
    let (as_many, the_same) = (held([(64, 107), (95, 107)]), held([(38, 107), (64, 107)]));
    let expected = Backtest { forecasts: 107, as_many, the_same };
    assert_eq!(generated(&[0, 0, 0, 0, 1]), expected);
}

#[test]
fn forecasts_of_a_recorded_project_hold_as_often_as_documented() {
    let rows = RECORDED.lines().skip(1);
    let read = |row: &str| {
        let cells: Vec<&str> = row.split(',').collect();
        TaskDays { created: parse_date(cells[0]).unwrap(), closed: parse_date(cells[1]), is_done: cells[2] == "done" }
    };
    let tasks: Vec<TaskDays> = rows.map(read).collect();
    assert_eq!(tasks.len(), 669);
    let last = parse_date("2026-08-20").unwrap();
    let mut generator = Generator::new(0);
    generator.repeat(&tasks);
    let mut backtest = Backtest::default();
    backtest.add(&mut generator.engine, &tasks, last);
    let (as_many, the_same) = (held([(31, 57), (47, 57)]), held([(0, 51), (0, 44)]));
    assert_eq!(backtest, Backtest { forecasts: 61, as_many, the_same });
}
