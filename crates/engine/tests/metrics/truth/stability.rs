//! The figures of a day do not change when later days are added.

use handoff_protocol::report::{
    Burndown, BurndownDay, Burnup, BurnupDay, Cycle, EarnedValue, EstimatedTask, ReportSeries, SessionTime,
};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

use super::super::generator::{Generator, report_at, time_on};

/// The reports whose figures are those of past days. The others (`summary`, `milestones`) have those of
/// today.
const REPORTS: [&str; 10] = [
    "burndown",
    "burnup",
    "flow",
    "throughput",
    "effort",
    "cycle",
    "estimates",
    "forecast",
    "earned-value",
    "sessions",
];

/// Compares a report with the same report of a later day. IDs are left out, because a task may have
/// another one by then.
fn assert_unchanged(early: ReportSeries, late: ReportSeries) -> Result<(), TestCaseError> {
    match (early, late) {
        // The ideal line ends at the last date of the plan, which is that of today.
        (ReportSeries::Burndown(early), ReportSeries::Burndown(late)) => {
            let without_ideal = |burndown: Burndown| {
                let without = |day| BurndownDay { ideal_tasks: None, ideal_hours: None, ..day };
                (burndown.days.into_iter().map(without).collect::<Vec<_>>(), burndown.scope_changes, burndown.forecast)
            };
            prop_assert_eq!(without_ideal(early), without_ideal(late));
        }
        (ReportSeries::Burnup(early), ReportSeries::Burnup(late)) => {
            let without_ideal = |burnup: Burnup| {
                let without = |day| BurnupDay { ideal_tasks: None, ideal_hours: None, ..day };
                (burnup.days.into_iter().map(without).collect::<Vec<_>>(), burnup.scope_changes, burnup.forecast)
            };
            prop_assert_eq!(without_ideal(early), without_ideal(late));
        }
        // The planned value too.
        (ReportSeries::EarnedValue(early), ReportSeries::EarnedValue(late)) => {
            let values =
                |value: EarnedValue| value.days.iter().map(|day| (day.day, day.ev, day.ac)).collect::<Vec<_>>();
            prop_assert_eq!(values(early), values(late));
        }
        (ReportSeries::Cycle(early), ReportSeries::Cycle(late)) => {
            let titles = |cycle: Cycle| {
                let mut rows: Vec<_> =
                    cycle.tasks.into_iter().map(|task| (task.title, task.started, task.finished)).collect();
                rows.sort();
                rows
            };
            prop_assert_eq!(titles(early), titles(late));
        }
        (ReportSeries::Estimates(early), ReportSeries::Estimates(late)) => {
            let factors = |tasks: Vec<EstimatedTask>| {
                let mut rows: Vec<_> = tasks.into_iter().map(|task| (task.title, task.factor.to_bits())).collect();
                rows.sort();
                rows
            };
            prop_assert_eq!(factors(early.tasks), factors(late.tasks));
        }
        // The time since the last save counts once the session is saved again: the last day may grow, and
        // an entry may replace the time of sessions on the day on which it began.
        (ReportSeries::Sessions(early), ReportSeries::Sessions(late)) => {
            let days = |time: SessionTime| {
                time.days.iter().rev().skip(1).rev().map(|day| (day.day, day.hours)).collect::<Vec<_>>()
            };
            prop_assert_eq!(days(early), days(late));
        }
        (early, late) => prop_assert_eq!(early, late),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn figures_of_a_day_stay(seed in 100_u64..10_000, days in 3_usize..50, more in 1_usize..40, name in select(&REPORTS[..])) {
        let mut generator = Generator::new(seed);
        generator.live(days);
        let last = generator.last_day();
        let early = generator.report(json!({"report": name})).series;
        generator.live(more);
        let now = time_on(generator.last_day(), 24 * 60 - 1);
        let late = report_at(&mut generator.engine, now, json!({"report": name, "to": last})).series;
        assert_unchanged(early, late)?;
    }
}
