//! An XML file of Microsoft Project 2010 and later. Elements stand in the order of its schema.
//!
//! A calendar knows how many hours a day has, not which: they begin at eight, or at midnight where there are more than sixteen. Tasks with
//! dates are "manually scheduled", so that Project shows the dates of the plan instead of its own.

use handoff_format::{date_of, note_stamp};
use handoff_protocol::{DependencyKind, Priority};

use super::{Line, Plan};
use crate::calendar::{Calendar, Calendars, Day};
use crate::number;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<Project xmlns=\"http://schemas.microsoft.com/project\">\n";
/// Where custom fields are kept, by which name, and what they are called.
const FIELDS: [(&str, &str, &str); 4] = [
    ("188743731", "Text1", "Handoff id"),
    ("188743734", "Text2", "Handoff status"),
    ("188743737", "Text3", "Handoff milestone"),
    ("188743767", "Number1", "Handoff estimate"),
];
const USUAL_MINUTES: u32 = 480;
const DAY_MINUTES: u32 = 1440;
/// The calendar of the project; those of assignees follow.
const BASE: usize = 1;

pub(super) fn write(plan: &Plan<'_>) -> String {
    let config = plan.project.model.config.values();
    let calendars = Calendars::of(config);
    let people = people(plan);
    let base = calendars.at(0);
    let mut xml = Xml(HEAD.to_owned());
    head(&mut xml, plan, base);
    xml.open("ExtendedAttributes");
    for (id, name, alias) in FIELDS {
        xml.group("ExtendedAttribute", &[("FieldID", id), ("FieldName", name), ("Alias", alias)]);
    }
    xml.close("ExtendedAttributes");
    xml.open("Calendars");
    calendar(&mut xml, BASE, &config.name, base, None);
    for (place, key) in people.iter().enumerate() {
        calendar(&mut xml, BASE + 1 + place, plan.name_of(key), calendars.of_assignee(Some(key)), Some(base));
    }
    xml.close("Calendars");
    xml.open("Tasks");
    for (position, line) in plan.lines.iter().enumerate() {
        task(&mut xml, plan, position, line, (base, calendars.of_assignee(line.row.assignee.as_deref())));
    }
    for (place, goal) in plan.chart.milestones.iter().enumerate() {
        milestone(&mut xml, plan.lines.len() + 1 + place, &goal.name, &begin(base, goal.day));
    }
    xml.close("Tasks");
    xml.open("Resources");
    for (place, key) in people.iter().enumerate() {
        let (uid, calendar) = ((place + 1).to_string(), (BASE + 1 + place).to_string());
        let name = plan.name_of(key);
        let facts = [("UID", &*uid), ("ID", &uid), ("Name", name), ("Type", "1"), ("IsNull", "0"), ("Code", key)];
        xml.group("Resource", &[&facts[..], &[("MaxUnits", "1"), ("CalendarUID", &calendar)]].concat());
    }
    xml.close("Resources");
    xml.open("Assignments");
    let mut uid = 0;
    for (position, line) in plan.lines.iter().enumerate().filter(|(_, line)| line.is_leaf()) {
        let place = line.row.assignee.as_ref().and_then(|key| people.iter().position(|known| known == key));
        if let Some(place) = place {
            uid += 1;
            assignment(
                &mut xml,
                [uid, position + 1, place + 1],
                line,
                calendars.of_assignee(line.row.assignee.as_deref()),
            );
        }
    }
    xml.close("Assignments");
    xml.close("Project");
    xml.0
}

/// The keys of those who are configured, and of those whom tasks name besides.
fn people<'a>(plan: &Plan<'a>) -> Vec<&'a str> {
    let mut keys: Vec<&str> =
        plan.project.model.config.values().assignees.iter().map(|(key, _)| key.as_str()).collect();
    for key in plan.lines.iter().filter_map(|line| line.row.assignee.as_deref()) {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}

