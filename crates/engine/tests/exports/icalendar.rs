//! The iCalendar export.

use std::collections::BTreeSet;

use handoff_protocol::{Context, ExportFormat, Query, View};
use ical::IcalParser;
use ical::property::Property;

use super::{chart, date, export, hours, odd};
use crate::support::{self, Bench, context};

struct Entry {
    kind: &'static str,
    properties: Vec<Property>,
}

impl Entry {
    fn text(&self, name: &str) -> String {
        let property = self.properties.iter().find(|property| property.name == name);
        let value = property.and_then(|property| property.value.clone()).unwrap_or_default();
        value.replace("\\n", "\n").replace("\\,", ",").replace("\\;", ";").replace("\\\\", "\\")
    }

    /// Returns the relations to other entries: the parameters and the UID.
    fn relations(&self) -> Vec<(String, String)> {
        let related = self.properties.iter().filter(|property| property.name == "RELATED-TO");
        let named = |property: &Property| {
            let params: Vec<String> =
                property.params.iter().flatten().map(|(name, values)| format!("{name}={}", values.join(","))).collect();
            (params.join(";"), property.value.clone().unwrap())
        };
        related.map(named).collect()
    }
}

fn entries(text: &str) -> Vec<Entry> {
    let calendar = IcalParser::new(text.as_bytes()).next().unwrap().unwrap();
    let events = calendar.events.into_iter().map(|event| Entry { kind: "event", properties: event.properties });
    let todos = calendar.todos.into_iter().map(|todo| Entry { kind: "todo", properties: todo.properties });
    events.chain(todos).collect()
}

#[test]
fn icalendar_has_the_values_of_the_chart() {
    for mut bench in [Bench::atlas(), Bench::test_project("harbour"), odd()] {
        let chart = chart(&mut bench);
        let text = export(&mut bench, ExportFormat::ICalendar);
        assert!(text.split("\r\n").all(|line| line.len() <= 75 && !line.contains('\n')));
        let entries = entries(&text);
        assert_eq!(entries.len(), chart.rows.len() + chart.milestones.len());
        let uids: BTreeSet<String> = entries.iter().map(|entry| entry.text("UID")).collect();
        assert_eq!(uids.len(), entries.len(), "UIDs are unique");
        let of = |id: &str| entries.iter().find(|entry| entry.text("X-HANDOFF-ID") == id).unwrap();
        for row in &chart.rows {
            let entry = of(&row.id);
            assert_eq!(entry.text("SUMMARY"), row.title);
            assert_eq!(entry.text("X-HANDOFF-ASSIGNEE"), row.assignee.clone().unwrap_or_default());
            assert_eq!(hours(&entry.text("X-HANDOFF-ESTIMATE-HOURS")), row.hours);
            assert_eq!(hours(&entry.text("X-HANDOFF-ACTUAL-HOURS")), row.actual_hours);
            assert_eq!(hours(&entry.text("X-HANDOFF-REMAINING-HOURS")), row.remaining_hours);
            let plain = |day: Option<i32>| date(day).replace('-', "");
            let (start, due) = (row.start.or(row.due), row.due.or(row.start));
            assert_eq!(entry.kind, if start.is_some() { "event" } else { "todo" });
            assert_eq!(entry.text("DTSTART"), plain(start));
            assert_eq!(entry.text("DTEND"), plain(due.map(|day| day + 1)), "the end is exclusive");
        }
        for link in &chart.links {
            let (from, to) = (of(&chart.rows[link.from as usize].id), of(&chart.rows[link.to as usize].id));
            assert!(to.relations().contains(&("RELTYPE=DEPENDS-ON".to_owned(), from.text("UID"))));
            assert!(from.relations().iter().any(|(kind, uid)| kind.contains("TO") && *uid == to.text("UID")));
        }
    }
}

#[test]
fn icalendar_has_relations_and_texts() {
    let entries = entries(&export(&mut odd(), ExportFormat::ICalendar));
    let of = |id: &str| entries.iter().find(|entry| entry.text("X-HANDOFF-ID") == id).unwrap();
    let uid = |id: &str| of(id).text("UID");
    let relation = |kind: &str, id: &str| (format!("RELTYPE={kind}"), uid(id));
    assert_eq!(
        of("t1").relations(),
        [relation("STARTTOSTART;GAP=P2D", "t2"), relation("FINISHTOFINISH;GAP=-P1D", "t3")]
    );
    assert_eq!(of("t2").relations(), [relation("DEPENDS-ON", "t1"), relation("STARTTOFINISH", "t3.1")]);
    let below = [relation("PARENT", "t3"), relation("DEPENDS-ON", "t2"), relation("FINISHTOSTART;GAP=P1D", "t4")];
    assert_eq!(of("t3.1").relations(), below);
    let first = of("t1");
    assert_eq!(first.text("CONTACT"), "Maya; Ito");
    assert_eq!(first.text("CATEGORIES"), "beta, soon,a,b,c");
    assert_eq!(first.text("CREATED"), "20261121T025717Z");
    assert_eq!(first.text("DTSTAMP"), "20261201T080000Z");
    let notes = "one\n two;  ]]> & <b>三</b> 長い長い長い長い長い長い長い長い長い長い長い長い長い長い長い長い長い";
    assert_eq!(first.text("DESCRIPTION"), format!("Maya; Ito · 9 h\n\n{notes}"));
    assert_eq!((of("t4").text("STATUS"), of("t4").text("PRIORITY")), ("NEEDS-ACTION".to_owned(), "9".to_owned()));
    let goal = entries.iter().find(|entry| entry.text("X-HANDOFF-ID").is_empty()).unwrap();
    assert_eq!((goal.text("SUMMARY"), goal.text("DTSTART")), ("beta, soon".to_owned(), "20261209".to_owned()));
    assert_eq!(goal.text("DESCRIPTION"), "All \\ done");
}

#[test]
fn uids_do_not_depend_on_other_fields() {
    let mut bench = odd();
    let uid = |bench: &mut Bench| {
        let entries = entries(&export(bench, ExportFormat::ICalendar));
        entries.iter().find(|entry| entry.text("X-HANDOFF-ID") == "t1").unwrap().text("UID")
    };
    let before = uid(&mut bench);
    let change =
        r#"{"kind":"updateTasks","ids":["t1"],"patch":{"title":"Other","dueDate":"2026-12-20","status":"blocked"}}"#;
    bench.run(&support::command(change)).unwrap();
    assert_eq!(uid(&mut bench), before);
    let later = Context { now: support::NOW + 86_400_000, ..context() };
    let View::Export(text) = bench.engine.view(&Query::Export { format: ExportFormat::ICalendar }, &later) else {
        panic!()
    };
    assert!(text.contains(&before) && text.contains("DTSTAMP:20261202T080000Z"));
}
