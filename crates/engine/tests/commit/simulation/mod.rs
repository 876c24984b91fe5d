//! Two windows of ours and one program without a lock, interleaved action by action: nothing is
//! lost, torn or done twice.

mod scenarios;

use std::collections::{BTreeMap, BTreeSet};

use handoff_engine::tree::{Entry, Tree, parent};
use handoff_protocol::{Action, Capabilities, FileState, Layout, Outcome, RefusalCode};

use crate::commit::project::{LOCKING, Person, context, harbour, is_task_file, process};
use crate::support::disk::{Disk, TORN, files_in, hidden_entries};
use crate::support::random::Random;
use crate::support::{NOW, command};

/// The options of a simulation.
#[derive(Clone)]
#[allow(clippy::struct_excessive_bools, reason = "independent options")]
struct Rules {
    layout: Layout,
    capabilities: Capabilities,
    /// The other program deletes files before it writes them again.
    gaps: bool,
    /// We move tasks to other parents. This is impossible with a program that deletes and rewrites
    /// by path.
    moves: bool,
    /// A window crashes once in this many actions; never if 0.
    crashes: u32,
    /// Every window runs in a process that the others can look up.
    processes: bool,
    /// Changes of several tasks and new tasks. Without a lock two new ones can get the same ID.
    wide: bool,
}

/// A request: a mark that must be written to this many task files.
struct Request {
    mark: String,
    files: usize,
}

/// The outcome of a request.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum End {
    Done,
    Refused,
    Locked,
    Conflict,
    Partly,
    Crashed,
}

struct Window {
    person: Person,
    /// The next action and when it is due; `None` between conversations.
    due: Option<(Action, i64)>,
    request: Option<Request>,
    /// How many disk changes its watcher has reported.
    reported: usize,
}

struct World {
    rules: Rules,
    random: Random,
    disk: Disk,
    now: i64,
    windows: [Window; 2],
    /// A file that the other program has removed: its path, its content, and when it is written
    /// again.
    gap: Option<(String, String, i64)>,
    marks: usize,
    completed: Vec<(Request, End)>,
    foreign: Vec<String>,
}

impl World {
    fn new(rules: Rules, seed: u64) -> World {
        let mut disk = Disk::new(&harbour(rules.layout));
        let mut window = |name: &str, seed: u32| {
            let capabilities = capabilities(&rules, &mut disk, None);
            let mut person = Person::open(&disk, name, NOW, capabilities);
            person.seed = seed;
            Window { person, due: None, request: None, reported: 0 }
        };
        let windows = [window("noor", 10_000), window("ali", 500_000)];
        World {
            rules,
            random: Random::new(seed),
            windows,
            disk,
            now: NOW,
            gap: None,
            marks: 0,
            completed: Vec::new(),
            foreign: Vec::new(),
        }
    }

    /// Starts this many requests and runs all to their end.
    fn run(&mut self, requests: usize) {
        let mut turns = 0_u64;
        while self.completed.len() < requests || self.is_busy() {
            turns += 1;
            assert!(turns < 10_000_000, "the simulation does not end");
            let more = self.completed.len() + 2 < requests || !self.is_busy();
            match self.random.below(5) {
                0 | 1 => self.window_turn(0, more),
                2 | 3 => self.window_turn(1, more),
                _ => self.foreign_turn(more),
            }
            let waits = |due: Option<i64>| due.map_or(!more, |due| due > self.now);
            if self.windows.iter().all(|window| waits(window.due.as_ref().map(|(_, due)| *due))) {
                let windows = self.windows.iter().filter_map(|window| window.due.as_ref().map(|(_, due)| *due));
                let gap = self.gap.as_ref().map(|(_, _, due)| *due);
                self.now = windows.chain(gap).min().unwrap_or(self.now).max(self.now);
            }
        }
    }

    fn is_busy(&self) -> bool {
        self.gap.is_some() || self.windows.iter().any(|window| window.due.is_some())
    }

