//! Laws of the figures.

use handoff_protocol::report::ReportSeries;
use proptest::prelude::*;
use serde_json::json;

use super::generator::Generator;

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn lines_add_up(seed in 100_u64..10_000, days in 5_usize..40) {
        let mut generator = Generator::new(seed);
        generator.live(days);
        let ReportSeries::Burndown(down) = generator.report(json!({"report": "burndown"})).series else { panic!() };
        let ReportSeries::Burnup(up) = generator.report(json!({"report": "burnup"})).series else { panic!() };
        let ReportSeries::Flow(flow) = generator.report(json!({"report": "flow"})).series else { panic!() };
        let (mut tasks, mut hours) = (0, 0.0);
        let mut changes = down.scope_changes.iter().peekable();
        for ((down, up), flow) in down.days.iter().zip(&up.days).zip(&flow.days) {
            let sums = (up.finished_tasks + down.remaining_tasks, up.finished_hours + down.remaining_hours);
            prop_assert_eq!(sums, (down.scope_tasks, down.scope_hours));
            prop_assert_eq!(flow.todo + flow.in_progress + flow.review + flow.blocked + flow.done + flow.skipped, down.scope_tasks);
            while let Some(change) = changes.next_if(|change| change.day <= down.day) {
                tasks += change.tasks;
                hours += change.hours;
            }
            prop_assert_eq!((i64::from(tasks), hours), (i64::from(down.scope_tasks), down.scope_hours));
        }
    }

    #[test]
    fn forecasts_are_ordered_and_reproducible(seed in 100_u64..10_000, draw in 0_u32..100) {
        let mut generator = Generator::new(seed);
        generator.live(30);
        let query = json!({"report": "forecast", "seed": draw});
        let first = generator.report(query.clone()).series;
        prop_assert_eq!(&first, &generator.report(query).series);
        let ReportSeries::Forecast(forecast) = first else { panic!() };
        prop_assert_eq!((forecast.seed, forecast.runs), (draw, 10_000));
        if let (Some(p50), Some(p85), Some(p95)) = (forecast.p50, forecast.p85, forecast.p95) {
            prop_assert!(generator.last_day() <= p50 && p50 <= p85 && p85 <= p95);
        }
        let ReportSeries::Cycle(cycle) = generator.report(json!({"report": "cycle"})).series else { panic!() };
        for percentiles in [cycle.cycle, cycle.lead].into_iter().flatten() {
            prop_assert!(percentiles.p50 <= percentiles.p85 && percentiles.p85 <= percentiles.p95);
        }
    }
}
