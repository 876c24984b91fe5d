//! Lists of a report, cut to a number of entries.

use handoff_format::format_date;

/// Cuts lists.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    /// The maximum number of entries of each list.
    pub(super) limit: usize,
}

impl Rows {
    /// Returns the last entries of a list, and the number of those that are left out.
    pub(super) fn last<'a, T, R: From<&'a T>>(self, entries: &'a [T]) -> (Vec<R>, Option<usize>) {
        let omitted = entries.len().saturating_sub(self.limit);
        (entries.iter().skip(omitted).map(R::from).collect(), Some(omitted).filter(|omitted| *omitted > 0))
    }

    /// Returns the first entries of a list, and the number of those that are left out.
    pub(super) fn first<'a, T, R: From<&'a T>>(self, entries: &'a [T]) -> (Vec<R>, Option<usize>) {
        let omitted = entries.len().saturating_sub(self.limit);
        (entries.iter().take(self.limit).map(R::from).collect(), Some(omitted).filter(|omitted| *omitted > 0))
    }
}

/// Returns a day as `YYYY-MM-DD`.
pub(super) fn date(day: Option<i32>) -> Option<String> {
    day.map(format_date)
}

/// Rounds to six decimals, which removes the errors of floating-point sums.
pub(crate) fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}
