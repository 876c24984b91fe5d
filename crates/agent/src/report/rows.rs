//! Lists of a report, cut to a number of entries.

use handoff_format::format_date;
use serde_json::{Value, json};

use crate::params::Object;

/// Adds lists to an object.
#[derive(Clone, Copy)]
pub(super) struct Rows {
    /// The maximum number of entries of each list.
    pub(super) limit: usize,
}

impl Rows {
    /// Adds the last entries of a list, and the number of those that are left out.
    pub(super) fn last<T>(self, object: &mut Object, name: &str, entries: &[T], to_row: impl Fn(&T) -> Value) {
        let omitted = entries.len().saturating_sub(self.limit);
        Rows::add(object, name, entries.iter().skip(omitted).map(to_row).collect(), omitted);
    }

    /// Adds the first entries of a list, and the number of those that are left out.
    pub(super) fn first<T>(self, object: &mut Object, name: &str, entries: &[T], to_row: impl Fn(&T) -> Value) {
        let omitted = entries.len().saturating_sub(self.limit);
        Rows::add(object, name, entries.iter().take(self.limit).map(to_row).collect(), omitted);
    }

    fn add(object: &mut Object, name: &str, rows: Vec<Value>, omitted: usize) {
        object.insert(name.to_owned(), Value::Array(rows));
        if omitted > 0 {
            object.insert(format!("{name}_omitted"), json!(omitted));
        }
    }
}

/// Returns a day as `YYYY-MM-DD`, or null.
pub(super) fn date(day: impl Into<Option<i32>>) -> Value {
    json!(day.into().map(format_date))
}

/// Rounds to six decimals, which removes the errors of floating-point sums.
pub(super) fn rounded(number: impl Into<Option<f64>>) -> Value {
    json!(number.into().map(|number| (number * 1e6).round() / 1e6))
}
