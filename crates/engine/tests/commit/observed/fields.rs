//! Recorded changes of fields.

use handoff_protocol::{FileState, Layout, Outcome};
use serde_json::{Value, json};

use super::{RECORD, World};
use crate::commit::project::{LAYOUTS, LOCKING, LOCKLESS, Person, context, id, is_done};
use crate::support::random::Random;
use crate::support::{NOW, command};

#[test]
fn two_windows_record_each_foreign_field_change_once() {
    for (seed, layout) in (1..=8).flat_map(|seed| LAYOUTS.map(|layout| (seed, layout))) {
        for capabilities in [LOCKING, LOCKLESS] {
            let mut random = Random::new(seed);
            let mut world = World::new(layout, &capabilities);
            let ids: Vec<String> = ["1", "1.1", "2", "3"].iter().map(|number| id(layout, number)).collect();
            let attentive = random.below(2);
            let mut truth: Vec<(String, String, Value)> = Vec::new();
            let mut before = world.facts(&ids);
            for step in 0..60 {
                let task = ids[random.below(ids.len())].clone();
                let status = ["todo", "in_progress", "review", "blocked"][random.below(4)];
                let (field, value) = match random.below(3) {
                    0 => ("status", json!(status)),
                    1 => ("estimateHours", json!(f64::from(step) + 0.5)),
                    _ => ("dueDate", json!(format!("2027-{:02}-{:02}", 1 + step / 20, 1 + step % 20))),
                };
                match random.below(4) {
                    0 => {
                        let who = random.below(2);
                        let json = format!(
                            r#"{{"kind":"updateTasks","ids":["{task}"],"patch":{{"{field}":{value},"appendNotes":"x"}}}}"#
                        );
                        assert!(is_done(&world.run_watched(who, &json, |_| random.one_in(4))));
                    }
                    1 => assert!(is_done(&world.run(random.below(2), RECORD))),
                    _ => {
                        // Equal stamps with equal values cannot be told apart, so a change without
                        // a stamp takes a new value.
                        let is_stamped = field == "status" || random.below(3) > 0;
                        world.change_foreign(&task, field, &value, is_stamped);
                        // One window sees each change separately, the other perhaps together with
                        // later ones.
                        world.report(attentive);
                        if random.one_in(2) {
                            world.report(1 - attentive);
                        }
                    }
                }
                let after = world.facts(&ids);
                let changed = after.iter().filter(|(key, value)| before.get(key) != Some(value));
                truth.extend(changed.map(|((id, field), value)| (id.clone(), (*field).to_owned(), value.clone())));
                before = after;
            }
            for who in 0..2 {
                world.report(who);
                assert!(is_done(&world.run(who, RECORD)));
                assert!(!world.report(who), "nothing is left to record");
            }
            truth.sort_by_key(|(id, field, to)| (id.clone(), field.clone(), to.to_string()));
            let mut values = world.logged_values(&ids);
            values.retain(|(_, field, _)| field != "notes");
            assert_eq!(values, truth, "seed {seed} {layout:?} {capabilities:?}");
        }
    }
}

#[test]
fn opening_or_rescanning_records_nothing() {
    let mut world = World::new(Layout::Json, &LOCKING);
    world.change_foreign("t2", "status", &json!("review"), true);
    let mut late = Person::open(&world.disk, "late", world.now, LOCKING);
    let fed = late.engine.feed(world.disk.scan(), world.now);
    assert!(fed.record_after_ms.is_none() && !fed.changed);
    let before = world.disk.tree.clone();
    let outcome = late.run(&mut world.disk, &command(RECORD));
    assert!(matches!(outcome, Outcome::Done { changed: false, .. }), "{outcome:?}");
    assert_eq!(world.disk.tree, before);
}

#[test]
fn changes_of_another_window_are_not_recorded() {
    for layout in LAYOUTS {
        let mut world = World::new(layout, &LOCKING);
        let ours = format!(
            r#"{{"kind":"updateTasks","ids":["{}"],"patch":{{"status":"review","dueDate":"2027-01-01"}}}}"#,
            id(layout, "2")
        );
        assert!(is_done(&world.run(0, &ours)));
        assert!(!world.report(1));
        // Even if the watcher reports the task long before the log.
        assert!(is_done(&world.run(0, &ours.replace("review", "todo"))));
        let log = world.disk.changed.iter().rposition(|path| path.starts_with("activity/")).expect("a log");
        world.disk.changed.remove(log);
        assert!(world.report(1), "the log is not read yet");
        let other = format!(r#"{{"kind":"updateTasks","ids":["{}"],"patch":{{"title":"x"}}}}"#, id(layout, "3"));
        assert!(is_done(&world.run(1, &other)));
        assert!(!world.report(1));
        let text =
            String::from_utf8_lossy(world.disk.tree.file("activity/2026-12/ali.jsonl").expect("a log")).into_owned();
        assert!(!text.contains("observed"), "{text}");
    }
}

#[test]
fn status_change_via_a_missing_or_broken_file_is_one_event() {
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
    // Both changes turn out to be by a window that logs them later.
    let both = format!("{}\n{}\n", log(2, "review"), log(4, "todo"));
    assert!(!feed(vec![file("activity/2026-12/x.jsonl", both.as_bytes())]));
}

#[test]
fn restored_older_content_is_not_recorded() {
    let mut world = World::new(Layout::Json, &LOCKING);
    let before = world.disk.tree.clone();
    world.change_foreign("t2", "estimateHours", &json!(3.0), true);
    assert!(world.report(0));
    assert!(is_done(&world.run(0, RECORD)));
    let log = world.disk.tree.clone();
    world.disk.tree = before;
    world.disk.tree.insert("activity", log.get("activity").expect("logs").clone());
    world.disk.changed.push("tasks/t2-boats/_task.todo.json".to_owned());
    assert!(!world.report(0));
}

#[test]
fn undo_skips_recorded_foreign_changes() {
    let mut world = World::new(Layout::Json, &LOCKING);
    world.change_foreign("t2", "estimateHours", &json!(3.0), true);
    assert!(world.report(0));
    assert!(is_done(&world.run(0, r#"{"kind":"updateTasks","ids":["t3"],"patch":{"title":"Lamps"}}"#)));
    assert!(!world.report(0), "the next change records the observed one");
    assert!(is_done(&world.run(0, r#"{"kind":"undo"}"#)));
    let ids = ["t2", "t3"].map(str::to_owned);
    let values: Vec<String> =
        world.logged_values(&ids).iter().map(|(id, field, to)| format!("{id} {field} {to}")).collect();
    assert_eq!(values, ["t2 estimateHours 3.0", r#"t3 title "Lamps""#, r#"t3 title "Lights""#]);
    world.change_foreign("t2", "estimateHours", &json!(4.0), true);
    assert!(world.report(0));
    assert!(is_done(&world.run(0, RECORD)));
    let Outcome::Refused { refusal } = world.run(0, r#"{"kind":"undo"}"#) else { panic!("undo has a step") };
    assert_eq!(refusal.text.to_string(), "Nothing to undo.");
}