fn head(xml: &mut Xml, plan: &Plan<'_>, base: &Calendar) {
    let name = &plan.project.model.config.values().name;
    let days = || plan.lines.iter().filter_map(Line::days);
    let usual = usual(base);
    let week: u32 = base.week().iter().sum();
    let (first, last) = hours(usual);
    for (key, value) in [
        ("SaveVersion", "14"),
        ("Name", name),
        ("Title", name),
        ("CreationDate", &note_stamp(plan.context.now)),
        ("ScheduleFromStart", "1"),
        ("StartDate", &days().map(|(start, _)| start).min().map(|day| begin(base, day)).unwrap_or_default()),
        ("FinishDate", &days().map(|(_, due)| due).max().map(|day| end(base, day)).unwrap_or_default()),
        ("CalendarUID", "1"),
        ("DefaultStartTime", &clock(first)),
        ("DefaultFinishTime", &clock(last)),
        ("MinutesPerDay", &usual.to_string()),
        ("MinutesPerWeek", &week.to_string()),
        ("DaysPerMonth", "20"),
        ("DurationFormat", "7"),
        ("WorkFormat", "2"),
        ("NewTasksAreManual", "1"),
    ] {
        xml.leaf(key, value);
    }
}

/// What "a day" means in durations and lags: the middle one of the open weekdays.
fn usual(calendar: &Calendar) -> u32 {
    let mut open: Vec<u32> = calendar.week().into_iter().filter(|minutes| *minutes > 0).collect();
    handoff_format::sort(&mut open);
    open.get(open.len() / 2).copied().unwrap_or(USUAL_MINUTES)
}

/// When a day with so many working minutes begins and ends.
fn hours(minutes: u32) -> (u32, u32) {
    let first = if minutes > 16 * 60 { 0 } else { 8 * 60 };
    (first, first + minutes)
}

fn clock(minute: u32) -> String {
    format!("{:02}:{:02}:00", minute % DAY_MINUTES / 60, minute % 60)
}

fn moment(day: Day, minute: u32) -> String {
    let day = if minute < DAY_MINUTES { day } else { day.saturating_add(1) };
    date_of(day) + "T" + &clock(minute)
}

/// A day on which nobody works counts as a usual one, so that a task that lies there has a length.
fn hours_of(calendar: &Calendar, day: Day) -> (u32, u32) {
    let minutes = calendar.minutes(day);
    hours(if minutes == 0 { USUAL_MINUTES } else { minutes })
}

fn begin(calendar: &Calendar, day: Day) -> String {
    moment(day, hours_of(calendar, day).0)
}

fn end(calendar: &Calendar, day: Day) -> String {
    moment(day, hours_of(calendar, day).1)
}

/// Working minutes from one day to another, both included.
fn length(calendar: &Calendar, first: Day, last: Day) -> i64 {
    match calendar.minutes_between(first, last) {
        0 => i64::from(last - first + 1) * i64::from(USUAL_MINUTES),
        minutes => minutes,
    }
}

fn span(minutes: i64) -> String {
    format!("PT{}H{}M0S", minutes / 60, minutes % 60)
}

#[allow(clippy::cast_possible_truncation, reason = "no task takes so many hours, and no number becomes 0")]
fn whole_minutes(hours: f64) -> i64 {
    (hours * 60.0).round() as i64
}

