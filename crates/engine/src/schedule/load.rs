//! How much each assignee has to do on each day.
#![allow(clippy::indexing_slicing, reason = "tables have one entry per task, and positions come from the network")]

use std::collections::BTreeMap;

use crate::model::dates::Dates;
use crate::schedule::dependency_graph::Network;
use crate::schedule::remaining_effort::Work;
use crate::schedule::resources::Track;
use crate::timestamp::Day;

/// Work beyond so many days is not counted by the day, so that a wrong year costs no memory.
const FAR: Day = 3653;

/// One track's work.
#[derive(Default)]
pub(crate) struct Load {
    /// Minutes of work that are left, dated or not.
    pub(crate) minutes: i64,
    /// Minutes of work by day.
    pub(crate) days: BTreeMap<Day, i64>,
}

impl Load {
    /// Days with more work than the overwork limit allows.
    pub(crate) fn overbooked(&self, track: &Track) -> usize {
        let mut found = 0;
        for (day, minutes) in &self.days {
            let limit = i64::from(track.hours.minutes(*day)) * i64::from(track.limit_percent);
            found += usize::from(minutes * 100 > limit);
        }
        found
    }

    /// The greatest part of a day's working hours, in percent.
    pub(crate) fn peak_percent(&self, track: &Track) -> u32 {
        let mut peak = 0;
        for (day, minutes) in &self.days {
            peak = peak.max(minutes * 100 / i64::from(track.hours.minutes(*day)).max(1));
        }
        u32::try_from(peak).unwrap_or(u32::MAX)
    }
}

/// Every track's work when tasks have these dates. What is left of a task is spread over its working days from today on in proportion
/// to their hours; what is overdue falls on today, or on the next working day.
pub(crate) fn load(network: &Network<'_>, dates: &[Dates], today: Day) -> Vec<Load> {
    let mut loads: Vec<Load> = Vec::new();
    loads.resize_with(network.people.tracks.len(), Load::default);
    for (place, fact) in network.facts.iter().enumerate() {
        if fact.over || !network.is_leaf(place) {
            continue;
        }
        let hours = &network.track(place).hours;
        let load = &mut loads[fact.track];
        let Some((start, due)) = dates[place].days() else {
            load.minutes += match fact.work {
                Work::Minutes(minutes) => i64::from(minutes),
                Work::Days(days) => {
                    hours.next_open(today).map_or(0, |day| i64::from(hours.minutes(day))) * i64::from(days)
                }
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
        let whole = hours.minutes_between(first, last);
        let minutes = match fact.work {
            Work::Minutes(minutes) => i64::from(minutes),
            Work::Days(_) => whole,
        };
        load.minutes += minutes;
        let (mut passed, mut spent) = (0, 0);
        for day in first..=last.min(first.saturating_add(FAR)) {
            passed += i64::from(hours.minutes(day));
            let due = minutes * passed / whole.max(1);
            if due > spent {
                *load.days.entry(day).or_default() += due - spent;
                spent = due;
            }
        }
    }
    loads
}

#[allow(clippy::cast_precision_loss, reason = "far below 2^52")]
pub(crate) fn hours(minutes: i64) -> f64 {
    minutes as f64 / 60.0
}
