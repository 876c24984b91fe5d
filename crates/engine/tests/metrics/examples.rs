//! The worked example of `docs/metrics.md`: a small project whose figures can be computed by hand.

use std::fmt::Write as _;

use handoff_engine::Engine;
use handoff_format::{format_date, parse_date};
use handoff_protocol::report::{
    AgedTask, DayTimeSource, ForecastWeek, MilestoneForecast, Report, ReportSeries, SessionTime,
};
use handoff_protocol::view::{Outlook, Progress};
use handoff_protocol::{Context, Query, View};
use serde_json::json;

use crate::support::{context, files};

/// The end of Monday 2026-11-09 in UTC, in milliseconds.
pub(super) const END: i64 = (20_766 + 1) * 86_400_000 - 1;

pub(super) const FILES: &str = r#"=== config.toml
[project]
name = "Example"
[effort_budget]
total_hours = 40
[milestones.M]
date = "2026-11-13"
=== tasks/t1-a/_task.done.json
{"id": "t1", "title": "A", "created_at": "2026-11-02T08:00:00Z", "labels": ["api"], "assignee": "maya", "schedule": {"estimate_hours": 8, "actual_hours": 10, "start_date": "2026-11-02", "due_date": "2026-11-03"}}
=== tasks/t2-b/_task.done.json
{"id": "t2", "title": "B", "created_at": "2026-11-02T08:00:00Z", "assignee": "ai", "schedule": {"estimate_hours": 8, "actual_hours": 6, "start_date": "2026-11-04", "due_date": "2026-11-05"}}
=== tasks/t3-c/_task.todo.json
{"id": "t3", "title": "C", "created_at": "2026-11-02T08:00:00Z", "schedule": {"estimate_hours": 16, "start_date": "2026-11-06", "due_date": "2026-11-09", "milestone": "M"}}
=== tasks/t4-d/_task.in_progress.json
{"id": "t4", "title": "D", "created_at": "2026-11-05T08:00:00Z", "schedule": {"estimate_hours": 8, "actual_hours": 2, "start_date": "2026-11-10", "due_date": "2026-11-11"}}
=== sessions/20261109-093000-s.closed.json
{"version": 2, "id": "s1", "started_at": "2026-11-09T09:30:00Z", "ended_at": "2026-11-09T11:00:00Z", "summary": "S"}
"#;

/// The changes of the status: day, task, before, after.
pub(super) const CHANGES: [(&str, &str, &str, &str); 5] = [
    ("2026-11-03", "t1", "todo", "in_progress"),
    ("2026-11-04", "t1", "in_progress", "done"),
    ("2026-11-05", "t2", "todo", "in_progress"),
    ("2026-11-06", "t4", "todo", "in_progress"),
    ("2026-11-09", "t2", "in_progress", "done"),
];

fn series(name: &str) -> ReportSeries {
    report(name, &CHANGES).series
}

fn report(name: &str, changes: &[(&str, &str, &str, &str)]) -> Report {
    report_of(name, &log(changes))
}

/// Returns a report of the example with another log.
fn report_of(name: &str, log: &str) -> Report {
    report_on(name, FILES, log)
}

/// Returns a report of other files.
fn report_on(name: &str, project: &str, log: &str) -> Report {
    let text = format!("{project}{log}");
    let mut engine = Engine::new();
    engine.feed(files(&text), END);
    let query: Query = serde_json::from_value(json!({"kind": "report", "report": name})).unwrap();
    match engine.view(&query, &Context { now: END, ..context() }) {
        View::Report(report) => *report,
        other => panic!("{other:?}"),
    }
}

fn day(text: &str) -> i32 {
    parse_date(text).unwrap()
}

/// Returns the file of the log.
pub(super) fn log(changes: &[(&str, &str, &str, &str)]) -> String {
    let mut text = String::from("=== activity/2026-11/maya.jsonl\n");
    for (number, (day, task, from, to)) in changes.iter().enumerate() {
        let event = json!({
            "id": format!("e{number}"), "at": format!("{day}T12:00:00Z"), "actor": {"kind": "human", "name": "Maya"},
            "task": task, "change": {"kind": "field", "field": "status", "from": from, "to": to},
        });
        writeln!(text, "{event}").unwrap();
    }
    text
}

