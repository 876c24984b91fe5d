//! Commits on the disks of Windows and macOS, simulated; and files with the line ends of Windows.

use handoff_engine::Engine;
use handoff_engine::tree::{Entry, Tree, within};
use handoff_protocol::{Command, FileState, Layout, Outcome};

use super::failure::without_empty_trash;
use super::project::{LAYOUTS, LOCKING, LOCKLESS, Person, commands, harbour, id, is_done};
use crate::support::NOW;
use crate::support::disk::{Disk, difference, leftovers, tree};
use crate::support::other_disk::{OtherDisk, SYSTEMS, System};

/// Titles that are no name of a file on Windows, or the same one on other systems.
const TITLES: [&str; 11] =
    ["con", "nul.", "COM1.txt", "a.", "...", "a\\b:c", "<>:\"|?*", "Å", "a\u{30a}", "İstanbul", "🌊"];

/// The day on which the tasks of [`harbour`] were created.
const CREATED: &str = "2026-11-21";

fn run(person: &mut Person, disk: &mut OtherDisk, command: &Command) -> Outcome {
    let first = person.begin(command);
    person.finish_with(first, |_, action| disk.perform(action))
}

fn command(json: &serde_json::Value) -> Command {
    crate::support::command(&json.to_string())
}

fn create(title: &str) -> Command {
    command(&serde_json::json!({"kind": "changeTasks", "tasks": [{"fields": {"title": title}}]}))
}

fn update(id: &str, more: &serde_json::Value) -> Command {
    let mut update = serde_json::json!({"kind": "updateTasks", "ids": [id], "patch": {}});
    update.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    command(&update)
}

/// Runs commands on a simulated disk and on a plain one. Returns both disks.
fn run_on_both(system: System, tree: &Tree, commands: &[Command]) -> (OtherDisk, Disk) {
    let mut plain = Disk::new(tree);
    let mut other = OtherDisk::new(plain.clone(), system);
    let mut persons = [(); 2].map(|()| Person::open(&plain, "noor", NOW, LOCKING));
    for command in commands {
        let [on_plain, on_other] = &mut persons;
        let outcomes = [on_plain.run(&mut plain, command), run(on_other, &mut other, command)];
        assert!(outcomes.iter().all(is_done), "{system:?}, {command:?}: {outcomes:#?}");
    }
    (other, plain)
}

#[test]
fn commands_leave_the_same_files_on_every_system() {
    for (system, layout) in SYSTEMS.into_iter().flat_map(|system| LAYOUTS.map(|layout| (system, layout))) {
        for commands in commands(layout) {
            let (other, plain) = run_on_both(system, &harbour(layout), &commands);
            let difference = difference(&plain.tree, &other.disk.tree);
            assert!(difference.is_empty(), "{system:?}, {:?}\n{difference}", commands.last());
        }
    }
}

#[test]
fn tasks_may_have_any_title_on_every_system() {
    let long = "Ж".repeat(300);
    for (system, layout) in SYSTEMS.into_iter().flat_map(|system| LAYOUTS.map(|layout| (system, layout))) {
        let number = |index: usize| match layout {
            Layout::Json => format!("t{}", index + 4),
            Layout::Toml => format!("{:02}", index + 4),
        };
        let titles = TITLES.into_iter().chain([long.as_str()]);
        let mut commands: Vec<Command> = titles.clone().map(create).collect();
        for (index, title) in titles.enumerate() {
            commands.extend([
                update(
                    &number(index),
                    &serde_json::json!({"patch": {"title": format!("{title}!"), "status": "review"}}),
                ),
                update(&number(index), &serde_json::json!({"patch": {"title": title.to_uppercase()}})),
                update(&number(index), &serde_json::json!({"position": {"parent": id(layout, "3")}})),
                command(&serde_json::json!({"kind": "undo"})),
                command(&serde_json::json!({"kind": "deleteTasks", "ids": [number(index)]})),
            ]);
        }
        let (other, plain) = run_on_both(system, &harbour(layout), &commands);
        let difference = difference(&plain.tree, &other.disk.tree);
        assert!(difference.is_empty(), "{system:?}\n{difference}");
    }
}

