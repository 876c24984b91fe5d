//! Timers of tasks that are deleted or get another ID.

use handoff_protocol::{Actor, Command, FileState, Outcome, TimeSource, TimerStart, TimerStop};

use super::actions::{act, entries, note, spans, start, tick, timers};
use super::world::World;

fn noor() -> Actor {
    Actor::person("noor")
}

fn command(json: &str) -> Command {
    serde_json::from_str(json).unwrap()
}

fn delete() -> Command {
    command(r#"{"kind": "deleteTasks", "ids": ["t1"]}"#)
}

#[test]
fn deleting_a_task_stops_its_timer_and_undo_restores_both() {
    let mut world = World::new();
    let mut shell = world.open("shell");
    world.run(&mut shell, noor(), &Command::StartTimer(TimerStart::of("t1")));
    let before = timers(&world);
    world.pass(600);
    match world.run(&mut shell, noor(), &delete()) {
        Outcome::Done { warnings, .. } => {
            let texts: Vec<String> = warnings.iter().map(ToString::to_string).collect();
            assert_eq!(texts, ["The timer of t1 “A” stops, and its 0.17 h go to the task."]);
        }
        other => panic!("{other:?}"),
    }
    assert_eq!((spans(&world), timers(&world)), (vec!["t1 08:00:00-08:10:00 noor".to_owned()], serde_json::json!({})));
    world.run(&mut shell, noor(), &Command::Undo {});
    assert_eq!((spans(&world), timers(&world)), (vec![], before));
    assert!(world.actual_hours("t1").abs() < 1e-9);
}

#[test]
fn window_does_not_count_the_time_of_a_deleted_task_again() {
    let mut world = World::new();
    let mut window = world.open("w");
    act(&mut world, &mut window, start("t1"));
    tick(&mut world, &mut window, 300);
    world.run(&mut window, noor(), &delete());
    tick(&mut world, &mut window, 60);
    assert_eq!(entries(&world), [("t1".to_owned(), 300, TimeSource::Editor)]);
    assert_eq!(timers(&world), serde_json::json!({}));
}

#[test]
fn agent_that_deletes_a_task_while_the_person_is_away_gets_the_time() {
    let mut world = World::new();
    let (mut window, mut agent) = (world.open("w"), world.open("agent"));
    act(&mut world, &mut window, start("t1"));
    for _ in 0..4 {
        tick(&mut world, &mut window, 300);
        world.agent(&mut agent, &note());
    }
    world.agent(&mut agent, &delete());
    tick(&mut world, &mut window, 60);
    assert_eq!(spans(&world), ["t1 08:00:00-08:20:00 codex"]);
}

#[test]
fn timer_of_a_task_that_is_gone_can_be_stopped() {
    let mut world = World::new();
    let mut shell = world.open("shell");
    world.run(&mut shell, noor(), &Command::StartTimer(TimerStart::of("t1")));
    world.disk.tree.apply(FileState::Gone { path: "tasks/t1-a".to_owned() });
    world.pass(60);
    match world.run(&mut shell, noor(), &Command::StopTimer(TimerStop::now("t1"))) {
        Outcome::Done { warnings, .. } => assert!(warnings[0].to_string().contains("are in the log"), "{warnings:?}"),
        other => panic!("{other:?}"),
    }
    assert_eq!((spans(&world), timers(&world)), (vec!["t1 08:00:00-08:01:00 noor".to_owned()], serde_json::json!({})));
}

#[test]
fn timer_follows_its_task_to_another_id() {
    let mut world = World::new();
    let mut shell = world.open("shell");
    world.run(&mut shell, noor(), &Command::StartTimer(TimerStart::of("t1")));
    world.pass(60);
    let outcome =
        world.run(&mut shell, noor(), &command(r#"{"kind": "changeId", "folder": "tasks/t1-a", "id": "pier"}"#));
    assert!(matches!(outcome, Outcome::Done { .. }), "{outcome:?}");
    world.run(&mut shell, noor(), &Command::StopTimer(TimerStop::now("pier")));
    assert_eq!(spans(&world), ["pier 08:00:00-08:01:00 noor"]);
    assert!(world.actual_hours("pier") > 0.0);
}