#[test]
fn burndown_example() {
    let ReportSeries::Burndown(burndown) = series("burndown") else { panic!("no burndown") };
    assert_eq!((burndown.start, burndown.target), (Some(day("2026-11-02")), Some(day("2026-11-13"))));
    let row = |date: &str| {
        let row = burndown.days.iter().find(|row| row.day == day(date)).unwrap();
        (row.remaining_tasks, row.remaining_hours, row.scope_tasks, row.scope_hours, row.ideal_hours.unwrap())
    };
    let (tasks, hours, scope_tasks, scope_hours, ideal) = row("2026-11-04");
    assert_eq!((tasks, hours, scope_tasks, scope_hours), (2, 24.0, 3, 32.0));
    assert!((ideal - 22.4).abs() < 1e-9);
    assert_eq!(row("2026-11-09"), (2, 24.0, 4, 40.0, 16.0));
    let changes: Vec<(String, i32, f64)> =
        burndown.scope_changes.iter().map(|change| (format_date(change.day), change.tasks, change.hours)).collect();
    assert_eq!(changes, [("2026-11-02".to_owned(), 3, 32.0), ("2026-11-05".to_owned(), 1, 8.0)]);
}

#[test]
fn burnup_example() {
    let ReportSeries::Burnup(burnup) = series("burnup") else { panic!("no burnup") };
    let row = |date: &str| {
        let row = burnup.days.iter().find(|row| row.day == day(date)).unwrap();
        let ideal = (row.ideal_hours.unwrap() * 1e6).round() / 1e6;
        (row.finished_tasks, row.finished_hours, row.scope_tasks, row.scope_hours, ideal)
    };
    assert_eq!(row("2026-11-04"), (1, 8.0, 3, 32.0, 9.6));
    assert_eq!(row("2026-11-09"), (2, 16.0, 4, 40.0, 24.0));
}

#[test]
fn flow_example() {
    let ReportSeries::Flow(flow) = series("flow") else { panic!("no flow") };
    let row = |date: &str| {
        let row = flow.days.iter().find(|row| row.day == day(date)).unwrap();
        [row.todo, row.in_progress, row.review, row.blocked, row.done, row.skipped]
    };
    assert_eq!(row("2026-11-03"), [2, 1, 0, 0, 0, 0]);
    assert_eq!(row("2026-11-05"), [2, 1, 0, 0, 1, 0]);
    assert_eq!(row("2026-11-09"), [1, 1, 0, 0, 2, 0]);
}

#[test]
fn effort_example() {
    let ReportSeries::Effort(effort) = series("effort") else { panic!("no effort") };
    let budget = effort.budget;
    assert_eq!((budget.budget_hours, budget.used_hours, budget.left_hours), (Some(40.0), 18.0, Some(22.0)));
    assert_eq!((budget.remaining_hours, budget.projected_hours), (22.0, 40.0));
}

#[test]
fn throughput_example() {
    let weeks = |changes| -> Vec<(String, u32, f64, f64, f64)> {
        let ReportSeries::Throughput(throughput) = report("throughput", changes).series else {
            panic!("no throughput")
        };
        let row = throughput.weeks.iter();
        row.map(|week| (format_date(week.start), week.done_tasks, week.done_hours, week.mean_tasks, week.mean_hours))
            .collect()
    };
    let week = |start: &str, done: u32, hours, mean, mean_hours| (start.to_owned(), done, hours, mean, mean_hours);
    assert_eq!(weeks(&CHANGES), [week("2026-11-02", 1, 8.0, 1.0, 8.0), week("2026-11-09", 1, 8.0, 1.0, 8.0)]);
    // The mean of a week without a done task contains the week before.
    let mut earlier = CHANGES;
    earlier[4].0 = "2026-11-06";
    assert_eq!(weeks(&earlier), [week("2026-11-02", 2, 16.0, 2.0, 16.0), week("2026-11-09", 0, 0.0, 1.0, 8.0)]);
}

#[test]
fn cycle_example() {
    let ReportSeries::Cycle(cycle) = series("cycle") else { panic!("no cycle") };
    let tasks: Vec<_> = cycle.tasks.iter().map(|task| (task.id.as_str(), task.cycle_days, task.lead_days)).collect();
    assert_eq!(tasks, [("t1", Some(2), Some(3)), ("t2", Some(5), Some(8))]);
    let percentiles = cycle.cycle.unwrap();
    assert_eq!((percentiles.p50, percentiles.p85, percentiles.p95), (2, 5, 5));
}

