//! Recorded creations, deletions and moves.

use std::collections::BTreeSet;

use handoff_protocol::{Change, FileState};

use super::{RECORD, World, parents_by_id, view};
use crate::commit::project::{LAYOUTS, LOCKING, LOCKLESS, Person, is_done};
use crate::support::random::Random;

/// Returns the created, deleted and moved tasks that the logs contain, as a new window reads them.
fn logged_moves(world: &World, ids: &BTreeSet<String>) -> Vec<String> {
    let mut fresh = Person::open(&world.disk, "fresh", world.now, LOCKING);
    let current = parents_by_id(&world.disk);
    let mut lines = Vec::new();
    for id in ids {
        if !current.contains_key(id) {
            // Only an existing task shows its history.
            let path = format!("tasks/{id}-again/_task.todo.json");
            let bytes = format!("{{\"id\": \"{id}\", \"title\": \"x\"}}").into_bytes();
            fresh.engine.feed(vec![FileState::File { path, bytes }], world.now);
        }
        lines.extend(view(&mut fresh, id).history.into_iter().filter_map(|event| match event.change {
            Change::Created { .. } => Some(format!("{id} comes")),
            Change::Deleted { .. } => Some(format!("{id} goes")),
            Change::Moved { to, .. } => Some(format!("{id} below {to:?}")),
            _ => None,
        }));
    }
    lines.sort();
    lines
}

#[test]
fn two_windows_record_each_created_deleted_and_moved_task_once() {
    let mut kinds = [0; 3];
    for (seed, layout) in (1..=10).flat_map(|seed| LAYOUTS.map(|layout| (seed, layout))) {
        'worlds: for capabilities in [LOCKING, LOCKLESS] {
            let mut random = Random::new(seed);
            let mut world = World::new(layout, &capabilities);
            let attentive = random.below(2);
            let mut bin = Vec::new();
            let mut before = parents_by_id(&world.disk);
            let mut ids: BTreeSet<String> = before.keys().cloned().collect();
            let mut truth: Vec<String> = Vec::new();
            for _ in 0..50 {
                let current: Vec<String> = before.keys().cloned().collect();
                if current.len() < 2 {
                    break;
                }
                let (one, other) = (&current[random.below(current.len())], &current[random.below(current.len())]);
                let goal = if random.one_in(3) { "null".to_owned() } else { format!("\"{other}\"") };
                let ours = match random.below(9) {
                    0 => Some(format!(
                        r#"{{"kind":"updateTasks","ids":["{one}"],"patch":{{}},"position":{{"parent":{goal},"place":{{"kind":"last"}}}}}}"#
                    )),
                    1 if current.len() > 3 => Some(format!(r#"{{"kind":"deleteTasks","ids":["{one}"]}}"#)),
                    2 => Some(format!(
                        r#"{{"kind":"changeTasks","tasks":[{{"parent":{goal},"fields":{{"title":"New"}}}}]}}"#
                    )),
                    3 => Some(r#"{"kind":"undo"}"#.to_owned()),
                    _ => None,
                };
                if let Some(ours) = ours {
                    world.run_watched(random.below(2), &ours, |_| random.one_in(4));
                } else {
                    // A change that no window has read cannot be recorded.
                    world.report(attentive);
                    world.move_foreign(&mut random, layout, &mut bin, attentive);
                    world.report(attentive);
                    if random.one_in(2) {
                        world.report(1 - attentive);
                    }
                    world.now += 2_000;
                    assert!(is_done(&world.run(attentive, RECORD)));
                }
                let after = parents_by_id(&world.disk);
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
                    // With two tasks of one ID it is ambiguous which one was deleted.
                    continue 'worlds;
                }
            }
            for who in 0..2 {
                world.report(who);
                world.now += 2_000;
                assert!(is_done(&world.run(who, RECORD)));
                assert!(!world.report(who), "nothing is left to record");
            }
            truth.sort();
            assert_eq!(logged_moves(&world, &ids), truth, "seed {seed} {layout:?} {capabilities:?}");
            for (kind, word) in ["comes", "goes", "below"].iter().enumerate() {
                kinds[kind] += truth.iter().filter(|lines| lines.contains(word)).count();
            }
        }
    }
    assert!(kinds.iter().all(|count| *count > 100), "{kinds:?}");
}
