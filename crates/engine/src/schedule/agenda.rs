//! What is still free of one track's days.
//!
//! Invariant: a minute is given to one task at most, and never one beyond the capacity of its day.
#![allow(clippy::indexing_slicing, reason = "days are made before they are looked at")]

use crate::calendar::{Calendar, Day};

/// Further than this from the first day nothing is placed: two hundred years.
const HORIZON: usize = 73_050;
/// After so many days without work nobody is expected to come back: ten years.
const GIVEN_UP: usize = 3_653;

/// A minute of a working day. Minutes are counted from the day's first working minute, whenever that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment {
    pub(crate) day: Day,
    pub(crate) minute: u32,
}

impl Moment {
    /// Before everything, and after everything.
    pub(crate) const MIN: Moment = Moment { day: Day::MIN, minute: 0 };
    pub(crate) const MAX: Moment = Moment { day: Day::MAX, minute: 0 };
    /// The end of every day, however long it is.
    pub(crate) const LAST_MINUTE: u32 = 1440;

    pub(crate) fn morning(day: Day) -> Moment {
        Moment { day, minute: 0 }
    }

    pub(crate) fn evening(day: Day) -> Moment {
        Moment { day, minute: Moment::LAST_MINUTE }
    }
}

/// Why a place was not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Full {
    /// There is no working day within ten years of this one.
    NeverOpen(Day),
    TooFar,
}

/// When something takes place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slice {
    pub(crate) start: Moment,
    /// Exclusive; the evening where the day is used up.
    pub(crate) end: Moment,
}

pub(crate) struct Agenda<'c> {
    capacity: &'c Calendar,
    first: Day,
    /// From the first day on: the free minutes, as ranges without their ends.
    free: Vec<Vec<(u32, u32)>>,
    /// Where to look for the first day with free minutes that is not before this one.
    next: Vec<usize>,
    /// One more than the last open day so far.
    open_until: usize,
}

