//! iCalendar export (RFC 5545), with the relations of RFC 9253.
//!
//! There is no METHOD, which would require an organizer. A task with a date is an all-day event,
//! because Google's, Apple's and Microsoft's calendars import only events. A task without a date is
//! a to-do. ORGANIZER and ATTENDEE require mail addresses, so CONTACT contains the assignee. The
//! first line of the description contains it as well, for calendars that do not show CONTACT.
//! Properties with the prefix X-HANDOFF contain the other fields.
//!
//! The crate `icalendar` 0.17 does not fit: it depends on the clock of chrono and on random UUIDs,
//! which the engine must not have, and sorts properties by name.

mod component;

use component::{Component, Property};
use handoff_format::{fnv1a_hex, format_date, note_stamp};
use handoff_protocol::gantt::{GanttLink, GanttMilestone};
use handoff_protocol::{DependencyKind, Priority, Status};

use super::{ExportInput, ExportTask, format_hours};
use crate::ground::timestamp::Day;
use crate::ground::timestamp::parse_timestamp;

pub(super) fn write(input: &ExportInput<'_>) -> String {
    let mut calendar = Component::new("VCALENDAR");
    calendar.extend([
        Property::text("VERSION", "2.0"),
        Property::text("PRODID", "-//Handoff//Handoff//EN"),
        Property::text("X-WR-CALNAME", project_name(input)),
    ]);
    for task in &input.tasks {
        calendar.push(task_component(input, task));
    }
    for milestone in &input.chart.milestones {
        calendar.push(milestone_event(input, milestone));
    }
    calendar.to_string()
}

fn task_component(input: &ExportInput<'_>, task: &ExportTask<'_>) -> Component {
    let record = task.record();
    let mut component = Component::new(if task.dates().is_some() { "VEVENT" } else { "VTODO" });
    component.extend([
        Property::text("UID", &task_uid(input, task)),
        Property::text("DTSTAMP", &utc_stamp(input.context.now)),
        Property::text("CREATED", &record_stamp(record.created_at.as_deref())),
        Property::text("LAST-MODIFIED", &record_stamp(record.updated_at.as_deref())),
        Property::text("SUMMARY", task.task.title()),
        Property::text("DESCRIPTION", &description(input, task)),
    ]);
    component.extend(match task.dates() {
        Some((first, last)) => Vec::from(all_day(first, last)),
        None => vec![
            Property::text("STATUS", todo_status(task.row.status)),
            Property::text("PERCENT-COMPLETE", &task.row.progress.to_string()),
        ],
    });
    component.extend([
        Property::text("PRIORITY", task.row.priority.map_or("", priority)),
        Property::text("CONTACT", task.assignee().map_or("", |key| input.assignee_name(key))),
        Property::list("CATEGORIES", task.row.milestone.iter().chain(&record.labels).map(String::as_str)),
    ]);
    component.extend(relations(input, task));
    component.extend([
        Property::text("X-HANDOFF-ID", task.task.id()),
        Property::text("X-HANDOFF-STATUS", task.row.status.map_or("", |status| status.name())),
        Property::text("X-HANDOFF-ASSIGNEE", task.assignee().unwrap_or_default()),
        Property::text("X-HANDOFF-ESTIMATE-HOURS", &format_hours(task.row.hours)),
        Property::text("X-HANDOFF-ACTUAL-HOURS", &format_hours(task.row.actual_hours)),
        Property::text("X-HANDOFF-REMAINING-HOURS", &format_hours(task.row.remaining_hours)),
    ]);
    component
}

fn milestone_event(input: &ExportInput<'_>, milestone: &GanttMilestone) -> Component {
    let configured = &input.project.model.config.values().milestones;
    let config = configured.iter().find(|(name, _)| *name == milestone.name).map(|(_, config)| config);
    let description = config.and_then(|config| config.description.as_deref());
    let [start, end, transparency] = all_day(milestone.day, milestone.day);
    let mut event = Component::new("VEVENT");
    event.extend([
        Property::text("UID", &uid(["milestone", project_name(input), &milestone.name])),
        Property::text("DTSTAMP", &utc_stamp(input.context.now)),
        start,
        end,
        Property::text("SUMMARY", &milestone.name),
        Property::text("DESCRIPTION", description.unwrap_or_default()),
        transparency,
    ]);
    event
}