#[test]
fn estimates_example() {
    let ReportSeries::Estimates(estimates) = series("estimates") else { panic!("no estimates") };
    let factors: Vec<(&str, f64)> = estimates.tasks.iter().map(|task| (task.id.as_str(), task.factor)).collect();
    assert_eq!(factors, [("t1", 1.25), ("t2", 0.75)]);
    assert_eq!(estimates.total.factor, Some(1.0));
    let keys = |groups: &[handoff_protocol::report::EstimateGroup]| {
        groups.iter().map(|group| (group.key.clone(), group.factor.unwrap())).collect::<Vec<_>>()
    };
    let named = |key: &str, factor: f64| (key.to_owned(), factor);
    assert_eq!(keys(&estimates.kinds), [named("agent", 0.75), named("human", 1.25)]);
    assert_eq!(keys(&estimates.assignees), [named("ai", 0.75), named("maya", 1.25)]);
    assert_eq!(keys(&estimates.labels), [named("", 0.75), named("api", 1.25)]);
}

#[test]
fn earned_value_example() {
    let ReportSeries::EarnedValue(value) = series("earned-value") else { panic!("no earned value") };
    let last = value.days.last().unwrap();
    assert_eq!((last.pv, last.ev, last.ac, value.bac), (32.0, 16.0, 18.0, 40.0));
    assert_eq!((value.spi, value.cpi.map(|cpi| (cpi * 9.0).round())), (Some(0.5), Some(8.0)));
    assert_eq!(value.eac.map(f64::round), Some(45.0));
}

#[test]
fn forecast_example() {
    let ReportSeries::Forecast(forecast) = series("forecast") else { panic!("no forecast") };
    assert_eq!((forecast.sample_days, forecast.sample_tasks, forecast.remaining_tasks), (6, 2, 2));
    assert_eq!(forecast.sample_scope_change, 1);
    let dates = [forecast.p50, forecast.p85, forecast.p95].map(|day| day.map(format_date).unwrap());
    assert_eq!(dates, ["2026-11-16", "2026-11-20", "2026-11-26"]);
    // On 2026-11-02 there was one working day, which is too little for a forecast.
    let week = ForecastWeek { done_tasks: 2, scope_change: 1, p50: None, p85: None };
    assert_eq!(forecast.week, Some(week));
}

#[test]
fn milestones_example() {
    let ReportSeries::Milestones(milestones) = series("milestones") else { panic!("no milestones") };
    let expected = MilestoneForecast {
        version: None,
        status: None,
        name: "M".to_owned(),
        date: Some(day("2026-11-13")),
        tasks: Progress { done: 0, total: 1 },
        finished_hours: 0.0,
        scope_hours: 16.0,
        remaining_hours: 16.0,
        p50: Some(day("2026-11-11")),
        p85: Some(day("2026-11-16")),
    };
    assert_eq!(milestones, [expected]);
}

