//! What other programs do is told in the log once, however many windows look on, and never because somebody merely looks.

use std::collections::{BTreeMap, BTreeSet};

use handoff_engine::tree::{Entry, name, parent};
use handoff_format::{Container, Document, PathSegment};
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
    fn new(layout: Layout, capabilities: &handoff_protocol::Capabilities) -> World {
        let disk = Disk::new(&harbour(layout));
        let window = |name| Window { person: Person::open(&disk, name, NOW, capabilities.clone()), told: 0 };
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
                document
                    .set(&[PathSegment::Key("schedule"), PathSegment::Key("estimate_hours")], value)
                    .expect("hours");
            }
            _ => document.set(&[PathSegment::Key("schedule"), PathSegment::Key("due_date")], value).expect("a date"),
        }
        if is_stamped {
            // Nobody of ours writes so many digits.
            let (seconds, rest) = ((self.now - NOW) / 1000, (self.now - NOW) % 1000);
            let stamp = format!("2026-12-01T08:{:02}:{:02}.{rest:03}000123+00:00", seconds / 60, seconds % 60);
            document.set(&[PathSegment::Key("updated_at")], &json!(stamp)).expect("a stamp");
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
            facts.insert((id.clone(), "status"), json!(view.card.status.name()));
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
        told.sort_by_key(|(id, field, to)| (id.clone(), field.clone(), to.to_string()));
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
            let mut world = World::new(layout, &capabilities);
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
            truth.sort_by_key(|(id, field, to)| (id.clone(), field.clone(), to.to_string()));
            let mut told = world.told(&ids);
            told.retain(|(_, field, _)| field != "notes");
            assert_eq!(told, truth, "seed {seed} {layout:?} {capabilities:?}");
        }
    }
}

