//! An XML file of Microsoft Project 2010 and later. Elements stand in the order of its schema.
//!
//! A calendar knows how many hours a day has, not which: they begin at eight, or at midnight where there are more than sixteen. Tasks with
//! dates are "manually scheduled", so that Project shows the dates of the plan instead of its own.

use handoff_format::{date_of, note_stamp};
use handoff_protocol::gantt::GanttLink;
use handoff_protocol::{DependencyKind, Priority};

use super::{Facts, Line, Plan};
use crate::calendar::{Calendar, Calendars, Day};

// In these forms a word without a value is the mark at which an element begins or ends.
const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<Project xmlns=\"http://schemas.microsoft.com/project\">\n";
const PROJECT: &str = "SaveVersion=14 Name=name Title=name CreationDate=now ScheduleFromStart=1 StartDate=begin FinishDate=finish CalendarUID=1 DefaultStartTime=open DefaultFinishTime=close MinutesPerDay=day MinutesPerWeek=week DaysPerMonth=20 DurationFormat=7 WorkFormat=2 NewTasksAreManual=1 ExtendedAttributes";
const FIELD: &str = "ExtendedAttribute FieldID=field FieldName=column Alias=alias /ExtendedAttribute";
const CALENDAR: &str = "Calendar UID=number Name=name IsBaseCalendar=base BaseCalendarUID=under";
const EXCEPTION: &str =
    "Exception EnteredByOccurrences=0 TimePeriod FromDate=T00:00:00 ToDate=T23:59:00 /TimePeriod Occurrences=1 Type=1";
const OPEN: &str = "DayWorking=1 WorkingTimes WorkingTime FromTime=from ToTime=to /WorkingTime /WorkingTimes";
const TASK: &str = "Task UID=number ID=number Name=title Active=1 Manual=leaf Type=1 IsNull=0 Contact=name OutlineLevel=level Priority=importance Start=begin Finish=finish Duration=duration DurationFormat=7 Work=work EffortDriven=0 Milestone=0 Summary=above PercentComplete=progress ActualWork=done RemainingWork=left Notes=notes";
const LINK: &str =
    "PredecessorLink PredecessorUID=from Type=tie CrossProject=0 LinkLag=lag LagFormat=7 /PredecessorLink";
const VALUE: &str = "ExtendedAttribute FieldID=field Value=value /ExtendedAttribute";
const MANUAL: &str = "ManualStart=begin ManualFinish=finish ManualDuration=duration";
const MILESTONE: &str = "Task UID=number ID=number Name=name Active=1 Manual=1 OutlineLevel=1 Start=begin Finish=begin Duration=PT0H0M0S Milestone=1 Summary=0 ManualStart=begin ManualFinish=begin ManualDuration=PT0H0M0S /Task";
const RESOURCE: &str =
    "Resource UID=number ID=number Name=name Type=1 IsNull=0 Code=key MaxUnits=1 CalendarUID=calendar /Resource";
const ASSIGNMENT: &str = "Assignment UID=number TaskUID=task ResourceUID=resource ActualWork=done Finish=finish RemainingWork=left Start=begin Units=units Work=work /Assignment";

