//! Recorded days: the times at which a developer has committed, as signs of a person who starts the
//! timer of a task with its first commit and switches with the task.

use std::collections::BTreeMap;

use handoff_protocol::{ActorKind, TimerAction};

use super::actions::configure;
use super::days::TIMEOUT;
use super::world::{Call, MORNING, World, hours};
use crate::support::form::sample;

/// The days of the main author of Backlog.md (<https://github.com/MrLesk/Backlog.md>, MIT licence)
/// with the most work between commits: day, second of the day, and number of the task that the
/// subject names, 0 if it names none. Days with a gap of nearly the idle timeout are left out.
const COMMITS: &str = include_str!("commits.csv");
/// The seconds between two calls of a window.
const TICK: u64 = 60;
const TASKS: [&str; 3] = ["t1", "t2", "t3"];

/// A commit: its second of the day and its task.
type Sign = (u64, &'static str);

fn days() -> BTreeMap<&'static str, Vec<Sign>> {
    let mut days: BTreeMap<&str, Vec<Sign>> = BTreeMap::new();
    for line in COMMITS.lines().skip(1) {
        let (day, sign) = line.split_once(',').unwrap();
        let (second, task) = sign.split_once(',').unwrap();
        let task: usize = task.parse().unwrap();
        days.entry(day).or_default().push((second.parse().unwrap(), TASKS[task % TASKS.len()]));
    }
    days
}

/// Returns the seconds on each task: the time between two signs that are at most the timeout apart
/// is that of the task of the first one.
fn truth(signs: &[Sign]) -> BTreeMap<&'static str, u64> {
    let mut sums = BTreeMap::new();
    for pair in signs.windows(2) {
        let ((from, task), (to, _)) = (pair[0], pair[1]);
        if to - from <= TIMEOUT {
            *sums.entry(task).or_default() += to - from;
        }
    }
    sums
}

/// Lives a day, and returns the world at its end.
fn live(signs: &[Sign]) -> World {
    let mut world = World::new();
    configure(&mut world, "timer_authority_ttl_secs = 180");
    let mut window = world.open("window-1");
    let (mut now, start) = (signs[0].0, MORNING);
    world.wall = start;
    let mut current = None;
    for (at, task) in signs {
        while now < *at {
            let step = (TICK - now % TICK).min(at - now);
            world.pass(step);
            now += step;
            if now < *at {
                world.call(&mut window, &Call { focused: true, ..Call::default() });
            }
        }
        let action = (current != Some(*task)).then(|| TimerAction::Start { id: (*task).to_owned(), alone: true });
        current = Some(*task);
        world.call(&mut window, &Call { active: true, focused: true, action, ..Call::default() });
    }
    let stop = TimerAction::Stop { id: current.unwrap().to_owned() };
    world.call(&mut window, &Call { active: true, focused: true, action: Some(stop), ..Call::default() });
    world
}

#[test]
fn entries_of_recorded_days_add_up_to_the_time_between_the_signs() {
    let days = days();
    assert_eq!(days.len(), 30);
    for (day, signs) in sample(days.into_iter(), 0, 5) {
        let world = live(&signs);
        let mut entries: Vec<_> = world.entries().into_values().collect();
        entries.sort_by(|left, right| left.start.cmp(&right.start));
        assert!(entries.windows(2).all(|pair| pair[0].end <= pair[1].start), "{day}: {entries:#?}");
        assert!(entries.iter().all(|entry| entry.actor.kind == ActorKind::Human), "{day}");
        let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
        for entry in &entries {
            *sums.entry(&entry.task).or_default() += entry.seconds;
        }
        assert_eq!(sums, truth(&signs), "{day}: {signs:?} {entries:#?}");
        for (task, seconds) in sums {
            assert!((world.actual_hours(task) - hours(seconds)).abs() < 1e-6, "{day}: {task}");
        }
    }
}
