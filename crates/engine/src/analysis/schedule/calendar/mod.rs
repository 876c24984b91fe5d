//! Working calendars: the working minutes of each civil day.
//!
//! Invariant: the only place that computes working time. Days are civil days since 1970-01-01,
//! independent of time zones and daylight saving.
//!
//! The rules, also described in `docs/planning.md`. `A` is the assignee's table, `P` the project's.
//!
//! * Hours of a day: the `day_hours` entry of its date, else of its weekday, else
//!   `work_hours_per_day`, else 8. In each step A's entry comes before P's.
//! * The first rule that applies decides whether a day is open or closed: A's `closed_dates`, A's
//!   `open_dates`, A's `day_hours` of the date, then the same three of P, then the weekday. A day
//!   with no hours is closed.
//! * A weekday is closed if `closed_weekdays` contains it. A's list replaces P's. Without a list,
//!   Saturday and Sunday are closed unless `day_hours` has an entry for them.

use std::collections::BTreeMap;

use handoff_format::{Calendar as CalendarConfig, Config, FIRST_DAY, LAST_DAY, parse_date, weekday_of_name};

use crate::ground::timestamp::Day;

pub(crate) const DEFAULT_HOURS: f64 = 8.0;
const WEEKEND: [u8; 2] = [6, 0];

/// A working calendar with all rules applied. Time is in minutes, so that sums are exact.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Calendar {
    /// Minutes per weekday, Sunday first.
    week: [u32; 7],
    /// Days that differ from their weekday, ascending.
    exceptions: Vec<Exception>,
}

/// A day that differs from its weekday.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Exception {
    day: Day,
    minutes: u32,
    /// Open days that all exceptions before this one add to the weekdays; negative if they close
    /// more.
    open_before: i64,
    /// Minutes that all exceptions before this one add.
    minutes_before: i64,
}

impl Calendar {
    /// Creates the calendar of the project or of an assignee.
    pub(crate) fn new(project: &CalendarConfig, assignee: Option<&CalendarConfig>) -> Calendar {
        let layers: Vec<&CalendarConfig> = assignee.into_iter().chain([project]).collect();
        let week = std::array::from_fn(|weekday| weekday_minutes(&layers, weekday));
        let mut dates: Vec<(Day, &str)> = Vec::new();
        for layer in &layers {
            let with_hours = layer.day_hours.iter().map(|(key, _)| key);
            for date in layer.closed_dates.iter().chain(&layer.open_dates).chain(with_hours) {
                dates.extend(parse_date(date).map(|day| (day, date.as_str())));
            }
        }
        dates.sort_by_key(|a| a.0);
        dates.dedup_by(|a, b| a.0 == b.0);
        let mut calendar = Calendar { week, exceptions: Vec::new() };
        for (day, date) in dates {
            calendar.add_exception(day, date_minutes(&layers, date, calendar.weekday_minutes(day), weekday(day)));
        }
        calendar
    }

    /// Returns the calendar with a part of the time of each day. An open day keeps at least a
    /// minute.
    pub(crate) fn scale(&self, part: f64) -> Calendar {
        let scaled = |whole: u32| if whole > 0 { minutes(f64::from(whole) / 60.0 * part).max(1) } else { 0 };
        let mut calendar = Calendar { week: self.week.map(scaled), exceptions: Vec::new() };
        for (day, minutes) in self.exceptions() {
            calendar.add_exception(day, scaled(minutes));
        }
        calendar
    }

    /// Sets the minutes of a day that is after all exceptions so far.
    fn add_exception(&mut self, day: Day, minutes: u32) {
        if minutes != self.weekday_minutes(day) {
            let (open_before, minutes_before) = self.added_before(day);
            self.exceptions.push(Exception { day, minutes, open_before, minutes_before });
        }
    }

    /// Returns the minutes per weekday, Sunday first.
    pub(crate) fn week(&self) -> [u32; 7] {
        self.week
    }

    /// Returns the days that differ from their weekday, ascending, with their minutes.
    pub(crate) fn exceptions(&self) -> impl Iterator<Item = (Day, u32)> {
        self.exceptions.iter().map(|exception| (exception.day, exception.minutes))
    }

    /// Returns the first of these days on or after `day`.
    pub(crate) fn exception_from(&self, day: Day) -> Option<Day> {
        self.exceptions.get(self.exceptions_before(day)).map(|exception| exception.day)
    }

    /// Returns the minutes of a day's weekday.
    #[allow(clippy::indexing_slicing, reason = "a weekday is less than 7")]
    fn weekday_minutes(&self, day: Day) -> u32 {
        self.week[weekday(day)]
    }

    /// Returns the number of exceptions before a day, which is the index of the next one.
    fn exceptions_before(&self, day: Day) -> usize {
        self.exceptions.partition_point(|exception| exception.day < day)
    }

