//! The export for Microsoft Project.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use handoff_protocol::ExportFormat;
use roxmltree::{Document, Node};

use super::{chart, date, export, hours, odd};
use crate::support::Bench;

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
    for mut bench in [Bench::atlas(), Bench::test_project("harbour"), odd()] {
        let chart = chart(&mut bench);
        let xml = export(&mut bench, ExportFormat::MsProject);
        let document = Document::parse(&xml).unwrap();
        for (name, order) in ORDER {
            for node in all(&document, name) {
                assert_eq!(node.tag_name().namespace(), Some("http://schemas.microsoft.com/project"));
                let children = node.children().filter(Node::is_element);
                let positions: Vec<usize> = children
                    .map(|child| order.iter().position(|existing| *existing == child.tag_name().name()).expect(name))
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
fn xml_matches_snapshot() {
    let xml = export(&mut odd(), ExportFormat::MsProject);
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<Project xmlns=\"http://schemas.microsoft.com/project\">\n";
    assert!(xml.starts_with(head), "{xml}");
    let mut outline = String::new();
    write_outline(&mut outline, Document::parse(&xml).unwrap().root_element());
    insta::assert_snapshot!("xml", outline);
}

/// Writes an element and its values in one line, and the lists below it in lines of their own.
fn write_outline(outline: &mut String, element: Node<'_, '_>) {
    let (lists, values): (Vec<_>, Vec<_>) =
        element.children().filter(Node::is_element).partition(|child| LISTS.contains(&child.tag_name().name()));
    let values: Vec<String> = values.into_iter().map(inline).collect();
    let indent = "  ".repeat(element.ancestors().filter(|node| LISTS.contains(&node.tag_name().name())).count());
    writeln!(outline, "{indent}{}: {}", element.tag_name().name(), values.join(" ")).unwrap();
    for child in lists.iter().flat_map(|list| list.children().filter(Node::is_element)) {
        write_outline(outline, child);
    }
}

const LISTS: [&str; 6] = ["Calendars", "WeekDays", "Exceptions", "Tasks", "Resources", "Assignments"];

fn inline(element: Node<'_, '_>) -> String {
    let name = element.tag_name().name();
    let children: Vec<String> = element.children().filter(Node::is_element).map(inline).collect();
    match children.as_slice() {
        [] => format!("{name}={}", element.text().unwrap_or_default().escape_debug()),
        children => format!("{name}{{{}}}", children.join(" ")),
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
    // Six hours on Wednesday and six on Thursday, which is closed only in the project's calendar.
    let first = ["2026-12-02T08:00:00", "2026-12-03T14:00:00", "PT12H0M0S", "PT9H0M0S", "PT0H0M0S", "PT9H0M0S"];
    assert_eq!(values(0, &times), first);
    // A Friday of twenty hours starts at midnight.
    let second = ["2026-12-04T00:00:00", "2026-12-04T20:00:00", "PT20H0M0S", "PT9H30M0S", "PT3H0M0S", "PT6H30M0S"];
    assert_eq!(values(1, &times), second);
    // That Saturday is closed and counts as a default day. A finished task has no remaining work.
    let below = ["2026-12-05T08:00:00", "2026-12-05T16:00:00", "PT8H0M0S", "PT2H0M0S", "PT2H0M0S", "PT0H0M0S"];
    assert_eq!(values(3, &times), below);
    assert_eq!(
        text(tasks[0], "Notes"),
        "one\n\ttwo;  ]]> & <b>三</b> 長い長い長い長い長い長い長い長い長い長い長い長い長い長い長い長い長い"
    );
    let links: Vec<[&str; 4]> = all(&document, "PredecessorLink")
        .map(|link| ["PredecessorUID", "Type", "LinkLag", "LagFormat"].map(|name| text(link, name)))
        .collect();
    // Most days of this project have eight hours. The lag is in tenths of a minute.
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
    assert_eq!(open, ["1"], "a day that is closed only in the project calendar is open");
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

#[test]
fn calendars_have_names_that_project_accepts() {
    let long = "A name of more than fifty-one characters is cut by the export";
    let names = |project: &str| {
        let people =
            [("a", "Alex"), ("b", "alex"), ("c", "Plan"), ("d", "Kim, [Ops]"), ("e", long), ("f", long), ("g", ",")];
        let section = |(key, name)| format!("[assignees.{key}]\ndisplay_name = \"{name}\"\n");
        let people = people.map(section).concat();
        let text = format!("=== config.toml\n[project]\nname = \"{project}\"\n{people}");
        let xml = export(&mut Bench::from_text(&text), ExportFormat::MsProject);
        let document = Document::parse(&xml).unwrap();
        let of = |name| all(&document, name).map(|node| text_of(node)).collect::<Vec<String>>();
        let calendars = of("Calendar");
        assert_eq!(calendars[1..], of("Resource")[..], "a resource has the name of its calendar");
        calendars
    };
    // A cut before a word ends without the space.
    let first = |characters| long.chars().take(characters).collect::<String>().trim_end().to_owned();
    let people = ["Alex", "alex (2)", "Plan (2)", "Kim Ops", &first(51), &format!("{} (2)", first(47)), "Unnamed"];
    assert_eq!(names("Plan"), [&["Plan"][..], &people].concat());
    assert_eq!((names("")[0].as_str(), names("")[7].as_str()), ("Unnamed", "Unnamed (2)"));
}

fn text_of(node: Node<'_, '_>) -> String {
    text(node, "Name").to_owned()
}

#[test]
fn open_task_has_work_left_when_its_hours_are_used_up() {
    for schedule in [r#""estimate_hours": 4, "actual_hours": 6"#, r#""actual_hours": 1, "remaining_hours": 0"#] {
        let task = format!(r#"{{"id": "t1", "title": "A", "schedule": {{"start_date": "2026-12-01", {schedule}}}}}"#);
        let text = format!("=== tasks/t1-a/_task.todo.json\n{task}\n");
        let xml = export(&mut Bench::from_text(&text), ExportFormat::MsProject);
        let document = Document::parse(&xml).unwrap();
        let element = all(&document, "Task").next().unwrap();
        assert_eq!(self::text(element, "PercentComplete"), "99");
        assert_ne!(self::text(element, "RemainingWork"), "PT0H0M0S", "{xml}");
    }
}
