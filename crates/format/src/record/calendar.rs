//! Working times of a project or an assignee.

use std::ops::RangeInclusive;

use handoff_protocol::{ProblemCode, Text};

use super::fields::{RecordReader, RecordTable};
use crate::{Value, is_date, texts};

/// The names of the weekdays, in the order of their numbers.
const WEEKDAYS: [&str; 7] = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/// Working times. For an assignee, an absent value means that of the project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calendar {
    /// The hours of an ordinary day.
    pub work_hours_per_day: Option<f64>,
    /// The closed weekdays, where 0 is Sunday. Absent and empty differ.
    pub closed_weekdays: Option<Vec<u8>>,
    /// The closed days. They take precedence over `open_dates`.
    pub closed_dates: Vec<String>,
    /// The working days on closed weekdays.
    pub open_dates: Vec<String>,
    /// The hours of single weekdays (`sun` to `sat`) or days (`YYYY-MM-DD`), in file order.
    pub day_hours: Vec<(String, f64)>,
    /// `manual` or `auto` by convention.
    pub schedule_mode: Option<String>,
    /// The load, in percent, from which an assignee is overloaded.
    pub overwork_limit_percent: Option<f64>,
    /// The part of the time that is planned, in percent. A value up to [`MAX_FRACTION`] is a fraction.
    pub max_utilization: Option<f64>,
    /// The hour, 0 to 23, at which work begins.
    pub work_start_hour: Option<u32>,
    /// The hour, 1 to 24, at which work ends.
    pub work_end_hour: Option<u32>,
    /// How many tasks a person works on at once.
    pub max_parallel_tasks: Option<u32>,
}

/// Earlier versions stored `max_utilization` as a fraction. As a percentage such a value would leave almost
/// no time.
const MAX_FRACTION: f64 = 2.0;

impl Calendar {
    /// Returns the part of the time that is planned, in percent. `None` if the file has none that is usable.
    pub fn utilization_percent(&self) -> Option<f64> {
        let value = self.max_utilization.filter(|value| value.is_finite() && *value > 0.0)?;
        Some(if self.has_fraction() { value * 100.0 } else { value })
    }

    /// Returns whether `max_utilization` is a fraction.
    pub fn has_fraction(&self) -> bool {
        self.max_utilization.is_some_and(|value| value > 0.0 && value <= MAX_FRACTION)
    }
}

/// Reads working times.
pub(crate) fn read_calendar(reader: &mut RecordReader<'_>, table: &RecordTable<'_>) -> Calendar {
    Calendar {
        work_hours_per_day: reader.number(table, "work_hours_per_day"),
        closed_weekdays: table.has("closed_weekdays").then(|| read_weekdays(reader, table)),
        closed_dates: reader.dates(table, "closed_dates"),
        open_dates: reader.dates(table, "open_dates"),
        day_hours: read_day_hours(reader, table),
        schedule_mode: reader.text(table, "schedule_mode"),
        overwork_limit_percent: reader.number(table, "overwork_limit_percent"),
        max_utilization: at_least(reader, table, "max_utilization", f64::MIN_POSITIVE),
        ..read_day(reader, table)
    }
}

/// Reads when a day begins and ends, and how much is done at once.
fn read_day(reader: &mut RecordReader<'_>, table: &RecordTable<'_>) -> Calendar {
    let mut count = |key, range: RangeInclusive<u32>| {
        let value = reader.small_count(table, key);
        if let Some(value) = value.filter(|value| !range.contains(value)) {
            report_range(reader, table, key, &value.to_string());
            return None;
        }
        value
    };
    let (start, end) = (count("work_start_hour", 0..=23), count("work_end_hour", 1..=24));
    let max_parallel_tasks = count("max_parallel_tasks", 1..=u32::MAX);
    let is_empty = start.zip(end).is_some_and(|(start, end)| start >= end);
    if is_empty {
        report_range(reader, table, "work_end_hour", &end.unwrap_or_default().to_string());
    }
    let work_end_hour = end.filter(|_| !is_empty);
    Calendar { work_start_hour: start, work_end_hour, max_parallel_tasks, ..Calendar::default() }
}

/// Reads a number, and reports one that is less than a minimum.
fn at_least(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &str, minimum: f64) -> Option<f64> {
    let value = reader.number(table, key);
    if let Some(value) = value.filter(|value| *value < minimum) {
        report_range(reader, table, key, &value.to_string());
        return None;
    }
    value
}

fn report_range(reader: &mut RecordReader<'_>, table: &RecordTable<'_>, key: &str, value: &str) {
    let args = [("key", key.to_owned()), ("value", value.to_owned())];
    reader.report(ProblemCode::WrongType, &table.path_to(key, None), Text::with(texts::OUT_OF_RANGE, args));
}

fn read_weekdays(reader: &mut RecordReader<'_>, table: &RecordTable<'_>) -> Vec<u8> {
    let mut days = Vec::new();
    for (index, lookup) in reader.list(table, "closed_weekdays").into_iter().enumerate() {
        let value = lookup.value();
        let day = parse_weekday(&value);
        if day.is_none() {
            let shown = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let path = table.path_to("closed_weekdays", Some(index));
            reader.report(ProblemCode::WrongType, &path, Text::with(texts::UNKNOWN_WEEKDAY, [("value", shown)]));
        }
        days.extend(day);
    }
    days
}

/// Returns the number of a weekday, where 0 is Sunday, from that number or from a name.
pub fn parse_weekday(value: &Value) -> Option<u8> {
    match value {
        Value::String(name) => weekday_of_name(name),
        other => other.as_u64().and_then(|number| u8::try_from(number).ok()).filter(|number| *number < 7),
    }
}

/// Returns the number of a weekday from its full or three-letter name, in any case.
pub fn weekday_of_name(name: &str) -> Option<u8> {
    let lower = name.to_ascii_lowercase();
    let matches = |day: &&str| *day == lower || day.get(..3) == Some(lower.as_str());
    WEEKDAYS.iter().position(matches).and_then(|index| u8::try_from(index).ok())
}

fn read_day_hours(reader: &mut RecordReader<'_>, table: &RecordTable<'_>) -> Vec<(String, f64)> {
    let Some(days) = reader.table(table, "day_hours") else { return Vec::new() };
    let mut hours = Vec::new();
    for (name, _) in days.members() {
        if weekday_of_name(name).is_none() && !is_date(name) {
            let text = Text::with(texts::UNKNOWN_WEEKDAY, [("value", name.to_owned())]);
            reader.report(ProblemCode::BadDate, &days.path_to(name, None), text);
        }
        if let Some(number) = reader.number(&days, name) {
            hours.push((name.to_owned(), number));
        }
    }
    hours
}
