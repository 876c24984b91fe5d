//! Days on a simulated clock: the sum of all time entries is the time that was worked.
//!
//! The truth is computed afterwards, from the record of a whole day, and the tracker decides as the
//! day goes on.

mod crash;
mod served;
mod truth;

use std::collections::BTreeMap;
use std::ops::Range;

use handoff_protocol::{ActorKind, Command, FileState, TimeSource, TimeZone, TimerAction, TimerStart, TimerStop};

use super::actions::configure;
use super::world::{Call, Window, World, hours};
use crate::support::form::{sample, seed};
use crate::support::random::Random;
use crate::time::timer_files::check_answered;
use truth::{check_overlaps, workers};

/// The idle timeout of the project in seconds.
pub const TIMEOUT: u64 = 600;
/// What happened, on the time axis of a clock that stands still while the computer sleeps.
#[derive(Clone, Debug)]
pub enum Fact {
    /// A person was active.
    Person,
    /// The computer fell asleep and woke up.
    Slept,
    /// An agent wrote something.
    Agent,
    /// A timer began.
    Start(&'static str),
    /// A timer ended.
    Stop(&'static str),
    /// The tracker ended without a word. What it had measured counts until this time.
    Died,
}

/// A day with one person, up to two windows, and an agent.
struct Day {
    world: World,
    random: Random,
    windows: Vec<Window>,
    /// The window with the focus.
    front: usize,
    agent: Window,
    facts: Vec<(u64, Fact)>,
    /// Seconds on the axis of the facts.
    axis: u64,
    /// The last activity of a person.
    person_at: u64,
    running: Vec<&'static str>,
    /// The spans in which the server of an agent ran a timer, on the axis of the facts.
    served: Vec<Range<u64>>,
    opened: u32,
    /// Whether several timers may run at the same time.
    several: bool,
    /// Whether the clock was set back, so that entries of different times may have the same ones.
    is_set_back: bool,
    /// The seconds between two calls of a window.
    tick: u64,
    /// The UTC offset at the beginning of the day, in minutes.
    home: i32,
}

impl Day {
    fn new(seed: u64) -> Day {
        let mut world = World::new();
        // The day is from eight to eight, wherever it is.
        let home = [-300, 0, 60, 540][usize::try_from(seed / 4 % 4).unwrap()];
        world.wall -= i64::from(home) * 60_000;
        world.time_zone = TimeZone::fixed(home);
        // A day in ten has the intervals of the product; the others are faster to simulate.
        let (tick, ttl) = if seed.is_multiple_of(10) { (10, 30) } else { (30, 90) };
        configure(&mut world, &format!("timer_authority_ttl_secs = {ttl}"));
        let first = world.open("window-1");
        let agent = world.open("agent");
        let random = Random::new(seed + 1);
        let mut day = Day {
            world,
            random,
            windows: vec![first],
            front: 0,
            agent,
            facts: Vec::new(),
            axis: 0,
            person_at: 0,
            running: Vec::new(),
            served: Vec::new(),
            opened: 1,
            several: seed % 3 == 2,
            is_set_back: false,
            tick,
            home,
        };
        day.touch(None, None);
        day
    }

    fn note(&mut self, fact: Fact) {
        self.facts.push((self.axis, fact));
    }

    fn is_paused(&self) -> bool {
        self.world.disk.tree.get("PAUSE").is_some()
    }

    /// Lets time pass, with regular calls of all windows.
    fn wait(&mut self, seconds: u64) {
        let end = self.axis + seconds;
        while self.axis < end {
            let step = (self.tick - self.axis % self.tick).min(end - self.axis);
            self.world.pass(step);
            self.axis += step;
            if self.axis.is_multiple_of(self.tick) {
                self.tick_all();
            }
        }
    }

    fn tick_all(&mut self) {
        for index in 0..self.windows.len() {
            let call = Call { focused: index == self.front, several: self.several, ..Call::default() };
            self.world.call(&mut self.windows[index], &call);
        }
    }

    /// The person does something in the window with the focus. Returns `false` if it died meanwhile.
    fn touch(&mut self, action: Option<TimerAction>, dies_after: Option<usize>) -> bool {
        self.note(Fact::Person);
        self.person_at = self.axis;
        let call = Call { active: true, focused: true, action, several: self.several, dies_after };
        let window = &mut self.windows[self.front];
        let lives = self.world.call(window, &call);
        let not_done = window.last.as_ref().and_then(|status| status.not_done.clone());
        assert_eq!(not_done.map(|reason| reason.to_string()), None, "every action is done: {:?}", self.facts);
        lives
    }

    /// Waits some time that is surely shorter, or surely longer, than the idle timeout after the
    /// last activity: between two calls nobody knows which of the two it was.
    fn wait_some(&mut self) {
        let long = self.random.one_in(4);
        let seconds = if long { TIMEOUT + 60 + self.pick(3000) } else { 1 + self.pick(400) };
        let since = self.axis - self.person_at;
        let total = since + seconds;
        let seconds = if total.abs_diff(TIMEOUT) < 60 { seconds + 120 } else { seconds };
        self.wait(seconds);
    }

    fn pick(&mut self, limit: usize) -> u64 {
        self.random.below(limit) as u64
    }

    fn task(&mut self) -> &'static str {
        ["t1", "t2", "t3"][self.random.below(3)]
    }

    fn step(&mut self) {
        self.wait_some();
        match self.random.below(16) {
            5..=6 => self.start(),
            7 => self.stop(),
            8 if !self.is_paused() && self.random.one_in(3) => self.server_claims_in_sleep(),
            8 => self.sleep(),
            9 => self.set_clock(),
            // Daylight saving, or a journey.
            10 => self.world.time_zone = TimeZone::fixed(self.home + [-60, 0, 60, 120][self.random.below(4)]),
            11 => self.agent_works(),
            12 => self.agent_asks(),
            13 => self.pause_or_resume(),
            14 if !self.is_paused() && self.random.one_in(2) => self.crash(),
            15 if !self.is_paused() && self.random.one_in(3) => self.server_takes_over(),
            14..=15 if !self.is_paused() => self.change_window(),
            _ => {
                self.touch(None, None);
            }
        }
    }

    fn start(&mut self) {
        let (id, alone) = (self.task(), !self.several || self.random.one_in(2));
        self.touch(Some(TimerAction::Start { id: id.to_owned(), alone }), None);
        self.note_start(id, alone);
    }

    /// Notes that a timer starts, and stops the others if it is alone.
    fn note_start(&mut self, id: &'static str, alone: bool) {
        for other in self.running.clone().into_iter().filter(|other| alone && *other != id) {
            self.note_stop(other);
        }
        if !self.running.contains(&id) {
            self.running.push(id);
            self.note(Fact::Start(id));
        }
    }

    fn note_stop(&mut self, id: &'static str) {
        if self.running.contains(&id) {
            self.running.retain(|other| *other != id);
            self.note(Fact::Stop(id));
        }
    }

    fn stop(&mut self) {
        let id = self.task();
        self.touch(Some(TimerAction::Stop { id: id.to_owned() }), None);
        self.note_stop(id);
    }

    /// The computer sleeps between two calls: its monotonic clock stands still, or goes on.
    fn sleep(&mut self) {
        self.tick_all();
        self.note(Fact::Slept);
        let seconds = 120 + self.pick(5000);
        self.world.wall += i64::try_from(seconds).unwrap() * 1000;
        if self.random.one_in(2) {
            self.world.monotonic += seconds * 1000;
        }
        if self.axis - self.person_at <= TIMEOUT {
            self.person_at = self.axis;
        }
        self.tick_all();
    }

    /// Somebody sets the clock: back by any time, or forward by less than a sleep is recognised by.
    fn set_clock(&mut self) {
        let seconds = i64::try_from(self.pick(1800)).unwrap();
        let is_set_back = self.random.one_in(2);
        self.is_set_back |= is_set_back;
        self.world.wall += if is_set_back { -1000 * seconds } else { 1000 * (seconds % 50) };
        self.tick_all();
    }

    /// An agent changes a task several times.
    fn agent_works(&mut self) {
        if self.is_paused() {
            return;
        }
        for _ in 0..=self.random.below(5) {
            let id = self.task().to_owned();
            let patch = serde_json::json!({"kind": "updateTasks", "ids": [id], "patch": {"appendNotes": "done"}});
            let command: Command = serde_json::from_value(patch).unwrap();
            self.world.agent(&mut self.agent, &command);
            self.note(Fact::Agent);
            self.tick_all();
            let seconds = 30 + self.pick(400);
            self.wait(seconds);
        }
        // Not near the timeout after the last activity.
        self.wait_some();
        if self.random.one_in(3) {
            self.change_window();
        } else {
            self.touch(None, None);
        }
    }

    /// An agent starts or stops a timer: it asks the editor.
    fn agent_asks(&mut self) {
        if self.is_paused() || self.axis - self.person_at > TIMEOUT {
            return;
        }
        let id = self.task();
        let starts = self.random.one_in(2);
        let command =
            if starts { Command::StartTimer(TimerStart::of(id)) } else { Command::StopTimer(TimerStop::now(id)) };
        self.world.agent(&mut self.agent, &command);
        self.note(Fact::Agent);
        match starts {
            // A start of a timer that runs changes nothing.
            true if !self.running.contains(&id) => self.note_start(id, !self.several),
            true => {}
            false => self.note_stop(id),
        }
        self.tick_all();
        // The time of a timer that ends is the person's if nothing speaks against it until then.
        self.touch(None, None);
    }

    fn pause_or_resume(&mut self) {
        if self.is_paused() {
            self.world.disk.tree.remove("PAUSE");
            self.tick_all();
            self.wait(90);
        } else {
            // The window in use leads when the pause begins: while writing is paused, no other one can take the lead.
            self.touch(None, None);
            self.world.disk.tree.apply(FileState::File { path: "PAUSE".to_owned(), bytes: b"lunch".to_vec() });
        }
    }

    fn change_window(&mut self) {
        if self.windows.len() == 1 {
            self.opened += 1;
            let window = self.world.open(&format!("window-{}", self.opened));
            self.windows.push(window);
        }
        self.front = 1 - self.front;
        self.touch(None, None);
    }

    /// Ends the day: everything is stopped and written.
    fn end(&mut self) {
        self.wait_some();
        if self.is_paused() {
            self.pause_or_resume();
        }
        for id in ["t1", "t2", "t3"] {
            self.touch(Some(TimerAction::Stop { id: id.to_owned() }), None);
        }
        for id in std::mem::take(&mut self.running) {
            self.note(Fact::Stop(id));
        }
        self.tick_all();
    }

    /// Returns the seconds of the person and of agents on each task.
    fn truth(&self) -> BTreeMap<(&'static str, ActorKind), u64> {
        let mut facts = self.facts.clone();
        facts.sort_by_key(|(at, _)| *at);
        let mut sums = BTreeMap::new();
        let mut running: Vec<&'static str> = Vec::new();
        for (second, worker) in (0..self.axis).zip(workers(&facts, self.axis)) {
            let is_served = self.served.iter().any(|span| span.contains(&second));
            let worker = if is_served { Some(ActorKind::Agent) } else { worker };
            for (_, fact) in facts.iter().filter(|(at, _)| *at == second) {
                match fact {
                    Fact::Start(id) => running.push(id),
                    Fact::Stop(id) => running.retain(|other| other != id),
                    _ => {}
                }
            }
            assert!(self.several || running.len() <= 1, "{running:?} at {second}");
            for id in worker.iter().flat_map(|_| &running) {
                *sums.entry((*id, worker.unwrap())).or_default() += 1;
            }
        }
        sums
    }
}

fn live(seed: u64) {
    let mut day = Day::new(seed);
    let evening = day.world.wall + 10 * 3_600_000;
    while day.world.wall < evening {
        day.step();
        check_answered(&day.world.disk.tree);
    }
    day.end();
    let mut sums: BTreeMap<(&str, ActorKind), u64> = BTreeMap::new();
    let entries = day.world.entries();
    for entry in entries.values() {
        assert_eq!(entry.source == TimeSource::Agent, entry.actor.kind == ActorKind::Agent);
        let task = ["t1", "t2", "t3"].into_iter().find(|id| *id == entry.task).expect("a task");
        *sums.entry((task, entry.actor.kind)).or_default() += entry.seconds;
    }
    check_overlaps(&day, seed);
    let truth = day.truth();
    assert_eq!(sums, truth, "seed {seed}: {:#?}\n{entries:#?}", day.facts);
    for id in ["t1", "t2", "t3"] {
        let seconds: u64 = sums.iter().filter(|((task, _), _)| *task == id).map(|(_, seconds)| seconds).sum();
        assert!((day.world.actual_hours(id) - hours(seconds)).abs() < 1e-6, "seed {seed}: {id}");
    }
}

/// Half of a hundred days, so that two tests run at the same time.
fn live_half(number: u64) {
    for day in sample((number..100).step_by(2), 0, 8) {
        live(seed(0) + day);
    }
}

#[test]
fn entries_add_up_to_the_time_worked_on_even_days() {
    live_half(0);
}

#[test]
fn entries_add_up_to_the_time_worked_on_odd_days() {
    live_half(1);
}