    fn window_turn(&mut self, who: usize, more: bool) {
        match self.windows[who].due.take() {
            None if self.random.one_in(2) => self.report(who),
            None if more => self.begin(who),
            None => {}
            Some((action, due)) if due > self.now => self.windows[who].due = Some((action, due)),
            Some((action, _)) => self.act(who, &action),
        }
    }

    /// Lets the watcher of a window report the changes.
    fn report(&mut self, who: usize) {
        let window = &mut self.windows[who];
        let paths: BTreeSet<String> = self.disk.changed.iter().skip(window.reported).cloned().collect();
        window.reported = self.disk.changed.len();
        let states: Vec<FileState> = paths.iter().flat_map(|path| self.disk.changed_states(path)).collect();
        window.person.engine.feed(states, self.now);
    }

    fn begin(&mut self, who: usize) {
        let (text, request) = self.request();
        let window = &mut self.windows[who];
        window.person.now = self.now;
        window.request = Some(request);
        let action = window.person.begin(&command(&text));
        self.proceed(who, action);
    }

    fn act(&mut self, who: usize, action: &Action) {
        self.now += 1;
        let crashes = self.rules.crashes;
        if crashes > 0 && self.random.one_in(crashes as usize) {
            return self.crash(who, action);
        }
        let answer = self.disk.perform(action);
        let window = &mut self.windows[who];
        window.person.now = self.now;
        let next = window.person.engine.answer(answer, self.now);
        self.proceed(who, next);
    }

    fn proceed(&mut self, who: usize, action: Action) {
        let window = &mut self.windows[who];
        match action {
            Action::End { outcome } => {
                let end = match &outcome {
                    Outcome::Done { .. } => End::Done,
                    Outcome::Refused { refusal } if refusal.code == RefusalCode::Locked => End::Locked,
                    Outcome::Refused { .. } => End::Refused,
                    Outcome::Conflict { text, .. } if text.template.contains("only a part") => End::Partly,
                    Outcome::Conflict { .. } => End::Conflict,
                    Outcome::Failed { .. } => panic!("nothing fails here: {outcome:?}"),
                };
                self.completed.extend(window.request.take().map(|request| (request, end)));
            }
            Action::Wait { ms } => window.due = Some((action, self.now + i64::from(ms))),
            action => window.due = Some((action, self.now)),
        }
    }

    /// Ends a window during an action and opens it again.
    fn crash(&mut self, who: usize, action: &Action) {
        let torn = TORN[self.random.below(TORN.len())];
        self.disk.perform_torn(action, torn);
        let writer = self.windows[who].person.writer.clone();
        let seed = self.windows[who].person.seed + 1;
        let request = self.windows[who].request.take();
        self.completed.extend(request.map(|request| (request, End::Crashed)));
        let ended_pid = self.windows[who].person.capabilities.process.as_ref().map(|process| process.pid);
        let capabilities = capabilities(&self.rules, &mut self.disk, ended_pid);
        let mut person = Person::open(&self.disk, &writer, self.now, capabilities);
        person.seed = seed;
        let action = person.begin_recovery();
        self.windows[who] = Window { person, due: None, request: None, reported: self.disk.changed.len() };
        self.proceed(who, action);
    }

