//! The elements of Microsoft Project's XML that Handoff writes.
//!
//! Fields are in the order of Microsoft's schema, which is a sequence. `None` is left out.

use std::fmt::Display;

use handoff_format::format_date;
use serde::{Serialize, Serializer};

use crate::ground::timestamp::Day;

pub(super) const NAMESPACE: &str = "http://schemas.microsoft.com/project";
const DAY_MINUTES: u32 = 1440;

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Project {
    #[serde(rename = "@xmlns")]
    pub(super) xmlns: &'static str,
    pub(super) save_version: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) title: Option<Text>,
    pub(super) creation_date: String,
    pub(super) schedule_from_start: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) start_date: Option<DateTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) finish_date: Option<DateTime>,
    #[serde(rename = "CalendarUID")]
    pub(super) calendar_uid: usize,
    pub(super) default_start_time: Time,
    pub(super) default_finish_time: Time,
    pub(super) minutes_per_day: u32,
    pub(super) minutes_per_week: u32,
    pub(super) days_per_month: u32,
    pub(super) duration_format: u8,
    pub(super) work_format: u8,
    pub(super) new_tasks_are_manual: u8,
    pub(super) extended_attributes: ExtendedAttributes,
    pub(super) calendars: Calendars,
    pub(super) tasks: Tasks,
    pub(super) resources: Resources,
    pub(super) assignments: Assignments,
}

#[derive(Serialize)]
pub(super) struct ExtendedAttributes {
    #[serde(rename = "ExtendedAttribute")]
    pub(super) attributes: Vec<ExtendedAttribute>,
}

/// A custom field of tasks.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct ExtendedAttribute {
    #[serde(rename = "FieldID")]
    pub(super) field_id: u32,
    pub(super) field_name: &'static str,
    pub(super) alias: &'static str,
}

#[derive(Serialize)]
pub(super) struct Calendars {
    #[serde(rename = "Calendar")]
    pub(super) calendars: Vec<Calendar>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Calendar {
    #[serde(rename = "UID")]
    pub(super) uid: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<Text>,
    #[serde(rename = "IsBaseCalendar")]
    pub(super) is_base: u8,
    #[serde(rename = "BaseCalendarUID")]
    pub(super) base_calendar_uid: i8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) week_days: Option<WeekDays>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) exceptions: Option<Exceptions>,
}

#[derive(Serialize)]
pub(super) struct WeekDays {
    #[serde(rename = "WeekDay")]
    pub(super) days: Vec<WeekDay>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct WeekDay {
    /// Sunday is 1.
    pub(super) day_type: usize,
    pub(super) day_working: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) working_times: Option<WorkingTimes>,
}

#[derive(Serialize)]
pub(super) struct Exceptions {
    #[serde(rename = "Exception")]
    pub(super) exceptions: Vec<Exception>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Exception {
    pub(super) entered_by_occurrences: u8,
    pub(super) time_period: TimePeriod,
    pub(super) occurrences: u32,
    #[serde(rename = "Type")]
    pub(super) kind: u8,
    pub(super) day_working: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) working_times: Option<WorkingTimes>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct TimePeriod {
    pub(super) from_date: DateTime,
    pub(super) to_date: DateTime,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct WorkingTimes {
    pub(super) working_time: WorkingTime,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct WorkingTime {
    pub(super) from_time: Time,
    pub(super) to_time: Time,
}

#[derive(Serialize)]
pub(super) struct Tasks {
    #[serde(rename = "Task")]
    pub(super) tasks: Vec<Task>,
    /// Written after the tasks, as elements of the same name.
    #[serde(rename = "Task")]
    pub(super) milestones: Vec<MilestoneTask>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Task {
    #[serde(rename = "UID")]
    pub(super) uid: usize,
    #[serde(rename = "ID")]
    pub(super) id: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<Text>,
    pub(super) active: u8,
    pub(super) manual: u8,
    #[serde(rename = "Type")]
    pub(super) kind: u8,
    pub(super) is_null: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) contact: Option<Text>,
    pub(super) outline_level: u32,
    pub(super) priority: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<DateTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) finish: Option<DateTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) duration: Option<Duration>,
    pub(super) duration_format: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) work: Option<Duration>,
    pub(super) effort_driven: u8,
    pub(super) milestone: u8,
    pub(super) summary: u8,
    pub(super) percent_complete: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) actual_work: Option<Duration>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) remaining_work: Option<Duration>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) notes: Option<Text>,
    #[serde(rename = "PredecessorLink")]
    pub(super) predecessor_links: Vec<PredecessorLink>,
    #[serde(rename = "ExtendedAttribute")]
    pub(super) attribute_values: Vec<AttributeValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) manual_start: Option<DateTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) manual_finish: Option<DateTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) manual_duration: Option<Duration>,
}

