//! Times on the command line: a moment, a day, a time of today, or a span until now.

use chrono::{DateTime, Duration, FixedOffset, NaiveDate, NaiveTime, TimeZone as _};

/// The accepted forms, for messages.
pub const FORMS: &str =
    "a span such as 30m, 2h or 3d, a time of today such as 10:00, a day such as 2026-12-01, or an RFC 3339 time";

/// Parses the time from which on changes count. `now` has the local offset.
pub fn parse_since(text: &str, now: DateTime<FixedOffset>) -> Option<DateTime<FixedOffset>> {
    let text = text.trim();
    if let Ok(time) = DateTime::parse_from_rfc3339(text) {
        return Some(time);
    }
    let local = |day: NaiveDate, time: NaiveTime| now.timezone().from_local_datetime(&day.and_time(time)).single();
    if let Ok(day) = NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        return local(day, NaiveTime::MIN);
    }
    if let Ok(time) = NaiveTime::parse_from_str(text, "%H:%M") {
        return local(now.date_naive(), time);
    }
    let unit = text.chars().last().filter(char::is_ascii_alphabetic)?;
    let number: i64 = text.strip_suffix(unit)?.parse().ok().filter(|number| *number >= 0)?;
    let span = match unit {
        'm' => Duration::try_minutes(number),
        'h' => Duration::try_hours(number),
        'd' => Duration::try_days(number),
        _ => None,
    };
    now.checked_sub_signed(span?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn since_takes_moments_days_times_and_spans() {
        let now = DateTime::parse_from_rfc3339("2026-12-01T15:30:00+09:00").unwrap();
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
            assert_eq!(parse_since(text, now).map(|time| time.to_rfc3339()).as_deref(), expected, "{text}");
        }
    }
}