/// Names that one system takes for the same are numbered on all, so that a clone of the project has all files.
#[test]
fn names_that_differ_only_in_case_or_composition_are_numbered() {
    let task = |id: &str, title: &str| {
        format!(
            "{{\"id\": \"{id}\", \"title\": \"{title}\", \"schedule\": {{\"start_date\": \"2026-12-01\", \"due_date\": \"2026-12-02\"}}}}"
        )
    };
    let start = tree(&[
        ("config.toml", "[project]\nname = \"Harbour\"\n"),
        ("tasks/t1-a/_task.todo.json", &task("t1", "A")),
        ("tasks/t1-a/T2-b/_task.todo.json", &task("T2", "B")),
        ("tasks/t3-c/_task.todo.json", &task("t3", "C")),
        ("tasks/t3-c/t2-b/_task.todo.json", &task("t2", "B")),
        ("tasks/t4-d/_task.todo.json", &task("T4", "D")),
    ]);
    let baseline = |name: &str| command(&serde_json::json!({"kind": "saveBaseline", "name": name}));
    let to_top = |id: &str| update(id, &serde_json::json!({"position": {"parent": null}}));
    for (commands, expected) in [
        (
            vec![baseline("É"), baseline("é"), baseline("E\u{301}")],
            &["baselines/*-É.json", "baselines/*-é-2.json", "baselines/*-e\u{301}-3.json"][..],
        ),
        (vec![to_top("T2"), to_top("t2")], &["tasks/T2-b", "tasks/t2-b-2"]),
        (
            vec![command(&serde_json::json!({"kind": "renameFolder", "folder": "tasks/t4-d"}))],
            &["tasks/T4-d-2/_task.todo.json"],
        ),
        (
            vec![command(&serde_json::json!({"kind": "changeId", "folder": "tasks/t3-c", "id": "T3"}))],
            &["tasks/T3-c-2/_task.todo.json"],
        ),
    ] {
        for system in SYSTEMS {
            let (other, plain) = run_on_both(system, &start, &commands);
            let difference = difference(&plain.tree, &other.disk.tree);
            assert!(difference.is_empty(), "{system:?}\n{difference}");
            let paths: Vec<String> = other.disk.tree.walk("").map(|(path, _)| path).collect();
            for form in expected {
                let (start, end) = form.split_once('*').unwrap_or((form, ""));
                assert!(paths.iter().any(|path| path.starts_with(start) && path.ends_with(end)), "{form}: {paths:#?}");
            }
        }
    }
}

#[test]
fn path_that_is_too_long_for_windows_is_refused_and_nothing_is_changed() {
    for (layout, capabilities) in LAYOUTS.into_iter().flat_map(|layout| [(layout, LOCKING), (layout, LOCKLESS)]) {
        let plain = Disk::of(&harbour(layout), &capabilities);
        let mut disk = OtherDisk::new(plain, System::Windows);
        let mut person = Person::open(&disk.disk, "noor", NOW, capabilities);
        let deep = command(&serde_json::json!({"kind": "changeTasks", "tasks": [
            {"fields": {"title": "Short"}},
            {"parent": id(layout, "1.1"), "fields": {"title": "A title of some length that is not short"}},
        ]}));
        let before = disk.disk.tree.clone();
        disk.root_units = 160;
        let outcome = run(&mut person, &mut disk, &deep);
        let Outcome::Failed { text, .. } = &outcome else { panic!("{outcome:?}") };
        let text = text.to_string();
        assert!(text.contains("could not be saved: The filename or extension is too long"), "{text}");
        assert!(text.ends_with("Nothing was changed."), "{text}");
        assert!(text.starts_with("tasks/") && !text.contains(".tmp."), "{text}");
        assert!(disk.disk.tree == before, "{}", difference(&before, &disk.disk.tree));
        disk.root_units = 40;
        assert!(is_done(&run(&mut person, &mut disk, &deep)));
    }
}

