//! Small projects and change sets as text.

pub mod disk;
#[path = "../../../../tests/form.rs"]
pub mod form;
pub mod naive;
pub mod other_disk;
pub mod plans;
pub mod random;
pub mod reference;
pub mod states;

use std::fmt::Write;

use handoff_engine::Engine;
use handoff_engine::edit::apply;
use handoff_engine::tree::Tree;
use handoff_protocol::{
    Action, Actor, Answer, Capabilities, ChangeSet, Command, Context, Edit, FileState, Outcome, Query, Refusal,
    TimeZone, View,
};

use disk::Disk;
pub use states::{NOW, delta};

pub fn context() -> Context {
    Context {
        now: NOW,
        time_zone: TimeZone::default(),
        actor: Actor::person("Noor"),
        writer: "noor".to_owned(),
        seed: 0xBEEF,
        pause: None,
        process: None,
    }
}

/// Returns a time zone of the table in `tests/timeZones.json`.
pub fn zone(name: &str) -> TimeZone {
    let table: serde_json::Value = serde_json::from_str(include_str!("../../../../tests/timeZones.json")).unwrap();
    serde_json::from_value(table["zones"][name].clone()).unwrap()
}

/// Parses files from a text in which each starts with a line `=== path`; `=== path/` is a folder.
pub fn files(text: &str) -> Vec<FileState> {
    let mut files = Vec::new();
    for part in text.split("=== ").skip(1) {
        let (path, content) = part.split_once('\n').unwrap_or((part, ""));
        let path = path.trim();
        match path.strip_suffix('/') {
            Some(folder) => files.push(FileState::Folder { path: folder.to_owned() }),
            None => {
                files.push(FileState::File { path: path.to_owned(), bytes: content.trim_end().as_bytes().to_vec() });
            }
        }
    }
    files
}

/// A test bench: files in memory and an engine that is fed every change of them.
pub struct Bench {
    pub tree: Tree,
    pub engine: Engine,
    commits: u32,
}

impl Bench {
    pub fn new(files: Vec<FileState>) -> Bench {
        let mut bench = Bench { tree: Tree::default(), engine: Engine::new(), commits: 0 };
        bench.feed(files);
        bench
    }

    pub fn from_text(text: &str) -> Bench {
        Bench::new(files(text))
    }

    /// Opens the test project that the `handoff-mcp` server wrote.
    pub fn atlas() -> Bench {
        Bench::test_project("tide-atlas")
    }

    pub fn test_project(name: &str) -> Bench {
        Bench::new(states::test_project(name))
    }

    pub fn feed(&mut self, files: Vec<FileState>) {
        for file in &files {
            self.tree.apply(file.clone());
        }
        self.engine.feed(files, NOW);
    }

    /// Returns the view that answers a query, which is JSON.
    pub fn ask(&mut self, context: &Context, query: &str) -> View {
        self.engine.view(&serde_json::from_str::<Query>(query).expect("a query"), context)
    }

    pub fn plan(&mut self, command: &Command) -> Result<ChangeSet, Refusal> {
        self.engine.plan(command, &context())
    }

    /// Plans a command, applies the edits to the files and feeds the changes.
    pub fn run(&mut self, command: &Command) -> Result<ChangeSet, Refusal> {
        let changes = self.plan(command)?;
        self.apply(&changes);
        Ok(changes)
    }

    /// Commits a command with its undo step; the disk always matches the engine's state.
    pub fn commit(&mut self, command: &Command) -> Outcome {
        self.commit_as(&context().actor, command)
    }

    /// Commits a command of an actor.
    pub fn commit_as(&mut self, actor: &Actor, command: &Command) -> Outcome {
        let capabilities = Capabilities {
            exclusive_create: true,
            atomic_replace: true,
            append: true,
            file_locks: false,
            process: None,
            place: None,
            editors: false,
        };
        self.commits += 1;
        let context = Context { seed: self.commits, actor: actor.clone(), ..context() };
        let mut action = self.engine.begin(command.clone(), context, capabilities);
        loop {
            let answer = match action {
                Action::End { outcome } => return outcome,
                action => self.perform(&action),
            };
            action = self.engine.answer(answer, NOW);
        }
    }

