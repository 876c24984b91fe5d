//! What is still free of one track's days.
//!
//! Invariant: a minute is given to one task at most, and never one beyond the capacity of its day.
#![allow(clippy::indexing_slicing, reason = "days are made before they are looked at")]

use crate::schedule::calendar::Calendar;
use crate::timestamp::Day;

/// Further than this from the first day nothing is placed: two hundred years.
const HORIZON: usize = 73_050;
/// After so many days without work nobody is expected to come back: ten years.
const GIVEN_UP: usize = 3_653;

/// A minute of a working day. Minutes are counted from the day's first working minute, whenever that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment(i64);

impl Moment {
    /// Before everything, and after everything.
    pub(crate) const MIN: Moment = Moment((Day::MIN as i64) << Moment::BITS);
    pub(crate) const MAX: Moment = Moment((Day::MAX as i64) << Moment::BITS);
    /// The end of every day, however long it is.
    const LAST_MINUTE: u32 = 1440;
    /// What a minute takes of the number; above it is the day.
    const BITS: u32 = 11;

    pub(crate) fn at(day: Day, minute: u32) -> Moment {
        Moment(i64::from(day) << Moment::BITS | i64::from(minute))
    }

    pub(crate) fn morning(day: Day) -> Moment {
        Moment::at(day, 0)
    }

    pub(crate) fn evening(day: Day) -> Moment {
        Moment::at(day, Moment::LAST_MINUTE)
    }

    #[allow(clippy::cast_possible_truncation, reason = "it was made of a day")]
    pub(crate) fn day(self) -> Day {
        (self.0 >> Moment::BITS) as Day
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "no more bits are left")]
    pub(crate) fn minute(self) -> u32 {
        (self.0 & ((1 << Moment::BITS) - 1)) as u32
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

/// One day of an agenda.
struct Sheet {
    /// The free minutes, as ranges without their ends.
    free: Vec<(u32, u32)>,
    /// Where to look for the first day with free minutes that is not before this one.
    next: usize,
}

pub(crate) struct Agenda<'c> {
    capacity: &'c Calendar,
    first: Day,
    /// From the first day on.
    sheets: Vec<Sheet>,
    /// One more than the last open day so far.
    open_until: usize,
}

