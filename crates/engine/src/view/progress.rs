//! How much of a task is finished.

use handoff_format::Task;
use handoff_protocol::Status;

/// The part that is finished, from 0 to 1, of a task without subtasks: all of it when it is over, else by its hours where it says what is
/// left, else by its done criteria, else by the hours spent of those estimated.
pub(crate) fn progress(task: &Task, status: Status) -> f64 {
    if status.is_terminal() {
        return 1.0;
    }
    let schedule = task.schedule.as_ref();
    let hours =
        |get: fn(&handoff_protocol::Schedule) -> Option<f64>| schedule.and_then(get).filter(|hours| *hours >= 0.0);
    let (spent, left) = (hours(|schedule| schedule.actual_hours), hours(|schedule| schedule.remaining_hours));
    let estimate = hours(|schedule| schedule.estimate_hours);
    let part = |done: f64, all: f64| if all > 0.0 { (done / all).min(1.0) } else { 0.0 };
    match (spent, left, estimate) {
        (Some(spent), Some(left), _) => part(spent, spent + left),
        (None, Some(left), Some(estimate)) => part((estimate - left).max(0.0), estimate),
        _ if !task.criteria.is_empty() => {
            let checked = task.criteria.iter().filter(|criterion| criterion.checked).count();
            part(whole(checked), whole(task.criteria.len()))
        }
        (Some(spent), None, Some(estimate)) => part(spent, estimate),
        _ => 0.0,
    }
}

fn whole(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

/// A part as percent; only what is finished whole gives 100.
pub(crate) fn percent(part: f64) -> u32 {
    let percent = (part * 100.0).clamp(0.0, 100.0);
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and 100, and no number becomes 0"
    )]
    let whole = percent as u32;
    whole
}

#[cfg(test)]
mod tests {
    use handoff_format::Task;
    use handoff_protocol::{Criterion, Schedule, Status};

    use super::{percent, progress};

    #[test]
    fn what_is_left_comes_before_criteria_before_what_is_spent() {
        let criteria = |checked: usize, all: usize| {
            (0..all).map(|at| Criterion { item: at.to_string(), checked: at < checked }).collect::<Vec<_>>()
        };
        let hours = |estimate, actual, remaining| Schedule {
            estimate_hours: estimate,
            actual_hours: actual,
            remaining_hours: remaining,
            ..Schedule::default()
        };
        for (status, schedule, criteria, wanted) in [
            (Status::Todo, hours(None, None, None), criteria(0, 0), 0),
            (Status::Done, hours(Some(8.0), None, Some(8.0)), criteria(0, 2), 100),
            (Status::Skipped, hours(None, None, None), criteria(0, 0), 100),
            (Status::InProgress, hours(Some(8.0), Some(3.0), Some(9.0)), criteria(1, 2), 25),
            (Status::InProgress, hours(Some(8.0), None, Some(2.0)), criteria(1, 2), 75),
            (Status::InProgress, hours(Some(8.0), None, Some(12.0)), criteria(1, 2), 0),
            (Status::InProgress, hours(Some(8.0), Some(4.0), None), criteria(1, 3), 33),
            (Status::InProgress, hours(Some(8.0), Some(4.0), None), criteria(0, 0), 50),
            (Status::Review, hours(Some(8.0), Some(12.0), None), criteria(0, 0), 100),
            (Status::InProgress, hours(Some(0.0), Some(0.0), Some(0.0)), criteria(0, 0), 0),
            (Status::InProgress, hours(Some(-1.0), Some(f64::NAN), None), criteria(0, 0), 0),
        ] {
            let task = Task { schedule: Some(schedule.clone()), criteria, ..Task::default() };
            assert_eq!(percent(progress(&task, status)), wanted, "{status:?} {schedule:?}");
        }
    }
}
