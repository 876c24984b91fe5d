//! Times on the command line: a moment, a day, a time of today, or a span until now.

use chrono::{DateTime, Duration, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use handoff_protocol::{LocalTimeKind, TimeZone};

/// The accepted forms, for messages.
pub const FORMS: &str =
    "a span such as 30m, 2h or 3d, a time of today such as 10:00, a day such as 2026-12-01, or an RFC 3339 time";

/// A time that a person has entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnteredTime {
    /// Milliseconds since 1970-01-01 UTC.
    pub at: i64,
    /// Says which time was taken, if the local time exists twice or not at all.
    pub note: Option<String>,
}

/// Parses a time. `now` is in milliseconds since 1970-01-01 UTC.
pub fn parse_time(text: &str, now: i64, zone: &TimeZone) -> Option<EnteredTime> {
    let text = text.trim();
    let exact = |at: i64| EnteredTime { at, note: None };
    if let Ok(time) = DateTime::parse_from_rfc3339(text) {
        return Some(exact(time.timestamp_millis()));
    }
    if let Ok(day) = NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        let start = zone.day_start(day.to_epoch_days());
        // A zone that changed sides of the date line may have skipped the day.
        let exists = zone.day_of(start) == day.to_epoch_days();
        return Some(if exists { exact(start) } else { resolve(day.and_time(NaiveTime::MIN), zone) });
    }
    if let Ok(time) = NaiveTime::parse_from_str(text, "%H:%M") {
        let today = NaiveDate::from_epoch_days(zone.day_of(now))?;
        return Some(resolve(today.and_time(time), zone));
    }
    let unit = text.chars().last().filter(char::is_ascii_alphabetic)?;
    let number: i64 = text.strip_suffix(unit)?.parse().ok().filter(|number| *number >= 0)?;
    let span = match unit {
        'm' => Duration::try_minutes(number),
        'h' => Duration::try_hours(number),
        'd' => Duration::try_days(number),
        _ => None,
    };
    now.checked_sub(span?.num_milliseconds()).map(exact)
}

/// Returns the time of a local time.
fn resolve(local: NaiveDateTime, zone: &TimeZone) -> EnteredTime {
    let (at, kind) = zone.instant_of(local.and_utc().timestamp_millis());
    let show = |time: DateTime<Utc>| time.format("%Y-%m-%d %H:%M").to_string();
    let time = |at: i64| DateTime::from_timestamp_millis(at).unwrap_or_default();
    let local = show(local.and_utc());
    let note = match kind {
        LocalTimeKind::Unique => None,
        LocalTimeKind::Repeated => {
            let first = time(at).to_rfc3339();
            Some(format!(
                "{local} exists twice, because the clock was set back. The first one was taken: {first}. For the \
                 second one, enter an RFC 3339 time."
            ))
        }
        LocalTimeKind::Skipped => Some(format!(
            "{local} does not exist, because the clock was set forward. {} was taken.",
            show(time(zone.local(at)))
        )),
    };
    EnteredTime { at, note }
}

#[cfg(test)]
mod tests {
    use super::*;
    use handoff_protocol::OffsetChange;

    fn millis(text: &str) -> i64 {
        DateTime::parse_from_rfc3339(text).unwrap().timestamp_millis()
    }

    /// Berlin, from the summer of 2026 to the winter of 2027.
    fn berlin() -> TimeZone {
        let change = |at: &str, offset_minutes: i32| OffsetChange { at: millis(at), offset_minutes };
        let changes = vec![
            change("2026-10-25T01:00:00Z", 60),
            change("2027-03-28T01:00:00Z", 120),
            change("2027-10-31T01:00:00Z", 60),
        ];
        TimeZone { offset_minutes: 120, changes }
    }

    #[test]
    fn local_times_follow_the_rules_of_their_day() {
        for (text, now, expected, note) in [
            ("2026-07-02", "2026-12-01T08:00:00Z", "2026-07-01T22:00:00Z", None),
            ("2026-12-01", "2026-07-01T08:00:00Z", "2026-11-30T23:00:00Z", None),
            ("2027-03-28", "2027-03-28T18:00:00Z", "2027-03-27T23:00:00Z", None),
            ("01:20", "2027-03-28T18:00:00Z", "2027-03-28T00:20:00Z", None),
            ("03:00", "2027-03-28T18:00:00Z", "2027-03-28T01:00:00Z", None),
            (
                "02:30",
                "2027-03-28T18:00:00Z",
                "2027-03-28T01:30:00Z",
                Some("2027-03-28 02:30 does not exist, because the clock was set forward. 2027-03-28 03:30 was taken."),
            ),
            (
                "02:30",
                "2026-10-25T18:00:00Z",
                "2026-10-25T00:30:00Z",
                Some(
                    "2026-10-25 02:30 exists twice, because the clock was set back. The first one was taken: \
                     2026-10-25T00:30:00+00:00. For the second one, enter an RFC 3339 time.",
                ),
            ),
            ("01:59", "2026-10-25T18:00:00Z", "2026-10-24T23:59:00Z", None),
            ("03:00", "2026-10-25T18:00:00Z", "2026-10-25T02:00:00Z", None),
            ("00:05", "2026-10-24T22:20:00Z", "2026-10-24T22:05:00Z", None),
            ("1d", "2026-10-25T18:00:00Z", "2026-10-24T18:00:00Z", None),
        ] {
            let expected = EnteredTime { at: millis(expected), note: note.map(str::to_owned) };
            assert_eq!(parse_time(text, millis(now), &berlin()), Some(expected), "{text} at {now}");
        }
    }

    #[test]
    fn moments_days_times_and_spans_are_times() {
        let (now, zone) = (millis("2026-12-01T15:30:00+09:00"), TimeZone::fixed(540));
        for (text, expected) in [
            ("2026-11-30T08:00:00Z", Some("2026-11-30T08:00:00+00:00")),
            ("2026-11-30", Some("2026-11-30T00:00:00+09:00")),
            ("10:00", Some("2026-12-01T10:00:00+09:00")),
            ("2h", Some("2026-12-01T13:30:00+09:00")),
            (" 30m ", Some("2026-12-01T15:00:00+09:00")),
            ("1d", Some("2026-11-30T15:30:00+09:00")),
            ("25:00", None),
            ("2026-13-01", None),
            ("2w", None),
            ("-2h", None),
            ("h", None),
            ("", None),
            ("99999999999999999d", None),
            ("2ä", None),
        ] {
            assert_eq!(parse_time(text, now, &zone).map(|time| time.at), expected.map(millis), "{text}");
        }
    }
}
