//! Times and durations as people enter them.

use chrono::{DateTime, Duration, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use handoff_engine::round_hours;
use handoff_protocol::{LocalTimeKind, TimeZone};
use thiserror::Error;
use unicode_normalization::UnicodeNormalization as _;

use crate::ground::clock;

/// The accepted forms, for messages.
pub const FORMS: &str =
    "a span such as 30m, 2h or 3d, a time of today such as 10:00, a day such as 2026-12-01, or an RFC 3339 time";

/// The accepted durations, for messages.
const DURATION_FORMS: &str = "write hours such as 1.5, a span such as 90m or 1h30m, or a clock such as 1:30";

/// Why a time or a duration is invalid. It completes a sentence of clap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvalidTime {
    #[error("write {FORMS}")]
    Moment,
    #[error("write a day such as 2026-12-01")]
    Day,
    #[error("{DURATION_FORMS}")]
    Duration,
    #[error("{DURATION_FORMS}, of one second at least")]
    ShortDuration,
}

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

/// As [`parse_time`], now and in the time zone of this machine.
pub fn parse_moment(text: &str) -> Result<EnteredTime, InvalidTime> {
    let now = clock::now();
    parse_time(text, now, &clock::time_zone(now)).ok_or(InvalidTime::Moment)
}

/// Parses a day. Returns days since 1970-01-01.
pub fn parse_day(text: &str) -> Result<i32, InvalidTime> {
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").map_err(|_| InvalidTime::Day)?;
    Ok(day.to_epoch_days())
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

/// Parses a duration. Returns hours, which may be 0.
pub fn parse_hours(text: &str) -> Result<f64, InvalidTime> {
    parse_duration(text).map(|seconds| round_hours(seconds / HOUR))
}

/// Parses a duration of one second at least. Returns seconds.
pub fn parse_seconds(text: &str) -> Result<u64, InvalidTime> {
    let seconds = parse_duration(text)?.round();
    let is_valid = (1.0..=f64::from(u32::MAX)).contains(&seconds);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range was checked")]
    is_valid.then_some(seconds as u64).ok_or(InvalidTime::ShortDuration)
}

const HOUR: f64 = 3600.0;
const MINUTE: f64 = 60.0;

/// The units and their names, the longest unit first.
const UNITS: [(f64, &[&str]); 3] = [
    (HOUR, &["h", "hr", "hrs", "hour", "hours", "時間"]),
    (MINUTE, &["m", "min", "mins", "minute", "minutes", "分"]),
    (1.0, &["s", "sec", "secs", "second", "seconds", "秒"]),
];

/// Parses the forms that the time page of the editor takes. Returns seconds.
fn parse_duration(text: &str) -> Result<f64, InvalidTime> {
    // NFKC turns full-width digits and signs into those of ASCII.
    let text = text.nfkc().collect::<String>().to_lowercase();
    let text = text.trim();
    let hours = || decimal(text).map(|hours| hours * HOUR);
    let seconds = hours().or_else(|| clock(text)).or_else(|| spans(text));
    seconds.filter(|seconds| seconds.is_finite()).ok_or(InvalidTime::Duration)
}

/// Parses digits with at most one point or comma.
fn decimal(text: &str) -> Option<f64> {
    let is_number = text.chars().all(|character| character.is_ascii_digit() || matches!(character, '.' | ','));
    is_number.then(|| text.replace(',', ".").parse().ok()).flatten()
}

/// Parses a part of a clock or of `1h30`: one or two digits below 60.
fn below_sixty(text: &str) -> Option<f64> {
    let is_short = matches!(text.len(), 1 | 2) && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number: &f64| is_short && *number < 60.0)
}

/// Parses `1:30` or `1:30:05`.
fn clock(text: &str) -> Option<f64> {
    let (hours, rest) = text.split_once(':')?;
    let hours: u32 = hours.bytes().all(|byte| byte.is_ascii_digit()).then(|| hours.parse().ok()).flatten()?;
    let (minutes, seconds) = rest.split_once(':').unwrap_or((rest, "0"));
    Some(f64::from(hours) * HOUR + below_sixty(minutes)? * MINUTE + below_sixty(seconds)?)
}

