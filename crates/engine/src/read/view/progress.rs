//! The progress of a task.

use handoff_format::Task;
use handoff_protocol::Status;

/// Returns the finished part of a task without subtasks, from 0 to 1. A closed task is finished.
/// Otherwise it is computed from the remaining hours if there are any, else from the done criteria,
/// else from the actual and estimated hours.
pub(crate) fn progress(task: &Task, status: Status) -> f64 {
    if status.is_terminal() {
        return 1.0;
    }
    let schedule = task.schedule.as_ref();
    let hours =
        |get: fn(&handoff_protocol::Schedule) -> Option<f64>| schedule.and_then(get).filter(|hours| *hours >= 0.0);
    let (actual, remaining) = (hours(|schedule| schedule.actual_hours), hours(|schedule| schedule.remaining_hours));
    let estimate = hours(|schedule| schedule.estimate_hours);
    let part = |done: f64, all: f64| if all > 0.0 { (done / all).min(1.0) } else { 0.0 };
    match (actual, remaining, estimate) {
        (Some(actual), Some(remaining), _) => part(actual, actual + remaining),
        (None, Some(remaining), Some(estimate)) => part((estimate - remaining).max(0.0), estimate),
        _ if !task.criteria.is_empty() => {
            let checked = task.criteria.iter().filter(|criterion| criterion.checked).count();
            part(as_f64(checked), as_f64(task.criteria.len()))
        }
        (Some(actual), None, Some(estimate)) => part(actual, estimate),
        _ => 0.0,
    }
}

fn as_f64(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

/// Converts a part to percent, rounded down. While a task is open it is at most 99: the hours may be
/// used up before the work is finished, and other programs take 100 for a finished task.
pub(crate) fn percent(part: f64, is_open: bool) -> u32 {
    // 29 of 50 is a little less than 0.58.
    let percent = (part * 100.0 + 1e-9).clamp(0.0, if is_open { 99.0 } else { 100.0 });
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped, and NaN becomes 0")]
    let whole = percent as u32;
    whole
}

#[cfg(test)]
mod tests {
    use handoff_format::Task;
    use handoff_protocol::{Criterion, Schedule, Status};

    use super::{percent, progress};

    #[test]
    fn progress_prefers_remaining_hours_then_criteria_then_actual_hours() {
        let criteria = |checked: usize, all: usize| {
            (0..all).map(|at| Criterion { item: at.to_string(), checked: at < checked }).collect::<Vec<_>>()
        };
        let hours = |estimate, actual, remaining| Schedule {
            estimate_hours: estimate,
            actual_hours: actual,
            remaining_hours: remaining,
            ..Schedule::default()
        };
        for (status, schedule, criteria, expected) in [
            (Status::Todo, hours(None, None, None), criteria(0, 0), 0),
            (Status::Done, hours(Some(8.0), None, Some(8.0)), criteria(0, 2), 100),
            (Status::Skipped, hours(None, None, None), criteria(0, 0), 100),
            (Status::InProgress, hours(Some(8.0), Some(3.0), Some(9.0)), criteria(1, 2), 25),
            (Status::InProgress, hours(Some(8.0), None, Some(2.0)), criteria(1, 2), 75),
            (Status::InProgress, hours(Some(8.0), None, Some(12.0)), criteria(1, 2), 0),
            (Status::InProgress, hours(Some(8.0), Some(4.0), None), criteria(1, 3), 33),
            (Status::InProgress, hours(Some(8.0), Some(4.0), None), criteria(0, 0), 50),
            (Status::Review, hours(Some(8.0), Some(12.0), None), criteria(0, 0), 99),
            (Status::InProgress, hours(None, Some(1.0), Some(0.0)), criteria(0, 0), 99),
            (Status::Blocked, hours(None, None, None), criteria(2, 2), 99),
            (Status::InProgress, hours(Some(0.0), Some(0.0), Some(0.0)), criteria(0, 0), 0),
            (Status::InProgress, hours(Some(-1.0), Some(f64::NAN), None), criteria(0, 0), 0),
        ] {
            let task = Task { schedule: Some(schedule.clone()), criteria, ..Task::default() };
            assert_eq!(percent(progress(&task, status), !status.is_terminal()), expected, "{status:?} {schedule:?}");
        }
    }
}