    /// Returns the working minutes of a day, 0 if it is closed.
    pub(crate) fn minutes(&self, day: Day) -> u32 {
        match self.exceptions.get(self.exceptions_before(day)) {
            Some(exception) if exception.day == day => exception.minutes,
            _ => self.weekday_minutes(day),
        }
    }

    /// Returns the open days and the minutes that the exceptions before a day add to the weekdays.
    fn added_before(&self, day: Day) -> (i64, i64) {
        let last = self.exceptions_before(day).checked_sub(1).and_then(|index| self.exceptions.get(index));
        last.map_or((0, 0), |last| {
            let regular = self.weekday_minutes(last.day);
            (
                last.open_before + i64::from(last.minutes > 0) - i64::from(regular > 0),
                last.minutes_before + i64::from(last.minutes) - i64::from(regular),
            )
        })
    }

    /// Sums a value over the days from a fixed Sunday to the day before this one, without
    /// exceptions.
    fn pattern_before(&self, day: Day, value: impl Fn(u32) -> i64) -> i64 {
        let days = i64::from(day) + 4;
        let whole: i64 = self.week.iter().map(|minutes| value(*minutes)).sum();
        let part: i64 = self.week.iter().take(weekday(day)).map(|minutes| value(*minutes)).sum();
        days.div_euclid(7) * whole + part
    }

    /// Returns the number of open days before a day, counted from a fixed day. Only differences are
    /// meaningful.
    fn open_before(&self, day: Day) -> i64 {
        self.pattern_before(day, |minutes| i64::from(minutes > 0)) + self.added_before(day).0
    }

    /// Returns the working minutes before a day, counted from the same fixed day.
    fn minutes_before(&self, day: Day) -> i64 {
        self.pattern_before(day, i64::from) + self.added_before(day).1
    }

    /// Returns the number of open days from `first` to `last`, both included, or 0 if `last` is
    /// earlier.
    pub(crate) fn open_days(&self, first: Day, last: Day) -> i32 {
        let count = self.open_before(last.saturating_add(1)) - self.open_before(first);
        i32::try_from(count.max(0)).unwrap_or(i32::MAX)
    }

    /// Returns the number of open days after `from` up to `to`. Negative if `to` is earlier.
    pub(crate) fn open_days_between(&self, from: Day, to: Day) -> i32 {
        if to < from { -self.open_days(to.saturating_add(1), from) } else { self.open_days(from.saturating_add(1), to) }
    }

    /// Returns the working minutes from `first` to `last`, both included, or 0 if `last` is
    /// earlier.
    pub(crate) fn minutes_between(&self, first: Day, last: Day) -> i64 {
        (self.minutes_before(last.saturating_add(1)) - self.minutes_before(first)).max(0)
    }

    /// Returns the first open day on or after `day`, or `None` if there is none.
    pub(crate) fn next_open(&self, day: Day) -> Option<Day> {
        self.open_day(self.open_before(day))
    }

    /// Returns the last open day on or before `day`.
    pub(crate) fn previous_open(&self, day: Day) -> Option<Day> {
        self.open_day(self.open_before(day.saturating_add(1)) - 1)
    }

    /// Moves `days` working days from the first working day on or after `day`; for negative `days`,
    /// back from the last working day on or before it.
    pub(crate) fn shift(&self, day: Day, days: i32) -> Option<Day> {
        if days < 0 {
            self.open_day(self.open_before(day.saturating_add(1)) - 1 + i64::from(days))
        } else {
            self.open_day(self.open_before(day) + i64::from(days))
        }
    }

    /// Returns the last day of a span that starts on an open day and has `open_days` open days, at
    /// least one.
    pub(crate) fn end_of(&self, start: Day, open_days: i32) -> Option<Day> {
        self.shift(start, open_days.max(1) - 1)
    }

    /// Returns the open day with exactly `before` open days before it.
    fn open_day(&self, before: i64) -> Option<Day> {
        let day = first_day(self.search_range(before), |day| self.open_before(day.saturating_add(1)) > before);
        day.filter(|day| self.open_before(*day) == before)
    }

    /// Returns the range in which the day with `before` open days before it is expected. Each
    /// exception moves that day by one open day, which is at most a week.
    fn search_range(&self, before: i64) -> (Day, Day) {
        let open = self.week.iter().filter(|minutes| **minutes > 0).count();
        let Some(weeks) = i64::try_from(open).ok().and_then(|open| before.checked_div_euclid(open)) else {
            return (FIRST_DAY, LAST_DAY);
        };
        let radius = i64::try_from(self.exceptions.len()).unwrap_or(i64::MAX).saturating_add(2).saturating_mul(7);
        let middle = weeks.saturating_mul(7);
        #[allow(clippy::cast_possible_truncation, reason = "clamped to the range of days")]
        let day = |day: i64| day.clamp(FIRST_DAY.into(), LAST_DAY.into()) as Day;
        (day(middle.saturating_sub(radius)), day(middle.saturating_add(radius)))
    }
}

