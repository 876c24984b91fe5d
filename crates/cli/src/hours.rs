//! Durations on the command line.

use handoff_engine::round_hours;
use unicode_normalization::UnicodeNormalization as _;

const DURATION_FORMS: &str = "write hours such as 1.5, a span such as 90m or 1h30m, or a clock such as 1:30";

/// Parses a duration. Returns hours, which may be 0.
pub fn parse_hours(text: &str) -> Result<f64, String> {
    parse_duration(text).map(|seconds| round_hours(seconds / HOUR))
}

/// Parses a duration of one second at least. Returns seconds.
pub fn parse_seconds(text: &str) -> Result<u64, String> {
    let seconds = parse_duration(text)?.round();
    let is_valid = (1.0..=f64::from(u32::MAX)).contains(&seconds);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range was checked")]
    is_valid.then_some(seconds as u64).ok_or_else(|| format!("{DURATION_FORMS}, of one second at least"))
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
fn parse_duration(text: &str) -> Result<f64, String> {
    // NFKC turns full-width digits and signs into those of ASCII.
    let text = text.nfkc().collect::<String>().to_lowercase();
    let text = text.trim();
    let hours = || decimal(text).map(|hours| hours * HOUR);
    let seconds = hours().or_else(|| clock(text)).or_else(|| spans(text));
    seconds.filter(|seconds| seconds.is_finite()).ok_or_else(|| DURATION_FORMS.to_owned())
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The durations that the time page of the editor reads in the same way.
    const DURATIONS: &str = include_str!("../../../webviews/contract/time/durations.json");

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
