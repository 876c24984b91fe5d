//! The planned dates of a task.

use crate::ground::timestamp::Day;

/// Both dates of a task.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Dates {
    pub(crate) start: Option<Day>,
    /// The last day, inclusive.
    pub(crate) due: Option<Day>,
}

impl Dates {
    pub(crate) fn is_none(self) -> bool {
        self.start.is_none() && self.due.is_none()
    }

    /// Returns the dates from the first day of both to the last day of both.
    pub(crate) fn cover(self, other: Dates) -> Dates {
        let Some((first, last)) = other.days() else { return self };
        Dates { start: earliest(self.start, Some(first)), due: self.due.max(Some(last)) }
    }

    /// Returns the first and the last day. A task with one date begins and ends on it.
    pub(crate) fn days(self) -> Option<(Day, Day)> {
        let first = self.start.or(self.due)?;
        Some((first, self.due.unwrap_or(first).max(first)))
    }
}

/// Returns the earlier of two days that may be unknown.
pub(crate) fn earliest(a: Option<Day>, b: Option<Day>) -> Option<Day> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        _ => a.or(b),
    }
}
