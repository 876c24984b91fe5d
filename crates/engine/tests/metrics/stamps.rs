//! The same projects without their logs: what the stamps in tasks know.

use handoff_engine::Engine;
use handoff_protocol::ReportSource;
use handoff_protocol::report::ReportSeries;
use serde_json::json;

use super::generator::{Generator, report_at, time_on};
use crate::support::delta;

#[test]
fn stamps_give_the_last_day_and_the_lead_times() {
    for seed in 20..22 {
        let mut generator = Generator::new(seed);
        generator.live(90);
        let now = time_on(generator.last_day(), 24 * 60 - 1);
        let files = delta(&handoff_engine::tree::Tree::default(), &generator.tree);
        let is_log = |state: &handoff_protocol::FileState| {
            let path = handoff_engine::tree::state_path(state);
            path == "activity" || path.starts_with("activity/")
        };
        let mut engine = Engine::new();
        engine.feed(files.into_iter().filter(|state| !is_log(state)).collect(), now);

        let report = report_at(&mut engine, now, json!({"report": "burndown"}));
        assert_eq!((report.source, report.exact_from), (ReportSource::Stamps, None));
        let ReportSeries::Burndown(stamps) = report.series else { panic!("no burndown") };
        let ReportSeries::Burndown(log) = generator.report(json!({"report": "burndown"})).series else {
            panic!("no burndown")
        };
        assert_eq!(stamps.days.last(), log.days.last(), "seed {seed}");

        // The first day on which something that is still there was created.
        let created = generator.tasks.values().map(|task| task.created);
        assert_eq!(stamps.days.first().map(|day| day.day), created.min(), "seed {seed}");

        let ReportSeries::Cycle(stamps) = report_at(&mut engine, now, json!({"report": "cycle"})).series else {
            panic!("no cycle")
        };
        let ReportSeries::Cycle(log) = generator.report(json!({"report": "cycle"})).series else { panic!("no cycle") };
        assert_eq!(stamps.lead, log.lead, "seed {seed}");
        let ends = |cycle: &handoff_protocol::report::Cycle| {
            cycle.tasks.iter().map(|task| (task.id.clone(), task.finished, task.lead_days)).collect::<Vec<_>>()
        };
        assert_eq!(ends(&stamps), ends(&log), "seed {seed}");
        assert!(stamps.tasks.iter().all(|task| task.started.is_none()), "seed {seed}");
    }
}
