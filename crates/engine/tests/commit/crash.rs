//! A crash at any action of any command leaves the old or the new state after recovery.

use handoff_engine::tree::Tree;
use handoff_protocol::{Action, Capabilities, Command, Layout, Outcome, RefusalCode};

use super::project::{LAYOUTS, LOCKING, LOCKLESS, Person, commands, harbour, is_done};
use crate::support::disk::{Disk, TORN, Torn, difference, leftovers, without_traces};
use crate::support::form::{is_long, sample};
use crate::support::{NOW, command};

/// Late enough for every lock and journal to count as abandoned.
const LATER: i64 = NOW + 60_000;

/// A command, the commands before it, and the states before and after.
struct Case {
    start: Tree,
    before: Vec<Command>,
    command: Command,
    capabilities: Capabilities,
    old: Tree,
    new: Tree,
    actions: usize,
}

impl Case {
    fn new(start: &Tree, commands: &[Command], capabilities: Capabilities) -> Case {
        let (command, before) = commands.split_last().expect("a command");
        let mut case = Case {
            start: start.clone(),
            before: before.to_vec(),
            command: command.clone(),
            capabilities,
            old: start.clone(),
            new: start.clone(),
            actions: 0,
        };
        let (mut person, mut disk) = case.ready();
        case.old = disk.tree.clone();
        let outcome = person.run(&mut disk, command);
        assert!(is_done(&outcome), "{command:?}: {outcome:?}");
        assert_eq!(leftovers(&disk.tree), [""; 0]);
        case.actions = person.actions;
        case.new = disk.tree;
        assert_ne!(case.old, case.new, "{command:?}");
        case
    }

    fn ready(&self) -> (Person, Disk) {
        let mut disk = Disk::of(&self.start, &self.capabilities);
        let mut person = Person::open(&disk, "noor", NOW, self.capabilities.clone());
        for command in &self.before {
            let outcome = person.run(&mut disk, command);
            assert!(is_done(&outcome), "{command:?}: {outcome:?}");
        }
        (person, disk)
    }

    /// Returns the disk after a crash during an action.
    fn crash_at(&self, at: usize, torn: Torn) -> Disk {
        let (mut person, mut disk) = self.ready();
        let mut action = person.begin(&self.command);
        for _ in 0..at {
            let answer = disk.perform(&action);
            person.tick(&action);
            action = person.engine.answer(answer, person.now);
        }
        disk.perform_torn(&action, torn);
        disk
    }

    fn check(&self, tree: &Tree, what: &str) {
        let tree = &without_traces(tree);
        assert_eq!(leftovers(tree), [""; 0], "{what} of {:?}", self.command);
        assert!(
            *tree == self.old || *tree == self.new,
            "{what} of {:?}\nagainst the old state:\n{}\nagainst the new state:\n{}",
            self.command,
            difference(&self.old, tree),
            difference(&self.new, tree)
        );
    }
}

