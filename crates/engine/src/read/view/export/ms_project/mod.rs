//! An XML file of Microsoft Project 2010 and later.
//!
//! A calendar says how many hours a day has, but not at which times. Working time begins at 8:00,
//! or at midnight on days with more than sixteen hours. Tasks with dates are "manually scheduled",
//! so that Project shows the dates of the plan instead of computing its own.

mod schema;

use std::collections::BTreeSet;

use handoff_format::note_stamp;
use handoff_protocol::gantt::{GanttLink, GanttMilestone};
use handoff_protocol::{DependencyKind, Priority};
use quick_xml::se::{QuoteLevel, Serializer};
use schema::{DateTime, Duration, Text, Time};
use serde::Serialize;

use super::{ExportInput, ExportTask, format_hours};
use crate::analysis::schedule::calendar::{Calendar, Calendars};
use crate::ground::case_fold::fold;
use crate::ground::timestamp::Day;

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
/// UID of the project's calendar. The calendars of assignees follow.
const BASE_CALENDAR_UID: usize = 1;
/// Working minutes of a day if a calendar has none.
const DEFAULT_DAY_MINUTES: u32 = 480;
/// The maximum length of the name of a calendar.
const MAX_NAME_CHARS: usize = 51;
/// The name of a calendar that has none.
const UNNAMED: &str = "Unnamed";
/// The format "days" of durations and lags.
const FORMAT_DAYS: u8 = 7;
/// The format "hours" of work.
const FORMAT_HOURS: u8 = 2;

