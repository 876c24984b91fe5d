//! When somebody works: the one place that says how many hours a civil day has.
//!
//! Invariant: everything that plans, counts, shades or forecasts working time asks here. Days are civil days since 1970-01-01; no time
//! zone and no daylight saving reaches them.
//!
//! The rules, which `docs/planning.md` tells for people. `A` is the assignee's table, `P` the project's.
//!
//! * Hours of a day: the `day_hours` entry of its date, else of its weekday, else `work_hours_per_day`, else 8; on each of these steps A's
//!   entry comes before P's.
//! * A day is open or closed as the first of these that speaks of it says: A's `closed_dates`, A's `open_dates`, A's `day_hours` of
//!   the date, then the same three of P, then the weekday. A day with no hours is closed.
//! * A weekday is closed when `closed_weekdays` has it, A's list replacing P's. Where neither has a list, Saturday and Sunday are closed
//!   unless `day_hours` gives them hours.

use std::collections::BTreeMap;

use handoff_format::{Calendar as Told, Config, FIRST_DAY, LAST_DAY, parse_date};

use crate::timestamp::Day;

const DAY_NAMES: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const USUAL_HOURS: f64 = 8.0;
const WEEKEND: [u8; 2] = [6, 0];

/// When somebody works, every rule applied. Time is in minutes, so that sums are exact.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Calendar {
    /// Sunday first.
    week: [u32; 7],
    /// Days that differ from their weekday, ascending.
    exceptions: Vec<Exception>,
}

/// A day that differs from its weekday, and by how much all such days up to it do.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Exception {
    day: Day,
    minutes: u32,
    open_before: i64,
    minutes_before: i64,
}

impl Calendar {
    /// The project's calendar, or that of an assignee.
    pub(crate) fn of(project: &Told, assignee: Option<&Told>) -> Calendar {
        let layers: Vec<&Told> = assignee.into_iter().chain([project]).collect();
        let week = [0, 1, 2, 3, 4, 5, 6].map(|weekday| weekday_minutes(&layers, weekday));
        let mut dates: Vec<(Day, &str)> = Vec::new();
        for layer in &layers {
            let named = layer.day_hours.iter().map(|(key, _)| key);
            for date in layer.closed_dates.iter().chain(&layer.open_dates).chain(named) {
                dates.extend(parse_date(date).map(|day| (day, date.as_str())));
            }
        }
        dates.sort_by_key(|a| a.0);
        dates.dedup_by(|a, b| a.0 == b.0);
        let mut calendar = Calendar { week, exceptions: Vec::new() };
        for (day, date) in dates {
            calendar.except(day, date_minutes(&layers, date, calendar.usual(day), weekday(day)));
        }
        calendar
    }

    /// The same days with a part of their time, at least a minute of those that are open.
    pub(crate) fn scaled(&self, part: f64) -> Calendar {
        let scale = |whole: u32| if whole > 0 { minutes(f64::from(whole) / 60.0 * part).max(1) } else { 0 };
        let mut calendar = Calendar { week: self.week.map(scale), exceptions: Vec::new() };
        for (day, minutes) in self.exceptions() {
            calendar.except(day, scale(minutes));
        }
        calendar
    }

    /// Gives a day that is after all exceptions so far its own minutes.
    fn except(&mut self, day: Day, minutes: u32) {
        if minutes != self.usual(day) {
            let (open_before, minutes_before) = self.added_before(day);
            self.exceptions.push(Exception { day, minutes, open_before, minutes_before });
        }
    }

    /// Minutes per weekday, Sunday first.
    pub(crate) fn week(&self) -> [u32; 7] {
        self.week
    }

    /// Days that differ from their weekday, ascending, with their minutes.
    pub(crate) fn exceptions(&self) -> impl Iterator<Item = (Day, u32)> {
        self.exceptions.iter().map(|exception| (exception.day, exception.minutes))
    }

    /// The first of these days from one on.
    pub(crate) fn exception_from(&self, day: Day) -> Option<Day> {
        self.exceptions.get(self.place(day)).map(|exception| exception.day)
    }

    fn usual(&self, day: Day) -> u32 {
        self.week.get(usize::from(weekday(day))).copied().unwrap_or(0)
    }

    /// The first exception that is not before a day.
    fn place(&self, day: Day) -> usize {
        self.exceptions.partition_point(|exception| exception.day < day)
    }

    /// Working minutes of a day; 0 when it is closed.
    pub(crate) fn minutes(&self, day: Day) -> u32 {
        match self.exceptions.get(self.place(day)) {
            Some(exception) if exception.day == day => exception.minutes,
            _ => self.usual(day),
        }
    }