#[test]
fn who_opens_a_project_or_looks_again_has_nothing_to_write() {
    let mut world = World::new(Layout::Json, &LOCKING);
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
        let mut world = World::new(layout, &LOCKING);
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
    let mut world = World::new(Layout::Toml, &LOCKING);
    let text = world.disk.tree.file("tasks/02-todo--boats/task.toml").expect("a task").to_vec();
    let mut clock = NOW;
    let mut feed = |states: Vec<FileState>| {
        clock += 1;
        let engine = &mut world.windows[0].person.engine;
        engine.feed(states, clock);
        !engine.plan(&command(RECORD), &context("noor", 1, clock)).expect("a plan").events.is_empty()
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
    let mut world = World::new(Layout::Json, &LOCKING);
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
    let mut world = World::new(Layout::Json, &LOCKING);
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
    assert_eq!(refusal.text.to_string(), "Nothing to undo.");
}

/// Where the tasks with each id are: their parents. An undo may bring back a task whose id was given to another one meanwhile.
fn places(disk: &Disk) -> BTreeMap<String, Vec<Option<String>>> {
    let mut ids = BTreeMap::new();
    for (path, entry) in disk.tree.walk("tasks") {
        if let (Entry::File(bytes), true) = (entry, is_task_file(&path)) {
            let container = if name(&path) == "task.toml" { Container::Toml } else { Container::Json };
            let found = Document::parse(container, bytes).expect("a document").get(&[PathSegment::Key("id")]);
            ids.insert(parent(&path).to_owned(), found.and_then(|id| id.as_str().map(str::to_owned)).expect("an id"));
        }
    }
    let mut places: BTreeMap<String, Vec<Option<String>>> = BTreeMap::new();
    for (folder, id) in &ids {
        places.entry(id.clone()).or_default().push(ids.get(parent(folder)).cloned());
    }
    places
}

/// That tasks came, went and got other parents, by what the logs tell to somebody who has just come.
fn told_places(world: &World, ids: &BTreeSet<String>) -> Vec<String> {
    let mut fresh = Person::open(&world.disk, "fresh", world.now, LOCKING);
    let there = places(&world.disk);
    let mut told = Vec::new();
    for id in ids {
        if !there.contains_key(id) {
            // Only of a task that is there the history is shown.
            let path = format!("tasks/{id}-again/_task.todo.json");
            let bytes = format!("{{\"id\": \"{id}\", \"title\": \"x\"}}").into_bytes();
            fresh.engine.feed(vec![FileState::File { path, bytes }], world.now);
        }
        told.extend(view(&mut fresh, id).history.into_iter().filter_map(|event| match event.change {
            Change::Created { .. } => Some(format!("{id} comes")),
            Change::Deleted { .. } => Some(format!("{id} goes")),
            Change::Moved { to, .. } => Some(format!("{id} below {to:?}")),
            _ => None,
        }));
    }
    told.sort();
    told
}

impl World {
    /// A program without a lock creates, removes, restores, moves or rewrites a task; what it removed lies in `bin`.
    fn foreign_place(&mut self, dice: &mut Dice, layout: Layout, bin: &mut Vec<(String, Entry)>, who: usize) {
        let folders: Vec<String> =
            self.disk.tree.walk("tasks").map(|(path, _)| path).filter(|path| is_task_file(path)).collect();
        let folders: Vec<String> = folders.iter().map(|path| parent(path).to_owned()).collect();
        let one = folders[dice.roll(folders.len())].clone();
        match dice.roll(6) {
            0 => {
                let number = self.now / 10;
                let (path, text) = match layout {
                    Layout::Json => (
                        format!("tasks/x{number}-new/_task.todo.json"),
                        format!("{{\"id\": \"x{number}\", \"title\": \"x\"}}"),
                    ),
                    Layout::Toml => {
                        (format!("tasks/x{number}-todo--new/task.toml"), format!("id = \"x{number}\"\ntitle = \"x\"\n"))
                    }
                };
                self.disk.tree.apply(FileState::File { path: path.clone(), bytes: text.into_bytes() });
                self.disk.changed.push(path);
            }
            1 if folders.len() > 3 => {
                bin.extend(self.disk.tree.remove(&one).map(|entry| (one.clone(), entry)));
                self.disk.changed.push(one);
            }
            2 => {
                let Some((path, entry)) = bin.pop() else { return };
                let mut with = self.disk.tree.clone();
                with.insert(&path, entry);
                let mut after = Disk::new(&with);
                let count = with.walk("tasks").filter(|(path, _)| is_task_file(path)).count();
                if self.disk.tree.is_folder(parent(&path))
                    && self.disk.tree.get(&path).is_none()
                    && places(&after).len() == count
                {
                    std::mem::swap(&mut self.disk.tree, &mut after.tree);
                    self.disk.changed.push(path);
                }
            }
            3 => {
                // As F§3.3 says, with a look in between.
                let (path, bytes) = self
                    .disk
                    .tree
                    .walk(&one)
                    .find_map(|(path, entry)| match entry {
                        Entry::File(bytes) if is_task_file(&path) => Some((path, bytes.clone())),
                        _ => None,
                    })
                    .expect("a task");
                self.disk.tree.remove(&path);
                self.disk.changed.push(path.clone());
                self.tell(who);
                self.now += 40;
                self.disk.tree.apply(FileState::File { path: path.clone(), bytes });
                self.disk.changed.push(path);
            }
            _ => {
                let goal = if dice.one_in(3) { "tasks".to_owned() } else { folders[dice.roll(folders.len())].clone() };
                let to = format!("{goal}/{}", name(&one));
                if format!("{goal}/").starts_with(&format!("{one}/")) || self.disk.tree.get(&to).is_some() {
                    return;
                }
                self.disk.tree.rename(&one, &to);
                self.disk.changed.push(one);
                if dice.one_in(2) {
                    // The two halves may be reported one after the other.
                    self.tell(who);
                    self.now += 100;
                }
                self.disk.changed.push(to);
            }
        }
    }
}

#[test]
fn two_observers_count_once_what_comes_goes_and_moves() {
    let mut kinds = [0; 3];
    for (seed, layout) in (1..=10).flat_map(|seed| LAYOUTS.map(|layout| (seed, layout))) {
        'worlds: for capabilities in [LOCKING, LOCKLESS] {
            let mut dice = Dice::new(seed);
            let mut world = World::new(layout, &capabilities);
            let attentive = dice.roll(2);
            let mut bin = Vec::new();
            let mut before = places(&world.disk);
            let mut ids: BTreeSet<String> = before.keys().cloned().collect();
            let mut truth: Vec<String> = Vec::new();
            for _ in 0..50 {
                let there: Vec<String> = before.keys().cloned().collect();
                if there.len() < 2 {
                    break;
                }
                let (one, other) = (&there[dice.roll(there.len())], &there[dice.roll(there.len())]);
                let goal = if dice.one_in(3) { "null".to_owned() } else { format!("\"{other}\"") };
                let ours = match dice.roll(9) {
                    0 => Some(format!(
                        r#"{{"kind":"moveTasks","ids":["{one}"],"parent":{goal},"place":{{"kind":"last"}}}}"#
                    )),
                    1 if there.len() > 3 => Some(format!(r#"{{"kind":"deleteTasks","ids":["{one}"]}}"#)),
                    2 => Some(format!(
                        r#"{{"kind":"createTask","task":{{"parent":{goal},"fields":{{"title":"New"}}}}}}"#
                    )),
                    3 => Some(r#"{"kind":"undo"}"#.to_owned()),
                    _ => None,
                };
                if let Some(ours) = ours {
                    world.run_watched(dice.roll(2), &ours, |_| dice.one_in(4));
                } else {
                    // Nobody can tell of what nobody has seen.
                    world.tell(attentive);
                    world.foreign_place(&mut dice, layout, &mut bin, attentive);
                    world.tell(attentive);
                    if dice.one_in(2) {
                        world.tell(1 - attentive);
                    }
                    world.now += 2_000;
                    assert!(is_done(&world.run(attentive, RECORD)));
                }
                let after = places(&world.disk);
                for id in before.keys().chain(after.keys().filter(|id| !before.contains_key(*id))) {
                    let none = Vec::new();
                    match (before.get(id).unwrap_or(&none).as_slice(), after.get(id).unwrap_or(&none).as_slice()) {
                        ([from], [to]) if from != to => truth.push(format!("{id} below {to:?}")),
                        (from, to) if from.len() < to.len() => truth.push(format!("{id} comes")),
                        (from, to) if from.len() > to.len() => truth.push(format!("{id} goes")),
                        _ => {}
                    }
                }
                ids.extend(after.keys().cloned());
                before = after;
                if before.values().any(|parents| parents.len() > 1) {
                    // Of two tasks with one id nobody can say which one goes.
                    continue 'worlds;
                }
            }
            for who in 0..2 {
                world.tell(who);
                world.now += 2_000;
                assert!(is_done(&world.run(who, RECORD)));
                assert!(!world.tell(who), "nothing is left to be written down");
            }
            truth.sort();
            assert_eq!(told_places(&world, &ids), truth, "seed {seed} {layout:?} {capabilities:?}");
            for (kind, word) in ["comes", "goes", "below"].iter().enumerate() {
                kinds[kind] += truth.iter().filter(|told| told.contains(word)).count();
            }
        }
    }
    assert!(kinds.iter().all(|count| *count > 100), "{kinds:?}");
}

/// What a window would write down now.
fn pending(window: &mut Window, now: i64) -> Vec<String> {
    let changes = window.person.engine.plan(&command(RECORD), &context("noor", 1, now)).expect("a plan");
    let what = |change: Change| match change {
        Change::Created { title } => format!("comes {title}"),
        Change::Deleted { title } => format!("goes {title}"),
        Change::Moved { from, to } => format!("from {from:?} below {to:?}"),
        Change::Field { field, to, .. } => format!("{field} {to}"),
        other => panic!("{other:?}"),
    };
    let told = changes.events.into_iter();
    told.map(|event| format!("{} {}", event.task.clone().expect("a task"), what(event.change))).collect()
}

#[test]
fn a_checkout_is_no_event_there_and_back() {
    let mut world = World::new(Layout::Json, &LOCKING);
    let old = world.disk.tree.clone();
    world.foreign("t3", "estimateHours", &json!(3.0), true);
    let new_task = "tasks/t4-masts/_task.todo.json";
    let text = br#"{"id": "t4", "title": "Masts", "created_at": "2026-12-01T07:00:00Z"}"#;
    world.disk.tree.apply(FileState::File { path: new_task.to_owned(), bytes: text.to_vec() });
    world.disk.changed.push(new_task.to_owned());
    assert!(world.tell(0));
    assert_eq!(pending(&mut world.windows[0], world.now), ["t4 comes Masts", "t3 estimateHours 3.0"]);
    assert!(is_done(&world.run(0, RECORD)));
    assert!(!world.tell(0));
    let log = String::from_utf8_lossy(world.disk.tree.file("activity/2026-12/noor.jsonl").expect("a log")).into_owned();
    assert!(log.contains(r#""at":"2026-12-01T07:00:00Z""#), "it came when it says so: {log}");

    let new = world.disk.tree.clone();
    let checkout = |world: &mut World, tree: &handoff_engine::tree::Tree, paths: &[&str]| {
        for path in paths {
            match tree.get(path) {
                Some(entry) => world.disk.tree.insert(path, entry.clone()),
                None => drop(world.disk.tree.remove(path)),
            }
            world.disk.changed.push((*path).to_owned());
        }
        world.now += 300;
        world.tell(0);
    };
    for is_split in [false, true] {
        let parts: &[&[&str]] = if is_split {
            &[&["tasks/t4-masts"], &["tasks/t3-lights"]]
        } else {
            &[&["tasks/t4-masts", "tasks/t3-lights"]]
        };
        for tree in [&old, &new] {
            for part in parts {
                checkout(&mut world, tree, part);
            }
            world.now += 5_000;
            assert_eq!(pending(&mut world.windows[0], world.now), [""; 0], "{is_split}");
        }
    }
}

#[test]
fn only_what_stays_away_is_gone() {
    let mut world = World::new(Layout::Json, &LOCKING);
    let path = "tasks/t2-boats/_task.todo.json";
    let bytes = world.disk.tree.file(path).expect("a task").to_vec();
    let folder = || FileState::Folder { path: "tasks/t2-boats".to_owned() };
    let file = |bytes: &[u8]| FileState::File { path: path.to_owned(), bytes: bytes.to_vec() };
    let gone = |path: &str| FileState::Gone { path: path.to_owned() };
    let window = &mut world.windows[0];
    let mut now = NOW;
    let mut feed = |passes: i64, states: Vec<FileState>| {
        now += passes;
        let fed = window.person.engine.feed(states, now);
        (fed.record_after_ms.is_some(), pending(window, now), pending(window, now + 1_000))
    };
    let nothing = || (false, Vec::new(), Vec::new());
    // Away for a moment, unreadable, broken: it is all there.
    assert_eq!(feed(1, vec![gone(path)]), nothing());
    assert_eq!(feed(900, vec![file(&bytes)]), nothing());
    assert_eq!(feed(1, vec![gone("tasks/t2-boats")]), (true, Vec::new(), vec!["t2 goes Boats".to_owned()]));
    assert_eq!(feed(900, vec![file(&bytes)]), nothing());
    assert_eq!(
        feed(1, vec![FileState::Unreadable { path: path.to_owned(), reason: "busy".to_owned(), is_folder: false }]),
        nothing()
    );
    assert_eq!(feed(5_000, vec![folder()]), nothing());
    assert_eq!(feed(1, vec![file(b"{")]), nothing());
    assert_eq!(feed(5_000, vec![folder()]), nothing());
    // Then it goes.
    assert_eq!(feed(1, vec![gone(path)]), nothing());
    let goes = || vec!["t2 goes Boats".to_owned()];
    assert_eq!(feed(2_000, vec![folder()]), (true, Vec::new(), goes()));
    assert_eq!(feed(2_000, vec![folder()]), (true, goes(), goes()));
    // Not yet told, and back again.
    assert_eq!(feed(1, vec![file(&bytes)]), nothing());
}

#[test]
fn a_task_with_another_id_is_the_same_task() {
    let mut world = World::new(Layout::Json, &LOCKING);
    let path = "tasks/t1-quay/_task.in_progress.json";
    let text = String::from_utf8_lossy(world.disk.tree.file(path).expect("a task")).replace("\"t1\"", "\"one\"");
    world.disk.tree.apply(FileState::File { path: path.to_owned(), bytes: text.into_bytes() });
    world.disk.changed.push(path.to_owned());
    assert!(world.tell(0));
    world.now += 5_000;
    assert_eq!(pending(&mut world.windows[0], world.now), [r#"one id "one""#]);
    // Another window gives an id, and renames the folder with all that is below it.
    for layout in LAYOUTS {
        let mut world = World::new(layout, &LOCKING);
        let folder = world.file_of(&id(layout, "1")).0;
        let ours = format!(r#"{{"kind":"changeId","folder":"{}","id":"quay"}}"#, parent(&folder));
        assert!(is_done(&world.run(0, &ours)));
        world.disk.changed.retain(|path| !path.starts_with("activity"));
        assert!(world.tell(1), "not known yet");
        world.disk.changed.push("activity".to_owned());
        assert!(!world.tell(1), "{:?}", pending(&mut world.windows[1], NOW + 9_000));
        world.now += 5_000;
        assert!(is_done(&world.run(1, RECORD)));
        assert!(world.disk.tree.file("activity/2026-12/ali.jsonl").is_none());
    }
}

#[test]
fn where_the_whole_project_goes_nothing_is_written() {
    let mut world = World::new(Layout::Json, &LOCKING);
    let everything = world.disk.tree.clone();
    world.windows[0].person.engine.feed(vec![FileState::Gone { path: String::new() }], world.now);
    world.disk.tree = handoff_engine::tree::Tree::default();
    world.now += 5_000;
    assert!(matches!(world.run(0, RECORD), Outcome::Refused { .. }));
    assert_eq!(world.disk.tree, handoff_engine::tree::Tree::default());
    world.disk.tree = everything;
    let fed = world.windows[0].person.engine.feed(world.disk.scan(), world.now);
    assert_eq!(fed.record_after_ms, None);
}
