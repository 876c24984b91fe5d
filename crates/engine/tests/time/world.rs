//! A computer with a project, windows of an editor, an agent, and two clocks.

use std::collections::BTreeMap;

use handoff_engine::ServerEvent;
use handoff_engine::tree::Tree;
use handoff_protocol::{
    Action, Actor, Answer, Change, Command, Context, Event, Outcome, Query, TimeEntry, TimeZone, TimerAction,
    TimerInput, TimerOwner, TimerStatus, View,
};
use serde_json::Value;

use crate::commit::project::{LOCKING, Person};
use crate::support::disk::Disk;
use crate::support::files;
use crate::time::timer_files::StrictReader;

/// 2026-12-01T08:00:00Z.
pub const MORNING: i64 = 1_796_112_000_000;
pub const PROJECT: &str = "=== config.toml\n[project]\nname = \"Clock\"\n[settings]\ntimer_authority_ttl_secs = 90\n
=== tasks/t1-a/_task.todo.json\n{\"id\": \"t1\", \"title\": \"A\", \"schedule\": {\"estimate_hours\": 100, \"remaining_hours\": 100}}
=== tasks/t2-b/_task.todo.json\n{\"id\": \"t2\", \"title\": \"B\"}
=== tasks/t3-c/_task.todo.json\n{\"id\": \"t3\", \"title\": \"C\"}
=== timer/state.json\n{\"version\": 1, \"owner\": \"vscode\", \"updated_at\": \"2026-11-30T08:00:00+00:00\", \"timers\": {}}
";

/// A window, or a process of an agent.
pub struct Window {
    pub name: String,
    person: Person,
    seen: Tree,
    pub last: Option<TimerStatus>,
}

/// What a window tells its tracker.
#[derive(Clone, Default)]
pub struct Call {
    pub active: bool,
    pub focused: bool,
    pub action: Option<TimerAction>,
    /// Whether several timers may run at the same time.
    pub several: bool,
    /// The number of actions of the commit after which the process dies.
    pub dies_after: Option<usize>,
}

pub struct World {
    pub disk: Disk,
    /// The time of day, in milliseconds since 1970-01-01 UTC.
    pub wall: i64,
    /// Milliseconds of the monotonic clock.
    pub monotonic: u64,
    pub time_zone: TimeZone,
    calls: u32,
    files: StrictReader,
}

impl World {
    pub fn new() -> World {
        let mut tree = Tree::default();
        for file in files(PROJECT) {
            tree.apply(file);
        }
        World {
            disk: Disk::new(&tree),
            wall: MORNING,
            monotonic: 5000,
            time_zone: TimeZone::default(),
            calls: 0,
            files: StrictReader::default(),
        }
    }

    /// Lets time pass on both clocks.
    pub fn pass(&mut self, seconds: u64) {
        self.wall += i64::try_from(seconds).unwrap() * 1000;
        self.monotonic += seconds * 1000;
    }

    pub fn open(&mut self, name: &str) -> Window {
        let mut person = Person::open(&self.disk, name, self.wall, LOCKING);
        let outcome = person.recover(&mut self.disk);
        assert!(matches!(outcome, Outcome::Done { .. }), "{outcome:?}");
        Window { name: name.to_owned(), person, seen: self.disk.tree.clone(), last: None }
    }

    fn context(&mut self, window: &Window, actor: Actor) -> Context {
        self.calls += 1;
        Context {
            now: self.wall,
            time_zone: self.time_zone.clone(),
            actor,
            writer: window.name.clone(),
            seed: self.calls,
            pause: None,
            process: None,
        }
    }

    fn feed(&mut self, window: &mut Window) {
        if window.seen != self.disk.tree {
            window.person.engine.feed(crate::support::delta(&window.seen, &self.disk.tree), self.wall);
            window.seen = self.disk.tree.clone();
        }
    }

    /// Asks a window for a view.
    pub fn view(&mut self, window: &mut Window, query: &Query) -> View {
        self.feed(window);
        let context = self.context(window, Actor::person("noor"));
        window.person.engine.view(query, &context)
    }

    /// Lets a window track its time and write the result. Returns `false` if it died.
    pub fn call(&mut self, window: &mut Window, call: &Call) -> bool {
        self.feed(window);
        let input = TimerInput {
            monotonic: self.monotonic,
            active_at: call.active.then_some(self.monotonic),
            focused: call.focused,
            heartbeat: true,
            action: call.action.clone(),
            several: call.several,
        };
        let context = self.context(window, Actor::person("noor"));
        let status = window.person.engine.track_time(TimerOwner::Editor, &window.name, &input, &context);
        let record = status.record.clone();
        window.last = Some(status);
        let Some(record) = record else { return true };
        let command = Command::TrackTime { record };
        let mut action = window.person.engine.begin(command, context, LOCKING);
        let mut actions = 0;
        loop {
            if let Action::End { outcome } = &action {
                let is_fine = matches!(outcome, Outcome::Done { .. } | Outcome::Refused { .. });
                assert!(is_fine, "{outcome:?}");
                break;
            }
            if call.dies_after == Some(actions) {
                return false;
            }
            let answer = self.perform(&action);
            actions += 1;
            action = window.person.engine.answer(answer, self.wall);
        }
        self.feed(window);
        true
    }

    /// Lets a server track its time and write the result. Returns whether it wants to be called again.
    pub fn serve(&mut self, server: &mut Window, event: ServerEvent) -> bool {
        self.feed(server);
        let context = self.context(server, conversation(&server.name));
        let timers = server.person.engine.track_server_time(event, self.monotonic, &context);
        if let Some(command) = timers.command {
            let outcome = self.run(server, conversation(&server.name.clone()), &command);
            assert!(matches!(outcome, Outcome::Done { .. } | Outcome::Refused { .. }), "{outcome:?}");
        }
        timers.next_ms.is_some()
    }

    /// Executes a command of the agent of a server.
    pub fn tool(&mut self, server: &mut Window, command: &Command) -> Outcome {
        self.serve(server, ServerEvent::Tick);
        let outcome = self.run(server, conversation(&server.name.clone()), command);
        self.serve(server, ServerEvent::Call);
        outcome
    }

    /// Executes a command of an agent.
    pub fn agent(&mut self, agent: &mut Window, command: &Command) -> Outcome {
        self.run(agent, Actor::agent("codex"), command)
    }

    /// Executes a command.
    pub fn run(&mut self, agent: &mut Window, actor: Actor, command: &Command) -> Outcome {
        self.feed(agent);
        let context = self.context(agent, actor);
        let mut action = agent.person.engine.begin(command.clone(), context, LOCKING);
        loop {
            if let Action::End { outcome } = action {
                return outcome;
            }
            let answer = self.perform(&action);
            action = agent.person.engine.answer(answer, self.wall);
        }
    }

    /// Performs an action of a commit, and reads what it has written of the timers.
    fn perform(&mut self, action: &Action) -> Answer {
        let answer = self.disk.perform(action);
        if let Action::Replace { to: path, .. } | Action::Create { path, .. } = action
            && path.starts_with("timer/")
        {
            self.files.check(&self.disk.tree, path);
        }
        answer
    }

    /// Lets a window complete or revert what another one has left.
    pub fn recover(&mut self, window: &mut Window) {
        self.feed(window);
        let outcome = window.person.recover(&mut self.disk);
        assert!(matches!(outcome, Outcome::Done { .. }), "{outcome:?}");
        window.seen = self.disk.tree.clone();
    }

    /// Returns the entries in the log, by ID, and checks that no line repeats another.
    pub fn entries(&self) -> BTreeMap<String, TimeEntry> {
        let mut entries = BTreeMap::new();
        for event in self.events() {
            if let Change::Entry { id, from, to } = event.change {
                assert_eq!(entries.remove(&id).as_ref(), from.as_deref(), "a line continues the one before");
                if let Some(to) = to {
                    entries.insert(id, *to);
                }
            }
        }
        entries
    }

    pub fn events(&self) -> Vec<Event> {
        let paths = self.disk.tree.walk("activity").map(|(path, _)| path);
        let texts = paths.filter_map(|path| self.disk.tree.file(&path).map(<[u8]>::to_vec));
        let lines: Vec<String> = texts
            .flat_map(|bytes| String::from_utf8(bytes).unwrap().lines().skip(1).map(str::to_owned).collect::<Vec<_>>())
            .collect();
        let mut events: Vec<Event> = lines.iter().map(|line| serde_json::from_str(line).expect(line)).collect();
        events.sort_by(|left, right| left.id.cmp(&right.id));
        events
    }

    /// Returns a file of the timers as JSON.
    pub fn json(&self, path: &str) -> Option<Value> {
        self.disk.tree.file(path)?;
        Some(self.json_of_file(path).expect("JSON"))
    }

    pub fn actual_hours(&self, task: &str) -> f64 {
        let tasks = self.disk.tree.walk("tasks").filter_map(|(path, _)| self.json_of_file(&path));
        let task = tasks.filter(|file| file["id"] == task).last().expect("a task");
        task["schedule"]["actual_hours"].as_f64().unwrap_or_default()
    }

    fn json_of_file(&self, path: &str) -> Option<Value> {
        serde_json::from_slice(self.disk.tree.file(path)?).ok()
    }
}

/// Returns the agent of a server.
pub fn conversation(name: &str) -> Actor {
    Actor { conversation: Some(name.to_owned()), ..Actor::agent("codex") }
}

#[allow(clippy::cast_precision_loss, reason = "a day has few seconds")]
pub fn hours(seconds: u64) -> f64 {
    seconds as f64 / 3600.0
}
