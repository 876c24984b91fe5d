//! Two agents save what they know at the same time, and crash: the register is the log of what was
//! said.
//!
//! Every text is said once, so the order in which the two agents are carried out does not matter.

use std::collections::{BTreeMap, BTreeSet};

use handoff_engine::register::EntryKind;
use handoff_protocol::agent::{ListSave, Pause, Removal, SessionPatch, SessionSave, SessionTarget, SessionUpdate};
use handoff_protocol::{Action, Command, Layout, Outcome, RefusalCode, SessionStatus};
use serde_json::{Value, json};

use super::project::{LAYOUTS, LOCKING, Person, harbour};
use crate::support::NOW;
use crate::support::disk::{Disk, TORN, tree};
use crate::support::random::Random;

/// What an agent says in one call.
#[derive(Clone, Debug)]
enum Statement {
    Say(EntryKind, String),
    Remove(EntryKind, String),
    Tick(String),
    /// A new decision takes the place of an old one.
    Supersede(String, String),
    Withdraw(String),
    /// Copies or moves entries between sessions, or changes the status of sessions. Says nothing.
    Nothing,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Done,
    Refused,
    /// The agent crashed: the statement was made or not.
    Unknown,
}

struct Agent {
    person: Person,
    /// The next action and when it is due; `None` between calls.
    due: Option<(Action, i64)>,
    statement: Statement,
    /// How many disk changes its watcher has reported.
    reported: usize,
}

struct World {
    random: Random,
    disk: Disk,
    now: i64,
    agents: [Agent; 2],
    texts: usize,
    log: Vec<(Statement, End)>,
}

fn open(disk: &Disk, name: &str, now: i64, seed: u32) -> Agent {
    let mut person = Person::open(disk, name, now, LOCKING);
    person.seed = seed;
    Agent { person, due: None, statement: Statement::Nothing, reported: disk.changed.len() }
}

fn entry(kind: EntryKind, name: &str) -> Value {
    match kind {
        EntryKind::Decision => json!({"decision": name}),
        EntryKind::Caution => json!({"note": name, "category": "caution"}),
        EntryKind::Suggestion => json!({"note": name, "category": "suggestion"}),
        EntryKind::ContextNote => json!({"note": name, "category": "context"}),
        EntryKind::Blocker => json!(name),
        EntryKind::OpenItem => json!({"item": name}),
        EntryKind::Pointer => json!({"path": name}),
        EntryKind::Reference => json!({"label": name}),
    }
}

impl World {
    fn new(layout: Layout, seed: u64) -> World {
        let mut files = harbour(layout);
        // Closing a session soon moves old ones to the trash.
        let config = "[project]\nname = \"Harbour\"\n\n[settings]\nmulti_session = true\nhistory_limit = 2\n";
        for (path, entry) in tree(&[("config.toml", config)]).walk("") {
            files.insert(&path, entry.clone());
        }
        let disk = Disk::new(&files);
        let agents = [open(&disk, "codex", NOW, 10_000), open(&disk, "claude", NOW, 500_000)];
        World { random: Random::new(seed), disk, now: NOW, agents, texts: 0, log: Vec::new() }
    }

    /// Starts this many calls and runs all to their end. An agent crashes once in `crashes` actions.
    fn run(&mut self, calls: usize, crashes: usize) {
        let mut begun = 0;
        for turn in 0.. {
            assert!(turn < 1_000_000, "the calls do not end");
            let who = self.random.below(2);
            match self.agents[who].due.take() {
                None if begun < calls => {
                    begun += 1;
                    self.begin(who);
                }
                None if self.agents.iter().all(|agent| agent.due.is_none()) => return,
                None => {}
                Some((action, due)) if due > self.now => {
                    self.agents[who].due = Some((action, due));
                    if self.agents.iter().all(|agent| agent.due.as_ref().is_none_or(|(_, due)| *due > self.now)) {
                        self.now += 10;
                    }
                }
                Some((action, _)) if self.random.one_in(crashes) => self.crash(who, &action),
                Some((action, _)) => self.act(who, &action),
            }
        }
    }

    fn begin(&mut self, who: usize) {
        if self.random.one_in(2) {
            let paths: BTreeSet<String> = self.disk.changed[self.agents[who].reported..].iter().cloned().collect();
            let states = paths.iter().flat_map(|path| self.disk.changed_states(path)).collect();
            self.agents[who].reported = self.disk.changed.len();
            self.agents[who].person.engine.feed(states, self.now);
        }
        let (statement, command) = self.call(who);
        let agent = &mut self.agents[who];
        agent.statement = statement;
        agent.person.now = self.now;
        let action = agent.person.begin(&command);
        self.proceed(who, action);
    }

