//! The auto-schedule of the `handoff-mcp` server, reimplemented from its description for
//! comparison.
//!
//! Tasks without dependencies come first, then the others; both groups are sorted by `order`, then
//! by ID as text. Each task takes whole days of its assignee, after the previous task and after the
//! stored due dates of its dependencies.

use handoff_format::format_date;

use super::naive::{Hours, Model};
use super::plans::Plan;

/// Returns the plans with the dates that the server gives them, scheduled from the day `from`.
pub fn schedule(model: &Model, from: i32) -> Vec<Plan> {
    let mut order: Vec<usize> = (0..model.plans.len()).collect();
    let key = |index: &usize| {
        let plan = &model.plans[*index];
        (!plan.links.is_empty(), plan.order.unwrap_or(usize::MAX), plan.id.clone())
    };
    order.sort_by_key(key);
    let mut free: Vec<(String, i32)> = Vec::new();
    let mut plans = model.plans.clone();
    for index in order {
        let plan = &model.plans[index];
        if plan.status().is_terminal() || plan.schedule.pinned == Some(true) {
            continue;
        }
        let hours = model.hours(plan);
        let stored = |id: &String| model.plans.iter().find(|other| other.id == *id).and_then(Plan::due);
        let after = plan.links.iter().filter_map(|(id, ..)| stored(id)).max().map_or(from, |due| due + 1);
        let track = plan.assignee.clone().unwrap_or_default();
        let track_index = free.iter().position(|(key, _)| *key == track);
        let track_index = track_index.unwrap_or_else(|| {
            free.push((track, from));
            free.len() - 1
        });
        let start = next_open(hours, after.max(free[track_index].1));
        let mut remaining = plan.schedule.estimate_hours.unwrap_or(8.0);
        let mut due = start;
        loop {
            #[allow(clippy::cast_precision_loss, reason = "minutes of a day")]
            let day = hours.minutes(due) as f64 / 60.0;
            remaining -= day;
            if remaining <= 0.0 {
                break;
            }
            due = next_open(hours, due + 1);
        }
        free[track_index].1 = due + 1;
        plans[index].schedule.start_date = Some(format_date(start));
        plans[index].schedule.due_date = Some(format_date(due));
    }
    plans
}

fn next_open(hours: &Hours, mut day: i32) -> i32 {
    while !hours.is_open(day) {
        day += 1;
    }
    day
}