#[test]
fn milestone_outlook_example() {
    for (date, due, changes, outlook) in [
        ("2026-11-16", "2026-11-09", &CHANGES[..], Outlook::OnTrack),
        ("2026-11-13", "2026-11-09", &CHANGES[..], Outlook::AtRisk),
        ("2026-11-10", "2026-11-09", &CHANGES[..], Outlook::Late),
        ("2026-11-08", "2026-11-09", &[], Outlook::Late),
        ("2026-11-13", "2026-11-09", &[], Outlook::OnPlan),
        ("2026-11-13", "", &[], Outlook::Unknown),
        ("2026-11-13", "2026-11-14", &[], Outlook::AtRisk),
        ("2026-11-13", "2026-11-08", &[], Outlook::AtRisk),
        ("", "2026-11-09", &CHANGES[..], Outlook::Unknown),
    ] {
        let milestone = format!(r#""{due}", "milestone": "M""#);
        let text = FILES
            .replace(r#"date = "2026-11-13""#, &format!(r#"date = "{date}""#))
            .replace(r#""2026-11-09", "milestone": "M""#, &milestone);
        let text = text.replace(r#""due_date": "", "#, "");
        // Without a past there is no forecast.
        let text = if changes.is_empty() { text.replace("2026-11-02T", "2026-11-09T") } else { text };
        let mut engine = Engine::new();
        engine.feed(files(&format!("{text}{}", log(changes))), END);
        let context = Context { now: END, ..context() };
        let View::DashboardHistory(history) =
            engine.view(&Query::DashboardHistory { since: None, all: false }, &context)
        else {
            panic!("no history")
        };
        let outlooks: Vec<_> = history.milestones.iter().map(|entry| entry.outlook).collect();
        assert_eq!(outlooks, [outlook], "{date} {due} {}", changes.len());
    }
}

#[test]
fn summary_example() {
    let ReportSeries::Summary(summary) = series("summary") else { panic!("no summary") };
    let counts: Vec<u32> = summary.counts.iter().map(|count| count.count).collect();
    assert_eq!(counts, [1, 1, 0, 0, 2, 0]);
    assert_eq!((summary.tasks.done, summary.tasks.total, summary.ready), (2, 4, 1));
    let ageing: Vec<_> = summary.ageing.iter().map(|task| (task.id.as_str(), task.days)).collect();
    assert_eq!(ageing, [("t4", Some(3))]);
    assert_eq!((summary.finished_hours, summary.scope_hours), (16.0, 40.0));
    assert!(summary.overdue.is_empty() && summary.blocked.is_empty());
}

#[test]
fn summary_of_late_and_blocked_tasks_example() {
    let mut changes = CHANGES.to_vec();
    changes.push(("2026-11-07", "t4", "in_progress", "blocked"));
    let text = FILES
        .replace(r#""2026-11-09", "milestone": "M""#, r#""2026-11-06", "milestone": "M""#)
        .replace("t4-d/_task.in_progress.json", "t4-d/_task.blocked.json");
    let ReportSeries::Summary(summary) = report_on("summary", &text, &log(&changes)).series else {
        panic!("no summary")
    };
    let aged = |tasks: &[AgedTask]| tasks.iter().map(|task| (task.id.clone(), task.days)).collect::<Vec<_>>();
    assert_eq!(aged(&summary.overdue), [("t3".to_owned(), Some(3))]);
    assert_eq!(aged(&summary.blocked), [("t4".to_owned(), Some(2))]);
    assert!(summary.ageing.is_empty(), "a blocked task does not age");
}

#[test]
fn sessions_example() {
    let ReportSeries::Sessions(time) = series("sessions") else { panic!("no sessions") };
    assert_eq!((time.sessions, time.total_hours, time.by_hour[9], time.by_hour[10]), (1, 1.5, 0.5, 1.0));
    let days: Vec<(String, f64)> = time.days.iter().map(|day| (format_date(day.day), day.hours)).collect();
    assert_eq!(days, [("2026-11-09".to_owned(), 1.5)]);
}

#[test]
fn sessions_without_a_start_or_an_end_are_counted_in_the_notice() {
    let notice = |replaced: &str, by: &str| {
        let text = FILES.replace(replaced, by);
        report_on("sessions", &text, &log(&CHANGES)).notice.map(|notice| notice.to_string())
    };
    assert_eq!(notice("", ""), None);
    let expected = "Sessions without a recorded start or end: 1. Their time is not known and not counted.";
    assert_eq!(notice(r#""started_at": "2026-11-09T09:30:00Z", "#, "").as_deref(), Some(expected));
    // The name of the file has a time, which is that of the last save.
    let both = r#""started_at": "2026-11-09T09:30:00Z", "ended_at": "2026-11-09T11:00:00Z", "#;
    assert_eq!(notice(both, "").as_deref(), Some(expected));
}

/// Returns a line of the log about a time entry on a task: start, end, seconds.
fn entry(id: &str, actor: (&str, &str), task: &str, (start, end, seconds): (&str, &str, u64)) -> String {
    let actor = json!({"kind": actor.0, "name": actor.1});
    let to = json!({"task": task, "start": start, "end": end, "seconds": seconds, "source": "manual", "actor": actor});
    let change = json!({"kind": "entry", "id": id, "from": null, "to": to});
    format!("{}\n", json!({"id": format!("x-{id}"), "at": end, "actor": actor, "task": task, "change": change}))
}

#[test]
fn time_example() {
    let maya = ("human", "Maya");
    let entries = [
        entry("a", maya, "t4", ("2026-11-06T09:00:00Z", "2026-11-06T10:00:00Z", 3600)),
        entry("b", ("agent", "codex"), "t4", ("2026-11-06T09:30:00Z", "2026-11-06T11:30:00Z", 5400)),
        // Only the duration is known.
        entry("c", maya, "t4", ("2026-11-06T17:00:00Z", "2026-11-06T17:00:00Z", 1800)),
    ];
    let time = |more: &str| match report_of("sessions", &(log(&CHANGES) + &entries.concat() + more)).series {
        ReportSeries::Sessions(time) => time,
        other => panic!("{other:?}"),
    };
    let both = time("");
    assert_eq!((both.total_hours, both.people_hours, both.agents_hours), (4.5, 1.5, 1.5), "1.5 h of a session");
    assert_eq!((both.sessions, both.entry_days), (1, 1));
    let days = |time: &SessionTime| -> Vec<(String, f64, f64, f64, DayTimeSource)> {
        let worked = time.days.iter().filter(|day| day.hours > 0.0);
        worked.map(|day| (format_date(day.day), day.hours, day.people_hours, day.agents_hours, day.source)).collect()
    };
    let friday = ("2026-11-06".to_owned(), 3.0, 1.5, 1.5, DayTimeSource::Entries);
    let monday = ("2026-11-09".to_owned(), 1.5, 0.0, 0.0, DayTimeSource::Sessions);
    assert_eq!(days(&both), [friday.clone(), monday]);
    assert_eq!((both.people_by_hour[9], both.agents_by_hour[9], both.agents_by_hour[10]), (1.0, 0.375, 0.75));
    assert_eq!((both.by_hour[9], both.by_hour[17]), (1.375 + 0.5, 0.0));
    let actors: Vec<(&str, u32, f64)> =
        both.actors.iter().map(|actor| (actor.name.as_str(), actor.sessions, actor.hours)).collect();
    assert_eq!(actors, [("", 1, 1.5), ("Maya", 0, 1.5), ("codex", 0, 1.5)]);
    // An entry of the day of the session takes its place: no time counts twice.
    let monday = entry("d", maya, "t4", ("2026-11-09T09:30:00Z", "2026-11-09T10:30:00Z", 3600));
    let entered = time(&monday);
    let monday = ("2026-11-09".to_owned(), 1.0, 1.0, 0.0, DayTimeSource::Entries);
    assert_eq!((entered.total_hours, days(&entered)), (4.0, vec![friday, monday]));
    let monday = entry("d", maya, "t4", ("2026-11-09T09:30:00Z", "2026-11-09T10:30:00Z", 3600));
    let added: serde_json::Value = serde_json::from_str(&monday).unwrap();
    let removed = json!({"id": "y", "at": "2026-11-09T12:00:00Z", "actor": {"kind": "human", "name": "Maya"}, "task": "t4",
        "change": {"kind": "entry", "id": "d", "from": added["change"]["to"], "to": null}});
    assert_eq!(time(&format!("{monday}{removed}\n")), both, "a deleted entry does not count");
}

#[test]
fn estimates_of_people_and_agents_example() {
    let entries = [
        entry("a", ("human", "Maya"), "t1", ("2026-11-03T08:00:00Z", "2026-11-03T12:00:00Z", 4 * 3600)),
        entry("b", ("agent", "codex"), "t1", ("2026-11-03T13:00:00Z", "2026-11-03T17:00:00Z", 4 * 3600)),
    ];
    let ReportSeries::Estimates(estimates) = report_of("estimates", &(log(&CHANGES) + &entries.concat())).series else {
        panic!("no estimates")
    };
    let kinds: Vec<(&str, u32, f64, f64)> = estimates
        .kinds
        .iter()
        .map(|group| (group.key.as_str(), group.tasks, group.estimate_hours, group.actual_hours))
        .collect();
    assert_eq!(kinds, [("agent", 2, 3.2 + 8.0, 4.0 + 6.0), ("human", 1, 4.8, 6.0)]);
    assert_eq!(estimates.total.factor, Some(1.0));
}

#[test]
fn a_change_that_the_log_lacks_moves_the_first_exact_day() {
    let exact_from = |changes: &[(&str, &str, &str, &str)]| report("flow", changes).exact_from.map(format_date);
    assert_eq!(exact_from(&CHANGES).as_deref(), Some("2026-11-05"));
    // t2 is done, and the log does not say since when.
    assert_eq!(exact_from(&CHANGES[..4]).as_deref(), Some("2026-11-09"));
    // The start of t1 is missing: before its end it was in progress, but since when?
    assert_eq!(exact_from(&CHANGES[1..]).as_deref(), Some("2026-11-05"));
    let mut contradicting = CHANGES;
    contradicting[4].2 = "review";
    assert_eq!(exact_from(&contradicting).as_deref(), Some("2026-11-09"));
    assert_eq!(exact_from(&[]), None);
}

#[test]
fn task_that_was_finished_in_the_future_is_finished_today() {
    let project = r#"=== config.toml
[project]
name = "P"
=== tasks/t1-a/_task.done.json
{"id": "t1", "title": "A", "created_at": "2026-11-02T08:00:00Z", "completed_at": "2027-01-01T08:00:00Z"}
=== tasks/t2-b/_task.todo.json
{"id": "t2", "title": "B", "created_at": "2026-11-02T08:00:00Z"}
"#;
    let ReportSeries::Summary(summary) = report_on("summary", project, "").series else { panic!("no summary") };
    assert_eq!(summary.tasks, Progress { done: 1, total: 2 });
}
