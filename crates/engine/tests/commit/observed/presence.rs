//! When a missing, restored or renamed task counts as changed.

use handoff_engine::tree::parent;
use handoff_protocol::{Change, FileState, Layout, Outcome};
use serde_json::json;

use super::{RECORD, Window, World};
use crate::commit::project::{LAYOUTS, LOCKING, context, id, is_done};
use crate::support::{NOW, command};

/// Returns what a window would record now.
fn pending(window: &mut Window, now: i64) -> Vec<String> {
    let changes = window.person.engine.plan(&command(RECORD), &context("noor", 1, now)).expect("a plan");
    let what = |change: Change| match change {
        Change::Created { title, .. } => format!("comes {title}"),
        Change::Deleted { title, .. } => format!("goes {title}"),
        Change::Moved { from, to } => format!("from {from:?} below {to:?}"),
        Change::Field { field, to, .. } => format!("{field} {to}"),
        other => panic!("{other:?}"),
    };
    let events = changes.events.into_iter();
    events.map(|event| format!("{} {}", event.task.clone().expect("a task"), what(event.change))).collect()
}

#[test]
fn checkout_and_return_is_not_recorded() {
    let mut world = World::new(Layout::Json, &LOCKING);
    let old = world.disk.tree.clone();
    world.change_foreign("t3", "estimateHours", &json!(3.0), true);
    let new_task = "tasks/t4-masts/_task.todo.json";
    let text = br#"{"id": "t4", "title": "Masts", "created_at": "2026-12-01T07:00:00Z"}"#;
    world.disk.tree.apply(FileState::File { path: new_task.to_owned(), bytes: text.to_vec() });
    world.disk.changed.push(new_task.to_owned());
    assert!(world.report(0));
    assert_eq!(pending(&mut world.windows[0], world.now), ["t4 comes Masts", "t3 estimateHours 3.0"]);
    assert!(is_done(&world.run(0, RECORD)));
    assert!(!world.report(0));
    let log = String::from_utf8_lossy(world.disk.tree.file("activity/2026-12/noor.jsonl").expect("a log")).into_owned();
    assert!(log.contains(r#""at":"2026-12-01T07:00:00Z""#), "the event has the time of creation: {log}");

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
        world.report(0);
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
fn task_counts_as_deleted_only_if_it_stays_missing() {
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
    // Missing for a moment, unreadable, broken: the task still exists.
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
    // Then it is deleted.
    assert_eq!(feed(1, vec![gone(path)]), nothing());
    let goes = || vec!["t2 goes Boats".to_owned()];
    assert_eq!(feed(2_000, vec![folder()]), (true, Vec::new(), goes()));
    assert_eq!(feed(2_000, vec![folder()]), (true, goes(), goes()));
    // Restored before the deletion was recorded.
    assert_eq!(feed(1, vec![file(&bytes)]), nothing());
}

#[test]
fn changed_id_is_recorded_as_the_same_task() {
    let mut world = World::new(Layout::Json, &LOCKING);
    let path = "tasks/t1-quay/_task.in_progress.json";
    let text = String::from_utf8_lossy(world.disk.tree.file(path).expect("a task")).replace("\"t1\"", "\"one\"");
    world.disk.tree.apply(FileState::File { path: path.to_owned(), bytes: text.into_bytes() });
    world.disk.changed.push(path.to_owned());
    assert!(world.report(0));
    world.now += 5_000;
    assert_eq!(pending(&mut world.windows[0], world.now), [r#"one id "one""#]);
    // Another window changes an ID, which renames the folder with all its content.
    for layout in LAYOUTS {
        let mut world = World::new(layout, &LOCKING);
        let folder = world.file_of(&id(layout, "1")).0;
        let ours = format!(r#"{{"kind":"changeId","folder":"{}","id":"quay"}}"#, parent(&folder));
        assert!(is_done(&world.run(0, &ours)));
        world.disk.changed.retain(|path| !path.starts_with("activity"));
        assert!(world.report(1), "the log is not read yet");
        world.disk.changed.push("activity".to_owned());
        assert!(!world.report(1), "{:?}", pending(&mut world.windows[1], NOW + 9_000));
        world.now += 5_000;
        assert!(is_done(&world.run(1, RECORD)));
        assert!(world.disk.tree.file("activity/2026-12/ali.jsonl").is_none());
    }
}

#[test]
fn removed_project_records_nothing() {
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
