//! The exports, read back by independent readers.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{self, Bench, context, undented};
use handoff_protocol::gantt::GanttView;
use handoff_protocol::{Context, ExportFormat, Filter, GanttGroup, GanttSort, Query, View};
use ical::IcalParser;
use ical::property::Property;
use roxmltree::{Document, Node};

/// Texts that are syntax in a format, every kind of dependency, and tasks with both, one or no
/// dates.
const ODD: &str = r#"
    === config.toml
    started_at = "2026-11-11"

    [project]
    name = "Odd, & <sound>"

    [calendar]
    closed_dates = ["2026-12-03"]
    [calendar.day_hours]
    fri = 20

    [assignees.maya]
    display_name = "Maya; Ito"
    open_dates = ["2026-12-03"]
    work_hours_per_day = 6

    [milestones."beta, soon"]
    date = "2026-12-09"
    description = "All \\ done"
    === tasks/t1-a/_task.todo.json
    {"id": "t1", "title": "=1+1, \"quoted\"", "assignee": "maya", "labels": ["a,b", "c"], "created_at": "2026-11-21T02:57:17.72Z", "notes": "one\r\n\ttwo; \u0007 ]]> & <b>三</b> 長い長い長い長い長い長い長い長い長い長い長い長い長い長い長い長い長い", "schedule": {"start_date": "2026-12-02", "due_date": "2026-12-03", "estimate_hours": 9, "milestone": "beta, soon"}}
    === tasks/t2-b/_task.in_progress.json
    {"id": "t2", "title": "-2", "assignee": "nobody known", "dependencies": ["t1", "t9"], "handoff_dependencies": [{"id": "t1", "kind": "SS", "lag": 2}], "schedule": {"due_date": "2026-12-04", "estimate_hours": 8, "actual_hours": 3, "remaining_hours": 6.5}}
    === tasks/t3-c/_task.done.json
    {"id": "t3", "title": "Parent", "priority": "high", "dependencies": ["t1"], "handoff_dependencies": [{"id": "t1", "kind": "FF", "lag": -1}]}
    === tasks/t3-c/t3.1-d/_task.done.json
    {"id": "t3.1", "title": "Below", "dependencies": ["t2"], "handoff_dependencies": [{"id": "t2", "kind": "SF"}], "schedule": {"start_date": "2026-12-05", "estimate_hours": 2}}
    === tasks/t4-e/_task.blocked.json
    {"id": "t4", "title": "Undated", "priority": "low", "dependencies": ["t3.1"], "handoff_dependencies": [{"id": "t3.1", "lag": 1}]}
"#;

fn odd() -> Bench {
    Bench::from_text(&undented(ODD))
}

fn export(bench: &mut Bench, format: ExportFormat) -> String {
    match bench.engine.view(&Query::Export { format }, &context()) {
        View::Export(text) => text,
        other => panic!("{other:?}"),
    }
}

/// Returns the chart of all tasks.
fn chart(bench: &mut Bench) -> GanttView {
    let query = Query::Gantt {
        filter: Some(Filter::default()),
        sort: Some(GanttSort::Manual),
        group: Some(GanttGroup::Tree),
        baseline: None,
        loads: None,
    };
    match bench.engine.view(&query, &context()) {
        View::Gantt(chart) => chart,
        other => panic!("{other:?}"),
    }
}

fn date(day: Option<i32>) -> String {
    day.map(handoff_format::format_date).unwrap_or_default()
}

fn hours(text: &str) -> Option<f64> {
    (!text.is_empty()).then(|| text.parse().unwrap())
}

#[test]
fn exports_match_snapshots() {
    for (format, name) in
        [(ExportFormat::Csv, "csv"), (ExportFormat::ICalendar, "ics"), (ExportFormat::MsProject, "xml")]
    {
        insta::assert_snapshot!(name, export(&mut odd(), format));
    }
}

mod table {
    use super::*;

    fn rows(text: &str) -> Vec<BTreeMap<String, String>> {
        let text = text.strip_prefix('\u{feff}').expect("Excel recognizes UTF-8 by the byte order mark");
        csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect()
    }

