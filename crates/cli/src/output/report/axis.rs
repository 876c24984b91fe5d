//! Axes: the range of the values, the positions of the labels, and their texts.

use std::ops::Range;

use handoff_format::format_date;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};

use crate::output::console::clean;
use crate::output::report::chart::{Panel, Shape, XAxis, YAxis};
use crate::output::round_hours;
use crate::output::table::cut;

/// The distances of labels in days.
const DAY_STEPS: [i32; 9] = [1, 2, 7, 14, 28, 56, 91, 182, 364];
/// The maximum number of labels of an axis of days.
const MAX_DAY_LABELS: i32 = 6;
/// The maximum number of labels of an axis of numbers.
const MAX_NUMBER_LABELS: f64 = 6.0;
/// The maximum width of a name, in columns of text.
const NAME_WIDTH: usize = 26;

/// A range with the positions of its labels.
pub(super) struct Axis {
    pub(super) first: f64,
    pub(super) last: f64,
    pub(super) labels: Vec<f64>,
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    #[allow(clippy::cast_possible_truncation, reason = "a position in the picture")]
    fn map(&self, value: &f64, (start, end): (i32, i32)) -> i32 {
        let part = (value - self.first) / (self.last - self.first);
        start + (f64::from(end - start) * part).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { Vec::new() } else { self.labels.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.first..self.last
    }
}

/// Returns the axis from left to right.
pub(super) fn x_axis(panel: &Panel) -> Axis {
    match panel.x {
        XAxis::Hours(_) => numbers(panel.points().map(|(x, _)| x), 0.0),
        XAxis::Days => days(panel),
    }
}

/// Returns the axis from bottom to top.
pub(super) fn y_axis(panel: &Panel) -> Axis {
    match &panel.y {
        // The first row is on top.
        YAxis::Rows(names) => {
            let rows: Vec<f64> = (0..u32::try_from(names.len()).unwrap_or(u32::MAX)).map(f64::from).collect();
            Axis { first: rows.last().copied().unwrap_or_default() + 0.5, last: -0.5, labels: rows }
        }
        YAxis::Counts(_) => numbers(panel.points().map(|(_, y)| y), 1.0),
        YAxis::Hours(_) => numbers(panel.points().map(|(_, y)| y), 0.0),
    }
}

/// Returns an axis of numbers that contains 0, with labels at multiples of 1, 2 or 5.
fn numbers(values: impl Iterator<Item = f64>, smallest_step: f64) -> Axis {
    let (lowest, highest) = values.fold((0.0_f64, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
    let room = (highest - lowest).max(1.0) / MAX_NUMBER_LABELS;
    let power = 10.0_f64.powf(room.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].iter().map(|factor| factor * power).find(|step| *step >= room);
    let step = step.unwrap_or(room).max(smallest_step);
    let (first, last) = ((lowest / step).floor(), (highest / step).ceil().max(1.0));
    let count = (last - first).clamp(1.0, 100.0);
    let labels = std::iter::successors(Some(0.0), |index| Some(index + 1.0)).take_while(|index| *index <= count);
    Axis { first: first * step, last: last * step, labels: labels.map(|index| (first + index) * step).collect() }
}

/// Returns an axis of days. Labels that are at least a week apart are Mondays.
#[allow(clippy::cast_possible_truncation, reason = "days come from dates, so they are whole and small")]
fn days(panel: &Panel) -> Axis {
    let bars = panel.series.iter().any(|series| matches!(series.shape, Shape::Bars(_)));
    let (first, last) = panel.days.or_else(|| panel.extent()).unwrap_or_default();
    let (from, to) = (first as i32, last as i32);
    let span = to.saturating_sub(from);
    let margin = if bars { 4.0 } else { (f64::from(span) * 0.02).max(0.5) };
    let step = DAY_STEPS.into_iter().find(|step| span / step < MAX_DAY_LABELS).unwrap_or(span / MAX_DAY_LABELS + 1);
    // 1970-01-05 was a Monday.
    let start = if step < 7 { from } else { from + (4 - from).rem_euclid(7) };
    let labels = std::iter::successors(Some(start), |day| day.checked_add(step)).take_while(|day| *day <= to);
    Axis { first: first - margin, last: last + margin, labels: labels.map(f64::from).collect() }
}

/// Returns the text of a label from left to right.
#[allow(clippy::cast_possible_truncation, reason = "labels of days are whole")]
pub(super) fn x_label(axis: XAxis, value: f64) -> String {
    match axis {
        XAxis::Days => format_date(value.round() as i32),
        XAxis::Hours(_) => round_hours(value).to_string(),
    }
}

/// Returns the text of a label from bottom to top.
pub(super) fn y_label(axis: &YAxis, value: f64) -> String {
    let YAxis::Rows(names) = axis else { return round_hours(value).to_string() };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the index of a row")]
    let name = names.get(value.round().max(0.0) as usize);
    name.map_or_else(String::new, |name| one_line(name, NAME_WIDTH))
}

/// Returns a text as one line of at most this width, without characters that XML cannot contain.
pub(super) fn one_line(text: &str, width: usize) -> String {
    let allowed: String =
        clean(text).chars().filter(|character| !matches!(character, '\u{fffe}' | '\u{ffff}')).collect();
    cut(&allowed.replace(['\n', '\t'], " "), width)
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn numbers_have_few_round_labels() {
        for (values, smallest, labels) in [
            (vec![], 1.0, vec![0.0, 1.0]),
            (vec![3.0], 1.0, vec![0.0, 1.0, 2.0, 3.0]),
            (vec![0.3], 0.0, vec![0.0, 0.2, 0.4]),
            (vec![117.0], 1.0, vec![0.0, 20.0, 40.0, 60.0, 80.0, 100.0, 120.0]),
            (vec![-12.0, 40.0], 0.0, vec![-20.0, -10.0, 0.0, 10.0, 20.0, 30.0, 40.0]),
        ] {
            let axis = numbers(values.iter().copied(), smallest);
            assert_eq!(axis.labels, labels, "{values:?}");
            assert!(axis.first <= 0.0 && axis.last > axis.first);
        }
    }
}