    /// What exceptions before a day add: open days and minutes.
    fn added_before(&self, day: Day) -> (i64, i64) {
        let last = self.place(day).checked_sub(1).and_then(|place| self.exceptions.get(place));
        last.map_or((0, 0), |last| {
            let usual = self.usual(last.day);
            (
                last.open_before + i64::from(last.minutes > 0) - i64::from(usual > 0),
                last.minutes_before + i64::from(last.minutes) - i64::from(usual),
            )
        })
    }

    /// A sum over the days of the week pattern from a fixed Sunday to the day before this one.
    fn pattern_before(&self, day: Day, value: impl Fn(u32) -> i64) -> i64 {
        let days = i64::from(day) + 4;
        let whole: i64 = self.week.iter().map(|minutes| value(*minutes)).sum();
        let rest = usize::try_from(days.rem_euclid(7)).unwrap_or(0);
        let part: i64 = self.week.iter().take(rest).map(|minutes| value(*minutes)).sum();
        days.div_euclid(7) * whole + part
    }

    /// Open days before a day, counted from a fixed day: only differences mean something.
    fn open_before(&self, day: Day) -> i64 {
        self.pattern_before(day, |minutes| i64::from(minutes > 0)) + self.added_before(day).0
    }

    /// Working minutes before a day, counted likewise.
    fn minutes_before(&self, day: Day) -> i64 {
        self.pattern_before(day, i64::from) + self.added_before(day).1
    }

    /// Open days from one day to another, both included; 0 when the second is before the first.
    pub(crate) fn open_days(&self, first: Day, last: Day) -> i32 {
        let count = self.open_before(last.saturating_add(1)) - self.open_before(first);
        i32::try_from(count.max(0)).unwrap_or(i32::MAX)
    }

    /// Open days after one day up to another; negative where the other is earlier.
    pub(crate) fn open_days_between(&self, from: Day, to: Day) -> i32 {
        if to < from { -self.open_days(to.saturating_add(1), from) } else { self.open_days(from.saturating_add(1), to) }
    }

    /// Working minutes from one day to another, both included; 0 when the second is before the first.
    pub(crate) fn minutes_between(&self, first: Day, last: Day) -> i64 {
        (self.minutes_before(last.saturating_add(1)) - self.minutes_before(first)).max(0)
    }

    /// The first open day that is not before this one; none where nobody ever works again.
    pub(crate) fn next_open(&self, day: Day) -> Option<Day> {
        self.open_day(self.open_before(day))
    }

    /// The last open day that is not after this one.
    pub(crate) fn previous_open(&self, day: Day) -> Option<Day> {
        self.open_day(self.open_before(day.saturating_add(1)) - 1)
    }

    /// The open day so many open days after the first open day from this one on; negative numbers count back from the last open day up to it.
    pub(crate) fn shift(&self, day: Day, days: i32) -> Option<Day> {
        if days < 0 {
            self.open_day(self.open_before(day.saturating_add(1)) - 1 + i64::from(days))
        } else {
            self.open_day(self.open_before(day) + i64::from(days))
        }
    }

    /// The last open day of a span that begins on an open day and has so many of them, at least one.
    pub(crate) fn end_of(&self, start: Day, open_days: i32) -> Option<Day> {
        self.shift(start, open_days.max(1) - 1)
    }

    /// The day with exactly so many open days before it.
    fn open_day(&self, before: i64) -> Option<Day> {
        let found = first_day(self.near(before), |day| self.open_before(day.saturating_add(1)) > before);
        found.filter(|day| self.open_before(*day) == before)
    }

    /// Days between which the one lies that has so many open days before it, as far as the week tells: an exception adds or takes away one
    /// open day, which is a week at most.
    fn near(&self, before: i64) -> (Day, Day) {
        let open = self.week.iter().filter(|minutes| **minutes > 0).count();
        let Some(weeks) = i64::try_from(open).ok().and_then(|open| before.checked_div_euclid(open)) else {
            return (FIRST_DAY, LAST_DAY);
        };
        let around = i64::try_from(self.exceptions.len()).unwrap_or(i64::MAX).saturating_add(2).saturating_mul(7);
        let middle = weeks.saturating_mul(7);
        let day = |day: i64| Day::try_from(day.clamp(FIRST_DAY.into(), LAST_DAY.into())).unwrap_or_default();
        (day(middle.saturating_sub(around)), day(middle.saturating_add(around)))
    }
}

/// The calendars of a project.
#[derive(Clone, Debug)]
pub(crate) struct Calendars {
    /// The project's first.
    all: Vec<Calendar>,
    of_assignee: BTreeMap<String, usize>,
}

