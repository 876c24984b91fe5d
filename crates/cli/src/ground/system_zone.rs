//! The time zone of this machine, by the rules of the system.

use std::sync::{Mutex, PoisonError};

use chrono::{Local, Offset as _, TimeZone as _};
use handoff_protocol::{OffsetChange, TimeZone};

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;
/// 2000-01-01. Nothing that Handoff measures is older.
const FIRST_MS: i64 = 946_684_800_000;
/// 2200-01-01, for a clock that is set wrong.
const LAST_MS: i64 = 7_258_118_400_000;
/// How long after now the rules are known: longer than a server runs.
const AHEAD_MS: i64 = 2 * 366 * DAY_MS;
/// The distance of the samples between which changes are searched. In the IANA database, no zone has
/// kept an offset for a shorter time since 2000.
const STEP_MS: i64 = 5 * DAY_MS;
/// The distance from now within which there is a sample each hour: the two dates of a POSIX `TZ` may
/// be hours apart.
const NEAR_MS: u64 = 10 * DAY_MS.cast_unsigned();

static ZONE: Mutex<Option<TimeZone>> = Mutex::new(None);

/// Returns the time zone of this machine by the rules of the system. It is read once, and again if the
/// system has another one.
/// `now` is in milliseconds since 1970-01-01 UTC.
pub fn time_zone(now: i64) -> TimeZone {
    let mut cache = ZONE.lock().unwrap_or_else(PoisonError::into_inner);
    // Two zones with the same offset now usually differ half a year ago.
    let is_current = |zone: &TimeZone| {
        [now, now.saturating_sub(183 * DAY_MS)].iter().all(|at| zone.offset_at(*at) == system_offset(*at))
    };
    let zone = cache.take().filter(is_current).unwrap_or_else(|| read(now, system_offset));
    cache.insert(zone).clone()
}

/// Returns the minutes to add to UTC for the local time. Returns 0 for a time outside of chrono's
/// range.
fn system_offset(instant: i64) -> i32 {
    let time = Local.timestamp_millis_opt(instant).single();
    time.map_or(0, |time| time.offset().fix().local_minus_utc() / 60)
}

/// Finds the changes of the offset.
fn read(now: i64, offset_at: impl Fn(i64) -> i32) -> TimeZone {
    let end = now.clamp(FIRST_MS, LAST_MS) + AHEAD_MS;
    let mut zone = TimeZone::fixed(offset_at(FIRST_MS));
    let (mut at, mut offset) = (FIRST_MS, zone.offset_minutes);
    while at < end {
        let is_near = at.abs_diff(now) < NEAR_MS;
        let next = at + if is_near { HOUR_MS } else { STEP_MS };
        at = if offset_at(next) == offset { next } else { first_change(at, next, |at| offset_at(at) != offset) };
        let new = offset_at(at);
        if new != offset {
            zone.changes.push(OffsetChange { at, offset_minutes: new });
            offset = new;
        }
    }
    zone
}

/// Returns the first full second between two times from which on the offset is another one.
fn first_change(mut before: i64, mut after: i64, is_changed: impl Fn(i64) -> bool) -> i64 {
    while after - before > 1000 {
        let middle = before + (after - before) / 2000 * 1000;
        if is_changed(middle) {
            after = middle;
        } else {
            before = middle;
        }
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Berlin of 2026 and 2027, and two changes within two hours.
    const CHANGES: [(i64, i32); 6] = [
        (1_774_746_000_000, 120),
        (1_792_890_000_000, 60),
        (1_795_830_600_000, 0),
        (1_795_837_800_000, 60),
        (1_806_195_600_000, 120),
        (1_824_944_400_000, 60),
    ];
    /// 2026-11-28T13:30:00Z.
    const NOW: i64 = 1_795_872_600_000;

    #[test]
    fn changes_of_the_offset_are_found_to_the_second() {
        let offset = |at: i64| CHANGES.iter().rfind(|change| change.0 <= at).map_or(60, |change| change.1);
        let zone = read(NOW, offset);
        assert_eq!(zone.offset_minutes, 60);
        assert_eq!(zone.changes.iter().map(|change| (change.at, change.offset_minutes)).collect::<Vec<_>>(), CHANGES);
    }

    #[test]
    fn any_clock_ends_the_search() {
        for now in [i64::MIN, 0, NOW, i64::MAX] {
            assert_eq!(read(now, |_| 90), TimeZone::fixed(90), "{now}");
        }
    }
}