/// Parses spans such as `1h 30m`, each unit at most once and in its order, or `1h30`.
fn spans(text: &str) -> Option<f64> {
    let (mut rest, mut units, mut total) = (text, UNITS.as_slice(), None);
    while !rest.is_empty() {
        let digits = rest.find(|character: char| !(character.is_ascii_digit() || matches!(character, '.' | ',')));
        let Some((number, after)) = digits.and_then(|end| rest.split_at_checked(end)) else {
            // A last number without a unit is minutes, after whole hours with the unit h.
            let hours = text.strip_suffix(rest)?.trim_end().strip_suffix('h')?.trim_end();
            let is_whole = hours.bytes().all(|byte| byte.is_ascii_digit());
            return below_sixty(rest).filter(|_| is_whole).and_then(|minutes| Some(total? + minutes * MINUTE));
        };
        let after = after.trim_start();
        let end = after.find(|character: char| !character.is_alphabetic()).unwrap_or(after.len());
        let (name, next) = after.split_at_checked(end)?;
        let index = units.iter().position(|(_, names)| names.contains(&name))?;
        let (seconds, _) = units.get(index)?;
        let is_number = number.ends_with(|last: char| last.is_ascii_digit())
            && (*seconds > MINUTE || number.starts_with(|first: char| first.is_ascii_digit()))
            && (*seconds > 1.0 || !number.contains(['.', ',']));
        total = Some(total.unwrap_or(0.0) + decimal(number).filter(|_| is_number)? * seconds);
        units = units.get(index + 1..)?;
        rest = next.trim_start();
    }
    total
}

/// Parses a time; the days that have names too.
pub fn parse_since(text: &str) -> Result<EnteredTime, String> {
    let days = match text {
        "yesterday" => 1,
        "today" => 0,
        _ => return parse_moment(text).map_err(|_| format!("write yesterday, today, {FORMS}")),
    };
    let now = clock::now();
    let zone = clock::time_zone(now);
    Ok(EnteredTime { at: zone.day_start(zone.day_of(now).saturating_sub(days)), note: None })
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

    #[test]
    fn days_are_civil_days() {
        assert_eq!(parse_day("1970-01-02"), Ok(1));
        assert_eq!(parse_day("2026-12-01"), Ok(20788));
        assert!(parse_day("2026-02-30").is_err() && parse_day("today").is_err());
    }

    /// The durations that the time page of the editor reads in the same way.
    const DURATIONS: &str = include_str!("../../../../../webviews/contract/time/durations.json");

    #[test]
    fn durations_are_those_of_the_editor() {
        let table: serde_json::Value = serde_json::from_str(DURATIONS).unwrap();
        for row in table["seconds"].as_array().unwrap() {
            let (text, seconds) = (row[0].as_str().unwrap(), row[1].as_u64());
            assert_eq!(parse_seconds(text).ok(), seconds, "{text}");
            assert_eq!(parse_hours(text).ok().map(|hours| (hours * HOUR).round()), row[1].as_f64(), "{text}");
        }
        for text in table["none"].as_array().unwrap() {
            let text = text.as_str().unwrap();
            assert!(parse_seconds(text).is_err() && parse_hours(text).is_err(), "{text}");
        }
    }

    #[test]
    fn hours_are_exact_and_may_be_zero() {
        for (text, hours) in [("0", 0.0), ("0.1", 0.1), ("0.333", 0.333), ("2:15", 2.25), ("1h20m", 4.0 / 3.0)] {
            assert_eq!(parse_hours(text).map(|hours| hours.to_string()), Ok(hours.to_string()));
        }
        assert!(parse_seconds("0").is_err() && parse_seconds("1".repeat(400).as_str()).is_err());
    }
}
