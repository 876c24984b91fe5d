//! Reports in time zones whose offset changes.

use handoff_engine::Engine;
use handoff_format::format_date;
use handoff_protocol::report::{Report, ReportSeries};
use handoff_protocol::{Context, Query, TimeZone, View};
use serde_json::{Value, json};

use crate::support::{context, files, zone};

/// 2026-07-15T10:00:00Z and 2026-12-01T10:00:00Z.
const NOW: [i64; 2] = [1_784_109_600_000, 1_796_119_200_000];

/// In Berlin, all of it is on 1 July: between 00:10 and 01:30.
const FILES: &str = r#"=== config.toml
[project]
name = "Example"
=== tasks/t1-a/_task.done.json
{"id": "t1", "title": "A", "created_at": "2026-06-20T08:00:00Z", "completed_at": "2026-06-30T22:30:00Z", "schedule": {"estimate_hours": 8}}
=== sessions/20260630-221000-s.closed.json
{"version": 2, "id": "s1", "started_at": "2026-06-30T22:10:00Z", "ended_at": "2026-06-30T22:40:00Z", "summary": "S"}
=== activity/2026-06/maya.jsonl
{"id": "1", "at": "2026-06-20T08:00:00Z", "actor": {"kind": "human", "name": "Maya"}, "task": "t1", "change": {"kind": "field", "field": "status", "from": "todo", "to": "in_progress"}}
{"id": "2", "at": "2026-06-30T22:30:00Z", "actor": {"kind": "human", "name": "Maya"}, "task": "t1", "change": {"kind": "field", "field": "status", "from": "in_progress", "to": "done"}}
ENTRY"#;

const ENTRY: &str = r#"{"id": "3", "at": "2026-06-30T23:30:00Z", "actor": {"kind": "human", "name": "Maya"}, "task": "t1", "change": {"kind": "entry", "id": "e", "from": null, "to": {"task": "t1", "start": "2026-06-30T22:30:00Z", "end": "2026-06-30T23:30:00Z", "seconds": 3600, "source": "manual", "actor": {"kind": "human", "name": "Maya"}}}}
"#;

fn report(name: &str, entry: &str, now: i64, time_zone: &TimeZone) -> Report {
    let mut engine = Engine::new();
    engine.feed(files(&FILES.replace("ENTRY", entry)), now);
    let query = json!({"kind": "report", "report": name, "from": 20_610, "to": 20_640});
    let query: Query = serde_json::from_value(query).unwrap();
    match engine.view(&query, &Context { now, time_zone: time_zone.clone(), ..context() }) {
        View::Report(report) => *report,
        other => panic!("{other:?}"),
    }
}

#[test]
fn reports_of_past_days_are_the_same_in_every_season() {
    for name in ["burndown", "burnup", "effort", "flow", "throughput", "cycle", "estimates", "sessions"] {
        for zone in ["Europe/Berlin", "Australia/Sydney", "Asia/Kathmandu"].map(zone) {
            let [summer, winter] = NOW.map(|now| report(name, ENTRY, now, &zone));
            assert_eq!(summer.series, winter.series, "{name}");
        }
    }
}

#[test]
fn moments_are_on_the_day_that_they_had() {
    let berlin = zone("Europe/Berlin");
    for now in NOW {
        let ReportSeries::Cycle(cycle) = report("cycle", ENTRY, now, &berlin).series else { panic!("no cycle") };
        assert_eq!(cycle.tasks.iter().map(|task| format_date(task.finished)).collect::<Vec<_>>(), ["2026-07-01"]);
        for (entry, hours) in [(ENTRY, [(0, 0.5), (1, 0.5)].as_slice()), ("", &[(0, 0.5)])] {
            let ReportSeries::Sessions(time) = report("sessions", entry, now, &berlin).series else {
                panic!("no time")
            };
            let worked = |hour: &(usize, f64)| hour.1 > 0.0;
            let by_hour: Vec<(usize, f64)> = time.by_hour.iter().copied().enumerate().filter(worked).collect();
            assert_eq!(by_hour, hours);
            let days: Vec<Value> =
                time.days.iter().filter(|day| day.hours > 0.0).map(|day| json!(format_date(day.day))).collect();
            assert_eq!(days, [json!("2026-07-01")]);
        }
    }
}

#[test]
fn repeated_hour_counts_twice() {
    let entry = ENTRY.replace("2026-06-30T22:30", "2026-10-25T00:00").replace("2026-06-30T23:30", "2026-10-25T02:00");
    let mut engine = Engine::new();
    engine.feed(files(&FILES.replace("ENTRY", &entry.replace("3600", "7200"))), NOW[1]);
    let query: Query = serde_json::from_value(json!({"kind": "report", "report": "sessions"})).unwrap();
    let context = Context { now: NOW[1], time_zone: zone("Europe/Berlin"), ..context() };
    let View::Report(report) = engine.view(&query, &context) else { panic!("no report") };
    let ReportSeries::Sessions(time) = report.series else { panic!("no time") };
    assert_eq!((time.people_by_hour[1], time.people_by_hour[2], time.people_by_hour[3]), (0.0, 2.0, 0.0));
}
