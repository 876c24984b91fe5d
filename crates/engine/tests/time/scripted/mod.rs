//! Days as JSON: what windows, servers and agents do at which time, and the entries of the day.

use std::collections::BTreeMap;

use handoff_engine::ServerEvent;
use handoff_protocol::{Actor, Command, TimerAction};
use serde::Deserialize;

use super::actions::spans;
use super::world::{Call, MORNING, Window, World};

const DAYS: [(&str, &str); 6] = [
    ("agent_and_person", include_str!("agent_and_person.json")),
    ("clock_is_set", include_str!("clock_is_set.json")),
    ("delegated_start", include_str!("delegated_start.json")),
    ("server_in_a_sleep", include_str!("server_in_a_sleep.json")),
    ("shell_and_window", include_str!("shell_and_window.json")),
    ("two_windows", include_str!("two_windows.json")),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptedDay {
    /// What the day is about.
    about: String,
    steps: Vec<Step>,
    /// The entries: task, start, end, name.
    entries: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    /// HH:MM:SS by a clock that is not set and does not stop during sleep.
    at: String,
    /// A window, in which the person is.
    window: Option<String>,
    action: Option<TimerAction>,
    /// A program that executes a command: the server of a conversation, `agent`, or `shell`.
    program: Option<String>,
    command: Option<Command>,
    /// The computer sleeps until the next step.
    #[serde(default)]
    sleeps: bool,
    /// A program or a window that is killed.
    kill: Option<String>,
    /// Seconds by which the clock is set.
    clock: Option<i64>,
}

fn seconds(at: &str) -> u64 {
    at.split(':').fold(0, |sum, part| sum * 60 + part.parse::<u64>().expect("a number"))
}

/// The windows and programs of a day.
#[derive(Default)]
struct Programs {
    windows: BTreeMap<String, Window>,
    others: BTreeMap<String, Window>,
    /// The window with the focus.
    front: String,
}

impl Programs {
    fn tick(&mut self, world: &mut World) {
        for (name, server) in self.others.iter_mut().filter(|(name, _)| name.starts_with("c-")) {
            assert_eq!(*name, server.name);
            world.serve(server, ServerEvent::Tick);
        }
        for (name, window) in &mut self.windows {
            world.call(window, &Call { focused: *name == self.front, ..Call::default() });
        }
    }

    fn perform(&mut self, world: &mut World, step: &Step) {
        if let Some(name) = &step.kill {
            self.windows.remove(name);
            self.others.remove(name);
        }
        world.wall += step.clock.unwrap_or_default() * 1000;
        if let (Some(name), Some(command)) = (&step.program, &step.command) {
            let program = self.others.entry(name.clone()).or_insert_with(|| world.open(name));
            match name.as_str() {
                "shell" => world.run(program, Actor::person("noor"), command),
                "agent" => world.agent(program, command),
                _ => world.tool(program, command),
            };
        }
        if let Some(name) = &step.window {
            self.front.clone_from(name);
            let window = self.windows.entry(name.clone()).or_insert_with(|| world.open(name));
            let call = Call { active: true, focused: true, action: step.action.clone(), ..Call::default() };
            world.call(window, &call);
            if step.action == Some(TimerAction::Close {}) {
                self.windows.remove(name);
            }
        }
    }
}

#[test]
fn scripted_days_have_their_entries() {
    for (name, text) in DAYS {
        let day: ScriptedDay = serde_json::from_str(text).expect(name);
        let mut world = World::new();
        let mut programs = Programs::default();
        let (mut now, mut sleeps) = (8 * 3600, false);
        for step in &day.steps {
            let at = seconds(&step.at);
            if sleeps {
                // The monotonic clock stands still.
                world.wall += i64::try_from(at - now).unwrap() * 1000;
                now = at;
            }
            while now < at {
                let length = (10 - now % 10).min(at - now);
                world.pass(length);
                now += length;
                if now.is_multiple_of(10) {
                    programs.tick(&mut world);
                }
            }
            programs.perform(&mut world, step);
            sleeps = step.sleeps;
        }
        assert!(world.wall >= MORNING, "{}", day.about);
        assert_eq!(spans(&world), day.entries, "{name}: {}", day.about);
    }
}
