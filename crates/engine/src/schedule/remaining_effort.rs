//! How much of a task is left to do.

use crate::model::TaskSummary;
use crate::schedule::calendar::whole_minutes;
use crate::schedule::resources::Track;

/// Maximum effort of a task.
const MAX_HOURS: f64 = 1e6;

/// What is left of a task that is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// So many minutes; none for a task whose effort is used up, which then takes no time.
    Minutes(u32),
    /// It says no hours: whole working days.
    Days(i32),
}

/// What is left of a task without subtasks.
pub(crate) fn work(summary: &TaskSummary, track: &Track) -> Work {
    let hours = |value: Option<f64>| value.filter(|hours| hours.is_finite() && *hours >= 0.0);
    let estimate = hours(summary.estimate);
    let actual = hours(summary.actual).unwrap_or(0.0);
    let remaining = hours(summary.remaining);
    match remaining.or(estimate.map(|estimate| (estimate * track.multiplier - actual).max(0.0))) {
        Some(hours) => Work::Minutes(whole_minutes(hours, MAX_HOURS)),
        None => match (summary.dates.start, summary.dates.due) {
            (Some(start), Some(due)) => Work::Days(track.hours.open_days(start, due).max(1)),
            _ => Work::Days(1),
        },
    }
}