/// A task that takes no time.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct MilestoneTask {
    #[serde(rename = "UID")]
    pub(super) uid: usize,
    #[serde(rename = "ID")]
    pub(super) id: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<Text>,
    pub(super) active: u8,
    pub(super) manual: u8,
    pub(super) outline_level: u32,
    pub(super) start: DateTime,
    pub(super) finish: DateTime,
    pub(super) duration: Duration,
    pub(super) milestone: u8,
    pub(super) summary: u8,
    pub(super) manual_start: DateTime,
    pub(super) manual_finish: DateTime,
    pub(super) manual_duration: Duration,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct PredecessorLink {
    #[serde(rename = "PredecessorUID")]
    pub(super) predecessor_uid: u32,
    #[serde(rename = "Type")]
    pub(super) kind: u8,
    pub(super) cross_project: u8,
    /// In tenths of a minute.
    pub(super) link_lag: i64,
    pub(super) lag_format: u8,
}

/// The value that a task has in a custom field.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct AttributeValue {
    #[serde(rename = "FieldID")]
    pub(super) field_id: u32,
    pub(super) value: Text,
}

#[derive(Serialize)]
pub(super) struct Resources {
    #[serde(rename = "Resource")]
    pub(super) resources: Vec<Resource>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Resource {
    #[serde(rename = "UID")]
    pub(super) uid: usize,
    #[serde(rename = "ID")]
    pub(super) id: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<Text>,
    #[serde(rename = "Type")]
    pub(super) kind: u8,
    pub(super) is_null: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) code: Option<Text>,
    pub(super) max_units: u8,
    #[serde(rename = "CalendarUID")]
    pub(super) calendar_uid: usize,
}

#[derive(Serialize)]
pub(super) struct Assignments {
    #[serde(rename = "Assignment")]
    pub(super) assignments: Vec<Assignment>,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Assignment {
    #[serde(rename = "UID")]
    pub(super) uid: usize,
    #[serde(rename = "TaskUID")]
    pub(super) task_uid: usize,
    #[serde(rename = "ResourceUID")]
    pub(super) resource_uid: usize,
    pub(super) actual_work: Duration,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) finish: Option<DateTime>,
    pub(super) remaining_work: Duration,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<DateTime>,
    pub(super) units: f64,
    pub(super) work: Duration,
}

/// A text without the characters that XML 1.0 cannot hold. A carriage return is left out too.
#[derive(Serialize)]
pub(super) struct Text(String);

impl Text {
    /// Returns the text, or `None` if it is empty.
    pub(super) fn new(text: &str) -> Option<Text> {
        let is_allowed = |character: char| match character {
            '\n' | '\t' => true,
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => false,
            _ => true,
        };
        let text: String = text.chars().filter(|character| is_allowed(*character)).collect();
        (!text.is_empty()).then_some(Text(text))
    }
}

/// A time of day in minutes since midnight, written as `08:00:00`; the end of the day as
/// `00:00:00`.
#[derive(Clone, Copy)]
pub(super) struct Time(pub(super) u32);

impl Display for Time {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let minutes = self.0 % DAY_MINUTES;
        write!(formatter, "{:02}:{:02}:00", minutes / 60, minutes % 60)
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A local date with a time, written as `2026-12-02T08:00:00`.
#[derive(Clone, Copy)]
pub(super) struct DateTime {
    day: Day,
    time: Time,
}

impl DateTime {
    /// Returns a time of a day. 24:00 becomes 0:00 of the next day.
    pub(super) fn new(day: Day, minutes: u32) -> DateTime {
        let day = if minutes < DAY_MINUTES { day } else { day.saturating_add(1) };
        DateTime { day, time: Time(minutes) }
    }
}

impl Serialize for DateTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{}T{}", format_date(self.day), self.time))
    }
}

/// A length of time in minutes, written as `PT8H30M0S`.
#[derive(Clone, Copy)]
pub(super) struct Duration(pub(super) i64);

impl Serialize for Duration {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("PT{}H{}M0S", self.0 / 60, self.0 % 60))
    }
}
