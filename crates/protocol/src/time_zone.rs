//! The time zone of a person, as data: the engine has no access to the system's rules.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;
const DAY_MS: i64 = 24 * HOUR_MS;

/// 0000-01-01, the first day that `YYYY-MM-DD` can express, in days since 1970-01-01.
pub const FIRST_DAY: i32 = -719_528;
/// 9999-12-31, the last one.
pub const LAST_DAY: i32 = 2_932_896;

/// The offsets from UTC that a time zone has at all times. The default is UTC.
///
/// Instants are milliseconds since 1970-01-01 UTC. Local times are milliseconds since 1970-01-01 in
/// local time, as if each day had 24 hours.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct TimeZone {
    /// Minutes to add to UTC to get local time, before the first change.
    pub offset_minutes: i32,
    /// The changes of the offset, oldest first.
    pub changes: Vec<OffsetChange>,
}

/// A change of the offset from UTC, such as the beginning of daylight saving time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "protocol.ts")]
pub struct OffsetChange {
    /// The first instant with the new offset.
    #[ts(type = "number")]
    pub at: i64,
    /// Minutes to add to UTC to get local time, from then on.
    pub offset_minutes: i32,
}

/// How often a local time exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalTimeKind {
    /// Once.
    Unique,
    /// Twice, because the clock was set back.
    Repeated,
    /// Never, because the clock was set forward over it.
    Skipped,
}

impl TimeZone {
    /// Creates a time zone whose offset never changes.
    pub fn fixed(offset_minutes: i32) -> TimeZone {
        TimeZone { offset_minutes, changes: Vec::new() }
    }

    /// Returns the minutes to add to UTC at an instant.
    pub fn offset_at(&self, instant: i64) -> i32 {
        self.offset_before(self.changes.partition_point(|change| change.at <= instant))
    }

    /// Returns the local time of an instant.
    pub fn local(&self, instant: i64) -> i64 {
        instant.saturating_add(milliseconds(self.offset_at(instant)))
    }

    /// Returns the civil day of an instant, in days since 1970-01-01.
    pub fn day_of(&self, instant: i64) -> i32 {
        let day = self.local(instant).div_euclid(DAY_MS).clamp(FIRST_DAY.into(), LAST_DAY.into());
        i32::try_from(day).unwrap_or(LAST_DAY)
    }

    /// Returns the instant of a local time, and how often that local time exists.
    ///
    /// Of a time that exists twice, it is the first instant. A time that does not exist is moved
    /// forward by the length of the gap: the rule "compatible" of RFC 5545.
    pub fn instant_of(&self, local: i64) -> (i64, LocalTimeKind) {
        // An offset is shorter than a day.
        let mut index = self.changes.partition_point(|change| change.at <= local.saturating_sub(DAY_MS));
        let instant = |index: usize| local.saturating_sub(milliseconds(self.offset_before(index)));
        let at = |index: usize| self.changes.get(index).map(|change| change.at);
        // Skips the offsets that ended before this local time.
        while at(index).is_some_and(|end| end <= instant(index)) {
            index = index.saturating_add(1);
        }
        match index.checked_sub(1) {
            Some(last) if at(last) > Some(instant(index)) => (instant(last), LocalTimeKind::Skipped),
            _ if at(index).is_some_and(|end| end <= instant(index.saturating_add(1))) => {
                (instant(index), LocalTimeKind::Repeated)
            }
            _ => (instant(index), LocalTimeKind::Unique),
        }
    }

    /// Returns the instant at which a civil day begins.
    pub fn day_start(&self, day: i32) -> i64 {
        self.instant_of(i64::from(day) * DAY_MS).0
    }

    /// Returns the end of the hour of local time in which an instant is: the next full hour, or an
    /// earlier change of the offset.
    pub fn hour_end(&self, instant: i64) -> i64 {
        let end = instant.saturating_add(HOUR_MS - self.local(instant).rem_euclid(HOUR_MS));
        let next = self.changes.partition_point(|change| change.at <= instant);
        self.changes.get(next).map_or(end, |change| end.min(change.at))
    }

    /// Returns the offset before the change with an index.
    fn offset_before(&self, index: usize) -> i32 {
        let last = index.checked_sub(1).and_then(|last| self.changes.get(last));
        last.map_or(self.offset_minutes, |last| last.offset_minutes)
    }
}

fn milliseconds(minutes: i32) -> i64 {
    i64::from(minutes) * MINUTE_MS
}
