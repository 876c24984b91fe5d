//! Every figure of a half-year project equals the books of its generator.

mod figures;
mod series;
mod stability;
mod time;

use handoff_protocol::report::ReportSeries;
use serde_json::json;

use super::generator::{BookedTask, FIRST_DAY, Figures, Generator};

/// The number of days.
const DAYS: usize = 180;

fn day_of(index: usize) -> i32 {
    FIRST_DAY + i32::try_from(index).unwrap()
}

fn is_open(task: &BookedTask) -> bool {
    !task.status.is_terminal()
}

#[test]
fn every_figure_equals_the_books() {
    let mut aged = [0; 3];
    for seed in 0..3 {
        let mut generator = Generator::new(seed);
        generator.live(DAYS);
        series::check_burndown_and_flow(&mut generator, seed);
        series::check_burnup(&mut generator, seed);
        series::check_throughput(&mut generator, seed);
        series::check_effort(&mut generator);
        series::check_cycle(&mut generator, seed);
        let counts = figures::check_summary(&mut generator, seed);
        aged = [0, 1, 2].map(|list| aged[list] + counts[list]);
        figures::check_estimates(&mut generator, seed);
        figures::check_earned_value(&mut generator, seed);
        figures::check_milestones(&mut generator, seed);
        time::check_sessions(&mut generator, seed);
    }
    assert!(aged.iter().all(|count| *count > 0), "overdue, blocked, in progress: {aged:?}");
}

#[test]
fn a_filter_compares_assignees_as_they_were_on_each_day() {
    let mut generator = Generator::new(1);
    generator.live(60);
    let query = json!({"report": "burndown", "filter": {"assignees": ["maya"]}});
    let ReportSeries::Burndown(burndown) = generator.report(query).series else { panic!("no burndown") };
    let groups = generator.report(json!({"report": "burndown", "group": "assignee"})).groups;
    let keys: Vec<&str> = groups.iter().map(|part| part.key.as_str()).collect();
    assert_eq!(keys, ["", "ai", "kenji", "maya"]);
    assert_eq!(groups[3].series, ReportSeries::Burndown(burndown.clone()));
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