/// The files that a command changes or moves, except for logs.
fn changed_files(before: &Tree, after: &Tree) -> Vec<String> {
    let is_file = |entry: &Entry| matches!(entry, Entry::File(_));
    let changed = before.walk("").filter(|(path, entry)| is_file(entry) && after.get(path) != Some(*entry));
    changed.map(|(path, _)| path).filter(|path| !path.starts_with("activity/")).collect()
}

#[test]
fn file_that_another_program_holds_open_delays_or_ends_a_commit() {
    for layout in LAYOUTS {
        for commands in commands(layout) {
            let (last, before) = commands.split_last().unwrap();
            let (start, _) = run_on_both(System::Windows, &harbour(layout), before);
            let (_, after) = run_on_both(System::Windows, &harbour(layout), &commands);
            for path in changed_files(&start.disk.tree, &after.tree) {
                for tries in [3, u32::MAX] {
                    let mut disk = OtherDisk::new(Disk::new(&harbour(layout)), System::Windows);
                    let mut person = Person::open(&disk.disk, "noor", NOW, LOCKING);
                    for command in before {
                        assert!(is_done(&run(&mut person, &mut disk, command)));
                    }
                    let (now, seed) = (person.now, person.seed);
                    disk.held.insert(path.clone(), tries);
                    let outcome = run(&mut person, &mut disk, last);
                    let what = format!("{path} held {tries} times, {last:?}: {outcome:?}");
                    assert_eq!(is_done(&outcome), tries == 3, "{what}");
                    disk.held.clear();
                    if !is_done(&outcome) {
                        let Outcome::Failed { text, .. } = &outcome else { panic!("{what}") };
                        let text = text.to_string();
                        assert!(text.contains("used by another process"), "{what}");
                        assert!(text.contains("Nothing was changed"), "{what}");
                        let named = text.split(" could not be saved").next().unwrap_or_default();
                        assert!(within(&path, named), "{what}");
                        let [old, tree] = [&start.disk.tree, &disk.disk.tree].map(without_empty_trash);
                        assert!(tree == old, "{what}\n{}", difference(&old, &tree));
                        (person.now, person.seed) = (now, seed);
                        assert!(is_done(&run(&mut person, &mut disk, last)), "{what}");
                    }
                    assert_eq!(leftovers(&disk.disk.tree), [""; 0], "{what}");
                    assert!(disk.disk.tree == after.tree, "{what}\n{}", difference(&after.tree, &disk.disk.tree));
                }
            }
        }
    }
}

/// Returns a tree with the line ends of Windows in every text but the logs.
fn with_crlf(tree: &Tree) -> Tree {
    let mut converted = Tree::default();
    for (path, entry) in tree.walk("") {
        converted.apply(match entry.state(path) {
            FileState::File { path, bytes } if !Engine::is_log(&path) => {
                let text = String::from_utf8(bytes).unwrap();
                FileState::File { path, bytes: text.replace('\n', "\r\n").into_bytes() }
            }
            state => state,
        });
    }
    converted
}

#[test]
fn files_with_line_ends_of_windows_keep_them() {
    for layout in LAYOUTS {
        let mut start = harbour(layout);
        start.apply(FileState::File { path: ".gitignore".to_owned(), bytes: b"*.bak\n".to_vec() });
        for commands in commands(layout) {
            let (other, _) = run_on_both(System::Windows, &with_crlf(&start), &commands);
            let (lf, _) = run_on_both(System::Windows, &start, &commands);
            for (path, entry) in other.disk.tree.walk("") {
                let Entry::File(bytes) = entry else { continue };
                let text = std::str::from_utf8(bytes).unwrap();
                // A new task has the line ends of Unix.
                let is_new = Engine::is_log(&path) || path.starts_with("tasks/") && !text.contains(CREATED);
                if !is_new {
                    let with_lf = lf.disk.tree.file(&path).map(String::from_utf8_lossy);
                    let expected = with_lf.map(|text| text.replace('\n', "\r\n"));
                    assert_eq!(Some(text), expected.as_deref(), "{path} after {:?}", commands.last());
                }
            }
        }
    }
}
