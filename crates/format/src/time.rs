//! Formats and parses times and dates as files contain them: RFC 3339 in UTC, and civil dates.
//!
//! Invariant: reads no clock. The caller passes the time.

use std::ops::Range;

use chrono::{DateTime, Datelike, NaiveDate, Timelike, Utc};
pub use handoff_protocol::{FIRST_DAY, LAST_DAY};

/// Converts milliseconds since 1970-01-01 UTC, clamped to the range of `DateTime`.
fn date_time(milliseconds: i64) -> DateTime<Utc> {
    let outermost = if milliseconds < 0 { DateTime::<Utc>::MIN_UTC } else { DateTime::<Utc>::MAX_UTC };
    DateTime::from_timestamp_millis(milliseconds).unwrap_or(outermost)
}

/// Formats a timestamp like `2026-11-21T02:57:17.721+00:00`, without the fraction if it is zero.
/// The argument is in milliseconds since 1970-01-01 UTC.
pub fn timestamp(now_ms: i64) -> String {
    match now_ms.rem_euclid(1000) {
        0 => format!("{}+00:00", note_stamp(now_ms)),
        fraction => format!("{}.{fraction:03}+00:00", note_stamp(now_ms)),
    }
}

/// Formats the timestamp in the heading of appended notes, like `2026-11-21T02:57:17`, in UTC. The
/// argument is in milliseconds since 1970-01-01 UTC.
pub fn note_stamp(now_ms: i64) -> String {
    let at = date_time(now_ms);
    format!("{}T{:02}:{:02}:{:02}", date(at), at.hour(), at.minute(), at.second())
}

fn date(at: DateTime<Utc>) -> String {
    format!("{:04}-{:02}-{:02}", at.year(), at.month(), at.day())
}

/// Returns whether a text is a calendar day in the form `YYYY-MM-DD`.
pub fn is_date(text: &str) -> bool {
    parse_date(text).is_some()
}

/// Parses a civil date in the form `YYYY-MM-DD` as days since 1970-01-01.
pub fn parse_date(text: &str) -> Option<i32> {
    let text = text.as_bytes();
    let dashes = (text.len(), text.get(4), text.get(7));
    if dashes != (10, Some(&b'-'), Some(&b'-')) {
        return None;
    }
    let number = |range: Range<usize>| {
        let digits = text.get(range).filter(|digits| digits.iter().all(u8::is_ascii_digit))?;
        Some(digits.iter().fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0')))
    };
    let year = i32::try_from(number(0..4)?).ok()?;
    NaiveDate::from_ymd_opt(year, number(5..7)?, number(8..10)?).map(|date| date.to_epoch_days())
}

/// Formats the civil date `day` days after 1970-01-01 as `YYYY-MM-DD`, clamped to the years 0000 to
/// 9999.
pub fn format_date(day: i32) -> String {
    date(date_time(i64::from(day.clamp(FIRST_DAY, LAST_DAY)) * 86_400_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamp_omits_a_zero_fraction() {
        assert_eq!(timestamp(1_795_229_837_721), "2026-11-21T02:57:17.721+00:00");
        assert_eq!(timestamp(1_795_229_837_000), "2026-11-21T02:57:17+00:00");
        assert_eq!(timestamp(-1), "1969-12-31T23:59:59.999+00:00");
        assert_eq!(note_stamp(1_795_229_837_721), "2026-11-21T02:57:17");
        assert!(!timestamp(i64::MAX).is_empty() && !timestamp(i64::MIN).is_empty());
    }

    #[test]
    fn day_and_date_of_are_inverse() {
        for text in ["2026-11-21", "2024-02-29", "0001-01-01"] {
            assert!(is_date(text), "{text}");
            assert_eq!(parse_date(text).map(format_date).as_deref(), Some(text));
        }
        for (text, number) in [
            ("1970-01-01", 0),
            ("1969-12-31", -1),
            ("2026-11-21", 20_778),
            ("0000-01-01", FIRST_DAY),
            ("9999-12-31", LAST_DAY),
        ] {
            assert_eq!((parse_date(text), format_date(number).as_str()), (Some(number), text));
        }
        assert_eq!(format_date(i32::MAX), "9999-12-31");
        for text in [
            "2026-02-29",
            "2026-13-01",
            "2026-1-1",
            "2026-11-21T00:00:00Z",
            "",
            " 026-11-21",
            "+026-11-21",
            "２026-11-2",
        ] {
            assert!(!is_date(text), "{text}");
        }
    }
}