/// Where custom fields are kept, by which name, and the facts that they hold.
const FIELDS: [(&str, &str, &str); 4] = [
    ("188743731", "Text1", "id"),
    ("188743734", "Text2", "status"),
    ("188743737", "Text3", "milestone"),
    ("188743767", "Number1", "estimate"),
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
    for (field, column, word) in FIELDS {
        xml.form(FIELD, &|asked| match asked {
            "field" => field.to_owned(),
            "column" => column.to_owned(),
            _ => "Handoff ".to_owned() + word,
        });
    }
    xml.form("/ExtendedAttributes Calendars", &str::to_owned);
    calendar(&mut xml, BASE, &config.name, base, base);
    for (place, key) in people.iter().enumerate() {
        calendar(&mut xml, BASE + 1 + place, plan.name_of(key), calendars.of_assignee(Some(key)), base);
    }
    xml.form("/Calendars Tasks", &str::to_owned);
    for line in &plan.lines {
        task(&mut xml, plan, line, &calendars);
    }
    for (place, goal) in plan.chart.milestones.iter().enumerate() {
        xml.form(MILESTONE, &|word| match word {
            "number" => (plan.lines.len() + 1 + place).to_string(),
            "name" => goal.name.clone(),
            "begin" => begin(base, goal.day),
            itself => itself.to_owned(),
        });
    }
    xml.form("/Tasks Resources", &str::to_owned);
    for (place, key) in people.iter().enumerate() {
        xml.form(RESOURCE, &|word| match word {
            "number" => (place + 1).to_string(),
            "calendar" => (BASE + 1 + place).to_string(),
            "name" => plan.name_of(key).to_owned(),
            "key" => (*key).to_owned(),
            itself => itself.to_owned(),
        });
    }
    xml.form("/Resources Assignments", &str::to_owned);
    let mut number = 0;
    for line in plan.lines.iter().filter(|line| line.is_leaf()) {
        let assignee = line.row.assignee.as_deref();
        let Some(place) = people.iter().position(|known| Some(*known) == assignee) else { continue };
        number += 1;
        xml.form(ASSIGNMENT, &|word| match word {
            "number" => number.to_string(),
            "resource" => (place + 1).to_string(),
            word => fact(plan, line, calendars.of_assignee(assignee), word),
        });
    }
    xml.form("/Assignments /Project", &str::to_owned);
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
    let (mut first, mut last) = (None, None);
    for (start, due) in plan.lines.iter().filter_map(Line::days) {
        first = Some(first.map_or(start, |first: Day| first.min(start)));
        last = last.max(Some(due));
    }
    let usual = usual(base);
    let (open, close) = hours(usual);
    xml.form(PROJECT, &|word| match word {
        "name" => plan.project.model.config.values().name.clone(),
        "now" => note_stamp(plan.context.now),
        "begin" => first.map(|day| begin(base, day)).unwrap_or_default(),
        "finish" => last.map(|day| end(base, day)).unwrap_or_default(),
        "open" => clock(open),
        "close" => clock(close),
        "day" => usual.to_string(),
        "week" => base.week().iter().sum::<u32>().to_string(),
        itself => itself.to_owned(),
    });
}

/// What "a day" means in durations and lags: the middle one of the open weekdays.
fn usual(calendar: &Calendar) -> u32 {
    let up_to = |most: u32| calendar.week().iter().filter(|minutes| (1..=most).contains(*minutes)).count();
    let middle = |minutes: &u32| *minutes > 0 && up_to(*minutes) * 2 > up_to(u32::MAX);
    calendar.week().into_iter().filter(middle).min().unwrap_or(USUAL_MINUTES)
}

/// When a day with so many working minutes begins and ends.
fn hours(minutes: u32) -> (u32, u32) {
    let first = if minutes > 16 * 60 { 0 } else { 8 * 60 };
    (first, first + minutes)
}

fn clock(minute: u32) -> String {
    note_stamp(i64::from(minute) * 60_000).split_off("1970-01-01T".len())
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
    ["PT", &(minutes / 60).to_string(), "H", &(minutes % 60).to_string(), "M0S"].concat()
}

#[allow(clippy::cast_possible_truncation, reason = "no task takes so many hours, and no number becomes 0")]
fn whole_minutes(hours: f64) -> i64 {
    (hours * 60.0).round() as i64
}

/// A calendar; one of an assignee is told as what differs from the project's.
fn calendar(xml: &mut Xml, number: usize, name: &str, calendar: &Calendar, base: &Calendar) {
    let is_base = number == BASE;
    xml.form(CALENDAR, &|word| match word {
        "number" => number.to_string(),
        "name" => name.to_owned(),
        "base" => if is_base { "1" } else { "0" }.to_owned(),
        _ => if is_base { "-1" } else { "1" }.to_owned(),
    });
    if is_base || base != calendar {
        xml.form("WeekDays", &str::to_owned);
        for (place, minutes) in calendar.week().into_iter().enumerate() {
            xml.form("WeekDay DayType=type", &|_| (place + 1).to_string());
            working(xml, minutes);
            xml.form("/WeekDay", &str::to_owned);
        }
        xml.form("/WeekDays Exceptions", &str::to_owned);
        let mut after = Day::MIN;
        while let Some(day) = [calendar, base].iter().filter_map(|either| either.exception_from(after)).min() {
            xml.form(EXCEPTION, &|word| if word.starts_with('T') { date_of(day) } else { String::new() } + word);
            working(xml, calendar.minutes(day));
            xml.form("/Exception", &str::to_owned);
            after = day.saturating_add(1);
        }
        xml.form("/Exceptions", &str::to_owned);
    }
    xml.form("/Calendar", &str::to_owned);
}

