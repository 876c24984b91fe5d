//! Tests of the calendar: against a table, and against a naive implementation that goes day by day.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "hours of a day in a test")]

use std::path::Path;

use handoff_format::{Calendar as CalendarConfig, Container, DataFile, format_date, parse_date, read_config};
use proptest::prelude::*;

use crate::analysis::schedule::calendar::{Calendar, Calendars};
use crate::ground::timestamp::Day;

/// Hours of the project, of Maya and of Kenji. The project closes 12-11 and opens Sunday 11-29 for
/// 3 hours; its Fridays have 6 hours. Maya works 6 hours, not on Wednesdays and not on 11-30. Kenji
/// works 7 hours, 4 on Fridays, and 2 on 11-27.
const ATLAS: &str = "
    2026-11-23 Mon 8 6 7
    2026-11-24 Tue 8 6 7
    2026-11-25 Wed 8 0 7
    2026-11-26 Thu 8 6 7
    2026-11-27 Fri 6 6 2
    2026-11-28 Sat 0 0 0
    2026-11-29 Sun 3 3 3
    2026-11-30 Mon 8 0 7
    2026-12-01 Tue 8 6 7
    2026-12-02 Wed 8 0 7
    2026-12-03 Thu 8 6 7
    2026-12-04 Fri 6 6 4
    2026-12-05 Sat 0 0 0
    2026-12-06 Sun 0 0 0
    2026-12-07 Mon 8 6 7
    2026-12-11 Fri 0 0 0
    2026-12-14 Mon 8 6 7
";

#[test]
fn calendars_of_example_project_match_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/projects/tide-atlas/.handoff/config.toml");
    let config = DataFile::parse(Container::Toml, &std::fs::read(path).unwrap()).unwrap();
    let calendars = Calendars::new(&read_config(&config).0);
    let hours = |key: &str, day: Day| calendars.at(calendars.index_of(Some(key))).minutes(day) / 60;
    for line in ATLAS.lines().filter(|line| !line.trim().is_empty()) {
        let (date, numbers) = line.trim().split_at(15);
        let day = parse_date(date.split_once(' ').unwrap().0).unwrap();
        let actual = ["nobody", "maya", "kenji"].map(|key| hours(key, day).to_string()).join(" ");
        assert_eq!(actual, numbers.trim(), "{date}");
    }
}

/// Returns the minutes of a day by the rules of `docs/planning.md`: the first entry that applies
/// decides.
fn naive(project: &CalendarConfig, assignee: Option<&CalendarConfig>, at: Day) -> u32 {
    const NAMES: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
    let layers: Vec<&CalendarConfig> = assignee.into_iter().chain([project]).collect();
    let date = format_date(at);
    let number = (at + 4).rem_euclid(7) as usize;
    let entry = |key: &str| {
        let in_layer =
            |layer: &&CalendarConfig| layer.day_hours.iter().rfind(|(name, _)| name == key).map(|(_, hours)| *hours);
        layers.iter().find_map(in_layer)
    };
    let mut open = None;
    for layer in &layers {
        if open.is_none() && layer.closed_dates.contains(&date) {
            open = Some(false);
        }
        if open.is_none() && (layer.open_dates.contains(&date) || layer.day_hours.iter().any(|(key, _)| *key == date)) {
            open = Some(true);
        }
    }
    let closed = layers.iter().find_map(|layer| layer.closed_weekdays.clone());
    let weekday_open = closed.map_or_else(
        || (1..6).contains(&number) || entry(NAMES[number]).is_some(),
        |closed| !closed.contains(&(number as u8)),
    );
    if !open.unwrap_or(weekday_open) {
        return 0;
    }
    let hours = entry(&date)
        .or_else(|| entry(NAMES[number]))
        .or_else(|| layers.iter().find_map(|layer| layer.work_hours_per_day))
        .unwrap_or(8.0);
    (hours.clamp(0.0, 24.0) * 60.0).round() as u32
}

