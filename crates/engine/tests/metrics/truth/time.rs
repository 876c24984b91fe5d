//! The time of people and agents, counted minute by minute.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use handoff_protocol::report::{DayTimeSource, ReportSeries};
use serde_json::json;

use super::super::generator::{Generator, OFFSET_MINUTES};

const MINUTE_MS: i64 = 60_000;
/// A longer time between two saves of a session was a break.
const MAX_GAP_MS: i64 = 8 * 60 * MINUTE_MS;

/// Returns the civil day and the hour of the day of a time.
fn day_and_hour(at: i64) -> (i32, usize) {
    let minutes = at / MINUTE_MS + i64::from(OFFSET_MINUTES);
    let hour = usize::try_from(minutes.rem_euclid(24 * 60) / 60).unwrap();
    (i32::try_from(minutes.div_euclid(24 * 60)).unwrap(), hour)
}

/// Returns the times of all minutes from one time to another.
fn minutes(start: i64, end: i64) -> impl Iterator<Item = i64> {
    (0..(end - start) / MINUTE_MS).map(move |minute| start + minute * MINUTE_MS)
}

pub(super) fn check_sessions(generator: &mut Generator, seed: u64) {
    let series = generator.report(json!({"report": "sessions"})).series;
    let ReportSeries::Sessions(shown) = series else { panic!("no sessions") };
    // Minutes of people and of agents by day, and by hour of the day.
    let mut days: BTreeMap<i32, [u32; 2]> = BTreeMap::new();
    let mut hours = [[0_u32; 2]; 24];
    let mut count = |at: i64, kind: usize| {
        let (day, hour) = day_and_hour(at);
        days.entry(day).or_default()[kind] += 1;
        hours[hour][kind] += 1;
    };
    let mut entry_days = BTreeSet::new();
    for entry in &generator.entries {
        for at in minutes(entry.start, entry.end) {
            entry_days.insert(day_and_hour(at).0);
            count(at, usize::from(entry.is_agent));
        }
    }
    for session in &generator.sessions {
        for pair in session.windows(2).filter(|pair| pair[1] - pair[0] <= MAX_GAP_MS) {
            // On a day with entries, sessions do not count.
            let own = minutes(pair[0], pair[1]).filter(|at| !entry_days.contains(&day_and_hour(*at).0));
            own.for_each(|at| count(at, 0));
        }
    }
    let close = |hours: f64, minutes: u32| (hours - f64::from(minutes) / 60.0).abs() < 1e-6;
    for day in &shown.days {
        let [people, agents] = days.get(&day.day).copied().unwrap_or_default();
        assert!(close(day.people_hours, people) && close(day.agents_hours, agents), "seed {seed}: {day:?}");
        let source = if entry_days.contains(&day.day) { DayTimeSource::Entries } else { DayTimeSource::Sessions };
        assert_eq!(day.source, source, "seed {seed}, day {}", day.day);
    }
    for (hour, [people, agents]) in hours.into_iter().enumerate() {
        let shown = (shown.people_by_hour[hour], shown.agents_by_hour[hour]);
        assert!(close(shown.0, people) && close(shown.1, agents), "seed {seed}, hour {hour}: {shown:?}");
    }
    let total = |kind: usize| days.values().map(|day| day[kind]).sum::<u32>();
    assert!(close(shown.people_hours, total(0)) && close(shown.agents_hours, total(1)), "seed {seed}");
    assert_eq!(shown.sessions as usize, generator.sessions.len(), "seed {seed}");
    assert_eq!(shown.entry_days as usize, entry_days.len(), "seed {seed}");
    assert!(total(0) > 0 && total(1) > 0 && generator.sessions.len() > 3, "seed {seed}");
}
