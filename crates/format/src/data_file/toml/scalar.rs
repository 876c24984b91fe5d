//! Decodes TOML scalars into values.
//!
//! Invariant: dates, times and the floats without a JSON form (`inf`, `nan`) become texts.

use std::borrow::Cow;
use std::num::IntErrorKind;

use handoff_protocol::ProblemCode;
use serde_json::Number;
use toml_datetime::Datetime;
use toml_parser::decoder::{IntegerRadix, ScalarKind};
use toml_parser::{ErrorSink, Raw};

use crate::Value;

/// The kind of an error in a scalar, and its reason.
pub(super) type ScalarError = (ProblemCode, String);

/// Decodes a scalar. Errors of the grammar are reported to `errors`, and the value is then
/// meaningless. Returns an error if the grammar allows the scalar but it has no value.
pub(super) fn decode(raw: Raw<'_>, errors: &mut dyn ErrorSink) -> Result<Value, ScalarError> {
    let mut decoded = Cow::Borrowed("");
    let kind = raw.decode_scalar(&mut decoded, errors);
    match kind {
        ScalarKind::String => Ok(Value::String(decoded.into_owned())),
        ScalarKind::Boolean(flag) => Ok(Value::Bool(flag)),
        ScalarKind::DateTime => match decoded.parse::<Datetime>() {
            Ok(time) => Ok(Value::String(time.to_string())),
            Err(error) => Err((ProblemCode::BadDate, error.to_string())),
        },
        ScalarKind::Float if decoded.ends_with("inf") || decoded.ends_with("nan") => {
            Ok(Value::String(decoded.into_owned()))
        }
        ScalarKind::Float => match decoded.parse().map(Number::from_f64) {
            Ok(Some(number)) => Ok(Value::Number(number)),
            Ok(None) => Err(syntax("floating-point number overflowed")),
            Err(_) => Err(syntax(kind.invalid_description())),
        },
        ScalarKind::Integer(radix) => integer(&decoded, radix),
    }
}

fn integer(digits: &str, radix: IntegerRadix) -> Result<Value, ScalarError> {
    i64::from_str_radix(digits, radix.value()).map(Value::from).map_err(|error| match error.kind() {
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => syntax("integer number overflowed"),
        _ => syntax(radix.invalid_description()),
    })
}

fn syntax(reason: &str) -> ScalarError {
    (ProblemCode::Syntax, reason.to_owned())
}

#[cfg(test)]
mod tests {
    use handoff_protocol::ProblemCode;
    use proptest::prelude::*;
    use serde_json::json;
    use toml_edit::{DocumentMut, Item, Value as Theirs};

    use crate::data_file::PathSegment;
    use crate::{Container, DataFile};

    /// Compares a value with the one that `toml_edit` reads.
    fn check(text: &str) {
        let ours = DataFile::parse(Container::Toml, format!("x = {text}").as_bytes()).ok();
        let ours = ours.and_then(|data| data.get(&[PathSegment::Key("x")]));
        let data = format!("x = {text}").parse::<DocumentMut>();
        let is_named = text.ends_with("inf") || text.ends_with("nan");
        let theirs = data.ok().and_then(|data| match data.get("x") {
            Some(Item::Value(Theirs::Integer(number))) => Some(json!(number.value())),
            Some(Item::Value(Theirs::Float(number))) if number.value().is_finite() => Some(json!(number.value())),
            // `toml_edit` reads a float that overflows as infinite; here it is an error.
            Some(Item::Value(Theirs::Float(_))) => is_named.then(|| json!(text)),
            Some(Item::Value(Theirs::Boolean(flag))) => Some(json!(flag.value())),
            Some(Item::Value(Theirs::Datetime(time))) => Some(json!(time.value().to_string())),
            _ => None,
        });
        assert_eq!(ours, theirs, "{text}");
    }

    #[test]
    fn decode_agrees_with_toml_edit() {
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
            "1979-05-27t07:32:00z",
            "1979-05-27 00:32:00.999000-07:00",
            "1979-05-27T00:32:00.1234567891",
            "1979-05-27 07:32-00:00",
            "23:59:60.000",
            "1979-05-27T",
            "1979-5-27",
            "2025-02-29",
            "24:00:00",
            "00:60:00",
            "00:00:61",
            "07:32Z",
            "07:32:00.",
            "7:32:00",
            "1979-05-27T07:32:00+24:00",
            "1979-05-27T07:32:00Z+01:00",
            "1979-05-27T07:32:00é",
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

    #[test]
    fn decode_normalizes_dates_and_times() {
        for (written, text) in [
            ("1979-05-27t07:32:00z", "1979-05-27T07:32:00Z"),
            ("1979-05-27 00:32:00.999000-07:00", "1979-05-27T00:32:00.999-07:00"),
            ("1979-05-27T00:32:00.1234567891", "1979-05-27T00:32:00.123456789"),
            ("1979-05-27 07:32-00:00", "1979-05-27T07:32+00:00"),
            ("1979-05-27", "1979-05-27"),
            ("23:59:60.000", "23:59:60.0"),
            ("-inf", "-inf"),
        ] {
            let data = DataFile::parse(Container::Toml, format!("x = {written}").as_bytes()).expect("valid TOML");
            assert_eq!(data.get(&[PathSegment::Key("x")]), Some(json!(text)), "{written}");
        }
    }

    #[test]
    fn decode_reports_the_kind_of_error() {
        for (written, code, reason) in [
            ("2025-02-29", ProblemCode::BadDate, "invalid "),
            ("1e400", ProblemCode::Syntax, "floating-point number overflowed"),
            ("0xffffffffffffffff", ProblemCode::Syntax, "integer number overflowed"),
            ("0x", ProblemCode::Syntax, "invalid hexadecimal number"),
            ("hello", ProblemCode::Syntax, "string values must be quoted"),
            ("\"\"\"a\r\nb\r\"\"\"", ProblemCode::Syntax, "carriage return must be followed by newline"),
        ] {
            let error = DataFile::parse(Container::Toml, format!("x = {written}").as_bytes()).expect_err("invalid");
            assert_eq!(error.code, code, "{written}");
            assert!(error.to_string().starts_with(&format!("This is not valid TOML: {reason}")), "{written}: {error}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn decode_agrees_with_toml_edit_on_numbers(text in "[+-]{0,2}(0[xob])?[0-9_af]{0,6}(\\.[0-9_]{0,4})?([eE][+-]?[0-9_]{0,3})?") {
            if !text.is_empty() {
                check(&text);
            }
        }
    }
}