const FIRST: Day = 20_780;

fn hours() -> impl Strategy<Value = f64> {
    prop::sample::select(vec![0.0, 0.5, 4.0, 7.25, 8.0, 24.0, 30.0, -1.0])
}

prop_compose! {
    fn calendar_config()(
        work_hours_per_day in prop::option::of(hours()),
        closed_weekdays in prop::option::of(prop::collection::vec(0u8..7, 0..4)),
        closed_dates in prop::collection::vec(FIRST..FIRST + 20, 0..4),
        open_dates in prop::collection::vec(FIRST..FIRST + 20, 0..4),
        weekdays in prop::collection::vec((prop::sample::select(vec!["sun", "mon", "wed", "fri", "sat"]), hours()), 0..3),
        dates in prop::collection::vec((FIRST..FIRST + 20, hours()), 0..3),
    ) -> CalendarConfig {
        let by_weekday = weekdays.into_iter().map(|(name, hours)| (name.to_owned(), hours));
        let by_date = dates.into_iter().map(|(day, hours)| (format_date(day), hours));
        CalendarConfig {
            work_hours_per_day,
            closed_weekdays,
            closed_dates: closed_dates.into_iter().map(format_date).collect(),
            open_dates: open_dates.into_iter().map(format_date).collect(),
            day_hours: by_weekday.chain(by_date).collect(),
            ..CalendarConfig::default()
        }
    }
}

/// Returns the first day in a direction for which a predicate holds, or `None` if it is years away.
fn walk(from: Day, step: Day, holds: impl Fn(Day) -> bool) -> Option<Day> {
    (0..2_000).map(|steps| from + steps * step).find(|day| holds(*day))
}

proptest! {
    #[test]
    fn calendar_agrees_with_counting_day_by_day(
        project in calendar_config(),
        assignee in prop::option::of(calendar_config()),
        from in FIRST - 10..FIRST + 30,
        length in -3..30,
        steps in -12i32..12,
        part in prop::sample::select(vec![1.0, 0.9, 0.001]),
    ) {
        let calendar = Calendar::new(&project, assignee.as_ref());
        let minutes = |day: Day| naive(&project, assignee.as_ref(), day);
        let to = from + length;
        for day in from..from + 30 {
            prop_assert_eq!(calendar.minutes(day), minutes(day), "{}", format_date(day));
            let scaled = f64::from(minutes(day)) * part;
            prop_assert_eq!(calendar.scale(part).minutes(day), if minutes(day) > 0 { (scaled.round() as u32).max(1) } else { 0 });
        }
        prop_assert_eq!(calendar.open_days(from, to) as usize, (from..=to).filter(|day| minutes(*day) > 0).count());
        prop_assert_eq!(calendar.minutes_between(from, to), (from..=to).map(|day| i64::from(minutes(day))).sum::<i64>());
        let scaled = calendar.scale(part);
        prop_assert_eq!(scaled.minutes_between(from, to), (from..=to).map(|day| i64::from(scaled.minutes(day))).sum::<i64>());
        let is_open = |day: Day| minutes(day) > 0;
        let (next, previous) = (walk(from, 1, is_open), walk(from, -1, is_open));
        if (0..7).all(|day| !is_open(FIRST + 100 + day)) {
            return Ok(());
        }
        prop_assert_eq!((calendar.next_open(from), calendar.previous_open(from)), (next, previous));
        let mut at = if steps < 0 { previous } else { next }.unwrap();
        for _ in 0..steps.abs() {
            at = walk(at + steps.signum(), steps.signum(), is_open).unwrap();
        }
        prop_assert_eq!(calendar.shift(from, steps), Some(at));
        let open = next.unwrap();
        let end = calendar.end_of(open, steps).unwrap();
        prop_assert_eq!(calendar.open_days(open, end), steps.max(1));
        prop_assert!(is_open(end));
    }
}
