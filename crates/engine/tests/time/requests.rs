//! Requests to the editor, and timers that are started without one.

use handoff_engine::ServerEvent;
use handoff_protocol::{Actor, Command, FileState, Outcome, TimerStart, TimerStop};

use super::actions::{act, serve, spans, start, tick, timers, touch, waiting_requests};
use super::world::{Call, Window, World};

fn begin(id: &str) -> Command {
    Command::StartTimer(TimerStart::of(id))
}

fn end(id: &str) -> Command {
    Command::StopTimer(TimerStop::now(id))
}

fn noor() -> Actor {
    Actor::person("noor")
}

fn summary(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Done { summary, .. } => summary.to_string(),
        other => panic!("{other:?}"),
    }
}

/// An editor that is alive until its heartbeat expires after 90 seconds, and whose window is gone.
fn abandoned() -> World {
    let mut world = World::new();
    let mut window = world.open("w");
    touch(&mut world, &mut window);
    world.pass(10);
    world
}

#[test]
fn request_that_another_program_has_carried_out_is_not_answered_again() {
    let mut world = abandoned();
    let mut server = world.open("c-1");
    assert!(summary(&world.tool(&mut server, &begin("t1"))).starts_with("Asked the editor"));
    world.pass(170);
    // The agent asks again, now that the editor is gone.
    world.run(&mut server, super::world::conversation("c-1"), &begin("t1"));
    assert_eq!(waiting_requests(&world), 0, "{:?}", timers(&world));
    world.pass(120);
    world.run(&mut server, super::world::conversation("c-1"), &end("t1"));
    assert_eq!(spans(&world), ["t1 08:00:10-08:05:00 codex"]);
    // A server of another program leaves its requests behind.
    let request = "{\"version\":1,\"id\":\"1\",\"cmd\":\"start\",\"task_id\":\"t1\",\"issued_by\":\"mcp\",\"issued_at\":\"2026-12-01T08:00:10Z\"}";
    let path = "timer/requests/1.json".to_owned();
    world.disk.tree.apply(FileState::File { path, bytes: request.as_bytes().to_vec() });
    world.pass(120);
    let mut window = world.open("w2");
    touch(&mut world, &mut window);
    tick(&mut world, &mut window, 60);
    assert_eq!((waiting_requests(&world), timers(&world)), (0, serde_json::json!({})));
    assert_eq!(spans(&world).len(), 1);
}

#[test]
fn server_takes_back_a_start_that_no_editor_answers() {
    let mut world = abandoned();
    let mut server = world.open("c-1");
    world.tool(&mut server, &begin("t1"));
    assert!(world.serve(&mut server, ServerEvent::Tick), "it waits for the editor");
    serve(&mut world, &mut server, 290);
    assert_eq!((waiting_requests(&world), &timers(&world)["t1"]["state"]), (0, &"tracking".into()));
    world.tool(&mut server, &end("t1"));
    assert_eq!(spans(&world), ["t1 08:00:10-08:05:00 codex"]);
    assert!(!world.serve(&mut server, ServerEvent::Tick));
}

#[test]
fn stop_at_the_shell_counts_from_a_start_that_no_editor_has_answered() {
    let mut world = abandoned();
    let mut shell = world.open("shell");
    assert!(summary(&world.run(&mut shell, noor(), &begin("t1"))).starts_with("Asked the editor"));
    world.pass(7200);
    assert_eq!(
        summary(&world.run(&mut shell, noor(), &end("t1"))),
        "Stopped the timer of t1 and added 2.00 h to the task"
    );
    assert_eq!(spans(&world), ["t1 08:00:10-10:00:10 noor"]);
    assert_eq!(waiting_requests(&world), 0);
    // A start and a stop that were both asked for.
    let mut world = abandoned();
    let mut shell = world.open("shell");
    world.run(&mut shell, noor(), &begin("t1"));
    world.pass(60);
    world.run(&mut shell, noor(), &end("t1"));
    world.pass(600);
    world.run(&mut shell, noor(), &end("t1"));
    assert_eq!(spans(&world), ["t1 08:00:10-08:01:10 noor"]);
}