    #[test]
    fn csv_has_the_values_of_the_chart() {
        for mut bench in [Bench::atlas(), Bench::example("harbour"), odd()] {
            let chart = chart(&mut bench);
            let text = export(&mut bench, ExportFormat::Csv);
            assert!(text.lines().count() > chart.rows.len() && !text.replace("\r\n", "").contains('\n'));
            let rows = rows(&text);
            assert_eq!(rows.len(), chart.rows.len());
            for (row, expected) in rows.iter().zip(&chart.rows) {
                assert_eq!(row["id"], expected.id);
                assert_eq!((&row["start"], &row["due"]), (&date(expected.start), &date(expected.due)), "{row:?}");
                assert_eq!(hours(&row["estimate"]), expected.hours);
                assert_eq!(hours(&row["actual"]), expected.actual_hours);
                assert_eq!(hours(&row["remaining"]), expected.remaining_hours);
                assert_eq!(row["progress"], expected.progress.to_string());
                assert_eq!(row["assignee"], expected.assignee.clone().unwrap_or_default());
                assert_eq!(row["milestone"], expected.milestone.clone().unwrap_or_default());
                assert_eq!(row["title"].trim_start_matches('\''), expected.title);
            }
        }
    }

    #[test]
    fn csv_escapes_formulas_and_writes_dependencies_as_project_does() {
        let rows = rows(&export(&mut odd(), ExportFormat::Csv));
        let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
        assert_eq!(column("title"), ["'=1+1, \"quoted\"", "'-2", "Parent", "Below", "Undated"]);
        assert_eq!(column("dependencies"), ["", "t1SS+2d;t9", "t1FF-1d", "t2SF", "t3.1FS+1d"]);
        assert_eq!(column("parent"), ["", "", "", "t3", ""]);
        assert_eq!(column("status"), ["todo", "in_progress", "done", "done", "blocked"]);
        for start in ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"] {
            let project = format!(
                "=== tasks/t1-a/_task.todo.json\n{}",
                serde_json::json!({ "id": "t1", "title": format!("{start}cmd") })
            );
            let rows = super::table::rows(&export(&mut Bench::from_text(&project), ExportFormat::Csv));
            assert_eq!(rows[0]["title"], format!("'{start}cmd"));
        }
    }

    #[test]
    fn csv_quotes_other_separators_and_outer_spaces() {
        for title in ["a;=b", "a\t=b", " a ", "a\r\nb", "a\"b"] {
            let task = serde_json::json!({ "id": "t1", "title": title });
            let mut bench = Bench::from_text(&format!("=== tasks/t1-a/_task.todo.json\n{task}"));
            let text = export(&mut bench, ExportFormat::Csv);
            assert!(text.contains(&format!("\"{}\"", title.replace('"', "\"\""))), "{text}");
            assert_eq!(rows(&text)[0]["title"], title);
        }
    }

    #[test]
    fn csv_of_a_project_without_tasks_is_the_header() {
        let text = export(&mut Bench::from_text("=== config.toml\n"), ExportFormat::Csv);
        assert!(text.starts_with("\u{feff}id,parent,title,") && text.ends_with(",dependencies\r\n"), "{text}");
        assert!(rows(&text).is_empty());
    }
}

mod calendar {
    use super::*;

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
                let params: Vec<String> = property
                    .params
                    .iter()
                    .flatten()
                    .map(|(name, values)| format!("{name}={}", values.join(",")))
                    .collect();
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
        for mut bench in [Bench::atlas(), Bench::example("harbour"), odd()] {
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
        let change = r#"{"kind":"updateTasks","ids":["t1"],"patch":{"title":"Other","dueDate":"2026-12-20","status":"blocked"}}"#;
        bench.run(&support::command(change)).unwrap();
        assert_eq!(uid(&mut bench), before);
        let later = Context { now: support::NOW + 86_400_000, ..context() };
        let View::Export(text) = bench.engine.view(&Query::Export { format: ExportFormat::ICalendar }, &later) else {
            panic!()
        };
        assert!(text.contains(&before) && text.contains("DTSTAMP:20261202T080000Z"));
    }
}

mod ms_project {
    use super::*;

    fn text<'a>(node: Node<'a, '_>, name: &str) -> &'a str {
        let child = node.children().find(|child| child.tag_name().name() == name);
        child.and_then(|child| child.text()).unwrap_or_default()
    }

    fn all<'a, 'i>(document: &'a Document<'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
        document.descendants().filter(move |node| node.tag_name().name() == name)
    }

