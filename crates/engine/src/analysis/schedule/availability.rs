//! The free time of one track, by day.
//!
//! Invariant: a minute is booked at most once, and bookings stay within the capacity of a day.
#![allow(clippy::indexing_slicing, reason = "`extend_to` creates days before they are read")]

use crate::analysis::schedule::calendar::Calendar;
use crate::ground::timestamp::Day;

/// Maximum number of days after the first day: two hundred years.
const MAX_DAYS: usize = 73_050;
/// Maximum number of closed days in a row: ten years.
const MAX_CLOSED_DAYS: usize = 3_653;

/// A point in working time: a day, and the minutes since its first working minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct WorkTime(i64);

impl WorkTime {
    pub(crate) const MIN: WorkTime = WorkTime((Day::MIN as i64) << WorkTime::BITS);
    pub(crate) const MAX: WorkTime = WorkTime((Day::MAX as i64) << WorkTime::BITS);
    /// The end of a day of any length.
    const LAST_MINUTE: u32 = 1440;
    /// The number of low bits that hold the minute. The day is above them.
    const BITS: u32 = 11;

    pub(crate) fn at(day: Day, minute: u32) -> WorkTime {
        WorkTime(i64::from(day) << WorkTime::BITS | i64::from(minute))
    }

    pub(crate) fn morning(day: Day) -> WorkTime {
        WorkTime::at(day, 0)
    }

    pub(crate) fn evening(day: Day) -> WorkTime {
        WorkTime::at(day, WorkTime::LAST_MINUTE)
    }

    #[allow(clippy::cast_possible_truncation, reason = "the high bits are a `Day`")]
    pub(crate) fn day(self) -> Day {
        (self.0 >> WorkTime::BITS) as Day
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "masked to `BITS` bits")]
    pub(crate) fn minute(self) -> u32 {
        (self.0 & ((1 << WorkTime::BITS) - 1)) as u32
    }
}

/// The reason that no time is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BookingError {
    /// There is no working day within ten years of this one.
    NeverOpen(Day),
    /// Everything up to two hundred years after the first day is taken.
    TooFar,
}

/// The time that is booked for a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Booking {
    pub(crate) start: WorkTime,
    /// Exclusive. The evening if no time remains on the day.
    pub(crate) end: WorkTime,
}

/// The free time of a day.
struct FreeDay {
    /// The free minutes, as ranges without their ends.
    free: Vec<(u32, u32)>,
    /// The day itself if it has free minutes, else a later day at which to continue the search
    /// (union-find).
    next: usize,
}

/// The free time of a track from a day on. Days are indices from the first day.
pub(crate) struct Availability<'c> {
    capacity: &'c Calendar,
    first: Day,
    /// Created on demand by `extend_to`.
    days: Vec<FreeDay>,
    /// One more than the last open day so far.
    open_until: usize,
}