/// Returns the properties of an all-day event. The end is exclusive.
fn all_day(first: Day, last: Day) -> [Property; 3] {
    let date = |name, day| Property::text(name, &without_separators(&format_date(day))).with("VALUE", "DATE");
    [date("DTSTART", first), date("DTEND", last.saturating_add(1)), Property::text("TRANSP", "TRANSPARENT")]
}

/// Returns the parent and the dependencies. By RFC 9253 the kind and the gap belong to the
/// predecessor.
fn relations(input: &ExportInput<'_>, task: &ExportTask<'_>) -> Vec<Property> {
    let related = |other: &ExportTask<'_>, kind: &str| {
        Property::text("RELATED-TO", &task_uid(input, other)).with("RELTYPE", kind)
    };
    let row = |index: u32| input.tasks.get(usize::try_from(index).ok()?);
    let mut relations: Vec<Property> = input.parent(task).map(|parent| related(parent, "PARENT")).into_iter().collect();
    relations.extend(input.incoming_links(task).filter_map(|link| Some(related(row(link.from)?, "DEPENDS-ON"))));
    relations.extend(input.outgoing_links(task).filter_map(|link| {
        let relation = related(row(link.to)?, relation_type(link.kind));
        Some(if link.lag == 0 { relation } else { relation.with("GAP", &gap(link)) })
    }));
    relations
}

/// Writes a lag as a duration: `P2D`, `-P1D`.
fn gap(link: &GanttLink) -> String {
    format!("{}P{}D", if link.lag < 0 { "-" } else { "" }, link.lag.unsigned_abs())
}

fn project_name<'a>(input: &ExportInput<'a>) -> &'a str {
    &input.project.model.config.values().name
}

/// Returns the same UID for a task in every file: it depends on the id and the time of creation,
/// else on the project's name.
fn task_uid(input: &ExportInput<'_>, task: &ExportTask<'_>) -> String {
    let created = task.record().created_at.as_deref().filter(|stamp| !stamp.is_empty());
    uid(["task", created.unwrap_or(project_name(input)), &task.row.key])
}

fn uid(parts: [&str; 3]) -> String {
    fnv1a_hex(parts.join("\0").as_bytes()) + "@handoff"
}

/// Formats a timestamp of a record in UTC, `None` as an empty text.
fn record_stamp(stamp: Option<&str>) -> String {
    stamp.and_then(parse_timestamp).map(|time| utc_stamp(time.timestamp_millis())).unwrap_or_default()
}

/// Writes milliseconds since 1970 as `20261121T025717Z`.
fn utc_stamp(milliseconds: i64) -> String {
    without_separators(&note_stamp(milliseconds)) + "Z"
}

fn without_separators(time: &str) -> String {
    time.replace(['-', ':'], "")
}

/// Returns the assignee, the hours and the progress, in a form that needs no translation, and then
/// the notes.
fn description(input: &ExportInput<'_>, task: &ExportTask<'_>) -> String {
    let name = task.assignee().map_or("", |key| input.assignee_name(key)).to_owned();
    let hours = task.row.hours.map(|hours| format!("{hours} h")).unwrap_or_default();
    let progress = if task.row.progress > 0 { format!("{} %", task.row.progress) } else { String::new() };
    let summary = join_non_empty([name, hours, progress], " · ");
    join_non_empty([summary, task.notes().trim().to_owned()], "\n\n")
}

fn join_non_empty<const N: usize>(parts: [String; N], separator: &str) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(separator)
}

fn relation_type(kind: DependencyKind) -> &'static str {
    match kind {
        DependencyKind::FinishToStart => "FINISHTOSTART",
        DependencyKind::StartToStart => "STARTTOSTART",
        DependencyKind::FinishToFinish => "FINISHTOFINISH",
        DependencyKind::StartToFinish => "STARTTOFINISH",
    }
}

fn priority(priority: Priority) -> &'static str {
    match priority {
        Priority::High => "1",
        Priority::Medium => "5",
        Priority::Low => "9",
    }
}

fn todo_status(status: Option<Status>) -> &'static str {
    match status {
        Some(Status::Done) => "COMPLETED",
        Some(Status::Skipped) => "CANCELLED",
        Some(Status::InProgress | Status::Review) => "IN-PROCESS",
        Some(Status::Todo | Status::Blocked) | None => "NEEDS-ACTION",
    }
}
