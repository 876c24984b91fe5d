//! The members of the JSON of each report, for docs/command.md: those of the reports of a small
//! project in which no list is empty.

use std::fmt::Write as _;

use handoff_agent::report::Report;
use handoff_engine::{Engine, ReportRequest};
use handoff_format::parse_date;
use handoff_protocol::report::ReportName;
use handoff_protocol::{Actor, Context, FileState, Filter, TimeZone};
use serde_json::{Map, Value, json};

/// The end of Monday 2026-11-09 in UTC, in milliseconds.
const END: i64 = 1_794_268_799_999;

/// The members that every report has.
const COMMON: [&str; 5] = ["report", "source", "exact_from", "from", "to"];

const FILES: [(&str, &str); 11] = [
    (
        "config.toml",
        "[project]\nname = \"P\"\n[effort_budget]\ntotal_hours = 40\n[milestones.M]\ndate = \"2026-11-13\"\n",
    ),
    (
        "tasks/t1-a/_task.done.json",
        r#"{"id": "t1", "title": "A", "created_at": "2026-11-02T08:00:00Z", "labels": ["api"], "assignee": "maya", "schedule": {"estimate_hours": 8, "actual_hours": 10, "start_date": "2026-11-02", "due_date": "2026-11-03"}}"#,
    ),
    (
        "tasks/t2-b/_task.done.json",
        r#"{"id": "t2", "title": "B", "created_at": "2026-11-02T08:00:00Z", "schedule": {"estimate_hours": 8, "actual_hours": 6, "start_date": "2026-11-04", "due_date": "2026-11-05"}}"#,
    ),
    (
        "tasks/t3-c/_task.todo.json",
        r#"{"id": "t3", "title": "C", "created_at": "2026-11-02T08:00:00Z", "schedule": {"estimate_hours": 16, "start_date": "2026-11-05", "due_date": "2026-11-06", "milestone": "M"}}"#,
    ),
    (
        "tasks/t4-d/_task.in_progress.json",
        r#"{"id": "t4", "title": "D", "created_at": "2026-11-05T08:00:00Z", "schedule": {"estimate_hours": 8, "actual_hours": 2}}"#,
    ),
    (
        "tasks/t5-e/_task.blocked.json",
        r#"{"id": "t5", "title": "E", "created_at": "2026-11-05T08:00:00Z", "schedule": {"estimate_hours": 8}}"#,
    ),
    (
        "sessions/20261109-093000-s.closed.json",
        r#"{"version": 2, "id": "s1", "started_at": "2026-11-09T09:30:00Z", "ended_at": "2026-11-09T11:00:00Z", "summary": "S"}"#,
    ),
    (
        "baselines/2026-11-02-plan.json",
        r#"{"version": 1, "name": "Plan", "created_at": "2026-11-02T08:00:00Z", "tasks": [{"id": "t1", "start_date": "2026-11-02", "due_date": "2026-11-03", "estimate_hours": 8}]}"#,
    ),
    ("activity/2026-11/maya.jsonl", LOG),
    ("activity", ""),
    ("activity/2026-11", ""),
];

const LOG: &str = r#"{"id":"e0","at":"2026-11-03T12:00:00Z","actor":{"kind":"human","name":"Maya"},"task":"t1","change":{"kind":"field","field":"status","from":"todo","to":"in_progress"}}
{"id":"s0","at":"2026-11-09T09:30:00Z","actor":{"kind":"human","name":"Maya"},"session":"s1","change":{"kind":"session","act":"saved","summary":"S"}}
{"id":"e1","at":"2026-11-04T12:00:00Z","actor":{"kind":"human","name":"Maya"},"task":"t1","change":{"kind":"field","field":"status","from":"in_progress","to":"done"}}
{"id":"e2","at":"2026-11-05T12:00:00Z","actor":{"kind":"human","name":"Maya"},"task":"t2","change":{"kind":"field","field":"status","from":"todo","to":"in_progress"}}
{"id":"e3","at":"2026-11-06T12:00:00Z","actor":{"kind":"human","name":"Maya"},"task":"t4","change":{"kind":"field","field":"status","from":"todo","to":"in_progress"}}
{"id":"e4","at":"2026-11-06T13:00:00Z","actor":{"kind":"human","name":"Maya"},"task":"t5","change":{"kind":"field","field":"status","from":"todo","to":"blocked"}}
{"id":"e5","at":"2026-11-09T12:00:00Z","actor":{"kind":"human","name":"Maya"},"task":"t2","change":{"kind":"field","field":"status","from":"in_progress","to":"done"}}
"#;

