//! How much somebody can work, and how much there is to do.

use crate::Project;
use crate::schedule::{Network, hours, load};
use crate::timestamp::Day;

/// One day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CapacityDay {
    /// Civil days since 1970-01-01.
    pub day: i32,
    /// Working hours.
    pub capacity: f64,
    /// Hours of work that fall on it.
    pub allocated: f64,
}

/// The days from one to another, both included, of an assignee; of everybody together where none is named. Where nobody is configured that
/// is one person with the project's calendar.
pub(crate) fn capacity(
    project: &Project,
    (first, last): (Day, Day),
    assignee: Option<&str>,
    today: Day,
) -> Vec<CapacityDay> {
    let mut network = Network::new(&project.model);
    let asked = assignee.map(|key| network.people.track(key));
    let loads = load(&network, &network.stored(), today);
    let configured = project.model.config.values().assignees.len();
    let people = &network.people.tracks;
    // Nobody's track is the first, and those of the configured follow it.
    let capacities = match asked {
        Some(track) => track..track + 1,
        None if configured == 0 => 0..1,
        None => 1..configured + 1,
    };
    let mut days = Vec::new();
    for day in first..=last {
        let open = people.get(capacities.clone()).unwrap_or_default();
        let capacity: i64 = open.iter().map(|track| i64::from(track.hours.minutes(day))).sum();
        let mine = |track: &usize| asked.is_none_or(|asked| asked == *track);
        let of = |track: usize| loads.get(track).and_then(|load| load.days.get(&day)).copied().unwrap_or(0);
        let allocated: i64 = (0..loads.len()).filter(mine).map(of).sum();
        days.push(CapacityDay { day, capacity: hours(capacity), allocated: hours(allocated) });
    }
    days
}