    fn request(&mut self) -> (String, Request) {
        self.marks += 1;
        let mark = format!("mark-{}-", self.marks);
        let mut ids = self.ids();
        let id = ids.remove(self.random.below(ids.len()));
        let status = ["todo", "in_progress", "review", "blocked"][self.random.below(4)];
        let one = |files| Request { mark: mark.clone(), files };
        let other = ids[self.random.below(ids.len())].clone();
        let kinds = if self.rules.moves { 9 } else { 8 };
        match self.random.below(if self.rules.wide { kinds } else { 3 }) {
            0 => (format!(r#"{{"kind":"updateTasks","ids":["{id}"],"patch":{{"appendNotes":"{mark}"}}}}"#), one(1)),
            1 => (
                format!(r#"{{"kind":"updateTasks","ids":["{id}"],"patch":{{"labels":{{"add":["{mark}"]}}}}}}"#),
                one(1),
            ),
            2 => (
                format!(
                    r#"{{"kind":"updateTasks","ids":["{id}"],"patch":{{"criterion":{{"kind":"add","index":0,"item":"{mark}"}}}}}}"#
                ),
                one(1),
            ),
            3 => (
                format!(
                    r#"{{"kind":"updateTasks","ids":["{id}"],"patch":{{"status":"{status}","appendNotes":"{mark}"}}}}"#
                ),
                one(1),
            ),
            4 => (
                format!(
                    r#"{{"kind":"updateTasks","ids":["{id}","{other}"],"patch":{{"status":"{status}","labels":{{"add":["{mark}"]}}}}}}"#
                ),
                one(2),
            ),
            5 => (format!(r#"{{"kind":"changeTasks","tasks":[{{"fields":{{"title":"{mark}"}}}}]}}"#), one(1)),
            6 => (
                format!(
                    r#"{{"kind":"changeTasks","tasks":[{{"parent":"{id}","fields":{{"title":"{mark}"}},"place":{{"kind":"first"}}}}]}}"#
                ),
                one(1),
            ),
            7 => (
                format!(
                    r#"{{"kind":"updateTasks","ids":["{id}"],"patch":{{"status":"{status}","labels":{{"add":["{mark}"]}}}},"card":{{"kind":"before","id":"{other}"}}}}"#
                ),
                one(1),
            ),
            _ => (
                format!(
                    r#"{{"kind":"updateTasks","ids":["{id}"],"patch":{{}},"position":{{"parent":"{other}","place":{{"kind":"last"}}}}}}"#
                ),
                one(0),
            ),
        }
    }

    /// Returns the IDs on disk, as a user picks them from a list that can be outdated a moment
    /// later.
    fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = task_files(&self.disk.tree).values().map(|text| id_in(text)).collect();
        ids.truncate(25);
        ids
    }

    fn foreign_turn(&mut self, more: bool) {
        if let Some((path, text, due)) = self.gap.take() {
            if due > self.now {
                self.gap = Some((path, text, due));
                return;
            }
            let siblings = self.disk.tree.children(parent(&path)).filter(|(name, _)| is_task_file(name)).count();
            assert_eq!(siblings, 0, "another program wrote in between");
            self.put(&path, &text);
            return;
        }
        if !more || !self.random.one_in(4) {
            return;
        }
        self.now += 1;
        let files = task_files(&self.disk.tree);
        let Some((path, text)) = files.iter().nth(self.random.below(files.len())) else { return };
        self.marks += 1;
        let mark = format!("x_{}_", self.marks);
        let changed = match text.strip_prefix('{') {
            Some(rest) => format!("{{\n  \"{mark}\": true,{rest}"),
            None => format!("{mark} = true\n{text}"),
        };
        self.foreign.push(mark);
        if self.rules.gaps && self.random.one_in(2) {
            self.disk.tree.remove(path);
            self.disk.changed.push(path.clone());
            let status = ["todo", "in_progress", "review", "blocked"][self.random.below(4)];
            let goal = format!("{}/_task.{status}.json", parent(path));
            let due = self.now + 1 + i64::try_from(self.random.below(60)).expect("small");
            self.gap = Some((goal, changed, due));
        } else {
            self.put(path, &changed);
        }
    }

    fn put(&mut self, path: &str, text: &str) {
        self.disk.tree.apply(FileState::File { path: path.to_owned(), bytes: text.as_bytes().to_vec() });
        self.disk.changed.push(path.to_owned());
    }

    /// Checks that completed requests were written once, that others left nothing, and that no
    /// temporary file remains.
    fn check(&mut self) -> BTreeMap<End, usize> {
        self.now += 60_000;
        let mut last = Person::open(&self.disk, "last", self.now, self.rules.capabilities.clone());
        last.recover(&mut self.disk);
        // Traces of broken locks are removed when they are old.
        last.now += 3_600_000;
        last.recover(&mut self.disk);
        let is_locked = self.rules.capabilities.exclusive_create;
        let mut remaining = hidden_entries(&self.disk.tree);
        // A temporary file moves along if the other window renames its folder at that moment. No
        // program reads it there.
        remaining.retain(|path| is_locked || !path.contains("/.task.toml.tmp."));
        assert_eq!(remaining, [""; 0]);
        let files = task_files(&self.disk.tree);
        let mut ends = BTreeMap::new();
        for (request, end) in &self.completed {
            *ends.entry(*end).or_default() += 1;
            if request.files == 0 {
                continue;
            }
            let actual: Vec<usize> = files.values().map(|text| text.matches(&request.mark).count()).collect();
            let (places, times) = (actual.iter().filter(|count| **count > 0).count(), actual.iter().sum::<usize>());
            assert_eq!(places, times, "{} was done twice", request.mark);
            match end {
                End::Done => assert_eq!(places, request.files, "{} is lost", request.mark),
                // If the other program wrote between crash and recovery, its content was kept and
                // reported.
                End::Crashed => {
                    let is_whole = places == 0 || places == request.files;
                    assert!(is_whole || self.is_set_aside(&request.mark), "{} is half done", request.mark);
                }
                End::Conflict | End::Partly if self.is_set_aside(&request.mark) => {}
                // Files that the other window has changed meanwhile were kept and reported.
                End::Partly => assert!(!is_locked, "{} is half done", request.mark),
                _ => assert_eq!(places, 0, "{} was not to be done: {end:?}", request.mark),
            }
        }
        let whole: String = files.values().map(String::as_str).collect();
        for mark in &self.foreign {
            assert_eq!(whole.matches(mark).count(), 1, "{mark} of the other program");
        }
        let ids: BTreeSet<String> = files.values().map(|text| id_in(text)).collect();
        assert!(ids.len() == files.len() || !is_locked, "IDs are unique");
        let query = handoff_protocol::Query::Problems {};
        let mut fresh = Person::open(&self.disk, "fresh", self.now, LOCKING);
        let problems = handoff_protocol::to_json(&fresh.engine.view(&query, &context("x", 1, self.now)));
        for code in ["syntax", "two-status-files", "id-mismatch"] {
            assert!(!problems.contains(code), "{problems}");
        }
        assert!(!is_locked || !problems.contains("no-task-file"), "{problems}");
        assert_eq!(problems.contains("duplicate-id"), ids.len() != files.len(), "{problems}");
        ends
    }
}

impl World {
    /// Returns whether the trash has a journal with this mark.
    fn is_set_aside(&self, mark: &str) -> bool {
        let content = files_in(&self.disk.tree, "trash", |name| name.starts_with("interrupted-"));
        content.iter().any(|path| String::from_utf8_lossy(self.disk.tree.file(path).expect("a file")).contains(mark))
    }
}

/// Returns the capabilities of a new window. Its process replaces the one that ended.
fn capabilities(rules: &Rules, disk: &mut Disk, ended_pid: Option<u32>) -> Capabilities {
    if !rules.processes {
        return rules.capabilities.clone();
    }
    let running = disk.running.get_or_insert_default();
    let newest = running.keys().max().copied().unwrap_or_default();
    let new = process(newest + 1);
    running.extend(new.started.clone().map(|started| (new.pid, started)));
    running.retain(|pid, _| Some(*pid) != ended_pid);
    Capabilities { process: Some(new), ..rules.capabilities.clone() }
}

fn task_files(tree: &Tree) -> BTreeMap<String, String> {
    tree.walk("tasks")
        .filter_map(|(path, entry)| match entry {
            Entry::File(bytes) if is_task_file(&path) => Some((path, String::from_utf8(bytes.clone()).expect("text"))),
            _ => None,
        })
        .collect()
}

fn id_in(text: &str) -> String {
    let line = text.lines().map(str::trim).find(|line| line.starts_with("\"id\"") || line.starts_with("id ="));
    let value = line.and_then(|line| line.trim_end_matches(',').trim_end_matches('"').rsplit('"').next());
    value.unwrap_or_else(|| panic!("no id in {text}")).to_owned()
}
