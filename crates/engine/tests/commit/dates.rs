//! Computed dates depend on other files: these are read again before the new dates are written.

use handoff_engine::tree::{Tree, name, parent};
use handoff_format::Value;
use handoff_protocol::{Action, FileState, Outcome, RefusalCode};

use super::project::{LOCKING, Person, is_done};
use crate::support::disk::{Disk, leftovers, tree};
use crate::support::{NOW, command};

const CONFIG: &str = "[project]\nname = \"Harbour\"\n";

/// From Tuesday on: a parent with a finished subtask, a pinned task (boats) that depends on it, and
/// a task with slack (lights).
fn plan() -> Tree {
    let task = |id: &str, schedule: &str, more: &str| {
        format!("{{\"id\": \"{id}\", \"title\": \"{id}\", \"schedule\": {{{schedule}}}{more}}}")
    };
    let days = |from: &str, to: &str| format!("\"start_date\": \"2026-12-{from}\", \"due_date\": \"2026-12-{to}\"");
    tree(&[
        ("config.toml", CONFIG),
        ("tasks/t1-quay/_task.todo.json", &task("t1", &days("01", "02"), "")),
        ("tasks/t1-quay/t1.1-piles/_task.todo.json", &task("t1.1", &days("01", "02"), "")),
        ("tasks/t1-quay/t1.2-crane/_task.done.json", &task("t1.2", &days("01", "01"), "")),
        (
            "tasks/t2-boats/_task.todo.json",
            &task("t2", &format!("{}, \"pinned\": true", days("03", "03")), ", \"dependencies\": [\"t1\"]"),
        ),
        ("tasks/t3-lights/_task.todo.json", &task("t3", &days("07", "07"), ", \"dependencies\": [\"t1\"]")),
        ("tasks/t4-alone/_task.todo.json", &task("t4", &days("03", "03"), "")),
    ])
}

const BOATS: &str = "tasks/t2-boats/_task.todo.json";
const LIGHTS: &str = "tasks/t3-lights/_task.todo.json";
const SHIFT: &str = r#"{"kind":"shift","ids":["t1"],"days":2,"workingDays":true,"push":true}"#;
const SET: &str =
    r#"{"kind":"set","dates":[{"id":"t1.1","startDate":"2026-12-03","dueDate":"2026-12-04"}],"push":true}"#;
const AUTO: &str = r#"{"kind":"auto","from":"2026-12-03"}"#;

fn reschedule(json: &str) -> handoff_protocol::Command {
    command(&format!(r#"{{"kind":"reschedule","reschedule":{json}}}"#))
}

fn edit(tree: &mut Tree, path: &str, from: &str, to: &str) {
    let text = String::from_utf8_lossy(tree.file(path).expect("a file")).replacen(from, to, 1);
    tree.apply(FileState::File { path: path.to_owned(), bytes: text.into_bytes() });
}

fn start(tree: &Tree, path: &str) -> String {
    let task: Value = serde_json::from_slice(tree.file(path).expect("a file")).expect("JSON");
    task["schedule"]["start_date"].as_str().expect("a date").to_owned()
}

/// Applies a change by another program before each action in turn. Calls `check` with the outcome
/// if the change came before the journal was written.
fn with_concurrent_change(json: &str, change: impl Fn(&mut Tree), mut check: impl FnMut(&Outcome, &Tree)) {
    let mut in_time = 0;
    for at in 0..60 {
        let mut disk = Disk::new(&plan());
        let mut person = Person::open(&disk, "noor", NOW, LOCKING);
        let first = person.begin(&reschedule(json));
        let (mut read, mut is_noted, mut counts) = (Vec::new(), false, false);
        let outcome = person.finish_with(first, |here, action| {
            is_noted |= matches!(action, Action::Write { path, .. } if path.starts_with(".journal"));
            if here == at {
                // A change after its file was compared counts as later than the command.
                counts = !is_noted && read.is_empty();
                change(&mut disk.tree);
            }
            read.extend(
                matches!(action, Action::Read { path } if !path.starts_with('.') && path != "PAUSE").then_some(()),
            );
            disk.perform(action)
        });
        assert_eq!(leftovers(&disk.tree), [""; 0], "{json} at {at}");
        if counts {
            check(&outcome, &disk.tree);
            in_time += 1;
        }
    }
    assert!(in_time > 2, "{json}: {in_time}");
}

#[test]
fn reschedule_replans_after_a_dependent_task_changes() {
    for json in [SHIFT, SET, AUTO] {
        // The task is no longer pinned, so it is moved too.
        let unpin = |tree: &mut Tree| edit(tree, BOATS, ", \"pinned\": true", "");
        with_concurrent_change(json, unpin, |outcome, tree| {
            assert!(is_done(outcome), "{json}: {outcome:?}");
            assert_eq!(start(tree, BOATS), "2026-12-07", "{json}");
        });
        // Boats and lights depend on each other.
        let cycle = |tree: &mut Tree| {
            edit(tree, BOATS, "[\"t1\"]", "[\"t3\"]");
            edit(tree, LIGHTS, "[\"t1\"]", "[\"t2\"]");
        };
        with_concurrent_change(json, cycle, |outcome, _| {
            let Outcome::Refused { refusal } = outcome else { panic!("{json}: {outcome:?}") };
            assert_eq!(refusal.code, RefusalCode::DependencyCycle, "{json}");
        });
    }
}

#[test]
fn reschedule_replans_after_a_day_closes() {
    for json in [SHIFT, AUTO] {
        let close = |tree: &mut Tree| {
            edit(tree, "config.toml", "[project]", "[calendar]\nclosed_dates = [\"2026-12-03\"]\n[project]");
        };
        with_concurrent_change(json, close, |outcome, tree| {
            assert!(is_done(outcome), "{json}: {outcome:?}");
            assert_eq!(start(tree, "tasks/t1-quay/t1.1-piles/_task.todo.json"), "2026-12-04", "{json}");
        });
    }
}

#[test]
fn shift_moves_reopened_subtasks() {
    let open = |tree: &mut Tree| {
        tree.rename("tasks/t1-quay/t1.2-crane/_task.done.json", "tasks/t1-quay/t1.2-crane/_task.todo.json");
    };
    with_concurrent_change(&SHIFT.replace(",\"push\":true", ""), open, |outcome, tree| {
        assert!(is_done(outcome), "{outcome:?}");
        assert_eq!(start(tree, "tasks/t1-quay/t1.2-crane/_task.todo.json"), "2026-12-03");
    });
}

#[test]
fn reschedule_rereads_only_the_files_it_relies_on() {
    let read = |json: &str| {
        let mut disk = Disk::new(&plan());
        let mut person = Person::open(&disk, "noor", NOW, LOCKING);
        let first = person.begin(&reschedule(json));
        let mut read = Vec::new();
        let outcome = person.finish_with(first, |_, action| {
            if let Action::Read { path } = action
                && path.starts_with("tasks")
            {
                read.push(name(parent(path)).to_owned());
            }
            disk.perform(action)
        });
        assert!(is_done(&outcome), "{outcome:?}");
        read.sort();
        read.join(" ")
    };
    assert_eq!(read(&SET.replace(",\"push\":true", "")), "t1.1-piles");
    assert_eq!(read(SET), "t1-quay t1.1-piles t2-boats t3-lights");
    assert_eq!(read(&SHIFT.replace(",\"push\":true", "")), "t1-quay t1.1-piles t1.2-crane");
}