/// A calendar; one of an assignee is told as what differs from the project's.
fn calendar(xml: &mut Xml, uid: usize, name: &str, calendar: &Calendar, base: Option<&Calendar>) {
    xml.open("Calendar");
    xml.leaf("UID", &uid.to_string());
    xml.leaf("Name", name);
    xml.leaf("IsBaseCalendar", if base.is_some() { "0" } else { "1" });
    xml.leaf("BaseCalendarUID", if base.is_some() { "1" } else { "-1" });
    if base != Some(calendar) {
        xml.open("WeekDays");
        for (place, minutes) in calendar.week().into_iter().enumerate() {
            xml.open("WeekDay");
            xml.leaf("DayType", &(place + 1).to_string());
            working(xml, minutes);
            xml.close("WeekDay");
        }
        xml.close("WeekDays");
        let mut days: Vec<Day> = calendar.exceptions().map(|(day, _)| day).collect();
        days.extend(base.into_iter().flat_map(Calendar::exceptions).map(|(day, _)| day));
        handoff_format::sort(&mut days);
        days.dedup();
        xml.open("Exceptions");
        for day in days {
            xml.open("Exception");
            xml.leaf("EnteredByOccurrences", "0");
            let date = date_of(day);
            xml.group("TimePeriod", &[("FromDate", &(date.clone() + "T00:00:00")), ("ToDate", &(date + "T23:59:00"))]);
            xml.leaf("Occurrences", "1");
            xml.leaf("Type", "1");
            working(xml, calendar.minutes(day));
            xml.close("Exception");
        }
        xml.close("Exceptions");
    }
    xml.close("Calendar");
}

fn working(xml: &mut Xml, minutes: u32) {
    xml.leaf("DayWorking", if minutes > 0 { "1" } else { "0" });
    if minutes > 0 {
        let (from, to) = hours(minutes);
        xml.open("WorkingTimes");
        xml.group("WorkingTime", &[("FromTime", &clock(from)), ("ToTime", &clock(to))]);
        xml.close("WorkingTimes");
    }
}

fn task(xml: &mut Xml, plan: &Plan<'_>, position: usize, line: &Line<'_>, (base, own): (&Calendar, &Calendar)) {
    let row = line.row;
    let uid = (position + 1).to_string();
    let (start, finish, duration) = match line.days() {
        Some((first, last)) => (begin(own, first), end(own, last), span(length(own, first, last))),
        None => Default::default(),
    };
    let (work, actual) = work(line);
    // Project adds up what is below a summary.
    let own_work = |minutes: i64| if line.is_leaf() { span(minutes) } else { String::new() };
    xml.open("Task");
    for (key, value) in [
        ("UID", uid.as_str()),
        ("ID", &uid),
        ("Name", line.task.title()),
        ("Active", "1"),
        ("Manual", if line.is_leaf() { "1" } else { "0" }),
        ("Type", "1"),
        ("IsNull", "0"),
        ("Contact", row.assignee.as_deref().map(|key| plan.name_of(key)).unwrap_or_default()),
        ("OutlineLevel", &(row.depth + 1).to_string()),
        ("Priority", importance(row.priority)),
        ("Start", &start),
        ("Finish", &finish),
        ("Duration", &duration),
        ("DurationFormat", "7"),
        ("Work", &own_work(work)),
        ("EffortDriven", "0"),
        ("Milestone", "0"),
        ("Summary", if line.is_leaf() { "0" } else { "1" }),
        ("PercentComplete", &row.progress.to_string()),
        ("ActualWork", &own_work(actual)),
        ("RemainingWork", &own_work(work - actual)),
        ("Notes", line.notes()),
    ] {
        xml.leaf(key, value);
    }
    for link in plan.links_to(position) {
        let lag = i64::from(link.lag) * i64::from(usual(base)) * 10;
        xml.group(
            "PredecessorLink",
            &[
                ("PredecessorUID", &(link.from + 1).to_string()),
                ("Type", tie(link.kind)),
                ("CrossProject", "0"),
                ("LinkLag", &lag.to_string()),
                ("LagFormat", "7"),
            ],
        );
    }
    let told = [
        line.task.id().to_owned(),
        row.status.map_or("", |status| status.name()).to_owned(),
        row.milestone.clone().unwrap_or_default(),
        row.hours.map(number::plain).unwrap_or_default(),
    ];
    for ((field, _, _), value) in FIELDS.iter().zip(&told).filter(|(_, value)| !value.is_empty()) {
        xml.group("ExtendedAttribute", &[("FieldID", field), ("Value", value)]);
    }
    if line.is_leaf() {
        xml.leaf("ManualStart", &start);
        xml.leaf("ManualFinish", &finish);
        xml.leaf("ManualDuration", &duration);
    }
    xml.close("Task");
}

