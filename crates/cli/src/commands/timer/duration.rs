//! Durations, days and starts on the command line.

use chrono::NaiveDate;

use crate::history::time::{EnteredTime, FORMS, parse_time};
use crate::project;
use crate::time_zone;

const DURATION_FORMS: &str = "write hours such as 1.5, or a span such as 90m or 1h30m, of one second at least";

/// Parses a duration. Returns seconds.
pub fn parse(text: &str) -> Result<u64, String> {
    let seconds = text.trim().parse().map_or_else(|_| spans(text.trim()), |hours: f64| Some(hours * 3600.0));
    let seconds = seconds.map(f64::round).filter(|seconds| (1.0..=f64::from(u32::MAX)).contains(seconds));
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range was checked")]
    seconds.map(|seconds| seconds as u64).ok_or_else(|| DURATION_FORMS.to_owned())
}

/// Returns the seconds of spans such as "1h30m".
fn spans(text: &str) -> Option<f64> {
    let (mut seconds, mut number) = (0.0, String::new());
    for character in text.chars() {
        let unit = match character {
            'h' => 3600.0,
            'm' => 60.0,
            's' => 1.0,
            _ => {
                number.push(character);
                continue;
            }
        };
        let value: f64 = number.trim().parse().ok().filter(|value| *value >= 0.0)?;
        seconds += value * unit;
        number.clear();
    }
    number.is_empty().then_some(seconds)
}

/// Parses a day. Returns days since 1970-01-01.
pub fn parse_day(text: &str) -> Result<i32, String> {
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").map_err(|_| "write a day such as 2026-12-01".to_owned())?;
    i32::try_from(day.signed_duration_since(NaiveDate::default()).num_days()).map_err(|error| error.to_string())
}

/// Parses a start or an end.
pub fn parse_moment(text: &str) -> Result<EnteredTime, String> {
    let now = project::now();
    parse_time(text, now, &time_zone::system(now)).ok_or_else(|| format!("write {FORMS}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_hours_or_spans() {
        for (text, expected) in [
            ("1.5", Some(5400)),
            ("2", Some(7200)),
            ("90m", Some(5400)),
            ("1h30m", Some(5400)),
            ("1h 30m 5s", Some(5405)),
            (" 0.5h ", Some(1800)),
            ("0", None),
            ("-1", None),
            ("-1h", None),
            ("1h30", None),
            ("h", None),
            ("NaN", None),
            ("inf", None),
            ("1e300", None),
            ("1d", None),
            ("", None),
        ] {
            assert_eq!(parse(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn days_are_civil_days() {
        assert_eq!(parse_day("1970-01-02"), Ok(1));
        assert_eq!(parse_day("2026-12-01"), Ok(20788));
        assert!(parse_day("2026-02-30").is_err() && parse_day("today").is_err());
    }
}
