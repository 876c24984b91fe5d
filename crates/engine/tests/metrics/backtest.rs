//! How often the forecasts of generated projects held. `docs/metrics.md` has the counts.

use handoff_protocol::report::ReportSeries;
use serde_json::json;

use super::generator::{FIRST_DAY, Generator, report_at, time_on};

#[test]
fn forecasts_hold_as_often_as_documented() {
    let (mut half, mut most, mut forecasts) = (0, 0, 0);
    for seed in 30..38 {
        let mut generator = Generator::new(seed);
        let done = generator.finish_steadily(60);
        let last = generator.last_day();
        let now = time_on(last, 24 * 60 - 1);
        // At the end of each week from the second on, as long as a week of work is left.
        for week_end in (13..done.len() - 7).step_by(7) {
            let to = FIRST_DAY + i32::try_from(week_end).unwrap();
            let series = report_at(&mut generator.engine, now, json!({"report": "forecast", "to": to})).series;
            let ReportSeries::Forecast(forecast) = series else { panic!("no forecast") };
            assert_eq!(forecast.remaining_tasks, done[week_end + 1..].iter().sum::<u32>());
            forecasts += 1;
            half += u32::from(last <= forecast.p50.unwrap());
            most += u32::from(last <= forecast.p85.unwrap());
        }
    }
    assert_eq!((forecasts, half, most), (90, 52, 74));
}
