//! Decimal numbers as floating-point numbers.
//!
//! Invariant: the result is what `str::parse::<f64>` gives, the nearest number with ties to even; a test compares the two. The standard
//! library's way is quicker for long numbers and brings 13 kB of tables and code (compressed) into a module of 300; the numbers in project files are short.
//!
//! Short numbers are exact in floating point at once (W. Clinger, "How to Read Floating Point Numbers Accurately", 1990); all others are
//! divided as whole numbers of any length.

use std::cmp::Ordering;

/// Powers of ten that floating point holds exactly.
const EXACT_POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];
/// Whole numbers up to here are exact in floating point.
const LARGEST_EXACT: u64 = 1 << 53;
/// No more digits than these can matter, with one more that says whether others follow.
const DIGITS: usize = 770;
/// Beyond these powers of ten everything is infinite or zero, however many digits there are.
const FARTHEST: i64 = 2000;

/// Reads a decimal number: digits with an optional sign, point and exponent. None for anything else.
pub(crate) fn parse(text: &str) -> Option<f64> {
    let (is_negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = match rest.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (rest, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(fraction) || whole.len() + fraction.len() == 0 {
        return None;
    }
    let mut power = exponent.map_or(Some(0), read_exponent)?;
    let fraction = fraction.trim_end_matches('0');
    let digits = [whole, fraction].concat();
    let mut digits = digits.trim_start_matches('0').to_owned();
    power -= i64::try_from(fraction.len()).unwrap_or(i64::MAX);
    if digits.len() > DIGITS {
        power += i64::try_from(digits.len() - DIGITS - 1).unwrap_or(i64::MAX);
        digits.truncate(DIGITS);
        digits.push('1');
    }
    let number = exact(&digits, power).unwrap_or_else(|| nearest(&digits, power));
    Some(if is_negative { -number } else { number })
}

/// An exponent, cut off where no digits can make up for it.
fn read_exponent(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse::<i64>().unwrap_or(i64::MAX / 4).min(i64::MAX / 4);
    Some(if text.starts_with('-') { -size } else { size })
}

/// The number, where one rounding suffices.
#[allow(clippy::cast_precision_loss, reason = "only numbers that are exact")]
fn exact(digits: &str, power: i64) -> Option<f64> {
    let number =
        if digits.is_empty() { 0 } else { digits.parse::<u64>().ok().filter(|number| *number <= LARGEST_EXACT)? };
    let factor = |power: i64| EXACT_POWERS.get(usize::try_from(power).ok()?);
    match number {
        0 => Some(0.0),
        number if power < 0 => Some(number as f64 / factor(-power)?),
        number => Some(number as f64 * factor(power)?),
    }
}

fn nearest(digits: &str, power: i64) -> f64 {
    let magnitude = power.saturating_add(i64::try_from(digits.len()).unwrap_or(i64::MAX));
    if magnitude > FARTHEST {
        return f64::INFINITY;
    }
    if magnitude < -FARTHEST {
        return 0.0;
    }
    let mut above = Natural::default();
    for digit in digits.bytes() {
        above.scale(10, u32::from(digit - b'0'));
    }
    let mut below = Natural(vec![1]);
    for _ in 0..power.unsigned_abs() {
        if power < 0 { below.scale(10, 0) } else { above.scale(10, 0) }
    }
    quotient(above, below)
}

/// The nearest floating-point number to a fraction that is not zero.
fn quotient(mut above: Natural, mut below: Natural) -> f64 {
    // The quotient gets 54 or 55 bits, one or two more than floating point keeps, or fewer where that has a last place.
    let shift = (54 - above.bits() + below.bits()).min(1075);
    if shift >= 0 {
        above.shift(shift.unsigned_abs());
    } else {
        below.shift(shift.unsigned_abs());
    }
    let mut bits: u64 = 0;
    let steps = above.bits() - below.bits();
    below.shift(steps.max(0).unsigned_abs());
    for _ in 0..=steps {
        bits <<= 1;
        if above.compare(&below) != Ordering::Less {
            above.subtract(&below);
            bits |= 1;
        }
        below.halve();
    }
    let spare = if shift == 1075 && bits < LARGEST_EXACT << 1 { 1 } else { 64 - bits.leading_zeros() - 53 };
    let is_rest = !above.is_zero();
    let (kept, cut) = (bits >> spare, bits & ((1 << spare) - 1));
    let half = 1 << (spare - 1);
    let is_up = cut > half || cut == half && (is_rest || kept & 1 == 1);
    assemble(kept + u64::from(is_up), i64::from(spare) - shift)
}

/// `number` times two to the power, where the number has at most 53 bits, or is just beyond.
fn assemble(number: u64, power: i64) -> f64 {
    let (number, power) = if number == LARGEST_EXACT { (number >> 1, power + 1) } else { (number, power) };
    if number < LARGEST_EXACT >> 1 {
        // Below the smallest normal number the places stay where they are.
        return f64::from_bits(number);
    }
    match u64::try_from(power + 1075) {
        Ok(exponent) if exponent < 0x7ff => f64::from_bits(exponent << 52 | (number & ((1 << 52) - 1))),
        _ => f64::INFINITY,
    }
}

/// A natural number of any length, the lowest part first, without zeros at the top.
#[derive(Clone, Debug, Default)]
struct Natural(Vec<u32>);

impl Natural {
    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    fn bits(&self) -> i64 {
        let top = self.0.last().map_or(0, |top| 32 - top.leading_zeros());
        i64::try_from(self.0.len().saturating_sub(1) * 32).unwrap_or(i64::MAX) + i64::from(top)
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn scale(&mut self, factor: u32, more: u32) {
        let mut carry = u64::from(more);
        for part in &mut self.0 {
            let product = u64::from(*part) * u64::from(factor) + carry;
            *part = low(product);
            carry = product >> 32;
        }
        self.0.push(low(carry));
        self.trim();
    }

    fn shift(&mut self, by: u64) {
        let parts = usize::try_from(by / 32).unwrap_or(usize::MAX);
        self.0.splice(..0, std::iter::repeat_n(0, parts));
        self.scale(1 << (by % 32), 0);
    }

    fn halve(&mut self) {
        let mut carry = 0;
        for part in self.0.iter_mut().rev() {
            let lowest = *part & 1;
            *part = *part >> 1 | carry << 31;
            carry = lowest;
        }
        self.trim();
    }

    fn compare(&self, other: &Natural) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    /// Takes away what is not greater.
    fn subtract(&mut self, other: &Natural) {
        let mut borrow = false;
        for (place, part) in self.0.iter_mut().enumerate() {
            let (once, first) = part.overflowing_sub(other.0.get(place).copied().unwrap_or(0));
            let (twice, second) = once.overflowing_sub(u32::from(borrow));
            (*part, borrow) = (twice, first || second);
        }
        self.trim();
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the rest is carried")]
fn low(number: u64) -> u32 {
    number as u32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::parse;

    fn check(text: &str) {
        let (ours, theirs) = (parse(text), text.parse::<f64>().ok());
        assert_eq!(ours.map(f64::to_bits), theirs.map(f64::to_bits), "{text}: {ours:?} instead of {theirs:?}");
    }

    #[test]
    fn hard_numbers() {
        for text in [
            "0",
            "-0",
            "0.0",
            "00012.500",
            "1",
            "-1.5",
            "+2",
            ".5",
            "5.",
            "1e3",
            "1E+3",
            "1e-3",
            "0.1",
            "0.3",
            "8.5",
            "9007199254740992",
            "9007199254740993",
            "9007199254740995",
            "1e22",
            "1e23",
            "8.98846567431158e307",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.797693134862315808e308",
            "1e308",
            "1e309",
            "1e400",
            "4.9e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "2.2250738585072014e-308",
            "2.2250738585072011e-308",
            "2.225073858507201e-308",
            "1e-400",
            "1e99999999999999999999",
            "1e-99999999999999999999",
            "0e99999999999999999999",
            "123456789012345678901234567890",
            "6.631236846766476e-316",
            "3.2378839133029012895883524125015321748630094238e-316",
            "5e-324",
            "3e-324",
            "1e-323",
            "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880",
            "0.500000000000000166533453693773481063544750213623046875",
            "3.518437208883201171875e13",
            "62.5364939768271845828",
            "8.10109172351e-10",
            "1.50000000000000011102230246251565",
            "9007199254740991.4999999999999999999999999999999995",
        ] {
            check(text);
        }
        let long = format!("0.{}1", "0".repeat(2000));
        check(&long);
        check(&format!("{}e-2990", "7".repeat(3000)));
        check(&format!("9007199254740993.{}1", "0".repeat(900)));
        check(&format!("9007199254740993.{}", "0".repeat(900)));
    }

    #[test]
    fn what_is_no_number() {
        for text in ["", "-", ".", "e1", "1e", "1e+", "1.2.3", "1_000", " 1", "1 ", "0x1", "--1", "+-1", "1e1.5", "é"]
        {
            check(text);
        }
        assert_eq!((parse("inf"), parse("nan"), parse("infinity")), (None, None, None));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn every_number_is_read_as_it_is_written(bits: u64) {
            let number = f64::from_bits(bits);
            if number.is_finite() {
                check(&format!("{number}"));
                check(&format!("{number:e}"));
                check(&format!("{number:.40e}"));
            }
        }

        #[test]
        fn any_decimals(whole in "[0-9]{0,25}", fraction in "[0-9]{0,40}", exponent in -345..330_i32) {
            check(&format!("{whole}.{fraction}e{exponent}"));
            check(&format!("-{whole}{fraction}"));
        }

        #[test]
        fn halfway_between_two_numbers(significand in 1_u128 << 52..1_u128 << 53, places in 1..70_u32, power in 0..30_i32) {
            let middle = (significand << places) + (1 << (places - 1));
            check(&format!("{middle}"));
            check(&format!("{middle}.00000000000000000000000000000000001"));
            check(&format!("{}", middle - 1));
            check(&format!("{middle}e-{power}"));
        }
    }
}