impl<'c> Agenda<'c> {
    pub(crate) fn new(capacity: &'c Calendar, first: Day) -> Agenda<'c> {
        Agenda { capacity, first, free: Vec::new(), next: Vec::new(), open_until: 0 }
    }

    fn day(&self, place: usize) -> Day {
        self.first.saturating_add(i32::try_from(place).unwrap_or(i32::MAX))
    }

    fn place(&self, day: Day) -> usize {
        usize::try_from(day.saturating_sub(self.first)).unwrap_or(0)
    }

    /// Makes all days up to one.
    fn make(&mut self, place: usize) -> Result<(), Full> {
        while self.free.len() <= place {
            let made = self.free.len();
            if made - self.open_until > GIVEN_UP {
                return Err(Full::NeverOpen(self.day(self.open_until)));
            }
            if made > HORIZON {
                return Err(Full::TooFar);
            }
            let minutes = self.capacity.minutes(self.day(made));
            self.next.push(if minutes > 0 { made } else { made + 1 });
            self.free.push(if minutes > 0 { vec![(0, minutes)] } else { Vec::new() });
            if minutes > 0 {
                self.open_until = made + 1;
            }
        }
        Ok(())
    }

    /// The first day from one on that has a free minute.
    fn next_free(&mut self, place: usize) -> Result<usize, Full> {
        let mut found = place;
        loop {
            self.make(found)?;
            if self.next[found] == found {
                break;
            }
            found = self.next[found];
        }
        let mut at = place;
        while at < found {
            at = std::mem::replace(&mut self.next[at], found);
        }
        Ok(found)
    }

    fn set_free(&mut self, place: usize, ranges: Vec<(u32, u32)>) {
        if ranges.is_empty() {
            self.next[place] = place + 1;
        }
        self.free[place] = ranges;
    }

    /// The end of a slice of a day that ends at a minute.
    fn end(&self, place: usize, minute: u32) -> Moment {
        let day = self.day(place);
        if minute >= self.capacity.minutes(day) { Moment::evening(day) } else { Moment { day, minute } }
    }

    /// Where so many minutes go that begin at a moment or as soon as there is room, and fill whatever is free from then on. `take` uses them up.
    pub(crate) fn fill(&mut self, from: Moment, minutes: i64, take: bool) -> Result<Slice, Full> {
        let from = from.max(Moment::morning(self.first));
        let (mut place, mut minute) = (self.place(from.day), from.minute);
        let mut left = minutes;
        let mut start = None;
        loop {
            let free = self.next_free(place)?;
            if free > place {
                (place, minute) = (free, 0);
            }
            let mut rest = Vec::new();
            let mut end = None;
            for at in 0..self.free[place].len() {
                let (first, last) = self.free[place][at];
                let begin = first.max(minute);
                let is_over = start.is_some() && left == 0;
                let piece = if is_over { 0 } else { i64::from(last.saturating_sub(begin)).min(left) };
                let piece = u32::try_from(piece).unwrap_or(0);
                if begin < last && !is_over {
                    start = start.or(Some(Moment { day: self.day(place), minute: begin }));
                    end = Some(self.end(place, begin + piece));
                    left -= i64::from(piece);
                }
                if take && piece == 0 {
                    rest.push((first, last));
                } else if take {
                    rest.extend([(first, begin), (begin + piece, last)].into_iter().filter(|(from, to)| from < to));
                }
            }
            if take {
                self.set_free(place, rest);
            }
            if let (Some(start), Some(end), 0) = (start, end, left) {
                return Ok(Slice { start, end });
            }
            (place, minute) = (place + 1, 0);
        }
    }

    /// The same for work that must not end before a moment: it begins as early as lets it end then, at the latest on the first morning
    /// from which it does.
    pub(crate) fn fill_until(&mut self, from: Moment, minutes: i64, until: Moment) -> Result<Slice, Full> {
        let early = self.fill(from, minutes, false)?;
        let capacity = self.capacity.minutes(until.day);
        let until = if until.minute >= capacity && capacity > 0 { Moment::evening(until.day) } else { until };
        if early.end >= until {
            return self.fill(from, minutes, true);
        }
        let place = self.place(until.day);
        self.make(place)?;
        let minute = until.minute.min(capacity);
        let is_free = self.free[place].iter().any(|(first, last)| *first < minute && minute <= *last);
        let begin = if is_free {
            self.back(Moment { day: until.day, minute }, minutes)
        } else {
            let free = self.next_free(if until.minute < capacity { place } else { place + 1 })?;
            let last = self.free[free].last().map_or(0, |(_, last)| *last);
            Moment::morning(self.back(Moment { day: self.day(free), minute: last }, minutes).day)
        };
        let begin = begin.max(from);
        if self.fill(begin, minutes, false)?.end >= until {
            return self.fill(begin, minutes, true);
        }
        self.fill(Moment::morning(begin.day + 1), minutes, true)
    }

    /// The latest moment from which so many minutes are over at a moment. There are as many before it.
    fn back(&self, until: Moment, minutes: i64) -> Moment {
        let mut place = self.place(until.day);
        let mut minute = until.minute;
        let mut left = minutes;
        loop {
            for (first, last) in self.free[place].iter().rev() {
                let last = (*last).min(minute);
                let piece = i64::from(last.saturating_sub(*first));
                if piece >= left && piece > 0 {
                    return Moment { day: self.day(place), minute: last - u32::try_from(left).unwrap_or(0) };
                }
                left -= piece;
            }
            minute = Moment::LAST_MINUTE;
            if place == 0 {
                return Moment::morning(self.first);
            }
            place -= 1;
        }
    }

    /// Takes so many working days in a row of which nothing is used, the last of them not before a day.
    pub(crate) fn take_days(&mut self, from: Moment, days: i32, until: Day) -> Result<Slice, Full> {
        let from = from.max(Moment::morning(self.first));
        let mut first = self.place(from.day) + usize::from(from.minute > 0);
        if until > Day::MIN {
            let last = self.capacity.next_open(until);
            let wanted = last.and_then(|last| self.capacity.shift(last, 1 - days));
            first = first.max(wanted.map_or(0, |wanted| self.place(wanted)));
        }
        'search: loop {
            first = self.next_free(first)?;
            let (mut last, mut count) = (first, 0);
            let mut at = first;
            while count < days {
                self.make(at)?;
                let minutes = self.capacity.minutes(self.day(at));
                if minutes > 0 {
                    if self.free[at] != [(0, minutes)] {
                        first = at + 1;
                        continue 'search;
                    }
                    (last, count) = (at, count + 1);
                }
                at += 1;
            }
            for place in first..=last {
                self.set_free(place, Vec::new());
            }
            return Ok(Slice { start: Moment::morning(self.day(first)), end: Moment::evening(self.day(last)) });
        }
    }

    /// Uses up what work needs that has its days already: as much as is free from the first to the last. Without minutes it needs all.
    pub(crate) fn occupy(&mut self, first: Day, last: Day, minutes: Option<i64>) {
        let (mut place, end) = (self.place(first), self.place(last));
        let mut left = minutes.unwrap_or(i64::MAX);
        while left > 0 {
            match self.next_free(place) {
                Ok(free) if free <= end => place = free,
                _ => return,
            }
            let mut rest = Vec::new();
            for (first, last) in std::mem::take(&mut self.free[place]) {
                let piece = u32::try_from(left.min(i64::from(last - first))).unwrap_or(0);
                left -= i64::from(piece);
                if first + piece < last {
                    rest.push((first + piece, last));
                }
            }
            self.set_free(place, rest);
            place += 1;
        }
    }
}