/// A custom field: its id and name in Project, its alias, and the function that fills it.
type CustomField = (u32, &'static str, &'static str, fn(&ExportTask<'_>) -> Option<Text>);

const CUSTOM_FIELDS: [CustomField; 4] = [
    (188_743_731, "Text1", "Handoff id", |task| Text::new(task.task.id())),
    (188_743_734, "Text2", "Handoff status", |task| task.row.status.and_then(|status| Text::new(status.name()))),
    (188_743_737, "Text3", "Handoff milestone", |task| task.row.milestone.as_deref().and_then(Text::new)),
    (188_743_767, "Number1", "Handoff estimate", |task| Text::new(&format_hours(task.row.hours))),
];

#[allow(clippy::expect_used, reason = "fails only for names and shapes that XML does not have, and no element has one")]
pub(super) fn write(input: &ExportInput<'_>) -> String {
    let mut xml = DECLARATION.to_owned();
    let mut serializer = Serializer::new(&mut xml);
    // Each element on its own line, without indentation.
    serializer.indent(' ', 0);
    serializer.set_quote_level(QuoteLevel::Partial);
    project(input).serialize(serializer).expect("every element has an XML form");
    xml.push('\n');
    xml
}

fn project(input: &ExportInput<'_>) -> schema::Project {
    let config = input.project.model.config.values();
    let calendars = Calendars::new(config);
    let base = calendars.at(0);
    let assignees = assignees(input);
    let names = Names::of(input, &assignees);
    let first = input.tasks.iter().filter_map(ExportTask::dates).map(|(first, _)| first).min();
    let last = input.tasks.iter().filter_map(ExportTask::dates).map(|(_, last)| last).max();
    let minutes_per_day = typical_day(base);
    let (open, close) = working_time(minutes_per_day);
    schema::Project {
        xmlns: schema::NAMESPACE,
        save_version: 14,
        name: Text::new(&config.name),
        title: Text::new(&config.name),
        creation_date: note_stamp(input.context.now),
        schedule_from_start: 1,
        start_date: first.map(|day| start_of(base, day)),
        finish_date: last.map(|day| end_of(base, day)),
        calendar_uid: BASE_CALENDAR_UID,
        default_start_time: Time(open),
        default_finish_time: Time(close),
        minutes_per_day,
        minutes_per_week: base.week().iter().sum(),
        days_per_month: 20,
        duration_format: FORMAT_DAYS,
        work_format: FORMAT_HOURS,
        new_tasks_are_manual: 1,
        extended_attributes: schema::ExtendedAttributes {
            attributes: CUSTOM_FIELDS
                .map(|(field_id, field_name, alias, _)| schema::ExtendedAttribute { field_id, field_name, alias })
                .into(),
        },
        calendars: schema::Calendars { calendars: all_calendars(&names, &calendars, &assignees) },
        tasks: schema::Tasks {
            tasks: input.tasks.iter().map(|task| task_element(input, task, &calendars)).collect(),
            milestones: (input.tasks.len() + 1..)
                .zip(&input.chart.milestones)
                .map(|(uid, milestone)| milestone_element(uid, milestone, base))
                .collect(),
        },
        resources: schema::Resources {
            resources: (1..).zip(&assignees).map(|(uid, key)| resource(&names, uid, key)).collect(),
        },
        assignments: schema::Assignments { assignments: assignments(input, &calendars, &assignees) },
    }
}

/// The names of the base calendar and of the assignees. Project requires that each calendar has a name,
/// that no two have the same, and that they are short and without the signs of its formulas.
struct Names(Vec<String>);

impl Names {
    fn of(input: &ExportInput<'_>, assignees: &[&str]) -> Names {
        let base = std::iter::once(input.project.model.config.values().name.as_str());
        let names = base.chain(assignees.iter().map(|key| input.assignee_name(key)));
        let mut taken = BTreeSet::new();
        Names(names.map(|name| unique_name(name, &mut taken)).collect())
    }

    fn base(&self) -> &str {
        self.of_assignee(0)
    }

    /// Returns the name of an assignee, counted from 1.
    fn of_assignee(&self, number: usize) -> &str {
        self.0.get(number).map_or(UNNAMED, String::as_str)
    }
}

/// Returns a name that Project accepts and that is not among the folded names that are `taken`.
fn unique_name(name: &str, taken: &mut BTreeSet<String>) -> String {
    let plain = name.replace(['[', ']', ','], " ");
    let words: Vec<&str> = plain.split_whitespace().collect();
    let name = if words.is_empty() { UNNAMED.to_owned() } else { words.join(" ") };
    let numbered = |number: u32| {
        let suffix = if number == 1 { String::new() } else { format!(" ({number})") };
        let kept: String = name.chars().take(MAX_NAME_CHARS - suffix.len()).collect();
        kept.trim_end().to_owned() + &suffix
    };
    let mut number = 1;
    while !taken.insert(fold(&numbered(number))) {
        number += 1;
    }
    numbered(number)
}

/// Returns the keys of the configured assignees and then of others that tasks name.
fn assignees<'a>(input: &ExportInput<'a>) -> Vec<&'a str> {
    let configured = &input.project.model.config.values().assignees;
    let mut keys: Vec<&str> = configured.iter().map(|(key, _)| key.as_str()).collect();
    for key in input.tasks.iter().filter_map(ExportTask::assignee) {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

/// Returns the working minutes of "a day" in durations and lags: the median of the open weekdays.
fn typical_day(calendar: &Calendar) -> u32 {
    let mut open: Vec<u32> = calendar.week().into_iter().filter(|minutes| *minutes > 0).collect();
    open.sort_unstable();
    open.get(open.len() / 2).copied().unwrap_or(DEFAULT_DAY_MINUTES)
}

/// Returns when a day with this many working minutes begins and ends, in minutes.
fn working_time(minutes: u32) -> (u32, u32) {
    let start = if minutes > 16 * 60 { 0 } else { 8 * 60 };
    (start, start + minutes)
}

/// Returns the working time of a day. A closed day counts as a default one, so that a task on it
/// has a length.
fn working_time_on(calendar: &Calendar, day: Day) -> (u32, u32) {
    let minutes = calendar.minutes(day);
    working_time(if minutes == 0 { DEFAULT_DAY_MINUTES } else { minutes })
}

fn start_of(calendar: &Calendar, day: Day) -> DateTime {
    DateTime::new(day, working_time_on(calendar, day).0)
}

fn end_of(calendar: &Calendar, day: Day) -> DateTime {
    DateTime::new(day, working_time_on(calendar, day).1)
}

/// Returns the working minutes from one day to another, both inclusive.
fn working_minutes(calendar: &Calendar, first: Day, last: Day) -> i64 {
    match calendar.minutes_between(first, last) {
        0 => i64::from(last - first + 1) * i64::from(DEFAULT_DAY_MINUTES),
        minutes => minutes,
    }
}

#[allow(clippy::cast_possible_truncation, reason = "no task takes so many hours; NaN becomes 0")]
fn to_minutes(hours: f64) -> i64 {
    (hours * 60.0).round() as i64
}

/// Returns the project's calendar and one for each assignee, which has days only if it differs.
fn all_calendars(names: &Names, calendars: &Calendars, assignees: &[&str]) -> Vec<schema::Calendar> {
    let base = calendars.at(0);
    let project_calendar = schema::Calendar {
        uid: BASE_CALENDAR_UID,
        name: Text::new(names.base()),
        is_base: 1,
        base_calendar_uid: -1,
        week_days: Some(week_days(base)),
        exceptions: Some(exceptions(base, base)),
    };
    let assignee_calendars = (BASE_CALENDAR_UID + 1..).zip(assignees).map(|(uid, key)| {
        let calendar = Some(calendars.of_assignee(Some(key))).filter(|calendar| *calendar != base);
        schema::Calendar {
            uid,
            name: Text::new(names.of_assignee(uid - BASE_CALENDAR_UID)),
            is_base: 0,
            base_calendar_uid: 1,
            week_days: calendar.map(week_days),
            exceptions: calendar.map(|calendar| exceptions(calendar, base)),
        }
    });
    std::iter::once(project_calendar).chain(assignee_calendars).collect()
}

fn week_days(calendar: &Calendar) -> schema::WeekDays {
    let days = (1..).zip(calendar.week()).map(|(day_type, minutes)| schema::WeekDay {
        day_type,
        day_working: u8::from(minutes > 0),
        working_times: working_times(minutes),
    });
    schema::WeekDays { days: days.collect() }
}

/// Returns the exceptions of a calendar and of its base: those of the base would hold otherwise.
fn exceptions(calendar: &Calendar, base: &Calendar) -> schema::Exceptions {
    let mut exceptions = Vec::new();
    let mut from = Day::MIN;
    while let Some(day) = [calendar, base].iter().filter_map(|either| either.exception_from(from)).min() {
        let minutes = calendar.minutes(day);
        exceptions.push(schema::Exception {
            entered_by_occurrences: 0,
            time_period: schema::TimePeriod {
                from_date: DateTime::new(day, 0),
                to_date: DateTime::new(day, 23 * 60 + 59),
            },
            occurrences: 1,
            kind: 1,
            day_working: u8::from(minutes > 0),
            working_times: working_times(minutes),
        });
        from = day.saturating_add(1);
    }
    schema::Exceptions { exceptions }
}

fn working_times(minutes: u32) -> Option<schema::WorkingTimes> {
    let (from, to) = working_time(minutes);
    let working_time = schema::WorkingTime { from_time: Time(from), to_time: Time(to) };
    (minutes > 0).then_some(schema::WorkingTimes { working_time })
}

fn task_element(input: &ExportInput<'_>, task: &ExportTask<'_>, calendars: &Calendars) -> schema::Task {
    let is_leaf = task.is_leaf();
    let calendar = calendars.of_assignee(task.assignee());
    // Project sums up the work of subtasks itself.
    let work = is_leaf.then(|| work(task));
    let start = task.dates().map(|(first, _)| start_of(calendar, first));
    let finish = task.dates().map(|(_, last)| end_of(calendar, last));
    let duration = task.dates().map(|(first, last)| Duration(working_minutes(calendar, first, last)));
    let attribute_values = CUSTOM_FIELDS
        .into_iter()
        .filter_map(|(field_id, _, _, value)| Some(schema::AttributeValue { field_id, value: value(task)? }));
    schema::Task {
        uid: task_uid(task),
        id: task_uid(task),
        name: Text::new(task.task.title()),
        active: 1,
        manual: u8::from(is_leaf),
        kind: 1,
        is_null: 0,
        contact: task.assignee().and_then(|key| Text::new(input.assignee_name(key))),
        outline_level: task.row.depth + 1,
        priority: priority(task.row.priority),
        start,
        finish,
        duration,
        duration_format: FORMAT_DAYS,
        work: work.map(|work| Duration(work.total)),
        effort_driven: 0,
        milestone: 0,
        summary: u8::from(!is_leaf),
        percent_complete: task.row.progress,
        actual_work: work.map(|work| Duration(work.actual)),
        remaining_work: work.map(|work| Duration(work.remaining())),
        notes: Text::new(task.notes()),
        predecessor_links: input.incoming_links(task).map(|link| predecessor_link(link, calendars.at(0))).collect(),
        attribute_values: attribute_values.collect(),
        manual_start: start.filter(|_| is_leaf),
        manual_finish: finish.filter(|_| is_leaf),
        manual_duration: duration.filter(|_| is_leaf),
    }
}

fn task_uid(task: &ExportTask<'_>) -> usize {
    task.index + 1
}

fn milestone_element(uid: usize, milestone: &GanttMilestone, base: &Calendar) -> schema::MilestoneTask {
    let date = start_of(base, milestone.day);
    schema::MilestoneTask {
        uid,
        id: uid,
        name: Text::new(&milestone.name),
        active: 1,
        manual: 1,
        outline_level: 1,
        start: date,
        finish: date,
        duration: Duration(0),
        milestone: 1,
        summary: 0,
        manual_start: date,
        manual_finish: date,
        manual_duration: Duration(0),
    }
}

fn predecessor_link(link: &GanttLink, base: &Calendar) -> schema::PredecessorLink {
    schema::PredecessorLink {
        predecessor_uid: link.from + 1,
        kind: link_type(link.kind),
        cross_project: 0,
        link_lag: i64::from(link.lag) * i64::from(typical_day(base)) * 10,
        lag_format: FORMAT_DAYS,
    }
}

fn resource(names: &Names, uid: usize, key: &str) -> schema::Resource {
    schema::Resource {
        uid,
        id: uid,
        name: Text::new(names.of_assignee(uid)),
        kind: 1,
        is_null: 0,
        code: Text::new(key),
        max_units: 1,
        calendar_uid: BASE_CALENDAR_UID + uid,
    }
}

/// Returns an assignment for each task without subtasks that has an assignee.
fn assignments(input: &ExportInput<'_>, calendars: &Calendars, assignees: &[&str]) -> Vec<schema::Assignment> {
    let assigned = input.tasks.iter().filter(|task| task.is_leaf()).filter_map(|task| {
        let assignee = task.assignee()?;
        let resource = assignees.iter().position(|key| *key == assignee)?;
        Some((task, resource + 1, calendars.of_assignee(Some(assignee))))
    });
    let assignment = |(uid, (task, resource_uid, calendar)): (usize, (&ExportTask<'_>, usize, &Calendar))| {
        let work = work(task);
        schema::Assignment {
            uid,
            task_uid: task_uid(task),
            resource_uid,
            actual_work: Duration(work.actual),
            finish: task.dates().map(|(_, last)| end_of(calendar, last)),
            remaining_work: Duration(work.remaining()),
            start: task.dates().map(|(first, _)| start_of(calendar, first)),
            units: units(work, task.dates().map(|(first, last)| working_minutes(calendar, first, last))),
            work: Duration(work.total),
        }
    };
    (1..).zip(assigned).map(assignment).collect()
}

/// Returns the part of the working minutes that the work takes, 1 being all of them.
fn units(work: Work, working_minutes: Option<i64>) -> f64 {
    let number = |minutes: i64| f64::from(i32::try_from(minutes).unwrap_or(i32::MAX));
    let available = working_minutes.filter(|_| work.total > 0);
    let units = available.map_or(1.0, |available| number(work.total) / number(available));
    (units * 100.0).round() / 100.0
}

/// The work of a task in minutes.
#[derive(Clone, Copy)]
struct Work {
    total: i64,
    actual: i64,
}

impl Work {
    fn remaining(self) -> i64 {
        self.total - self.actual
    }
}

/// Returns the work of a task. Remaining hours count before the estimate, which has a field of its
/// own. A finished task has no work left.
fn work(task: &ExportTask<'_>) -> Work {
    let estimate = to_minutes(task.row.hours.unwrap_or_default());
    let actual = task.row.actual_hours.map(to_minutes);
    if task.task.status().is_terminal() {
        let total = actual.unwrap_or(estimate);
        return Work { total, actual: total };
    }
    let actual = actual.unwrap_or_default();
    let remaining = task.row.remaining_hours.map_or(estimate - actual, to_minutes);
    // Project takes a task without remaining work for a finished one, so one percent is left.
    let least = (actual + 98) / 99;
    Work { total: actual + remaining.max(least), actual }
}

fn priority(priority: Option<Priority>) -> u16 {
    match priority {
        Some(Priority::High) => 800,
        Some(Priority::Low) => 200,
        Some(Priority::Medium) | None => 500,
    }
}

fn link_type(kind: DependencyKind) -> u8 {
    match kind {
        DependencyKind::FinishToFinish => 0,
        DependencyKind::FinishToStart => 1,
        DependencyKind::StartToFinish => 2,
        DependencyKind::StartToStart => 3,
    }
}
