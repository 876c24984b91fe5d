//! Values of TOML that stand in no quotes: numbers, dates, times, true and false.

use handoff_protocol::ProblemCode;
use serde_json::Number;

use super::date_time;
use crate::Value;

/// What is wrong, and the reason.
pub(super) type Wrong = (ProblemCode, &'static str);

const NO_VALUE: Wrong = (ProblemCode::Syntax, "this is no number, date, true or false, and a text stands in quotes");

pub(super) fn read(text: &str) -> Result<Value, Wrong> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0 && matches!(text.as_bytes().get(digits), Some(b'-' | b':')) {
        let time = date_time::parse(text).ok_or((ProblemCode::BadDate, "invalid date or time"))?;
        return Ok(Value::String(time.text));
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = text.strip_prefix(prefix) {
            return whole(&joined(digits, radix).ok_or(NO_VALUE)?, radix);
        }
    }
    match text {
        "true" | "false" => Ok(Value::Bool(text == "true")),
        _ => match text.strip_prefix(['+', '-']).unwrap_or(text) {
            "inf" | "nan" => Ok(Value::String(text.to_owned())),
            unsigned => decimal(text, unsigned),
        },
    }
}

fn decimal(text: &str, unsigned: &str) -> Result<Value, Wrong> {
    let (before, behind) = unsigned.split_at(unsigned.find(['.', 'e', 'E']).unwrap_or(unsigned.len()));
    let has_zeros = before.len() > 1 && before.starts_with('0');
    if has_zeros || joined(before, 10).is_none() {
        return Err(NO_VALUE);
    }
    let plain = text.replace('_', "");
    if behind.is_empty() {
        return whole(&plain, 10);
    }
    let (fraction, exponent) = match behind.split_once(['e', 'E']) {
        Some((fraction, exponent)) => (fraction, Some(exponent)),
        None => (behind, None),
    };
    let is_number = |digits: &str| joined(digits, 10).is_some();
    let has_exponent = exponent.is_none_or(|exponent| is_number(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)));
    let has_fraction = fraction.strip_prefix('.').map_or(fraction.is_empty(), is_number);
    let number = plain.parse::<f64>().ok().filter(|_| has_exponent && has_fraction).ok_or(NO_VALUE)?;
    Number::from_f64(number).map(Value::Number).ok_or((ProblemCode::Syntax, "floating-point number overflowed"))
}

fn whole(digits: &str, radix: u32) -> Result<Value, Wrong> {
    let number = i64::from_str_radix(digits, radix);
    number.map(Value::from).map_err(|_| (ProblemCode::Syntax, "integer number overflowed"))
}

/// Digits without the underscores, each of which stands between two of them.
fn joined(digits: &str, radix: u32) -> Option<String> {
    let is_number = |part: &str| !part.is_empty() && part.chars().all(|digit| digit.is_digit(radix));
    digits.split('_').all(is_number).then(|| digits.replace('_', ""))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;
    use toml_edit::{DocumentMut, Item, Value as Theirs};

    use super::read;

    fn check(text: &str) {
        let document = format!("x = {text}").parse::<DocumentMut>();
        let is_named = text.ends_with("inf") || text.ends_with("nan");
        let theirs = document.ok().and_then(|document| match document.get("x") {
            Some(Item::Value(Theirs::Integer(number))) => Some(json!(number.value())),
            Some(Item::Value(Theirs::Float(number))) if number.value().is_finite() => Some(json!(number.value())),
            // A number beyond what floating point holds is infinite there, and wrong here.
            Some(Item::Value(Theirs::Float(_))) => is_named.then(|| json!(text)),
            Some(Item::Value(Theirs::Boolean(flag))) => Some(json!(flag.value())),
            Some(Item::Value(Theirs::Datetime(time))) => Some(json!(time.value().to_string())),
            _ => None,
        });
        assert_eq!(read(text).ok(), theirs, "{text}");
    }

    #[test]
    fn values_and_what_is_none() {
        for text in [
            "0",
            "+0",
            "-0",
            "+99",
            "1_000",
            "1__0",
            "_1",
            "1_",
            "01",
            "0_1",
            "-01",
            "0x1F_f",
            "0xDEADBEEF",
            "0X1",
            "0x",
            "0x_1",
            "+0x1",
            "0o17",
            "0o8",
            "0b101",
            "0b2",
            "0d1",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "0xffffffffffffffff",
            "1.5",
            "-1.5e3",
            "1e5",
            "1E+05",
            "1.e5",
            ".5",
            "5.",
            "1e",
            "1e+",
            "1.5_0",
            "1._5",
            "1_.5",
            "00.5",
            "0.5",
            "0e0",
            "1e400",
            "-1e400",
            "1e-400",
            "inf",
            "+inf",
            "-nan",
            "Inf",
            "true",
            "false",
            "True",
            "+true",
            "hello",
            "-",
            "+",
            "--1",
            "1979-05-27",
            "1979-05-27 07:32",
            "07:32:00",
            "-07:32",
            "1-2",
            "é",
            "1é",
            "1.5.5",
            "1e5.5",
            "1e5e5",
            "0.0",
            "-0.0",
        ] {
            check(text);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn toml_says_the_same(text in "[+-]{0,2}(0[xob])?[0-9_af]{0,6}(\\.[0-9_]{0,4})?([eE][+-]?[0-9_]{0,3})?") {
            if !text.is_empty() {
                check(&text);
            }
        }
    }
}