impl<'c> Availability<'c> {
    pub(crate) fn new(capacity: &'c Calendar, first: Day) -> Availability<'c> {
        Availability { capacity, first, days: Vec::new(), open_until: 0 }
    }

    fn day(&self, index: usize) -> Day {
        self.first.saturating_add(i32::try_from(index).unwrap_or(i32::MAX))
    }

    /// Returns the index of a day; 0 for a day before the first.
    fn index_of(&self, day: Day) -> usize {
        usize::try_from(day.saturating_sub(self.first)).unwrap_or(0)
    }

    /// Creates all days up to `index`.
    fn extend_to(&mut self, index: usize) -> Result<(), BookingError> {
        while self.days.len() <= index {
            let added = self.days.len();
            if added - self.open_until > MAX_CLOSED_DAYS {
                return Err(BookingError::NeverOpen(self.day(self.open_until)));
            }
            if added > MAX_DAYS {
                return Err(BookingError::TooFar);
            }
            let minutes = self.capacity.minutes(self.day(added));
            let mut day = FreeDay { free: Vec::new(), next: added + 1 };
            if minutes > 0 {
                day = FreeDay { free: vec![(0, minutes)], next: added };
                self.open_until = added + 1;
            }
            self.days.push(day);
        }
        Ok(())
    }

    /// Returns the first day from `index` on with a free minute. Shortens the path to it for later
    /// searches.
    fn next_free(&mut self, index: usize) -> Result<usize, BookingError> {
        let mut free = index;
        loop {
            self.extend_to(free)?;
            let next = self.days[free].next;
            if next == free {
                break;
            }
            free = next;
        }
        let mut passed = index;
        while passed < free {
            passed = std::mem::replace(&mut self.days[passed].next, free);
        }
        Ok(free)
    }

    fn set_free(&mut self, index: usize, ranges: Vec<(u32, u32)>) {
        let day = &mut self.days[index];
        if ranges.is_empty() {
            day.next = index + 1;
        }
        day.free = ranges;
    }

    /// Finds the time for work that starts at `from` or at the first free minute after it, and then
    /// uses all free time. Books nothing.
    fn find_slot(&mut self, from: WorkTime, minutes: u32) -> Result<Booking, BookingError> {
        let from = from.max(WorkTime::morning(self.first));
        let (mut index, mut minute) = (self.index_of(from.day()), from.minute());
        let mut remaining = minutes;
        let mut start = None;
        loop {
            let free = self.next_free(index)?;
            if free > index {
                (index, minute) = (free, 0);
            }
            let day = self.day(index);
            for (first, last) in &self.days[index].free {
                let begin = minute.max(*first);
                if begin >= *last {
                    continue;
                }
                let start = *start.get_or_insert(WorkTime::at(day, begin));
                let piece = remaining.min(last - begin);
                remaining -= piece;
                if remaining == 0 {
                    let end = begin + piece;
                    let is_over = end >= self.capacity.minutes(day);
                    return Ok(Booking {
                        start,
                        end: if is_over { WorkTime::evening(day) } else { WorkTime::at(day, end) },
                    });
                }
            }
            (index, minute) = (index + 1, 0);
        }
    }

    /// Finds time for work that starts at or after `from` and must not end before `until`. It
    /// starts as early as possible, but late enough to end at `until` or later; if necessary, on
    /// the next morning. Books nothing.
    fn find(&mut self, from: WorkTime, minutes: u32, until: WorkTime) -> Result<Booking, BookingError> {
        let capacity = self.capacity.minutes(until.day());
        let mut booking = self.find_slot(from, minutes)?;
        let until = if until.minute() >= capacity && capacity > 0 { WorkTime::evening(until.day()) } else { until };
        if booking.end < until {
            let start = self.latest_start(minutes, until, capacity)?.max(from);
            booking = self.find_slot(start, minutes)?;
            if booking.end < until {
                booking = self.find_slot(WorkTime::morning(start.day() + 1), minutes)?;
            }
        }
        Ok(booking)
    }

    /// Returns the latest start of work that ends at `until`, if that minute is free. Otherwise the
    /// morning of the day on which work must start to end on the next free day. `capacity` is that
    /// of `until`'s day.
    fn latest_start(&mut self, minutes: u32, until: WorkTime, capacity: u32) -> Result<WorkTime, BookingError> {
        let index = self.index_of(until.day());
        self.extend_to(index)?;
        let minute = until.minute().min(capacity);
        if self.days[index].free.iter().any(|(first, last)| *first < minute && minute <= *last) {
            return Ok(self.start_before(index, minute, minutes));
        }
        let free = self.next_free(if until.minute() < capacity { index } else { index + 1 })?;
        Ok(WorkTime::morning(self.start_before(free, WorkTime::LAST_MINUTE, minutes).day()))
    }

    /// Returns the latest start of work that ends at a minute of a day. The caller makes sure that
    /// enough time before it is free.
    fn start_before(&self, mut index: usize, mut minute: u32, minutes: u32) -> WorkTime {
        let mut remaining = minutes;
        loop {
            for (first, last) in self.days[index].free.iter().rev() {
                let last = minute.min(*last);
                let piece = last.saturating_sub(*first);
                if piece >= remaining && piece > 0 {
                    return WorkTime::at(self.day(index), last - remaining);
                }
                remaining -= piece;
            }
            minute = WorkTime::LAST_MINUTE;
            if index == 0 {
                return WorkTime::morning(self.first);
            }
            index -= 1;
        }
    }

    /// Finds whole working days in a row on which nothing is booked. The last one is not before
    /// `until`. Books nothing.
    fn find_days(&mut self, from: WorkTime, days: i32, until: Day) -> Result<Booking, BookingError> {
        let from = from.max(WorkTime::morning(self.first));
        let mut first = self.index_of(from.day()) + usize::from(from.minute() > 0);
        if until > Day::MIN {
            let last = self.capacity.next_open(until);
            let earliest = last.and_then(|last| self.capacity.shift(last, 1 - days));
            first = first.max(earliest.map_or(0, |day| self.index_of(day)));
        }
        'search: loop {
            first = self.next_free(first)?;
            let (mut last, mut count) = (first, 0);
            let mut next = first;
            while count < days {
                self.extend_to(next)?;
                let minutes = self.capacity.minutes(self.day(next));
                if minutes > 0 {
                    if self.days[next].free != [(0, minutes)] {
                        first = next + 1;
                        continue 'search;
                    }
                    (last, count) = (next, count + 1);
                }
                next += 1;
            }
            return Ok(Booking { start: WorkTime::morning(self.day(first)), end: WorkTime::evening(self.day(last)) });
        }
    }