impl<'c> Agenda<'c> {
    pub(crate) fn new(capacity: &'c Calendar, first: Day) -> Agenda<'c> {
        Agenda { capacity, first, sheets: Vec::new(), open_until: 0 }
    }

    fn day(&self, place: usize) -> Day {
        self.first.saturating_add(i32::try_from(place).unwrap_or(i32::MAX))
    }

    fn place(&self, day: Day) -> usize {
        usize::try_from(day.saturating_sub(self.first)).unwrap_or(0)
    }

    /// Makes all days up to one.
    fn make(&mut self, place: usize) -> Result<(), Full> {
        while self.sheets.len() <= place {
            let made = self.sheets.len();
            if made - self.open_until > GIVEN_UP {
                return Err(Full::NeverOpen(self.day(self.open_until)));
            }
            if made > HORIZON {
                return Err(Full::TooFar);
            }
            let minutes = self.capacity.minutes(self.day(made));
            let mut sheet = Sheet { free: Vec::new(), next: made + 1 };
            if minutes > 0 {
                sheet = Sheet { free: vec![(0, minutes)], next: made };
                self.open_until = made + 1;
            }
            self.sheets.push(sheet);
        }
        Ok(())
    }

    /// The first day from one on that has a free minute.
    fn next_free(&mut self, place: usize) -> Result<usize, Full> {
        let mut found = place;
        loop {
            self.make(found)?;
            let next = self.sheets[found].next;
            if next == found {
                break;
            }
            found = next;
        }
        let mut at = place;
        while at < found {
            at = std::mem::replace(&mut self.sheets[at].next, found);
        }
        Ok(found)
    }

    fn set_free(&mut self, place: usize, ranges: Vec<(u32, u32)>) {
        let sheet = &mut self.sheets[place];
        if ranges.is_empty() {
            sheet.next = place + 1;
        }
        sheet.free = ranges;
    }

    /// Where so many minutes go that begin at a moment or as soon as there is room, and fill whatever is free from then on.
    fn fill(&mut self, from: Moment, minutes: u32) -> Result<Slice, Full> {
        let from = from.max(Moment::morning(self.first));
        let (mut place, mut minute) = (self.place(from.day()), from.minute());
        let mut left = minutes;
        let mut start = None;
        loop {
            let free = self.next_free(place)?;
            if free > place {
                (place, minute) = (free, 0);
            }
            let day = self.day(place);
            for (first, last) in &self.sheets[place].free {
                let begin = minute.max(*first);
                if begin >= *last {
                    continue;
                }
                let start = *start.get_or_insert(Moment::at(day, begin));
                let piece = left.min(last - begin);
                left -= piece;
                if left == 0 {
                    let end = begin + piece;
                    let is_over = end >= self.capacity.minutes(day);
                    return Ok(Slice { start, end: if is_over { Moment::evening(day) } else { Moment::at(day, end) } });
                }
            }
            (place, minute) = (place + 1, 0);
        }
    }

    /// Takes so many minutes that begin at a moment or as soon as there is room, for work that must not end before another: it begins as
    /// early as lets it end then, at the latest on the first morning from which it does.
    pub(crate) fn take(&mut self, from: Moment, minutes: u32, until: Moment) -> Result<Slice, Full> {
        let capacity = self.capacity.minutes(until.day());
        let mut found = self.fill(from, minutes)?;
        let until = if until.minute() >= capacity && capacity > 0 { Moment::evening(until.day()) } else { until };
        if found.end < until {
            let begin = self.latest(minutes, until, capacity)?.max(from);
            found = self.fill(begin, minutes)?;
            if found.end < until {
                found = self.fill(Moment::morning(begin.day() + 1), minutes)?;
            }
        }
        self.occupy(found.start, found.end.day(), minutes);
        Ok(found)
    }

    /// The latest beginning that lets so many minutes end at a moment, whose day has so much capacity, or on the morning of the day on
    /// which they begin that end on the next day with room.
    fn latest(&mut self, minutes: u32, until: Moment, capacity: u32) -> Result<Moment, Full> {
        let place = self.place(until.day());
        self.make(place)?;
        let minute = until.minute().min(capacity);
        if self.sheets[place].free.iter().any(|(first, last)| *first < minute && minute <= *last) {
            return Ok(self.back(place, minute, minutes));
        }
        let free = self.next_free(if until.minute() < capacity { place } else { place + 1 })?;
        Ok(Moment::morning(self.back(free, Moment::LAST_MINUTE, minutes).day()))
    }

    /// The latest moment from which so many minutes are over at a minute of a day. There are as many before it.
    fn back(&self, mut place: usize, mut minute: u32, minutes: u32) -> Moment {
        let mut left = minutes;
        loop {
            for (first, last) in self.sheets[place].free.iter().rev() {
                let last = minute.min(*last);
                let piece = last.saturating_sub(*first);
                if piece >= left && piece > 0 {
                    return Moment::at(self.day(place), last - left);
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
        let mut first = self.place(from.day()) + usize::from(from.minute() > 0);
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
                    if self.sheets[at].free != [(0, minutes)] {
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

    /// Uses up so many minutes of what is free from a moment to the end of a day.
    pub(crate) fn occupy(&mut self, from: Moment, last: Day, minutes: u32) {
        let (mut place, mut minute, end) = (self.place(from.day()), from.minute(), self.place(last));
        let mut left = minutes;
        while left > 0 {
            match self.next_free(place) {
                Ok(free) if free > end => return,
                Ok(free) if free > place => (place, minute) = (free, 0),
                Ok(_) => {}
                Err(_) => return,
            }
            let mut rest = Vec::new();
            for (first, last) in std::mem::take(&mut self.sheets[place].free) {
                let begin = first.max(minute).min(last);
                let end = begin + left.min(last - begin);
                left -= end - begin;
                if first < begin {
                    rest.push((first, begin));
                }
                if end < last {
                    rest.push((end, last));
                }
            }
            self.set_free(place, rest);
            (place, minute) = (place + 1, 0);
        }
    }
}