fn working(xml: &mut Xml, minutes: u32) {
    let (from, to) = hours(minutes);
    xml.form(if minutes > 0 { OPEN } else { "DayWorking=0" }, &|word| match word {
        "from" => clock(from),
        "to" => clock(to),
        itself => itself.to_owned(),
    });
}

fn task(xml: &mut Xml, plan: &Plan<'_>, line: &Line<'_>, calendars: &Calendars) {
    let own = calendars.of_assignee(line.row.assignee.as_deref());
    let facts: Facts<'_> = &|word| fact(plan, line, own, word);
    xml.form(TASK, facts);
    for link in plan.chart.links.iter().filter(|link| line.waits_by(link)) {
        predecessor(xml, link, calendars.at(0));
    }
    for (field, _, word) in FIELDS {
        let value = facts(word);
        if !value.is_empty() {
            xml.form(VALUE, &|asked| if asked == "field" { field } else { &value }.to_owned());
        }
    }
    if line.is_leaf() {
        xml.form(MANUAL, facts);
    }
    xml.form("/Task", facts);
}

fn predecessor(xml: &mut Xml, link: &GanttLink, base: &Calendar) {
    xml.form(LINK, &|word| match word {
        "from" => (link.from + 1).to_string(),
        "tie" => tie(link.kind).to_owned(),
        "lag" => (i64::from(link.lag) * i64::from(usual(base)) * 10).to_string(),
        itself => itself.to_owned(),
    });
}

/// What this form alone tells of a task, where its assignee has such a calendar.
fn fact(plan: &Plan<'_>, line: &Line<'_>, own: &Calendar, word: &str) -> String {
    let (total, done) = work(line);
    let days = line.days();
    let minutes = match word {
        // Project adds up what is below a summary.
        "work" | "done" | "left" if !line.is_leaf() => return String::new(),
        "work" => total,
        "done" => done,
        "left" => total - done,
        "duration" => match days {
            Some((first, last)) => length(own, first, last),
            None => return String::new(),
        },
        "begin" => return days.map(|(first, _)| begin(own, first)).unwrap_or_default(),
        "finish" => return days.map(|(_, last)| end(own, last)).unwrap_or_default(),
        "number" | "task" => return (line.place + 1).to_string(),
        "level" => return (line.row.depth + 1).to_string(),
        "leaf" => return u32::from(line.is_leaf()).to_string(),
        "above" => return u32::from(!line.is_leaf()).to_string(),
        "importance" => return importance(line.row.priority).to_owned(),
        "units" => return units(total, days.map(|(first, last)| length(own, first, last))),
        word => return plan.fact(line, word),
    };
    span(minutes)
}

/// Which part of the time that is there the work takes.
fn units(work: i64, there: Option<i64>) -> String {
    let number = |minutes: i64| f64::from(i32::try_from(minutes).unwrap_or(i32::MAX));
    let units = there.filter(|_| work > 0).map_or(1.0, |there| number(work) / number(there));
    ((units * 100.0).round() / 100.0).to_string()
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
    fn form(&mut self, form: &str, facts: Facts<'_>) {
        for part in form.split(' ') {
            match part.rsplit_once('=') {
                Some((name, word)) => self.leaf(name, &facts(word)),
                None => self.tag("<", part, ">\n"),
            }
        }
    }

    fn tag(&mut self, before: &str, name: &str, behind: &str) {
        for part in [before, name, behind] {
            self.0.push_str(part);
        }
    }

    /// An element with a text; nothing where there is no text. Characters that XML cannot hold are left out.
    fn leaf(&mut self, name: &str, text: &str) {
        if text.is_empty() {
            return;
        }
        self.tag("<", name, ">");
        for character in text.chars() {
            match character {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '\r' | '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
                other => self.0.push(other),
            }
        }
        self.tag("</", name, ">\n");
    }
}
