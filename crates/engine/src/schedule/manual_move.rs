//! Tasks moved by hand.

use handoff_format::{FIRST_DAY, LAST_DAY};

use crate::model::dates::Dates;
use crate::schedule::calendar::Calendar;
use crate::timestamp::Day;

/// The dates so many calendar days later. With `working_days` they begin on a working day and keep their number of working days. None
/// when they would leave the calendar.
pub(crate) fn shift(calendar: &Calendar, dates: Dates, days: i32, working_days: bool) -> Option<Dates> {
    let (start, due) = dates.days()?;
    let moved = |day: Day| day.checked_add(days).filter(|day| (FIRST_DAY..=LAST_DAY).contains(day));
    let (first, last) = if working_days {
        let wished = moved(start)?;
        let first = if days < 0 { calendar.previous_open(wished) } else { calendar.next_open(wished) }?;
        (first, calendar.end_of(first, calendar.open_days(start, due))?)
    } else {
        (moved(start)?, moved(due)?)
    };
    let one = dates.start.is_none() || dates.due.is_none();
    Some(Dates { start: dates.start.map(|_| first), due: dates.due.map(|_| if one { first } else { last }) })
}