    fn act(&mut self, who: usize, action: &Action) {
        self.now += 1;
        let answer = self.disk.perform(action);
        let agent = &mut self.agents[who];
        agent.person.now = self.now;
        let next = agent.person.engine.answer(answer, self.now);
        self.proceed(who, next);
    }

    fn proceed(&mut self, who: usize, action: Action) {
        let agent = &mut self.agents[who];
        let due = match action {
            Action::Wait { ms } => self.now + i64::from(ms),
            _ => self.now,
        };
        let Action::End { outcome } = action else {
            agent.due = Some((action, due));
            return;
        };
        let end = match &outcome {
            Outcome::Done { .. } => End::Done,
            Outcome::Refused { refusal } => {
                let is_expected = matches!(
                    refusal.code,
                    RefusalCode::Locked
                        | RefusalCode::BadValue
                        | RefusalCode::BadCommand
                        | RefusalCode::NoActiveSession
                );
                assert!(is_expected, "{refusal:?} of {:?}", agent.statement);
                End::Refused
            }
            Outcome::Conflict { .. } | Outcome::Failed { .. } => panic!("{outcome:?} of {:?}", agent.statement),
        };
        self.log.push((std::mem::replace(&mut agent.statement, Statement::Nothing), end));
    }

    /// Ends an agent during an action. A new one recovers the project.
    fn crash(&mut self, who: usize, action: &Action) {
        let torn = TORN[self.random.below(TORN.len())];
        self.disk.perform_torn(action, torn);
        let Person { writer, seed, .. } = &self.agents[who].person;
        let mut agent = open(&self.disk, writer, self.now, seed + 1);
        let statement = std::mem::replace(&mut self.agents[who].statement, Statement::Nothing);
        self.log.push((statement, End::Unknown));
        let action = agent.person.begin_recovery();
        self.agents[who] = agent;
        self.proceed(who, action);
    }

    fn new_text(&mut self) -> String {
        self.texts += 1;
        format!("text-{}-", self.texts)
    }

    /// Returns a random call of an agent who sees the project as its engine does.
    fn call(&mut self, who: usize) -> (Statement, Command) {
        let kind = EntryKind::ALL[self.random.below(6)];
        let known = self.known(who, kind);
        let decisions = self.known(who, EntryKind::Decision);
        let items = self.known(who, EntryKind::OpenItem);
        let text = self.new_text();
        let statement = match self.random.below(14) {
            6 | 7 if !known.is_empty() => Statement::Remove(kind, self.pick(&known)),
            8 if !items.is_empty() => Statement::Tick(self.pick(&items)),
            9 | 10 if !decisions.is_empty() => Statement::Supersede(text, self.pick(&decisions)),
            11 if !decisions.is_empty() => Statement::Withdraw(self.pick(&decisions)),
            12 => return (Statement::Nothing, self.fork_or_merge(who)),
            13 => return (Statement::Nothing, Command::PauseSessions { which: Pause::Active }),
            _ => Statement::Say(kind, text),
        };
        let command = self.say(who, &statement);
        (statement, command)
    }

    fn pick(&mut self, names: &[String]) -> String {
        names[self.random.below(names.len())].clone()
    }

    fn known(&self, who: usize, kind: EntryKind) -> Vec<String> {
        self.agents[who].person.engine.reader().register().standing(kind).map(|entry| entry.name.clone()).collect()
    }

    fn fork_or_merge(&mut self, who: usize) -> Command {
        let sessions = self.agents[who].person.engine.reader().sessions();
        let ids: Vec<String> = sessions.iter().map(handoff_engine::sessions::SessionEntry::id).collect();
        let (source, target) = (self.pick(&ids), self.pick(&ids));
        if self.random.one_in(2) || source == target {
            let values = json!({"summary": "Fork"}).as_object().cloned().expect("an object");
            let patch = SessionPatch { values, ..SessionPatch::default() };
            return Command::ForkSession { source, inherit: vec!["decisions".to_owned()], patch };
        }
        Command::MergeSessions { sources: vec![source, target.clone()], target, close_sources: true }
    }