    pub fn perform(&mut self, action: &Action) -> Answer {
        let mut disk = Disk { tree: std::mem::take(&mut self.tree), ..Disk::default() };
        let answer = disk.perform(action);
        self.tree = disk.tree;
        answer
    }

    pub fn apply(&mut self, changes: &ChangeSet) {
        let before = self.tree.clone();
        apply(&mut self.tree, &changes.edits).expect("a planned change set fits the files that it was planned on");
        self.engine.feed(delta(&before, &self.tree), NOW);
    }
}

/// Converts a value of the vocabulary to JSON.
pub fn value(value: &impl serde::Serialize) -> handoff_format::Value {
    serde_json::to_value(value).expect("JSON")
}

/// Parses a command from JSON.
pub fn command(json: &str) -> Command {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error} in {json}"))
}

/// Formats a change set or refusal: summary, edits with changed lines, events and warnings.
pub fn describe(planned: &Result<ChangeSet, Refusal>) -> String {
    let changes = match planned {
        Ok(changes) => changes,
        Err(refusal) => {
            let field = refusal.field.as_ref().map(|field| format!(" at {field}")).unwrap_or_default();
            return format!("refused {:?}{field}: {}", refusal.code, refusal.text);
        }
    };
    let mut text = format!("{}\n", changes.summary);
    for edit in &changes.edits {
        match edit {
            Edit::Write { path, before, after } => {
                writeln!(text, "write {path}").unwrap();
                lines(&mut text, before.as_deref().unwrap_or_default(), after);
            }
            Edit::Remove { path, .. } => writeln!(text, "remove {path}").unwrap(),
            Edit::Move { from, to } => writeln!(text, "move {from} to {to}").unwrap(),
            Edit::MakeFolder { path } => writeln!(text, "make {path}").unwrap(),
            Edit::RemoveFolder { path } => writeln!(text, "unmake {path}").unwrap(),
            Edit::Append { .. } => {}
        }
    }
    for event in &changes.events {
        let change = value(&event.change);
        let part = |key: &str| change.get(key).map(ToString::to_string).unwrap_or_default();
        let what = [part("kind"), part("field"), part("key"), part("title")].concat();
        writeln!(text, "log {}: {what} {} {}", event.task.as_deref().unwrap_or("config"), part("from"), part("to"))
            .unwrap();
    }
    for warning in &changes.warnings {
        writeln!(text, "warn {warning}").unwrap();
    }
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// Writes the line diff of two texts.
fn lines(into: &mut String, before: &[u8], after: &[u8]) {
    let (before, after) = (String::from_utf8_lossy(before).into_owned(), String::from_utf8_lossy(after).into_owned());
    let (before, after): (Vec<_>, Vec<_>) = (before.lines().collect(), after.lines().collect());
    let mut table = vec![vec![0usize; after.len() + 1]; before.len() + 1];
    for (i, old) in before.iter().enumerate().rev() {
        for (j, new) in after.iter().enumerate().rev() {
            table[i][j] = if old == new { table[i + 1][j + 1] + 1 } else { table[i + 1][j].max(table[i][j + 1]) };
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < before.len() || j < after.len() {
        if i < before.len() && j < after.len() && before[i] == after[j] {
            i += 1;
            j += 1;
        } else if i < before.len() && (j == after.len() || table[i + 1][j] >= table[i][j + 1]) {
            writeln!(into, "  - {}", before[i]).unwrap();
            i += 1;
        } else {
            writeln!(into, "  + {}", after[j]).unwrap();
            j += 1;
        }
    }
}

/// Runs a command on a small project and compares the formatted result; both texts are dedented.
pub fn check(project: &str, request: &str, expected: &str) {
    let mut bench = Bench::from_text(&dedent(project));
    let actual = describe(&bench.run(&command(request)));
    assert_eq!(actual, dedent(expected).trim(), "\n{request}\n\n{actual}\n");
}

/// Removes the indentation of the first line from all lines.
pub fn dedent(text: &str) -> String {
    let text = text.trim_start_matches('\n');
    let indent = text.len() - text.trim_start_matches(' ').len();
    let strip = |line: &str| match line.split_at_checked(indent) {
        Some((space, rest)) if space.trim().is_empty() => rest.trim_end().to_owned(),
        _ => line.trim().to_owned(),
    };
    text.lines().map(strip).collect::<Vec<_>>().join("\n")
}