/// The calendars of a project.
#[derive(Clone, Debug)]
pub(crate) struct Calendars {
    /// Without duplicates. The project's calendar is the first.
    all: Vec<Calendar>,
    /// Indices in `all`.
    by_assignee: BTreeMap<String, usize>,
}

impl Calendars {
    pub(crate) fn new(config: &Config) -> Calendars {
        let mut calendars =
            Calendars { all: vec![Calendar::new(&config.calendar, None)], by_assignee: BTreeMap::default() };
        for (key, assignee) in &config.assignees {
            let own = Calendar::new(&config.calendar, Some(&assignee.calendar));
            let equal = calendars.all.iter().position(|calendar| *calendar == own);
            let index = equal.unwrap_or(calendars.all.len());
            if index == calendars.all.len() {
                calendars.all.push(own);
            }
            calendars.by_assignee.insert(key.clone(), index);
        }
        calendars
    }

    /// Returns the index of an assignee's calendar. It is 0, the project's, without an assignee and
    /// for one that is not configured.
    pub(crate) fn index_of(&self, assignee: Option<&str>) -> usize {
        assignee.and_then(|key| self.by_assignee.get(key)).copied().unwrap_or(0)
    }

    #[allow(clippy::indexing_slicing, reason = "the index comes from `index_of`")]
    pub(crate) fn at(&self, index: usize) -> &Calendar {
        &self.all[index]
    }

    /// Returns the calendar of an assignee.
    pub(crate) fn of_assignee(&self, assignee: Option<&str>) -> &Calendar {
        self.at(self.index_of(assignee))
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Calendar> {
        self.all.iter()
    }
}

/// Finds the first day for which a monotonic predicate holds, by bisection. It may lie outside the
/// given range, which only makes the search faster.
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

/// Returns the weekday of a day, 0 to 6 from Sunday on.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 6")]
fn weekday(day: Day) -> usize {
    (i64::from(day) + 4).rem_euclid(7) as usize
}

/// Returns the name of a weekday in `day_hours`.
pub(crate) fn weekday_name(weekday: usize) -> &'static str {
    match weekday {
        0 => "sun",
        1 => "mon",
        2 => "tue",
        3 => "wed",
        4 => "thu",
        5 => "fri",
        _ => "sat",
    }
}

/// Returns the minutes of a weekday, 0 if it is closed.
fn weekday_minutes(layers: &[&CalendarConfig], weekday: usize) -> u32 {
    if is_closed_weekday(layers, weekday) { 0 } else { open_minutes(layers, weekday) }
}

/// Returns true if a weekday is closed, 0 to 6 from Sunday on.
pub(crate) fn is_closed_weekday(layers: &[&CalendarConfig], weekday: usize) -> bool {
    let list = layers.iter().find_map(|layer| layer.closed_weekdays.as_deref());
    let contains = |list: &[u8]| list.iter().any(|closed| usize::from(*closed) == weekday);
    match list {
        Some(list) => contains(list),
        None => contains(&WEEKEND) && entry(layers, weekday_name(weekday)).is_none(),
    }
}

/// Returns the minutes of an open day whose date has no entry.
fn open_minutes(layers: &[&CalendarConfig], weekday: usize) -> u32 {
    let per_day = || layers.iter().find_map(|layer| layer.work_hours_per_day);
    minutes(entry(layers, weekday_name(weekday)).or_else(per_day).unwrap_or(DEFAULT_HOURS))
}

/// Returns the minutes of a date. `regular` are those of its weekday.
fn date_minutes(layers: &[&CalendarConfig], date: &str, regular: u32, weekday: usize) -> u32 {
    let hours = entry(layers, date).map(minutes);
    let contains = |list: &[String]| list.iter().any(|listed| listed == date);
    let open = layers.iter().find_map(|layer| {
        if contains(&layer.closed_dates) {
            Some(false)
        } else if contains(&layer.open_dates) || layer.day_hours.iter().any(|(key, _)| key == date) {
            Some(true)
        } else {
            None
        }
    });
    match open {
        Some(false) => 0,
        Some(true) => hours.unwrap_or_else(|| open_minutes(layers, weekday)),
        None => regular,
    }
}

/// Returns the first layer's `day_hours` entry for a weekday's name or a date. Of duplicates in a
/// layer the last one counts.
fn entry(layers: &[&CalendarConfig], key: &str) -> Option<f64> {
    let weekday = weekday_of_name(key);
    let matches = |name: &str| name == key || weekday.is_some() && weekday_of_name(name) == weekday;
    let in_layer =
        |layer: &&CalendarConfig| layer.day_hours.iter().rev().find(|(name, _)| matches(name)).map(|(_, hours)| *hours);
    layers.iter().find_map(in_layer)
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