    fn field<'a>(task: Node<'a, '_>, id: &str) -> &'a str {
        let fields = task.children().filter(|child| child.tag_name().name() == "ExtendedAttribute");
        fields.into_iter().find(|field| text(*field, "FieldID") == id).map_or("", |field| text(field, "Value"))
    }

    /// The elements of an export, in the order of the schema.
    const ORDER: [(&str, &[&str]); 6] = [
        (
            "Project",
            &[
                "SaveVersion",
                "Name",
                "Title",
                "CreationDate",
                "ScheduleFromStart",
                "StartDate",
                "FinishDate",
                "CalendarUID",
                "DefaultStartTime",
                "DefaultFinishTime",
                "MinutesPerDay",
                "MinutesPerWeek",
                "DaysPerMonth",
                "DurationFormat",
                "WorkFormat",
                "NewTasksAreManual",
                "ExtendedAttributes",
                "Calendars",
                "Tasks",
                "Resources",
                "Assignments",
            ],
        ),
        ("Calendar", &["UID", "Name", "IsBaseCalendar", "BaseCalendarUID", "WeekDays", "Exceptions"]),
        ("Exception", &["EnteredByOccurrences", "TimePeriod", "Occurrences", "Type", "DayWorking", "WorkingTimes"]),
        (
            "Task",
            &[
                "UID",
                "ID",
                "Name",
                "Active",
                "Manual",
                "Type",
                "IsNull",
                "Contact",
                "OutlineLevel",
                "Priority",
                "Start",
                "Finish",
                "Duration",
                "DurationFormat",
                "Work",
                "EffortDriven",
                "Milestone",
                "Summary",
                "PercentComplete",
                "ActualWork",
                "RemainingWork",
                "Notes",
                "PredecessorLink",
                "ExtendedAttribute",
                "ManualStart",
                "ManualFinish",
                "ManualDuration",
            ],
        ),
        ("Resource", &["UID", "ID", "Name", "Type", "IsNull", "Code", "MaxUnits", "CalendarUID"]),
        (
            "Assignment",
            &["UID", "TaskUID", "ResourceUID", "ActualWork", "Finish", "RemainingWork", "Start", "Units", "Work"],
        ),
    ];

    #[test]
    fn xml_has_the_values_of_the_chart_in_the_order_of_the_schema() {
        for mut bench in [Bench::atlas(), Bench::example("harbour"), odd()] {
            let chart = chart(&mut bench);
            let xml = export(&mut bench, ExportFormat::MsProject);
            let document = Document::parse(&xml).unwrap();
            for (name, order) in ORDER {
                for node in all(&document, name) {
                    assert_eq!(node.tag_name().namespace(), Some("http://schemas.microsoft.com/project"));
                    let children = node.children().filter(Node::is_element);
                    let positions: Vec<usize> = children
                        .map(|child| order.iter().position(|known| *known == child.tag_name().name()).expect(name))
                        .collect();
                    assert!(positions.is_sorted(), "{name}: {positions:?}");
                }
            }
            let tasks: Vec<Node<'_, '_>> = all(&document, "Task").collect();
            assert_eq!(tasks.len(), chart.rows.len() + chart.milestones.len());
            for (task, row) in tasks.iter().zip(&chart.rows) {
                assert_eq!((text(*task, "Name"), field(*task, "188743731")), (row.title.as_str(), row.id.as_str()));
                assert_eq!(text(*task, "OutlineLevel"), (row.depth + 1).to_string());
                let day = |name| text(*task, name).get(..10).unwrap_or_default().to_owned();
                assert_eq!(day("Start"), date(row.start.or(row.due)));
                assert_eq!(day("Finish"), date(row.due.or(row.start)), "{}", row.id);
                assert_eq!(hours(field(*task, "188743767")), row.hours);
                assert_eq!(text(*task, "Summary") == "1", row.below > 0);
            }
            let links: usize = tasks
                .iter()
                .map(|task| {
                    task.children()
                        .filter(|child| child.has_tag_name(("http://schemas.microsoft.com/project", "PredecessorLink")))
                        .count()
                })
                .sum();
            assert_eq!(links, chart.links.len());
            let people: BTreeMap<&str, &str> =
                all(&document, "Resource").map(|node| (text(node, "UID"), text(node, "Code"))).collect();
            for assignment in all(&document, "Assignment") {
                let uid: usize = text(assignment, "TaskUID").parse().unwrap();
                let assignee = chart.rows[uid - 1].assignee.as_deref().unwrap();
                assert_eq!(people[text(assignment, "ResourceUID")], assignee);
            }
            let assigned = chart.rows.iter().filter(|row| row.below == 0 && row.assignee.is_some()).count();
            assert_eq!(all(&document, "Assignment").count(), assigned);
        }
    }

