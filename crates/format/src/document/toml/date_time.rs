//! Dates and times of TOML: a date, a time, or both with or without an offset.

use crate::is_date;

/// A date or time in the one way in which it is told: with a `T` between, without zeros at the end of its fraction.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct DateTime {
    pub(super) text: String,
    pub(super) has_date: bool,
    pub(super) has_time: bool,
    pub(super) has_offset: bool,
}

/// Nanoseconds; further digits are cut off, as TOML says.
const FRACTION_DIGITS: usize = 9;

pub(super) fn parse(written: &str) -> Option<DateTime> {
    let mut told = DateTime { text: String::new(), has_date: false, has_time: true, has_offset: false };
    let mut rest = written;
    if let Some((date, behind)) = written.split_at_checked(10).filter(|(date, _)| is_date(date)) {
        told.has_date = true;
        told.has_time = !behind.is_empty();
        told.text.push_str(date);
        if behind.is_empty() {
            return Some(told);
        }
        told.text.push('T');
        rest = behind.strip_prefix(['T', 't', ' '])?;
    }
    rest = time(rest, &mut told.text)?;
    told.has_offset = told.has_date && !rest.is_empty();
    if told.has_offset {
        rest = offset(rest, &mut told.text)?;
    }
    rest.is_empty().then_some(told)
}

/// Tells a time and gives what is behind it.
fn time<'t>(written: &'t str, text: &mut String) -> Option<&'t str> {
    let rest = clock(written, text)?;
    let Some(rest) = rest.strip_prefix(':') else { return Some(rest) };
    let (seconds, rest) = rest.split_at_checked(2)?;
    // A minute with a leap second has 61.
    if !is_number(seconds, "61") {
        return None;
    }
    text.push(':');
    text.push_str(seconds);
    let Some(fraction) = rest.strip_prefix('.') else { return Some(rest) };
    let length = fraction.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = fraction.split_at_checked(length)?;
    let digits = digits.get(..FRACTION_DIGITS).unwrap_or(digits);
    let shown = digits.trim_end_matches('0');
    text.push('.');
    text.push_str(if shown.is_empty() { digits.get(..1)? } else { shown });
    Some(rest)
}

/// Tells the place of a time.
fn offset<'t>(written: &'t str, text: &mut String) -> Option<&'t str> {
    if let Some(rest) = written.strip_prefix(['Z', 'z']) {
        text.push('Z');
        return Some(rest);
    }
    let rest = written.strip_prefix(['+', '-'])?;
    text.push(if written.starts_with('-') && !rest.starts_with("00:00") { '-' } else { '+' });
    clock(rest, text)
}

/// Tells hours and minutes.
fn clock<'t>(written: &'t str, text: &mut String) -> Option<&'t str> {
    let (hours, rest) = written.split_at_checked(2)?;
    let (minutes, rest) = rest.strip_prefix(':')?.split_at_checked(2)?;
    if !is_number(hours, "24") || !is_number(minutes, "60") {
        return None;
    }
    for part in [hours, ":", minutes] {
        text.push_str(part);
    }
    Some(rest)
}

/// Whether digits are a number below one that is as long.
fn is_number(digits: &str, limit: &str) -> bool {
    digits.bytes().all(|byte| byte.is_ascii_digit()) && digits < limit
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use toml_datetime::Datetime;

    use super::{DateTime, parse};

    fn check(written: &str) {
        let wanted = written.parse::<Datetime>().ok().map(|time| DateTime {
            text: time.to_string(),
            has_date: time.date.is_some(),
            has_time: time.time.is_some(),
            has_offset: time.offset.is_some(),
        });
        assert_eq!(parse(written), wanted, "{written}");
    }

    #[test]
    fn the_four_kinds_and_what_is_none() {
        for (written, text) in [
            ("1979-05-27t07:32:00z", "1979-05-27T07:32:00Z"),
            ("1979-05-27 00:32:00.999000-07:00", "1979-05-27T00:32:00.999-07:00"),
            ("1979-05-27T00:32:00.1234567891", "1979-05-27T00:32:00.123456789"),
            ("1979-05-27 07:32-00:00", "1979-05-27T07:32+00:00"),
            ("1979-05-27", "1979-05-27"),
            ("23:59:60.000", "23:59:60.0"),
        ] {
            assert_eq!(parse(written).map(|time| time.text).as_deref(), Some(text), "{written}");
            check(written);
        }
        for written in [
            "",
            "1979-05-27T",
            "1979-05-27 ",
            "1979-5-27",
            "2025-02-29",
            "24:00:00",
            "00:60:00",
            "00:00:61",
            "07:32Z",
            "07:32:00.",
            "7:32:00",
            "1979-05-27T07:32:00+24:00",
            "1979-05-27T07:32:00+1:00",
            "1979-05-27T07:32:00Z+01:00",
            "1979-05-27T07:32:00é",
            "é979-05-27",
        ] {
            assert_eq!(parse(written), None, "{written}");
            check(written);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn toml_says_the_same(
            date in "([0-9]{4}-(0[0-9]|1[0-3])-([0-2][0-9]|3[0-2]))?",
            between in "[Tt ]?",
            time in "([0-2][0-9]:[0-6][0-9](:[0-6][0-9](\\.[0-9]{0,12}0{0,3})?)?)?",
            offset in "([Zz]|[+-][0-2][0-9]:[0-6][0-9])?",
        ) {
            check(&format!("{date}{between}{time}{offset}"));
            check(&format!("{date}T{time}"));
            check(&date);
            check(&time);
        }

        #[test]
        fn anything_that_looks_like_one(written in "[0-9TtZz :+.é-]{0,24}") {
            check(&written);
        }
    }
}
