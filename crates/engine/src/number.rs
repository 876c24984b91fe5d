//! Numbers in sentences, and hours as minutes.

use handoff_format::Value;

/// A number without a fraction that says nothing: `8`, `2.5`.
pub(crate) fn plain(number: f64) -> String {
    let written = Value::from(number).to_string();
    written.strip_suffix(".0").map_or_else(|| written.clone(), str::to_owned)
}

/// Whole minutes of some hours, of no more than so many.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between the bounds, and no number becomes 0"
)]
pub(crate) fn minutes(hours: f64, most: f64) -> u32 {
    (hours.clamp(0.0, most) * 60.0).round() as u32
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn fractions_that_say_nothing_are_left_out() {
        for (number, text) in [(8.0, "8"), (2.5, "2.5"), (-1.0, "-1"), (0.0, "0")] {
            assert_eq!(plain(number), text);
        }
    }
}
