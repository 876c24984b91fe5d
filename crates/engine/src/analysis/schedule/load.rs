//! The load: the minutes of work of each assignee by day.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and indices come from the network")]

use std::collections::BTreeMap;

use crate::analysis::schedule::dependency_graph::Network;
use crate::analysis::schedule::resources::{RemainingEffort, Track};
use crate::ground::timestamp::Day;
use crate::model::dates::Dates;

/// Maximum number of days per task that are counted: ten years. Keeps a wrong year from using much
/// memory.
const MAX_DAYS: Day = 3653;

/// The load of one track.
#[derive(Default)]
pub(crate) struct Load {
    /// Remaining minutes of all open tasks, with or without dates.
    pub(crate) minutes: i64,
    /// Minutes of work by day.
    pub(crate) days: BTreeMap<Day, i64>,
}

impl Load {
    /// Returns the number of days with more load than the overwork limit allows.
    pub(crate) fn overbooked_days(&self, track: &Track) -> usize {
        let mut count = 0;
        for (day, minutes) in &self.days {
            let limit = i64::from(track.hours.minutes(*day)) * i64::from(track.limit_percent);
            count += usize::from(minutes * 100 > limit);
        }
        count
    }

    /// Returns the highest load of a day in percent of its working minutes, and these.
    pub(crate) fn peak(&self, track: &Track) -> (u32, i64) {
        let mut peak = (0, 0);
        for (day, minutes) in &self.days {
            let open = i64::from(track.hours.minutes(*day));
            peak = peak.max((minutes * 100 / open.max(1), open));
        }
        (u32::try_from(peak.0).unwrap_or(u32::MAX), peak.1)
    }
}

/// Returns the load of every track. The remaining effort of a task is spread over its working days
/// from today on in proportion to their hours. Overdue work falls on today or the next working day.
pub(crate) fn load(network: &Network<'_>, dates: &[Dates], today: Day) -> Vec<Load> {
    let mut loads: Vec<Load> = Vec::new();
    loads.resize_with(network.resources.tracks.len(), Load::default);
    for (index, entry) in network.tasks.iter().enumerate() {
        if entry.closed || !network.is_leaf(index) {
            continue;
        }
        let hours = &network.track(index).hours;
        let load = &mut loads[entry.track];
        let Some((start, due)) = dates[index].days() else {
            load.minutes += match entry.effort {
                RemainingEffort::Minutes(minutes) => i64::from(minutes),
                // Without dates it takes one day, however long it was before its dates were cleared.
                RemainingEffort::Days(_) => hours.next_open(today).map_or(0, |day| i64::from(hours.minutes(day))),
            };
            continue;
        };
        let first = start.max(today);
        let last = due.max(first);
        let (first, last) = if hours.open_days(first, last) > 0 {
            (first, last)
        } else {
            let Some(open) = hours.next_open(first) else { continue };
            (open, open)
        };
        let total = hours.minutes_between(first, last);
        let minutes = match entry.effort {
            RemainingEffort::Minutes(minutes) => i64::from(minutes),
            RemainingEffort::Days(_) => total,
        };
        load.minutes += minutes;
        // Rounds the running sum, so that the days add up to `minutes`.
        let (mut passed, mut assigned) = (0, 0);
        for day in first..=last.min(first.saturating_add(MAX_DAYS)) {
            passed += i64::from(hours.minutes(day));
            let due = minutes * passed / total.max(1);
            if due > assigned {
                *load.days.entry(day).or_default() += due - assigned;
                assigned = due;
            }
        }
    }
    loads
}

/// Converts minutes to hours.
#[allow(clippy::cast_precision_loss, reason = "far below 2^52")]
pub(crate) fn minutes_to_hours(minutes: i64) -> f64 {
    minutes as f64 / 60.0
}
