//! Numbers in sentences.

use handoff_format::{Value, compact};

/// A number without a fraction that says nothing: `8`, `2.5`.
pub(crate) fn plain(number: f64) -> String {
    let written = compact(&Value::from(number));
    written.strip_suffix(".0").map_or_else(|| written.clone(), str::to_owned)
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
