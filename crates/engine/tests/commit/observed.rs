//! What other programs do is told in the log once, however many windows look on, and never because somebody merely looks.

use std::collections::{BTreeMap, BTreeSet};

use handoff_engine::tree::{Entry, name, parent};
use handoff_format::{Container, Document, Step};
use handoff_protocol::{Action, Change, Event, FileState, Layout, Outcome, Query, View};
use serde_json::{Value, json};

use crate::dice::Dice;
use crate::project::{LAYOUTS, LOCKING, LOCKLESS, NOW, Person, command, context, harbour, id, is_done, is_task_file};
use crate::shell::Disk;

/// A window and how many changes of the disk its watcher has told.
struct Window {
    person: Person,
    told: usize,
}

struct World {
    disk: Disk,
    now: i64,
    windows: [Window; 2],
}

/// What is observed of a task: field and value.
type Facts = BTreeMap<(String, &'static str), Value>;

impl Window {
    fn tell(&mut self, disk: &Disk, now: i64) -> bool {
        let paths: BTreeSet<&String> = disk.changed.iter().skip(self.told).collect();
        let states: Vec<FileState> = paths.into_iter().flat_map(|path| disk.look(path)).collect();
        self.told = disk.changed.len();
        self.person.engine.feed(states, now).record_after_ms.is_some()
    }
}

impl World {
    fn new(layout: Layout, capabilities: handoff_protocol::Capabilities) -> World {
        let disk = Disk::new(&harbour(layout));
        let window = |name| Window { person: Person::open(&disk, name, NOW, capabilities), told: 0 };
        let mut windows = ["noor", "ali"].map(window);
        windows[1].person.seed = 500_000;
        World { windows, disk, now: NOW }
    }

    /// The watcher of a window reports what changed; says whether anything waits to be written down.
    fn tell(&mut self, who: usize) -> bool {
        self.windows[who].tell(&self.disk, self.now)
    }

    fn run(&mut self, who: usize, json: &str) -> Outcome {
        self.run_watched(who, json, |_| false)
    }

    /// Carries out a command while the other window's watcher tells what there is, whenever it likes.
    fn run_watched(&mut self, who: usize, json: &str, mut tells: impl FnMut(usize) -> bool) -> Outcome {
        let World { disk, windows: [noor, ali], now } = self;
        let (window, other) = if who == 0 { (noor, ali) } else { (ali, noor) };
        *now += 2;
        window.person.now = *now;
        let first = window.person.begin(&command(json));
        let mut clock = *now;
        let outcome = window.person.finish_with(first, |at, action| {
            let answer = disk.perform(action);
            clock += if let Action::Wait { ms } = action { i64::from(*ms) } else { 1 };
            if tells(at) {
                other.tell(disk, clock);
            }
            answer
        });
        *now = window.person.now + 2;
        outcome
    }

    /// A program without a lock changes a task; `status` renames, the other fields are rewritten. Without a stamp as by hand.
    fn foreign(&mut self, task: &str, field: &str, value: &Value, is_stamped: bool) {
        self.now += 2;
        let (path, bytes) = self.file_of(task);
        let container = if name(&path) == "task.toml" { Container::Toml } else { Container::Json };
        let mut document = Document::parse(container, &bytes).expect("a document");
        match field {
            "status" => {}
            "estimateHours" => {
                document.set(&[Step::Key("schedule"), Step::Key("estimate_hours")], value).expect("hours");
            }
            _ => document.set(&[Step::Key("schedule"), Step::Key("due_date")], value).expect("a date"),
        }
        if is_stamped {
            // Nobody of ours writes so many digits.
            let (seconds, rest) = ((self.now - NOW) / 1000, (self.now - NOW) % 1000);
            let stamp = format!("2026-12-01T08:{:02}:{:02}.{rest:03}000123+00:00", seconds / 60, seconds % 60);
            document.set(&[Step::Key("updated_at")], &json!(stamp)).expect("a stamp");
        }
        let mut goal = path.clone();
        if field == "status" {
            let status = value.as_str().expect("a status");
            let folder = parent(&path).to_owned();
            if container == Container::Json {
                goal = format!("{folder}/_task.{status}.json");
                self.disk.tree.remove(&path);
                self.disk.changed.push(path);
            } else {
                let (before, slug) = folder.rsplit_once("--").expect("a slug");
                let renamed = format!("{}-{status}--{slug}", before.rsplit_once('-').expect("an id").0);
                self.disk.tree.rename(&folder, &renamed);
                self.disk.changed.extend([folder, renamed.clone()]);
                goal = format!("{renamed}/task.toml");
            }
        }
        self.disk.tree.apply(FileState::File { path: goal.clone(), bytes: document.render() });
        self.disk.changed.push(goal);
    }

    fn file_of(&self, task: &str) -> (String, Vec<u8>) {
        let marks = [format!("\"id\": \"{task}\""), format!("id = \"{task}\"")];
        let is_it = |bytes: &[u8]| marks.iter().any(|mark| String::from_utf8_lossy(bytes).contains(mark));
        let found = self.disk.tree.walk("tasks").find_map(|(path, entry)| match entry {
            Entry::File(bytes) if is_task_file(&path) && is_it(bytes) => Some((path, bytes.clone())),
            _ => None,
        });
        found.expect("the task")
    }

    /// What lies on disk, by somebody who has just come.
    fn facts(&self, ids: &[String]) -> Facts {
        let mut fresh = Person::open(&self.disk, "fresh", self.now, LOCKING);
        let mut facts = Facts::new();
        for id in ids {
            let view = view(&mut fresh, id);
            facts.insert((id.clone(), "status"), json!(view.card.status));
            facts.insert((id.clone(), "estimateHours"), json!(view.schedule.estimate_hours));
            facts.insert((id.clone(), "dueDate"), json!(view.schedule.due_date));
        }
        facts
    }

    /// The values to which fields came, by what the logs tell.
    fn told(&self, ids: &[String]) -> Vec<(String, String, Value)> {
        let mut fresh = Person::open(&self.disk, "fresh", self.now, LOCKING);
        let mut told = Vec::new();
        for id in ids {
            let events: Vec<Event> = view(&mut fresh, id).history;
            told.extend(events.into_iter().filter_map(|event| match event.change {
                Change::Field { field, to, .. } => Some((id.clone(), field, to)),
                _ => None,
            }));
        }
        handoff_format::sort_by_key(&mut told, |(id, field, to)| (id.clone(), field.clone(), to.to_string()));
        told
    }
}

fn view(person: &mut Person, id: &str) -> handoff_protocol::view::TaskView {
    match person.engine.view(&Query::Task { id: id.to_owned() }, &context("x", 1, NOW)) {
        View::Task(Some(task)) => *task,
        other => panic!("{id}: {other:?}"),
    }
}

const RECORD: &str = r#"{"kind":"recordObserved"}"#;

#[test]
fn two_observers_count_each_change_of_another_program_once() {
    for (seed, layout) in (1..=8).flat_map(|seed| LAYOUTS.map(|layout| (seed, layout))) {
        for capabilities in [LOCKING, LOCKLESS] {
            let mut dice = Dice::new(seed);
            let mut world = World::new(layout, capabilities);
            let ids: Vec<String> = ["1", "1.1", "2", "3"].iter().map(|number| id(layout, number)).collect();
            let attentive = dice.roll(2);
            let mut truth: Vec<(String, String, Value)> = Vec::new();
            let mut before = world.facts(&ids);
            for step in 0..60 {
                let task = ids[dice.roll(ids.len())].clone();
                let status = ["todo", "in_progress", "review", "blocked"][dice.roll(4)];
                let (field, value) = match dice.roll(3) {
                    0 => ("status", json!(status)),
                    1 => ("estimateHours", json!(f64::from(step) + 0.5)),
                    _ => ("dueDate", json!(format!("2027-{:02}-{:02}", 1 + step / 20, 1 + step % 20))),
                };
                match dice.roll(4) {
                    0 => {
                        let who = dice.roll(2);
                        let json = format!(
                            r#"{{"kind":"updateTasks","ids":["{task}"],"patch":{{"{field}":{value},"appendNotes":"x"}}}}"#
                        );
                        assert!(is_done(&world.run_watched(who, &json, |_| dice.one_in(4))));
                    }
                    1 => assert!(is_done(&world.run(dice.roll(2), RECORD))),
                    _ => {
                        // The same stamp and the same value twice cannot be told apart, so who leaves the stamp takes new values.
                        let is_stamped = field == "status" || dice.roll(3) > 0;
                        world.foreign(&task, field, &value, is_stamped);
                        // One window sees each change by itself, the other perhaps together with what comes later.
                        world.tell(attentive);
                        if dice.one_in(2) {
                            world.tell(1 - attentive);
                        }
                    }
                }
                let after = world.facts(&ids);
                let changed = after.iter().filter(|(place, value)| before.get(place) != Some(value));
                truth.extend(changed.map(|((id, field), value)| (id.clone(), (*field).to_owned(), value.clone())));
                before = after;
            }
            for who in 0..2 {
                world.tell(who);
                assert!(is_done(&world.run(who, RECORD)));
                assert!(!world.tell(who), "nothing is left to be written down");
            }
            handoff_format::sort_by_key(&mut truth, |(id, field, to)| (id.clone(), field.clone(), to.to_string()));
            let mut told = world.told(&ids);
            told.retain(|(_, field, _)| field != "notes");
            assert_eq!(told, truth, "seed {seed} {layout:?} {capabilities:?}");
        }
    }
}

#[test]
fn who_opens_a_project_or_looks_again_has_nothing_to_write() {
    let mut world = World::new(Layout::Json, LOCKING);
    world.foreign("t2", "status", &json!("review"), true);
    let mut late = Person::open(&world.disk, "late", world.now, LOCKING);
    let fed = late.engine.feed(world.disk.scan(), world.now);
    assert!(fed.record_after_ms.is_none() && !fed.changed);
    let before = world.disk.tree.clone();
    let outcome = late.run(&mut world.disk, &command(RECORD));
    assert!(matches!(outcome, Outcome::Done { changed: false, .. }), "{outcome:?}");
    assert_eq!(world.disk.tree, before);
}

#[test]
fn what_one_window_does_the_other_does_not_observe() {
    for layout in LAYOUTS {
        let mut world = World::new(layout, LOCKING);
        let ours = format!(
            r#"{{"kind":"updateTasks","ids":["{}"],"patch":{{"status":"review","dueDate":"2027-01-01"}}}}"#,
            id(layout, "2")
        );
        assert!(is_done(&world.run(0, &ours)));
        assert!(!world.tell(1));
        // Even where the watcher tells of the task long before it tells of the log.
        assert!(is_done(&world.run(0, &ours.replace("review", "todo"))));
        let log = world.disk.changed.iter().rposition(|path| path.starts_with("activity/")).expect("a log");
        world.disk.changed.remove(log);
        assert!(world.tell(1), "not known yet");
        let other = format!(r#"{{"kind":"updateTasks","ids":["{}"],"patch":{{"title":"x"}}}}"#, id(layout, "3"));
        assert!(is_done(&world.run(1, &other)));
        assert!(!world.tell(1));
        let text =
            String::from_utf8_lossy(world.disk.tree.file("activity/2026-12/ali.jsonl").expect("a log")).into_owned();
        assert!(!text.contains("observed"), "{text}");
    }
}

#[test]
fn a_status_that_comes_while_the_file_is_away_or_broken_is_seen_as_one_change() {
    let mut world = World::new(Layout::Toml, LOCKING);
    let text = world.disk.tree.file("tasks/02-todo--boats/task.toml").expect("a task").to_vec();
    let mut clock = NOW;
    let mut feed = |states: Vec<FileState>| {
        clock += 1;
        world.windows[0].person.engine.feed(states, clock).record_after_ms.is_some()
    };
    let gone = |path: &str| FileState::Gone { path: path.to_owned() };
    let file = |path: &str, bytes: &[u8]| FileState::File { path: path.to_owned(), bytes: bytes.to_vec() };
    let log = |at: i64, to: &str| {
        format!(
            r#"{{"id":"e{at}","at":"2026-12-01T08:00:00.00{at}+00:00","actor":{{"kind":"human","name":"x"}},"task":"02","change":{{"kind":"field","field":"status","from":null,"to":"{to}"}}}}"#
        )
    };
    assert!(!feed(vec![gone("tasks/02-todo--boats")]));
    assert!(!feed(vec![file("tasks/02-review--boats/task.toml", b"id = ")]));
    assert!(feed(vec![file("tasks/02-review--boats/task.toml", &text)]));
    assert!(feed(vec![gone("tasks/02-review--boats"), file("tasks/02-todo--boats/task.toml", &text)]));
    // Both turn out to be the work of a window that says so later.
    let both = format!("{}\n{}\n", log(2, "review"), log(4, "todo"));
    assert!(!feed(vec![file("activity/2026-12/x.jsonl", both.as_bytes())]));
}

#[test]
fn older_content_that_comes_back_is_no_event() {
    let mut world = World::new(Layout::Json, LOCKING);
    let before = world.disk.tree.clone();
    world.foreign("t2", "estimateHours", &json!(3.0), true);
    assert!(world.tell(0));
    assert!(is_done(&world.run(0, RECORD)));
    let log = world.disk.tree.clone();
    world.disk.tree = before;
    world.disk.tree.insert("activity", log.get("activity").expect("logs").clone());
    world.disk.changed.push("tasks/t2-boats/_task.todo.json".to_owned());
    assert!(!world.tell(0));
}

#[test]
fn an_undo_takes_back_what_was_done_and_not_what_was_seen() {
    let mut world = World::new(Layout::Json, LOCKING);
    world.foreign("t2", "estimateHours", &json!(3.0), true);
    assert!(world.tell(0));
    assert!(is_done(&world.run(0, r#"{"kind":"updateTasks","ids":["t3"],"patch":{"title":"Lamps"}}"#)));
    assert!(!world.tell(0), "the next change writes down what was seen");
    assert!(is_done(&world.run(0, r#"{"kind":"undo"}"#)));
    let ids = ["t2", "t3"].map(str::to_owned);
    let told: Vec<String> = world.told(&ids).iter().map(|(id, field, to)| format!("{id} {field} {to}")).collect();
    assert_eq!(told, ["t2 estimateHours 3.0", r#"t3 title "Lamps""#, r#"t3 title "Lights""#]);
    world.foreign("t2", "estimateHours", &json!(4.0), true);
    assert!(world.tell(0));
    assert!(is_done(&world.run(0, RECORD)));
    let Outcome::Refused { refusal } = world.run(0, r#"{"kind":"undo"}"#) else {
        panic!("there is a step to take back")
    };
    assert_eq!(refusal.text.to_string(), "There is nothing to take back.");
}