fn cases() -> Vec<Case> {
    let all = |capabilities: Capabilities| {
        LAYOUTS.into_iter().flat_map(move |layout| {
            let (start, capabilities) = (harbour(layout), capabilities.clone());
            commands(layout).into_iter().map(move |commands| Case::new(&start, &commands, capabilities.clone()))
        })
    };
    let init = |layout: &str| command(&format!(r#"{{"kind":"initProject","name":"New","layout":"{layout}"}}"#));
    let mut cases: Vec<Case> = all(LOCKING).chain(all(LOCKLESS).step_by(2)).collect();
    for layout in ["json", "toml"] {
        cases.push(Case::new(&Tree::default(), &[init(layout)], LOCKING));
        cases.push(Case::new(&Tree::default(), &[init(layout)], LOCKLESS));
    }
    cases
}

fn reopen(disk: &Disk, writer: &str, case: &Case) -> Person {
    reopen_as(disk, writer, case.capabilities.clone())
}

fn reopen_as(disk: &Disk, writer: &str, capabilities: Capabilities) -> Person {
    let mut person = Person::open(disk, writer, LATER, capabilities);
    person.seed = 1000;
    person
}

#[test]
fn recovery_completes_interrupted_two_step_replacements() {
    let mut halves = 0;
    for case in cases().into_iter().filter(|case| case.capabilities == LOCKLESS) {
        for at in 0..=case.actions {
            let mut disk = case.crash_at(at, Torn::Half);
            halves += usize::from(
                disk.tree.file("config.toml").is_some() && disk.tree != case.crash_at(at, Torn::Unwritten).tree,
            );
            let mut early = Person::open(&disk, "early", NOW + 1_000, case.capabilities.clone());
            let outcome = early.recover(&mut disk);
            let waits = matches!(&outcome, Outcome::Refused { refusal } if refusal.code == RefusalCode::Locked);
            let is_journalled =
                disk.tree.children("").any(|(name, _)| name.starts_with(".journal-") && !name.contains(".tmp."));
            assert_eq!(waits, is_journalled, "{outcome:?}: who may still be at work is waited for");
            let mut person = reopen_as(&disk, "other", LOCKING);
            let outcome = person.recover(&mut disk);
            assert!(is_done(&outcome), "{outcome:?} at {at} of {:?}", case.command);
            case.check(&disk.tree, &format!("crash at {at}"));
        }
    }
    assert!(halves > 50, "{halves} replacements were broken off between their moves");
}

#[test]
fn recovery_completes_or_discards_the_change() {
    let (mut crashes, mut old, mut new) = (0, 0, 0);
    for (number, case) in cases().into_iter().enumerate() {
        let places = (0..=case.actions).flat_map(|at| TORN.into_iter().map(move |torn| (at, torn)));
        for (at, torn) in sample(places, number, 5) {
            let mut disk = case.crash_at(at, torn);
            let mut person = reopen(&disk, "other", &case);
            let outcome = person.recover(&mut disk);
            assert!(is_done(&outcome), "{outcome:?} at {at} {torn:?} of {:?}", case.command);
            case.check(&disk.tree, &format!("crash at {at} {torn:?}"));
            if torn == Torn::Whole {
                let mut fresh = Person::open(&disk, "third", LATER, case.capabilities.clone());
                assert_eq!(view(&mut person), view(&mut fresh), "the recovering engine sees what a fresh one sees");
            }
            crashes += 1;
            old += usize::from(without_traces(&disk.tree) == case.old);
            new += usize::from(without_traces(&disk.tree) == case.new);
        }
    }
    let (all, each) = if is_long() { (1000, 100) } else { (250, 40) };
    assert!(crashes > all && old > each && new > each, "{crashes} crashes, {old} old, {new} new");
}

fn view(person: &mut Person) -> handoff_protocol::View {
    let context = super::project::context("x", 1, LATER);
    let mut view = person.engine.view(&serde_json::from_str(r#"{"kind":"explorer"}"#).expect("a query"), &context);
    if let handoff_protocol::View::Explorer(explorer) = &mut view {
        explorer.revision = 0;
    }
    view
}

#[test]
fn recovery_survives_a_crash_of_the_recovery() {
    for (number, case) in cases().into_iter().enumerate() {
        for at in sample(0..=case.actions, number, 11) {
            let broken = case.crash_at(at, Torn::Whole);
            let mut disk = broken.clone();
            let mut person = reopen(&disk, "other", &case);
            person.recover(&mut disk);
            for again in 0..person.actions {
                let mut disk = broken.clone();
                let mut person = reopen(&disk, "other", &case);
                let mut action = person.begin_recovery();
                for _ in 0..again {
                    let answer = disk.perform(&action);
                    person.tick(&action);
                    action = person.engine.answer(answer, person.now);
                }
                disk.perform_torn(&action, Torn::Half);
                let mut person = Person::open(&disk, "third", LATER + 60_000, case.capabilities.clone());
                person.seed = 2000;
                let outcome = person.recover(&mut disk);
                assert!(is_done(&outcome), "{outcome:?}");
                case.check(&disk.tree, &format!("crash at {at} and then at {again}"));
            }
        }
    }
}

#[test]
fn next_command_recovers_first() {
    for layout in LAYOUTS {
        for case in commands(layout).into_iter().map(|commands| Case::new(&harbour(layout), &commands, LOCKING)) {
            let next = command(r#"{"kind":"changeTasks","tasks":[{"id":"next","fields":{"title":"Next"}}]}"#);
            let with_next = |tree: &Tree| {
                let mut disk = Disk::new(tree);
                let outcome = reopen(&disk, "noor", &case).run(&mut disk, &next);
                assert!(is_done(&outcome), "{outcome:?}");
                disk.tree
            };
            let (old, new) = (without_times(&with_next(&case.old)), without_times(&with_next(&case.new)));
            for at in 0..=case.actions {
                let mut disk = case.crash_at(at, Torn::Whole);
                let outcome = reopen(&disk, "noor", &case).run(&mut disk, &next);
                assert!(is_done(&outcome), "{outcome:?}");
                assert_eq!(leftovers(&disk.tree), [""; 0]);
                let actual = without_times(&disk.tree);
                assert!(
                    actual == old || actual == new,
                    "crash at {at} of {:?}\n{}\nor\n{}",
                    case.command,
                    difference(&old, &actual),
                    difference(&new, &actual)
                );
            }
        }
    }
}

/// Removes the times of the next command from a tree: it may have had to wait.
fn without_times(tree: &Tree) -> Tree {
    let mut result = Tree::default();
    for (path, entry) in tree.walk("") {
        let mut entry = entry.clone();
        if let handoff_engine::tree::Entry::File(bytes) = &mut entry {
            let text = String::from_utf8_lossy(bytes).into_owned();
            *bytes = without_digits_after(&text, "2026-12-01T08:01").into_bytes();
            *bytes = without_digits_after(&String::from_utf8_lossy(bytes), "e-17961120").into_bytes();
        }
        result.insert(&path, entry);
    }
    without_traces(&result)
}

fn without_digits_after(text: &str, mark: &str) -> String {
    let mut parts = text.split(mark);
    let mut out = parts.next().expect("a first part").to_owned();
    for part in parts {
        out += mark;
        out += part.trim_start_matches(|char: char| char.is_ascii_digit() || char == ':' || char == '.');
    }
    out
}

#[test]
fn actions_of_a_command_match_snapshot() {
    let start = harbour(Layout::Json);
    let mut disk = Disk::new(&start);
    let mut person = Person::open(&disk, "noor", NOW, LOCKING);
    let first = person.begin(&command(r#"{"kind":"updateTasks","ids":["t1.1"],"patch":{"status":"review"}}"#));
    let mut lines = Vec::new();
    person.finish_with(first, |_, action| {
        lines.push(match action {
            Action::Create { path, .. } => format!("create {path}"),
            Action::Read { path } => format!("read {path}"),
            Action::ReadFrom { path, offset } => format!("read {path} from {offset}"),
            Action::Append { path, size, .. } => format!("append to {path} of {size} bytes"),
            Action::List { path } => format!("list {path}"),
            Action::Write { path, .. } => format!("write {path}"),
            Action::Replace { from, to, .. } => format!("replace {to} by {from}"),
            Action::Move { from, to } => format!("move {from} to {to}"),
            Action::Remove { path, .. } => format!("remove {path}"),
            other => format!("{other:?}"),
        });
        disk.perform(action)
    });
    insta::assert_snapshot!(lines.join("\n"));
}
