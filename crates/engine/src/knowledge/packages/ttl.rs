//! The time to live of a package: a positive number of hours or days.

use handoff_protocol::Text;

use crate::ground::texts;

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;
/// The maximum number of days, a hundred years.
const MAX_DAYS: i64 = 36_500;

/// The reason why a text is not a time to live.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.text())]
pub enum TtlError {
    /// It has fewer than two characters.
    TooShort,
    /// It does not end with a known unit.
    Unit(char),
    /// The part before the unit is not a number in digits, or too large.
    Number(String),
    /// It is not above zero.
    NotPositive,
}

impl TtlError {
    /// Returns the reason as a part of a sentence.
    pub(crate) fn text(&self) -> Text {
        match self {
            TtlError::TooShort => Text::plain(texts::TTL_TOO_SHORT),
            TtlError::Unit(unit) => Text::with(texts::TTL_UNIT_UNKNOWN, [("unit", unit.to_string())]),
            TtlError::Number(number) => Text::with(texts::TTL_NUMBER_INVALID, [("number", number.clone())]),
            TtlError::NotPositive => Text::plain(texts::TTL_NOT_POSITIVE),
        }
    }
}

/// Parses a time to live, such as `12h` or `7d`, as milliseconds.
pub fn parse_ttl(text: &str) -> Result<i64, TtlError> {
    let Some(unit) = text.chars().last().filter(|_| text.chars().nth(1).is_some()) else {
        return Err(TtlError::TooShort);
    };
    let unit_ms = match unit {
        'h' => HOUR_MS,
        'd' => DAY_MS,
        other => return Err(TtlError::Unit(other)),
    };
    let number = text.strip_suffix(unit).unwrap_or_default();
    let invalid = || TtlError::Number(number.to_owned());
    let (is_negative, digits) = number.strip_prefix('-').map_or((false, number), |digits| (true, digits));
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(invalid());
    }
    if is_negative || digits.bytes().all(|byte| byte == b'0') {
        return Err(TtlError::NotPositive);
    }
    let ttl = digits.parse::<i64>().ok().and_then(|number| number.checked_mul(unit_ms));
    ttl.filter(|ttl| *ttl <= MAX_DAYS * DAY_MS).ok_or_else(invalid)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ttl_is_a_positive_number_of_hours_or_days() {
        for (text, expected) in [
            ("1h", Ok(HOUR_MS)),
            ("7d", Ok(7 * DAY_MS)),
            ("007d", Ok(7 * DAY_MS)),
            ("36500d", Ok(36_500 * DAY_MS)),
            ("", Err("too short")),
            ("d", Err("too short")),
            ("7", Err("too short")),
            ("77", Err("unsupported unit '7' (use h or d)")),
            ("7m", Err("unsupported unit 'm' (use h or d)")),
            ("7D", Err("unsupported unit 'D' (use h or d)")),
            ("7d ", Err("unsupported unit ' ' (use h or d)")),
            ("7日", Err("unsupported unit '日' (use h or d)")),
            ("7xd", Err("invalid number: 7x")),
            (" 7d", Err("invalid number:  7")),
            ("+7d", Err("invalid number: +7")),
            ("1.5d", Err("invalid number: 1.5")),
            ("1d2h", Err("invalid number: 1d2")),
            ("-xd", Err("invalid number: -x")),
            ("-d", Err("invalid number: -")),
            ("٧d", Err("invalid number: ٧")),
            ("36501d", Err("invalid number: 36501")),
            ("99999999999999999999h", Err("invalid number: 99999999999999999999")),
            ("0d", Err("must be positive")),
            ("-1d", Err("must be positive")),
            ("-0h", Err("must be positive")),
        ] {
            let parsed = parse_ttl(text).map_err(|error| error.to_string());
            assert_eq!(parsed, expected.map_err(str::to_owned), "{text}");
        }
    }

    proptest! {
        #[test]
        fn ttl_is_strict(text in any::<String>()) {
            let is_valid = parse_ttl(&text).is_ok();
            let (number, unit) = text.split_at(text.floor_char_boundary(text.len().saturating_sub(1)));
            let number_is_valid = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            prop_assert!(!is_valid || number_is_valid && matches!(unit, "h" | "d"));
        }

        #[test]
        fn every_positive_number_in_range_is_valid(number in 1i64..=36_500) {
            prop_assert_eq!(parse_ttl(&format!("{number}d")), Ok(number * DAY_MS));
            prop_assert_eq!(parse_ttl(&format!("{number}h")), Ok(number * HOUR_MS));
        }
    }
}