fn milestone(xml: &mut Xml, uid: usize, name: &str, at: &str) {
    let uid = uid.to_string();
    let facts = [("UID", &*uid), ("ID", &uid), ("Name", name), ("Active", "1"), ("Manual", "1"), ("OutlineLevel", "1")];
    let times = [("Start", at), ("Finish", at), ("Duration", "PT0H0M0S"), ("Milestone", "1"), ("Summary", "0")];
    let manual = [("ManualStart", at), ("ManualFinish", at), ("ManualDuration", "PT0H0M0S")];
    xml.group("Task", &[&facts[..], &times, &manual].concat());
}

/// All work of a task and what of it is done, in minutes. Where it is told what is left, that is believed, and of a task that is over nothing
/// is left; the estimate has a field of its own.
fn work(line: &Line<'_>) -> (i64, i64) {
    let estimate = whole_minutes(line.row.hours.unwrap_or_default());
    let actual = line.row.actual_hours.map(whole_minutes);
    if line.task.status().is_terminal() {
        let done = actual.unwrap_or(estimate);
        return (done, done);
    }
    let actual = actual.unwrap_or_default();
    (line.row.remaining_hours.map_or(estimate.max(actual), |hours| actual + whole_minutes(hours)), actual)
}

fn assignment(xml: &mut Xml, [uid, task, resource]: [usize; 3], line: &Line<'_>, calendar: &Calendar) {
    let (work, actual) = work(line);
    let (mut times, mut units) = (None, 1.0);
    if let Some((first, last)) = line.days() {
        let there = i32::try_from(length(calendar, first, last)).unwrap_or(i32::MAX);
        if work > 0 {
            units = f64::from(i32::try_from(work).unwrap_or(i32::MAX)) / f64::from(there);
        }
        times = Some((begin(calendar, first), end(calendar, last)));
    }
    let (start, finish) = times.unwrap_or_default();
    let units = number::plain((units * 100.0).round() / 100.0);
    xml.group(
        "Assignment",
        &[
            ("UID", &uid.to_string()),
            ("TaskUID", &task.to_string()),
            ("ResourceUID", &resource.to_string()),
            ("ActualWork", &span(actual)),
            ("Finish", &finish),
            ("RemainingWork", &span(work - actual)),
            ("Start", &start),
            ("Units", &units),
            ("Work", &span(work)),
        ],
    );
}

fn importance(priority: Option<Priority>) -> &'static str {
    match priority {
        Some(Priority::High) => "800",
        Some(Priority::Low) => "200",
        Some(Priority::Medium) | None => "500",
    }
}

fn tie(kind: DependencyKind) -> &'static str {
    match kind {
        DependencyKind::FinishToFinish => "0",
        DependencyKind::FinishToStart => "1",
        DependencyKind::StartToFinish => "2",
        DependencyKind::StartToStart => "3",
    }
}

struct Xml(String);

impl Xml {
    fn tag(&mut self, mark: &str, name: &str) {
        self.0.push_str(mark);
        self.0.push_str(name);
        self.0.push('>');
    }

    fn open(&mut self, name: &str) {
        self.tag("<", name);
        self.0.push('\n');
    }

    fn close(&mut self, name: &str) {
        self.tag("</", name);
        self.0.push('\n');
    }

    /// An element with a text; nothing where there is no text. Characters that XML cannot hold are left out.
    fn leaf(&mut self, name: &str, text: &str) {
        if text.is_empty() {
            return;
        }
        self.tag("<", name);
        for character in text.chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '\r' | '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
                other => self.0.push(other),
            }
        }
        self.close(name);
    }

    fn group(&mut self, name: &str, parts: &[(&str, &str)]) {
        self.open(name);
        for (part, text) in parts {
            self.leaf(part, text);
        }
        self.close(name);
    }
}