#[test]
fn start_that_an_agent_asks_for_is_a_switch_unless_several_timers_are_allowed() {
    for several in [false, true] {
        let mut world = World::new();
        let (mut window, mut agent) = (world.open("w"), world.open("agent"));
        act(&mut world, &mut window, start("t1"));
        tick(&mut world, &mut window, 60);
        world.agent(&mut agent, &begin("t2"));
        world.pass(10);
        world.call(&mut window, &Call { focused: true, several, ..Call::default() });
        let running: Vec<String> = timers(&world).as_object().unwrap().keys().cloned().collect();
        assert_eq!(running, if several { vec!["t1", "t2"] } else { vec!["t2"] });
        assert_eq!(spans(&world).len(), usize::from(!several));
    }
}

#[test]
fn start_of_another_timer_stops_those_of_the_same_actor_alone() {
    let mut world = World::new();
    let (mut shell, mut server) = (world.open("shell"), world.open("c-1"));
    world.run(&mut shell, noor(), &begin("t3"));
    world.tool(&mut server, &begin("t1"));
    serve(&mut world, &mut server, 60);
    let text = summary(&world.tool(&mut server, &begin("t2")));
    assert_eq!(text, "Started the timer of t2, and stopped t1 (0.02 h)");
    assert_eq!(spans(&world), ["t1 08:00:00-08:01:00 codex"]);
    let tasks = |world: &World| timers(world).as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(tasks(&world), ["t3", "t2"]);
    world.tool(&mut server, &Command::StartTimer(TimerStart { id: "t1".to_owned(), several: true }));
    assert_eq!(tasks(&world), ["t3", "t2", "t1"]);
    world.pass(60);
    world.run(&mut shell, noor(), &begin("t1"));
    assert_eq!(tasks(&world), ["t3", "t2", "t1"], "a timer that runs already stays as it is");
}

#[test]
fn timer_that_waits_for_its_agent_does_not_run_beside_the_next_one() {
    let mut world = World::new();
    let mut server = world.open("c-1");
    world.tool(&mut server, &begin("t1"));
    serve(&mut world, &mut server, 1200);
    assert_eq!(timers(&world)["t1"]["paused_by_idle"], true);
    world.tool(&mut server, &begin("t2"));
    assert_eq!(timers(&world).as_object().unwrap().keys().collect::<Vec<_>>(), ["t2"]);
}

fn stop_at(world: &mut World, shell: &mut Window, at: i64) -> Outcome {
    world.run(shell, noor(), &Command::StopTimer(TimerStop { id: "t1".to_owned(), at: Some(at) }))
}

#[test]
fn stop_without_a_sign_of_work_warns_and_the_end_can_be_given() {
    let mut world = World::new();
    let mut shell = world.open("shell");
    let from = world.wall;
    world.run(&mut shell, noor(), &begin("t1"));
    world.pass(60);
    for (at, reason) in [(from - 1, "It cannot end before that."), (from + 61_000, "cannot end in the future")] {
        match stop_at(&mut world, &mut shell, at) {
            Outcome::Refused { refusal } => assert!(refusal.text.to_string().contains(reason), "{refusal:?}"),
            other => panic!("{other:?}"),
        }
    }
    world.pass(24 * 3600);
    match world.run(&mut shell, noor(), &end("t1")) {
        Outcome::Done { warnings, .. } => {
            assert!(
                warnings.iter().any(|text| text.to_string().contains("no sign of work on t1 for 24.02 h")),
                "{warnings:?}"
            );
        }
        other => panic!("{other:?}"),
    }
    world.run(&mut shell, noor(), &Command::Undo {});
    match stop_at(&mut world, &mut shell, from + 3_600_000) {
        Outcome::Done { warnings, .. } => assert_eq!(warnings, []),
        other => panic!("{other:?}"),
    }
    assert_eq!(spans(&world), ["t1 08:00:00-09:00:00 noor"]);
}