    /// Makes a statement by a save or an update.
    fn say(&mut self, who: usize, statement: &Statement) -> Command {
        let list = |kind: EntryKind, entry: Value| (vec![(kind.list().to_owned(), entry)], Vec::new());
        let removal = |kind: EntryKind, name: &str, reason: Option<&str>| {
            let (list, entry, reason) = (kind.list().to_owned(), name.to_owned(), reason.map(str::to_owned));
            (Vec::new(), vec![Removal { list, entry, reason }])
        };
        let (add, remove) = match statement {
            Statement::Say(kind, name) => list(*kind, entry(*kind, name)),
            Statement::Tick(name) => list(EntryKind::OpenItem, json!({"item": name, "checked": true})),
            Statement::Supersede(new, old) => list(EntryKind::Decision, json!({"decision": new, "supersedes": old})),
            Statement::Remove(kind, name) => removal(*kind, name, None),
            Statement::Withdraw(name) => removal(EntryKind::Decision, name, Some("because")),
            Statement::Nothing => (Vec::new(), Vec::new()),
        };
        let is_active = self.agents[who].person.engine.reader().active_sessions() > 0;
        let is_tick = matches!(statement, Statement::Tick(_));
        if is_active && !is_tick && self.random.one_in(3) {
            let update = SessionUpdate { add, remove, ..SessionUpdate::default() };
            return Command::UpdateSession { id: None, update };
        }
        let of_list =
            |(key, entry): (String, Value)| ListSave { key, given: vec![entry], replace: false, seen: Vec::new() };
        let patch = SessionPatch {
            values: json!({"summary": "Saved"}).as_object().cloned().expect("an object"),
            lists: add.into_iter().map(of_list).collect(),
            remove,
            ..SessionPatch::default()
        };
        let target = if self.random.one_in(3) { SessionTarget::New } else { SessionTarget::Current };
        let status = if self.random.one_in(2) { SessionStatus::Active } else { SessionStatus::Closed };
        Command::SaveSession { save: SessionSave { target, patch, status, pause: Pause::Nothing } }
    }

    /// Compares the register on the disk with the log. Returns how many calls ended in which way.
    fn check(&mut self) -> BTreeMap<End, usize> {
        self.now += 60_000;
        let mut last = Person::open(&self.disk, "last", self.now, LOCKING);
        last.recover(&mut self.disk);
        let register = Person::open(&self.disk, "fresh", self.now, LOCKING).engine.reader().register();
        let is_stated = |kind: EntryKind, name: &str| {
            register.entries().iter().any(|entry| entry.kind == kind && entry.name == name)
        };
        let is_removed = |name: &str| {
            let removes = |(said, end): &(Statement, End)| {
                matches!(said, Statement::Remove(_, other) if other == name) && *end != End::Refused
            };
            self.log.iter().any(removes)
        };
        let mut counts = BTreeMap::new();
        for (statement, end) in &self.log {
            *counts.entry(*end).or_default() += 1;
            let (kind, name) = match statement {
                Statement::Say(kind, name) => (*kind, name),
                Statement::Supersede(name, _) => (EntryKind::Decision, name),
                _ => continue,
            };
            // Whether a statement takes the entry back: surely, or perhaps.
            let is_taken_back = |is_perhaps: bool| {
                let takes_back = |(said, end): &(Statement, End)| match said {
                    Statement::Remove(_, other) | Statement::Tick(other) | Statement::Withdraw(other) => {
                        other == name && (*end == End::Done || is_perhaps && *end == End::Unknown)
                    }
                    // Removing the new decision takes back what it said, unless the old one has left
                    // the history by then.
                    Statement::Supersede(new, other) if other == name => match end {
                        End::Done => is_perhaps || !is_removed(new),
                        End::Unknown => is_perhaps,
                        End::Refused => false,
                    },
                    _ => false,
                };
                self.log.iter().any(takes_back)
            };
            let stands = register.standing(kind).any(|entry| entry.name == *name);
            let context = format!("{statement:?} ({end:?}) in {:?}", self.log);
            match end {
                End::Refused => assert!(!is_stated(kind, name), "refused, but stated: {context}"),
                End::Done if is_taken_back(false) => assert!(!stands, "taken back, but stands: {context}"),
                End::Done if !is_taken_back(true) => assert!(stands, "lost: {context}"),
                End::Done | End::Unknown => {}
            }
        }
        counts
    }
}

#[test]
fn register_is_the_log_of_two_agents_that_save_at_once() {
    for layout in LAYOUTS {
        let mut counts: BTreeMap<End, usize> = BTreeMap::new();
        for seed in 1..=25 {
            let mut world = World::new(layout, seed);
            world.run(16, usize::MAX);
            world.check().into_iter().for_each(|(end, count)| *counts.entry(end).or_default() += count);
        }
        assert!(counts[&End::Done] > 300, "{counts:?}");
    }
}

#[test]
fn register_is_the_log_of_two_agents_that_crash() {
    for layout in LAYOUTS {
        let mut counts: BTreeMap<End, usize> = BTreeMap::new();
        for seed in 1..=25 {
            let mut world = World::new(layout, seed);
            world.run(16, 150);
            world.check().into_iter().for_each(|(end, count)| *counts.entry(end).or_default() += count);
        }
        assert!(counts[&End::Done] > 250 && counts[&End::Unknown] > 15, "{counts:?}");
    }
}
