//! Throughput and velocity: the tasks that were done per week, and their hours.

use handoff_protocol::report::{Throughput, ThroughputWeek};

use crate::analysis::metrics::past::{MicroHours, to_hours};
use crate::analysis::metrics::span::ReportSpan;
use crate::ground::timestamp::Day;

/// The number of weeks of the rolling mean.
const MEAN_WEEKS: u32 = 4;

/// Returns the Monday on or before a day.
pub(crate) fn monday(day: Day) -> Day {
    // 1970-01-01 was a Thursday.
    day - (day + 3).rem_euclid(7)
}

/// Returns the tasks that were done in each week that has a day within the range.
pub(crate) fn throughput(span: &ReportSpan<'_>) -> Throughput {
    let mut sums: Vec<(Day, u32, MicroHours)> = Vec::new();
    for figures in span.all_days {
        let start = monday(figures.day);
        match sums.last_mut() {
            Some((last, tasks, hours)) if *last == start => {
                *tasks += figures.done_tasks;
                *hours += figures.done_hours;
            }
            _ => sums.push((start, figures.done_tasks, figures.done_hours)),
        }
    }
    let mut weeks = Vec::new();
    for (index, (start, done_tasks, done_hours)) in sums.iter().enumerate() {
        let window = usize::try_from(MEAN_WEEKS).unwrap_or(1).min(index + 1);
        let last = sums.iter().skip(index + 1 - window).take(window);
        let (tasks, hours) = last.fold((0, 0), |(tasks, hours), week| (tasks + week.1, hours + week.2));
        let count = u32::try_from(window).map_or(1.0, f64::from);
        weeks.push(ThroughputWeek {
            start: *start,
            done_tasks: *done_tasks,
            done_hours: to_hours(*done_hours),
            mean_tasks: f64::from(tasks) / count,
            mean_hours: to_hours(hours) / count,
        });
    }
    weeks.retain(|week| span.days().first().is_some_and(|first| week.start >= monday(first.day)));
    Throughput { weeks, mean_weeks: MEAN_WEEKS }
}

#[cfg(test)]
mod tests {
    use super::monday;

    #[test]
    fn monday_is_the_first_day_of_a_week() {
        let day = |text| handoff_format::parse_date(text).unwrap();
        for (text, start) in [("2026-11-23", "2026-11-23"), ("2026-11-29", "2026-11-23"), ("1970-01-01", "1969-12-29")]
        {
            assert_eq!(monday(day(text)), day(start), "{text}");
        }
    }
}
