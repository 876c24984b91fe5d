//! Working hours and load by day.

use crate::Project;
use crate::analysis::schedule::{Network, Resources, load, minutes_to_hours};
use crate::ground::timestamp::Day;

/// The capacity and the load of a day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CapacityDay {
    /// Civil days since 1970-01-01.
    pub day: i32,
    /// Working hours.
    pub capacity: f64,
    /// Hours of work that are planned for the day.
    pub allocated: f64,
}

/// Returns the days from `first` to `last`, both included, for an assignee, or for all configured
/// assignees together. A project without assignees counts as one person with the project's
/// calendar. Without named agents, the multiplier of estimates applies to everybody.
pub(crate) fn capacity(
    project: &Project,
    (first, last): (Day, Day),
    assignee: Option<&str>,
    today: Day,
) -> Vec<CapacityDay> {
    let resources = Resources::for_figures(project.model.config.values());
    let mut network = Network::with_resources(&project.model, resources);
    let requested = assignee.map(|key| network.resources.track(key));
    let loads = load(&network, &network.stored_dates(), today);
    let configured = project.model.config.values().assignees.len();
    // The track without assignee is the first. Those of the configured assignees follow.
    let tracks = match requested {
        Some(track) => track..track + 1,
        None if configured == 0 => 0..1,
        None => 1..configured + 1,
    };
    let mut days = Vec::new();
    for day in first..=last {
        let selected = network.resources.tracks.iter().take(tracks.end).skip(tracks.start);
        let capacity: i64 = selected.map(|track| i64::from(track.hours.minutes(day))).sum();
        let is_requested = |track: usize| requested.is_none_or(|requested| requested == track);
        let allocated: i64 = loads
            .iter()
            .enumerate()
            .filter(|(track, _)| is_requested(*track))
            .filter_map(|(_, load)| load.days.get(&day))
            .sum();
        days.push(CapacityDay { day, capacity: minutes_to_hours(capacity), allocated: minutes_to_hours(allocated) });
    }
    days
}