impl Calendars {
    pub(crate) fn of(config: &Config) -> Calendars {
        let mut calendars =
            Calendars { all: vec![Calendar::of(&config.calendar, None)], of_assignee: BTreeMap::default() };
        for (key, assignee) in &config.assignees {
            let own = Calendar::of(&config.calendar, Some(&assignee.calendar));
            let known = calendars.all.iter().position(|calendar| *calendar == own);
            let place = known.unwrap_or(calendars.all.len());
            if place == calendars.all.len() {
                calendars.all.push(own);
            }
            calendars.of_assignee.insert(key.clone(), place);
        }
        calendars
    }

    /// The position of an assignee's calendar; nobody, and whoever is not configured, has the project's.
    pub(crate) fn place(&self, assignee: Option<&str>) -> usize {
        assignee.and_then(|key| self.of_assignee.get(key)).copied().unwrap_or(0)
    }

    #[allow(clippy::indexing_slicing, reason = "the project's is always there")]
    pub(crate) fn at(&self, place: usize) -> &Calendar {
        self.all.get(place).unwrap_or(&self.all[0])
    }

    pub(crate) fn of_assignee(&self, assignee: Option<&str>) -> &Calendar {
        self.at(self.place(assignee))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Calendar> {
        self.all.iter()
    }
}

/// The first day for which something holds that holds for all days after it; it need not lie between those two, but is found sooner there.
fn first_day((mut low, mut high): (Day, Day), holds: impl Fn(Day) -> bool) -> Option<Day> {
    if holds(low) {
        low = FIRST_DAY;
    }
    if !holds(high) {
        high = LAST_DAY;
    }
    if !holds(high) {
        return None;
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) { high = middle } else { low = middle + 1 }
    }
    Some(low)
}

/// The weekday of a day, 0 is Sunday.
pub(crate) fn weekday(day: Day) -> u8 {
    u8::try_from((i64::from(day) + 4).rem_euclid(7)).unwrap_or(0)
}

fn weekday_minutes(layers: &[&Told], weekday: u8) -> u32 {
    let name = DAY_NAMES.get(usize::from(weekday)).copied().unwrap_or_default();
    let given = entry(layers, name);
    let listed = layers.iter().find_map(|layer| layer.closed_weekdays.as_ref());
    let closed = match listed {
        Some(list) => list.contains(&weekday),
        None => WEEKEND.contains(&weekday) && given.is_none(),
    };
    if closed { 0 } else { ordinary_minutes(layers, weekday) }
}

/// Minutes of an open day that no date entry speaks of.
fn ordinary_minutes(layers: &[&Told], weekday: u8) -> u32 {
    let name = DAY_NAMES.get(usize::from(weekday)).copied().unwrap_or_default();
    let usual = || layers.iter().find_map(|layer| layer.work_hours_per_day);
    minutes(entry(layers, name).or_else(usual).unwrap_or(USUAL_HOURS))
}

fn date_minutes(layers: &[&Told], date: &str, usual: u32, weekday: u8) -> u32 {
    let given = entry(layers, date).map(minutes);
    let named = |list: &[String]| list.iter().any(|named| named == date);
    let open = layers.iter().find_map(|layer| {
        if named(&layer.closed_dates) {
            Some(false)
        } else if named(&layer.open_dates) || layer.day_hours.iter().any(|(key, _)| key == date) {
            Some(true)
        } else {
            None
        }
    });
    match open {
        Some(false) => 0,
        Some(true) => given.unwrap_or_else(|| ordinary_minutes(layers, weekday)),
        None => usual,
    }
}

/// The first layer's `day_hours` entry for a weekday's name or a date. The last of several in a layer counts, as everywhere in such files.
fn entry(layers: &[&Told], key: &str) -> Option<f64> {
    let of = |layer: &&Told| {
        let found =
            layer.day_hours.iter().rev().find(|(known, _)| known.eq_ignore_ascii_case(key) || short(known) == key);
        found.map(|(_, hours)| *hours)
    };
    layers.iter().find_map(of)
}

/// The three letters of a weekday that is written in full.
fn short(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    if lower.ends_with("day") { lower.chars().take(3).collect() } else { lower }
}

/// Converts the hours of a day to whole minutes.
fn minutes(hours: f64) -> u32 {
    whole_minutes(hours, 24.0)
}

/// Converts hours to minutes, rounded and clamped to 0..=`maximum_hours`.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped before; NaN becomes 0")]
pub(crate) fn whole_minutes(hours: f64, maximum_hours: f64) -> u32 {
    (hours.clamp(0.0, maximum_hours) * 60.0).round() as u32
}

#[cfg(test)]
mod tests;
