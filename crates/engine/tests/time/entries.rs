//! Time entries: to add, change, split and delete them.

use handoff_format::format_date;
use handoff_protocol::view::TimeView;
use handoff_protocol::{
    Actor, Command, Outcome, Query, TimeChange, TimeEntry, TimeFormat, TimeSelection, TimeSource, TimeZone, View,
};

use super::world::{Window, World, hours};
use crate::support::zone;

fn entry(task: &str, start: &str, end: &str, seconds: u64) -> TimeEntry {
    TimeEntry {
        task: task.to_owned(),
        start: format!("2026-12-01T{start}:00Z"),
        end: format!("2026-12-01T{end}:00Z"),
        seconds,
        source: TimeSource::Manual,
        actor: Actor::person("noor"),
        note: "pier".to_owned(),
    }
}

/// A window in the evening, when everything that the tests enter is over.
fn evening(world: &mut World) -> Window {
    world.pass(12 * 3600);
    world.open("window")
}

fn change(world: &mut World, window: &mut Window, change: TimeChange) -> Outcome {
    world.run(window, Actor::person("noor"), &Command::ChangeTime { change })
}

fn only(world: &World) -> (String, TimeEntry) {
    let entries: Vec<_> = world.entries().into_iter().collect();
    assert_eq!(entries.len(), 1, "{entries:?}");
    entries.into_iter().next().unwrap()
}

/// Returns the hours and minutes of a timestamp.
fn clock(stamp: &str) -> &str {
    stamp.get(11..16).expect("a timestamp")
}