const HEAD: &str = "\
## Reports

`handoff report NAME --json` prints these members, and so does `handoff_get_metrics` with `report`. Every report has
`report: text, source: text, exact_from: date | null, from: date, to: date`, and `notice?: text`, which says what it lacks. A date is a text `YYYY-MM-DD`. Any value may
be `null` if it is not known. If a list was cut, `NAME_omitted` has the number of its other entries. With `--group` there is also `groups: [{key: text, …}]`, each with the members of the
report. [metrics.md](metrics.md) defines the values.

| report | members |
| --- | --- |
";

/// Returns all reports of the small project.
fn reports() -> Vec<Report> {
    let mut engine = Engine::new();
    let file = |(path, text): &(&str, &str)| match *text {
        "" => FileState::Folder { path: (*path).to_owned() },
        text => FileState::File { path: (*path).to_owned(), bytes: text.as_bytes().to_vec() },
    };
    engine.feed(FILES.iter().map(file).collect(), END);
    let actor = Actor::person("Maya");
    let context = Context {
        now: END,
        time_zone: TimeZone::default(),
        actor,
        writer: "maya".to_owned(),
        seed: 0,
        pause: None,
        process: None,
    };
    let filter = Filter::default();
    let report = |name| {
        let request =
            ReportRequest { name, from: None, to: None, group: None, filter: &filter, seed: None, history: &[] };
        Report::new(&engine.reader().report(&context, &request), usize::MAX)
    };
    ReportName::ALL.into_iter().map(report).collect()
}

/// Returns the section of docs/command.md.
pub fn section() -> String {
    let mut text = HEAD.to_owned();
    for report in reports() {
        let Value::Object(mut members) = json!(report) else { continue };
        members.retain(|name, _| !COMMON.contains(&name.as_str()) && name != "notice");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| `{}` | `{}` |", report.report.name(), members_of(&members));
    }
    text
}

fn members_of(members: &Map<String, Value>) -> String {
    members.iter().map(|(name, value)| format!("{name}: {}", shape(value))).collect::<Vec<_>>().join(", ")
}

/// Describes a value in the notation of the page.
fn shape(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) => "true or false".to_owned(),
        Value::Number(_) => "number".to_owned(),
        Value::String(text) if parse_date(text).is_some() => "date".to_owned(),
        Value::String(_) => "text".to_owned(),
        Value::Array(values) => format!("[{}]", values.first().map(shape).unwrap_or_default()),
        Value::Object(members) => format!("{{{}}}", members_of(members)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::record::{self, Record};
    use super::{reports, section};

    #[test]
    fn every_list_of_every_report_has_an_entry() {
        let text = section();
        assert!(!text.contains("[]"), "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with("| `")).count(), 12, "{text}");
        assert!(!text.contains(": null"), "{text}");
    }

    #[test]
    fn records_have_the_single_members_of_the_json() {
        let names = |value: &Value| -> Vec<String> {
            let is_single = |value: &Value| !value.is_array() && !value.is_object();
            value
                .as_object()
                .unwrap()
                .iter()
                .filter(|(_, value)| is_single(value))
                .map(|(name, _)| name.clone())
                .collect()
        };
        for report in reports() {
            let value = json!(report);
            assert_eq!(Record::from(&report).names().collect::<Vec<_>>(), names(&value));
            let lists = ["days", "weeks", "milestones", "tasks"].iter().filter_map(|name| value[*name][0].as_object());
            let row = lists.map(|row| names(&json!(row))).next().unwrap_or_default();
            let rows = record::rows(&report.series);
            assert_eq!(rows.first().into_iter().flat_map(Record::names).collect::<Vec<_>>(), row);
        }
    }
}
