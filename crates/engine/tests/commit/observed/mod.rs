//! Changes by other programs are recorded in the log exactly once, however many windows are open.

mod fields;
mod moves;
mod presence;

use std::collections::{BTreeMap, BTreeSet};

use handoff_engine::tree::{Entry, name, parent};
use handoff_format::{Container, DataFile, PathSegment};
use handoff_protocol::{Action, Change, Event, FileState, Layout, Outcome, Query, View};
use serde_json::{Value, json};

use crate::commit::project::{LOCKING, Person, context, harbour, is_task_file};
use crate::support::disk::Disk;
use crate::support::random::Random;
use crate::support::{NOW, command};

/// A window, and how many disk changes its watcher has reported.
struct Window {
    person: Person,
    reported: usize,
}

struct World {
    disk: Disk,
    now: i64,
    windows: [Window; 2],
}

/// The observed values: (task, field) to value.
type Facts = BTreeMap<(String, &'static str), Value>;

impl Window {
    fn report(&mut self, disk: &Disk, now: i64) -> bool {
        let paths: BTreeSet<&String> = disk.changed.iter().skip(self.reported).collect();
        let states: Vec<FileState> = paths.into_iter().flat_map(|path| disk.changed_states(path)).collect();
        self.reported = disk.changed.len();
        self.person.engine.feed(states, now).record_after_ms.is_some()
    }
}

impl World {
    fn new(layout: Layout, capabilities: &handoff_protocol::Capabilities) -> World {
        let disk = Disk::new(&harbour(layout));
        let window = |name| Window { person: Person::open(&disk, name, NOW, capabilities.clone()), reported: 0 };
        let mut windows = ["noor", "ali"].map(window);
        windows[1].person.seed = 500_000;
        World { windows, disk, now: NOW }
    }

    /// Lets the watcher of a window report the changes; returns whether there is anything to
    /// record.
    fn report(&mut self, who: usize) -> bool {
        self.windows[who].report(&self.disk, self.now)
    }

    fn run(&mut self, who: usize, json: &str) -> Outcome {
        self.run_watched(who, json, |_| false)
    }

    /// Runs a command while the watcher of the other window reports changes whenever `reports` says
    /// so.
    fn run_watched(&mut self, who: usize, json: &str, mut reports: impl FnMut(usize) -> bool) -> Outcome {
        let World { disk, windows: [noor, ali], now } = self;
        let (window, other) = if who == 0 { (noor, ali) } else { (ali, noor) };
        *now += 2;
        window.person.now = *now;
        let first = window.person.begin(&command(json));
        let mut clock = *now;
        let outcome = window.person.finish_with(first, |at, action| {
            let answer = disk.perform(action);
            clock += if let Action::Wait { ms } = action { i64::from(*ms) } else { 1 };
            if reports(at) {
                other.report(disk, clock);
            }
            answer
        });
        *now = window.person.now + 2;
        outcome
    }

    /// Changes a task as a program without a lock does: `status` renames the file, other fields are
    /// rewritten. Without a stamp the change looks like a manual edit.
    fn change_foreign(&mut self, task: &str, field: &str, value: &Value, is_stamped: bool) {
        self.now += 2;
        let (path, bytes) = self.file_of(task);
        let container = if name(&path) == "task.toml" { Container::Toml } else { Container::Json };
        let mut data = DataFile::parse(container, &bytes).expect("a data file");
        match field {
            "status" => {}
            "estimateHours" => {
                data.set(&[PathSegment::Key("schedule"), PathSegment::Key("estimate_hours")], value).expect("hours");
            }
            _ => data.set(&[PathSegment::Key("schedule"), PathSegment::Key("due_date")], value).expect("a date"),
        }
        if is_stamped {
            // No program of ours writes that many digits.
            let (seconds, rest) = ((self.now - NOW) / 1000, (self.now - NOW) % 1000);
            let stamp = format!("2026-12-01T08:{:02}:{:02}.{rest:03}000123+00:00", seconds / 60, seconds % 60);
            data.set(&[PathSegment::Key("updated_at")], &json!(stamp)).expect("a stamp");
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
        self.disk.tree.apply(FileState::File { path: goal.clone(), bytes: data.render() });
        self.disk.changed.push(goal);
    }

    fn file_of(&self, task: &str) -> (String, Vec<u8>) {
        let marks = [format!("\"id\": \"{task}\""), format!("id = \"{task}\"")];
        let is_it = |bytes: &[u8]| marks.iter().any(|mark| String::from_utf8_lossy(bytes).contains(mark));
        let file = self.disk.tree.walk("tasks").find_map(|(path, entry)| match entry {
            Entry::File(bytes) if is_task_file(&path) && is_it(bytes) => Some((path, bytes.clone())),
            _ => None,
        });
        file.expect("the task")
    }

    /// Returns the values on disk, as a new window reads them.
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

    /// Returns the new values of the fields in the logs.
    fn logged_values(&self, ids: &[String]) -> Vec<(String, String, Value)> {
        let mut fresh = Person::open(&self.disk, "fresh", self.now, LOCKING);
        let mut values = Vec::new();
        for id in ids {
            let events: Vec<Event> = view(&mut fresh, id).history;
            values.extend(events.into_iter().filter_map(|event| match event.change {
                Change::Field { field, to, .. } => Some((id.clone(), field, to)),
                _ => None,
            }));
        }
        values.sort_by_key(|(id, field, to)| (id.clone(), field.clone(), to.to_string()));
        values
    }
}

fn view(person: &mut Person, id: &str) -> handoff_protocol::view::TaskView {
    match person.engine.view(&Query::Task { id: id.to_owned() }, &context("x", 1, NOW)) {
        View::Task(Some(task)) => *task,
        other => panic!("{id}: {other:?}"),
    }
}

const RECORD: &str = r#"{"kind":"recordObserved"}"#;

impl World {
    /// Creates, removes, restores, moves or rewrites a task as a program without a lock does.
    /// Removed entries go to `bin`.
    fn move_foreign(&mut self, random: &mut Random, layout: Layout, bin: &mut Vec<(String, Entry)>, who: usize) {
        let folders: Vec<String> =
            self.disk.tree.walk("tasks").map(|(path, _)| path).filter(|path| is_task_file(path)).collect();
        let folders: Vec<String> = folders.iter().map(|path| parent(path).to_owned()).collect();
        let one = folders[random.below(folders.len())].clone();
        match random.below(6) {
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
                    && parents_by_id(&after).len() == count
                {
                    std::mem::swap(&mut self.disk.tree, &mut after.tree);
                    self.disk.changed.push(path);
                }
            }
            3 => {
                // Deletes the file and writes it again, with a feed in between.
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
                self.report(who);
                self.now += 40;
                self.disk.tree.apply(FileState::File { path: path.clone(), bytes });
                self.disk.changed.push(path);
            }
            _ => {
                let goal =
                    if random.one_in(3) { "tasks".to_owned() } else { folders[random.below(folders.len())].clone() };
                let to = format!("{goal}/{}", name(&one));
                if format!("{goal}/").starts_with(&format!("{one}/")) || self.disk.tree.get(&to).is_some() {
                    return;
                }
                self.disk.tree.rename(&one, &to);
                self.disk.changed.push(one);
                if random.one_in(2) {
                    // The two halves of a move may be reported one after the other.
                    self.report(who);
                    self.now += 100;
                }
                self.disk.changed.push(to);
            }
        }
    }
}

/// Returns the parents of the tasks with each ID. An undo can restore a task whose ID another one
/// has taken.
fn parents_by_id(disk: &Disk) -> BTreeMap<String, Vec<Option<String>>> {
    let mut ids = BTreeMap::new();
    for (path, entry) in disk.tree.walk("tasks") {
        if let (Entry::File(bytes), true) = (entry, is_task_file(&path)) {
            let container = if name(&path) == "task.toml" { Container::Toml } else { Container::Json };
            let id = DataFile::parse(container, bytes).expect("a data file").get(&[PathSegment::Key("id")]);
            ids.insert(parent(&path).to_owned(), id.and_then(|id| id.as_str().map(str::to_owned)).expect("an id"));
        }
    }
    let mut places: BTreeMap<String, Vec<Option<String>>> = BTreeMap::new();
    for (folder, id) in &ids {
        places.entry(id.clone()).or_default().push(ids.get(parent(folder)).cloned());
    }
    places
}