    /// Returns the free minutes from a day to another one.
    fn free_minutes(&mut self, first: Day, last: Day) -> u32 {
        let mut sum = 0;
        for index in self.index_of(first)..=self.index_of(last) {
            if self.extend_to(index).is_err() {
                break;
            }
            sum += self.days[index].free.iter().map(|(start, end)| end - start).sum::<u32>();
        }
        sum
    }

    /// Marks up to `minutes` free minutes between `from` and the end of the day `last` as booked.
    pub(crate) fn reserve(&mut self, from: WorkTime, last: Day, minutes: u32) {
        let (mut index, mut minute, end) = (self.index_of(from.day()), from.minute(), self.index_of(last));
        let mut remaining = minutes;
        while remaining > 0 {
            match self.next_free(index) {
                Ok(free) if free > end => return,
                Ok(free) if free > index => (index, minute) = (free, 0),
                Ok(_) => {}
                Err(_) => return,
            }
            let mut rest = Vec::new();
            for (first, last) in std::mem::take(&mut self.days[index].free) {
                let begin = first.max(minute).min(last);
                let end = begin + remaining.min(last - begin);
                remaining -= end - begin;
                if first < begin {
                    rest.push((first, begin));
                }
                if end < last {
                    rest.push((end, last));
                }
            }
            self.set_free(index, rest);
            (index, minute) = (index + 1, 0);
        }
    }
}

/// The free time of a track that works on several tasks at once: a lane for each.
pub(crate) struct Lanes<'c>(Vec<Availability<'c>>);

impl<'c> Lanes<'c> {
    pub(crate) fn new(capacity: &'c Calendar, first: Day, count: usize) -> Lanes<'c> {
        Lanes((0..count).map(|_| Availability::new(capacity, first)).collect())
    }

    /// Books time in the lane in which work ends first. See [`Availability::find`].
    pub(crate) fn book(&mut self, from: WorkTime, minutes: u32, until: WorkTime) -> Result<Booking, BookingError> {
        let (lane, booking) = self.first_end(|lane| lane.find(from, minutes, until))?;
        self.0[lane].reserve(booking.start, booking.end.day(), minutes);
        Ok(booking)
    }

    /// Books whole days in the lane in which they end first. See [`Availability::find_days`].
    pub(crate) fn book_days(&mut self, from: WorkTime, days: i32, until: Day) -> Result<Booking, BookingError> {
        let (lane, booking) = self.first_end(|lane| lane.find_days(from, days, until))?;
        self.0[lane].reserve(booking.start, booking.end.day(), u32::MAX);
        Ok(booking)
    }

    /// Marks time as booked in the lane that has the most free time then.
    pub(crate) fn reserve(&mut self, from: WorkTime, last: Day, minutes: u32) {
        let mut best = (0, 0);
        if self.0.len() > 1 {
            for (index, lane) in self.0.iter_mut().enumerate() {
                let free = lane.free_minutes(from.day(), last);
                if free > best.1 {
                    best = (index, free);
                }
            }
        }
        if let Some(lane) = self.0.get_mut(best.0) {
            lane.reserve(from, last, minutes);
        }
    }

    fn first_end(
        &mut self,
        find: impl Fn(&mut Availability<'c>) -> Result<Booking, BookingError>,
    ) -> Result<(usize, Booking), BookingError> {
        let mut best: Option<(usize, Booking)> = None;
        for (index, lane) in self.0.iter_mut().enumerate() {
            let booking = find(lane)?;
            if best.is_none_or(|(_, best)| booking.end < best.end) {
                best = Some((index, booking));
            }
        }
        best.ok_or(BookingError::TooFar)
    }
}
