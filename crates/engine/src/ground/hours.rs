//! The precision of hours.

/// A millisecond is as small as a time that is measured or typed, and sums of whole milliseconds are
/// exact.
const MS_PER_HOUR: f64 = 3_600_000.0;

/// Returns hours rounded to whole milliseconds. Each sum and difference of hours is rounded, because
/// sums of fractions differ in their last digits: 0.1 + 0.2 is 0.30000000000000004.
pub fn round_hours(hours: f64) -> f64 {
    let rounded = (hours * MS_PER_HOUR).round() / MS_PER_HOUR;
    // Turns -0 into 0.
    if rounded == 0.0 { 0.0 } else { rounded }
}

#[cfg(test)]
mod tests {
    use super::round_hours;

    #[test]
    fn sums_are_exact() {
        for (part, count, expected) in [(0.1, 30, 3.0), (1.0 / 6.0, 6, 1.0), (0.05, 7, 0.35), (1.0 / 3600.0, 3600, 1.0)]
        {
            let sum = (0..count).fold(0.0, |sum, _| round_hours(sum + part));
            assert_eq!(sum.to_string(), f64::to_string(&expected), "{count} times {part}");
            let left = (0..count).fold(expected, |left, _| round_hours(left - part));
            assert_eq!(left.to_string(), "0", "{count} times {part}");
        }
    }

    #[test]
    fn typed_hours_stay_as_they_are() {
        for hours in [0.0, 0.25, 0.333, 1.0, 1.3333, 7.65, 99_999.99] {
            assert_eq!(round_hours(hours).to_string(), f64::to_string(&hours));
        }
    }
}