    #[test]
    fn xml_has_the_hours_and_links_of_the_calendars() {
        let xml = export(&mut odd(), ExportFormat::MsProject);
        let document = Document::parse(&xml).unwrap();
        let tasks: Vec<Node<'_, '_>> = all(&document, "Task").collect();
        let values = |index: usize, names: &[&str]| -> Vec<String> {
            names.iter().map(|name| text(tasks[index], name).to_owned()).collect()
        };
        let times = ["Start", "Finish", "Duration", "Work", "ActualWork", "RemainingWork"];
        // Six hours on Wednesday and six on Thursday, which only the project closes.
        let first = ["2026-12-02T08:00:00", "2026-12-03T14:00:00", "PT12H0M0S", "PT9H0M0S", "PT0H0M0S", "PT9H0M0S"];
        assert_eq!(values(0, &times), first);
        // A Friday of twenty hours begins at midnight.
        let second = ["2026-12-04T00:00:00", "2026-12-04T20:00:00", "PT20H0M0S", "PT9H30M0S", "PT3H0M0S", "PT6H30M0S"];
        assert_eq!(values(1, &times), second);
        // That Saturday is closed and counts as a default day; a finished task has no work left.
        let below = ["2026-12-05T08:00:00", "2026-12-05T16:00:00", "PT8H0M0S", "PT2H0M0S", "PT2H0M0S", "PT0H0M0S"];
        assert_eq!(values(3, &times), below);
        assert_eq!(
            text(tasks[0], "Notes"),
            "one\n\ttwo;  ]]> & <b>三</b> 長い長い長い長い長い長い長い長い長い長い長い長い長い長い長い長い長い"
        );
        let links: Vec<[&str; 4]> = all(&document, "PredecessorLink")
            .map(|link| ["PredecessorUID", "Type", "LinkLag", "LagFormat"].map(|name| text(link, name)))
            .collect();
        // Most days of this project have eight hours, in tenths of a minute.
        assert_eq!(
            links,
            [["1", "3", "9600", "7"], ["1", "0", "-4800", "7"], ["2", "2", "0", "7"], ["4", "1", "4800", "7"]]
        );
        let people: Vec<&str> = all(&document, "Resource").map(|node| text(node, "Name")).collect();
        assert_eq!(people, ["Maya; Ito", "nobody known"]);
        let units: Vec<&str> = all(&document, "Assignment").map(|node| text(node, "Units")).collect();
        assert_eq!(units, ["0.75", "0.48"]);
        let maya = all(&document, "Calendar").nth(1).unwrap();
        let open: Vec<&str> = maya
            .descendants()
            .filter(|node| node.tag_name().name() == "Exception")
            .map(|node| text(node, "DayWorking"))
            .collect();
        assert_eq!(open, ["1"], "a day that only the project closes is open");
        let goal = tasks.last().unwrap();
        assert_eq!(
            (text(*goal, "Name"), text(*goal, "Milestone"), text(*goal, "Start")),
            ("beta, soon", "1", "2026-12-09T08:00:00")
        );
    }

    #[test]
    fn xml_leaves_out_characters_that_it_cannot_hold() {
        let task = serde_json::json!({ "id": "t1", "title": "\u{7}\u{fffe}", "notes": "a\u{0}\r\u{ffff}]]>\u{1f}b" });
        let xml =
            export(&mut Bench::from_text(&format!("=== tasks/t1-a/_task.todo.json\n{task}")), ExportFormat::MsProject);
        let document = Document::parse(&xml).unwrap();
        let task = all(&document, "Task").next().unwrap();
        assert_eq!((text(task, "Name"), text(task, "Notes")), ("", "a]]>b"));
        assert!(!xml.contains("<Name></Name>") && xml.contains("]]&gt;"));
    }

    #[test]
    fn xml_of_a_project_without_tasks_is_well_formed() {
        let xml = export(&mut Bench::from_text("=== config.toml\n"), ExportFormat::MsProject);
        let document = Document::parse(&xml).unwrap();
        assert_eq!((all(&document, "Tasks").count(), all(&document, "Task").count()), (1, 0));
    }
}