fn refusal(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Refused { refusal } => refusal.text.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn entries_are_added_changed_split_and_deleted_with_the_hours_of_their_tasks() {
    let mut world = World::new();
    let mut window = evening(&mut world);
    let done = |outcome: Outcome| assert!(matches!(outcome, Outcome::Done { .. }), "{outcome:?}");
    done(change(&mut world, &mut window, TimeChange::Add { entry: entry("t1", "09:00", "10:00", 3600) }));
    let (id, from) = only(&world);
    assert!((world.actual_hours("t1") - 1.0).abs() < 1e-9);

    let to = entry("t2", "09:00", "10:30", 5400);
    done(change(&mut world, &mut window, TimeChange::Edit { id: id.clone(), from: from.clone(), to: to.clone() }));
    assert_eq!(only(&world), (id.clone(), to.clone()), "the entry keeps its ID");
    assert_eq!((world.actual_hours("t1"), world.actual_hours("t2")), (0.0, 1.5));
    let stale = change(&mut world, &mut window, TimeChange::Delete { id: id.clone(), from });
    assert!(refusal(&stale).contains("has been changed since it was shown"));

    let split = TimeChange::Split { id: id.clone(), from: to, seconds: 1800, task: "t3".to_owned() };
    done(change(&mut world, &mut window, split));
    let entries = world.entries();
    let parts: Vec<_> =
        entries.values().map(|part| (part.task.as_str(), part.seconds, clock(&part.start), clock(&part.end))).collect();
    assert!(
        parts.contains(&("t2", 1800, "09:00", "09:30")) && parts.contains(&("t3", 3600, "09:30", "10:30")),
        "{parts:?}"
    );
    assert_eq!((world.actual_hours("t2"), world.actual_hours("t3")), (0.5, 1.0));

    done(change(&mut world, &mut window, TimeChange::Delete { id: id.clone(), from: entries[&id].clone() }));
    assert_eq!(only(&world).1.task, "t3");
    assert!(world.actual_hours("t2").abs() < 1e-9);
    done(world.run(&mut window, Actor::person("noor"), &Command::Undo {}));
    assert_eq!(world.entries().len(), 2, "undo brings the entry back, as a new line");
    assert!((world.actual_hours("t2") - hours(1800)).abs() < 1e-9);
}

#[test]
fn change_that_leaves_the_hours_alone_is_written_and_can_be_undone() {
    let mut world = World::new();
    let mut window = evening(&mut world);
    change(&mut world, &mut window, TimeChange::Add { entry: entry("t1", "09:00", "10:00", 3600) });
    let (id, from) = only(&world);
    let to = TimeEntry { note: "north".to_owned(), ..entry("t1", "10:00", "11:00", 3600) };
    let outcome =
        change(&mut world, &mut window, TimeChange::Edit { id: id.clone(), from: from.clone(), to: to.clone() });
    assert!(matches!(outcome, Outcome::Done { changed: true, .. }), "{outcome:?}");
    assert_eq!(only(&world), (id.clone(), to.clone()));
    world.run(&mut window, Actor::person("noor"), &Command::Undo {});
    assert_eq!(only(&world), (id.clone(), from));
    world.run(&mut window, Actor::person("noor"), &Command::Redo {});
    assert_eq!(only(&world), (id, to));
    assert!((world.actual_hours("t1") - 1.0).abs() < 1e-9);
}

#[test]
fn bad_entries_are_refused_with_the_reason() {
    let mut world = World::new();
    let mut window = evening(&mut world);
    let bad = [
        (entry("t9", "09:00", "10:00", 60), "There is no task t9."),
        (entry("t1", "10:00", "09:00", 60), "needs a start and an end, in this order"),
        (entry("t1", "9", "10:00", 60), "needs a start and an end, in this order"),
        (entry("t1", "09:00", "10:00", 0), "needs at least one second"),
        (entry("t1", "19:00", "20:02", 60), "cannot end in the future"),
        (entry("t1", "09:00", "09:00", 86_401), "cannot be longer than 24 hours"),
        (entry("t1", "09:00", "10:00", 3700), "cannot be longer than the time between its start and its end"),
    ];
    for (entry, reason) in bad {
        let text = refusal(&change(&mut world, &mut window, TimeChange::Add { entry }));
        assert!(text.contains(reason), "{text}");
    }
    let duration = entry("t1", "09:00", "09:00", 7200);
    let outcome = change(&mut world, &mut window, TimeChange::Add { entry: duration.clone() });
    assert!(matches!(outcome, Outcome::Done { .. }), "a duration alone is enough: {outcome:?}");
    for seconds in [0, 7200] {
        let split = TimeChange::Split { id: only(&world).0, from: duration.clone(), seconds, task: "t1".to_owned() };
        assert!(refusal(&change(&mut world, &mut window, split)).contains("Both parts"));
    }
}

#[test]
fn entries_that_overlap_warn_and_long_ones_can_still_be_changed() {
    let mut world = World::new();
    let mut window = evening(&mut world);
    let warnings = |world: &mut World, window: &mut Window, what: TimeChange| match change(world, window, what) {
        Outcome::Done { warnings, .. } => warnings.len(),
        other => panic!("{other:?}"),
    };
    let add = |entry| TimeChange::Add { entry };
    assert_eq!(warnings(&mut world, &mut window, add(entry("t1", "09:00", "10:00", 3600))), 0);
    assert_eq!(warnings(&mut world, &mut window, add(entry("t2", "10:00", "11:00", 3600))), 0, "they touch");
    assert_eq!(warnings(&mut world, &mut window, add(entry("t2", "09:59", "10:00", 60))), 1);
    assert_eq!(warnings(&mut world, &mut window, add(entry("t2", "09:30", "09:30", 60))), 0, "only a duration");
    let other = TimeEntry { actor: Actor::person("maya"), ..entry("t2", "09:00", "11:00", 60) };
    assert_eq!(warnings(&mut world, &mut window, add(other)), 0);
    let (id, from) = world.entries().into_iter().find(|(_, entry)| entry.task == "t1").unwrap();
    let to = TimeEntry { note: "deck".to_owned(), ..from.clone() };
    assert_eq!(warnings(&mut world, &mut window, TimeChange::Edit { id, from, to }), 0, "the times are the same");
}

/// The day of the tests, 2026-12-01, in days since 1970-01-01.
const DAY: i32 = 20788;

fn time(world: &mut World, window: &mut Window, selection: TimeSelection) -> TimeView {
    match world.view(window, &Query::Time { selection }) {
        View::Time(view) => *view,
        other => panic!("{other:?}"),
    }
}

#[test]
fn view_lists_entries_by_civil_day_and_keeps_the_sum() {
    let mut world = World::new();
    world.time_zone = TimeZone::fixed(540);
    let mut window = evening(&mut world);
    let agent =
        TimeEntry { actor: Actor::agent("bot"), source: TimeSource::Agent, ..entry("t2", "01:00", "02:00", 1800) };
    for entry in [entry("t3", "14:30", "15:30", 2400), entry("t1", "14:00", "14:00", 900), agent] {
        change(&mut world, &mut window, TimeChange::Add { entry });
    }
    let both = TimeSelection { from: DAY, to: DAY + 1, ..TimeSelection::default() };
    let view = time(&mut world, &mut window, both.clone());
    let rows: Vec<_> = view.entries.iter().map(|row| (row.entry.task.as_str(), row.days.clone())).collect();
    let part = |day, seconds| handoff_protocol::view::DayTime { day, seconds };
    // Midnight is at 15:00 UTC: two thirds of an hour with breaks are divided evenly.
    let expected = vec![
        ("t3", vec![part(DAY, 1200), part(DAY + 1, 1200)]),
        ("t1", vec![part(DAY, 900)]),
        ("t2", vec![part(DAY, 1800)]),
    ];
    assert_eq!(rows, expected, "newest first");
    assert_eq!(view.tasks.iter().map(|task| task.id.as_str()).collect::<Vec<_>>(), ["t1", "t2", "t3"]);
    assert_eq!(view.actors.iter().map(|actor| actor.name.as_str()).collect::<Vec<_>>(), ["bot", "noor"]);

    let next = TimeSelection { from: DAY + 1, to: DAY + 1, ..TimeSelection::default() };
    let rows = time(&mut world, &mut window, next).entries;
    assert_eq!(rows.iter().map(|row| row.days.clone()).collect::<Vec<_>>(), [[part(DAY + 1, 1200)]]);
    let bot = TimeSelection { actor: Some("bot".to_owned()), ..both.clone() };
    let view = time(&mut world, &mut window, bot);
    assert_eq!((view.entries.len(), view.actors.len()), (1, 2), "the others can be chosen still");
    let task = TimeSelection { task: Some("t9".to_owned()), ..both };
    assert_eq!(time(&mut world, &mut window, task).entries, []);
}

#[test]
fn days_of_entries_follow_the_time_zone_at_their_time() {
    let mut world = World::new();
    let mut window = evening(&mut world);
    world.time_zone = zone("Europe/Berlin");
    let part = |date: &str, hours: u64| (date.to_owned(), hours * 3600);
    // Start, end, and the hours of each day.
    for (start, end, expected) in [
        ("2026-06-30T22:00:00Z", "2026-06-30T23:00:00Z", vec![part("2026-07-01", 1)]),
        ("2026-07-01T20:00:00Z", "2026-07-01T23:00:00Z", vec![part("2026-07-01", 2), part("2026-07-02", 1)]),
        // The day on which the clock is set back has 25 hours.
        ("2026-10-24T21:00:00Z", "2026-10-25T03:00:00Z", vec![part("2026-10-24", 1), part("2026-10-25", 5)]),
        ("2026-10-25T20:00:00Z", "2026-10-26T00:00:00Z", vec![part("2026-10-25", 3), part("2026-10-26", 1)]),
        // The day on which it is set forward has 23.
        ("2026-03-28T22:00:00Z", "2026-03-29T02:00:00Z", vec![part("2026-03-28", 1), part("2026-03-29", 3)]),
        ("2026-03-29T20:00:00Z", "2026-03-30T00:00:00Z", vec![part("2026-03-29", 2), part("2026-03-30", 2)]),
    ] {
        let seconds = expected.iter().map(|part| part.1).sum();
        let entry =
            TimeEntry { start: start.to_owned(), end: end.to_owned(), ..entry("t1", "00:00", "00:00", seconds) };
        change(&mut world, &mut window, TimeChange::Add { entry });
        let (id, from) = only(&world);
        let all = TimeSelection { from: 0, to: DAY, ..TimeSelection::default() };
        let view = time(&mut world, &mut window, all);
        let days: Vec<_> = view.entries[0].days.iter().map(|day| (format_date(day.day), day.seconds)).collect();
        assert_eq!(days, expected, "{start}");
        change(&mut world, &mut window, TimeChange::Delete { id, from });
    }
}

#[test]
fn exports_have_every_entry_and_no_formula() {
    let mut world = World::new();
    let mut window = evening(&mut world);
    let formula = TimeEntry { note: "=1+1, \"x\"".to_owned(), ..entry("t1", "09:00", "10:00", 3600) };
    for entry in [entry("t2", "11:00", "11:30", 1800), formula] {
        change(&mut world, &mut window, TimeChange::Add { entry });
    }
    let selection = TimeSelection { from: DAY, to: DAY, ..TimeSelection::default() };
    let mut export = |format| match world.view(&mut window, &Query::TimeExport { selection: selection.clone(), format })
    {
        View::TimeExport(text) => text,
        other => panic!("{other:?}"),
    };
    let table = export(TimeFormat::Csv);
    let lines: Vec<&str> = table.split("\r\n").collect();
    assert_eq!(lines.len(), 4, "{table}");
    assert!(lines[1].starts_with("\"t1\",\"A\",") && lines[1].ends_with("\"'=1+1, \"\"x\"\"\""), "{table}");
    let json: Vec<TimeEntry> = serde_json::from_str(&export(TimeFormat::Json)).unwrap();
    assert_eq!(json.iter().map(|entry| entry.task.as_str()).collect::<Vec<_>>(), ["t1", "t2"], "oldest first");
}
